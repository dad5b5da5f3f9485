"""Results of numbered deals in a CSV file, one row a deal, that a later run goes on with.

The last column of a row is a checksum of the others: a row that was changed is not counted.
"""

import csv
import hashlib
import io
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from saizen.errors import SaizenError
from saizen.store.files import explained, open_locked

Row = tuple[str, ...]
CHECK = "check"
"""The name of the last column."""


class DealFile:
    """Rows of a deal's number, the settings of the run, and what was found, in this order.

    ``settings`` are the columns, with their cells, that must be the same in every row; ``found`` names the
    other columns.
    """

    def __init__(self, path: Path | None, settings: dict[str, str], found: tuple[str, ...]) -> None:
        self.path = path
        self.settings = settings
        self.columns = ("deal", *settings, *found, CHECK)

    def complete(
        self, deals: range, compute: Callable[[list[int]], Iterator[tuple[int, Row]]]
    ) -> Iterator[tuple[int, Row]]:
        """Yield each deal and what was found, in order: from the file, or computed and added to it.

        ``compute`` takes the deals that are missing and yields them in their order.
        """
        with ExitStack() as closing:
            file = closing.enter_context(self._open()) if self.path else None
            kept = self._read(file) if file else {}
            fresh = compute([number for number in deals if number not in kept])
            for number in deals:
                if number in kept:
                    yield number, kept[number]
                    continue
                _, row = next(fresh)
                if file:
                    cells = (str(number), *self.settings.values(), *row)
                    self._append(file, (*cells, check_of(cells)))
                yield number, row

    def _open(self) -> BinaryIO:
        """Open the file, which no other run may be writing."""
        assert self.path is not None
        if self.path.exists() and not self.path.is_file():
            raise SaizenError(f"{self.path}: is not a file")
        with explained(self.path, SaizenError):
            descriptor = open_locked(self.path)
        if descriptor is None:
            raise SaizenError(f"{self.path}: another run is writing it; name another one, or wait")
        return os.fdopen(descriptor, "r+b", buffering=0)

    def _append(self, file: BinaryIO, cells: Row) -> None:
        """Write a row at once; of one that the disk has no room for, the next run removes the beginning."""
        assert self.path is not None
        left = memoryview(_line(cells))
        with explained(self.path, SaizenError):
            while left:
                left = left[file.write(left) :]

    def _read(self, file: BinaryIO) -> dict[int, Row]:
        """Read the whole rows that an earlier run wrote with the same settings; cut off what is not whole."""
        content = file.read()
        end = content.rfind(b"\n") + 1
        try:
            table = list(csv.reader(content[:end].decode("ascii").split("\n")[:-1]))
        except (UnicodeDecodeError, csv.Error):
            table = [[]]
        begun = not end and _line(self.columns).startswith(content)  # empty, or killed in its first line
        if not begun and (not table or tuple(table[0]) != self.columns):
            raise SaizenError(f"{self.path}: is not a file of this command; name another one")
        rows = {}
        for cells in table[1:]:
            if len(cells) != len(self.columns) or cells[-1] != check_of(cells[:-1]):
                raise SaizenError(
                    f"{self.path}: the row {','.join(cells)[:40]!r} is not as it was written; "
                    "delete the row, and its deal is done again"
                )
            used = dict(zip(self.settings, cells[1:], strict=False))
            if used != self.settings:
                told = " ".join(f"{name}={value}" for name, value in used.items())
                raise SaizenError(f"{self.path}: written with {told}; use the same options or another file")
            rows[int(cells[0])] = tuple(cells[1 + len(used) : -1])
        file.seek(end)
        file.truncate()
        if not table:
            self._append(file, self.columns)
        return rows


def check_of(cells: Sequence[str]) -> str:
    """Return the last cell of a row.

    >>> check_of(["4", "won"])
    '46a391863da8'
    """
    return hashlib.sha256(_line(tuple(cells))).hexdigest()[:12]


def _line(cells: Row) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().encode()
