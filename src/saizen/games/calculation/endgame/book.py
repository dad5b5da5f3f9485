"""The book of an end game, for kernels: every position met so far, what is known of it, and where it leads.

A position is one before a draw, in normal form. Of the orders of the cards left (all cards told apart) it is
won in at least ``low`` and at most ``high``. Positions that cannot be won at all are known by their ``high``
of 0; with one card left the two are equal, since the only card can be drawn when it is wanted.
"""

from typing import NamedTuple

import numpy as np

from saizen.games.calculation.endgame.hope import NO, UNKNOWN, Hope, has_hope, new_hope
from saizen.games.calculation.endgame.layout import Layout, Root, in_normal_form, new_layout, packed, unpack
from saizen.kernels.hashing import EMPTY, Ints, mixed, slot_of
from saizen.kernels.jit import part

NODES, ENTRIES, TURN, TOO_LARGE, STOP = range(5)
"""Numbers of a book: its positions, the entries of its lists, the turns listed, whether it was too large, and
whether to stop."""


RESERVE = 8192
"""Positions, and entries of lists, that no search uses: room to ask what follows from a searched one."""
UNTRIED, NOT_LISTED, HOPELESS = -3, -1, -2
"""Where the lists of a position begin if there are none: nothing is known of it, it has hope, it has none."""


class Book(NamedTuple):
    """Positions by number: words, bounds, where the list of what each draw leads to begins (-1: not made)."""

    head: Ints
    cards: Ints
    low: Ints
    high: Ints
    first: Ints
    turn: Ints
    slots: Ints
    lists: Ints
    numbers: Ints
    here: Layout
    there: Layout
    third: Layout
    hope: Hope


def new_book(foundations: int, stacks: int, ranks: int, most: int) -> Book:
    """Return room for ``most`` positions, and for what is asked about when they were searched."""
    most += RESERVE
    slots = 2
    while slots < 2 * most:
        slots *= 2
    return Book(
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.full(slots, EMPTY, np.int64),
        np.zeros(12 * most + 4096, np.int64),
        np.zeros(5, np.int64),
        new_layout(foundations, stacks, ranks),
        new_layout(foundations, stacks, ranks),
        new_layout(foundations, stacks, ranks),
        new_hope(stacks),
    )


@part
def forget_positions(book: Book) -> None:
    """Empty a book."""
    for i in range(book.numbers[NODES]):
        at = slot_of(mixed(book.head[i], book.cards[i]), len(book.slots))
        while book.slots[at] != EMPTY:
            book.slots[at] = EMPTY
            at = at + 1 if at + 1 < len(book.slots) else 0
    book.numbers[NODES] = book.numbers[ENTRIES] = book.numbers[TURN] = book.numbers[TOO_LARGE] = 0


@part
def number_of(root: Root, book: Book, here: Layout) -> int:
    """Return the number of a position, which is put into normal form; it may be new."""
    in_normal_form(here, root.rank.shape[1])
    head, cards = packed(here)
    at = slot_of(mixed(head, cards), len(book.slots))
    while book.slots[at] != EMPTY:
        node = book.slots[at]
        if book.head[node] == head and book.cards[node] == cards:
            return node  # type: ignore[no-any-return]
        at = at + 1 if at + 1 < len(book.slots) else 0
    node = book.numbers[NODES]
    if node + 1 == len(book.head):
        book.numbers[TOO_LARGE] = 1
        return node  # type: ignore[no-any-return]
    book.slots[at] = node
    book.numbers[NODES] = node + 1
    book.head[node], book.cards[node] = head, cards
    book.first[node], book.turn[node] = UNTRIED, 0
    book.low[node], book.high[node] = 0, root.orders[here.left[0]]
    return node  # type: ignore[no-any-return]


@part
def try_hope(root: Root, book: Book, node: int) -> None:
    """Find out whether a position has hope."""
    here = book.there
    unpack(book.head[node], book.cards[node], root, here)
    found = has_hope(root, here, book.hope)
    if found == UNKNOWN:
        book.numbers[TOO_LARGE] = 1
    book.first[node] = HOPELESS if found == NO else NOT_LISTED
    if found == NO:
        book.high[node] = 0
    elif here.left[0] <= 1:
        book.low[node] = book.high[node]
