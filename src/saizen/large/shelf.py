"""The place of finished parts: memory, or a table of the store that is being built."""

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from saizen.large.runs import shrunk
from saizen.store import Building

Pieces = Iterable[tuple[NDArray[Any], ...]]


def part_name(kind: str, place: int, *more: int) -> str:
    """Return the name of a part.

    >>> part_name("keys", 3), part_name("run", 3, 12)
    ('keys-0003', 'run-0003-00012')
    """
    return "-".join([kind, f"{place:04}", *(f"{number:05}" for number in more)])


class Shelf(Protocol):
    """A place for parts, each complete or absent."""

    directory: Path | None
    """The folder of the files; None for memory."""

    def __contains__(self, part: str) -> bool: ...

    def write(self, types: Mapping[str, DTypeLike], most: int, pieces: Pieces) -> None:
        """Put parts of at most so many numbers, each of some type; a piece has the next rows of each."""

    def put(self, name: str, value: Any) -> None:
        """Put an array."""

    def array(self, name: str) -> NDArray[Any]:
        """Return an array."""

    def release(self, *names: str) -> None:
        """Say that arrays are not needed for now."""

    def relax(self) -> None:
        """Say that what was read of arrays so far is not needed for now."""

    def discard(self, name: str) -> None:
        """Drop a part that was needed for others only."""


class PartsInMemory(dict[str, Any]):
    """Parts in memory."""

    directory: Path | None = None

    def write(self, types: Mapping[str, DTypeLike], most: int, pieces: Pieces) -> None:
        """Put parts piece by piece."""
        parts, filled = [np.empty(most, dtype) for dtype in types.values()], 0
        for piece in pieces:
            for part, rows in zip(parts, piece, strict=True):
                part[filled : filled + len(rows)] = rows
            filled += len(piece[0])
        self.update(zip(types, (shrunk(part, filled) for part in parts), strict=True))

    def put(self, name: str, value: NDArray[Any]) -> None:
        """Put an array."""
        self[name] = value

    def array(self, name: str) -> NDArray[Any]:
        """Return an array."""
        part: NDArray[Any] = self[name]
        return part

    def release(self, *names: str) -> None:
        """Memory stays as it is."""

    def relax(self) -> None:
        """Memory stays as it is."""

    def discard(self, name: str) -> None:
        """Drop a part."""
        del self[name]


class PartsInStore:
    """Parts of a table that is being built: arrays are mapped, and pages are given back on release."""

    def __init__(self, building: Building) -> None:
        self._building = building
        self.directory: Path | None = building.directory

    def __contains__(self, part: str) -> bool:
        return part in self._building

    def write(self, types: Mapping[str, DTypeLike], most: int, pieces: Pieces) -> None:
        """Write parts piece by piece, each into a file."""
        for name in types:
            if name in self:  # a run was killed after the first of them
                self.discard(name)
        with ExitStack() as stack:
            parts = [stack.enter_context(self._building.part(name, kind)) for name, kind in types.items()]
            for piece in pieces:
                for part, rows in zip(parts, piece, strict=True):
                    part.append(rows)

    def put(self, name: str, value: NDArray[Any]) -> None:
        """Write an array."""
        self._building.put(name, value)

    def array(self, name: str) -> NDArray[Any]:
        """Return an array, mapped."""
        return self._building.array(name)

    def release(self, *names: str) -> None:
        """Give back the pages of arrays."""
        for name in names:
            self._building.release(name)

    def relax(self) -> None:
        """Give back the pages of all arrays, which come from the files again."""
        self._building.relax()

    def discard(self, name: str) -> None:
        """Delete a file that was needed for others only."""
        self._building.discard(name)
