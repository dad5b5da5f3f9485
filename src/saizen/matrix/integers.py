"""Matrix games of machine integers, exact: the compiled twin of `saizen.matrix.exact` for whole batches.

The tableau is that of `saizen.matrix.tableau`: integers with one common denominator, which every pivot
divides out without remainder. Products are taken in 128 bits, and what is longer than 62 bits afterwards is
noticed: such a game is left to FLINT. The way to the basis is the one of `saizen.matrix.exact.solve_exact`,
so that both choose the same strategies: a saddle point; Bland's rule for few entries (its path is the same
however payoffs are shifted and scaled); else the basis that the floats name, which the integers prove or
refuse. Where only the value is asked for, the steepest way to any basis will do.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.jit import kernel, part
from saizen.kernels.wide import LIMIT, cross, divided, odd_inverse, short_cross, zeros_below
from saizen.matrix.exact import SMALL
from saizen.matrix.kernel import security, solve_game

Integers = NDArray[np.int64]
SHORT = LIMIT >> 1
"""Payoffs below this size can be shifted."""
TOO_LONG, SOLVED, ROWS_UNIQUE, COLUMNS_UNIQUE = 0, 1, 2, 4
"""What is known of a game: bits, the last two as in `saizen.matrix.exact.ExactSolution`."""


@part
def pivot(work: Any, rows: Any, columns: Any, line: Any, place: Any, old: Any) -> Any:
    """Exchange a basic and a nonbasic variable; return the new denominator, 0 when a number is too long."""
    centre = work[line, place]
    sign = 1 if centre > 0 else -1  # negative only on the way to a given basis; a denominator is positive
    zeros = zeros_below(old)
    inverse = odd_inverse(old >> zeros)
    for i in range(rows + 1):
        if i == line:
            continue
        factor = work[i, place]
        if factor == 0 and centre == old:
            continue
        for j in range(columns + 1):
            high, low = cross(work[i, j], centre, factor, work[line, j])
            quotient = divided(high, low, old, zeros, inverse)
            if quotient == LIMIT:
                return 0
            work[i, j] = sign * quotient
        work[i, place] = -sign * factor
    for j in range(columns + 1):
        work[line, j] *= sign
    work[line, place] = sign * old
    return sign * centre


@part
def swap(basis: Any, rows: Any, line: Any, place: Any) -> None:
    """Note in the basis what `pivot` has exchanged."""
    basis[line], basis[rows + place] = basis[rows + place], basis[line]


@part
def begin(numbers: Any, rows: Any, columns: Any, low: Any, basis: Any, work: Any) -> None:
    """Write the tableau of the slack basis, payoffs shifted so that the least is 1."""
    for i in range(rows):
        basis[i] = columns + i
        for j in range(columns):
            work[i, j] = numbers[i, j] - low + 1
        work[i, columns] = 1
    for j in range(columns):
        basis[rows + j] = j
        work[rows, j] = -1
    work[rows, columns] = 0


@part
def entering_place(work: Any, rows: Any, columns: Any, basis: Any, bland: Any) -> Any:
    """Choose the nonbasic variable that enters: Bland's lowest number, or the steepest; -1 at the optimum."""
    place = -1
    for j in range(columns):
        if work[rows, j] < 0:
            if place < 0:
                place = j
            elif bland:
                if basis[rows + j] < basis[rows + place]:
                    place = j
            elif work[rows, j] < work[rows, place]:
                place = j
    return place


@part
def leaving_line(work: Any, rows: Any, columns: Any, basis: Any, place: Any) -> Any:
    """Choose the basic variable that leaves, the lowest number among ties."""
    line = -1
    for i in range(rows):
        if work[i, place] > 0:
            if line < 0:
                line = i
                continue
            high, low = cross(work[i, columns], work[line, place], work[line, columns], work[i, place])
            if high < 0 or (high == 0 and low == 0 and basis[i] < basis[line]):
                line = i
    return line


@part
def to_optimum(work: Any, rows: Any, columns: Any, basis: Any, steep: Any) -> Any:
    """Pivot from the slack basis to the optimum; return the denominator, 0 when a number is too long.

    The first ``steep`` pivots take the steepest way, which is shorter but may go round in circles, and all
    others follow Bland's rule.
    """
    denominator = np.int64(1)
    while True:
        place = entering_place(work, rows, columns, basis, steep <= 0)
        if place < 0:
            return denominator
        line = leaving_line(work, rows, columns, basis, place)
        denominator = pivot(work, rows, columns, line, place, denominator)
        if denominator == 0:
            return denominator
        swap(basis, rows, line, place)
        steep -= 1


@part
def to_basis(work: Any, rows: Any, columns: Any, basis: Any, wanted: Any) -> Any:
    """Pivot from the slack basis to the wanted one; return the denominator, 0 if that is not optimal."""
    denominator = np.int64(1)
    for place in range(columns):
        row = wanted[rows + place] - columns
        if row < 0:
            continue
        entering = -1
        for line in range(rows):  # a wanted column that has not entered yet still stands in its own place
            column = wanted[line]
            if column < columns and basis[rows + column] == column and work[row, column] != 0:
                entering = column
                break
        if entering < 0:
            return 0
        denominator = pivot(work, rows, columns, row, entering, denominator)
        if denominator == 0:
            return 0
        swap(basis, rows, row, entering)
    for i in range(rows):
        if work[i, columns] < 0:
            return 0
    for j in range(columns):
        if work[rows, j] < 0:
            return 0
    return denominator


@part
def read_weights(
    work: Any, rows: Any, columns: Any, basis: Any, row_weights: Any, column_weights: Any
) -> Any:
    """Write both strategies as whole numbers; return what is known of them."""
    known = SOLVED | ROWS_UNIQUE | COLUMNS_UNIQUE
    for i in range(rows):
        row_weights[i] = 0
    for j in range(columns):
        column_weights[j] = 0
    for i in range(rows):
        if basis[i] < columns:
            column_weights[basis[i]] = work[i, columns]
        if work[i, columns] == 0:
            known &= ~ROWS_UNIQUE
    for j in range(columns):
        if basis[rows + j] >= columns:
            row_weights[basis[rows + j] - columns] = work[rows, j]
        if work[rows, j] == 0:
            known &= ~COLUMNS_UNIQUE
    return known


@part
def read_saddle(
    numbers: Any, rows: Any, columns: Any, row: Any, column: Any, row_weights: Any, column_weights: Any
) -> Any:
    """Write the strategies of a saddle point; return what is known of them."""
    known = SOLVED | ROWS_UNIQUE | COLUMNS_UNIQUE
    for i in range(rows):
        row_weights[i] = i == row
        if i != row and numbers[i, column] == numbers[row, column]:
            known &= ~ROWS_UNIQUE
    for j in range(columns):
        column_weights[j] = j == column
        if j != column and numbers[row, j] == numbers[row, column]:
            known &= ~COLUMNS_UNIQUE
    return known


@part
def value_of(work: Any, rows: Any, columns: Any, low: Any, denominator: Any) -> Any:
    """Return the value of a game from its last tableau, numerator and sum of weights; 0 and 0: too long."""
    total = work[rows, columns]
    numerator = short_cross(low - 1, total, -denominator, np.int64(1))
    if denominator == 0 or numerator == LIMIT:
        return np.int64(0), np.int64(0)
    return numerator, total


@part
def integer_value(numbers: Any, rows: Any, columns: Any, basis: Any, work: Any) -> Any:
    """Return the value of the game ``numbers[:rows, :columns]`` as two numbers; 0 and 0: too long.

    ``basis`` and ``work`` are scratch: as many numbers as there are moves, and a matrix with more rows and
    columns than the game.
    """
    _, _, floor, ceiling, low, high = security(numbers, rows, columns, basis)
    if floor == ceiling:
        return floor, np.int64(1)
    if high >= SHORT or low <= -SHORT:
        return np.int64(0), np.int64(0)
    begin(numbers, rows, columns, low, basis, work)
    denominator = to_optimum(work, rows, columns, basis, 2 * (rows + columns))
    return value_of(work, rows, columns, low, denominator)


@part
def solve_integer_game(
    numbers: Any,
    rows: Any,
    columns: Any,
    row_weights: Any,
    column_weights: Any,
    basis: Any,
    work: Any,
    wanted: Any,
    floats: Any,
) -> Any:
    """Solve the game ``numbers[:rows, :columns]``; write weights and basis.

    Return what is known, and the value as ``numerator / total``, where ``total`` is the sum of each player's
    weights. The last three arrays are scratch: ``work`` and ``wanted`` as in `integer_value`, and three
    squares of floats that are longer than the sides of the game.
    """
    row, column, floor, ceiling, low, high = security(numbers, rows, columns, wanted)
    if high >= SHORT or low <= -SHORT:
        return TOO_LONG, np.int64(0), np.int64(0)
    begin(numbers, rows, columns, low, basis, work)
    if floor == ceiling:
        swap(basis, rows, row, column)
        known = read_saddle(numbers, rows, columns, row, column, row_weights, column_weights)
        return known, floor, np.int64(1)
    if rows * columns <= SMALL:
        denominator = to_optimum(work, rows, columns, basis, 0)
    else:
        for i in range(rows):
            for j in range(columns):
                floats[0, i, j] = numbers[i, j]
        solve_game(floats[0], rows, columns, floats[1, 0], floats[1, 1], wanted, floats[2])
        denominator = to_basis(work, rows, columns, basis, wanted)
    numerator, total = value_of(work, rows, columns, low, denominator)
    if total == 0:
        return TOO_LONG, numerator, total
    return read_weights(work, rows, columns, basis, row_weights, column_weights), numerator, total


@kernel
def solve_integer_games(
    matrices: Integers,
    rows: Integers,
    columns: Integers,
    known: Integers,
    numerators: Integers,
    totals: Integers,
    row_weights: Integers,
    column_weights: Integers,
    bases: Integers,
) -> None:
    """Solve a batch: ``matrices[g, :rows[g], :columns[g]]`` for every ``g``, answers into line ``g``.

    Parameters
    ----------
    matrices
        Games by rows by columns, padded with anything to one size.
    rows, columns
        The size of each game.
    known
        Written: `SOLVED` and perhaps `ROWS_UNIQUE` and `COLUMNS_UNIQUE`; `TOO_LONG` where nothing else is.
    numerators, totals
        Written: the value is ``numerators / totals``.
    row_weights, column_weights
        Written: probabilities times ``totals``.
    bases
        Written: see `saizen.matrix.kernel`.

    Examples
    --------
    >>> games = np.array([[[3, -1], [-1, 1]], [[2, 0], [0, 0]]])
    >>> sizes, weights, bases = np.array([2, 2]), np.zeros((2, 2, 2), np.int64), np.zeros((2, 4), np.int64)
    >>> known, numerators, totals = np.zeros((3, 2), np.int64)
    >>> solve_integer_games(games, sizes, sizes, known, numerators, totals, *weights, bases)
    >>> (numerators / totals).round(3).tolist(), totals.tolist(), weights[0].tolist(), known.tolist()
    ([0.333, 0.0], [6, 1], [[2, 4], [1, 0]], [7, 5])
    """
    side = max(matrices.shape[1], matrices.shape[2]) + 1
    work, wanted, floats = (
        np.empty((side, side), np.int64),
        np.empty(2 * side, np.int64),
        np.empty((3, side, side)),
    )
    for g in range(matrices.shape[0]):
        known[g], numerators[g], totals[g] = solve_integer_game(
            matrices[g],
            rows[g],
            columns[g],
            row_weights[g],
            column_weights[g],
            bases[g],
            work,
            wanted,
            floats,
        )
