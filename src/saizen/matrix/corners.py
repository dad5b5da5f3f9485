"""All optimal strategies of many matrix games whose payoffs are fractions of machine integers, compiled.

The fast twin of `saizen.matrix.optimal_set.vertices`: the same double description in machine integers, which
notice when they grow too long. A game that has such numbers, or very many corners, is left to the twin.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.jit import kernel, part
from saizen.kernels.wide import LIMIT, cross, greatest_divisor, short_cross
from saizen.matrix.fractions import Integers, make_integers
from saizen.matrix.integers import COLUMNS_UNIQUE, ROWS_UNIQUE, TOO_LONG, solve_integer_game

MOST = 24
"""Corners of one player that there is room for."""
WHOLE = np.int64(1 << 53)
"""Below this size a whole number is a float, and so the quotient of two is rounded once."""


@part
def gains_over_value(numbers: Any, rows: Any, columns: Any, value: Any, total: Any, gains: Any) -> Any:
    """Write what each payoff is above the value, times ``total``; return false when that is too long."""
    for i in range(rows):
        for j in range(columns):
            gains[i, j] = short_cross(numbers[i, j], total, value, np.int64(1))
            if gains[i, j] == LIMIT:
                return False
    return True


@part
def exchange_players(gains: Any, rows: Any, columns: Any, exchanged: Any) -> None:
    """Transpose and negate."""
    for i in range(rows):
        for j in range(columns):
            exchanged[j, i] = -gains[i, j]


@part
def product(one: Any, other: Any, size: Any) -> Any:
    """Return the sum of the products of two lines, or `LIMIT` when that is too long."""
    total = np.int64(0)
    for i in range(size):
        total = short_cross(total, np.int64(1), -one[i], other[i])
        if total == LIMIT:
            return total
    return total


@part
def pure_rays(gains: Any, weights: Any, rows: Any, columns: Any, rays: Any, facets: Any) -> Any:
    """Write the pure strategies that can be optimal as rays; return how many there are, -1: too long.

    A facet is a move that is not played; those of a ray are bits.
    """
    count, live = 0, 0
    for i in range(rows):
        against = product(gains[i], weights, columns)
        if against == LIMIT:
            return -1
        if against == 0:
            if count == MOST:
                return -1
            for k in range(rows):
                rays[count, k] = k == i
            facets[count] = 1 << i
            live |= 1 << i
            count += 1
    for ray in range(count):
        facets[ray] ^= live
    return count


@part
def shorten(ray: Any, size: Any) -> None:
    """Divide a ray by what divides all its numbers."""
    divisor = np.int64(0)
    for i in range(size):
        if ray[i]:
            divisor = greatest_divisor(ray[i], divisor)
    for i in range(size):
        ray[i] //= divisor


@part
def mix_rays(rays: Any, high: Any, low: Any, sides: Any, size: Any, mixed: Any) -> Any:
    """Write where the edge between two rays meets the cut; return false when a number is too long."""
    for i in range(size):
        mixed[i] = short_cross(-sides[low], rays[high, i], -sides[high], rays[low, i])
        if mixed[i] == LIMIT:
            return False
    shorten(mixed, size)
    return True


@part
def cut_rays(
    rays: Any,
    facets: Any,
    sides: Any,
    count: Any,
    size: Any,
    bit: Any,
    equal: Any,
    kept: Any,
    kept_facets: Any,
) -> Any:
    """Keep the part of a cone on the upper side of a cut, or on the cut alone, as extreme rays again.

    Return how many there are, -1 when a number is too long or there is no room.
    """
    many = 0
    for ray in range(count):
        if sides[ray] == 0 or (sides[ray] > 0 and not equal):
            for i in range(size):
                kept[many, i] = rays[ray, i]
            kept_facets[many] = facets[ray] | bit if sides[ray] == 0 else facets[ray]
            many += 1
    for high in range(count):
        for low in range(count):
            if sides[high] <= 0 or sides[low] >= 0:
                continue
            common, between = facets[high] & facets[low], 0
            for ray in range(count):
                between += facets[ray] & common == common
            if between != 2:  # a third ray on all common facets: these two span no edge
                continue
            if many == MOST or not mix_rays(rays, high, low, sides, size, kept[many]):
                return -1
            kept_facets[many] = common | bit
            many += 1
    return many


@part
def is_greater(one: Any, one_total: Any, other: Any, other_total: Any, size: Any) -> Any:
    """Tell whether a mixture comes after another in the dictionary; both are whole numbers and their sum."""
    for i in range(size):
        high, low = cross(one[i], other_total, other[i], one_total)
        if high != 0 or low != 0:
            return high >= 0
    return False


@part
def write_corner(ray: Any, size: Any, corners: Any, place: Any, totals: Any, whole: Any) -> Any:
    """Put a corner among those before it, in falling dictionary order; false when it is no exact quotient."""
    total = np.int64(0)
    for i in range(size):
        total += ray[i]
        if ray[i] >= WHOLE or total >= WHOLE:
            return False
    while place > 0 and not is_greater(whole[place - 1], totals[place - 1], ray, total, size):
        for i in range(size):
            whole[place, i], corners[place, i] = whole[place - 1, i], corners[place - 1, i]
        totals[place] = totals[place - 1]
        place -= 1
    totals[place] = total
    for i in range(size):
        whole[place, i], corners[place, i] = ray[i], ray[i] / total
    return True


@part
def player_corners(
    gains: Any,
    own: Any,
    unique: Any,
    weights: Any,
    rows: Any,
    columns: Any,
    work: Any,
    lines: Any,
    corners: Any,
) -> Any:
    """Write the corners of a player's optimal strategies, and return their number; 0: left to the twin.

    ``gains`` are the player's, ``own`` is one of these strategies, and ``unique`` if it is the only one;
    ``weights`` is a strategy of the other player. ``work`` and ``lines`` are scratch, see `game_corners`.
    """
    rays, kept, whole = work[0], work[1], work[2]
    facets, kept_facets, sides, totals = lines[0], lines[1], lines[2], lines[3]
    if unique:
        count = 1
        for i in range(rows):
            rays[0, i] = own[i]
        shorten(rays[0], rows)
    else:
        count = pure_rays(gains, weights, rows, columns, rays, facets)
    for equal in (True, False):
        for j in range(columns):
            if count <= 1 or (weights[j] > 0) != equal:
                continue
            for ray in range(count):
                sides[ray] = product(rays[ray], gains[:, j], rows)
                if sides[ray] == LIMIT:
                    return 0
            bit = np.int64(1) << rows + j
            count = cut_rays(rays, facets, sides, count, rows, bit, equal, kept, kept_facets)
            rays, kept = kept, rays
            facets, kept_facets = kept_facets, facets
    for ray in range(count):
        if not write_corner(rays[ray], rows, corners, ray, totals, whole):
            return 0
    return max(count, 0)


@kernel
def game_corners(
    places: Any, numerators: Integers, denominators: Integers, counts: Integers, corners: NDArray[np.float64]
) -> None:
    """Find all optimal strategies of games of one shape, given as for `saizen.matrix.fractions.game_values`.

    Parameters
    ----------
    places, numerators, denominators
        Games by rows by columns: where each payoff stands among the fractions; those in lowest terms.
    counts
        Written: games by players, how many corners there are; 0 where that is left to the plain twin.
    corners
        Written: games by players by `MOST` by moves, in falling dictionary order.

    Examples
    --------
    >>> counts, corners = np.zeros((1, 2), np.int64), np.zeros((1, 2, MOST, 2))
    >>> ones = np.ones(3, np.int64)
    >>> game_corners(np.array([[[1, 1], [0, 2]]]), np.array([0, 1, 2]), ones, counts, corners)
    >>> counts.tolist(), corners[0, 1, :2].tolist()
    ([[1, 2]], [[1.0, 0.0], [0.5, 0.5]])
    """
    rows, columns = places.shape[1], places.shape[2]
    side = max(rows, columns) + 1
    squares, floats = np.empty((5, side, side), np.int64), np.empty((3, side, side))
    weights, basis = np.empty((2, side), np.int64), np.empty((2, 2 * side), np.int64)
    work, lines = np.empty((3, MOST, side), np.int64), np.empty((4, MOST), np.int64)
    for g in range(places.shape[0]):
        for i in range(rows):
            for j in range(columns):
                squares[0, i, j] = numerators[places[g, i, j]]
                squares[1, i, j] = denominators[places[g, i, j]]
        counts[g] = 0
        if make_integers(squares[0], squares[1], rows, columns) == 0:
            continue
        known, value, total = solve_integer_game(
            squares[0], rows, columns, weights[0], weights[1], basis[0], squares[2], basis[1], floats
        )
        if known == TOO_LONG or not gains_over_value(squares[0], rows, columns, value, total, squares[3]):
            continue
        exchange_players(squares[3], rows, columns, squares[4])
        mine, yours = weights[0], weights[1]
        unique = known & ROWS_UNIQUE, known & COLUMNS_UNIQUE
        counts[g, 0] = player_corners(
            squares[3], mine, unique[0], yours, rows, columns, work, lines, corners[g, 0]
        )
        counts[g, 1] = player_corners(
            squares[4], yours, unique[1], mine, columns, rows, work, lines, corners[g, 1]
        )
