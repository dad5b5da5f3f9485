"""Zero-sum matrix games in floating point: a dense simplex for one small game and for batches.

MAX plays rows, MIN plays columns, an entry is what MAX receives. With entries mapped into [1, 2],
MIN's linear program is ``maximise sum(y) subject to A y <= 1, y >= 0``: the slack basis is feasible,
so there is no first phase, the best mixture of columns is ``y / sum(y)`` and the best mixture of rows
stands among the reduced costs. The tableau is condensed, one line per basic variable and one column
per nonbasic variable, and pivots in place.

Variables are numbered so that ``j < columns`` is the weight of column ``j`` and ``columns + i`` is the
slack of row ``i``. A *basis* is an array of these numbers: ``basis[:rows]`` are the basic variables,
``basis[rows : rows + columns]`` the nonbasic ones. The basic columns and the rows whose slack is
nonbasic are equally many, and the game restricted to them determines both strategies; that is what
exact solving starts from.

`solve_game` allocates nothing: other kernels call it in their loops with arrays of their own.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.jit import kernel, lean
from saizen.kernels.plain import sparing

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# The entries lie in [1, 2], so these are relative to the spread of the game. Games of small integers
# have tableau entries that are 0 or at least one over a small determinant, far above rounding noise.
_ENTER = 1e-12  # a reduced cost has to be this negative to enter
_PIVOT = 1e-10  # a smaller pivot is taken for zero
_TIE = 1e-12  # ratios this close are ties, broken by the larger pivot
_STALL = 8  # degenerate pivots in a row before Bland's rule takes over
_FEW, _SMALL = 20, 200  # so many games of at most so many entries are solved before anything is compiled
_GAP = 1e-11  # a larger duality gap, relative to the spread, starts the careful second attempt


@lean
def pivot(work: Floats, rows: int, columns: int, line: int, entering: int) -> None:
    """Exchange a basic and a nonbasic variable of a condensed tableau of rows + 1 by columns + 1."""
    inverse = 1.0 / work[line, entering]
    for j in range(columns + 1):
        work[line, j] *= inverse
    for i in range(rows + 1):
        factor = work[i, entering]
        if i != line and factor != 0.0:
            for j in range(columns + 1):
                work[i, j] -= factor * work[line, j]
            work[i, entering] = -factor * inverse
    work[line, entering] = inverse


@lean
def entering_column(work: Floats, rows: int, columns: int, basis: Integers, bland: bool) -> int:
    """Choose the nonbasic variable that enters: steepest, or Bland's lowest number; -1 at the optimum."""
    chosen = -1
    best = -_ENTER
    lowest = rows + columns
    for j in range(columns):
        cost = work[rows, j]
        if bland:
            if cost < -_ENTER and basis[rows + j] < lowest:
                chosen = j
                lowest = basis[rows + j]
        elif cost < best:
            chosen = j
            best = cost
    return chosen


@lean
def leaving_line(work: Floats, rows: int, columns: int, basis: Integers, entering: int, bland: bool) -> int:
    """Choose the basic variable that leaves; ties go to the larger pivot, or to Bland's lowest number."""
    chosen = -1
    best = np.inf
    for i in range(rows):
        size = work[i, entering]
        if size > _PIVOT:
            ratio = work[i, columns] / size
            if ratio < best - _TIE:
                chosen = i
                best = ratio
            elif ratio <= best + _TIE:
                better = basis[i] < basis[chosen] if bland else size > work[chosen, entering]
                if better:
                    chosen = i
                    if ratio < best:
                        best = ratio
    return chosen


@lean
def run_simplex(work: Floats, rows: int, columns: int, basis: Integers, entering: int, careful: bool) -> None:
    """Pivot to the optimum, with ``entering`` first; ``careful`` means Bland's rule all the way."""
    degenerate = 0
    for _ in range(50 * (rows + columns)):
        bland = careful or degenerate > _STALL
        line = leaving_line(work, rows, columns, basis, entering, bland)
        if line < 0:
            return
        degenerate = degenerate + 1 if work[line, columns] <= _TIE else 0
        pivot(work, rows, columns, line, entering)
        basis[line], basis[rows + entering] = basis[rows + entering], basis[line]
        entering = entering_column(work, rows, columns, basis, bland)
        if entering < 0:
            return


@lean
def guarantees(
    matrix: Floats, rows: int, columns: int, row_strategy: Floats, column_strategy: Floats
) -> tuple[float, float]:
    """Return what the row strategy secures for MAX and the column strategy for MIN; the gap is the error."""
    floor = np.inf
    for j in range(columns):
        total = 0.0
        for i in range(rows):
            total += row_strategy[i] * matrix[i, j]
        if total < floor:
            floor = total
    ceiling = -np.inf
    for i in range(rows):
        total = 0.0
        for j in range(columns):
            total += matrix[i, j] * column_strategy[j]
        if total > ceiling:
            ceiling = total
    return floor, ceiling


@lean
def read_strategies(
    work: Floats, rows: int, columns: int, basis: Integers, row_strategy: Floats, column_strategy: Floats
) -> None:
    """Turn a final tableau into two mixtures that sum to 1, with rounding noise below zero cut off."""
    for i in range(rows):
        row_strategy[i] = 0.0
    for j in range(columns):
        column_strategy[j] = 0.0
    total = 0.0
    for i in range(rows):
        if basis[i] < columns:
            weight = work[i, columns] if work[i, columns] > 0.0 else 0.0
            column_strategy[basis[i]] = weight
            total += weight
    if total > 0.0:  # or else the numbers broke down, as the gap will tell
        for j in range(columns):
            column_strategy[j] /= total
    total = 0.0
    for j in range(columns):
        if basis[rows + j] >= columns:
            weight = work[rows, j] if work[rows, j] > 0.0 else 0.0
            row_strategy[basis[rows + j] - columns] = weight
            total += weight
    if total > 0.0:
        for i in range(rows):
            row_strategy[i] /= total


@lean
def security(matrix: Any, rows: int, columns: int, scratch: Any) -> Any:
    """Return the best pure row and column, what each secures, and the least and the largest entry.

    It takes floats and integers; ``scratch`` has a place for each column.
    """
    low = floor = matrix[0, 0]
    safe_row = 0
    for j in range(columns):
        scratch[j] = matrix[0, j]
    for i in range(rows):
        least = matrix[i, 0]
        for j in range(columns):
            entry = matrix[i, j]
            if entry < least:
                least = entry
            if entry > scratch[j]:
                scratch[j] = entry
        if least < low:
            low = least
        if i == 0 or least > floor:
            floor = least
            safe_row = i
    high = ceiling = scratch[0]
    safe_column = 0
    for j in range(columns):
        if scratch[j] > high:
            high = scratch[j]
        if scratch[j] < ceiling:
            ceiling = scratch[j]
            safe_column = j
    return safe_row, safe_column, floor, ceiling, low, high


@lean
def begin(
    matrix: Floats, rows: int, columns: int, low: float, high: float, basis: Integers, work: Floats
) -> None:
    """Write the tableau of the slack basis, entries mapped from [low, high] to [1, 2]."""
    scale = 1.0 / (high - low)
    for i in range(rows):
        basis[i] = columns + i
        for j in range(columns):
            work[i, j] = (matrix[i, j] - low) * scale + 1.0
        work[i, columns] = 1.0
    for j in range(columns):
        basis[rows + j] = j
        work[rows, j] = -1.0
    work[rows, columns] = 0.0


@lean
def pure_solution(
    rows: int,
    columns: int,
    row: int,
    column: int,
    row_strategy: Floats,
    column_strategy: Floats,
    basis: Integers,
) -> None:
    """Write the strategies and the basis of a saddle point."""
    for i in range(rows):
        row_strategy[i] = 0.0
        basis[i] = columns + i
    for j in range(columns):
        column_strategy[j] = 0.0
        basis[rows + j] = j
    row_strategy[row] = 1.0
    column_strategy[column] = 1.0
    basis[row] = column
    basis[rows + column] = columns + row


@lean
def solve_game(
    matrix: Floats,
    rows: int,
    columns: int,
    row_strategy: Floats,
    column_strategy: Floats,
    basis: Integers,
    work: Floats,
) -> float:
    """Solve the game ``matrix[:rows, :columns]``, write strategies and basis, and return its value.

    Parameters
    ----------
    matrix
        Payoffs to the row player, finite; may be larger than the game.
    rows, columns
        The size of the game, at least 1 by 1.
    row_strategy, column_strategy
        Written: probabilities in the first ``rows`` and ``columns`` places.
    basis
        Written: at least ``rows + columns`` places, see the module.
    work
        Scratch of at least ``rows + 1`` by ``columns + 1``; its content does not matter.

    Returns
    -------
    float
        The value, halfway between what the two strategies guarantee.

    Examples
    --------
    >>> strategies, basis = np.zeros((2, 2)), np.zeros(4, np.int64)
    >>> matrix = np.array([[3.0, -1.0], [-1.0, 1.0]])
    >>> round(solve_game(matrix, 2, 2, *strategies, basis, np.zeros((3, 3))), 9)
    0.333333333
    >>> strategies.round(3).tolist()
    [[0.333, 0.667], [0.333, 0.667]]
    """
    bounds: tuple[int, int, float, float, float, float] = security(matrix, rows, columns, column_strategy)
    row, column, floor, ceiling, low, high = bounds
    if floor == ceiling:  # a saddle point, as many games that come up have
        pure_solution(rows, columns, row, column, row_strategy, column_strategy, basis)
        return floor
    for careful in (False, True):
        begin(matrix, rows, columns, low, high, basis, work)
        run_simplex(work, rows, columns, basis, column, careful)
        read_strategies(work, rows, columns, basis, row_strategy, column_strategy)
        floor, ceiling = guarantees(matrix, rows, columns, row_strategy, column_strategy)
        if ceiling - floor <= _GAP * (high - low):
            break
    return 0.5 * (floor + ceiling)


_sparing_game = sparing(solve_game, _FEW)


def find_basis(matrix: Floats) -> tuple[float, Integers]:
    """Solve one game and return its value and basis: what exact solving starts from.

    Examples
    --------
    >>> value, basis = find_basis(np.array([[4.0, 2.0], [3.0, 1.0]]))
    >>> value, basis.tolist()
    (2.0, [1, 3, 0, 2])
    >>> split_basis(basis.tolist(), 2, 2)
    ([0], [1])
    """
    rows, columns = matrix.shape
    basis = np.empty(rows + columns, np.int64)
    work = np.empty((rows + 1, columns + 1))
    solve = _sparing_game if matrix.size <= _SMALL else solve_game
    value = solve(matrix, rows, columns, np.empty(rows), np.empty(columns), basis, work)
    return float(value), basis  # the plain twin has NumPy's float


def solve_one_game(matrix: Floats, row_strategy: Floats, column_strategy: Floats, basis: Integers) -> float:
    """Answer like `solve_game`; the first few small games of a process are solved without compiling it."""
    work = np.empty((matrix.shape[0] + 1, matrix.shape[1] + 1))
    solve = _sparing_game if matrix.size <= _SMALL else solve_game
    rows, columns = matrix.shape
    return float(solve(matrix, rows, columns, row_strategy, column_strategy, basis, work))


def split_basis(basis: list[int], rows: int, columns: int) -> tuple[list[int], list[int]]:
    """Return the tight rows and the basic columns of a basis; this one is plain Python.

    >>> split_basis([3, 0, 1, 2, 4], 2, 3)
    ([1], [0])
    """
    tight = [number - columns for number in basis[rows : rows + columns] if number >= columns]
    return sorted(tight), sorted(number for number in basis[:rows] if number < columns)


@kernel
def solve_games(
    matrices: Floats,
    rows: Integers,
    columns: Integers,
    values: Floats,
    row_strategies: Floats,
    column_strategies: Floats,
    bases: Integers,
) -> None:
    """Solve a batch: ``matrices[g, :rows[g], :columns[g]]`` for every ``g``, answers into line ``g``.

    Parameters
    ----------
    matrices
        Games by rows by columns, padded with anything to one size.
    rows, columns
        The size of each game.
    values, row_strategies, column_strategies, bases
        Written, as by `solve_game`; one line a game.

    Examples
    --------
    >>> pennies = np.array([[[1.0, -1.0], [-1.0, 1.0]], [[2.0, 0.0], [0.0, 0.0]]])
    >>> twice, values, mixtures = np.array([2, 1]), np.zeros(2), np.zeros((2, 2, 2))
    >>> solve_games(pennies, twice, np.array([2, 2]), values, *mixtures, np.zeros((2, 4), np.int64))
    >>> values.tolist(), mixtures[0].round(9).tolist()
    ([0.0, 0.0], [[0.5, 0.5], [1.0, 0.0]])
    """
    work = np.empty((matrices.shape[1] + 1, matrices.shape[2] + 1))
    for g in range(matrices.shape[0]):
        values[g] = solve_game(
            matrices[g], rows[g], columns[g], row_strategies[g], column_strategies[g], bases[g], work
        )
