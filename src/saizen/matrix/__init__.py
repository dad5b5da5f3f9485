"""Zero-sum matrix games: value, strategies, and all optimal strategies, exact or in floating point.

The row player (MAX) receives the entry, the column player (MIN) pays it. Exact games are of ``int``
and ``Fraction``; the answer is proved before it is returned, and `saizen.matrix.certificate` proves it again
for whoever asks.
"""

from collections.abc import Iterator, Sequence, Sized
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from math import isfinite
from numbers import Real
from typing import Any

from flint import fmpq

from saizen.errors import SaizenError
from saizen.exact import Number, from_flint, to_flint
from saizen.kernels.policy import is_small
from saizen.matrix.certificate import check_certificate
from saizen.matrix.exact import ExactSolution, solve_exact
from saizen.matrix.optimal_set import unique, value_range, vertices
from saizen.work import SILENT, Progress

__all__ = [
    "MatrixSolution",
    "check_certificate",
    "is_unique",
    "optimal_moves",
    "optimal_strategies",
    "solve_matrices",
    "solve_matrix",
    "strategy_range",
]

Strategy = tuple[Number, ...]
CHUNK = 1000
"""Games that are solved between two chances to stop."""
EACH = 80e-6
"""Seconds that a small game of many takes in rationals."""
LARGEST_GAP = 1e-10
"""The most that float strategies may fall short of the value, relative to its size."""


@dataclass(frozen=True, slots=True)
class MatrixSolution:
    """A solved game: its value to the row player and one optimal strategy for each player.

    The game between ``row_basis`` and ``column_basis``, equally many moves, determines all three.
    """

    value: Any
    row_strategy: tuple[Any, ...]
    column_strategy: tuple[Any, ...]
    row_basis: tuple[int, ...]
    column_basis: tuple[int, ...]

    def _repr_html_(self) -> str:
        lines = [
            ("value", (self.value,)),
            ("row strategy", self.row_strategy),
            ("column strategy", self.column_strategy),
        ]
        shown = ((name, "".join(f"<td>{number}</td>" for number in numbers)) for name, numbers in lines)
        return f"<table>{''.join(f'<tr><th>{name}</th>{cells}</tr>' for name, cells in shown)}</table>"


def solve_matrix(rows: Sequence[Sequence[Any]], exact: bool = True) -> MatrixSolution:
    """Solve a zero-sum matrix game.

    Parameters
    ----------
    rows
        The payoffs to the row player, one sequence for each of his moves.
    exact
        ``True``: entries are ``int`` or ``Fraction`` and so is the answer. ``False``: floats.

    Examples
    --------
    >>> solve_matrix([[3, -1], [-1, 1]])
    MatrixSolution(value=Fraction(1, 3), row_strategy=(Fraction(1, 3), Fraction(2, 3)),
    column_strategy=(Fraction(1, 3), Fraction(2, 3)), row_basis=(0, 1), column_basis=(0, 1))
    >>> solve_matrix([[0.5, 2.0]], exact=False).value
    0.5
    """
    if not exact:
        return _solve_floats(rows)
    solution = solve_exact(_read(rows))
    return MatrixSolution(
        from_flint(solution.value),
        _strategy(solution.row_strategy),
        _strategy(solution.column_strategy),
        tuple(solution.rows),
        tuple(solution.columns),
    )


def solve_matrices(
    games: Sequence[Sequence[Sequence[Any]]], progress: Progress = SILENT
) -> list[MatrixSolution]:
    """Solve many exact games, of any shapes, each with the answer of `solve_matrix`.

    Very many games of short numbers, whole or fractions, are solved in compiled batches: several times
    faster. The kernel itself, `saizen.matrix.integer_batches.solve_integer_games`, takes and writes arrays,
    and needs about a microsecond for a small game.

    Parameters
    ----------
    games
        For each the payoffs to the row player, ``int`` and ``Fraction``.
    progress
        Who watches; may stop the work by raising `saizen.errors.Cancelled`.

    Examples
    --------
    >>> [solution.value for solution in solve_matrices([[[3, -1], [-1, 1]], [[2, 0, 1]]])]
    [Fraction(1, 3), 0]
    """
    for game in games:
        _check_shape(game)
    progress.stage("solving games", len(games))
    compiled = not is_small(EACH * len(games))
    solved: list[MatrixSolution] = []
    for begin in range(0, len(games), CHUNK):
        some = games[begin : begin + CHUNK]
        answers: Iterator[Any] = iter(())
        if compiled:
            from saizen.matrix.integer_batches import solve_batch

            answers = solve_batch(some)
        for game, answer in zip_longest(some, answers):
            solved.append(solve_matrix(game) if answer is None else MatrixSolution(*answer))
        progress.advance(len(some))
    return solved


def optimal_strategies(rows: Sequence[Sequence[Number]], player: int) -> list[Strategy]:
    """Return the vertices of the set of all optimal strategies of ``player`` (``MAX`` or ``MIN``).

    Every optimal strategy is a mixture of them. There may be very many if the game is large.

    >>> optimal_strategies([[1, 1, 0], [0, 2, 3]], 1)
    [(Fraction(3, 4), 0, Fraction(1, 4))]
    >>> optimal_strategies([[2, 2], [2, 2]], 0)
    [(1, 0), (0, 1)]
    """
    matrix, solution = _solved(rows, player)
    return [_strategy(vertex) for vertex in vertices(matrix, solution, player)]


def optimal_moves(rows: Sequence[Sequence[Number]], player: int) -> list[int]:
    """Return the moves that some optimal strategy of ``player`` uses.

    A move that merely does well against one optimal strategy of the opponent is not among them.

    >>> optimal_moves([[1, 1], [1, 0]], 0), optimal_moves([[2, 2], [2, 2]], 0)
    ([0], [0, 1])
    """
    matrix, solution = _solved(rows, player)
    strategy = solution.column_strategy if player else solution.row_strategy
    if unique(matrix, solution, player):
        return [move for move, weight in enumerate(strategy) if weight]

    def most(move: int) -> Any:
        return value_range(matrix, solution, player, [fmpq(int(i == move)) for i in range(len(strategy))])[1]

    return [move for move, weight in enumerate(strategy) if weight or most(move)]


def is_unique(rows: Sequence[Sequence[Number]], player: int) -> bool:
    """Return whether ``player`` (``MAX`` or ``MIN``) has exactly one optimal strategy; no list is made.

    >>> is_unique([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0), is_unique([[2, 2], [2, 2]], 0)
    (True, False)
    """
    matrix, solution = _solved(rows, player)
    return unique(matrix, solution, player)


def strategy_range(
    rows: Sequence[Sequence[Number]], player: int, weights: Sequence[Number]
) -> tuple[Number, Number]:
    """Return the least and the largest ``sum(weights * strategy)`` over all optimal strategies of ``player``.

    With weights of 1 for one move and 0 for the rest: how often that move may be, and has to be, played.

    >>> strategy_range([[1, 1], [0, 2]], 1, [1, 0])
    (Fraction(1, 2), 1)
    """
    matrix, solution = _solved(rows, player)
    moves = len(matrix[0]) if player else len(matrix)
    if len(weights) != moves:
        raise SaizenError(f"{len(weights)} weights for {moves} moves: give one weight a move")
    low, high = value_range(matrix, solution, player, [to_flint(weight) for weight in weights])
    return from_flint(low), from_flint(high)


def _solved(rows: Sequence[Sequence[Any]], player: int) -> tuple[list[list[Any]], ExactSolution]:
    """Read a game and solve it, after a look at the player."""
    if player not in (0, 1):
        raise SaizenError(f"player {player!r}: use 0 (MAX, the rows) or 1 (MIN, the columns)")
    matrix = _read(rows)
    return matrix, solve_exact(matrix)


def _read(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Turn nested sequences of exact numbers into ``fmpq``."""
    _check_shape(rows)
    return [[to_flint(entry) for entry in row] for row in rows]


def _check_shape(rows: Sequence[Sequence[Any]]) -> None:
    """Refuse what is not a rectangle of at least one entry."""
    if not isinstance(rows, Sized) or not all(isinstance(row, Sized) for row in rows):
        raise SaizenError(f"{rows!r} is not a matrix: give a list of rows, each a list of numbers")
    if len(rows) == 0 or len(rows[0]) == 0:
        raise SaizenError("an empty matrix is not a game: give at least one row and one column")
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise SaizenError(
                f"row {i} has {len(row)} entries and row 0 has {len(rows[0])}: make rows equally long"
            )


def _strategy(weights: Sequence[Any]) -> Strategy:
    """Turn a strategy in ``fmpq`` into public numbers."""
    return tuple(map(from_flint, weights))


def _solve_floats(rows: Sequence[Sequence[Any]]) -> MatrixSolution:
    """Solve a game of floats with the kernel; what is not an array of numbers is looked at entry by entry."""
    import numpy as np

    try:
        matrix: Any = np.array(rows, order="C")
    except (ValueError, OverflowError, TypeError):
        matrix = np.empty(0)
    if matrix.ndim == 2 and matrix.size and matrix.dtype.kind in "biuf":
        solution = _solve_array(matrix.astype(np.float64, copy=False))
        if solution is not None:
            return solution
    _check_shape(rows)
    numbers = [[_float(entry) for entry in row] for row in rows]
    return _solve_array(np.array(numbers)) or _rounded(numbers)


def _solve_array(matrix: Any) -> MatrixSolution | None:
    """Solve a float64 array with the kernel; None if the answer is not good."""
    import numpy as np

    from saizen.matrix.float_simplex import solve_one, split_basis

    height, width = matrix.shape
    strategies, basis = np.empty(height + width), np.empty(height + width, np.int64)
    value, gap = solve_one(matrix, strategies, basis, np.empty((height + 1, width + 1)))
    if not gap <= LARGEST_GAP * (1 + abs(value)):  # payoffs of very different size, or not finite
        return None
    weights = strategies.tolist()
    row_basis, column_basis = split_basis(basis.tolist(), height, width)
    return MatrixSolution(
        value, tuple(weights[:height]), tuple(weights[height:]), tuple(row_basis), tuple(column_basis)
    )


def _rounded(numbers: list[list[float]]) -> MatrixSolution:
    """Solve a game of floats exactly, and round the answer: for games that floats cannot solve well."""
    solved = solve_matrix([[Fraction(entry) for entry in row] for row in numbers])
    return MatrixSolution(
        float(solved.value),
        tuple(map(float, solved.row_strategy)),
        tuple(map(float, solved.column_strategy)),
        solved.row_basis,
        solved.column_basis,
    )


def _float(entry: Any) -> float:
    """Turn an entry into a finite float."""
    try:
        if isinstance(entry, Real) and isfinite(entry):
            return float(entry)
    except OverflowError:
        pass
    raise SaizenError(f"{entry!r} is not a finite float: entries are int, Fraction or float below 1.8e308")
