"""Results of numbered deals in a CSV file, one row per deal, which a later run continues.

The last column of a row is a checksum of the others: a row that was changed is not counted. Rows stand in the
order of the deals. One that is found before its turn stands beside the file meanwhile, in ``NAME.ahead``, so
that no finished deal is lost, however a run ends.
"""

import csv
import hashlib
import io
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, Self

from saizen.errors import SaizenError
from saizen.store.files import explain_error, open_locked

Row = tuple[str, ...]
Ahead = Callable[[int, Row], None]
"""Takes a deal and its row before their turn."""
CHECK = "check"
"""The name of the last column."""


class DealFile:
    """Rows of a deal's number, the settings of the run, and what was found, in this order.

    ``settings`` are the columns, with their cells, that must be the same in every row; ``results`` names the
    other columns.
    """

    def __init__(self, path: Path | None, settings: dict[str, str], results: tuple[str, ...]) -> None:
        self.path = path
        self.settings = settings
        self.columns = ("deal", *settings, *results, CHECK)

    def complete(
        self, deals: range, compute: Callable[[list[int], Ahead], Iterator[tuple[int, Row]]]
    ) -> Iterator[tuple[int, Row]]:
        """Yield each deal and what was found, in order: from the file, or computed and added to it.

        ``compute`` takes the deals that are missing and yields them in their order. What it finds before its
        turn it may hand over at once: it is stored, and must be yielded all the same.
        """
        if self.path is None:
            yield from compute(list(deals), lambda number, row: None)
            return
        with ExitStack() as closing:
            file = closing.enter_context(_Rows(self.path, self))
            written = file.read()
            beside = closing.enter_context(_Beside(self.path.with_name(f"{self.path.name}.ahead"), self))
            early = {number: row for number, row in beside.read().items() if number not in written}
            beside.waiting.update(early)
            fresh = compute([n for n in deals if n not in written and n not in early], beside.add)
            closing.callback(
                getattr(fresh, "close", lambda: None)
            )  # before all else: it may have rows to keep
            for number in deals:
                row = written.get(number)
                if row is None:
                    row = early[number] if number in early else next(fresh)[1]
                    file.append(number, row)
                    beside.drop(number)
                yield number, row


class _Rows:
    """An open file of rows, which no other run may be writing."""

    def __init__(self, path: Path, form: DealFile) -> None:
        self.path, self.form = path, form
        self.file: BinaryIO | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self.file:
            self.file.close()

    def open(self) -> BinaryIO:
        if self.file is None:
            if self.path.exists() and not self.path.is_file():
                raise SaizenError(f"{self.path}: is not a file")
            with explain_error(self.path, SaizenError):
                descriptor = open_locked(self.path)
            if descriptor is None:
                raise SaizenError(f"{self.path}: another run is writing it; name another one, or wait")
            self.file = os.fdopen(descriptor, "r+b", buffering=0)
        return self.file

    def append(self, number: int, row: Row) -> None:
        """Write a row at once; of one that the disk has no room for, the next run removes the beginning."""
        cells = (str(number), *self.form.settings.values(), *row)
        self.write((*cells, check_of(cells)))

    def write(self, cells: Row) -> None:
        left, file = memoryview(_line(cells)), self.open()
        with explain_error(self.path, SaizenError):
            while left:
                left = left[file.write(left) :]

    def read(self) -> dict[int, Row]:
        """Read the whole rows that an earlier run wrote with the same settings; cut off what is not whole."""
        file, settings, columns = self.open(), self.form.settings, self.form.columns
        content = file.read()
        end = content.rfind(b"\n") + 1
        try:
            table = list(csv.reader(content[:end].decode("ascii").split("\n")[:-1]))
        except (UnicodeDecodeError, csv.Error):
            table = [[]]
        begun = not end and _line(columns).startswith(content)  # empty, or killed in its first line
        if not begun and (not table or tuple(table[0]) != columns):
            raise SaizenError(f"{self.path}: is not a file of this command; name another one")
        rows = {}
        for cells in table[1:]:
            if len(cells) != len(columns) or cells[-1] != check_of(cells[:-1]):
                raise SaizenError(
                    f"{self.path}: the row {','.join(cells)[:40]!r} is not as it was written; "
                    "delete the row, and its deal is done again"
                )
            used = dict(zip(settings, cells[1:], strict=False))
            if used != settings:
                options = " ".join(f"{name}={value}" for name, value in used.items())
                raise SaizenError(
                    f"{self.path}: written with {options}; use the same options or another file"
                )
            rows[int(cells[0])] = tuple(cells[1 + len(used) : -1])
        file.seek(end)
        file.truncate()
        if not table:
            self.write(columns)
        return rows


class _Beside(_Rows):
    """Rows that wait for their turn; the file is made when one does, and goes when none does any more."""

    def __init__(self, path: Path, form: DealFile) -> None:
        super().__init__(path, form)
        self.waiting: set[int] = set()
        self.ours = False

    def __exit__(self, *error: object) -> None:
        super().__exit__()
        if self.ours and not self.waiting:
            with explain_error(self.path, SaizenError):
                self.path.unlink(missing_ok=True)

    def read(self) -> dict[int, Row]:
        if not os.path.lexists(self.path):
            return {}
        rows = super().read()
        self.ours = True
        return rows

    def add(self, number: int, row: Row) -> None:
        """Keep a row before its turn."""
        if not self.ours:
            super().read()  # writes the header
            self.ours = True
        self.append(number, row)
        self.waiting.add(number)

    def drop(self, number: int) -> None:
        """Let go of a row that stands in its place now."""
        if number in self.waiting:
            self.waiting.remove(number)
            if not self.waiting and self.file:
                self.file.seek(len(_line(self.form.columns)))
                self.file.truncate()


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
