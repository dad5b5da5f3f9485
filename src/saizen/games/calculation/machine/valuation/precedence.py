"""The order in which stacked cards can be played if each has a given foundation.

For each card on a stack its *clock* counts how many cards of each foundation must be played no later than it;
the clock of a card is the larger, foundation by foundation, of the clocks of the card below it on its
foundation and the card above it on its stack.

Cards are known by the turn in which they were drawn, 0 to 51; a labelling is two words with two bits a card.
Millions of labellings are valued in a game, so sets and vectors are words here. A *spot* is a place on a
foundation, 16 f + place; a set of places is a word with a bit for each spot. A clock is a word with a byte
for each foundation and, from bit 32 on, a bit for each stack whose top card must be played no later.
"""

from typing import NamedTuple

from saizen.kernels.bits import popcount
from saizen.kernels.compile import part
from saizen.kernels.hash_table import Ints

FOUNDATIONS, RANKS, CARDS = 4, 13, 52
MOST_STACKS = 4
"""Arrays have room for so many, so that one compiled version serves any number of stacks."""
WIDTH = 16
"""Bits from foundation to foundation in a set of places."""
PLACES = (1 << RANKS) - 1
TOPS = 32
"""The first of a clock's bits for stacks."""
HIGHEST = 0x80808080
"""The highest bit of each byte of a clock; no clock is so late."""
SPOT, CLOCK, NEEDED, LAST, ABOVE, LEFT, STOP, ALLOWED, MANY, REST = 0, 4, 5, 6, 7, 8, 9, 10, 11, 12
"""Rows to work in: the spots of each stack's cards (four rows); the clock of each spot; for each foundation
the last clock that a deck card waits for, and the last clock so far; for each stack the clock of the card
above, and how many cards are not yet played; for stack n and foundation f, at 4 n + f, the first place that
the stack forbids, and how many deck cards it allows; for each foundation how many deck cards it has; the
rest, for other work."""


class StackedCards(NamedTuple):
    """A position: sizes of foundations, heights of stacks, their cards, every card's rank, stacks."""

    size: Ints
    height: Ints
    pile: Ints
    rank: Ints
    stacks: int


@part
def label_of(low: int, high: int, card: int) -> int:
    """Return the foundation that a labelling gives to a card."""
    return (low >> (2 * card)) & 3 if card < 31 else (high >> (2 * (card - 31))) & 3


@part
def later_of(first: int, other: int) -> int:
    """Return the clock that has the later time of two for each foundation, and the stacks of both."""
    keep = ((first | HIGHEST) - other) & HIGHEST
    mask = keep - (keep >> 7)
    return (first & (mask | (15 << TOPS))) | (other & ~mask)


@part
def time_of(clock: int, f: int) -> int:
    """Return how many cards of a foundation a clock waits for."""
    return (clock >> (8 * f)) & 127


@part
def on(places: int, f: int) -> int:
    """Return the places of one foundation."""
    return (places >> (WIDTH * f)) & PLACES


@part
def first_of(places: int, count: int) -> int:
    """Return how many of the first ``count`` places of a foundation are in a set."""
    return popcount(places & ((1 << count) - 1))  # type: ignore[no-any-return]


@part
def deck_places(board: StackedCards, stacked: int) -> int:
    """Return the places whose cards are in the deck and matter.

    The next card of a foundation can be put there as soon as it is drawn: it does not count.
    """
    places = 0
    for f in range(FOUNDATIONS):
        places |= (PLACES & ~((2 << board.size[f]) - 1)) << (WIDTH * f)
    return places & ~stacked


@part
def set_spots(board: StackedCards, low: int, high: int, place: Ints, work: Ints) -> int:
    """Write the spot of every card on a stack; return the set of them."""
    stacked = 0
    for n in range(board.stacks):
        spots = work[SPOT + n]
        for h in range(board.height[n]):
            card = board.pile[n, h]
            f = label_of(low, high, card)
            spots[h] = WIDTH * f + place[f, board.rank[card]]
            stacked |= 1 << spots[h]
    return stacked


@part
def set_clocks(stacks: int, height: Ints, stacked: int, deck: int, work: Ints) -> bool:
    """Write the clock of every card and the places that each stack forbids.

    Say no if the stacks contradict each other. Cards are played in an order that both the stacks and the
    foundations allow; clocks are the same whichever it is.
    """
    clock, needed, last = work[CLOCK], work[NEEDED], work[LAST]
    above, left, stop = work[ABOVE], work[LEFT], work[STOP]
    for f in range(FOUNDATIONS):
        needed[f] = last[f] = 0
    for n in range(stacks):
        above[n], left[n] = 1 << (TOPS + n), height[n]
        for f in range(FOUNDATIONS):
            stop[FOUNDATIONS * n + f] = RANKS
    moved = True
    while stacked and moved:
        moved = False
        for n in range(stacks):
            h = left[n]
            while h > 0:
                spot = work[SPOT + n, h - 1]
                f, p = spot >> 4, spot & 15
                if stacked & ((1 << spot) - (1 << (spot - p))):
                    break  # a lower card of its foundation waits
                time = later_of(last[f], above[n])
                new = (time & ~last[f]) >> TOPS
                if new:
                    for m in range(stacks):
                        if (new >> m) & 1:
                            stop[FOUNDATIONS * m + f] = p
                time = (time & ~(255 << (8 * f))) | ((p + 1) << (8 * f))
                clock[spot] = last[f] = above[n] = time
                if on(deck, f) >> p:
                    needed[f] = time
                stacked ^= 1 << spot
                h -= 1
                moved = True
            left[n] = h
    return stacked == 0


@part
def path_of(clock: Ints, stacked: int, deck: int, f: int, g: int) -> int:
    """Return the steps in which the deck cards of f come if they come before those of g where they may.

    Card a of f comes in step a + b if it must wait for b cards of g; between two cards of f on the stacks
    all wait for the same.
    """
    cards, others, below = on(deck, f), on(deck, g), on(stacked, f)
    path = step = 0
    while cards:
        lowest = below & -below
        run = popcount(cards & (lowest - 1))
        path |= ((1 << run) - 1) << step
        if lowest == 0:
            break
        cards &= -lowest
        below ^= lowest
        place = popcount(lowest - 1)
        step = first_of(on(deck, f), place) + first_of(others, time_of(clock[WIDTH * f + place], g))
    return path
