"""How many of the numbered deals can be won at all: all cores, one row a deal, goes on where it was."""

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial
from pathlib import Path

from saizen.errors import SaizenError
from saizen.games.calculation.dealfile import Ahead, DealFile, Row
from saizen.games.calculation.deals import shuffled_deal
from saizen.games.calculation.log import write_log
from saizen.games.calculation.rules import Variant
from saizen.games.calculation.thoughtful.decide import solve_deal
from saizen.work import SILENT, Progress, run

VERDICTS = ("won", "impossible", "open")


def decide(
    deal: int, stacks: int, conflicts: int, shuffled: int | None = None, progress: Progress = SILENT
) -> tuple[int, Row]:
    """Decide a deal within a number of dead ends: the verdict, the dead ends met, and the game, in one line.

    >>> decide(4, 1, 1000)
    (4, ('impossible', '10', ''))
    """
    cards, variant = shuffled_deal(deal, shuffled), Variant(stacks=stacks)
    found = solve_deal(cards, variant, conflicts=conflicts, progress=progress)
    return deal, (found.verdict, str(found.conflicts), write_log(found.turns).replace("\n", " "))


def decide_deals(
    deals: range,
    stacks: int,
    conflicts: int,
    out: Path | None = None,
    workers: int | None = None,
    progress: Progress = SILENT,
    shuffled: int | None = None,
    executor: Executor | None = None,
) -> Iterator[tuple[int, str]]:
    """Yield each deal, in order, and its verdict; with a file, go on with the rows it has."""
    settings = {"stacks": str(stacks), "limit": str(conflicts)}
    if shuffled is not None:
        settings["shuffled"] = str(shuffled)
    file = DealFile(out, settings, ("verdict", "conflicts", "game"))

    def compute(missing: list[int], ahead: Ahead) -> Iterator[tuple[int, Row]]:
        here = workers == 1 and executor is None  # processes are ended from outside
        asked = partial(decide, stacks=stacks, conflicts=conflicts, shuffled=shuffled)
        return run(
            partial(asked, progress=progress) if here else asked,
            missing,
            executor,
            progress,
            label=f"deals, {stacks} stacks",
            workers=workers,
            early=lambda result: ahead(*result),
        )

    for number, (verdict, *_) in file.complete(deals, compute):
        if verdict not in VERDICTS:
            raise SaizenError(
                f"{out}: deal {number} has the verdict {verdict!r}; it is one of {', '.join(VERDICTS)}"
            )
        yield number, verdict
