"""Counting won, open and lost positions by points, and the comebacks, as section 4.5 does."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.games.rivals.export import all_positions
from saizen.games.rivals.keys import mirror
from saizen.games.rivals.rules import RivalsPosition
from saizen.games.rivals.solved import RivalsSolution
from saizen.games.rivals.solving.layers import RivalsLayer

Outcomes = Counter[tuple[int, int, int]]
"""How many positions have (my points, your points, result); the result is 1, 0 (neither) or -1."""


def count_outcomes(solved: RivalsSolution) -> tuple[Outcomes, Outcomes]:
    """Count outcomes of simultaneous positions, and of those in which cards are shown in turn."""
    simultaneous: Outcomes = Counter()
    in_turn: Outcomes = Counter()
    for depth, layer in enumerate(solved.layers):
        assert solved.exact_layers is not None
        own, following = solved.exact_layers[depth], solved.exact_pool(depth)
        results = _results(own.numbers)[own.ranks]
        mine, yours = layer.keys >> 16 & 15, layer.keys >> 20 & 15
        twin = layer.mirrored
        leads = layer.leads
        _add(simultaneous, mine[leads:], yours[leads:], results[leads:])
        _add(simultaneous, yours[leads:][twin], mine[leads:][twin], -results[leads:][twin])
        _add(in_turn, mine[:leads], yours[:leads], results[:leads])
        # The player who replies takes the least for the one who showed the card.
        least = following.ranks[layer.children[:leads]].min(axis=2)
        replies = -_results(following.numbers)[least]
        for shown in range(layer.cards):
            _add(in_turn, yours[:leads], mine[:leads], replies[:, shown])
    return simultaneous, in_turn


def _results(numbers: list[object]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array([1 if number == 1 else -1 if number == -1 else 0 for number in numbers], dtype=np.int64)


def _add(counter: Outcomes, *columns: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
    lines, copies = np.unique(np.stack(columns, axis=1), axis=0, return_counts=True)
    for (mine, yours, result), count in zip(lines.tolist(), copies.tolist(), strict=True):
        counter[mine, yours, result] += count


def comebacks(solved: RivalsSolution) -> list[RivalsPosition]:
    """List the positions at 0-3 points with nothing carried over in which "I" win for certain."""

    def chosen(layer: RivalsLayer) -> NDArray[np.int64]:
        behind = np.isin(layer.keys >> 16 & 0xFFFF, (0x1130, 0x1103))  # from either side
        return np.flatnonzero(behind)

    return [
        position
        for position in all_positions(solved, chosen)
        if (position.my_points, position.your_points) == (0, 3)
        and (position.my_stake, position.your_stake) == (1, 1)
        and solved.value(position) == 1
    ]


def merging_saves(solved: RivalsSolution) -> Fraction:
    """Return the share of positions saved by merging those in which the next trick won decides the game."""
    needed = solved.rules.points_to_win
    count = merged = 0
    for layer in solved.layers:
        shown_first = layer.keys[: layer.leads]
        which, card = np.nonzero(shown_first[:, None] >> np.arange(8) & 1)
        replies = mirror(shown_first)[which] | card + 1 << 40
        images = mirror(layer.keys[layer.leads :][layer.mirrored])
        keys = np.concatenate([layer.keys, images, replies])
        mine, yours = ((keys >> shift & 15) + (keys >> shift + 8 & 15) for shift in (16, 20))
        decisive = (mine >= needed) & (yours >= needed)
        merged += len(np.unique(np.where(decisive, keys & ~(0xFFFF << 16), keys)))
        count += len(keys)
    return 1 - Fraction(merged, count)


def rank(matrix: Sequence[Sequence[Any]]) -> int:
    """Return the rank of a matrix of rationals.

    >>> rank([[0, 1], [-1, 0]])
    2
    """
    import flint

    numbers = [[Fraction(cell) for cell in row] for row in matrix]
    exact = [[flint.fmpq(cell.numerator, cell.denominator) for cell in row] for row in numbers]
    return int(flint.fmpq_mat(exact).rank())
