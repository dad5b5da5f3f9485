"""Where every card on every stack leads, for all positions of an order together.

Positions of one order (the same paths) stand together in a layer, and most of what laying a card does depends
on little of them. Let a stack that allows card x = a_i take it, and let its *height* be how many cards of b
it allows of those that can come before x. The new paths depend on the order, the card and the height alone,
and so does the new place of any stack's point. That is a *lead*: an order, a card and a height. Few points
occur with one order (about ten, of a hundred), so a lead is a small table from points to new numbers, and
what remains for each position is to look up its points and to rank them.

Forward and backward go the same way. `survey` finds the orders of the next layer and the points that may
occur with each; that makes room for one bit for every multiset of those points (see `multisets`). `follow`
writes the addresses of the bits that positions lead to; going forward sets them, going backward looks values
up.
"""

import numpy as np

from saizen.games.calculation.stackgame.kernel import (
    MOST_CARDS,
    MOST_POINTS,
    canonical_paths,
    number_of,
    rank_of,
    read_numbers,
    read_paths,
    read_point,
    steps_of,
    turn_symmetric,
    without,
)
from saizen.games.calculation.stackgame.multisets import ABSENT, LOST, local_number
from saizen.games.calculation.stackgame.partial_order import MOST_STACKS
from saizen.kernels.bits import popcount
from saizen.kernels.hashing import EMPTY, Ints, Words, find, slot_of
from saizen.kernels.jit import inlined, kernel

BATCH = 1 << 10
"""Positions of one order that are walked at a time."""
MOST_SEEN = 255 - MOST_STACKS
"""Points that may occur in a batch: each is a byte of a word, as is the stack that takes the card."""
MOST_LEADS = MOST_CARDS * MOST_CARDS
"""Leads of a batch, at most."""
IN_REGISTERS = 4
"""Stacks whose points are sorted without a loop."""

# rows of the room to work in, by point: coordinates; where a number was seen, and which; for one card, the
# stack's height (-1: it does not allow the card), and for one lead the new number, its image, the symmetric
# summand (0: none), and whether the point allows all cards of a (1) and b (2)
A, B, SEEN, NUMBERS, HEIGHT, NEW, IMAGE, INSIDE, ALLOWS = range(9)
# rows by diagonal, and others
HI, LO, BEFORE, START, MIRROR, SYMMETRIC, ROW, WEIGHTS, BEGINS, ROWS = 9, 10, 11, 12, 13, 14, 15, 20, 24, 25
MEMBERS, TAKERS, WRITES = range(3)


def room() -> Ints:
    """Return working memory for one thread: rows by point and by diagonal."""
    return np.full((ROWS, MOST_POINTS + 2), -1, np.int64)


def lists() -> Ints:
    """Return working memory for one thread: the points of positions, then stacks and where they write."""
    return np.empty((3, BATCH * MOST_STACKS), np.int64)


@inlined
def _read_batch(
    keys: Ints, at: int, k: int, stacks: int, used: int, binom: Ints, room: Ints, members: Ints
) -> tuple[int, int]:
    """Read positions of one order from a place on; return how many, and how many points occur.

    ``members`` has the points of each position, a byte each, sorted by their numbers.
    """
    lo, before, number, seen = room[LO], room[BEFORE], room[ROW], room[SEEN]
    shift = 65 - 2 * k
    paths = keys[at] >> shift
    total = read_paths(paths, k, room[HI], lo, before)
    for m in range(stacks):
        number[m] = 0
    states = points = 0
    while states < BATCH and points < MOST_SEEN and at + states < len(keys):
        key = keys[at + states]
        if key >> shift != paths:
            break
        read_numbers(key & ((1 << shift) - 1), total, used, binom, number[stacks - used :])
        members[states] = 0
        for m in range(stacks):
            n = number[m]
            if seen[n] < 0:
                seen[n], room[NUMBERS, points] = points, n
                room[A, points], room[B, points] = read_point(n, total, k, lo, before)
                points += 1
            members[states] |= seen[n] << 8 * m
        states += 1
    for point in range(points):
        seen[room[NUMBERS, point]] = -1
    return states, points


@inlined
def _list_takers(states: int, points: int, stacks: int, width: int, begins: Ints, lists: Ints) -> None:
    """List by point the positions with a stack there, that stack marked, and where to write what follows."""
    members, takers, writes = lists[MEMBERS], lists[TAKERS], lists[WRITES]
    for point in range(points + 2):
        begins[point] = 0
    for counting in range(2):
        for state in range(states):
            before = -1
            for m in range(stacks):
                point = (members[state] >> 8 * m) & 255
                if point != before and counting == 0:
                    begins[point + 2] += 1
                elif point != before:
                    at = begins[point + 1]
                    takers[at] = members[state] ^ ((point ^ points) << 8 * m)
                    writes[at] = state * width + m
                    begins[point + 1] += 1
                before = point
        if counting == 0:
            for point in range(points):
                begins[point + 2] += begins[point + 1]


@inlined
def _step_of(steps: int, rank: int) -> int:
    """Return in which step, counted from 1, a path takes its card of some rank; 0 for rank 0."""
    for _ in range(rank - 1):
        steps &= steps - 1
    return popcount((steps & -steps) - 1) + 1 if rank else 0


@inlined
def _take(k: int, card: int, paths: int, points: int, room: Ints) -> tuple[int, int, int, int, int, int]:
    """Take a card out of an order, and write the heights of stacks that allow it.

    Returns its side, its rank there, the steps of both paths from that side (the upper one without the card),
    the step in which the lower one takes it, and all heights as bits. Cards of b come after those of a; from
    their side, a and b are exchanged.
    """
    upper, lower = steps_of(paths, k)
    side, rank = 0, card + 1
    if card >= popcount(upper):
        side, rank, every = 1, rank - popcount(upper), (1 << k) - 1
        upper, lower = ~lower & every, ~upper & every
    first, last = _step_of(upper, rank), _step_of(lower, rank)
    heights = 0
    for point in range(points):
        height = -1
        if room[A + side, point] >= rank:
            height = min(room[B - side, point], last - rank)
            heights |= 1 << height
        room[HEIGHT, point] = height
    upper = (upper & ((1 << (first - 1)) - 1)) | ((upper >> first) << (first - 1))
    return side, rank, upper, lower, last, heights


@inlined
def _lead(
    k: int, side: int, rank: int, upper: int, lower: int, last: int, height: int, points: int, room: Ints
) -> tuple[int, int]:
    """Lay a card onto a stack of some height; return the new paths, and how many summands are symmetric.

    The new numbers of all points are written, and last that of the stack itself.
    """
    # the lower path takes ``height`` cards of b, then those of a before the card, then the other cards of b
    turn = _step_of(~lower, height)
    clipped = (lower & ((1 << turn) - 1)) | ((1 << (height + rank - 1)) - (1 << turn))
    clipped |= (lower >> last) << (last - 1)
    start, mirror, symmetric = room[START], room[MIRROR], room[SYMMETRIC]
    paths, turned, symmetrics = canonical_paths(k - 1, upper, clipped, start, mirror, symmetric)
    most = popcount(upper)
    for point in range(points + 1):
        a, b = rank - 1, height
        if point < points:
            a, b = without(rank, height, room[A + side, point], room[B - side, point])
        number = number_of(a, a + b, start, turned)
        room[NEW, point] = number
        room[ALLOWS, point] = (a == most) + 2 * (b == k - 1 - most)
        room[INSIDE, point] = symmetric[a + b]
        room[IMAGE, point] = mirror[a + b] - number
    return paths, symmetrics


@kernel
def survey(
    keys: Ints,
    begin: int,
    k: int,
    stacks: int,
    used: int,
    binom: Ints,
    slots: Ints,
    masks: Words,
    room: Ints,
    lists: Ints,
) -> int:
    """Find the orders that follow, and the points that may occur with each, from a place on.

    ``slots`` is a hash set of orders, ``masks`` the sets of points (by number) in the same places. Returns
    where the set became too full to go on. Lost positions are not told from others, so some of these orders
    and points do not occur.
    """
    one, count, at = np.uint64(1), 0, begin
    while at < len(keys) and count + MOST_LEADS < len(slots) // 2:
        order = keys[at] >> (65 - 2 * k)
        states, points = _read_batch(keys, at, k, stacks, used, binom, room, lists[MEMBERS])
        at += states
        for card in range(k):
            side, rank, upper, lower, last, heights = _take(k, card, order, points, room)
            while heights:
                height = popcount((heights & -heights) - 1)
                heights &= heights - 1
                paths, symmetrics = _lead(k, side, rank, upper, lower, last, height, points, room)
                slot = slot_of(paths, len(slots))
                while slots[slot] != EMPTY and slots[slot] != paths:
                    slot = slot + 1 if slot + 1 < len(slots) else 0
                count += slots[slot] == EMPTY
                slots[slot] = paths
                for point in range(points + 1):
                    n = room[NEW, point]
                    masks[slot, n >> 6] |= one << np.uint64(n & 63)
                    if symmetrics and room[INSIDE, point]:
                        n = room[IMAGE, point]
                        masks[slot, n >> 6] |= one << np.uint64(n & 63)
    return at


@inlined
def _number_anew(points: int, order: int, masks: Words, room: Ints) -> None:
    """Give points the numbers among those that occur with the new order, joined with three bits.

    They are what the point allows, and whether it lies inside a symmetric summand.
    """
    for point in range(points + 1):
        inside = room[INSIDE, point] > 0
        for row in range(NEW, IMAGE + inside):
            room[row, point] = -1 if order < 0 else local_number(masks, order, room[row, point])
        room[NEW, point] = (room[NEW, point] << 3) | (inside << 2) | room[ALLOWS, point]


@inlined
def _rank_after(taker: int, stacks: int, used: int, symmetrics: int, binom: Ints, room: Ints) -> int:
    """Return the rank of the points after a lead, `LOST` or `ABSENT`."""
    new = room[NEW]
    one, joined = new[taker & 255], 0
    two = new[(taker >> 8) & 255] if stacks > 1 else 0
    three = new[(taker >> 16) & 255] if stacks > 2 else 0
    four = new[(taker >> 24) & 255] if stacks > 3 else 0
    for m in range(IN_REGISTERS, stacks):
        joined |= new[(taker >> 8 * m) & 255]
    joined |= one | two | three | four
    if joined & 3 != 3:
        return LOST
    if joined < 0:
        return ABSENT
    if stacks > IN_REGISTERS or joined & 4:
        number, image, inside = room[ROW], room[ROW + 1], room[ROW + 2]
        for m in range(stacks):
            point = (taker >> 8 * m) & 255
            number[m], image[m], inside[m] = new[point] >> 3, room[IMAGE, point], room[INSIDE, point]
        turn_symmetric(stacks, symmetrics, number, image, inside, room[ROW + 3], room[ROW + 4])
        return rank_of(number, stacks, used, binom)
    one, two = min(one, two), max(one, two)
    three, four = min(three, four), max(three, four)
    one, three = min(one, three), max(one, three)
    two, four = min(two, four), max(two, four)
    two, three = min(two, three), max(two, three)
    return (  # type: ignore[no-any-return]
        room[WEIGHTS, one >> 3]
        + room[WEIGHTS + 1, two >> 3]
        + room[WEIGHTS + 2, three >> 3]
        + room[WEIGHTS + 3, four >> 3]
    )


@inlined
def _weigh(used: int, binom: Ints, room: Ints) -> None:
    """Write what each of four sorted points adds to the rank of the last ``used`` of them."""
    for m in range(IN_REGISTERS):
        place = m - IN_REGISTERS + used
        for n in range(MOST_POINTS - MOST_STACKS):
            room[WEIGHTS + m, n] = binom[n + place, place + 1] if place >= 0 else 0


@kernel
def follow(
    keys: Ints,
    k: int,
    stacks: int,
    used: int,
    next_used: int,
    binom: Ints,
    slots: Ints,
    places: Ints,
    masks: Words,
    bases: Ints,
    room: Ints,
    lists: Ints,
    out: Ints,
) -> int:
    """Write for each position, card and stack the address of what follows, `LOST` or `ABSENT`.

    ``slots`` and ``places`` lead from the next layer's orders to their masks and bases. A stack that forbids
    the same cards as another is left out: `LOST`. Returns how many transitions were looked at, lost ones
    included.
    """
    _weigh(next_used, binom, room)
    for i in range(len(out)):
        out[i] = LOST
    begins, transitions, at = room[BEGINS], 0, 0
    while at < len(keys):
        order = keys[at] >> (65 - 2 * k)
        states, points = _read_batch(keys, at, k, stacks, used, binom, room, lists[MEMBERS])
        _list_takers(states, points, stacks, k * stacks, begins, lists)
        for card in range(k):
            side, rank, upper, lower, last, heights = _take(k, card, order, points, room)
            write = (at * k + card) * stacks
            while heights:
                height = popcount((heights & -heights) - 1)
                heights &= heights - 1
                paths, symmetrics = _lead(k, side, rank, upper, lower, last, height, points, room)
                slot = find(slots, paths)
                place = -1 if slot < 0 else places[slot]
                base = 0 if slot < 0 else bases[place]
                _number_anew(points, place, masks, room)
                for point in range(points):
                    if room[HEIGHT, point] != height:
                        continue
                    transitions += begins[point + 1] - begins[point]
                    for i in range(begins[point], begins[point + 1]):
                        found = _rank_after(lists[TAKERS, i], stacks, next_used, symmetrics, binom, room)
                        out[write + lists[WRITES, i]] = found + base if found >= 0 else found
        at += states
    return transitions
