"""The successors of all positions of an order together: every card on every stack.

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

from typing import NamedTuple

import numpy as np

from saizen.games.calculation.stackgame.partial_order import MOST_STACKS
from saizen.games.calculation.stackgame.two_chains.batches import (
    WEIGHED,
    OrderBatch,
    Sizes,
    list_takers,
    read_batch,
)
from saizen.games.calculation.stackgame.two_chains.keys import (
    MOST_CARDS,
    MOST_POINTS,
    canonical_paths,
    number_of,
    rank_of,
    steps_of,
    turn_symmetric,
)
from saizen.games.calculation.stackgame.two_chains.laying import without
from saizen.games.calculation.stackgame.two_chains.multisets import ABSENT, LOST, local_number
from saizen.kernels.bits import popcount
from saizen.kernels.compile import kernel, merged, part
from saizen.kernels.hash_table import EMPTY, Ints, Words, find, place_of

MOST_LEADS = MOST_CARDS * MOST_CARDS
"""Leads of a batch, at most."""


class Index(NamedTuple):
    """A hash table from the orders of a layer to their numbers, their points, and where their bits begin."""

    slots: Ints
    places: Ints
    masks: Words
    bases: Ints


class Taken(NamedTuple):
    """An order without one of its cards, seen from the card's side.

    That is: the side, the card's rank there, the steps of the upper path without the card and those of the
    lower one, the step in which that takes it, and the heights of stacks that allow it, as bits. Cards of b
    come after those of a; from their side, a and b are exchanged.
    """

    side: int
    rank: int
    upper: int
    lower: int
    last: int
    heights: int


@part
def _step_of(steps: int, rank: int) -> int:
    """Return in which step, counted from 1, a path takes its card of some rank; 0 for rank 0."""
    for _ in range(rank - 1):
        steps &= steps - 1
    return popcount((steps & -steps) - 1) + 1 if rank else 0


@part
def take(k: int, card: int, paths: int, points: int, room: OrderBatch) -> Taken:
    """Take a card out of an order, and write the heights of stacks that allow it."""
    upper, lower = steps_of(paths, k)
    side, rank = 0, card + 1
    if card >= popcount(upper):
        side, rank, every = 1, rank - popcount(upper), (1 << k) - 1
        upper, lower = ~lower & every, ~upper & every
    first, last = _step_of(upper, rank), _step_of(lower, rank)
    heights = 0
    for point in range(points):
        height = -1
        if room.coordinates[side, point] >= rank:
            height = min(room.coordinates[1 - side, point], last - rank)
            heights |= 1 << height
        room.height[point] = height
    upper = (upper & ((1 << (first - 1)) - 1)) | ((upper >> first) << (first - 1))
    return Taken(side, rank, upper, lower, last, heights)


@part
def lead(k: int, taken: Taken, height: int, points: int, room: OrderBatch) -> tuple[int, int]:
    """Lay a card onto a stack of some height; return the new paths, and how many summands are symmetric.

    The new numbers of all points are written, and last that of the stack itself.
    """
    # the lower path takes ``height`` cards of b, then those of a before the card, then the other cards of b
    rank, lower, symmetric = taken.rank, taken.lower, room.symmetric
    turn = _step_of(~lower, height)
    clipped = (lower & ((1 << turn) - 1)) | ((1 << (height + rank - 1)) - (1 << turn))
    clipped |= (lower >> taken.last) << (taken.last - 1)
    paths, turned, symmetrics = canonical_paths(
        k - 1, taken.upper, clipped, room.first, room.mirror, symmetric
    )
    most = popcount(taken.upper)
    for point in range(points + 1):
        a, b = rank - 1, height
        if point < points:
            own, others = room.coordinates[taken.side, point], room.coordinates[1 - taken.side, point]
            a, b = without(rank, height, own, others)
        number = number_of(a, a + b, room.first, turned)
        room.new[point] = number
        room.allows[point] = (a == most) + 2 * (b == k - 1 - most)
        room.inside[point] = symmetric[a + b]
        room.image[point] = room.mirror[a + b] - number
    return paths, symmetrics


@kernel
def survey(keys: Ints, begin: int, sizes: Sizes, slots: Ints, masks: Words, room: OrderBatch) -> int:
    """Find the orders that follow, and the points that may occur with each, from a place on.

    ``slots`` is a hash set of orders, ``masks`` the sets of points (by number) in the same places. Returns
    where the set became too full to go on. Lost positions are not told from others, so some of these orders
    and points do not occur.
    """
    bit, count, at, k = np.uint64(1), 0, begin, sizes.cards
    while at < len(keys) and count + MOST_LEADS < len(slots) // 2:
        order = keys[at] >> (65 - 2 * k)
        states, points = read_batch(keys, at, sizes, room)
        at += states
        for card in range(k):
            taken = take(k, card, order, points, room)
            heights = taken.heights
            while heights:
                height = popcount((heights & -heights) - 1)
                heights &= heights - 1
                paths, symmetrics = lead(k, taken, height, points, room)
                slot = place_of(slots, paths)
                count += slots[slot] == EMPTY
                slots[slot] = paths
                for point in range(points + 1):
                    n = room.new[point]
                    masks[slot, n >> 6] |= bit << np.uint64(n & 63)
                    if symmetrics and room.inside[point]:
                        n = room.image[point]
                        masks[slot, n >> 6] |= bit << np.uint64(n & 63)
    return at


@merged
def _number_anew(points: int, order: int, masks: Words, room: OrderBatch) -> None:
    """Give points the numbers among those that occur with the new order, joined with three bits.

    They are what the point allows, and whether it lies inside a symmetric summand.
    """
    for point in range(points + 1):
        new, inside = room.new, room.inside[point] > 0
        new[point] = -1 if order < 0 else local_number(masks, order, new[point])
        if inside:
            room.image[point] = -1 if order < 0 else local_number(masks, order, room.image[point])
        new[point] = (new[point] << 3) | (inside << 2) | room.allows[point]


@merged
def _rank_after(taker: int, sizes: Sizes, symmetrics: int, room: OrderBatch) -> int:
    """Return the rank of the points after a lead, `LOST` or `ABSENT`."""
    new, stacks, weights = room.new, sizes.stacks, room.weights
    first, joined = new[taker & 255], 0
    second = new[(taker >> 8) & 255] if stacks > 1 else 0
    third = new[(taker >> 16) & 255] if stacks > 2 else 0
    fourth = new[(taker >> 24) & 255] if stacks > 3 else 0
    for m in range(WEIGHED, stacks):
        joined |= new[(taker >> 8 * m) & 255]
    joined |= first | second | third | fourth
    if joined & 3 != 3:
        return LOST
    if joined < 0:
        return ABSENT
    if stacks > WEIGHED or joined & 4:
        number, image, inside = room.number, room.image_of, room.inside_of
        for m in range(stacks):
            point = (taker >> 8 * m) & 255
            number[m], image[m], inside[m] = new[point] >> 3, room.image[point], room.inside[point]
        turn_symmetric(stacks, symmetrics, number, image, inside, room.own, room.other)
        return rank_of(number, stacks, sizes.next_used, room.binom)
    first, second = min(first, second), max(first, second)
    third, fourth = min(third, fourth), max(third, fourth)
    first, third = min(first, third), max(first, third)
    second, fourth = min(second, fourth), max(second, fourth)
    second, third = min(second, third), max(second, third)
    return (  # type: ignore[no-any-return]
        weights[0, first >> 3] + weights[1, second >> 3] + weights[2, third >> 3] + weights[3, fourth >> 3]
    )


@merged
def _weigh(used: int, room: OrderBatch) -> None:
    """Write what each of four sorted points adds to the rank of the last ``used`` of them."""
    for m in range(WEIGHED):
        place = m - WEIGHED + used
        for n in range(MOST_POINTS - MOST_STACKS):
            room.weights[m, n] = room.binom[n + place, place + 1] if place >= 0 else 0


@kernel
def follow(keys: Ints, sizes: Sizes, index: Index, room: OrderBatch, out: Ints) -> int:
    """Write for each position, card and stack the address of what follows, `LOST` or `ABSENT`.

    A stack that forbids the same cards as another is left out: `LOST`. Returns how many transitions were
    looked at, lost ones included.
    """
    slots, places, masks, bases = index.slots, index.places, index.masks, index.bases
    takers, writes, heights_of = room.takers, room.writes, room.height
    _weigh(sizes.next_used, room)
    for i in range(len(out)):
        out[i] = LOST
    k, stacks, begins, transitions, at = sizes.cards, sizes.stacks, room.begins, 0, 0
    while at < len(keys):
        order = keys[at] >> (65 - 2 * k)
        states, points = read_batch(keys, at, sizes, room)
        list_takers(states, points, stacks, k * stacks, room)
        for card in range(k):
            taken = take(k, card, order, points, room)
            heights, write = taken.heights, (at * k + card) * stacks
            while heights:
                height = popcount((heights & -heights) - 1)
                heights &= heights - 1
                paths, symmetrics = lead(k, taken, height, points, room)
                slot = find(slots, paths)
                place = -1 if slot < 0 else places[slot]
                base = 0 if slot < 0 else bases[place]
                _number_anew(points, place, masks, room)
                for point in range(points):
                    if heights_of[point] != height:
                        continue
                    transitions += begins[point + 1] - begins[point]
                    for i in range(begins[point], begins[point + 1]):
                        rank = _rank_after(takers[i], sizes, symmetrics, room)
                        out[write + writes[i]] = rank + base if rank >= 0 else rank
        at += states
    return transitions
