"""All optimal strategies of a matrix game in ``fmpq``: uniqueness, corners, ranges.

Everything starts from one solution (`saizen.matrix.exact`). MAX's optimal strategies are a polytope,
the mixtures ``p`` with ``p A >= value``; MIN's are MAX's in the game transposed and negated, so each
function turns the game until the player in question sits where it wants him.
"""

from collections.abc import Sequence
from math import gcd
from operator import mul
from typing import Any

from flint import fmpq, fmpq_mat

from saizen.matrix.exact import ExactSolution
from saizen.matrix.rational_simplex import Tableau, tableau

Matrix = Sequence[Sequence[Any]]
_MAX = 0


def exchange_players(matrix: Matrix) -> list[list[Any]]:
    """Exchange the players: transpose and negate.

    >>> exchange_players([[fmpq(1), fmpq(2)]])
    [[-1], [-2]]
    """
    return [[-entry for entry in column] for column in zip(*matrix, strict=True)]


def optimal_tableau(
    matrix: Matrix, solution: ExactSolution, player: int, weights: Sequence[Any] = ()
) -> Tableau:
    """Write the tableau whose feasible points are all optimal strategies of ``player``, up to scale.

    With ``weights``, integers, the line after the game's own objective is that linear function.
    """
    rows, columns = solution.rows, solution.columns
    if player == _MAX:
        matrix, rows, columns = exchange_players(matrix), columns, rows
    table = tableau(matrix)
    if weights:
        table.lines.append([-weight for weight in weights] + [0 * weights[0]])
    table.enter(rows, columns)
    table.keep_optimal()
    return table


def unique(matrix: Matrix, solution: ExactSolution, player: int) -> bool:
    """Return whether ``player`` has only one optimal strategy.

    A nondegenerate solution of the other player settles it. Otherwise the variables that may leave
    zero within the optimal set are pushed up together: if they cannot move, nothing else can.

    >>> from saizen.matrix.exact import solve_exact
    >>> game = [[fmpq(1), fmpq(1)], [fmpq(0), fmpq(2)]]
    >>> unique(game, solve_exact(game), 0), unique(game, solve_exact(game), 1)
    (True, False)
    """
    if solution.row_unique if player == _MAX else solution.column_unique:
        return True
    table = optimal_tableau(matrix, solution, player)
    if not table.nonbasic:
        return True
    table.lines.append([-table.denominator] * len(table.nonbasic) + [0 * table.denominator])
    return not table.maximise(len(table.lines) - 1, until_progress=True)


def value_range(
    matrix: Matrix, solution: ExactSolution, player: int, weights: Sequence[Any]
) -> tuple[Any, Any]:
    """Return the least and the largest ``weights . strategy`` over the optimal strategies of ``player``.

    >>> from saizen.matrix.exact import solve_exact
    >>> game = [[fmpq(1), fmpq(1)], [fmpq(0), fmpq(2)]]
    >>> value_range(game, solve_exact(game), 1, [fmpq(1), fmpq(0)])
    (1/2, 1)
    """
    numerators, scale = fmpq_mat(1, len(weights), list(weights)).numer_denom()
    table = optimal_tableau(matrix, solution, player, numerators.entries())
    game = len(table.basic)
    ends = []
    for sign in (1, -1):
        table.maximise(game + 1)
        ends.append(fmpq(table.lines[game + 1][-1], table.lines[game][-1]) / scale * sign)
        table.lines[game + 1] = [-entry for entry in table.lines[game + 1]]
    return ends[1], ends[0]


def vertices(matrix: Matrix, solution: ExactSolution, player: int) -> list[list[Any]]:
    """Return the corners of the set of optimal strategies of ``player``, in falling dictionary order.

    Double description: start from the pure strategies that can be optimal, cut with one of the other
    player's moves after the other. Moves the other player uses must hold with equality.

    >>> from saizen.matrix.exact import solve_exact
    >>> game = [[fmpq(1), fmpq(1)], [fmpq(0), fmpq(2)]]
    >>> vertices(game, solve_exact(game), 1)
    [[1, 0], [1/2, 1/2]]
    """
    value, other = solution.value, solution.column_strategy
    if player != _MAX:
        matrix, value, other = exchange_players(matrix), -value, solution.row_strategy
    against = (fmpq_mat(matrix) * fmpq_mat(len(other), 1, other)).entries()
    live = [i for i, payoff in enumerate(against) if payoff == value]
    rays = [
        (tuple(int(k == i) for k in live), sum(1 << k for k in range(len(live)) if live[k] != i))
        for i in live
    ]
    order = sorted(range(len(other)), key=lambda j: not other[j])
    gains, _ = fmpq_mat([[entry - value for entry in matrix[i]] for i in live]).numer_denom()
    numerators = [list(map(int, row)) for row in gains.tolist()]
    for bit, j in enumerate(order, start=len(live)):
        if len(rays) == 1:  # some strategy is optimal, so this one is
            break
        rays = _cut(rays, [row[j] for row in numerators], 1 << bit, equal=bool(other[j]))
    corners = []
    for ray, _ in rays:
        corner, total = [fmpq(0)] * len(matrix), sum(ray)
        for i, weight in zip(live, ray, strict=True):
            corner[i] = fmpq(weight, total)
        corners.append(corner)
    return sorted(corners, reverse=True)


Ray = tuple[tuple[int, ...], int]
"""A direction, and the set of the constraints that hold with equality on it as bits."""


def _cut(rays: list[Ray], normal: list[int], bit: int, *, equal: bool) -> list[Ray]:
    """Keep the part of a cone where ``normal . ray >= 0`` (or ``== 0``), as extreme rays again."""
    above, on, below = [], [], []
    for ray, tight in rays:
        side = sum(map(mul, normal, ray))
        if side > 0:
            above.append((ray, tight, side))
        elif side < 0:
            below.append((ray, tight, -side))
        else:
            on.append((ray, tight | bit))
    remaining = on if equal else [(ray, tight) for ray, tight, _ in above] + on
    sets = [tight for _, tight in rays]
    for high, high_tight, high_side in above:
        for low, low_tight, low_side in below:
            common = high_tight & low_tight
            # Two extreme rays span an edge exactly if no third one lies on all their common facets.
            if sum(1 for tight in sets if tight & common == common) == 2:
                mixed = [low_side * a + high_side * b for a, b in zip(high, low, strict=True)]
                divisor = gcd(*mixed)
                remaining.append((tuple(entry // divisor for entry in mixed), common | bit))
    return remaining
