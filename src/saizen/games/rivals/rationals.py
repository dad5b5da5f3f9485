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

from saizen.games.rivals.exact_layers import ExactLayer, Ranks, distinct_games, rank_numbers
from saizen.games.rivals.known import KnownGames, games_with_bases
from saizen.games.rivals.layers import Layer
from saizen.kernels.thrift import Thrift
from saizen.matrix.fractions import game_values, machine_fractions
from saizen.matrix.value import value_by_basis
from saizen.work import SILENT, Progress

CHUNK = 256
"""Games that are solved in rationals between two chances to stop."""
THRIFT = Thrift(game_values, 100_000)
"""Compiling takes as long as so many games in rationals."""


def pure_ranks(children: Ranks, leads: int, ranks: Ranks) -> Ranks:
    """Return the rank of each position's value where a pure choice settles it, else -1."""
    # Positions last: NumPy is fast along one long axis and slow along many short ones.
    matrices = np.ascontiguousarray(ranks[children].transpose(1, 2, 0))
    found: Ranks = matrices.min(axis=1).max(axis=0)
    found[leads:][found[leads:] != matrices[:, :, leads:].max(axis=0).min(axis=0)] = -1
    return found


def solve_rationals(
    layers: list[Layer], progress: Progress = SILENT, known: KnownGames | None = None
) -> list[ExactLayer]:
    """Return the exact value of every kept position, layer by layer as in ``layers``.

    With ``known`` games are solved once, and with their strategies; without, for their values alone.
    """
    progress.stage("solving positions exactly", sum(map(len, layers)))
    solved: list[ExactLayer] = []
    following = ExactLayer([], np.empty(0, np.int32)).pool()
    for layer in reversed(layers):
        solved.append(_solve_layer(layer, following, progress, known))
        following = solved[-1].pool()
    return solved[::-1]


def _mixed_values(
    squares: Ranks, numbers: list[Any], share: float, progress: Progress, known: KnownGames | None
) -> list[Any]:
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
    for at, value in zip(left.tolist(), _values(squares[left], numbers, known), strict=True):
        values[at] = value
        if at % CHUNK == CHUNK - 1:
            progress.advance(int(CHUNK * share))
    return values


def _values(squares: Ranks, numbers: list[Any], known: KnownGames | None) -> Iterator[Any]:
    if known is None:
        return (value_by_basis(*game) for game in games_with_bases(squares, numbers))
    return (solution.value for solution in known.solve(squares, numbers))


def _solve_layer(
    layer: Layer, following: ExactLayer, progress: Progress, known: KnownGames | None
) -> ExactLayer:
    ranks = pure_ranks(layer.children, layer.leads, following.ranks)
    mixed = np.flatnonzero(ranks < 0)
    progress.advance(len(layer) - len(mixed))
    numbers = following.numbers
    flat = following.ranks[layer.children[mixed]].reshape(len(mixed), layer.cards**2)
    matrices, same = distinct_games(flat, len(numbers))
    progress.advance(0)
    share = len(mixed) / max(1, len(matrices))
    squares = matrices.reshape(-1, layer.cards, layer.cards)
    values = _mixed_values(squares, numbers, share, progress, known)
    pure, where = np.unique(ranks[ranks >= 0], return_inverse=True)
    used = [numbers[rank] for rank in pure.tolist()] + values
    own_numbers, rank_of = rank_numbers(used)
    final = np.empty(len(layer), np.int32)
    final[ranks >= 0] = rank_of[: len(pure)][where]
    final[mixed] = rank_of[len(pure) :][same]
    progress.advance(0)
    return ExactLayer(own_numbers, final)
