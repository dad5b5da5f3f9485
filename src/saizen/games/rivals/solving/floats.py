"""All positions in floating point: backward through the layers, one small matrix game a position."""

import numpy as np
from numpy.typing import NDArray

from saizen.games.rivals.solving.layers import RivalsLayer, pool
from saizen.matrix.float_simplex import solve_games
from saizen.work import SILENT, Progress

Floats = NDArray[np.float64]
CHUNK = 4096
"""Positions that are solved together: their matrices stay in the processor's cache."""


def layer_values(children: NDArray[np.int32], leads: int, following: Floats) -> Floats:
    """Return the values of a layer from the value pool of the next one."""
    values = np.empty(len(children))
    for begin in range(0, len(children), CHUNK):
        some = slice(begin, begin + CHUNK)
        matrices = following[children[some]]
        shown_first = max(0, leads - begin)
        in_turn = matrices[:shown_first]
        worst = np.take_along_axis(in_turn, in_turn.argmin(axis=2)[:, :, None], 2)[:, :, 0]
        values[some][:shown_first] = np.take_along_axis(worst, worst.argmax(axis=1)[:, None], 1)[:, 0]
        at_once = matrices[shown_first:]
        count, cards, _ = at_once.shape
        sizes, (mine, yours) = np.full(count, cards), np.empty((2, count, cards))
        bases = np.empty((count, 2 * cards), np.int64)
        solve_games(at_once, sizes, sizes, values[some][shown_first:], mine, yours, bases)
    return values


def solve_floats(layers: list[RivalsLayer], progress: Progress = SILENT) -> list[Floats]:
    """Return the value of every kept position, layer by layer as in ``layers``."""
    progress.stage("solving positions", sum(map(len, layers)))
    values: list[Floats] = []
    following = pool(np.empty(0))
    for layer in reversed(layers):
        values.append(layer_values(layer.children, layer.leads, following))
        following = pool(values[-1])
        progress.advance(len(layer))
    return values[::-1]
