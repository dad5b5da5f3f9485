"""A position near the end, for kernels: as arrays, and packed into two words.

Every stack is what is left of its cards at the *root*, where the exact search began, and the cards laid on
it since. All foundations end with the highest rank, the king. A king with nothing below it on its stack is in
nobody's way: it can wait until everything else is done, and any foundation takes it. So such kings are left
out, and a stack that has nothing else counts as empty.
"""

from typing import NamedTuple

import numpy as np

from saizen.kernels.compile import part
from saizen.kernels.hash_table import Ints

MOST_LEFT = 15
"""Cards that may be left at the root: a packed position has room for so many laid cards."""
MOST_FOUNDATIONS, MOST_STACKS, MOST_RANKS, MOST_HEIGHT = 4, 4, 15, 63
SIZE, BASE, COUNT, LEFT = 4, 6, 4, 56
"""Bits of a foundation's size, of a root stack's height and of a number of laid cards; where the number of
cards left begins."""
BASES, COUNTS = SIZE * MOST_FOUNDATIONS, SIZE * MOST_FOUNDATIONS + BASE * MOST_STACKS
"""The first places of root heights and numbers of laid cards."""


class Root(NamedTuple):
    """The constant part: the ranks a foundation takes, the place of each rank there, the root's stacks.

    Arrays have room for the largest game, so that one compiled version serves all.
    """

    foundations: int
    stacks: int
    ranks: int
    rank: Ints
    place: Ints
    pile: Ints
    orders: Ints
    """How many orders so many different cards have."""


class EndgameLayout(NamedTuple):
    """A position: foundation sizes, root cards and laid cards on each stack, the deck by rank, cards left."""

    size: Ints
    base: Ints
    added: Ints
    laid: Ints
    deck: Ints
    left: Ints


def new_layout() -> EndgameLayout:
    """Return room for a position."""
    return EndgameLayout(
        np.zeros(MOST_FOUNDATIONS, np.int64),
        np.zeros(MOST_STACKS, np.int64),
        np.zeros(MOST_STACKS, np.int64),
        np.zeros((MOST_STACKS, MOST_LEFT + 1), np.int64),
        np.zeros(MOST_RANKS + 1, np.int64),
        np.zeros(1, np.int64),
    )


@part
def top_of(root: Root, layout: EndgameLayout, n: int) -> int:
    """Return the rank of the top card of a stack, 0 if it is empty."""
    if layout.added[n]:
        return int(layout.laid[n, layout.added[n] - 1])
    return int(root.pile[n, layout.base[n] - 1]) if layout.base[n] else 0


@part
def take_top(layout: EndgameLayout, n: int) -> None:
    """Take the top card of a stack away."""
    if layout.added[n]:
        layout.added[n] -= 1
    else:
        layout.base[n] -= 1


@part
def copy_layout(root: Root, source: EndgameLayout, target: EndgameLayout) -> None:
    """Copy a position."""
    for f in range(root.foundations):
        target.size[f] = source.size[f]
    for n in range(root.stacks):
        target.base[n], target.added[n] = source.base[n], source.added[n]
        for i in range(source.added[n]):
            target.laid[n, i] = source.laid[n, i]
    for r in range(root.ranks + 1):
        target.deck[r] = source.deck[r]
    target.left[0] = source.left[0]


@part
def laid_word(layout: EndgameLayout, n: int) -> int:
    """Return the cards laid on a stack as one word, the first in the highest place; 0 if there are none."""
    word = 0
    for i in range(layout.added[n]):
        word = word << 4 | layout.laid[n, i]
    return word


@part
def in_normal_form(root: Root, layout: EndgameLayout) -> None:
    """Put what is alike in one order: foundations with room for a king at most; stacks without root cards."""
    full, ranks = 0, root.ranks
    for f in range(root.foundations):
        full += layout.size[f] == ranks
    for f in range(root.foundations):
        if layout.size[f] >= ranks - 1:
            layout.size[f] = ranks if full > 0 else ranks - 1
            full -= 1
    for n in range(1, root.stacks):
        at = n
        while at > 0 and layout.base[at] == 0:
            before = at - 1
            while before >= 0 and layout.base[before]:
                before -= 1
            if before < 0 or laid_word(layout, before) >= laid_word(layout, at):
                break
            for i in range(max(layout.added[before], layout.added[at])):
                layout.laid[before, i], layout.laid[at, i] = layout.laid[at, i], layout.laid[before, i]
            layout.added[before], layout.added[at] = layout.added[at], layout.added[before]
            at = before


@part
def pack_position(root: Root, layout: EndgameLayout) -> tuple[int, int]:
    """Return a position as two words."""
    head, cards = layout.left[0] << LEFT, 0
    for f in range(root.foundations):
        head |= layout.size[f] << (SIZE * f)
    for n in range(root.stacks):
        head |= layout.base[n] << (BASES + BASE * n)
        head |= layout.added[n] << (COUNTS + COUNT * n)
        for i in range(layout.added[n]):
            cards = cards << 4 | layout.laid[n, i]
    return head, cards


@part
def unpack(head: int, cards: int, root: Root, layout: EndgameLayout) -> None:
    """Lay out a position from its two words. The kings that are left out are not counted in the deck."""
    foundations, stacks, ranks = root.foundations, root.stacks, root.ranks
    layout.left[0] = head >> LEFT
    for r in range(1, ranks + 1):
        layout.deck[r] = 0
    for f in range(foundations):
        layout.size[f] = head >> (SIZE * f) & 15
        for place in range(layout.size[f], ranks):
            layout.deck[root.rank[f, place]] += 1
    for n in range(stacks - 1, -1, -1):
        layout.base[n] = head >> (BASES + BASE * n) & 63
        layout.added[n] = head >> (COUNTS + COUNT * n) & 15
        for i in range(layout.base[n]):
            layout.deck[root.pile[n, i]] -= 1
        for i in range(layout.added[n] - 1, -1, -1):
            layout.laid[n, i] = cards & 15
            layout.deck[cards & 15] -= 1
            cards >>= 4
    others = 0
    for r in range(1, ranks):
        others += layout.deck[r]
    layout.deck[ranks] = layout.left[0] - others
