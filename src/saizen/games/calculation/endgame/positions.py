"""The book of an end game, for kernels: every position met so far, its bounds, and its successors.

A position is one before a draw, in normal form. Of the orders of the cards left (all cards told apart) it is
won in at least ``low`` and at most ``high``. Positions that cannot be won at all are known by their ``high``
of 0; with one card left the two are equal, since the only card can be drawn when it is wanted.
"""

from typing import NamedTuple

import numpy as np

from saizen.games.calculation.endgame.layout import (
    MOST_LEFT,
    EndgameLayout,
    Root,
    in_normal_form,
    new_layout,
    pack_position,
    unpack,
)
from saizen.games.calculation.endgame.winnable import NO, UNKNOWN, Winnable, is_winnable, new_winnable
from saizen.kernels.compile import part
from saizen.kernels.hash_table import Ints, mix_words, slot_of

NODES, ENTRIES, TURN, TOO_LARGE, STOP = range(5)
"""Numbers of a book: its positions, the entries of its lists, the turns listed, whether it was too large, and
whether to stop."""


RESERVE = 8192
"""Positions, and entries of lists, that no search uses: room to ask what follows from a searched one."""
UNTRIED, NOT_LISTED, HOPELESS = -3, -1, -2
"""Marks instead of the lists of a position: nothing is known, it can be won, it cannot be won."""


MOST_POSITIONS = 400_000
"""Positions of one end game before it is too large."""
MOST = MOST_POSITIONS + RESERVE
SLOTS = 1 << 20
"""Slots of the hash table; at most half of them are used."""
DEPTH = MOST_LEFT + 2


class EndgameBook(NamedTuple):
    """Positions by number: words, bounds, where the list of what each draw leads to begins (-1: not made).

    A slot of the hash table has the number of a position plus 1, or 0. ``path`` has the positions that are
    being searched, one below the other, and ``alpha`` what each must be above.
    """

    head: Ints
    cards: Ints
    low: Ints
    high: Ints
    first: Ints
    turn: Ints
    slots: Ints
    lists: Ints
    numbers: Ints
    path: Ints
    alpha: Ints
    root: Root
    question: EndgameLayout
    layout: EndgameLayout
    there: EndgameLayout
    third: EndgameLayout
    winnable: Winnable
    most: int
    """How many positions may be used, and how many entries of lists."""
    most_entries: int


def _entries(positions: int) -> int:
    return 12 * positions + 4096


def new_book(root: Root, most: int) -> EndgameBook:
    """Return room for ``most`` positions, and for what is asked about when they were searched."""
    most += RESERVE
    head, cards, low, high, first, turn = (np.zeros(MOST, np.int64) for _ in range(6))
    return EndgameBook(
        head,
        cards,
        low,
        high,
        first,
        turn,
        np.zeros(SLOTS, np.int64),
        np.zeros(_entries(MOST), np.int64),
        np.zeros(5, np.int64),
        np.zeros(DEPTH, np.int64),
        np.zeros(DEPTH, np.int64),
        root,
        new_layout(),
        new_layout(),
        new_layout(),
        new_layout(),
        new_winnable(),
        most,
        _entries(most),
    )


@part
def forget_positions(book: EndgameBook) -> None:
    """Empty a book."""
    for i in range(book.numbers[NODES]):
        at = slot_of(mix_words(book.head[i], book.cards[i]), SLOTS)
        while book.slots[at]:
            book.slots[at] = 0
            at = at + 1 if at + 1 < SLOTS else 0
    book.numbers[NODES] = book.numbers[ENTRIES] = book.numbers[TURN] = book.numbers[TOO_LARGE] = 0


@part
def number_of(book: EndgameBook, layout: EndgameLayout) -> int:
    """Return the number of a position, which is put into normal form; it may be new."""
    in_normal_form(book.root, layout)
    head, cards = pack_position(book.root, layout)
    at = slot_of(mix_words(head, cards), SLOTS)
    while book.slots[at]:
        node = book.slots[at] - 1
        if book.head[node] == head and book.cards[node] == cards:
            return node  # type: ignore[no-any-return]
        at = at + 1 if at + 1 < SLOTS else 0
    node = book.numbers[NODES]
    if node + 1 == book.most:
        book.numbers[TOO_LARGE] = 1
        return node  # type: ignore[no-any-return]
    book.slots[at] = book.numbers[NODES] = node + 1
    book.head[node], book.cards[node] = head, cards
    book.first[node], book.turn[node] = UNTRIED, 0
    book.low[node], book.high[node] = 0, book.root.orders[layout.left[0]]
    return node  # type: ignore[no-any-return]


@part
def try_to_win(book: EndgameBook, node: int) -> None:
    """Find out whether a position can be won in some order."""
    layout = book.there
    unpack(book.head[node], book.cards[node], book.root, layout)
    verdict = is_winnable(book.root, layout, book.winnable)
    if verdict == UNKNOWN:
        book.numbers[TOO_LARGE] = 1
    book.first[node] = HOPELESS if verdict == NO else NOT_LISTED
    if verdict == NO:
        book.high[node] = 0
    elif layout.left[0] <= 1:
        book.low[node] = book.high[node]
