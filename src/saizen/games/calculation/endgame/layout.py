"""A position near the end, for kernels: laid out in arrays, and packed into two words.

Every stack is what is left of its cards at the *root*, where the exact search began, and the cards laid on
it since. All foundations end with the highest rank, the king. A king with nothing below it on its stack is in
nobody's way: it can wait until everything else is done, and any foundation takes it. So such kings are left
out, and a stack that has nothing else counts as empty.
"""

from typing import NamedTuple

import numpy as np

from saizen.kernels.hashing import Ints
from saizen.kernels.jit import inlined, part

MOST_LEFT = 15
"""Cards that may be left at the root: a packed position has room for so many laid cards."""
MOST_FOUNDATIONS, MOST_STACKS, MOST_HEIGHT = 4, 4, 63
SIZE, BASE, COUNT, LEFT = 4, 6, 4, 56
"""Bits of a foundation's size, of a root stack's height and of a number of laid cards; where the number of
cards left begins."""
BASES, COUNTS = SIZE * MOST_FOUNDATIONS, SIZE * MOST_FOUNDATIONS + BASE * MOST_STACKS
"""Where root heights and numbers of laid cards begin."""


class Root(NamedTuple):
    """What does not change: the ranks a foundation takes, the place of each rank there, the root's stacks."""

    rank: Ints
    place: Ints
    pile: Ints
    orders: Ints
    """How many orders so many different cards have."""


class Layout(NamedTuple):
    """A position: foundation sizes, root cards and laid cards on each stack, the deck by rank, cards left."""

    size: Ints
    base: Ints
    added: Ints
    laid: Ints
    deck: Ints
    left: Ints


def new_layout(foundations: int, stacks: int, ranks: int) -> Layout:
    """Return room for a position."""
    return Layout(
        np.zeros(foundations, np.int64),
        np.zeros(stacks, np.int64),
        np.zeros(stacks, np.int64),
        np.zeros((stacks, MOST_LEFT + 1), np.int64),
        np.zeros(ranks + 1, np.int64),
        np.zeros(1, np.int64),
    )


@inlined
def top_of(root: Root, here: Layout, n: int) -> int:
    """Return the rank of the top card of a stack, 0 if it is empty."""
    if here.added[n]:
        return int(here.laid[n, here.added[n] - 1])
    return int(root.pile[n, here.base[n] - 1]) if here.base[n] else 0


@inlined
def take_top(here: Layout, n: int) -> None:
    """Take the top card of a stack away."""
    if here.added[n]:
        here.added[n] -= 1
    else:
        here.base[n] -= 1


@part
def copy_layout(source: Layout, target: Layout) -> None:
    """Copy a position."""
    for f in range(len(source.size)):
        target.size[f] = source.size[f]
    for n in range(len(source.base)):
        target.base[n], target.added[n] = source.base[n], source.added[n]
        for i in range(source.added[n]):
            target.laid[n, i] = source.laid[n, i]
    for r in range(len(source.deck)):
        target.deck[r] = source.deck[r]
    target.left[0] = source.left[0]


@inlined
def laid_word(here: Layout, n: int) -> int:
    """Return the cards laid on a stack as one word, the first in the highest place; 0 if there are none."""
    word = 0
    for i in range(here.added[n]):
        word = word << 4 | here.laid[n, i]
    return word


@part
def in_normal_form(here: Layout, ranks: int) -> None:
    """Put what is alike in one order: foundations with room for a king at most; stacks without root cards."""
    full = 0
    for f in range(len(here.size)):
        full += here.size[f] == ranks
    for f in range(len(here.size)):
        if here.size[f] >= ranks - 1:
            here.size[f] = ranks if full > 0 else ranks - 1
            full -= 1
    for n in range(1, len(here.base)):
        at = n
        while at > 0 and here.base[at] == 0:
            before = at - 1
            while before >= 0 and here.base[before]:
                before -= 1
            if before < 0 or laid_word(here, before) >= laid_word(here, at):
                break
            for i in range(max(here.added[before], here.added[at])):
                here.laid[before, i], here.laid[at, i] = here.laid[at, i], here.laid[before, i]
            here.added[before], here.added[at] = here.added[at], here.added[before]
            at = before


@part
def packed(here: Layout) -> tuple[int, int]:
    """Return a position as two words."""
    head, cards = here.left[0] << LEFT, 0
    for f in range(len(here.size)):
        head |= here.size[f] << (SIZE * f)
    for n in range(len(here.base)):
        head |= here.base[n] << (BASES + BASE * n)
        head |= here.added[n] << (COUNTS + COUNT * n)
        for i in range(here.added[n]):
            cards = cards << 4 | here.laid[n, i]
    return head, cards


@part
def unpack(head: int, cards: int, root: Root, here: Layout) -> None:
    """Lay out a position from its two words. The kings that are left out are not counted in the deck."""
    foundations, stacks, ranks = len(here.size), len(here.base), root.rank.shape[1]
    here.left[0] = head >> LEFT
    for r in range(1, ranks + 1):
        here.deck[r] = 0
    for f in range(foundations):
        here.size[f] = head >> (SIZE * f) & 15
        for place in range(here.size[f], ranks):
            here.deck[root.rank[f, place]] += 1
    for n in range(stacks - 1, -1, -1):
        here.base[n] = head >> (BASES + BASE * n) & 63
        here.added[n] = head >> (COUNTS + COUNT * n) & 15
        for i in range(here.base[n]):
            here.deck[root.pile[n, i]] -= 1
        for i in range(here.added[n] - 1, -1, -1):
            here.laid[n, i] = cards & 15
            here.deck[cards & 15] -= 1
            cards >>= 4
    others = 0
    for r in range(1, ranks):
        others += here.deck[r]
    here.deck[ranks] = here.left[0] - others
