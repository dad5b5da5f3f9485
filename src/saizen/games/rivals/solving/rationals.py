"""All positions in exact rationals, with as little big-number arithmetic as possible.

The distinct values of a layer are few, so positions hold *ranks*: the value's place in the sorted
list of the layer's numbers. Ranks compare as the numbers do. Every position in which a card is shown
first, and every simultaneous one with a saddle point, is therefore solved in small integers, exactly;
equal matrices of ranks are the same game; only what is left needs a linear system in rationals.

Its payoffs may have thousands of digits. Then `saizen.matrix.exact.solve_exact` spends its time on the long
fractions of strategies. The value alone needs one exact linear system if the basis is known to be optimal.
Ball arithmetic (Arb's error bounds, which are proofs) shows that in microseconds, unless the game is
degenerate.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from flint import arb, arb_mat, fmpq, fmpq_mat

from saizen.games.rivals.solving.exact_layers import ExactLayer, Ranks, distinct_games, rank_numbers
from saizen.games.rivals.solving.layers import RivalsLayer
from saizen.games.rivals.solving.solved_games import SolvedGames, games_with_bases
from saizen.kernels.policy import is_small
from saizen.matrix.exact import solve_basis, solve_by_simplex
from saizen.matrix.integer_batches import game_values, machine_fractions
from saizen.work import SILENT, Progress

CHUNK = 256
"""Games that are solved in rationals between two chances to stop."""
_LONG = 64  # bits from which on balls are cheaper than fractions
EACH = 10e-6
"""Seconds that a position takes in rationals; one in five is a game of its own."""


def pure_ranks(children: Ranks, leads: int, ranks: Ranks) -> Ranks:
    """Return the rank of each position's value where a pure choice settles it, else -1."""
    # Positions last: NumPy is fast along one long axis and slow along many short ones.
    matrices = np.ascontiguousarray(ranks[children].transpose(1, 2, 0))
    pure: Ranks = matrices.min(axis=1).max(axis=0)
    pure[leads:][pure[leads:] != matrices[:, :, leads:].max(axis=0).min(axis=0)] = -1
    return pure


def solve_rationals(
    layers: list[RivalsLayer], progress: Progress = SILENT, games: SolvedGames | None = None
) -> list[ExactLayer]:
    """Return the exact value of every kept position, layer by layer as in ``layers``.

    With ``known`` games are solved once, and with their strategies; without, for their values alone.
    """
    positions = sum(map(len, layers))
    progress.stage("solving positions exactly", positions)
    compiled = not is_small(EACH * positions)
    solved: list[ExactLayer] = []
    following = ExactLayer([], np.empty(0, np.int32)).pool()
    for layer in reversed(layers):
        solved.append(_solve_layer(layer, following, progress, games, compiled))
        following = solved[-1].pool()
    return solved[::-1]


def _mixed_values(
    squares: Ranks,
    numbers: list[Any],
    share: float,
    progress: Progress,
    games: SolvedGames | None,
    compiled: bool,
) -> list[Any]:
    """Return the value of every game of ranks; ``share`` is how many positions each of them stands for."""
    short = np.zeros((2, len(squares)), np.int64)
    if compiled:
        fractions = machine_fractions(numbers)
        for begin in range(0, len(squares), CHUNK):
            some = slice(begin, begin + CHUNK)
            game_values(squares[some], *fractions, *short[:, some])
            progress.advance(0)
    values = [fmpq(p, q) if q else None for p, q in zip(*short.tolist(), strict=True)]
    left = np.flatnonzero(short[1] == 0)
    progress.advance(int((len(squares) - len(left)) * share))
    for at, value in zip(left.tolist(), _values(squares[left], numbers, games), strict=True):
        values[at] = value
        if at % CHUNK == CHUNK - 1:
            progress.advance(int(CHUNK * share))
    return values


def _values(squares: Ranks, numbers: list[Any], games: SolvedGames | None) -> Iterator[Any]:
    if games is None:
        return (value_by_basis(*game) for game in games_with_bases(squares, numbers))
    return (solution.value for solution in games.solve(squares, numbers))


def _solve_layer(
    layer: RivalsLayer, following: ExactLayer, progress: Progress, games: SolvedGames | None, compiled: bool
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
    values = _mixed_values(squares, numbers, share, progress, games, compiled)
    pure, where = np.unique(ranks[ranks >= 0], return_inverse=True)
    used = [numbers[rank] for rank in pure.tolist()] + values
    own_numbers, rank_of = rank_numbers(used)
    final = np.empty(len(layer), np.int32)
    final[ranks >= 0] = rank_of[: len(pure)][where]
    final[mixed] = rank_of[len(pure) :][same]
    progress.advance(0)
    return ExactLayer(own_numbers, final)


def value_by_basis(
    matrix: Sequence[Sequence[Any]],
    approximate: Sequence[Sequence[float]],
    guess: float,
    rows: list[int],
    columns: list[int],
) -> Any:
    """Return the exact value of a game of which floats know a basis; arguments as for `solve_basis`.

    >>> value_by_basis([[fmpq(3), fmpq(-1)], [fmpq(-1), fmpq(1)]], [[3.0, -1.0], [-1.0, 1.0]], 0.3, [0], [0])
    1/3
    """
    if len(rows) > 1 and has_long_entries(matrix) and balls_prove(matrix, rows, columns):
        value = _square_value([[matrix[i][j] for j in columns] for i in rows])
        if value is not None:
            return value
    solution = solve_basis(matrix, approximate, guess, rows, columns)
    return (solution or solve_by_simplex(matrix)).value


def has_long_entries(matrix: Sequence[Sequence[Any]]) -> bool:
    """Guess from the corner entries whether fractions are so long that balls are cheaper.

    >>> has_long_entries([[fmpq(1, 3)]]), has_long_entries([[fmpq(1, 3**100)]])
    (False, True)
    """
    return bool(max(matrix[0][0].height_bits(), matrix[-1][-1].height_bits()) > _LONG)


def balls_prove(matrix: Sequence[Sequence[Any]], rows: list[int], columns: list[int]) -> bool:
    """Prove a nondegenerate basis optimal by ball arithmetic; ``False`` only says that it did not.

    Being nondegenerate for both players, a basis that is proved optimal is also the only one: no
    player has another optimal strategy.

    >>> balls_prove([[fmpq(3), fmpq(-1)], [fmpq(-1), fmpq(1)]], [0, 1], [0, 1])
    True
    """
    balls = [[arb(entry) for entry in row] for row in matrix]
    try:
        *column_weights, value = _equalise([[balls[i][j] for j in columns] for i in rows])
        *row_weights, _ = _equalise([[balls[i][j] for i in rows] for j in columns])
    except ZeroDivisionError:
        return False
    # A comparison of balls is true only if it holds for every pair of points in them.
    return (
        all(weight > 0 for weight in column_weights)
        and all(weight > 0 for weight in row_weights)
        and all(
            sum(balls[i][j] * weight for j, weight in zip(columns, column_weights, strict=True)) < value
            for i in range(len(matrix))
            if i not in rows
        )
        and all(
            sum(balls[i][j] * weight for i, weight in zip(rows, row_weights, strict=True)) > value
            for j in range(len(matrix[0]))
            if j not in columns
        )
    )


def _equalise(square: list[list[Any]]) -> list[Any]:
    """Enclose the mixture of columns that makes all rows worth the same, and after it that worth."""
    size = len(square)
    entries = [entry for row in square for entry in (*row, -1)] + [1] * size + [0]
    system = arb_mat(size + 1, size + 1, entries)
    return list(system.solve(arb_mat(size + 1, 1, [0] * size + [1])).entries())


def _square_value(square: list[list[Any]]) -> Any:
    """Return the value of a square game that mixes all moves; ``None`` when it is 0."""
    size = len(square)
    if size == 2:
        (a, b), (c, d) = square
        return b + (a - b) * (d - b) / (a - b + d - c)
    block = fmpq_mat(size, size, [entry for row in square for entry in row])
    try:
        weights, scale = block.solve(fmpq_mat(size, 1, [1] * size)).numer_denom()
    except ZeroDivisionError:
        return None
    return fmpq(scale, sum(weights.entries()))
