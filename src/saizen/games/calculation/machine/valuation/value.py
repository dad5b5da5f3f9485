"""The value of a labelled position: formula (4) of the paper over the tables, in one kernel.

A *labelling* assigns a foundation to every card on the stacks. It turns a position into a
stack game of four foundations, too large to be solved, which is estimated from its parts: with p_i the
value if only the deck cards of foundation i count, and p_ij for two foundations,

    product of p_i  *  product of p_ij / (p_i p_j)

The order of the cards is that of all of them (see `precedence`).

Pairs cannot see that four foundations together have no room. So the *last* deck cards of the foundations are
looked at together as well, exactly: four cards, at most 24 orders, in a table of their own.
"""

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numba import typeof, types
from numpy.typing import NDArray

from saizen.games.calculation.machine.style import APART, SINGLES, Style
from saizen.games.calculation.machine.valuation.pairs import PairCache, StoredPairs, new_cache, pair_value
from saizen.games.calculation.machine.valuation.precedence import (
    ALLOWED,
    CLOCK,
    FOUNDATIONS,
    MANY,
    MOST_STACKS,
    NEEDED,
    RANKS,
    REST,
    SPOT,
    STOP,
    WIDTH,
    StackedCards,
    deck_places,
    first_of,
    label_of,
    on,
    path_of,
    set_clocks,
    set_spots,
    time_of,
)
from saizen.games.calculation.machine.valuation.small_games import (
    ORDERS,
    SIDES,
    chain_values,
    number_multisets,
    orders_won,
)
from saizen.games.calculation.rules import Variant
from saizen.kernels.bits import popcount
from saizen.kernels.compile import first_class, kernel, merged, part, variable
from saizen.kernels.hash_table import Floats, Ints

UNKNOWN = 255
LOOSE = 1.01
"""More than the rounding of six values of the table can do to their product."""


class Valuer(NamedTuple):
    """All that a valuation reads and writes; one for each thread."""

    pairs: StoredPairs
    cache: PairCache
    style: Style
    stacks: int
    place: Ints
    singles: Floats
    lasts: NDArray[np.uint8]
    multiset: Ints
    work: Ints
    short: Floats


_SETS = comb(16 + MOST_STACKS - 1, MOST_STACKS)


def new_valuer(pairs: StoredPairs, style: Style) -> Valuer:
    """Return a valuer with its own memory."""
    variant = Variant()
    place = np.zeros((FOUNDATIONS, RANKS + 1), np.int64)
    for f, sequence in enumerate(variant.sequences):
        place[f, list(sequence)] = range(RANKS)
    singles = np.zeros(SIDES ** (MOST_STACKS + 1))
    multiset = np.zeros(16**MOST_STACKS, np.int64)
    chains, numbers = chain_values(pairs.stacks).reshape(-1), number_multisets(pairs.stacks)[0]
    singles[: len(chains)], multiset[: len(numbers)] = chains, numbers
    return Valuer(
        pairs,
        new_cache(),
        style,
        pairs.stacks,
        place,
        singles,
        np.full((_SETS, 1 << 12), UNKNOWN, np.uint8),
        multiset,
        np.zeros((REST + 5, FOUNDATIONS * WIDTH), np.int64),
        np.zeros(FOUNDATIONS),
    )


@part
def set_allowed(valuer: Valuer, deck: int) -> None:
    """Count the deck cards of each foundation, and those that each stack allows."""
    stacks, many, allowed, stop = valuer.stacks, valuer.work[MANY], valuer.work[ALLOWED], valuer.work[STOP]
    for f in range(FOUNDATIONS):
        places = on(deck, f)
        many[f] = popcount(places)
        for n in range(stacks):
            at = FOUNDATIONS * n + f
            allowed[at] = first_of(places, stop[at])


@part
def last_cards(valuer: Valuer, deck: int) -> float:
    """Return the exact value of the stack game of the last deck card of each foundation."""
    stacks, needed, stop = valuer.stacks, valuer.work[NEEDED], valuer.work[STOP]
    below = compressed = forbidden = variable(0)
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
    number = valuer.multiset[forbidden]
    won = valuer.lasts[number, compressed]
    if won == UNKNOWN:
        won = np.uint8(orders_won(stacks, below, forbidden, valuer.work[REST:]))
        valuer.lasts[number, compressed] = won
    return won / ORDERS  # type: ignore[no-any-return]


@part
def one_foundation(valuer: Valuer, f: int, skip: int) -> float:
    """Return the value of the stack game of the deck cards of one foundation without the first ``skip``."""
    code = valuer.work[MANY, f] - skip
    for n in range(valuer.stacks):
        code = code * RANKS + max(0, valuer.work[ALLOWED, FOUNDATIONS * n + f] - skip)
    return valuer.singles[code]  # type: ignore[no-any-return]


@merged
def two_foundations(valuer: Valuer, stacked: int, deck: int, f: int, g: int) -> float:
    """Return the value of the stack game of the deck cards of two foundations."""
    k = popcount(on(deck, f)) + popcount(on(deck, g))
    high = path_of(valuer.work[CLOCK], stacked, deck, f, g)
    low = ~path_of(valuer.work[CLOCK], stacked, deck, g, f) & ((1 << k) - 1)
    skip_f, skip_g = (
        valuer.work[MANY, f] - popcount(on(deck, f)),
        valuer.work[MANY, g] - popcount(on(deck, g)),
    )
    points, allowed = variable(0), valuer.work[ALLOWED]
    for n in range(valuer.stacks):
        a, b = allowed[FOUNDATIONS * n + f] - skip_f, allowed[FOUNDATIONS * n + g] - skip_g
        points = (points << 8) | (max(0, a) << 4) | max(0, b)
    return pair_value(valuer.pairs, valuer.cache, k, high, low, points, valuer.style.nodes)


@part
def set_part(valuer: Valuer, board: StackedCards, low: int, high: int, deck: int, foundations: int) -> int:
    """Take away the cards of all but some ``foundations`` (bits); set clocks and allowed cards without them.

    Return the places of the cards that stay on the stacks; -1 if they contradict each other.
    """
    heights, stacked, places = valuer.work[REST], variable(0), variable(0)
    for n in range(valuer.stacks):
        spots = valuer.work[SPOT + n]
        heights[n] = 0
        for h in range(board.height[n]):
            card = board.pile[n, h]
            f = label_of(low, high, card)
            if (foundations >> f) & 1:
                spots[heights[n]] = WIDTH * f + valuer.place[f, board.rank[card]]
                stacked |= 1 << spots[heights[n]]
                heights[n] += 1
    for f in range(FOUNDATIONS):
        if (foundations >> f) & 1:
            places |= on(deck, f) << (WIDTH * f)
    if not set_clocks(valuer.stacks, heights, stacked, places, valuer.work):
        return -1
    set_allowed(valuer, deck)
    return stacked


@part
def last_places(deck: int, most: int) -> int:
    """Keep the last ``most`` deck cards of each foundation."""
    last = 0
    for f in range(FOUNDATIONS):
        places = on(deck, f)
        for _ in range(popcount(places) - most):
            places &= places - 1
        last |= places << (WIDTH * f)
    return last


@part
def tell_more(deck: int, f: int, g: int, apart: bool) -> bool:
    """Return whether two foundations may be worth less together than each by itself.

    Without deck cards one has nothing to say of the other's that was not seen, unless it was taken away.
    """
    first, second = on(deck, f) != 0, on(deck, g) != 0
    return (first and second) or (apart and (first or second))


@part
def value_of(valuer: Valuer, board: StackedCards, low: int, high: int, floor: float) -> float:
    """Return the value of a position with a labelling; 0 means that it cannot succeed, as far as is seen.

    A value that is not above ``floor`` need not be found: 0 stands for it as well. Two foundations together
    are worth at most what either is worth, hence each factor p_ij / (p_i p_j) is at most 1 / max(p_i, p_j).
    """
    style, short = valuer.style, valuer.short
    stacked = set_spots(board, low, high, valuer.place, valuer.work)
    deck = deck_places(board, stacked)
    apart = style.estimate == APART and deck != 0
    if not apart and not set_clocks(valuer.stacks, board.height, stacked, deck, valuer.work):
        return 0.0
    set_allowed(valuer, deck)
    value, most, whole = 1.0, valuer.pairs.most, deck
    for f in range(FOUNDATIONS):
        if apart and set_part(valuer, board, low, high, whole, 1 << f) < 0:
            return 0.0
        skip = max(0, valuer.work[MANY, f] - most)
        single = one_foundation(valuer, f, variable(0))
        if single == 0.0:
            return 0.0
        value *= single
        short[f] = one_foundation(valuer, f, skip) if skip else single
    if style.lasts and last_cards(valuer, deck) == 0.0:
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
                    stacked = set_part(valuer, board, low, high, whole, (1 << f) | (1 << g))
                if value <= least or stacked < 0:
                    return 0.0
                together = two_foundations(valuer, stacked, deck, g, f)
                if together == 0.0:
                    return 0.0
                value *= together / (short[f] * short[g])
                least /= max(short[f], short[g])
    return value


@cache
def _first_class(valuer: Any, board: Any) -> Any:
    function: Any = value_of
    whole = types.int64
    return first_class(function.py_func, types.float64(valuer, board, whole, whole, types.float64))


def value_function(player: Any) -> Any:
    """Return `value_of` as kernels take it, by its address, for the types of a player's record."""
    return _first_class(typeof(player["valuer"]), typeof(player["now"]["board"]))


@kernel
def labelling_value(valuer: Valuer, board: StackedCards, low: int, high: int, floor: float) -> float:
    """Return the value of a position with a labelling, for callers outside of kernels."""
    return value_of(valuer, board, low, high, floor)
