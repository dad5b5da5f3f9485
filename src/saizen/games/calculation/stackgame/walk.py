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

from saizen.games.calculation.stackgame.batches import (
    ALLOWS,
    BEGINS,
    HEIGHT,
    IMAGE,
    INSIDE,
    MEMBERS,
    NEW,
    ROW,
    TAKERS,
    WEIGHTS,
    WRITES,
    list_takers,
    read_batch,
)
from saizen.games.calculation.stackgame.kernel import MOST_POINTS, rank_of, turn_symmetric
from saizen.games.calculation.stackgame.leads import MOST_LEADS, lead, take
from saizen.games.calculation.stackgame.multisets import ABSENT, LOST, local_number
from saizen.games.calculation.stackgame.partial_order import MOST_STACKS
from saizen.kernels.bits import popcount
from saizen.kernels.hashing import EMPTY, Ints, Words, find, slot_of
from saizen.kernels.jit import inlined, kernel

IN_REGISTERS = 4
"""Stacks whose points are sorted without a loop."""


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
        states, points = read_batch(keys, at, k, stacks, used, binom, room, lists[MEMBERS])
        at += states
        for card in range(k):
            side, rank, upper, lower, last, heights = take(k, card, order, points, room)
            while heights:
                height = popcount((heights & -heights) - 1)
                heights &= heights - 1
                paths, symmetrics = lead(k, side, rank, upper, lower, last, height, points, room)
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
        states, points = read_batch(keys, at, k, stacks, used, binom, room, lists[MEMBERS])
        list_takers(states, points, stacks, k * stacks, begins, lists)
        for card in range(k):
            side, rank, upper, lower, last, heights = take(k, card, order, points, room)
            write = (at * k + card) * stacks
            while heights:
                height = popcount((heights & -heights) - 1)
                heights &= heights - 1
                paths, symmetrics = lead(k, side, rank, upper, lower, last, height, points, room)
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
