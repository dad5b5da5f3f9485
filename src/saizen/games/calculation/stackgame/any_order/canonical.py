"""The canonical form of any order: cards are distinguished by colours.

Cards get a colour from the colours below them, above them and in the same stacks, again and again; where
cards stay alike, each of them is tried as the first of its kind (one of those that can be exchanged is
enough), and the smallest description counts. Colours are hashes of things that do not depend on names: two
different things with one hash make more cards look alike, which costs time and changes no result.

A description is the order's matrix and the stacks' sets, bit by bit, in words of 60 bits.
"""

import numpy as np

from saizen.games.calculation.stackgame.partial_order import Order
from saizen.kernels.compile import part
from saizen.kernels.hash_table import Ints, count_distinct, scramble
from saizen.kernels.plain import plain

MOST = 24
WORD = 60


@part
def _refine(
    n: int, stacks: int, below: Ints, above: Ints, forbidden: Ints, colours: Ints, spare: Ints
) -> None:
    """Distinguish cards by their surroundings until nothing changes."""
    classes = count_distinct(colours, n)
    while classes < n:
        for x in range(n):
            spare[x] = scramble(colours[x])
        for x in range(n):
            down = up = beside = np.int64(0)
            for y in range(n):
                if (below[x] >> y) & 1:
                    down += spare[y]
                if (above[x] >> y) & 1:
                    up += spare[y]
            for m in range(stacks):
                if (forbidden[m] >> x) & 1:
                    inside = np.int64(0)
                    for y in range(n):
                        if (forbidden[m] >> y) & 1:
                            inside += spare[y]
                    beside += scramble(inside)
            colours[x] = scramble(
                spare[x] + 3 * scramble(down) + 5 * scramble(up + 1) + 7 * scramble(beside + 2)
            )
        before, classes = classes, count_distinct(colours, n)
        if classes == before:
            return


@part
def _describe(
    n: int, stacks: int, below: Ints, forbidden: Ints, place: Ints, moved: Ints, words: Ints
) -> None:
    """Write the order with each card at its place."""
    for x in range(n):
        mask = 0
        for y in range(n):
            if (below[x] >> y) & 1:
                mask |= 1 << place[y]
        moved[place[x]] = mask
    for m in range(stacks):
        mask = 0
        for y in range(n):
            if (forbidden[m] >> y) & 1:
                mask |= 1 << place[y]
        at = m
        while at > 0 and moved[n + at - 1] > mask:
            moved[n + at] = moved[n + at - 1]
            at -= 1
        moved[n + at] = mask
    words[:] = 0
    word = used = 0
    for i in range(n + stacks):
        length = min(i, n)
        if used + length > WORD:
            word, used = word + 1, 0
        words[word] |= moved[i] << used
        used += length


@part
def _is_smaller(left: Ints, other: Ints) -> bool:
    for i in range(len(left)):
        if left[i] != other[i]:
            return bool(left[i] < other[i])
    return False


@part
def _tied(
    n: int, stacks: int, below: Ints, above: Ints, forbidden: Ints, rank: Ints, colours: Ints, place: Ints
) -> int:
    """Put the cards in order; return those of the first tie, of exchangeable ones only one (0: no tie)."""
    first = n
    for x in range(n):
        place[x] = 0
        for y in range(n):
            lower = rank[y] < rank[x] or (rank[y] == rank[x] and colours[y] < colours[x])
            place[x] += lower
    for x in range(n):
        for y in range(x):
            if place[x] == place[y]:
                first = min(first, place[x])
    mask = 0
    for x in range(n):
        if place[x] != first:
            continue
        twin = False
        for y in range(x):
            if (mask >> y) & 1 and below[x] == below[y] and above[x] == above[y]:
                same = True
                for m in range(stacks):
                    same = same and (forbidden[m] >> x) & 1 == (forbidden[m] >> y) & 1
                twin = twin or same
        if not twin:
            mask |= 1 << x
    return mask


@part
def canonical(
    n: int, stacks: int, below: Ints, forbidden: Ints, work: Ints, words: Ints, trial: Ints
) -> None:
    """Write the smallest description of an order."""
    above, rank, place, spare, waiting, moved = work[0], work[1], work[2], work[3], work[4], work[5]
    for x in range(n):
        above[x] = rank[x] = 0
        for y in range(n):
            rank[x] += (below[x] >> y) & 1
            above[x] |= ((below[y] >> x) & 1) << y
    depth, have = 0, False
    for x in range(n):
        work[6, x] = rank[x]
    _refine(n, stacks, below, above, forbidden, work[6], spare)
    waiting[0] = _tied(n, stacks, below, above, forbidden, rank, work[6], place)
    while depth >= 0:
        if waiting[depth] == 0 and place[0] >= 0:
            _describe(n, stacks, below, forbidden, place, moved, trial)
            if not have or _is_smaller(trial, words):
                for i in range(len(words)):  # a slice would need the code that words errors about shapes
                    words[i] = trial[i]
                have = True
        place[0] = -1
        while depth >= 0 and waiting[depth] == 0:
            depth -= 1
        if depth < 0:
            break
        chosen = 0
        while not (waiting[depth] >> chosen) & 1:
            chosen += 1
        waiting[depth] &= waiting[depth] - 1
        for x in range(n):
            work[7 + depth, x] = work[6 + depth, x]
        depth += 1
        work[6 + depth, chosen] = scramble(work[6 + depth, chosen] + 1)
        _refine(n, stacks, below, above, forbidden, work[6 + depth], spare)
        waiting[depth] = _tied(n, stacks, below, above, forbidden, rank, work[6 + depth], place)


@part
def read(words: Ints, n: int, stacks: int, below: Ints, forbidden: Ints) -> None:
    """Read what `_describe` wrote."""
    word = used = 0
    for i in range(n + stacks):
        length = min(i, n)
        if used + length > WORD:
            word, used = word + 1, 0
        mask = (words[word] >> used) & ((1 << length) - 1)
        used += length
        if i < n:
            below[i] = mask
        else:
            forbidden[i - n] = mask


def words_for(cards: int, stacks: int) -> int:
    """Return how many words describe an order.

    >>> words_for(16, 4)
    4
    """
    word = used = 0
    for i in range(cards + stacks):
        length = min(i, cards)
        if used + length > WORD:
            word, used = word + 1, 0
        used += length
    return word + 1


def describe(order: Order) -> tuple[int, ...]:
    """Return the canonical description of an order.

    >>> describe(Order((0, 0), (0b10, 0))) == describe(Order((0, 0), (0, 0b01)))
    True
    """
    words = words_for(order.cards, len(order.forbidden))
    out = np.zeros((2, words), np.int64)
    below, forbidden = (np.array(masks, np.int64) for masks in (order.below, order.forbidden))
    plain(canonical)(order.cards, len(forbidden), below, forbidden, scratch(), out[0], out[1])
    return tuple(out[0].tolist())


def scratch() -> Ints:
    """Return working memory for `canonical`."""
    return np.zeros((MOST + 8, MOST + 8), np.int64)
