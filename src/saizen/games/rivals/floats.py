"""All positions in floating point: backward through the layers, one small matrix game a position."""

import numpy as np
from numpy.typing import NDArray

from saizen.games.rivals.layers import Layer, pool
from saizen.kernels.jit import kernel
from saizen.matrix.kernel import solve_game
from saizen.work import SILENT, Progress

Floats = NDArray[np.float64]


@kernel
def layer_values(children: NDArray[np.int32], leads: int, following: Floats) -> Floats:
    """Return the values of a layer from the value pool of the next one."""
    count, cards, _ = children.shape
    values = np.empty(count)
    matrix, work = np.empty((cards, cards)), np.empty((cards + 1, cards + 1))
    mine, yours, basis = np.empty(cards), np.empty(cards), np.empty(2 * cards, np.int64)
    for i in range(count):
        for j in range(cards):
            for k in range(cards):
                matrix[j, k] = following[children[i, j, k]]
        if i < leads:
            best = -np.inf
            for j in range(cards):
                best = max(best, matrix[j].min())
            values[i] = best
        else:
            values[i] = solve_game(matrix, cards, cards, mine, yours, basis, work)
    return values


def solve_floats(layers: list[Layer], progress: Progress = SILENT) -> list[Floats]:
    """Return the value of every kept position, layer by layer as in ``layers``."""
    progress.stage("solving positions", sum(map(len, layers)))
    values: list[Floats] = []
    following = pool(np.empty(0))
    for layer in reversed(layers):
        values.append(layer_values(layer.children, layer.leads, following))
        following = pool(values[-1])
        progress.advance(len(layer))
    return values[::-1]
