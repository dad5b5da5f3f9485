"""Matrix games of machine integers, exact: the compiled twin of `saizen.matrix.exact` for whole batches.

The tableau is that of `saizen.matrix.rational_simplex`: integers with one common denominator, which every
pivot divides out without remainder. Products are taken in 128 bits, and what is longer than 62 bits
afterwards is noticed: such a game is left to FLINT. The way to the basis is that of `saizen.matrix.exact`,
so that both choose the same strategies: a saddle point; Bland's rule for few entries (its path is the same
however payoffs are shifted and scaled); else the basis that the floats name, which the integers prove or
refuse. Where only the value is asked for, the steepest way to any basis will do.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.compile import merged, part
from saizen.kernels.wide import LIMIT, cross, divide_words, odd_inverse, short_cross, zeros_below
from saizen.matrix.exact import SMALL
from saizen.matrix.float_simplex import solve_game
from saizen.matrix.pivoting import begin, entering_place, read_basis, read_saddle, security, swap

Integers = NDArray[np.int64]
_NO_TOLERANCE = np.int64(0)
SHORT = LIMIT >> 1
"""Payoffs below this size can be shifted."""
TOO_LONG, SOLVED, ROWS_UNIQUE, COLUMNS_UNIQUE = 0, 1, 2, 4
"""The known facts about a game, as bits, the last two as in `saizen.matrix.exact.ExactSolution`."""


class SimplexScratch(NamedTuple):
    """Room to solve a game in; its content does not matter."""

    work: Any
    """A matrix with more rows and columns than the game."""
    wanted: Any
    """As many numbers as there are moves."""
    floats: Any
    """Three squares of floats that are longer than the sides of the game."""


@merged
def make_scratch(side: Any) -> Any:
    """Return room for games with fewer than ``side`` moves of either player."""
    return SimplexScratch(
        np.empty((side, side), np.int64), np.empty(2 * side, np.int64), np.empty((3, side, side))
    )


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
            quotient = divide_words(high, low, old, zeros, inverse)
            if quotient == LIMIT:
                return 0
            work[i, j] = sign * quotient
        work[i, place] = -sign * factor
    for j in range(columns + 1):
        work[line, j] *= sign
    work[line, place] = sign * old
    return sign * centre


@merged
def leaving_line(work: Any, rows: Any, columns: Any, basis: Any, place: Any) -> Any:
    """Choose the basic variable that leaves, the lowest number among ties."""
    line: Any = np.int64(-1)
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
        place = entering_place(work, rows, columns, basis, steep <= 0, _NO_TOLERANCE)
        if place < 0:
            return denominator
        line = leaving_line(work, rows, columns, basis, place)
        denominator = pivot(work, rows, columns, line, place, denominator)
        if denominator == 0:
            return denominator
        swap(basis, rows, line, place)
        steep -= 1


@merged
def to_basis(work: Any, rows: Any, columns: Any, basis: Any, target: Any) -> Any:
    """Pivot from the slack basis to the wanted one; return the denominator, 0 if that is not optimal."""
    denominator = np.int64(1)
    for place in range(columns):
        row = target[rows + place] - columns
        if row < 0:
            continue
        entering = np.int64(-1)
        for line in range(rows):  # a wanted column that has not entered yet still stands in its own place
            column = target[line]
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


@merged
def what_is_known(work: Any, rows: Any, columns: Any) -> Any:
    """Return what is known of a solution by its last tableau."""
    flags = SOLVED | ROWS_UNIQUE | COLUMNS_UNIQUE
    for i in range(rows):
        if work[i, columns] == 0:
            flags &= ~ROWS_UNIQUE
    for j in range(columns):
        if work[rows, j] == 0:
            flags &= ~COLUMNS_UNIQUE
    return flags


@merged
def known_of_saddle(numbers: Any, rows: Any, columns: Any, row: Any, column: Any) -> Any:
    """Return what is known of a saddle point."""
    flags = SOLVED | ROWS_UNIQUE | COLUMNS_UNIQUE
    for i in range(rows):
        if i != row and numbers[i, column] == numbers[row, column]:
            flags &= ~ROWS_UNIQUE
    for j in range(columns):
        if j != column and numbers[row, j] == numbers[row, column]:
            flags &= ~COLUMNS_UNIQUE
    return flags


@merged
def value_of(work: Any, rows: Any, columns: Any, low: Any, denominator: Any) -> Any:
    """Return the value of a game from its last tableau, numerator and sum of weights; 0 and 0: too long."""
    total = work[rows, columns]
    numerator = short_cross(low - 1, total, -denominator, np.int64(1))
    if denominator == 0 or numerator == LIMIT:
        return np.int64(0), np.int64(0)
    return numerator, total


@merged
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
    begin(numbers, rows, columns, low, np.int64(1), basis, work)
    denominator = to_optimum(work, rows, columns, basis, 2 * (rows + columns))
    return value_of(work, rows, columns, low, denominator)


@part
def solve_integer_game(
    numbers: Any, rows: Any, columns: Any, row_weights: Any, column_weights: Any, basis: Any, scratch: Any
) -> Any:
    """Solve the game ``numbers[:rows, :columns]``; write weights and basis.

    Return what is known, and the value as ``numerator / total``, where ``total`` is the sum of each player's
    weights. The last argument is a `SimplexScratch`.
    """
    work, target, floats = scratch.work, scratch.wanted, scratch.floats
    row, column, floor, ceiling, low, high = security(numbers, rows, columns, target)
    if high >= SHORT or low <= -SHORT:
        return TOO_LONG, np.int64(0), np.int64(0)
    begin(numbers, rows, columns, low, np.int64(1), basis, work)
    if floor == ceiling:
        swap(basis, rows, row, column)
        read_saddle(rows, columns, row, column, row_weights, column_weights)
        return known_of_saddle(numbers, rows, columns, row, column), floor, np.int64(1)
    if rows * columns <= SMALL:
        denominator = to_optimum(work, rows, columns, basis, np.int64(0))
    else:
        for i in range(rows):
            for j in range(columns):
                floats[0, i, j] = numbers[i, j]
        solve_game(floats[0], rows, columns, floats[1, 0], floats[1, 1], target, floats[2])
        denominator = to_basis(work, rows, columns, basis, target)
    numerator, total = value_of(work, rows, columns, low, denominator)
    if total == 0:
        return TOO_LONG, numerator, total
    read_basis(work, rows, columns, basis, row_weights, column_weights)
    return what_is_known(work, rows, columns), numerator, total
