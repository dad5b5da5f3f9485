"""Tables 3 and 4, and the preliminary experiments of section 3: deals that are played, not looked up.

Every player's deals stand in a file of the store, so that a run that was stopped continues. A printed rate is
*inside* if the 95 % interval (Wilson's) of ours contains it.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Any

from saizen.games.calculation.deals import parse_deals, shuffled_cards
from saizen.games.calculation.machine.style import APART, SINGLES, Style, style_of
from saizen.games.calculation.rates import mcnemar, wilson
from saizen.games.calculation.rules import Calculation, CalculationPosition, Variant
from saizen.papers.report import Check, Verdict, claimed, read_data
from saizen.store import Store
from saizen.work import SILENT, Progress

PRELIMINARY = "preliminary"
FOLDER = ".deals"
"""The folder of the files in the store; no table has such a name."""
LABELLINGS = 50
"""Kept in the preliminary experiments; the paper does not say how many."""
FROM_THERE = 40
"""Shuffled decks that are played from the position of section 3.3."""
CHANCE = 0.05
"""Differences with a larger p-value than this are not significant."""


class Runs:
    """Deals played by several players, each in its file."""

    def __init__(self, deals: str, store: Store | None, progress: Progress, quick: bool) -> None:
        self.text, self.deals = deals, parse_deals(deals)
        self.store, self.progress, self.quick = store or Store(), progress, quick

    def won(self, stacks: int, style: Style) -> dict[int, bool]:
        """Play all deals, or read what was played before."""
        from saizen.games.calculation.machine.machine import prepare_machine
        from saizen.games.calculation.machine.simulate import SimulationSettings, simulate

        machine = prepare_machine(stacks, style, self.quick, self.progress, store=self.store)
        settings = SimulationSettings(stacks, machine.style, machine.table.start.cards // 2)
        numbers = "-".join(map(str, settings.style))
        file = self.store.directory / FOLDER / f"stacks{stacks}-cards{settings.cards}-{numbers}.csv"
        file.parent.mkdir(parents=True, exist_ok=True)
        place = str(self.store.directory)
        return dict(simulate(self.deals, settings, place, out=file, progress=self.progress))

    def won_from(self, position: str, style: Style) -> dict[int, bool]:
        """Play shuffled decks from a position on, choosing again after every draw."""
        from saizen.games.calculation.machine.machine import prepare_machine

        game = Calculation(Variant(stacks=3))
        start = game.parse(position)
        machine = prepare_machine(3, style, self.quick, self.progress, store=self.store)
        self.progress.stage("from the position of section 3.3", FROM_THERE)
        won = {}
        for number in range(1, FROM_THERE + 1):
            current = start
            for card in shuffled_cards(game.deck(start).elements(), number):
                current = machine.advise(replace(current, drawn=card))[0].position
            won[number] = _clears(game, current)
            self.progress.advance()
        return won

    def rate_text(self, won: dict[int, bool]) -> str:
        """Write a rate with its interval and sample."""
        low, high = self.interval(won)
        share = sum(won.values()) / len(won)
        return f"{share:.2%} ({low:.2%} to {high:.2%}, deals {self.text}{', small table' * self.quick})"

    def interval(self, won: dict[int, bool]) -> tuple[float, float]:
        """Return the 95 % interval of a rate."""
        return wilson(sum(won.values()), len(won))


def _clears(game: Calculation, position: CalculationPosition) -> bool:
    """Return whether all cards can be moved to the foundations when the deck is empty."""
    fresh, seen = [position], {position}
    while fresh:
        current = fresh.pop()
        if not any(current.stacks):
            return True
        following = {game.after(current, action) for action in game.actions(current)} - seen
        seen |= following
        fresh += following
    return False


def compare_played(
    tables: tuple[str, ...],
    deals: str,
    store: Store | None = None,
    progress: Progress = SILENT,
    quick: bool = False,
) -> Iterator[Check]:
    """Play the deals for these tables and compare the rates; a small table's are beyond print."""
    printed, runs = read_data(__package__, "printed.toml"), Runs(deals, store, progress, quick)
    for name in tables:
        if name == PRELIMINARY:
            yield from _preliminary(printed, runs)
        else:
            number, _, row = name.partition(".")
            table = printed[f"table{number}"]
            rows = table["row"][int(row) - 1 : int(row)] if row else table["row"]
            yield from _table(f"Table {number}", {**table, "row": rows}, runs)


def _table(where: str, table: dict[str, Any], runs: Runs) -> Iterator[Check]:
    """Play the rows of a table and compare the rates, then what section 4 says of them."""
    played: dict[tuple[bool, int], dict[int, bool]] = {}
    for row in table["row"]:
        style = style_of("paper", row["labellings"], row["lookahead"])
        won = played[row["lookahead"], row["labellings"]] = runs.won(table["stacks"], style)
        what = f"{row['labellings']} labellings{', one draw further' * row['lookahead']}"
        rate = row["won"] / table["deals"]
        low, high = runs.interval(won)
        verdict = Verdict.INSIDE if low <= rate <= high else Verdict.OUTSIDE
        yield Check(
            where, what, f"{rate:.2%}", runs.rate_text(won), Verdict.BEYOND if runs.quick else verdict
        )
    for looking, some in groupby(sorted(played), key=lambda style: style[0]):
        for fewer, more in pairwise(labellings for _, labellings in some):
            what = f"{where}: {fewer} labellings win less than {more}{', one draw further' * looking}"
            yield _less("section 4", what, played[looking, fewer], played[looking, more], runs)
    for looking, labellings in sorted(played):
        if looking and (False, labellings) in played:
            what = f"{where}: {labellings} labellings win less without looking one draw further"
            yield _less("section 4", what, played[False, labellings], played[True, labellings], runs)


def _preliminary(printed: dict[str, Any], runs: Runs) -> Iterator[Check]:
    said = printed["preliminary"]
    stacks = said["stacks"]
    paper, literal = style_of("paper", LABELLINGS), style_of("literal", LABELLINGS)
    usual = runs.won(stacks, paper)
    singles = runs.won(stacks, paper._replace(estimate=SINGLES))
    bottom, top = said["singles"]
    low, high = runs.interval(singles)
    near = Verdict.INSIDE if low <= top and high >= bottom else Verdict.OUTSIDE
    verdict = Verdict.BEYOND if runs.quick else near
    yield Check(
        "section 3.2", "product of single foundations", "about 30 %", runs.rate_text(singles), verdict
    )
    yield _less("section 3.2", "single foundations win less than formula (4)", singles, usual, runs)
    tries = runs.won(stacks, paper._replace(counted=LABELLINGS, independent=1))
    yield _less("section 3.1", "1 - product of (1 - p) wins less than the maximum", tries, usual, runs)
    apart = runs.won(stacks, literal._replace(estimate=APART))
    what = "cards taken away before the order is taken win less than after"
    yield _less("section 3.2", what, apart, runs.won(stacks, literal), runs)
    yield _far_below(printed["section3_3"], runs)


def _far_below(printed: dict[str, Any], runs: Runs) -> Check:
    """Compare the estimate of section 3.3 with the success of the best player from there: far below it."""
    played = runs.won_from(printed["position"], style_of("best"))
    low, _ = runs.interval(played)
    estimate = float(printed["estimate"])
    rates = f"{estimate:.2%} against {sum(played.values())} of {len(played)} shuffled decks won from there"
    what = f"the estimate is less than a tenth of the success ({FROM_THERE} decks)"
    if runs.quick:
        return Check("section 3.3", what, "holds", f"small table: {rates}", Verdict.BEYOND)
    return claimed("section 3.3", what, 10 * estimate < low, rates)


def _less(where: str, what: str, first: dict[int, bool], other: dict[int, bool], runs: Runs) -> Check:
    """Compare a claim that one player wins less than another on the same deals.

    It holds, or fails, only if the difference is beyond chance; else the sample leaves it open.
    """
    fewer = sum(other[n] and not first[n] for n in first)
    more = sum(first[n] and not other[n] for n in first)
    chance = mcnemar(fewer, more)
    summary = f"{runs.rate_text(first)} against {runs.rate_text(other)}; {more} to {fewer}, p = {chance:.2g}"
    if runs.quick or chance >= CHANCE:
        verdict = Verdict.BEYOND if runs.quick else Verdict.INSIDE
        return Check(where, what, "holds", f"open: {summary}", verdict)
    return claimed(where, what, fewer > more, summary)
