"""How many of the numbered deals can be won at all: all cores, one row a deal, goes on where it was."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from saizen.errors import SaizenError
from saizen.games.calculation.dealfile import DealFile, Row
from saizen.games.calculation.deals import deal
from saizen.games.calculation.log import write_log
from saizen.games.calculation.rules import Variant
from saizen.games.calculation.thoughtful.decide import solve_deal
from saizen.work import SILENT, Progress, run

VERDICTS = ("won", "impossible", "open")


@dataclass(frozen=True, slots=True)
class Task:
    """A deal to be decided within a number of dead ends."""

    deal: int
    stacks: int
    conflicts: int


def decide(task: Task) -> tuple[int, Row]:
    """Decide one deal: the verdict, the dead ends met, and the game, in one line.

    >>> decide(Task(4, 1, 1000))
    (4, ('impossible', '10', ''))
    """
    found = solve_deal(deal(task.deal), Variant(stacks=task.stacks), conflicts=task.conflicts)
    return task.deal, (found.verdict, str(found.conflicts), write_log(found.turns).replace("\n", " "))


def decide_deals(
    deals: range,
    stacks: int,
    conflicts: int,
    out: Path | None = None,
    workers: int | None = None,
    progress: Progress = SILENT,
) -> Iterator[tuple[int, str]]:
    """Yield each deal, in order, and its verdict; with a file, go on with the rows it has."""
    file = DealFile(out, {"stacks": str(stacks), "limit": str(conflicts)}, ("verdict", "conflicts", "game"))

    def compute(missing: list[int]) -> Iterator[tuple[int, Row]]:
        tasks = [Task(number, stacks, conflicts) for number in missing]
        return run(decide, tasks, progress=progress, label=f"deals, {stacks} stacks", workers=workers)

    for number, (verdict, *_) in file.complete(deals, compute):
        if verdict not in VERDICTS:
            raise SaizenError(
                f"{out}: deal {number} has the verdict {verdict!r}; it is one of {', '.join(VERDICTS)}"
            )
        yield number, verdict
