"""Section 4.6 as the paper's program must have computed it: assassins reversed in some tricks only.

The program seems to compare two assassins in reverse only where a card is shown first, and as in the original
rules elsewhere. That gives the printed opening, and it makes the mean entropy grow by as little as printed.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from saizen.game import Terminal
from saizen.games.rivals.rules import RivalsPosition, after
from saizen.games.rivals.solving.batch_numpy import NumpySolutions, solve_with_numpy
from saizen.games.rivals.solving.layers import RivalsLayer, layers_by, pool
from saizen.games.rivals.variants import PRESETS
from saizen.work import SILENT, Progress

Floats = NDArray[np.float64]
NOISE, DIGITS = 1e-12, 12
"""Values closer than this are one value: they differ by rounding, not by rules."""


def slip_layers(progress: Progress = SILENT) -> list[RivalsLayer]:
    """Find the positions if two assassins are compared in reverse only where a card is shown first."""
    original, turned = PRESETS["paper"], PRESETS["assassin-reversed"]

    def trick(position: RivalsPosition, mine: int, yours: int) -> RivalsPosition | Terminal:
        return after(turned if position.spy < 0 else original, position, mine, yours)

    hand = frozenset(original.hand)
    return layers_by(trick, RivalsPosition(hand, hand), progress)


def solve_games(layers: list[RivalsLayer]) -> list[NumpySolutions]:
    """Solve the simultaneous positions of all layers in floats."""
    solutions = []
    following = pool(np.empty(0))
    for layer in reversed(layers):
        matrices = following[layer.children].round(DIGITS)
        solutions.append(solve_with_numpy(matrices[layer.leads :]))
        shown_first = matrices[: layer.leads].min(axis=2).max(axis=1)
        following = pool(np.concatenate([shown_first, solutions[-1].values]))
    return solutions[::-1]


def slip_opening(games: list[NumpySolutions]) -> Mapping[int, float]:
    """Return the cards that are mixed in the opening, in floats, with their probabilities."""
    mine = games[0].row_strategies[0].tolist()
    return {card: chance for card, chance in enumerate(mine) if chance > NOISE}


def mean_entropy(layers: list[RivalsLayer], games: list[NumpySolutions]) -> float:
    """Return the mean entropy in bits over all positions, for the basic strategies that one solver finds.

    Another solver finds other ones where there are several; two games compared by one solver tell how much
    their entropies differ.
    """
    total = 0.0
    for layer, solved in zip(layers, games, strict=True):
        total += float(_entropy(solved.row_strategies).sum())
        total += float(_entropy(solved.column_strategies)[layer.mirrored].sum())
    return total / sum(sum(layer.counts()) for layer in layers)


def _entropy(strategies: Floats) -> Floats:
    used = np.where(strategies > NOISE, strategies, 1.0)
    return np.asarray(-(used * np.log2(used)).sum(axis=1))
