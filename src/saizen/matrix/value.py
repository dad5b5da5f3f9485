"""The value alone of a matrix game in ``fmpq``, for entries of hundreds or thousands of digits.

With such entries the cost of `saizen.matrix.exact.solve_exact` is that of the long fractions that make
up the strategies. Whoever needs only the value, as a solver does at each of its positions, can have it
from one exact linear system if the basis is known to be optimal; and that, unless the game is
degenerate, ball arithmetic (Arb's error bounds, which are proofs) shows in microseconds.
"""

from collections.abc import Sequence
from typing import Any

from flint import arb, arb_mat, fmpq, fmpq_mat

from saizen.matrix.exact import solve_basis, solve_by_simplex

_LONG = 64  # bits from which on balls are cheaper than fractions


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
