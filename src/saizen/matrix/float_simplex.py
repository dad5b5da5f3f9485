"""Zero-sum matrix games in floating point: a dense simplex for one small game and for batches.

MAX plays rows, MIN plays columns, an entry is what MAX receives. Entries are mapped into [1, 2]; for the
tableau and the basis see `saizen.matrix.pivoting`. Other kernels call `solve_game` in their loops with arrays
of their own: it allocates nothing.
"""

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.compile import kernel, merged, part
from saizen.matrix.pivoting import begin, entering_place, read_basis, read_saddle, security, swap

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# The entries lie in [1, 2], so these are relative to the spread of the game. Games of small integers
# have tableau entries that are 0 or at least one over a small determinant, far above rounding noise.
_ENTER = 1e-12  # a reduced cost has to be this negative to enter
_PIVOT = 1e-10  # a smaller pivot is taken for zero
_TIE = 1e-12  # ratios this close are ties, broken by the larger pivot
_STALL = 8  # degenerate pivots in a row before Bland's rule takes over
_GAP = 1e-11  # a larger duality gap, relative to the spread, starts the careful second attempt
_NARROW, _WIDE = 1e-250, 1e300  # a spread outside overflows on the way


@merged
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


@merged
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
                    best = min(best, ratio)
    return chosen


@merged
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
        swap(basis, rows, line, entering)
        entering = entering_place(work, rows, columns, basis, bland, _ENTER)
        if entering < 0:
            return


@merged
def guarantees(
    matrix: Floats, rows: int, columns: int, row_strategy: Floats, column_strategy: Floats
) -> tuple[float, float]:
    """Return what the row strategy secures for MAX and the column strategy for MIN; the gap is the error."""
    floor = np.inf
    for j in range(columns):
        total = 0.0
        for i in range(rows):
            total += row_strategy[i] * matrix[i, j]
        floor = min(floor, total)
    ceiling = -np.inf
    for i in range(rows):
        total = 0.0
        for j in range(columns):
            total += matrix[i, j] * column_strategy[j]
        ceiling = max(ceiling, total)
    return floor, ceiling


@merged
def read_strategies(
    work: Floats, rows: int, columns: int, basis: Integers, row_strategy: Floats, column_strategy: Floats
) -> None:
    """Turn a final tableau into two mixtures that sum to 1, with rounding noise below zero cut off."""
    row_total, column_total = read_basis(work, rows, columns, basis, row_strategy, column_strategy)
    if column_total > 0.0:  # or else the numbers broke down, as the gap will tell
        for j in range(columns):
            column_strategy[j] /= column_total
    if row_total > 0.0:
        for i in range(rows):
            row_strategy[i] /= row_total


@part
def solve_game(
    matrix: Floats,
    rows: int,
    columns: int,
    row_strategy: Floats,
    column_strategy: Floats,
    basis: Integers,
    work: Floats,
) -> tuple[float, float]:
    """Solve the game ``matrix[:rows, :columns]``, write strategies and basis, and return value and gap.

    Parameters
    ----------
    matrix
        Payoffs to the row player, finite; may be larger than the game.
    rows, columns
        The size of the game, at least 1 by 1.
    row_strategy, column_strategy
        Written: probabilities in the first ``rows`` and ``columns`` places.
    basis
        Written: at least ``rows + columns`` places, see `saizen.matrix.pivoting`.
    work
        Scratch of at least ``rows + 1`` by ``columns + 1``; its content does not matter.

    Returns
    -------
    tuple
        The value, halfway between what the two strategies guarantee, and how far apart these are.
    """
    row, column, floor, ceiling, low, high = security(matrix, rows, columns, column_strategy)
    if floor == ceiling:  # a saddle point, as many games that come up have
        for i in range(rows):
            basis[i] = columns + i
        for j in range(columns):
            basis[rows + j] = j
        swap(basis, rows, row, column)
        read_saddle(rows, columns, row, column, row_strategy, column_strategy)
        return floor, 0.0
    for careful in (False, True):
        begin(matrix, rows, columns, low, 1.0 / (high - low), basis, work)
        run_simplex(work, rows, columns, basis, column, careful)
        read_strategies(work, rows, columns, basis, row_strategy, column_strategy)
        floor, ceiling = guarantees(matrix, rows, columns, row_strategy, column_strategy)
        if ceiling - floor <= _GAP * (high - low):
            break
    return 0.5 * (floor + ceiling), ceiling - floor


@kernel
def solve_one(matrix: Floats, strategies: Floats, basis: Integers, work: Floats) -> tuple[float, float]:
    """Solve a whole matrix like `solve_game`; the strategies stand one after the other.

    The gap is infinite where the entries are not finite, when nothing is written, or where their spread is so
    large or so small that the numbers may have overflowed.

    Examples
    --------
    >>> strategies, basis = np.zeros(4), np.zeros(4, np.int64)
    >>> matrix = np.array([[3.0, -1.0], [-1.0, 1.0]])
    >>> value, gap = solve_one(matrix, strategies, basis, np.zeros((3, 3)))
    >>> round(value, 9), gap < 1e-12, strategies.round(3).tolist()
    (0.333333333, True, [0.333, 0.667, 0.333, 0.667])
    """
    rows, columns = matrix.shape
    low = high = matrix[0, 0]
    nothing = 0.0
    for i in range(rows):
        for j in range(columns):
            entry = matrix[i, j]
            nothing += entry * 0.0
            low = min(low, entry)
            high = max(high, entry)
    if nothing != 0.0:  # not a number
        return nothing, np.inf
    value, gap = solve_game(matrix, rows, columns, strategies[:rows], strategies[rows:], basis, work)
    regular = high == low or _NARROW < high - low < _WIDE
    return value, gap if regular else np.inf


def find_basis(matrix: Floats) -> tuple[float, list[int], list[int]]:
    """Solve a matrix of finite floats; return value, tight rows, basic columns: exact solving begins there.

    >>> find_basis(np.array([[4.0, 2.0], [3.0, 1.0]]))
    (2.0, [0], [1])
    """
    rows, columns = matrix.shape
    basis = np.empty(rows + columns, np.int64)
    value, _ = solve_one(matrix, np.empty(rows + columns), basis, np.empty((rows + 1, columns + 1)))
    return value, *split_basis(basis.tolist(), rows, columns)


def split_basis(basis: list[int], rows: int, columns: int) -> tuple[list[int], list[int]]:
    """Return the tight rows and the basic columns of a basis.

    >>> split_basis([3, 0, 1, 2, 4], 2, 3)
    ([1], [0])
    """
    tight = [number - columns for number in basis[rows : rows + columns] if number >= columns]
    return sorted(tight), sorted([number for number in basis[:rows] if number < columns])


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
        values[g], _ = solve_game(
            matrices[g], rows[g], columns[g], row_strategies[g], column_strategies[g], bases[g], work
        )
