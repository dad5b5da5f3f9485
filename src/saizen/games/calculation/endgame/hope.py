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

Cards only ever leave stacks here, so a position is a word: the sizes of the foundations, then the heights of
the stacks. A second word counts the cards on stacks by rank.
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
HEIGHT, MANY = BASE + 1, 4
"""Bits of a stack's height, and of the number of cards of a rank."""
NO, YES, UNKNOWN = 0, 1, 2


class Hope(NamedTuple):
    """Room for a question: positions by depth with their cards on stacks, and those that were seen."""

    position: Ints
    on_stacks: Ints
    option: Ints
    card: Ints
    seen: Ints
    stamp: Ints
    now: Ints


def new_hope(stacks: int) -> Hope:
    """Return room for questions."""
    return Hope(
        np.zeros(DEEP, np.int64),
        np.zeros(DEEP, np.int64),
        np.zeros(DEEP, np.int64),
        np.zeros((stacks, DEEP), np.int64),
        np.zeros(ROOM, np.int64),
        np.zeros(ROOM, np.int64),
        np.zeros(2, np.int64),
    )


@inlined
def _waits(root: Root, position: int, f: int) -> int:
    """Return the rank that a foundation waits for, 0 if it is complete."""
    size = position >> (SIZE * f) & 15
    return int(root.rank[f, size]) if size < root.rank.shape[1] else 0


@inlined
def _is_top(hope: Hope, position: int, n: int, rank: int) -> bool:
    """Tell whether the top card of a stack has a rank."""
    height = position >> (BASES + HEIGHT * n) & 127
    return bool(height > 0 and hope.card[n, height - 1] == rank)


@inlined
def _after_what_never_hurts(root: Root, hope: Hope, position: int, on_stacks: int) -> tuple[int, int]:
    """Make all moves that never hurt."""
    foundations, ranks = root.rank.shape
    stacks = hope.card.shape[0]
    again = True
    while again:
        again = False
        for f in range(foundations):
            while True:
                rank = _waits(root, position, f)
                many = on_stacks >> (MANY * rank) & 15
                if rank == 0 or (rank == ranks and many == 0) or many > 1:
                    break
                if many == 1:
                    n = 0
                    while n < stacks and not _is_top(hope, position, n, rank):
                        n += 1
                    if n == stacks:
                        break
                    position -= 1 << (BASES + HEIGHT * n)
                    on_stacks -= 1 << (MANY * rank)
                position += 1 << (SIZE * f)
                again = True
    return position, on_stacks


@inlined
def _is_new(hope: Hope, position: int) -> bool:
    """Tell whether a position was not seen yet, and remember it."""
    at, now = slot_of(position, ROOM), hope.now[0]
    while hope.stamp[at] == now:
        if hope.seen[at] == position:
            return False
        at = at + 1 if at + 1 < ROOM else 0
    hope.stamp[at], hope.seen[at] = now, position
    hope.now[1] += 1
    return True


@inlined
def _is_asked_for(root: Root, hope: Hope, position: int, on_stacks: int, rank: int) -> bool:
    """Tell whether the deck has a card of a rank and no stack has one on top; kings of the deck wait."""
    needed = 0
    for f in range(root.rank.shape[0]):
        needed += root.place[f, rank] >= position >> (SIZE * f) & 15
    wanted = needed > on_stacks >> (MANY * rank) & 15 and rank < root.rank.shape[1]
    for n in range(hope.card.shape[0]):
        wanted = wanted and not _is_top(hope, position, n, rank)
    return bool(wanted)


@part
def has_hope(root: Root, here: Layout, hope: Hope) -> int:
    """Tell whether a position can be won in some order of the cards left; UNKNOWN if that takes too long."""
    hope.now[0] += 1
    hope.now[1] = 0
    position = on_stacks = 0
    for f in range(len(here.size)):
        position |= here.size[f] << (SIZE * f)
    for n in range(len(here.base)):
        for i in range(here.base[n]):
            hope.card[n, i] = root.pile[n, i]
        for i in range(here.added[n]):
            hope.card[n, here.base[n] + i] = here.laid[n, i]
        height = here.base[n] + here.added[n]
        position |= height << (BASES + HEIGHT * n)
        for i in range(height):
            on_stacks += 1 << (MANY * hope.card[n, i])
    return _search(root, hope, position, on_stacks)


@part
def _search(root: Root, hope: Hope, position: int, on_stacks: int) -> int:
    """Search from a position on. An option of one is 8 times foundation f plus stack n, or the deck."""
    foundations, stacks = root.rank.shape[0], hope.card.shape[0]
    depth = -1
    while True:  # at a position that was reached
        position, on_stacks = _after_what_never_hurts(root, hope, position, on_stacks)
        if position >> BASES == 0:
            return YES  # all stacks are empty
        if hope.now[1] > ROOM // 2:
            return UNKNOWN
        if _is_new(hope, position):
            depth += 1
            hope.position[depth], hope.on_stacks[depth], hope.option[depth] = position, on_stacks, -1
        found = False
        while not found:
            option = hope.option[depth] + 1
            if option & 7 > stacks:
                option = (option | 7) + 1
            hope.option[depth] = option
            f, n = option >> 3, option & 7
            if f == foundations:
                if depth == 0:
                    return NO
                depth -= 1
                continue
            position, on_stacks = hope.position[depth], hope.on_stacks[depth]
            rank = _waits(root, position, f)
            if rank == 0:
                hope.option[depth] |= 7  # nothing goes to a complete foundation
            elif n < stacks:
                found = _is_top(hope, position, n, rank)
            else:
                found = _is_asked_for(root, hope, position, on_stacks, rank)
        position += 1 << (SIZE * f)
        if n < stacks:
            position -= 1 << (BASES + HEIGHT * n)
            on_stacks -= 1 << (MANY * rank)
