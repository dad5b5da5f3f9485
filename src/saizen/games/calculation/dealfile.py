"""Results of numbered deals in a CSV file, one row a deal, that a later run goes on with."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

from saizen.errors import SaizenError
from saizen.store import atomic_write

Row = tuple[str, ...]


class DealFile:
    """Rows of a deal's number, the settings of the run, and what was found, in this order.

    ``settings`` are the columns, with their cells, that must be the same in every row; ``found`` names the
    other columns.
    """

    def __init__(self, path: Path | None, settings: dict[str, str], found: tuple[str, ...]) -> None:
        self.path = path
        self.settings = settings
        self.columns = ("deal", *settings, *found)

    def complete(
        self, deals: range, compute: Callable[[list[int]], Iterator[tuple[int, Row]]]
    ) -> Iterator[tuple[int, Row]]:
        """Yield each deal and what was found, in order: from the file, or computed and added to it.

        ``compute`` takes the deals that are missing and yields them in their order.
        """
        kept = self._read()
        fresh = compute([number for number in deals if number not in kept])
        with ExitStack() as closing:
            file = None
            if self.path:
                # written anew, so that a row cut off by an interruption is gone
                known = [(str(number), *self.settings.values(), *row) for number, row in kept.items()]
                atomic_write(self.path, _lines([self.columns, *known]).encode())
                file = closing.enter_context(self.path.open("a", encoding="utf-8", newline=""))
            for number in deals:
                if number in kept:
                    yield number, kept[number]
                    continue
                _, row = next(fresh)
                if file:
                    file.write(_lines([(str(number), *self.settings.values(), *row)]))
                    file.flush()
                yield number, row

    def _read(self) -> dict[int, Row]:
        """Read the whole rows that an earlier run wrote with the same settings."""
        if self.path is None or not self.path.exists():
            return {}
        if not self.path.is_file():
            raise SaizenError(f"{self.path}: is not a file")
        try:
            text = self.path.read_bytes().decode()
        except UnicodeDecodeError:
            raise SaizenError(f"{self.path}: is not a file of this command; name another one") from None
        whole = [line for line in text.splitlines(keepends=True) if line.endswith("\n")]
        table = list(csv.reader(whole))
        if text and (not table or tuple(table[0]) != self.columns):
            raise SaizenError(f"{self.path}: is not a file of this command; name another one")
        rows = {}
        for cells in table[1:]:
            if len(cells) != len(self.columns) or not cells[0].isdecimal():
                raise SaizenError(f"{self.path}: cannot read the row {','.join(cells)[:40]!r}")
            used = dict(zip(self.settings, cells[1:], strict=False))
            if used != self.settings:
                told = " ".join(f"{name}={value}" for name, value in used.items())
                raise SaizenError(f"{self.path}: written with {told}; use the same options or another file")
            rows[int(cells[0])] = tuple(cells[1 + len(used) :])
        return rows


def _lines(rows: Iterable[Row]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
