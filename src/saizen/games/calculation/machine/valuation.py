"""What a labelled position is worth: formula (4) of the paper over the tables, in one kernel.

A *labelling* tells for every card on the stacks which foundation it shall go to. It turns a position into a
stack game of four foundations, too large to be solved, which is estimated from its parts: with p_i the
value if only the deck cards of foundation i count, and p_ij for two foundations,

    product of p_i  *  product of p_ij / (p_i p_j)

The order of the cards is that of all of them (see `clocks`).

Pairs cannot see that four foundations together have no room. So the *last* deck cards of the foundations are
looked at together as well, exactly: four cards, at most 24 orders, in a table of their own.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.games.calculation.machine.fewcards import ORDERS, chain_values, number_multisets, orders_won
from saizen.games.calculation.machine.precedence import (
    ALLOWED,
    CLOCK,
    FOUNDATIONS,
    MANY,
    NEEDED,
    RANKS,
    REST,
    SPOT,
    STOP,
    WIDTH,
    Board,
    deck_places,
    first_of,
    label_of,
    on,
    path_of,
    set_clocks,
    set_spots,
    time_of,
)
from saizen.games.calculation.machine.probe import Memory, Shelf, pair_value
from saizen.games.calculation.machine.style import APART, SINGLES, Style
from saizen.games.calculation.rules import Variant
from saizen.kernels.bits import popcount
from saizen.kernels.hashing import Floats, Ints
from saizen.kernels.jit import inlined, kernel, merged, part

UNKNOWN = 255
LOOSE = 1.01
"""More than the rounding of six values of the table can do to their product."""


class Judge(NamedTuple):
    """All that a valuation reads and writes; one for each thread."""

    shelf: Shelf
    memory: Memory
    place: Ints
    singles: Floats
    lasts: NDArray[np.uint8]
    multiset: Ints
    work: Ints
    short: Floats


def new_judge(shelf: Shelf, memory: Memory) -> Judge:
    """Return a judge with its own room to work in."""
    variant = Variant()
    place = np.zeros((FOUNDATIONS, RANKS + 1), np.int64)
    for f, sequence in enumerate(variant.sequences):
        place[f, list(sequence)] = range(RANKS)
    multiset, sets = number_multisets(shelf.stacks)
    return Judge(
        shelf,
        memory,
        place,
        chain_values(shelf.stacks).reshape(-1),
        np.full((sets, 1 << 12), UNKNOWN, np.uint8),
        multiset,
        np.zeros((REST + 5, FOUNDATIONS * WIDTH), np.int64),
        np.zeros(FOUNDATIONS),
    )


@inlined
def set_allowed(judge: Judge, stacks: int, deck: int) -> None:
    """Count the deck cards of each foundation, and those that each stack allows."""
    many, allowed, stop = judge.work[MANY], judge.work[ALLOWED], judge.work[STOP]
    for f in range(FOUNDATIONS):
        places = on(deck, f)
        many[f] = popcount(places)
        for n in range(stacks):
            at = FOUNDATIONS * n + f
            allowed[at] = first_of(places, stop[at])


@inlined
def last_cards(judge: Judge, stacks: int, deck: int) -> float:
    """Return the exact value of the stack game of the last deck card of each foundation."""
    needed, stop = judge.work[NEEDED], judge.work[STOP]
    below = compressed = forbidden = 0
    for f in range(FOUNDATIONS):
        if on(deck, f) == 0:
            continue
        for g in range(FOUNDATIONS):
            others = on(deck, g)
            if g != f and others and others >> time_of(needed[f], g) == 0:
                below |= 1 << (4 * f + g)
                compressed |= 1 << (3 * f + (g if g < f else g - 1))
        for n in range(stacks):
            if on(deck, f) >> stop[FOUNDATIONS * n + f]:
                forbidden |= 1 << (4 * n + f)
    number = judge.multiset[forbidden]
    won = judge.lasts[number, compressed]
    if won == UNKNOWN:
        won = np.uint8(orders_won(stacks, below, forbidden, judge.work[REST:]))
        judge.lasts[number, compressed] = won
    return won / ORDERS  # type: ignore[no-any-return]


@inlined
def one_foundation(judge: Judge, stacks: int, f: int, skip: int) -> float:
    """Return the value of the stack game of the deck cards of one foundation without the first ``skip``."""
    code = judge.work[MANY, f] - skip
    for n in range(stacks):
        code = code * RANKS + max(0, judge.work[ALLOWED, FOUNDATIONS * n + f] - skip)
    return judge.singles[code]  # type: ignore[no-any-return]


@merged
def two_foundations(judge: Judge, stacks: int, stacked: int, deck: int, f: int, g: int, nodes: int) -> float:
    """Return the value of the stack game of the deck cards of two foundations."""
    k = popcount(on(deck, f)) + popcount(on(deck, g))
    high = path_of(judge.work[CLOCK], stacked, deck, f, g)
    low = ~path_of(judge.work[CLOCK], stacked, deck, g, f) & ((1 << k) - 1)
    skip_f, skip_g = judge.work[MANY, f] - popcount(on(deck, f)), judge.work[MANY, g] - popcount(on(deck, g))
    points, allowed = 0, judge.work[ALLOWED]
    for n in range(stacks):
        a, b = allowed[FOUNDATIONS * n + f] - skip_f, allowed[FOUNDATIONS * n + g] - skip_g
        points = (points << 8) | (max(0, a) << 4) | max(0, b)
    return pair_value(judge.shelf, judge.memory, k, high, low, points, nodes)


@part
def set_part(judge: Judge, board: Board, low: int, high: int, deck: int, kept: int) -> int:
    """Take away the cards of all foundations but those ``kept``; set clocks and allowed cards without them.

    Return the places of the cards that stay on the stacks; -1 if they contradict each other.
    """
    heights, stacked, places = judge.work[REST], 0, 0
    for n in range(len(board.height)):
        spots = judge.work[SPOT + n]
        heights[n] = 0
        for h in range(board.height[n]):
            card = board.pile[n, h]
            f = label_of(low, high, card)
            if (kept >> f) & 1:
                spots[heights[n]] = WIDTH * f + judge.place[f, board.rank[card]]
                stacked |= 1 << spots[heights[n]]
                heights[n] += 1
    for f in range(FOUNDATIONS):
        if (kept >> f) & 1:
            places |= on(deck, f) << (WIDTH * f)
    rest = Board(board.size, heights[: len(board.height)], board.pile, board.rank)
    if not set_clocks(rest, stacked, places, judge.work):
        return -1
    set_allowed(judge, len(board.height), deck)
    return stacked


@inlined
def last_places(deck: int, most: int) -> int:
    """Keep the last ``most`` deck cards of each foundation."""
    kept = 0
    for f in range(FOUNDATIONS):
        places = on(deck, f)
        for _ in range(popcount(places) - most):
            places &= places - 1
        kept |= places << (WIDTH * f)
    return kept


@inlined
def tell_more(deck: int, f: int, g: int, apart: bool) -> bool:
    """Tell whether two foundations may be worth less together than each by itself.

    Without deck cards one has nothing to say of the other's that was not seen, unless it was taken away.
    """
    one, two = on(deck, f) != 0, on(deck, g) != 0
    return (one and two) or (apart and (one or two))


@part
def value_of(judge: Judge, board: Board, low: int, high: int, style: Style, floor: float) -> float:
    """Return the value of a position with a labelling; 0 means that it cannot succeed, as far as is seen.

    A value that is not above ``floor`` need not be found: 0 stands for it as well. Two foundations together
    are worth at most what either is worth, hence each factor p_ij / (p_i p_j) is at most 1 / max(p_i, p_j).
    """
    stacks, short = len(board.height), judge.short
    stacked = set_spots(board, low, high, judge.place, judge.work)
    deck = deck_places(board, stacked)
    apart = style.estimate == APART and deck != 0
    if not apart and not set_clocks(board, stacked, deck, judge.work):
        return 0.0
    set_allowed(judge, stacks, deck)
    value, most, whole = 1.0, judge.shelf.most, deck
    for f in range(FOUNDATIONS):
        if apart and set_part(judge, board, low, high, whole, 1 << f) < 0:
            return 0.0
        skip = max(0, judge.work[MANY, f] - most)
        single = one_foundation(judge, stacks, f, 0)
        if single == 0.0:
            return 0.0
        value *= single
        short[f] = one_foundation(judge, stacks, f, skip) if skip else single
    if style.lasts and last_cards(judge, stacks, deck) == 0.0:
        return 0.0
    if style.estimate == SINGLES:
        return value
    deck = last_places(deck, most)
    least = 0.0 if style.nodes else floor / LOOSE  # what a search remembers is not to depend on floors
    for f in range(FOUNDATIONS):
        for g in range(f):
            if tell_more(deck, f, g, apart):
                least *= max(short[f], short[g])
    for f in range(FOUNDATIONS):
        for g in range(f):
            if tell_more(deck, f, g, apart):
                if apart:
                    stacked = set_part(judge, board, low, high, whole, (1 << f) | (1 << g))
                if value <= least or stacked < 0:
                    return 0.0
                together = two_foundations(judge, stacks, stacked, deck, g, f, style.nodes)
                if together == 0.0:
                    return 0.0
                value *= together / (short[f] * short[g])
                least /= max(short[f], short[g])
    return value


@kernel
def valued(judge: Judge, board: Board, low: int, high: int, style: Style, floor: float = 0.0) -> float:
    """Return the value of a position with a labelling, for callers outside of kernels."""
    return value_of(judge, board, low, high, style, floor)
