"""Where a draw leads, for kernels: every position that can be reached until the next draw and has hope.

Some choices never hurt, so nothing else is tried where they can be made:

* A card that has one foundation left to go to goes there as soon as it can, drawn or from the top of a stack.
  No other card can go there before it, and whatever is done without it can be done with it out of the way.
* A king that is drawn goes to an empty stack, where it is in nobody's way; and to a foundation if there are
  as many that wait for kings as there are kings which need one.
"""

from saizen.games.calculation.endgame.book import ENTRIES, HOPELESS, TOO_LARGE, TURN, Book, number_of
from saizen.games.calculation.endgame.layout import (
    Layout,
    Root,
    copy_layout,
    take_top,
    top_of,
    unpack,
)
from saizen.kernels.jit import inlined, part

LISTED = 1024
"""More entries than one list has."""


@inlined
def _takers(root: Root, here: Layout, rank: int) -> int:
    """Return how many foundations still need a card of a rank."""
    many = 0
    for f in range(len(here.size)):
        many += root.place[f, rank] >= here.size[f]
    return many


@part
def _kings_have_room(root: Root, here: Layout) -> bool:
    """Tell whether every king that needs a foundation has one that waits for it."""
    ranks = root.rank.shape[1]
    open_, kings = 0, here.deck[ranks]
    for f in range(len(here.size)):
        open_ += here.size[f] == ranks - 1
    for n in range(len(here.base)):
        for i in range(here.base[n]):
            kings += root.pile[n, i] == ranks
        for i in range(here.added[n]):
            kings += here.laid[n, i] == ranks
    return bool(open_ >= kings)


@part
def _has_one_place(root: Root, here: Layout, rank: int) -> bool:
    """Tell whether a card on the table that a foundation waits for may as well go there at once."""
    if rank == root.rank.shape[1]:
        return _kings_have_room(root, here)
    return _takers(root, here, rank) == 1


@part
def _move_what_never_hurts(root: Root, here: Layout) -> None:
    """Move top cards that have one place to go to."""
    again = True
    while again:
        again = False
        for n in range(len(here.base)):
            rank = top_of(root, here, n)
            if rank == 0:
                continue
            for f in range(len(here.size)):
                if root.place[f, rank] == here.size[f] and _has_one_place(root, here, rank):
                    here.size[f] += 1
                    take_top(here, n)
                    again = True
                    break


@part
def _list(root: Root, book: Book, here: Layout) -> None:
    """Add a position that was reached to the list, unless it is there or has no hope."""
    _move_what_never_hurts(root, here)
    node = number_of(root, book, here)
    if book.numbers[TOO_LARGE] or book.turn[node] == book.numbers[TURN]:
        return
    book.turn[node] = book.numbers[TURN]
    if book.first[node] != HOPELESS:
        book.lists[book.numbers[ENTRIES]] = node
        book.numbers[ENTRIES] += 1


@part
def list_turn(root: Root, book: Book, here: Layout, rank: int) -> int:
    """List what a drawn card leads to, at the end of the lists; return how many positions that is.

    The card is no longer in the deck ``here``, but still to be placed.
    """
    there, ranks, stacks = book.there, root.rank.shape[1], len(here.base)
    book.numbers[TURN] += 1
    start = book.numbers[ENTRIES]
    if start + LISTED > len(book.lists):
        book.numbers[TOO_LARGE] = 1
        return 0
    empty = -1
    for n in range(stacks):
        if here.base[n] + here.added[n] == 0:
            empty = n
    if rank == ranks and empty >= 0:
        copy_layout(here, there)
        _list(root, book, there)
        return book.numbers[ENTRIES] - start  # type: ignore[no-any-return]
    here.deck[rank] += 1
    only = _has_one_place(root, here, rank)
    here.deck[rank] -= 1
    put = False
    for f in range(len(here.size)):
        if root.place[f, rank] == here.size[f] and not (put and rank == ranks):
            copy_layout(here, there)
            there.size[f] += 1
            _list(root, book, there)
            put = True
    if not (put and only):
        for n in range(stacks):
            if here.base[n] + here.added[n] == 0 and n != empty:
                continue
            copy_layout(here, there)
            there.laid[n, there.added[n]] = rank
            there.added[n] += 1
            _list(root, book, there)
    _list_moves(root, book, start)
    return book.numbers[ENTRIES] - start  # type: ignore[no-any-return]


@part
def _list_moves(root: Root, book: Book, start: int) -> None:
    """List what further moves from stacks lead to."""
    there, third = book.there, book.third
    at = start
    while at < book.numbers[ENTRIES] and not book.numbers[TOO_LARGE]:
        node = book.lists[at]
        unpack(book.head[node], book.cards[node], root, there)
        for n in range(len(there.base)):
            rank = top_of(root, there, n)
            for f in range(len(there.size)):
                if rank and root.place[f, rank] == there.size[f]:
                    copy_layout(there, third)
                    third.size[f] += 1
                    take_top(third, n)
                    _list(root, book, third)
        at += 1
        if at - start > LISTED // 2:
            book.numbers[TOO_LARGE] = 1


@part
def list_draws(root: Root, book: Book, node: int) -> None:
    """Make the lists of a position: for each rank in the deck, it, its cards, how many entries, and these."""
    here, ranks = book.here, root.rank.shape[1]
    unpack(book.head[node], book.cards[node], root, here)
    first = book.numbers[ENTRIES]
    here.left[0] -= 1
    for rank in range(1, ranks + 1):
        many = here.deck[rank]
        if many == 0:
            continue
        if book.numbers[ENTRIES] + LISTED > len(book.lists):
            book.numbers[TOO_LARGE] = 1
        at = book.numbers[ENTRIES]
        if book.numbers[TOO_LARGE]:
            return
        book.numbers[ENTRIES] += 3
        here.deck[rank] -= 1
        count = list_turn(root, book, here, rank)
        here.deck[rank] += 1
        book.lists[at], book.lists[at + 1], book.lists[at + 2] = rank, many, count
    book.lists[book.numbers[ENTRIES]] = 0
    book.numbers[ENTRIES] += 1
    book.first[node] = first
