"""The results of a draw, for kernels: every position reachable until the next draw that can still be won.

Some choices never hurt, so nothing else is tried where they can be made:

* A card that has one foundation left to go to goes there as soon as it can, drawn or from the top of a stack.
  No other card can go there before it, and whatever is done without it can be done with it out of the way.
* A king that is drawn goes to an empty stack, where it is in nobody's way; and to a foundation if there are
  as many that wait for kings as there are kings which need one.
"""

from saizen.games.calculation.endgame.layout import (
    EndgameLayout,
    Root,
    copy_layout,
    take_top,
    top_of,
    unpack,
)
from saizen.games.calculation.endgame.positions import (
    ENTRIES,
    HOPELESS,
    TOO_LARGE,
    TURN,
    EndgameBook,
    number_of,
)
from saizen.kernels.compile import merged, part

LISTED = 1024
"""More entries than one list has."""


@merged
def _takers(root: Root, layout: EndgameLayout, rank: int) -> int:
    """Return how many foundations still need a card of a rank."""
    many = 0
    for f in range(root.foundations):
        many += root.place[f, rank] >= layout.size[f]
    return many


@merged
def _kings_have_room(root: Root, layout: EndgameLayout) -> bool:
    """Return whether every king that needs a foundation has one that waits for it."""
    ranks = root.ranks
    open_, kings = 0, layout.deck[ranks]
    for f in range(root.foundations):
        open_ += layout.size[f] == ranks - 1
    for n in range(root.stacks):
        for i in range(layout.base[n]):
            kings += root.pile[n, i] == ranks
        for i in range(layout.added[n]):
            kings += layout.laid[n, i] == ranks
    return bool(open_ >= kings)


@part
def _has_one_place(root: Root, layout: EndgameLayout, rank: int) -> bool:
    """Return whether a card on the table that a foundation waits for may as well go there at once."""
    if rank == root.ranks:
        return _kings_have_room(root, layout)
    return _takers(root, layout, rank) == 1


@part
def _move_what_never_hurts(root: Root, layout: EndgameLayout) -> None:
    """Move top cards that have one place to go to."""
    again = True
    while again:
        again = False
        for n in range(root.stacks):
            rank = top_of(root, layout, n)
            if rank == 0:
                continue
            for f in range(root.foundations):
                if root.place[f, rank] == layout.size[f] and _has_one_place(root, layout, rank):
                    layout.size[f] += 1
                    take_top(layout, n)
                    again = True
                    break


@part
def _list(book: EndgameBook, layout: EndgameLayout) -> None:
    """Add a position that was reached to the list, unless it is there or has no hope."""
    _move_what_never_hurts(book.root, layout)
    node = number_of(book, layout)
    if book.numbers[TOO_LARGE] or book.turn[node] == book.numbers[TURN]:
        return
    book.turn[node] = book.numbers[TURN]
    if book.first[node] != HOPELESS:
        book.lists[book.numbers[ENTRIES]] = node
        book.numbers[ENTRIES] += 1


@part
def list_turn(book: EndgameBook, layout: EndgameLayout, rank: int) -> int:
    """List what a drawn card leads to, at the end of the lists; return how many positions that is.

    The card is no longer in the deck of ``layout``, but still to be placed.
    """
    there, ranks, stacks = book.there, book.root.ranks, book.root.stacks
    book.numbers[TURN] += 1
    start = book.numbers[ENTRIES]
    if start + LISTED > book.most_entries:
        book.numbers[TOO_LARGE] = 1
        return 0
    empty = -1
    for n in range(stacks):
        if layout.base[n] + layout.added[n] == 0:
            empty = n
    if rank == ranks and empty >= 0:
        copy_layout(book.root, layout, there)
        _list(book, there)
        return book.numbers[ENTRIES] - start  # type: ignore[no-any-return]
    layout.deck[rank] += 1
    only = _has_one_place(book.root, layout, rank)
    layout.deck[rank] -= 1
    put = False
    for f in range(book.root.foundations):
        if book.root.place[f, rank] == layout.size[f] and not (put and rank == ranks):
            copy_layout(book.root, layout, there)
            there.size[f] += 1
            _list(book, there)
            put = True
    if not (put and only):
        for n in range(stacks):
            if layout.base[n] + layout.added[n] == 0 and n != empty:
                continue
            copy_layout(book.root, layout, there)
            there.laid[n, there.added[n]] = rank
            there.added[n] += 1
            _list(book, there)
    _list_moves(book, start)
    return book.numbers[ENTRIES] - start  # type: ignore[no-any-return]


@merged
def _list_moves(book: EndgameBook, start: int) -> None:
    """List what further moves from stacks lead to."""
    there, third = book.there, book.third
    at = start
    while at < book.numbers[ENTRIES] and not book.numbers[TOO_LARGE]:
        node = book.lists[at]
        unpack(book.head[node], book.cards[node], book.root, there)
        for n in range(book.root.stacks):
            rank = top_of(book.root, there, n)
            for f in range(book.root.foundations):
                if rank and book.root.place[f, rank] == there.size[f]:
                    copy_layout(book.root, there, third)
                    third.size[f] += 1
                    take_top(third, n)
                    _list(book, third)
        at += 1
        if at - start > LISTED // 2:
            book.numbers[TOO_LARGE] = 1


@merged
def list_draws(book: EndgameBook, node: int) -> None:
    """Make the lists of a position: for each rank in the deck, it, its cards, how many entries, and these."""
    layout, ranks = book.layout, book.root.ranks
    unpack(book.head[node], book.cards[node], book.root, layout)
    first = book.numbers[ENTRIES]
    layout.left[0] -= 1
    for rank in range(1, ranks + 1):
        many = layout.deck[rank]
        if many == 0:
            continue
        if book.numbers[ENTRIES] + LISTED > book.most_entries:
            book.numbers[TOO_LARGE] = 1
        at = book.numbers[ENTRIES]
        if book.numbers[TOO_LARGE]:
            return
        book.numbers[ENTRIES] += 3
        layout.deck[rank] -= 1
        count = list_turn(book, layout, rank)
        layout.deck[rank] += 1
        book.lists[at], book.lists[at + 1], book.lists[at + 2] = rank, many, count
    book.lists[book.numbers[ENTRIES]] = 0
    book.numbers[ENTRIES] += 1
    book.first[node] = first
