"""The test whether some order of the remaining cards still wins a position.

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

from saizen.games.calculation.endgame.layout import BASE, BASES, MOST_STACKS, SIZE, EndgameLayout, Root
from saizen.kernels.compile import merged, part, variable
from saizen.kernels.hash_table import Ints, Keys, empty, is_used, new_keys, put, slot_for

ROOM = 1 << 14
"""Positions of one question that are remembered; at most half of the places are used."""
DEEP = 64
"""More than there are cards."""
HEIGHT, MANY = BASE + 1, 4
"""Bits of a stack's height, and of the number of cards of a rank."""
NO, YES, UNKNOWN = 0, 1, 2


class Winnable(NamedTuple):
    """Room for a question: positions by depth with their cards on stacks, and those that were seen."""

    position: Ints
    on_stacks: Ints
    option: Ints
    card: Ints
    seen: Keys
    many: Ints
    """How many positions were seen."""


def new_winnable() -> Winnable:
    """Return room for questions."""
    return Winnable(
        np.zeros(DEEP, np.int64),
        np.zeros(DEEP, np.int64),
        np.zeros(DEEP, np.int64),
        np.zeros((MOST_STACKS, DEEP), np.int64),
        new_keys(ROOM, ROOM),
        np.zeros(1, np.int64),
    )


@part
def _waits(root: Root, position: int, f: int) -> int:
    """Return the rank that a foundation waits for, 0 if it is complete."""
    size = position >> (SIZE * f) & 15
    return int(root.rank[f, size]) if size < root.ranks else 0


@part
def _is_top(memory: Winnable, position: int, n: int, rank: int) -> bool:
    """Return whether the top card of a stack has a rank."""
    height = position >> (BASES + HEIGHT * n) & 127
    return bool(height > 0 and memory.card[n, height - 1] == rank)


@part
def _after_what_never_hurts(root: Root, memory: Winnable, position: int, on_stacks: int) -> tuple[int, int]:
    """Make all moves that never hurt."""
    foundations, ranks, stacks = root.foundations, root.ranks, root.stacks
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
                    while n < stacks and not _is_top(memory, position, n, rank):
                        n += 1
                    if n == stacks:
                        break
                    position -= 1 << (BASES + HEIGHT * n)
                    on_stacks -= 1 << (MANY * rank)
                position += 1 << (SIZE * f)
                again = True
    return position, on_stacks


@merged
def _is_new(memory: Winnable, position: int) -> bool:
    """Return whether a position was not seen yet, and remember it."""
    nothing = variable(0)
    slot = slot_for(memory.seen, position, nothing, variable(ROOM))
    new = not is_used(memory.seen, slot)
    if new:
        put(memory.seen, slot, position, nothing)
        memory.many[0] += 1
    return new


@part
def _is_asked_for(root: Root, memory: Winnable, position: int, on_stacks: int, rank: int) -> bool:
    """Return whether the deck has a card of a rank and no stack has one on top; kings of the deck wait."""
    needed = 0
    for f in range(root.foundations):
        needed += root.place[f, rank] >= position >> (SIZE * f) & 15
    asked = needed > on_stacks >> (MANY * rank) & 15 and rank < root.ranks
    for n in range(root.stacks):
        asked = asked and not _is_top(memory, position, n, rank)
    return bool(asked)


@part
def is_winnable(root: Root, layout: EndgameLayout, memory: Winnable) -> int:
    """Return whether some order of the cards left wins a position; UNKNOWN if that takes too long."""
    empty(memory.seen)
    memory.many[0] = 0
    position = on_stacks = variable(0)
    for f in range(root.foundations):
        position |= layout.size[f] << (SIZE * f)
    for n in range(root.stacks):
        for i in range(layout.base[n]):
            memory.card[n, i] = root.pile[n, i]
        for i in range(layout.added[n]):
            memory.card[n, layout.base[n] + i] = layout.laid[n, i]
        height = layout.base[n] + layout.added[n]
        position |= height << (BASES + HEIGHT * n)
        for i in range(height):
            on_stacks += 1 << (MANY * memory.card[n, i])
    return _search(root, memory, position, on_stacks)


@merged
def _search(root: Root, memory: Winnable, position: int, on_stacks: int) -> int:
    """Search from a position on. An option of one is 8 times foundation f plus stack n, or the deck."""
    foundations, stacks = root.foundations, root.stacks
    depth = -1
    while True:  # at a position that was reached
        position, on_stacks = _after_what_never_hurts(root, memory, position, on_stacks)
        if position >> BASES == 0:
            return YES  # all stacks are empty
        if memory.many[0] > ROOM // 2:
            return UNKNOWN
        if _is_new(memory, position):
            depth += 1
            memory.position[depth], memory.on_stacks[depth], memory.option[depth] = position, on_stacks, -1
        possible = False
        while not possible:
            option = memory.option[depth] + 1
            if option & 7 > stacks:
                option = (option | 7) + 1
            memory.option[depth] = option
            f, n = option >> 3, option & 7
            if f == foundations:
                if depth == 0:
                    return NO
                depth -= 1
                continue
            position, on_stacks = memory.position[depth], memory.on_stacks[depth]
            rank = _waits(root, position, f)
            if rank == 0:
                memory.option[depth] |= 7  # nothing goes to a complete foundation
            elif n < stacks:
                possible = _is_top(memory, position, n, rank)
            else:
                possible = _is_asked_for(root, memory, position, on_stacks, rank)
        position += 1 << (SIZE * f)
        if n < stacks:
            position -= 1 << (BASES + HEIGHT * n)
            on_stacks -= 1 << (MANY * rank)
