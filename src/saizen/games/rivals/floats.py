"""All positions in floating point: backward through the layers, one small matrix game a position."""

import numpy as np
from numpy.typing import NDArray

from saizen.games.rivals.layers import Layer, pool
from saizen.kernels.jit import lean
from saizen.matrix.kernel import solve_game
from saizen.work import SILENT, Progress

Floats = NDArray[np.float64]


def layer_values(children: NDArray[np.int32], leads: int, following: Floats) -> Floats:
    """Return the values of a layer from the value pool of the next one."""
    count, cards, _ = children.shape
    values = np.empty(count)
    matrix, work = np.empty((cards, cards)), np.empty((cards + 1, cards + 1))
    mine, yours, basis = np.empty(cards), np.empty(cards), np.empty(2 * cards, np.int64)
    solve_layer(children, leads, following, values, matrix, mine, yours, basis, work)
    return values


@lean
def solve_layer(
    children: NDArray[np.int32],
    leads: int,
    following: Floats,
    values: Floats,
    matrix: Floats,
    mine: Floats,
    yours: Floats,
    basis: NDArray[np.int64],
    work: Floats,
) -> None:
    """Write what `layer_values` returns; the arrays after ``values`` are scratch."""
    count, cards, _ = children.shape
    for i in range(count):
        for j in range(cards):
            for k in range(cards):
                matrix[j, k] = following[children[i, j, k]]
        if i < leads:
            best = -np.inf
            for j in range(cards):
                least = np.inf
                for k in range(cards):
                    if matrix[j, k] < least:
                        least = matrix[j, k]
                if least > best:
                    best = least
            values[i] = best
        else:
            values[i] = solve_game(matrix, cards, cards, mine, yours, basis, work)


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
