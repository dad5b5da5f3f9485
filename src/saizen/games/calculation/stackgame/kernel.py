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
or contain all below x: that clips both paths; then step a_i is taken out of both. See `lay_key`.

A key is ``hi`` (k bits), ``lo`` without its first step, which is always 0 (k - 1 bits), and the rank of the
points among all multisets (65 - 2k bits; the last step of ``hi`` is always 0). Points are numbered from the
top corner, so stacks that forbid nothing have number 0, and only ``used`` stacks can have another.
"""

import numpy as np
from numpy.typing import NDArray

from saizen.games.calculation.stackgame.partial_order import MOST_STACKS
from saizen.kernels.hashing import Ints, find
from saizen.kernels.jit import inlined, kernel

MOST_CARDS = 30
MOST_POINTS = 280
LOST = -1
"""Instead of a key: some card has no stack."""


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
def _mirror_is_smaller(
    begin: int, end: int, stacks: int, at: Ints, point: Ints, width: Ints, one: Ints, other: Ints
) -> bool:
    """Compare the points strictly inside a symmetric summand with their mirror images."""
    count = 0
    for m in range(stacks):
        if begin < at[m] < end:
            one[count] = at[m] * 64 + point[m]
            other[count] = at[m] * 64 + width[at[m]] - point[m]
            count += 1
    _sort(one, count)
    _sort(other, count)
    for m in range(count):
        if one[m] != other[m]:
            return bool(other[m] < one[m])
    return False


@inlined
def canonical(
    k: int, stacks: int, used: int, binom: Ints, hi: Ints, lo: Ints, pa: Ints, pb: Ints, work: Ints
) -> tuple[int, int]:
    """Return the two halves of a key: the paths ``hi``, ``lo`` (values at 0..k) and the points' rank."""
    width, before, at, point = work[0], work[1], work[2], work[3]
    high = low = total = 0
    begin = turn = 0
    for m in range(stacks):
        at[m] = pa[m] + pb[m]
        point[m] = pa[m] - lo[at[m]]
    width[0] = 0
    before[0] = 0
    total = 1
    for t in range(1, k + 1):
        up, down = hi[t] - hi[t - 1], lo[t] - lo[t - 1]
        w = hi[t] - lo[t]
        width[t] = w
        before[t] = total
        total += w + 1
        if width[t - 1] == 0:
            if w == 0:
                continue
            begin, turn = t - 1, 0
        elif turn == 0 and up == down:
            turn = 1 if up == 1 else 2
        high |= up << (t - 1)
        low |= down << (t - 1)
        if w == 0:
            if turn == 0 and _mirror_is_smaller(begin, t, stacks, at, point, width, work[4], work[5]):
                turn = 2
            if turn == 2:
                mask = (1 << t) - (1 << begin)
                high, low = (high & ~mask) | (~low & mask), (low & ~mask) | (~high & mask)
                for m in range(stacks):
                    if begin < at[m] < t:
                        point[m] = width[at[m]] - point[m]
    number = work[4]
    for m in range(stacks):
        number[m] = total - 1 - before[at[m]] - point[m]
    _sort(number, stacks)
    rank = 0
    for m in range(used):
        rank += binom[number[stacks - used + m] + m, m + 1]
    return (high << (k - 1)) | (low >> 1), rank


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
    high = paths >> (k - 1)
    low = (paths & ((1 << (k - 1)) - 1)) << 1
    before = work[1]
    hi[0] = lo[0] = before[0] = 0
    total = 1
    for t in range(1, k + 1):
        hi[t] = hi[t - 1] + ((high >> (t - 1)) & 1)
        lo[t] = lo[t - 1] + ((low >> (t - 1)) & 1)
        before[t] = total
        total += hi[t] - lo[t] + 1
    for m in range(stacks):
        pa[m], pb[m] = hi[k], k - hi[k]
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
        place = total - 1 - left
        t = k
        while before[t] > place:
            t -= 1
        pa[m] = lo[t] + place - before[t]
        pb[m] = t - pa[m]


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


@inlined
def lay(
    k: int,
    stacks: int,
    hi: Ints,
    lo: Ints,
    pa: Ints,
    pb: Ints,
    card: int,
    stack: int,
    first: int,
    last: int,
    new_hi: Ints,
    new_lo: Ints,
    new_a: Ints,
    new_b: Ints,
) -> bool:
    """Lay card ``a_card`` onto a stack that allows it: write the new paths and points, unless it is lost.

    ``first`` and ``last`` are the steps in which ``hi`` and ``lo`` take the card.
    """
    most_a = most_b = 0
    for m in range(stacks):
        if m == stack:
            a, b = card - 1, min(pb[m], last - card)
        elif pa[m] >= card:
            a, b = pa[m] - 1, pb[m]
        else:
            a, b = pa[m], min(pb[m], pb[stack])
        new_a[m], new_b[m] = a, b
        most_a, most_b = max(most_a, a), max(most_b, b)
    if most_a < hi[k] - 1 or most_b < k - hi[k]:
        return False
    last = min(last, pb[stack] + card)
    for t in range(first):
        new_hi[t] = hi[t]
    for t in range(first, k):
        new_hi[t] = min(hi[t + 1], max(pa[stack], t + 1 - first + card)) - 1
    for t in range(last):
        new_lo[t] = max(lo[t], t - pb[stack])
    for t in range(last, k):
        new_lo[t] = max(lo[t + 1], card) - 1
    return True


@inlined
def lay_key(
    k: int,
    stacks: int,
    used: int,
    binom: Ints,
    hi: Ints,
    lo: Ints,
    pa: Ints,
    pb: Ints,
    card: int,
    stack: int,
    first: int,
    last: int,
    more: Ints,
    work: Ints,
) -> int:
    """Return the key after card ``a_card`` was laid onto a stack that allows it, or `LOST`."""
    if lay(k, stacks, hi, lo, pa, pb, card, stack, first, last, more[0], more[1], more[2], more[3]):
        return _pack(k - 1, stacks, used, binom, more[0], more[1], more[2], more[3], work)
    return LOST


@inlined
def turn_over(k: int, stacks: int, work: Ints) -> None:
    """Exchange a and b: rows 6 to 9 (paths and points) become rows 10 to 13 transposed."""
    for t in range(k + 1):
        work[10, t] = t - work[7, t]
        work[11, t] = t - work[6, t]
    for m in range(stacks):
        work[12, m] = work[9, m]
        work[13, m] = work[8, m]


@inlined
def is_repeated(pa: Ints, pb: Ints, stack: int) -> bool:
    """Tell whether an earlier stack forbids the same cards."""
    repeated = False
    for m in range(stack):
        repeated |= pa[m] == pa[stack] and pb[m] == pb[stack]
    return repeated


@kernel
def expand(
    keys: Ints, k: int, stacks: int, used: int, next_used: int, binom: Ints, work: Ints, more: Ints, out: Ints
) -> tuple[int, int]:
    """Write the keys of all positions that follow ``keys`` (repetitions included).

    Returns how many they are, and how many transitions were looked at, lost ones included.
    """
    count = transitions = 0
    for key in keys:
        _unpack(key, k, stacks, used, binom, work[6], work[7], work[8], work[9], work)
        turn_over(k, stacks, work)
        for side in range(2):
            row = 6 + 4 * side
            hi, lo, pa, pb = work[row], work[row + 1], work[row + 2], work[row + 3]
            first = last = 0
            for card in range(1, hi[k] + 1):
                while hi[first] < card:
                    first += 1
                while lo[last] < card:
                    last += 1
                for stack in range(stacks):
                    if pa[stack] < card or is_repeated(pa, pb, stack):
                        continue
                    transitions += 1
                    found = lay_key(
                        k, stacks, next_used, binom, hi, lo, pa, pb, card, stack, first, last, more, work
                    )
                    if found != LOST:
                        out[count] = found
                        count += 1
    return count, transitions


@kernel
def evaluate(
    keys: Ints,
    k: int,
    stacks: int,
    used: int,
    next_used: int,
    binom: Ints,
    work: Ints,
    more: Ints,
    slots: Ints,
    contents: NDArray[np.generic],
    zero: float,
    out: NDArray[np.generic],
) -> int:
    """Sum, over the cards that can be drawn, what the best stack is worth.

    ``slots`` and ``contents`` are the hash table of the next layer. Returns how many transitions lead to a
    position that it does not have: always 0 unless the table is of another game.
    """
    missing = 0
    for i in range(len(keys)):
        _unpack(keys[i], k, stacks, used, binom, work[6], work[7], work[8], work[9], work)
        turn_over(k, stacks, work)
        total = zero
        for side in range(2):
            row = 6 + 4 * side
            hi, lo, pa, pb = work[row], work[row + 1], work[row + 2], work[row + 3]
            first = last = 0
            for card in range(1, hi[k] + 1):
                while hi[first] < card:
                    first += 1
                while lo[last] < card:
                    last += 1
                best = zero
                for stack in range(stacks):
                    if pa[stack] < card or is_repeated(pa, pb, stack):
                        continue
                    found = lay_key(
                        k, stacks, next_used, binom, hi, lo, pa, pb, card, stack, first, last, more, work
                    )
                    if found != LOST:
                        at = find(slots, found)
                        if at < 0:
                            missing += 1
                        else:
                            best = max(best, contents[at])
                total += best
        out[i] = total
    return missing
