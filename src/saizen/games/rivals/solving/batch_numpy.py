"""Values and bases of many small matrix games at once in NumPy, for whoever has nothing compiled.

The tableau is that of `saizen.matrix.pivoting`, which is faster once it is compiled; here a pivot is made in
all games together. What is not settled after many pivots, or not to many digits, says so by its gap.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]
_ENTER, _PIVOT, _TIE = 1e-12, 1e-10, 1e-12  # as in the kernel


class NumpySolutions(NamedTuple):
    """What is known of each game.

    Between the flagged rows and columns, equally many, lies the game that determines the value, as in
    `saizen.matrix.exact.solve_basis`.
    """

    values: Floats
    gaps: Floats
    """The value is at most half of this away, and a rounding; infinite where the pivots did not end."""
    rows: Flags
    columns: Flags
    row_strategies: Floats
    """Not a number where the pivots did not end."""
    column_strategies: Floats


def solve_with_numpy(games: Floats) -> NumpySolutions:
    """Solve games of one shape, ``games[g]`` for each ``g``.

    >>> solved = solve_with_numpy(np.array([[[3.0, -1.0], [-1.0, 1.0]], [[2.0, 0.0], [0.0, 0.0]]]))
    >>> solved.values.round(9).tolist(), solved.rows.tolist(), solved.columns.tolist()
    ([0.333333333, 0.0], [[True, True], [True, False]], [[True, True], [False, True]])
    """
    count, rows, columns = games.shape
    floors, ceilings = games.min(axis=2), games.max(axis=1)
    row, column = floors.argmax(axis=1), ceilings.argmin(axis=1)
    every = np.arange(count)
    values = floors[every, row]
    saddle = np.arange(rows) == row[:, None], np.arange(columns) == column[:, None]
    solutions = NumpySolutions(
        values, np.zeros(count), *saddle, *(flags.astype(np.float64) for flags in saddle)
    )
    mixed = np.flatnonzero(values < ceilings[every, column])
    if not len(mixed):
        return solutions
    some, low, high = games[mixed], floors[mixed].min(axis=1), ceilings[mixed].max(axis=1)
    with np.errstate(
        over="ignore", invalid="ignore", divide="ignore"
    ):  # where numbers break down, the gap tells
        scaled = (some - low[:, None, None]) / (high - low)[:, None, None] + 1.0
        own, other, solutions.rows[mixed], solutions.columns[mixed] = _simplex(scaled, column[mixed])
        own, other = (weights / weights.sum(axis=1, keepdims=True) for weights in (own, other))
        least = (own[:, None, :] @ some)[:, 0].min(axis=1)
        most = (some @ other[:, :, None])[:, :, 0].max(axis=1)
        solutions.row_strategies[mixed], solutions.column_strategies[mixed] = own, other
        values[mixed] = 0.5 * (least + most)
        solutions.gaps[mixed] = np.nan_to_num(np.abs(most - least), nan=np.inf)
    return solutions


def _simplex(games: Floats, entering: Ints) -> tuple[Floats, Floats, Flags, Flags]:
    """Pivot from the slack basis; return weights of rows and of columns, tight rows, basic columns.

    Games that do not end keep weights of 0.
    """
    count, rows, columns = games.shape
    own, other = np.zeros((count, rows)), np.zeros((count, columns))
    tight, basic = np.zeros((count, rows), np.bool_), np.zeros((count, columns), np.bool_)
    work = np.ones((count, rows + 1, columns + 1))
    work[:, :rows, :columns] = games
    work[:, rows] = [-1.0] * columns + [0.0]
    inside = np.tile(np.arange(columns, columns + rows), (count, 1))
    outside = np.tile(np.arange(columns), (count, 1))
    left = every = np.arange(count)
    for _ in range(10 * (rows + columns)):
        line = _pivot(work, every, entering)
        inside[every, line], outside[every, entering] = outside[every, entering], inside[every, line]
        entering = work[:, rows, :columns].argmin(axis=1)
        going = work[every, rows, entering] < -_ENTER
        done = np.flatnonzero(~going)
        if len(done):
            ended = left[done]
            other[ended] = _spread(inside[done], work[done, :rows, columns], rows + columns)[:, :columns]
            own[ended] = _spread(outside[done], work[done, rows, :columns], rows + columns)[:, columns:]
            basic[ended] = _spread(inside[done], np.ones(1), rows + columns)[:, :columns] > 0
            tight[ended] = _spread(outside[done], np.ones(1), rows + columns)[:, columns:] > 0
            left, work, entering = left[going], work[going], entering[going]
            inside, outside, every = inside[going], outside[going], np.arange(len(left))
            if not len(left):
                break
    return own, other, tight, basic


def _spread(places: Ints, numbers: Floats, size: int) -> Floats:
    """Put numbers at places of lines of zeros; rounding noise below 0 is cut off."""
    lines = np.zeros((len(places), size))
    np.put_along_axis(lines, places, np.maximum(numbers, 0.0), axis=1)
    return lines


def _pivot(work: Floats, every: Ints, entering: Ints) -> Ints:
    """Let a variable enter each tableau; return the lines of those that leave: larger pivots among ties."""
    sizes = work[every, :, entering]
    able = sizes[:, :-1] > _PIVOT
    ratios = np.where(able, work[:, :-1, -1] / sizes[:, :-1], np.inf)
    near = ratios <= ratios.min(axis=1, keepdims=True) + _TIE
    line: Ints = np.where(near & able, sizes[:, :-1], -1.0).argmax(axis=1)
    centre = sizes[every, line]
    head = work[every, line] / centre[:, None]
    work -= sizes[:, :, None] * head[:, None, :]
    work[every, :, entering] = -sizes / centre[:, None]
    work[every, line] = head
    work[every, line, entering] = 1.0 / centre
    return line
