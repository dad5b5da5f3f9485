"""Whether a position can still be won if the cards that are left come as one likes.

Then a card of the deck can be had whenever a foundation waits for it, and what is in the way lies on stacks:
the position can be won if and only if all stacks can be emptied, cards of the deck helping. Rules that make
most choices for the search, each of which never hurts:

* A foundation waits for a rank of which no card lies on a stack: it takes one from the deck.
* It waits for the top card of a stack, and no other card of that rank lies on a stack: it takes that one. If
  one from the deck went there instead, the two could be exchanged: the deck waits, and a stack that loses a
  card earlier is no worse.
* For the same reason the deck is not asked for a rank that is the top of some stack.

Kings of the deck come last; one on a stack needs a foundation that waits for it.
"""

from typing import NamedTuple

import numpy as np

from saizen.games.calculation.endgame.layout import BASE, BASES, SIZE, Layout, Root
from saizen.kernels.hashing import Ints, slot_of
from saizen.kernels.jit import inlined, part

ROOM = 1 << 14
"""Positions of one question that are remembered; at most half of the places are used."""
DEEP = 64
"""More than there are cards."""
NO, YES, UNKNOWN = 0, 1, 2


class Hope(NamedTuple):
    """Room for a question: positions by depth, and those that were seen."""

    size: Ints
    height: Ints
    on_stacks: Ints
    option: Ints
    card: Ints
    seen: Ints
    stamp: Ints
    now: Ints


def new_hope(foundations: int, stacks: int, ranks: int) -> Hope:
    """Return room for questions."""
    return Hope(
        np.zeros((DEEP, foundations), np.int64),
        np.zeros((DEEP, stacks), np.int64),
        np.zeros((DEEP, ranks + 1), np.int64),
        np.zeros(DEEP, np.int64),
        np.zeros((stacks, DEEP), np.int64),
        np.zeros(ROOM, np.int64),
        np.zeros(ROOM, np.int64),
        np.zeros(2, np.int64),
    )


@inlined
def _waits(root: Root, sizes: Ints, f: int) -> int:
    """Return the rank that a foundation waits for, 0 if it is complete."""
    return int(root.rank[f, sizes[f]]) if sizes[f] < root.rank.shape[1] else 0


@inlined
def _is_top(hope: Hope, d: int, n: int, rank: int) -> bool:
    """Tell whether the top card of a stack has a rank."""
    height = hope.height[d, n]
    return bool(height > 0 and hope.card[n, height - 1] == rank)


@part
def _do_what_never_hurts(root: Root, hope: Hope, d: int) -> bool:
    """Make all moves that never hurt; tell whether all stacks are empty then."""
    sizes, heights, many = hope.size[d], hope.height[d], hope.on_stacks[d]
    ranks = root.rank.shape[1]
    again = True
    while again:
        again = False
        for f in range(len(sizes)):
            while True:
                rank = _waits(root, sizes, f)
                if rank == 0 or (rank == ranks and many[rank] == 0) or many[rank] > 1:
                    break
                if many[rank] == 1:
                    n = 0
                    while n < len(heights) and not _is_top(hope, d, n, rank):
                        n += 1
                    if n == len(heights):
                        break
                    heights[n] -= 1
                    many[rank] = 0
                sizes[f] += 1
                again = True
    rest = 0
    for n in range(len(heights)):
        rest += heights[n]
    return rest == 0


@part
def _is_new(hope: Hope, d: int) -> bool:
    """Tell whether the position at a depth was not seen yet, and remember it."""
    key = 0
    for f in range(hope.size.shape[1]):
        key |= hope.size[d, f] << (SIZE * f)
    for n in range(hope.height.shape[1]):
        key |= hope.height[d, n] << (BASES + (BASE + 1) * n)
    at, now = slot_of(key, ROOM), hope.now[0]
    while hope.stamp[at] == now:
        if hope.seen[at] == key:
            return False
        at = at + 1 if at + 1 < ROOM else 0
    hope.stamp[at], hope.seen[at] = now, key
    hope.now[1] += 1
    return True


@part
def _take(hope: Hope, d: int, f: int, n: int, rank: int) -> None:
    """Let foundation f take a card, from a stack or (beyond the last) the deck: that is the next depth."""
    for g in range(hope.size.shape[1]):
        hope.size[d + 1, g] = hope.size[d, g]
    for m in range(hope.height.shape[1]):
        hope.height[d + 1, m] = hope.height[d, m]
    for r in range(hope.on_stacks.shape[1]):
        hope.on_stacks[d + 1, r] = hope.on_stacks[d, r]
    hope.size[d + 1, f] += 1
    if n < hope.height.shape[1]:
        hope.height[d + 1, n] -= 1
        hope.on_stacks[d + 1, rank] -= 1


@part
def _is_asked_for(root: Root, hope: Hope, d: int, rank: int) -> bool:
    """Tell whether the deck has a card of a rank and no stack has one on top; kings of the deck wait."""
    needed = 0
    for f in range(hope.size.shape[1]):
        needed += root.place[f, rank] >= hope.size[d, f]
    wanted = needed > hope.on_stacks[d, rank] and rank < root.rank.shape[1]
    for n in range(hope.height.shape[1]):
        wanted = wanted and not _is_top(hope, d, n, rank)
    return bool(wanted)


@part
def has_hope(root: Root, here: Layout, hope: Hope) -> int:
    """Tell whether a position can be won in some order of the cards left; UNKNOWN if that takes too long."""
    foundations, stacks, ranks = len(here.size), len(here.base), root.rank.shape[1]
    hope.now[0] += 1
    hope.now[1] = 0
    for r in range(ranks + 1):
        hope.on_stacks[0, r] = 0
    for f in range(foundations):
        hope.size[0, f] = here.size[f]
    for n in range(stacks):
        for i in range(here.base[n]):
            hope.card[n, i] = root.pile[n, i]
        for i in range(here.added[n]):
            hope.card[n, here.base[n] + i] = here.laid[n, i]
        hope.height[0, n] = here.base[n] + here.added[n]
        for i in range(hope.height[0, n]):
            hope.on_stacks[0, hope.card[n, i]] += 1
    return _search(root, hope)


@part
def _search(root: Root, hope: Hope) -> int:
    """Search from depth 0 on. Option 0, 1, ... of a depth is foundation f and stack n or, last, the deck."""
    foundations, stacks = hope.size.shape[1], hope.height.shape[1]
    if _do_what_never_hurts(root, hope, 0):
        return YES
    _is_new(hope, 0)
    d, option = 0, 0
    each = stacks + 1
    while True:
        if option == foundations * each:
            if d == 0:
                return NO
            d -= 1
            option = hope.option[d] + 1
            continue
        f, n = option // each, option % each
        rank = _waits(root, hope.size[d], f)
        if rank and (_is_top(hope, d, n, rank) if n < stacks else _is_asked_for(root, hope, d, rank)):
            _take(hope, d, f, n, rank)
            if _do_what_never_hurts(root, hope, d + 1):
                return YES
            if hope.now[1] > ROOM // 2:
                return UNKNOWN
            if _is_new(hope, d + 1):
                hope.option[d] = option
                d, option = d + 1, 0
                continue
        option += 1
