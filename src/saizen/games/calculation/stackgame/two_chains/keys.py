"""The stack game of two foundations on lattice paths: one 63-bit key a position, in linear time.

The deck's cards are two chains, a1 < a2 < ... and b1 < b2 < ... A set of cards that may be the first to
reach the foundations (a down-set) has i cards of a and j of b: a lattice point. All down-sets together
fill the region between two lattice paths; the paths are the order. Here five cards, a1 < a2 < a3 and
b1 < b2, with a1 < b2 and b1 < a3::

      b                               hi(t), lo(t): most and fewest a's among the first t cards
    2 |   o---o---o
      |   |   |   |                   t    0 1 2 3 4 5
    1 o---o---o---o                   hi   0 1 2 2 3 3     its steps: 1 1 0 1 0
      |   |   |                       lo   0 0 1 1 2 3     its steps: 0 1 0 1 1
    0 o---o---o
      0   1   2   3   a               on diagonal i + j = t lie the points lo(t) <= i <= hi(t)

Stack n allows a down-set, so it is a point of the region; all stacks together are a multiset of points.
Where the paths touch, all cards before come before all cards after: the order is an *ordinal sum*. Each
summand that is no single card can be turned over (a and b exchanged: the paths become ~lo and ~hi) without
changing the order, and in no other way do two pairs of paths mean the same order, since the
incomparable pairs of a summand are a connected graph of two colours. So summands are turned one by one:

* the first step in which both paths agree shall be a step of a;
* if there is none, the summand is its own mirror image, and the smaller list of points counts;
* a single card counts as a card of b.

Laying card x = a_i onto the stack at point P (x is in P's down-set) keeps the down-sets that lie in P's
or contain x: that clips the path ``lo``; then step a_i is taken out of both. See `laying`.

A key is ``hi`` (k bits), ``lo`` without its first step, which is always 0 (k - 1 bits), and the rank of the
points among all multisets (65 - 2k bits; the last step of ``hi`` is always 0). Points are numbered from the
top corner, so stacks that forbid nothing have number 0, and only ``used`` stacks can have another.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from saizen.games.calculation.stackgame.partial_order import MOST_STACKS
from saizen.kernels.bits import popcount
from saizen.kernels.compile import kernel, part
from saizen.kernels.hash_table import Ints
from saizen.kernels.record import record_type

MOST_CARDS = 30
MOST_POINTS = 280
ROOM = MOST_CARDS + 4
"""Diagonals, or stacks, that a row has room for."""


class Position(NamedTuple):
    """A position: its paths by diagonal, and by stack its point, how many cards of a and b it allows."""

    hi: Ints
    lo: Ints
    a: Ints
    b: Ints


class KeyScratch(NamedTuple):
    """The workspace of one thread for writing and reading keys.

    ``turned`` is the position with a and b exchanged. By diagonal: the number of the first point and of the
    points before, the sum of a point's number and its mirror image's, the symmetric summand. By stack: the
    point's number, its image's, the symmetric summand; two lists to compare.
    """

    position: Position
    turned: Position
    first: Ints
    before: Ints
    mirror: Ints
    symmetric: Ints
    number: Ints
    image: Ints
    inside: Ints
    own: Ints
    other: Ints


def new_position() -> Position:
    """Return room for a position."""
    return Position(*np.zeros((4, ROOM), np.int64))


def new_scratch() -> KeyScratch:
    """Return working memory for one thread."""
    return KeyScratch(new_position(), new_position(), *np.zeros((9, ROOM), np.int64))


@cache
def _layout() -> np.dtype[Any]:
    return record_type(new_scratch())


def scratch() -> Any:
    """Return working memory for one thread, as a record."""
    return np.zeros(1, _layout())[0]


def binomials() -> Ints:
    """Return the table of C(n, r) for r up to the number of stacks.

    >>> int(binomials()[169 + 3, 4])
    35208615
    """
    table = np.zeros((MOST_POINTS, MOST_STACKS + 1), np.int64)
    table[:, 0] = 1
    for n in range(1, MOST_POINTS):
        table[n, 1:] = table[n - 1, 1:] + table[n - 1, :-1]
    return table


@part
def _sort(values: Ints, count: int) -> None:
    for i in range(1, count):
        value, j = values[i], i
        while j > 0 and values[j - 1] > value:
            values[j] = values[j - 1]
            j -= 1
        values[j] = value


@part
def canonical_paths(
    k: int, high: int, low: int, first: Ints, mirror: Ints, symmetric: Ints
) -> tuple[int, int, int]:
    """Turn the summands of an order, given by the steps of its paths.

    Returns its half of the key, the diagonals that were turned as bits, and how many summands are symmetric.
    For `number_of`, ``first`` says where the numbers of a diagonal begin. ``symmetric`` tells in which
    symmetric summand a diagonal is (0: none); there, the numbers of a point and its mirror image add up to
    ``mirror``.
    """
    for t in range(k + 1):
        symmetric[t] = 0
    apart = high ^ low
    rest, summands, turned, symmetrics = apart, 0, 0, 0
    while rest:
        begin, width, step = rest & -rest, 0, 0
        while step == 0 or width != 0:
            step = rest & -rest
            width += 1 if high & step else -1
            rest ^= step
        summand = 2 * step - begin
        together = summand & ~apart
        summands |= summand
        if together == 0:
            symmetrics += 1
            for t in range(k):
                if (summand >> t) & 1:
                    symmetric[t + 1] = symmetrics
        elif not high & together & -together:
            turned |= summand
    ups, downs = (high & summands & ~turned) | (~low & turned), (low & summands & ~turned) | (~high & turned)
    turned <<= 1
    top = width = 0
    lowest = popcount(low)
    for t in range(k, -1, -1):
        first[t] = top - lowest - width if (turned >> t) & 1 else top + lowest
        mirror[t] = 2 * top - width
        if t:
            lowest -= (low >> (t - 1)) & 1
            width += ((low >> (t - 1)) & 1) - ((high >> (t - 1)) & 1)
            top += width + 1
    return (ups << (k - 1)) | (downs >> 1), turned, symmetrics


@part
def number_of(a: int, t: int, first: Ints, turned: int) -> int:
    """Return the number of the point with some cards of a on a diagonal of an order with turned summands."""
    return int(first[t] + a if (turned >> t) & 1 else first[t] - a)


@part
def turn_symmetric(
    stacks: int, symmetrics: int, number: Ints, image: Ints, inside: Ints, own: Ints, other: Ints
) -> None:
    """Replace the points of each symmetric summand by their images if those have the larger numbers."""
    for summand in range(1, symmetrics + 1):
        count = 0
        for m in range(stacks):
            if inside[m] == summand:
                own[count], other[count] = number[m], image[m]
                count += 1
        _sort(own, count)
        _sort(other, count)
        while count > 0 and own[count - 1] == other[count - 1]:
            count -= 1
        if count > 0 and other[count - 1] > own[count - 1]:
            for m in range(stacks):
                if inside[m] == summand:
                    number[m] = image[m]


@part
def rank_of(number: Ints, stacks: int, used: int, binom: Ints) -> int:
    """Return the rank of a multiset of points; ``number`` is sorted by this."""
    _sort(number, stacks)
    rank = 0
    for m in range(used):
        rank += binom[number[stacks - used + m] + m, m + 1]
    return rank


@part
def canonical(
    k: int, stacks: int, used: int, binom: Ints, position: Position, room: KeyScratch
) -> tuple[int, int]:
    """Return the two halves of the key of a position: its paths and its points' rank."""
    hi, lo, number = position.hi, position.lo, room.number
    high = low = 0
    for t in range(k):
        high |= (hi[t + 1] - hi[t]) << t
        low |= (lo[t + 1] - lo[t]) << t
    paths, turned, symmetrics = canonical_paths(k, high, low, room.first, room.mirror, room.symmetric)
    for m in range(stacks):
        number[m] = number_of(position.a[m], position.a[m] + position.b[m], room.first, turned)
    if symmetrics:
        for m in range(stacks):
            t = position.a[m] + position.b[m]
            room.image[m], room.inside[m] = room.mirror[t] - number[m], room.symmetric[t]
        turn_symmetric(stacks, symmetrics, number, room.image, room.inside, room.own, room.other)
    return paths, rank_of(number, stacks, used, binom)


@kernel
def pack(k: int, stacks: int, used: int, binom: Ints, room: KeyScratch) -> int:
    """Return the key of the position in the room."""
    paths, rank = canonical(k, stacks, used, binom, room.position, room)
    return (paths << (65 - 2 * k)) | rank


@part
def steps_of(paths: int, k: int) -> tuple[int, int]:
    """Return the steps of both paths of half a key."""
    return paths >> (k - 1), (paths & ((1 << (k - 1)) - 1)) << 1


@part
def read_paths(paths: int, k: int, hi: Ints, lo: Ints, before: Ints) -> int:
    """Write the paths of half a key, and how many points lie on earlier diagonals; return how many in all."""
    high, low = steps_of(paths, k)
    hi[0] = lo[0] = before[0] = 0
    total = 1
    for t in range(1, k + 1):
        hi[t] = hi[t - 1] + ((high >> (t - 1)) & 1)
        lo[t] = lo[t - 1] + ((low >> (t - 1)) & 1)
        before[t] = total
        total += hi[t] - lo[t] + 1
    return total


@part
def read_numbers(rank: int, total: int, used: int, binom: Ints, number: Ints) -> None:
    """Write the numbers of a multiset of points, from small to large; what `rank_of` undoes."""
    for m in range(used - 1, -1, -1):
        # the largest number whose binomial still fits into the rank
        left, right = 0, total
        while right - left > 1:
            middle = (left + right) >> 1
            if binom[middle + m, m + 1] <= rank:
                left = middle
            else:
                right = middle
        rank -= binom[left + m, m + 1]
        number[m] = left


@part
def read_point(number: int, total: int, k: int, lo: Ints, before: Ints) -> tuple[int, int]:
    """Return the point with a number."""
    place = total - 1 - number
    t = k
    while before[t] > place:
        t -= 1
    a = lo[t] + place - before[t]
    return a, t - a


@part
def uncanonical(paths: int, rank: int, k: int, stacks: int, used: int, binom: Ints, room: KeyScratch) -> None:
    """Write the position of the two halves of a key; what `canonical` undoes."""
    position = room.position
    total = read_paths(paths, k, position.hi, position.lo, room.before)
    read_numbers(rank, total, used, binom, room.number)
    for m in range(stacks):
        position.a[m], position.b[m] = position.hi[k], k - position.hi[k]
    for m in range(used):
        position.a[m], position.b[m] = read_point(room.number[m], total, k, position.lo, room.before)


@kernel
def unpack(key: int, k: int, stacks: int, used: int, binom: Ints, room: KeyScratch) -> None:
    """Write the position of a key into the room."""
    shift = 65 - 2 * k
    uncanonical(key >> shift, key & ((1 << shift) - 1), k, stacks, used, binom, room)
