"""Many deals, on all cores or a cluster: rates with intervals, the same for any number of workers."""

import csv
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from saizen.errors import MissingTable, SaizenError
from saizen.games.calculation.deal_results import CHECK, Ahead, DealFile, Row, check_of
from saizen.games.calculation.machine.style import Style
from saizen.games.calculation.rates import mcnemar
from saizen.work import SILENT, Progress, run
from saizen.work.cluster import Parcel

SHARE = 5
"""Deals that a worker takes at a time."""
WON, LOST = "won", "lost"
RARE = ("estimate", "independent", "exact")
"""Fields of a style that most players lack."""


@dataclass(frozen=True, slots=True)
class SimulationSettings:
    """The settings that a result depends on, besides the deal."""

    stacks: int
    style: Style
    cards: int
    """Cards of each foundation in the table of pairs."""
    shuffled: int | None = None
    """The seed of shuffled decks; the paper's deals if there is none."""

    def cells(self) -> dict[str, str]:
        """Return the settings as columns of a file.

        >>> SimulationSettings(3, Style(), 12).cells()["labellings"]
        '50'
        """
        style = {name: str(number) for name, number in self.style._asdict().items()}
        for name in RARE:  # files of the other players stay as they always were
            if style[name] == "0":
                del style[name]
        decks = {} if self.shuffled is None else {"shuffled": str(self.shuffled)}
        return {"stacks": str(self.stacks), "table": str(self.cards), **style, **decks}


@dataclass(frozen=True, slots=True)
class DealTask:
    """Some deals for one worker, the store whose table it uses, and where that is fetched if missing."""

    deals: tuple[int, ...]
    settings: SimulationSettings
    store: str
    parcel: Parcel | None = None


def play_deals(task: DealTask, progress: Progress = SILENT) -> list[tuple[int, Row]]:
    """Play some deals; each row has the outcome and how many cards did not reach the foundations."""
    from saizen.games.calculation.machine.machine import machine

    settings = task.settings.stacks, task.settings.style, task.settings.cards
    try:
        player = machine(*settings, task.store)
    except MissingTable:
        if task.parcel is None:
            raise
        player = machine(*settings, task.parcel.unpack())
    seed = task.settings.shuffled
    games = [player.play(number, progress, shuffled=seed) for number in task.deals]
    return [(game.deal, (WON if game.success else LOST, str(game.left))) for game in games]


def simulate(
    deals: range,
    settings: SimulationSettings,
    store: str,
    *,
    out: Path | None = None,
    executor: Executor | None = None,
    parcel: Parcel | None = None,
    workers: int | None = None,
    progress: Progress = SILENT,
) -> Iterator[tuple[int, bool]]:
    """Yield each deal, in order, and whether it was won; a file is continued."""
    file = DealFile(out, settings.cells(), ("outcome", "left"))
    label = f"{settings.stacks} stacks"

    def compute(missing: list[int], ahead: Ahead) -> Iterator[tuple[int, Row]]:
        shares = [tuple(missing[i : i + SHARE]) for i in range(0, len(missing), SHARE)]
        tasks = [DealTask(share, settings, store, parcel) for share in shares]
        few = 1 if len(tasks) <= 1 else workers
        in_process = few == 1 and executor is None  # processes are ended from outside
        play = partial(play_deals, progress=progress) if in_process else play_deals

        def early(rows: list[tuple[int, Row]]) -> None:
            for number, row in rows:
                ahead(number, row)

        for rows in run(play, tasks, executor, progress, label, workers=few, early=early):
            for at, numbered in enumerate(rows, start=1):
                try:
                    yield numbered
                except GeneratorExit:  # nobody wants the rest now
                    early(rows[at:])
                    raise

    wins = 0
    for played, (number, (outcome, _)) in enumerate(file.complete(deals, compute), start=1):
        if outcome not in (WON, LOST):
            raise SaizenError(f"{out}: deal {number} has the outcome {outcome!r}; it is {WON} or {LOST}")
        wins += outcome == WON
        progress.tell(f"{label}, won {wins} of {played} ({wins / played:.1%})")
        yield number, outcome == WON


def outcomes(path: Path, shuffled: int | None = None) -> dict[int, bool]:
    """Read the outcomes of an earlier run on the same decks, whatever its other settings."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        deal, outcome = head.index("deal"), head.index("outcome")
        if head[-1] != CHECK or any(row[-1] != check_of(row[:-1]) for row in rows):
            raise ValueError
        at = head.index("shuffled") if "shuffled" in head else None
        decks = {None if at is None else int(row[at]) for row in rows}
        won = {int(row[deal]): {WON: True, LOST: False}[row[outcome]] for row in rows}
    except (KeyError, IndexError, ValueError, TypeError, UnicodeDecodeError, csv.Error):
        raise SaizenError(
            f"{path}: is not a file that saizen simulate calculation --out wrote, or was changed"
        ) from None
    if decks - {shuffled}:
        raise SaizenError(f"{path}: has other decks; use the same --shuffled, or none, in both runs")
    return won


def compare(results: Mapping[int, bool], other: Mapping[int, bool], name: str) -> dict[str, Any]:
    """Compare two players on the deals that both played, by McNemar's test.

    >>> compare({1: True, 2: False, 3: True}, {2: True, 3: False}, "other.csv")
    {'common': 2, 'only this': 1, 'only other': 1, 'p': 1.0}
    """
    common = results.keys() & other.keys()
    if not common:
        raise SaizenError(f"{name}: has none of these deals")
    only_this = sum(results[n] and not other[n] for n in common)
    only_other = sum(other[n] and not results[n] for n in common)
    return {
        "common": len(common),
        "only this": only_this,
        "only other": only_other,
        "p": mcnemar(only_this, only_other),
    }
