"""Code shared by the simplex in floats and the one in machine integers.

With the entries of a game shifted to be positive, MIN's linear program is ``maximise sum(y) subject to
A y <= 1, y >= 0``: the slack basis is feasible, so there is no first phase, the best mixture of columns is
``y / sum(y)`` and the best mixture of rows stands among the reduced costs. The tableau is condensed, one line
per basic variable and one column per nonbasic variable, and pivots in place.

Variables are numbered so that ``j < columns`` is the weight of column ``j`` and ``columns + i`` is the slack
of row ``i``. A *basis* is an array of these numbers: ``basis[:rows]`` are the basic variables,
``basis[rows : rows + columns]`` the nonbasic ones. The basic columns and the rows whose slack is nonbasic are
equally many, and the game restricted to them determines both strategies; exact solving starts from that.

Every function here takes floats and integers: Numba types it for both.
"""

from typing import Any

import numpy as np

from saizen.kernels.compile import merged


@merged
def security(matrix: Any, rows: Any, columns: Any, scratch: Any) -> Any:
    """Return the best pure row and column, what each secures, and the least and the largest entry.

    ``scratch`` has a place for each column.
    """
    low = floor = matrix[0, 0]
    safe_row = 0
    for j in range(columns):
        scratch[j] = matrix[0, j]
    for i in range(rows):
        least = matrix[i, 0]
        for j in range(columns):
            entry = matrix[i, j]
            least = min(least, entry)
            scratch[j] = max(scratch[j], entry)
        low = min(low, least)
        if i == 0 or least > floor:
            floor = least
            safe_row = i
    high = ceiling = scratch[0]
    safe_column = 0
    for j in range(columns):
        high = max(high, scratch[j])
        if scratch[j] < ceiling:
            ceiling = scratch[j]
            safe_column = j
    return safe_row, safe_column, floor, ceiling, low, high


@merged
def begin(matrix: Any, rows: Any, columns: Any, low: Any, scale: Any, basis: Any, work: Any) -> None:
    """Write the tableau of the slack basis, entries shifted so that ``low`` is 1, and scaled."""
    for i in range(rows):
        basis[i] = columns + i
        for j in range(columns):
            work[i, j] = (matrix[i, j] - low) * scale + 1
        work[i, columns] = 1
    for j in range(columns):
        basis[rows + j] = j
        work[rows, j] = -1
    work[rows, columns] = 0


@merged
def swap(basis: Any, rows: Any, line: Any, place: Any) -> None:
    """Note in the basis that the variables of a line and of a place among the nonbasic ones are exchanged."""
    basis[line], basis[rows + place] = basis[rows + place], basis[line]


@merged
def entering_place(work: Any, rows: Any, columns: Any, basis: Any, bland: Any, tolerance: Any) -> Any:
    """Choose the nonbasic variable that enters: the steepest, or Bland's lowest number; -1 at the optimum.

    A reduced cost has to be below ``-tolerance``; 0 for integers.
    """
    place: Any = np.int64(-1)  # a literal would have callers compiled twice
    for j in range(columns):
        if work[rows, j] < -tolerance:
            if place < 0:
                place = j
            elif bland:
                if basis[rows + j] < basis[rows + place]:
                    place = j
            elif work[rows, j] < work[rows, place]:
                place = j
    return place


@merged
def read_basis(
    work: Any, rows: Any, columns: Any, basis: Any, row_weights: Any, column_weights: Any
) -> tuple[Any, Any]:
    """Write the weights of both players from a last tableau, none below 0; return their sums."""
    row_total = column_total = 0
    for i in range(rows):
        row_weights[i] = 0
    for j in range(columns):
        column_weights[j] = 0
    for i in range(rows):
        weight = work[i, columns]
        if basis[i] < columns and weight > 0:
            column_weights[basis[i]] = weight
            column_total += weight
    for j in range(columns):
        weight = work[rows, j]
        if basis[rows + j] >= columns and weight > 0:
            row_weights[basis[rows + j] - columns] = weight
            row_total += weight
    return row_total, column_total


@merged
def read_saddle(
    rows: Any, columns: Any, row: Any, column: Any, row_weights: Any, column_weights: Any
) -> None:
    """Write the pure strategies of a saddle point."""
    for i in range(rows):
        row_weights[i] = i == row
    for j in range(columns):
        column_weights[j] = j == column
