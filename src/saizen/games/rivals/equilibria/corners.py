"""All optimal strategies of many matrix games whose payoffs are fractions of machine integers, compiled.

The fast twin of `saizen.matrix.optimal_set.vertices`: the same double description in machine integers, which
notice when they grow too long. A game that has such numbers, or very many corners, is left to the twin.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.compile import kernel, merged, part
from saizen.kernels.wide import LIMIT, cross, greatest_divisor, short_cross
from saizen.matrix.integer_batches import make_integers
from saizen.matrix.integer_simplex import (
    COLUMNS_UNIQUE,
    ROWS_UNIQUE,
    TOO_LONG,
    Integers,
    make_scratch,
    solve_integer_game,
)

MOST = 24
"""Corners of one player that there is room for."""
WHOLE = np.int64(1 << 53)
"""Below this size a whole number is a float, and so the quotient of two is rounded once."""


class Room(NamedTuple):
    """Scratch to find the corners of a game in."""

    rays: Any
    """The extreme rays of two cones, a line each: the one so far, and the one after a cut."""
    facets: Any
    """On which facets each ray lies, as bits."""
    sides: Any
    """On which side of a cut each ray lies."""
    whole: Any
    """Corners as whole numbers, and their sums."""
    totals: Any


@merged
def make_room(side: Any) -> Any:
    """Return room for games of up to ``side`` moves of either player."""
    return Room(
        np.empty((2, MOST, side), np.int64),
        np.empty((2, MOST), np.int64),
        np.empty(MOST, np.int64),
        np.empty((MOST, side), np.int64),
        np.empty(MOST, np.int64),
    )


@merged
def gains_over_value(numbers: Any, rows: Any, columns: Any, value: Any, total: Any, gains: Any) -> Any:
    """Write what each payoff is above the value, times ``total``; return false when that is too long."""
    for i in range(rows):
        for j in range(columns):
            gains[i, j] = short_cross(numbers[i, j], total, value, np.int64(1))
            if gains[i, j] == LIMIT:
                return False
    return True


@merged
def exchange_players(gains: Any, rows: Any, columns: Any, exchanged: Any) -> None:
    """Transpose and negate."""
    for i in range(rows):
        for j in range(columns):
            exchanged[j, i] = -gains[i, j]


@merged
def pure_rays(gains: Any, weights: Any, rows: Any, columns: Any, room: Any) -> Any:
    """Write the pure strategies that can be optimal as rays; return how many there are, -1: too long.

    A facet is a move that is not played; those of a ray are bits.
    """
    count, live = np.int64(0), np.int64(0)
    for i in range(rows):
        against = np.int64(0)
        for j in range(columns):
            against = short_cross(against, np.int64(1), -gains[i, j], weights[j])
            if against == LIMIT:
                return np.int64(-1)
        if against == 0:
            if count == MOST:
                return np.int64(-1)
            for k in range(rows):
                room.rays[0, count, k] = k == i
            room.facets[0, count] = 1 << i
            live |= 1 << i
            count += 1
    for ray in range(count):
        room.facets[0, ray] ^= live
    return count


@merged
def shorten(rays: Any, now: Any, ray: Any, size: Any) -> None:
    """Divide a ray by what divides all its numbers."""
    divisor = np.int64(0)
    for i in range(size):
        if rays[now, ray, i]:
            divisor = greatest_divisor(rays[now, ray, i], divisor)
    for i in range(size):
        rays[now, ray, i] //= divisor


@merged
def find_sides(room: Any, now: Any, count: Any, gains: Any, rows: Any, move: Any) -> Any:
    """Write on which side of a cut each ray lies; return false when a number is too long."""
    for ray in range(count):
        side = np.int64(0)
        for i in range(rows):
            side = short_cross(side, np.int64(1), -room.rays[now, ray, i], gains[i, move])
            if side == LIMIT:
                return False
        room.sides[ray] = side
    return True


@merged
def mix_rays(room: Any, now: Any, high: Any, low: Any, size: Any, place: Any) -> Any:
    """Write where the edge between two rays meets the cut; return false when a number is too long."""
    rays, sides = room.rays, room.sides
    for i in range(size):
        mixed = short_cross(-sides[low], rays[now, high, i], -sides[high], rays[now, low, i])
        if mixed == LIMIT:
            return False
        rays[1 - now, place, i] = mixed
    shorten(rays, 1 - now, place, size)
    return True


@merged
def cut_rays(room: Any, now: Any, count: Any, size: Any, bit: Any, equal: Any) -> Any:
    """Keep the part of a cone on the upper side of a cut, or on the cut alone, as extreme rays again.

    Return how many there are, -1 when a number is too long or there is no room.
    """
    rays, facets, sides, then = room.rays, room.facets, room.sides, 1 - now
    many = np.int64(0)
    for ray in range(count):
        if sides[ray] == 0 or (sides[ray] > 0 and not equal):
            for i in range(size):
                rays[then, many, i] = rays[now, ray, i]
            facets[then, many] = facets[now, ray] | bit if sides[ray] == 0 else facets[now, ray]
            many += 1
    for high in range(count):
        for low in range(count):
            if sides[high] <= 0 or sides[low] >= 0:
                continue
            common, between = facets[now, high] & facets[now, low], 0
            for ray in range(count):
                between += facets[now, ray] & common == common
            if between != 2:  # a third ray on all common facets: these two span no edge
                continue
            if many == MOST or not mix_rays(room, now, high, low, size, many):
                return np.int64(-1)
            facets[then, many] = common | bit
            many += 1
    return many


@merged
def comes_before(room: Any, now: Any, ray: Any, total: Any, place: Any, size: Any) -> Any:
    """Return whether the corner at a place comes before a ray in falling dictionary order."""
    for i in range(size):
        high, low = cross(room.whole[place, i], total, room.rays[now, ray, i], room.totals[place])
        if high != 0 or low != 0:
            return high >= 0
    return False


@merged
def write_corner(room: Any, now: Any, ray: Any, size: Any, corners: Any) -> Any:
    """Put a ray among the corners of those before it; return false when it is no exact quotient."""
    whole, totals = room.whole, room.totals
    total = np.int64(0)
    for i in range(size):
        total += room.rays[now, ray, i]
        if room.rays[now, ray, i] >= WHOLE or total >= WHOLE:
            return False
    place = ray
    while place > 0 and not comes_before(room, now, ray, total, place - 1, size):
        for i in range(size):
            whole[place, i], corners[place, i] = whole[place - 1, i], corners[place - 1, i]
        totals[place] = totals[place - 1]
        place -= 1
    totals[place] = total
    for i in range(size):
        whole[place, i], corners[place, i] = room.rays[now, ray, i], room.rays[now, ray, i] / total
    return True


@part
def player_corners(
    gains: Any, own: Any, unique: Any, weights: Any, rows: Any, columns: Any, room: Any, corners: Any
) -> Any:
    """Write the corners of a player's optimal strategies, and return their number; 0: left to the twin.

    ``gains`` are the player's, ``own`` is one of these strategies, and ``unique`` if it is the only one;
    ``weights`` is a strategy of the other player. ``room`` is a `Room`.
    """
    now = np.int64(0)
    if unique:
        count = np.int64(1)
        for i in range(rows):
            room.rays[now, 0, i] = own[i]
        shorten(room.rays, now, np.int64(0), rows)
    else:
        count = pure_rays(gains, weights, rows, columns, room)
    for equal in (True, False):
        for j in range(columns):
            if count <= 1 or (weights[j] > 0) != equal:
                continue
            if not find_sides(room, now, count, gains, rows, j):
                return np.int64(0)
            count = cut_rays(room, now, count, rows, np.int64(1) << rows + j, equal)
            now = 1 - now
    for ray in range(count):
        if not write_corner(room, now, ray, rows, corners):
            return np.int64(0)
    return max(count, np.int64(0))


@kernel
def game_corners(
    places: Any, numerators: Integers, denominators: Integers, counts: Integers, corners: NDArray[np.float64]
) -> None:
    """Find all optimal strategies of games of one shape, given as for ``game_values``.

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
    squares, weights, basis = (
        np.empty((4, side, side), np.int64),
        np.empty((2, side), np.int64),
        np.empty(2 * side, np.int64),
    )
    scratch, room = make_scratch(side), make_room(side)
    for g in range(places.shape[0]):
        for i in range(rows):
            for j in range(columns):
                squares[0, i, j] = numerators[places[g, i, j]]
                squares[1, i, j] = denominators[places[g, i, j]]
        counts[g] = 0
        if make_integers(squares[0], squares[1], rows, columns) == 0:
            continue
        flags, value, total = solve_integer_game(
            squares[0], rows, columns, weights[0], weights[1], basis, scratch
        )
        if flags == TOO_LONG or not gains_over_value(squares[0], rows, columns, value, total, squares[2]):
            continue
        exchange_players(squares[2], rows, columns, squares[3])
        mine, yours = weights[0], weights[1]
        counts[g, 0] = player_corners(
            squares[2], mine, flags & ROWS_UNIQUE, yours, rows, columns, room, corners[g, 0]
        )
        counts[g, 1] = player_corners(
            squares[3], yours, flags & COLUMNS_UNIQUE, mine, columns, rows, room, corners[g, 1]
        )
