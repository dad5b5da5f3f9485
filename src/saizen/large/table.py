"""A large solution in the store: opened at once, compared with its checksums block by block when touched."""

import mmap
import zlib
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from saizen.errors import TableError
from saizen.large.layers import Plan
from saizen.large.shelf import Shelf, part_name
from saizen.store import Store, TableName
from saizen.store.table import StoredTable

BLOCK: Final = 1 << 16
"""Bytes that have a checksum of their own."""
PIECE: Final = 1 << 22
"""Numbers whose blocks are checked at a time."""
KINDS: Final = ("keys", "values", "lengths")


def block_sums(array: NDArray[Any]) -> NDArray[np.uint32]:
    """Return the CRC-32 of every block of an array.

    >>> block_sums(np.zeros(3, np.int8)).tolist()
    [4282505490]
    """
    data = np.ascontiguousarray(array).view(np.uint8).data
    return np.array([zlib.crc32(data[at : at + BLOCK]) for at in range(0, len(data), BLOCK)], np.uint32)


def put_sums(shelf: Shelf, plan: Plan, remoteness: bool) -> None:
    """Add the checksums of all blocks to a table that is being built."""
    for place in range(len(plan.sizes)):
        for kind in KINDS if remoteness else KINDS[:2]:
            name = part_name(f"blocks-{kind}", place)
            if name not in shelf:
                part = shelf.array(part_name(kind, place))
                sums = []
                for first in range(0, len(part), PIECE):
                    sums.append(block_sums(part[first : first + PIECE]))
                    shelf.relax()
                shelf.put(name, np.concatenate(sums))
                shelf.release(part_name(kind, place))


class Blocks:
    """A mapped array whose blocks are checked when they are first touched."""

    def __init__(self, table: StoredTable, name: str, sums: NDArray[np.uint32]) -> None:
        record = table.parts[name]
        self._table, self._name, self._sums = table, name, sums
        self._path = table.directory / name
        with self._path.open("rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if record.size else b""
        self._array: NDArray[Any] = np.frombuffer(self._map, np.dtype(record.dtype))
        self._good = np.zeros(len(sums), bool)
        if len(sums) != -(-record.size // BLOCK) or len(self._map) != record.size:
            raise self._damage()

    def __len__(self) -> int:
        return len(self._array)

    def __getitem__(self, at: int) -> int:
        block = at * self._array.itemsize // BLOCK
        if not self._good[block]:
            if zlib.crc32(self._map[block * BLOCK : (block + 1) * BLOCK]) != self._sums[block]:
                raise self._damage()
            self._good[block] = True
        return int(self._array[at])

    def _damage(self) -> TableError:
        return TableError(
            f"{self._path}: damaged, a block does not match its checksum; remove the table with "
            f"`saizen tables remove {self._table.name}` and build it again"
        )


class LargeTable:
    """The parts of a complete table, by name."""

    def __init__(self, store: Store, name: TableName) -> None:
        self.table = StoredTable(store.path(name), name)
        if not self.table.complete:
            raise TableError(f"{name} is unfinished in {store.directory}: run the same command again")
        self.table.check_sizes()
        self._blocks: dict[str, Blocks] = {}

    @property
    def meta(self) -> Mapping[str, Any]:
        """What the builder said about the table."""
        return self.table.meta

    def array(self, name: str) -> Any:
        """Return a part, checked as it is touched."""
        if name not in self._blocks:
            self._blocks[name] = Blocks(self.table, name, self.table.array(f"blocks-{name}"))
        return self._blocks[name]
