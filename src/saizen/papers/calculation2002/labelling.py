"""The labelling that the appendix prints for turn 31, and formula (4) of a labelling in fractions."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import prod
from typing import Any

from saizen.games.calculation.game_log import LoggedTurn
from saizen.games.calculation.rules import FOUNDATIONS, RANKS, Calculation, Variant
from saizen.games.calculation.stackgame.rules import Arrangement, Card, game_of_labelling, order_of
from saizen.games.calculation.stackgame.two_chains.lattice import Start
from saizen.games.calculation.stackgame.two_chains.layers import StackTable
from saizen.papers.report import Check, Verdict, claimed, compared
from saizen.work import SILENT, Progress

Labels = tuple[tuple[Card, ...], ...]
PARTS = 10
"""One or two of four foundations."""


def read_labels(stack: str, variant: Variant) -> Iterator[Card]:
    """Read cards with their foundations, as 8(C) 5(C).

    >>> list(read_labels("8(C) A(B)", Variant()))
    [(2, 6), (1, 6)]
    """
    for rank, foundation in re.findall(r"(.)\((.)\)", stack):
        place = FOUNDATIONS.index(foundation)
        yield place, variant.sequence(place).index(RANKS.index(rank) + 1)


def chances(arrangement: Arrangement, progress: Progress = SILENT) -> dict[tuple[int, ...], Fraction]:
    """Return the value of each part of one or two foundations; nothing after one that is lost."""
    chance_of: dict[tuple[int, ...], Fraction] = {}
    for foundations in [*combinations(range(4), 1), *combinations(range(4), 2)]:
        order = order_of(arrangement, set(foundations))
        if order is None or order.lost():
            return chance_of
        chance_of[foundations] = (
            StackTable(Start.of(order), progress).value(order) if order.cards else Fraction(1)
        )
    return chance_of


def estimate(chance: Mapping[tuple[int, ...], Fraction]) -> Fraction:
    """Return formula (4) from the values of all parts, exactly; 0 if one is lost."""
    if len(chance) < PARTS or not all(chance.values()):
        return Fraction(0)
    single = prod((chance[f,] for f in range(4)), start=Fraction(1))
    falls = (chance[i, j] / (chance[i,] * chance[j,]) for i, j in combinations(range(4), 2))
    return prod(falls, start=single)


def compare_labelling(
    printed: dict[str, Any], turns: Sequence[LoggedTurn], progress: Progress
) -> Iterator[Check]:
    """Compare the labelling printed for turn 31 with the position, and what is said of it."""
    game = Calculation(Variant(stacks=3))
    position = game.parse(printed["position"])
    stacks = tuple(tuple(read_labels(stack, game.variant)) for stack in printed["labels"])
    ranks = tuple(tuple(game.variant.sequence(f)[place] for f, place in stack) for stack in stacks)
    text = game.text(replace(position, stacks=ranks))
    where, at = "appendix A.1", f"labelling at turn {printed['turn']}"
    yield compared(where, f"{at}: cards", printed["position"], text)
    arrangement = game_of_labelling(game.variant, position.foundations, stacks)
    used = [card for stack in stacks for card in stack]
    own = len(set(used)) == len(used) and all(place >= position.foundations[f] for f, place in used)
    yield claimed(where, f"{at}: each card has a free place of its own", own)
    order = order_of(arrangement)
    fine = order is not None and not order.lost()
    yield claimed(where, f"{at}: no failure by theorems 1 and 2", fine)
    top = stacks[0][-1]
    movable = top[0] == 0 and top[1] == position.foundations[0]
    yield claimed(where, f"{at}: the 2 on stack 1 is for A and could go there", movable)
    later = " ".join(str(action) for action in turns[printed["turn"] + 2].actions[1:])
    yield compared(where, "the moves three turns later", printed["later"], later)
    yield _estimate(where, f"{at}: estimate by equation (4)", arrangement, progress)
    for old, new in printed["changes"]:
        rows = [row.replace(old, new) for row in printed["labels"]]
        other = tuple(tuple(read_labels(row, game.variant)) for row in rows)
        changed = game_of_labelling(game.variant, position.foundations, other)
        yield _estimate(where, f"{at}: estimate with {new} for {old}", changed, progress)


def _estimate(where: str, what: str, arrangement: Arrangement, progress: Progress) -> Check:
    value = f"{float(estimate(chances(arrangement, progress))):.4g}"
    return Check(where, what, "not printed", value, Verdict.BEYOND)
