"""All positions in exact rationals, with as little big-number arithmetic as possible.

The distinct values of a layer are few, so positions hold *ranks*: the value's place in the sorted
list of the layer's numbers. Ranks compare as the numbers do. Every position in which a card is shown
first, and every simultaneous one with a saddle point, is therefore solved in small integers, exactly;
equal matrices of ranks are the same game; only what is left needs a linear system in rationals.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from flint import fmpq

from saizen.games.rivals.exact_layers import ExactLayer, Ranks, rank_numbers
from saizen.games.rivals.layers import Layer
from saizen.kernels.thrift import Thrift
from saizen.matrix.fractions import game_values, machine_fractions
from saizen.matrix.together import solve_together
from saizen.matrix.value import value_by_basis
from saizen.work import SILENT, Progress

CHUNK, TOGETHER = 256, 4096
"""Games that are solved between two chances to stop, in rationals and in floats."""
THRIFT = Thrift(game_values, 100_000)
"""Compiling takes as long as so many games in rationals."""


def pure_ranks(children: Ranks, leads: int, ranks: Ranks) -> Ranks:
    """Return the rank of each position's value where a pure choice settles it, else -1."""
    # Positions last: NumPy is fast along one long axis and slow along many short ones.
    matrices = np.ascontiguousarray(ranks[children].transpose(1, 2, 0))
    found: Ranks = matrices.min(axis=1).max(axis=0)
    found[leads:][found[leads:] != matrices[:, :, leads:].max(axis=0).min(axis=0)] = -1
    return found


def solve_rationals(layers: list[Layer], progress: Progress = SILENT) -> list[ExactLayer]:
    """Return the exact value of every kept position, layer by layer as in ``layers``."""
    progress.stage("solving positions exactly", sum(map(len, layers)))
    solved: list[ExactLayer] = []
    following = ExactLayer([], np.empty(0, np.int32)).pool()
    for layer in reversed(layers):
        solved.append(_solve_layer(layer, following, progress))
        following = solved[-1].pool()
    return solved[::-1]


def _mixed_values(squares: Ranks, numbers: list[Any], share: float, progress: Progress) -> list[Any]:
    """Return the value of every game of ranks; ``share`` is how many positions each of them stands for."""
    short = np.zeros((2, len(squares)), np.int64)
    if THRIFT.pays(len(squares)):
        fractions = machine_fractions(numbers)
        for begin in range(0, len(squares), CHUNK):
            some = slice(begin, begin + CHUNK)
            game_values(squares[some], *fractions, *short[:, some])
            progress.advance(0)
    values = [fmpq(p, q) if q else None for p, q in zip(*short.tolist(), strict=True)]
    left = np.flatnonzero(short[1] == 0)
    progress.advance(int((len(squares) - len(left)) * share))
    for at, game in zip(left.tolist(), games_with_bases(squares[left], numbers), strict=True):
        values[at] = value_by_basis(*game)
        if at % CHUNK == CHUNK - 1:
            progress.advance(int(CHUNK * share))
    return values


def games_with_bases(squares: Ranks, numbers: list[Any]) -> Iterator[tuple[Any, Any, float, Any, Any]]:
    """Yield games of ranks in rationals and in floats, with value and basis in floats: see `solve_basis`."""
    floats = np.array([float(number) for number in numbers])
    cards = squares.shape[1]
    places = [[place for place in range(cards) if flags >> place & 1] for flags in range(1 << cards)]
    for begin in range(0, len(squares), TOGETHER):
        some = squares[begin : begin + TOGETHER]
        about = floats[some]
        solved = solve_together(about)
        rows, columns = (
            (flags @ (1 << np.arange(cards))).tolist() for flags in (solved.rows, solved.columns)
        )
        for square, *game, row, column in zip(
            some.tolist(), about.tolist(), solved.values.tolist(), rows, columns, strict=True
        ):
            lines = [[numbers[rank] for rank in line] for line in square]
            yield lines, *game, places[row], places[column]


def _solve_layer(layer: Layer, following: ExactLayer, progress: Progress) -> ExactLayer:
    ranks = pure_ranks(layer.children, layer.leads, following.ranks)
    mixed = np.flatnonzero(ranks < 0)
    progress.advance(len(layer) - len(mixed))
    shape = (-1, layer.cards**2)
    matrices, same = np.unique(
        following.ranks[layer.children[mixed]].reshape(shape) if len(mixed) else np.empty((0, 1), np.int32),
        axis=0,
        return_inverse=True,
    )
    progress.advance(0)
    numbers = following.numbers
    share = len(mixed) / max(1, len(matrices))
    squares = matrices.reshape(-1, layer.cards, layer.cards)
    values = _mixed_values(squares, numbers, share, progress)
    pure, where = np.unique(ranks[ranks >= 0], return_inverse=True)
    used = [numbers[rank] for rank in pure.tolist()] + values
    own_numbers, rank_of = rank_numbers(used)
    final = np.empty(len(layer), np.int32)
    final[ranks >= 0] = rank_of[: len(pure)][where]
    final[mixed] = rank_of[len(pure) :][same.reshape(-1)]
    progress.advance(0)
    return ExactLayer(own_numbers, final)
