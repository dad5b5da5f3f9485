"""One matrix game in ``fmpq``, solved from a float basis and proved: the function that solvers call.

The float simplex names the basic columns and the tight rows. The square game between them is solved
in rationals, which settles value and strategies; what remains to show is that no other row and no
other column does better, and that no probability is negative. Where the floats leave no doubt (by a
margin a million times their error) a float product shows it, otherwise an exact one does. When the
basis proves wrong, the exact simplex solves the game from the start.
"""

from collections.abc import Callable, Sequence
from operator import mul
from typing import Any, NamedTuple

from flint import fmpq, fmpq_mat

from saizen.matrix.rational_simplex import tableau

_MARGIN = 1e-9
_TINY = 1e-290
SMALL = 16
"""Games of up to so many entries are solved by the exact simplex."""
MEDIUM = 64
"""Up to so many entries the exact simplex, which needs no compiler, answers if there is only one solution."""
_ZERO, _ONE = fmpq(0), fmpq(1)


class ExactSolution(NamedTuple):
    """Value and strategies in ``fmpq``, with the basis that gave them.

    ``row_unique`` and ``column_unique`` are true when the other player's solution is nondegenerate,
    which proves that the player has no other optimal strategy; false leaves it open.
    """

    value: Any
    row_strategy: list[Any]
    column_strategy: list[Any]
    rows: list[int]
    columns: list[int]
    row_unique: bool
    column_unique: bool


def solve_exact(matrix: Sequence[Sequence[Any]], approximate: Any = None) -> ExactSolution:
    """Solve a game given in ``fmpq``, with a proof; the strategies are vertices of the optimal sets.

    Parameters
    ----------
    matrix
        Payoffs to the row player, rows of ``fmpq``.
    approximate
        The same matrix as a C-contiguous float64 array, each entry right to a part in 10**11;
        when it is not given, games that need no float basis (a saddle point, few entries, or a few
        more and only one solution) are solved without, and the rest is converted.

    Examples
    --------
    >>> solution = solve_exact([[fmpq(3), fmpq(-1)], [fmpq(-1), fmpq(1)]])
    >>> solution.value, solution.row_strategy, solution.column_strategy, solution.row_unique
    (1/3, [1/3, 2/3], [1/3, 2/3], True)
    """
    if approximate is None:
        floats = _floats(matrix)
        if floats is None:
            return solve_by_simplex(matrix)
        # Rounding keeps order, so a saddle point is one in floats too: no need to look where those have none.
        if max(map(min, floats)) == min(map(max, zip(*floats, strict=True))):
            saddle = solve_pure(matrix)
            if saddle is not None:
                return saddle
        entries = len(floats) * len(floats[0])
        if entries <= MEDIUM:
            solution = solve_by_simplex(matrix)
            if entries <= SMALL or (solution.row_unique and solution.column_unique):
                return solution  # an only solution has one basis, and it does not matter who finds it
        import numpy as np

        approximate = np.array(floats)
    from saizen.matrix.float_simplex import find_basis

    guess, rows, columns = find_basis(approximate)
    return solve_basis(matrix, approximate.tolist(), guess, rows, columns) or solve_by_simplex(matrix)


def solve_pure(matrix: Sequence[Sequence[Any]]) -> ExactSolution | None:
    """Return a saddle point of a game given in ``fmpq``; ``None`` if there is none.

    >>> solve_pure([[fmpq(4), fmpq(2)], [fmpq(3), fmpq(1)]]).columns
    [1]
    """
    floors = [min(row) for row in matrix]
    ceilings = [max(column) for column in zip(*matrix, strict=True)]
    value = max(floors)
    if value != min(ceilings):
        return None
    row, column = floors.index(value), ceilings.index(value)
    row_strategy, column_strategy = [_ZERO] * len(floors), [_ZERO] * len(ceilings)
    row_strategy[row] = column_strategy[column] = _ONE
    row_unique = sum(line[column] == value for line in matrix) == 1
    column_unique = matrix[row].count(value) == 1
    return ExactSolution(value, row_strategy, column_strategy, [row], [column], row_unique, column_unique)


def solve_by_simplex(matrix: Sequence[Sequence[Any]]) -> ExactSolution:
    """Solve a game given in ``fmpq`` by the exact simplex alone.

    >>> solve_by_simplex([[fmpq(2), fmpq(0)], [fmpq(0), fmpq(1)]]).value
    2/3
    """
    table = tableau(matrix)
    table.maximise(len(matrix))
    costs = table.lines[len(matrix)]
    row_unique = all(line[-1] for line in table.lines[: len(matrix)])
    return ExactSolution(table.value(), *table.strategies(), *table.basis(), row_unique, all(costs[:-1]))


def solve_basis(
    matrix: Sequence[Sequence[Any]],
    approximate: Sequence[Sequence[float]],
    guess: float,
    rows: list[int],
    columns: list[int],
) -> ExactSolution | None:
    """Solve the square game between ``rows`` and ``columns`` and prove it optimal; ``None`` if it is not.

    >>> solve_basis([[fmpq(2), fmpq(3)]], [[2.0, 3.0]], 2.0, [0], [1]) is None
    True
    """
    margin = _MARGIN * max(max(map(abs, line)) for line in approximate) + _TINY
    return prove_basis(lambda i, j: matrix[i][j], approximate, guess, rows, columns, margin=margin)


def prove_basis(
    payoff: Callable[[int, int], Any],
    approximate: Sequence[Sequence[float]],
    guess: float,
    rows: list[int],
    columns: list[int],
    *,
    margin: float,
) -> ExactSolution | None:
    """Answer like `solve_basis`; no payoff is asked for in vain.

    Those between ``rows`` and ``columns`` always are, others only where floats leave a doubt: ``margin`` is
    far above the errors of all of them.

    >>> game = [[fmpq(3), fmpq(-1), fmpq(9)], [fmpq(-1), fmpq(1), fmpq(9)]]
    >>> floats = [[3.0, -1.0, 9.0], [-1.0, 1.0, 9.0]]
    >>> asked = []
    >>> def payoff(i, j):
    ...     asked.append((i, j))
    ...     return game[i][j]
    >>> prove_basis(payoff, floats, 0.3333, [0, 1], [0, 1], margin=1e-6).value, (0, 2) in asked
    (1/3, False)
    """
    solved = _solve_square([[payoff(i, j) for j in columns] for i in rows], abs(guess) <= margin)
    if solved is None:
        return None
    value, row_weights, column_weights = solved
    row_slack = _slack(payoff, approximate, rows, columns, column_weights, value=value, margin=margin, sign=1)
    if row_slack < 0:
        return None
    turned = list(zip(*approximate, strict=True))
    column_slack = _slack(
        lambda j, i: payoff(i, j), turned, columns, rows, row_weights, value=value, margin=margin, sign=-1
    )
    if column_slack < 0:
        return None
    row_strategy, column_strategy = [_ZERO] * len(approximate), [_ZERO] * len(turned)
    for i, weight in zip(rows, row_weights, strict=True):
        row_strategy[i] = weight
    for j, weight in zip(columns, column_weights, strict=True):
        column_strategy[j] = weight
    row_unique = row_slack > 0 and all(column_weights)
    column_unique = column_slack > 0 and all(row_weights)
    return ExactSolution(value, row_strategy, column_strategy, rows, columns, row_unique, column_unique)


def _slack(
    payoff: Callable[[int, int], Any],
    floats: Sequence[Sequence[float]],
    basic: list[int],
    used: list[int],
    weights: list[Any],
    *,
    value: Any,
    margin: float,
    sign: int,
) -> int:
    """Compare the lines outside the basis, mixed with the other player's ``weights``, with the value.

    Return 1 if all of them are worse for their player, 0 if none is better, -1 if one is; ``sign`` is 1
    for the player who wants much and -1 for the one who wants little.
    """
    target, weight_floats = float(value), list(map(float, weights))
    least = 1
    for i, line in enumerate(floats):
        if i in basic:
            continue
        if sign * (target - sum(map(mul, [line[j] for j in used], weight_floats))) <= margin:
            slack = sign * (value - sum(map(mul, [payoff(i, j) for j in used], weights), _ZERO))
            if slack.p < 0:
                return -1
            if not slack:
                least = 0
    return least


def _solve_square(square: list[list[Any]], zero: bool) -> tuple[Any, list[Any], list[Any]] | None:
    """Return value and equalising strategies of a square game; ``None`` if there are none >= 0."""
    size = len(square)
    if size == 0:  # the floats broke down
        return None
    if size == 1:
        return square[0][0], [_ONE], [_ONE]
    if size == 2:
        return _solve_two(square)
    # Up to scale, equalising strategies solve M y = 1 and x M = 1, unless the value is 0 and M therefore
    # singular. Adding 1 to every entry adds 1 to the value, so that comes first when the value may be 0.
    for shift in (1, 0) if zero else (0, 1):
        entries = [entry + shift if shift else entry for row in square for entry in row]
        block = fmpq_mat(size, size, entries)
        ones = fmpq_mat(size, 1, [1] * size)
        try:
            column_sums, column_scale = block.solve(ones).numer_denom()
            row_sums, _ = block.transpose().solve(ones).numer_denom()
        except ZeroDivisionError:
            continue
        column_sums, row_sums = column_sums.entries(), row_sums.entries()
        column_total, row_total = sum(column_sums), sum(row_sums)
        if not column_total:
            return None
        column_weights = [fmpq(weight, column_total) for weight in column_sums]
        row_weights = [fmpq(weight, row_total) for weight in row_sums]
        if any(weight.p < 0 for weight in column_weights) or any(weight.p < 0 for weight in row_weights):
            return None
        return fmpq(column_scale, column_total) - shift, row_weights, column_weights
    return None


def _solve_two(square: list[list[Any]]) -> tuple[Any, list[Any], list[Any]] | None:
    """Solve a 2 by 2 game in closed form; ``None`` if no mixtures of both moves equalise it."""
    (a, b), (c, d) = square
    first, second = a - b, d - c
    total = first + second
    if not total:
        return None
    row, column = second / total, (d - b) / total
    weights = [row, 1 - row, column, 1 - column]
    if any(weight.p < 0 for weight in weights):
        return None
    return c + row * (a - c), weights[:2], weights[2:]


def _floats(matrix: Sequence[Sequence[Any]]) -> list[list[float]] | None:
    """Round every entry to the nearest float; ``None`` when one is too large."""
    try:
        return [list(map(float, row)) for row in matrix]
    except OverflowError:
        return None
