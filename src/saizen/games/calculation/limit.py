"""How many of the numbered deals can be won at all: all cores, one row a deal, goes on where it was."""

import csv
import io
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from saizen.errors import SaizenError
from saizen.games.calculation.deals import deal
from saizen.games.calculation.log import write_log
from saizen.games.calculation.rules import Variant
from saizen.games.calculation.thoughtful import solve_deal
from saizen.work import SILENT, Progress, run

COLUMNS = ("deal", "stacks", "limit", "verdict", "nodes", "game")


@dataclass(frozen=True, slots=True)
class Task:
    """A deal to be decided within a number of positions."""

    deal: int
    stacks: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of a deal; the game is written in one line, as `read_log` reads it too."""

    deal: int
    stacks: int
    limit: int
    verdict: str
    nodes: int
    game: str

    def text(self) -> str:
        """Write the row as a line of CSV."""
        line = io.StringIO()
        cells = [self.deal, self.stacks, self.limit, self.verdict, self.nodes, self.game]
        csv.writer(line, lineterminator="\n").writerow(cells)
        return line.getvalue()


def decide(task: Task) -> Row:
    """Decide one deal.

    >>> decide(Task(4, 1, 1000)).verdict
    'impossible'
    """
    found = solve_deal(deal(task.deal), Variant(stacks=task.stacks), nodes=task.nodes)
    game = write_log(found.turns).replace("\n", " ")
    return Row(task.deal, task.stacks, task.nodes, found.verdict, found.nodes, game)


def decide_deals(
    deals: range,
    stacks: int,
    nodes: int,
    out: Path | None = None,
    workers: int | None = None,
    progress: Progress = SILENT,
) -> Iterator[Row]:
    """Yield a row for each deal, in order; with a file, go on with the rows it has, and add the others."""
    kept = _read(out, stacks, nodes) if out else {}
    tasks = [Task(number, stacks, nodes) for number in deals if number not in kept]
    with ExitStack() as closing:
        file = None
        if out:
            # written anew, so that a row cut off by an interruption is gone
            fresh_file = out.with_name(out.name + ".new")
            whole = ",".join(COLUMNS) + "\n" + "".join(row.text() for row in kept.values())
            fresh_file.write_text(whole, encoding="utf-8", newline="")
            fresh_file.replace(out)
            file = closing.enter_context(out.open("a", encoding="utf-8", newline=""))
        fresh = run(decide, tasks, progress=progress, label=f"deals, {stacks} stacks", workers=workers)
        for number in deals:
            if number in kept:
                yield kept[number]
                continue
            row = next(fresh)
            if file:
                file.write(row.text())
                file.flush()
            yield row


def _read(path: Path, stacks: int, nodes: int) -> dict[int, Row]:
    """Read the whole rows of a file that an earlier run wrote with the same options."""
    if not path.exists():
        return {}
    rows = {}
    with path.open(encoding="utf-8", newline="") as file:
        lines = [line for line in file if line.endswith("\n")]
    if lines and tuple(lines[0].strip().split(",")) != COLUMNS:
        raise SaizenError(f"{path}: is not a file of this command; name another one")
    for cells in csv.reader(lines[1:]):
        try:
            row = Row(int(cells[0]), int(cells[1]), int(cells[2]), cells[3], int(cells[4]), cells[5])
        except (ValueError, IndexError):
            raise SaizenError(f"{path}: cannot read the row {','.join(cells)[:40]!r}") from None
        if (row.stacks, row.limit) != (stacks, nodes):
            raise SaizenError(
                f"{path}: written with --stacks {row.stacks} --nodes {row.limit}; use these or another file"
            )
        rows[row.deal] = row
    return rows
