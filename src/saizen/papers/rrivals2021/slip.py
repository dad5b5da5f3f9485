"""Section 4.6 as the paper's program must have computed it: assassins reversed in some tricks only.

The program seems to compare two assassins in reverse only where a card is shown first, and as in the original
rules elsewhere. That gives the printed opening, and it makes the mean entropy grow by as little as printed.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from saizen.game import Terminal
from saizen.games.rivals.floats import solve_floats
from saizen.games.rivals.layers import Layer, layers_by, pool
from saizen.games.rivals.rules import RivalsPosition, after
from saizen.games.rivals.variants import PRESETS
from saizen.matrix.kernel import solve_game
from saizen.work import SILENT, Progress

Floats = NDArray[np.float64]
NOISE = 1e-12
"""Values closer than this are one value: rounding, not rules, tells them apart."""


def slip_layers(progress: Progress = SILENT) -> list[Layer]:
    """Find the positions if two assassins are compared in reverse only where a card is shown first."""
    original, turned = PRESETS["paper"], PRESETS["assassin-reversed"]

    def trick(position: RivalsPosition, mine: int, yours: int) -> RivalsPosition | Terminal:
        return after(turned if position.spy < 0 else original, position, mine, yours)

    hand = frozenset(original.hand)
    return layers_by(trick, RivalsPosition(hand, hand), progress)


def slip_opening(layers: list[Layer]) -> Mapping[int, float]:
    """Return the cards that are mixed in the opening, in floats, with their probabilities."""
    values = solve_floats(layers)
    mine, _ = _basic(pool(values[1])[layers[0].children[0]])
    return {card: float(chance) for card, chance in enumerate(mine) if chance > NOISE}


def mean_entropy(layers: list[Layer]) -> float:
    """Return the mean entropy in bits over all positions, for the basic strategies that one solver finds.

    Another solver finds other ones where there are several; two games compared by one solver tell how much
    their entropies differ.
    """
    values = solve_floats(layers)
    total = 0.0
    for layer, following in zip(layers, [*values[1:], np.empty(0)], strict=True):
        matrices = pool(following)[layer.children[layer.leads :]]
        flat = np.unique(matrices.round(12).reshape(len(matrices), -1), axis=0, return_inverse=True)
        each = np.array([[_entropy(s) for s in _basic(m.reshape(matrices.shape[1:]))] for m in flat[0]])
        entropy = each[flat[1].ravel()] if len(each) else np.empty((0, 2))
        total += float(entropy[:, 0].sum() + entropy[layer.mirrored, 1].sum())
    return total / sum(sum(layer.counts()) for layer in layers)


def _basic(matrix: Floats) -> tuple[Floats, Floats]:
    """Return a basic optimal strategy of each player."""
    cards = len(matrix)
    mine, yours, basis = np.empty(cards), np.empty(cards), np.empty(2 * cards, np.int64)
    solve_game(matrix, cards, cards, mine, yours, basis, np.empty((cards + 1, cards + 1)))
    return mine, yours


def _entropy(strategy: Floats) -> float:
    used = strategy[strategy > NOISE]
    return float(-(used * np.log2(used)).sum())
