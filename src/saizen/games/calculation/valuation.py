"""What a labelled position is worth: formula (4) of the paper over the tables, in one kernel.

A *labelling* tells for every card on the stacks which foundation it shall go to. It turns a position into a
stack game of four foundations, too large to be solved, which is estimated from its parts: with p_i the
value if only the deck cards of foundation i count, and p_ij for two foundations,

    product of p_i  *  product of p_ij / (p_i p_j)

The order of the cards is that of all of them. For each card on a stack its *clock* tells how many cards of
each foundation must be played no later than it; the clock of a card is the larger, foundation by
foundation, of the clocks of the card below it on its foundation and the card above it on its stack.

Pairs cannot see that four foundations together have no room. So the *last* deck cards of the foundations are
looked at together as well, exactly: four cards, at most 24 orders, in a table of their own.

Cards are known by the turn in which they were drawn, 0 to 51; a labelling is two words with two bits a card.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.games.calculation.fewcards import ORDERS, chain_values, number_multisets, orders_won
from saizen.games.calculation.hashing import Floats, Ints
from saizen.games.calculation.probe import Memory, Shelf, pair_value
from saizen.games.calculation.rules import Variant
from saizen.games.calculation.style import Style
from saizen.jit import inlined, kernel, part

FOUNDATIONS, RANKS, CARDS = 4, 13, 52
UNKNOWN = 255


class Board(NamedTuple):
    """A position: foundation sizes, stack heights, the cards on each stack, and the rank of every card."""

    size: Ints
    height: Ints
    pile: Ints
    rank: Ints


class Judge(NamedTuple):
    """All that a valuation reads and writes; one for each thread."""

    shelf: Shelf
    memory: Memory
    place: Ints
    singles: Floats
    lasts: NDArray[np.uint8]
    multiset: Ints
    at: Ints
    clock: Ints
    where: Ints
    prefix: Ints
    need: Ints
    allowed: Ints
    path: Ints
    rows: Ints
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
        np.zeros((FOUNDATIONS, RANKS + 1), np.int64),
        np.zeros((CARDS, FOUNDATIONS), np.int64),
        np.zeros((CARDS, 2), np.int64),
        np.zeros((FOUNDATIONS, RANKS + 2), np.int64),
        np.zeros((FOUNDATIONS, FOUNDATIONS, RANKS + 1), np.int64),
        np.zeros((shelf.stacks, FOUNDATIONS), np.int64),
        np.zeros((4, 34), np.int64),
        np.zeros((5, 6), np.int64),
        np.zeros(FOUNDATIONS),
    )


@inlined
def label_of(low: int, high: int, card: int) -> int:
    """Return the foundation that a labelling gives to a card."""
    return (low >> (2 * card)) & 3 if card < 31 else (high >> (2 * (card - 31))) & 3


@part
def set_clocks(judge: Judge, board: Board, low: int, high: int) -> bool:
    """Write where every stacked card belongs and its clock; say no if the stacks contradict each other."""
    at, clock, where = judge.at, judge.clock, judge.where
    stacks = len(board.height)
    at[:] = -1
    todo = 0
    for n in range(stacks):
        for h in range(board.height[n]):
            card = board.pile[n, h]
            f = label_of(low, high, card)
            at[f, judge.place[f, board.rank[card]]] = card
            where[card, 0], where[card, 1] = n, h
        todo += board.height[n]
    left, last = judge.path[0], judge.path[1]
    for n in range(stacks):
        left[n] = board.height[n]
    next_place = judge.path[2]
    for f in range(FOUNDATIONS):
        next_place[f] = board.size[f]
        last[f] = -1
    moved = True
    while todo and moved:
        moved = False
        for f in range(FOUNDATIONS):
            while next_place[f] < RANKS:
                p = next_place[f]
                card = at[f, p]
                if card >= 0:
                    n, h = where[card, 0], where[card, 1]
                    if h != left[n] - 1:
                        break
                    before = last[f]
                    above = board.pile[n, h + 1] if h + 1 < board.height[n] else -1
                    for g in range(FOUNDATIONS):
                        time = clock[before, g] if before >= 0 else 0
                        if above >= 0:
                            time = max(time, clock[above, g])
                        clock[card, g] = time
                    clock[card, f] = p + 1
                    last[f] = card
                    left[n] -= 1
                    todo -= 1
                    moved = True
                next_place[f] = p + 1
    return todo == 0


@part
def set_parts(judge: Judge, board: Board, low: int, high: int) -> None:
    """From the clocks: the deck cards of each foundation, what they need, and what each stack allows."""
    at, clock, prefix, need, allowed = judge.at, judge.clock, judge.prefix, judge.need, judge.allowed
    for f in range(FOUNDATIONS):
        count = 0
        for p in range(RANKS + 1):
            prefix[f, p] = count
            # the next card of a foundation can be put there as soon as it is drawn: it does not count
            if p > board.size[f] and p < RANKS and at[f, p] < 0:
                count += 1
    for f in range(FOUNDATIONS):
        stacked, count = -1, 0
        for p in range(board.size[f], RANKS):
            if at[f, p] >= 0:
                stacked = at[f, p]
            elif p > board.size[f]:
                for g in range(FOUNDATIONS):
                    need[f, g, count] = prefix[g, clock[stacked, g]] if stacked >= 0 else 0
                count += 1
    for n in range(len(board.height)):
        if board.height[n] == 0:
            for g in range(FOUNDATIONS):
                allowed[n, g] = prefix[g, RANKS]
            continue
        top = board.pile[n, board.height[n] - 1]
        f = label_of(low, high, top)
        time = judge.place[f, board.rank[top]]
        for g in range(FOUNDATIONS):
            p = board.size[g]
            while p < RANKS and (at[g, p] < 0 or clock[at[g, p], f] <= time):
                p += 1
            allowed[n, g] = prefix[g, p]


@part
def last_cards(judge: Judge) -> float:
    """Return the exact value of the stack game of the last deck card of each foundation."""
    prefix, need, allowed = judge.prefix, judge.need, judge.allowed
    stacks = len(allowed)
    below = compressed = forbidden = 0
    for f in range(FOUNDATIONS):
        count = prefix[f, RANKS]
        if count == 0:
            continue
        for g in range(FOUNDATIONS):
            others = prefix[g, RANKS]
            if g != f and others > 0 and need[f, g, count - 1] == others:
                below |= 1 << (4 * f + g)
                compressed |= 1 << (3 * f + (g if g < f else g - 1))
        for n in range(stacks):
            if allowed[n, f] < count:
                forbidden |= 1 << (4 * n + f)
    number = judge.multiset[forbidden]
    won = judge.lasts[number, compressed]
    if won == UNKNOWN:
        won = np.uint8(orders_won(stacks, below, forbidden, judge.rows))
        judge.lasts[number, compressed] = won
    return won / ORDERS  # type: ignore[no-any-return]


@part
def one_foundation(judge: Judge, f: int, skip: int) -> float:
    """Return the value of the stack game of the deck cards of one foundation without the first ``skip``."""
    code = judge.prefix[f, RANKS] - skip
    for n in range(len(judge.allowed)):
        code = code * RANKS + max(0, judge.allowed[n, f] - skip)
    return judge.singles[code]  # type: ignore[no-any-return]


@part
def two_foundations(judge: Judge, f: int, g: int, nodes: int) -> float:
    """Return the value of the stack game of the deck cards of two foundations.

    Where the table is of fewer cards, only so many last cards of each foundation count.
    """
    many_f, many_g, most = judge.prefix[f, RANKS], judge.prefix[g, RANKS], judge.shelf.most
    skip_f, skip_g = max(0, many_f - most), max(0, many_g - most)
    hi, lo, pa, pb = judge.path[0], judge.path[1], judge.path[2], judge.path[3]
    k = many_f + many_g - skip_f - skip_g
    a, b, c, d = skip_f, skip_g, skip_f, skip_g
    hi[0] = lo[0] = 0
    for t in range(k):
        if a < many_f and judge.need[f, g, a] <= b:
            a += 1
        else:
            b += 1
        if d < many_g and judge.need[g, f, d] <= c:
            d += 1
        else:
            c += 1
        hi[t + 1], lo[t + 1] = a - skip_f, c - skip_f
    for n in range(len(judge.allowed)):
        pa[n], pb[n] = max(0, judge.allowed[n, f] - skip_f), max(0, judge.allowed[n, g] - skip_g)
    return pair_value(judge.shelf, judge.memory, k, hi, lo, pa, pb, nodes)


@part
def value_of(judge: Judge, board: Board, low: int, high: int, style: Style) -> float:
    """Return the value of a position with a labelling; 0 means that it cannot succeed, as far as is seen."""
    if not set_clocks(judge, board, low, high):
        return 0.0
    set_parts(judge, board, low, high)
    value, most, short = 1.0, judge.shelf.most, judge.short
    for f in range(FOUNDATIONS):
        skip = max(0, judge.prefix[f, RANKS] - most)
        single = one_foundation(judge, f, 0)
        if single == 0.0:
            return 0.0
        value *= single
        short[f] = one_foundation(judge, f, skip) if skip else single
    if style.lasts and last_cards(judge) == 0.0:
        return 0.0
    for f in range(FOUNDATIONS):
        for g in range(f):
            if judge.prefix[f, RANKS] and judge.prefix[g, RANKS]:
                together = two_foundations(judge, g, f, style.nodes)
                if together == 0.0:
                    return 0.0
                value *= together / (short[f] * short[g])
    return value


@kernel
def valued(judge: Judge, board: Board, low: int, high: int, style: Style) -> float:
    """Return the value of a position with a labelling, for callers outside of kernels."""
    return value_of(judge, board, low, high, style)
