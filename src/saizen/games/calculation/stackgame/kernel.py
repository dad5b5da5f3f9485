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

import numpy as np

from saizen.games.calculation.stackgame.partial_order import MOST_STACKS
from saizen.kernels.bits import popcount
from saizen.kernels.hashing import Ints
from saizen.kernels.jit import inlined, kernel

MOST_CARDS = 30
MOST_POINTS = 280


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


def scratch() -> Ints:
    """Return working memory for one thread: rows for paths, points and their mirror images."""
    return np.zeros((16, MOST_CARDS + 4), np.int64)


@inlined
def _sort(values: Ints, count: int) -> None:
    for i in range(1, count):
        value, j = values[i], i
        while j > 0 and values[j - 1] > value:
            values[j] = values[j - 1]
            j -= 1
        values[j] = value


@inlined
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
    rest, kept, turned, symmetrics = apart, 0, 0, 0
    while rest:
        begin, width, step = rest & -rest, 0, 0
        while step == 0 or width != 0:
            step = rest & -rest
            width += 1 if high & step else -1
            rest ^= step
        summand = 2 * step - begin
        together = summand & ~apart
        kept |= summand
        if together == 0:
            symmetrics += 1
            for t in range(k):
                if (summand >> t) & 1:
                    symmetric[t + 1] = symmetrics
        elif not high & together & -together:
            turned |= summand
    ups, downs = (high & kept & ~turned) | (~low & turned), (low & kept & ~turned) | (~high & turned)
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


@inlined
def number_of(a: int, t: int, first: Ints, turned: int) -> int:
    """Return the number of the point with some cards of a on a diagonal of an order with turned summands."""
    return int(first[t] + a if (turned >> t) & 1 else first[t] - a)


@inlined
def turn_symmetric(
    stacks: int, symmetrics: int, number: Ints, image: Ints, inside: Ints, one: Ints, other: Ints
) -> None:
    """Replace the points of each symmetric summand by their images if those have the larger numbers."""
    for summand in range(1, symmetrics + 1):
        count = 0
        for m in range(stacks):
            if inside[m] == summand:
                one[count], other[count] = number[m], image[m]
                count += 1
        _sort(one, count)
        _sort(other, count)
        while count > 0 and one[count - 1] == other[count - 1]:
            count -= 1
        if count > 0 and other[count - 1] > one[count - 1]:
            for m in range(stacks):
                if inside[m] == summand:
                    number[m] = image[m]


@inlined
def rank_of(number: Ints, stacks: int, used: int, binom: Ints) -> int:
    """Return the rank of a multiset of points; ``number`` is sorted by this."""
    _sort(number, stacks)
    rank = 0
    for m in range(used):
        rank += binom[number[stacks - used + m] + m, m + 1]
    return rank


@inlined
def canonical(
    k: int, stacks: int, used: int, binom: Ints, hi: Ints, lo: Ints, pa: Ints, pb: Ints, work: Ints
) -> tuple[int, int]:
    """Return the two halves of a key: the paths ``hi``, ``lo`` (values at 0..k) and the points' rank."""
    first, mirror, symmetric, number = work[0], work[1], work[2], work[3]
    high = low = 0
    for t in range(k):
        high |= (hi[t + 1] - hi[t]) << t
        low |= (lo[t + 1] - lo[t]) << t
    paths, turned, symmetrics = canonical_paths(k, high, low, first, mirror, symmetric)
    for m in range(stacks):
        number[m] = number_of(pa[m], pa[m] + pb[m], first, turned)
    if symmetrics:
        image, inside = work[4], work[5]
        for m in range(stacks):
            t = pa[m] + pb[m]
            image[m], inside[m] = mirror[t] - number[m], symmetric[t]
        turn_symmetric(stacks, symmetrics, number, image, inside, work[14], work[15])
    return paths, rank_of(number, stacks, used, binom)


@inlined
def _pack(
    k: int, stacks: int, used: int, binom: Ints, hi: Ints, lo: Ints, pa: Ints, pb: Ints, work: Ints
) -> int:
    paths, rank = canonical(k, stacks, used, binom, hi, lo, pa, pb, work)
    return (paths << (65 - 2 * k)) | rank


@kernel
def pack(
    k: int, stacks: int, used: int, binom: Ints, hi: Ints, lo: Ints, pa: Ints, pb: Ints, work: Ints
) -> int:
    """Return the key of a position given by its paths and points."""
    return _pack(k, stacks, used, binom, hi, lo, pa, pb, work)


@inlined
def steps_of(paths: int, k: int) -> tuple[int, int]:
    """Return the steps of both paths of half a key."""
    return paths >> (k - 1), (paths & ((1 << (k - 1)) - 1)) << 1


@inlined
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


@inlined
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


@inlined
def read_point(number: int, total: int, k: int, lo: Ints, before: Ints) -> tuple[int, int]:
    """Return the point with a number."""
    place = total - 1 - number
    t = k
    while before[t] > place:
        t -= 1
    a = lo[t] + place - before[t]
    return a, t - a


@inlined
def uncanonical(
    paths: int,
    rank: int,
    k: int,
    stacks: int,
    used: int,
    binom: Ints,
    hi: Ints,
    lo: Ints,
    pa: Ints,
    pb: Ints,
    work: Ints,
) -> None:
    """Write the paths and points of the two halves of a key; what `canonical` undoes."""
    before, number = work[1], work[4]
    total = read_paths(paths, k, hi, lo, before)
    read_numbers(rank, total, used, binom, number)
    for m in range(stacks):
        pa[m], pb[m] = hi[k], k - hi[k]
    for m in range(used):
        pa[m], pb[m] = read_point(number[m], total, k, lo, before)


@inlined
def _unpack(
    key: int, k: int, stacks: int, used: int, binom: Ints, hi: Ints, lo: Ints, pa: Ints, pb: Ints, work: Ints
) -> None:
    shift = 65 - 2 * k
    uncanonical(key >> shift, key & ((1 << shift) - 1), k, stacks, used, binom, hi, lo, pa, pb, work)


@kernel
def unpack(
    key: int, k: int, stacks: int, used: int, binom: Ints, hi: Ints, lo: Ints, pa: Ints, pb: Ints, work: Ints
) -> None:
    """Write paths and points of a key."""
    _unpack(key, k, stacks, used, binom, hi, lo, pa, pb, work)
