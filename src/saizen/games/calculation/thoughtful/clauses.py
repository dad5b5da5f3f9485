"""A deal with a known deck as clauses: they can all be true exactly if the deal can be won.

Cards are numbered in the order in which they are drawn, from 0, and so are the draws. A *place* is one of a
foundation's; there are as many places as cards. What may be true or not:

* ``goes(card, foundation)``: the card ends on that foundation, and so at the place of its rank there;
* ``lies(card, stack)``: if the card has to wait, it waits on that stack;
* ``earlier(place, other)``: the one place is filled before the other;
* ``late(place, draw)``: the place is still empty when that card is drawn.

**A game that is won makes all clauses true.** Let the cards of that game go to the same places and lie on
the same stacks, but let each go as soon as it can: it is there or on top, and its place is next. By
induction none goes later than before, for what must go first went no later either. In this game a card that
is drawn when the place before its own is filled goes at once, and no other card does; a card that waits and
is covered by another that waits is out later than that one. Nothing else is asked.

**What makes all clauses true is a game that is won.** ``earlier`` orders all places, and ``late`` agrees
with the order. Fill the places turn by turn, and in a turn in that order, but the drawn card's first if it
goes at once. Its card is drawn by then, and whatever was laid on it waited and had an earlier place, so it
is on top.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.games.calculation.rules import Variant
from saizen.kernels.compile import kernel, part
from saizen.kernels.hash_table import Ints
from saizen.sat import Clauses

_TRUE = 1 << 30
"""Not a variable, but what is always true; its negative is never true."""


class ClauseBook(NamedTuple):
    """The output of clauses; ``counts``: literals, clauses, literals of this clause, is it true."""

    literals: NDArray[np.int32]
    ends: Ints
    counts: Ints


class Puzzle(NamedTuple):
    """The cards in order, the place of each rank on each foundation, the ranks of its places, the stacks.

    No place can be filled before the turn in ``soonest``: its rank, and those before it, were not all drawn.
    """

    cards: Ints
    places: Ints
    ranks: Ints
    stacks: int
    soonest: Ints


@part
def _goes(puzzle: Puzzle, card: int, foundation: int) -> int:
    return 1 + card * len(puzzle.ranks) + foundation


@part
def _lies(puzzle: Puzzle, card: int, stack: int) -> int:
    return 1 + len(puzzle.cards) * len(puzzle.ranks) + card * puzzle.stacks + stack


@part
def _earlier(puzzle: Puzzle, place: int, other: int) -> int:
    if place // puzzle.ranks.shape[1] == other // puzzle.ranks.shape[1]:
        return _TRUE if place < other else -_TRUE
    cards = len(puzzle.cards)
    base = 1 + cards * (len(puzzle.ranks) + puzzle.stacks)
    return base + place * cards + other if place < other else -(base + other * cards + place)


@part
def _late(puzzle: Puzzle, place: int, draw: int) -> int:
    cards = len(puzzle.cards)
    if draw <= puzzle.soonest[place]:
        return _TRUE
    if draw == cards:
        return -_TRUE
    return 1 + cards * (len(puzzle.ranks) + puzzle.stacks + cards) + place * cards + draw


@part
def _has_to_wait(puzzle: Puzzle, card: int, place: int) -> int:
    """Return what makes a card wait that goes to this place: the place before it is empty."""
    return _late(puzzle, place - 1, card) if place % puzzle.ranks.shape[1] > 0 else -_TRUE


@part
def _place(puzzle: Puzzle, card: int, foundation: int) -> int:
    return int(foundation * puzzle.ranks.shape[1] + puzzle.places[foundation, puzzle.cards[card]])


@part
def _or(book: ClauseBook, literal: int) -> None:
    """Add a literal to the clause."""
    at = book.counts[0] + book.counts[2]
    if literal == _TRUE:
        book.counts[3] = 1
    elif literal != -_TRUE:
        if at < len(book.literals):
            book.literals[at] = literal
        book.counts[2] += 1


@part
def _close(book: ClauseBook) -> None:
    """End the clause; one that is always true is left out."""
    if book.counts[3] == 0:
        book.counts[0] += book.counts[2]
        if book.counts[1] < len(book.ends):
            book.ends[book.counts[1]] = book.counts[0]
        book.counts[1] += 1
    book.counts[2] = book.counts[3] = 0


@part
def _write_goals(puzzle: Puzzle, book: ClauseBook) -> None:
    """Let each card go to one foundation, and each place get one card."""
    cards, foundations = len(puzzle.cards), len(puzzle.ranks)
    for card in range(cards):
        for foundation in range(foundations):
            _or(book, _goes(puzzle, card, foundation))
        _close(book)
        for foundation in range(foundations):
            for other in range(foundation):
                _or(book, -_goes(puzzle, card, foundation))
                _or(book, -_goes(puzzle, card, other))
                _close(book)
            for other in range(card):
                if puzzle.cards[other] == puzzle.cards[card]:
                    _or(book, -_goes(puzzle, card, foundation))
                    _or(book, -_goes(puzzle, other, foundation))
                    _close(book)
    for rank in range(1, puzzle.ranks.shape[1] + 1):
        for foundation in range(foundations):
            for card in range(cards):
                if puzzle.cards[card] == rank:
                    _or(book, _goes(puzzle, card, foundation))
            _close(book)


@part
def _write_order(puzzle: Puzzle, book: ClauseBook) -> None:
    """Order the places: none is before a second that is before a third that is before the first."""
    count, ranks = len(puzzle.cards), puzzle.ranks.shape[1]
    for first in range(count):
        for second in range(first + 1, count):
            for third in range(first + 1, count):
                if second // ranks == third // ranks and third != second + 1:
                    continue
                if first // ranks == second // ranks and first + 1 != second:
                    continue
                _or(book, -_earlier(puzzle, first, second))
                _or(book, -_earlier(puzzle, second, third))
                _or(book, -_earlier(puzzle, third, first))
                _close(book)


@part
def _write_times(puzzle: Puzzle, book: ClauseBook) -> None:
    """Let places stay filled, order and draws agree, and cards go once drawn, at once if possible."""
    count, ranks = len(puzzle.cards), puzzle.ranks.shape[1]
    for place in range(count):
        for draw in range(1, count):
            _or(book, -_late(puzzle, place, draw + 1))
            _or(book, _late(puzzle, place, draw))
            _close(book)
        for other in range(count):
            if other // ranks == place // ranks and other != place + 1:
                continue
            for draw in range(1, count):
                _or(book, -_earlier(puzzle, place, other))
                _or(book, -_late(puzzle, place, draw))
                _or(book, _late(puzzle, other, draw))
                _close(book)
    for card in range(count):
        for foundation in range(len(puzzle.ranks)):
            place = _place(puzzle, card, foundation)
            _or(book, -_goes(puzzle, card, foundation))
            _or(book, _late(puzzle, place, card))
            _close(book)
            _or(book, -_goes(puzzle, card, foundation))
            _or(book, _has_to_wait(puzzle, card, place))
            _or(book, -_late(puzzle, place, card + 1))
            _close(book)


@part
def _write_stacks(puzzle: Puzzle, book: ClauseBook) -> None:
    """Let the upper of two cards that wait on one stack go first; stacks are numbered as first used."""
    count, foundations = len(puzzle.cards), len(puzzle.ranks)
    for card in range(count):
        for stack in range(min(card + 1, puzzle.stacks)):
            _or(book, _lies(puzzle, card, stack))
        _close(book)
    for below in range(count):
        for above in range(below + 1, count):
            for first in range(foundations):
                for two in range(foundations):
                    under, over = _place(puzzle, below, first), _place(puzzle, above, two)
                    if under == over:
                        continue
                    for stack in range(min(below + 1, puzzle.stacks)):
                        _or(book, -_goes(puzzle, below, first))
                        _or(book, -_goes(puzzle, above, two))
                        _or(book, -_lies(puzzle, below, stack))
                        _or(book, -_lies(puzzle, above, stack))
                        _or(book, -_late(puzzle, under, above))
                        _or(book, -_has_to_wait(puzzle, above, over))
                        _or(book, _earlier(puzzle, over, under))
                        _close(book)


@kernel
def _write(puzzle: Puzzle, book: ClauseBook) -> None:
    """Write all clauses, as far as there is room, and count them."""
    book.counts[:] = 0
    _write_goals(puzzle, book)
    _write_order(puzzle, book)
    _write_times(puzzle, book)
    _write_stacks(puzzle, book)


def write_clauses(cards: Sequence[int], variant: Variant) -> Clauses:
    """Write down what it takes to win a deal."""
    places = np.full((len(variant.steps), variant.ranks + 1), -1, np.int64)
    for foundation, sequence in enumerate(variant.sequences):
        places[foundation, list(sequence)] = range(variant.ranks)
    first = [[cards.index(rank) for rank in sequence] for sequence in variant.sequences]
    puzzle = Puzzle(
        np.array(cards, np.int64),
        places,
        np.array(variant.sequences, np.int64),
        variant.stacks,
        np.maximum.accumulate(np.array(first, np.int64), axis=1).ravel(),
    )
    counts = np.zeros(4, np.int64)
    _write(puzzle, ClauseBook(np.zeros(0, np.int32), np.zeros(0, np.int64), counts))
    book = ClauseBook(np.zeros(counts[0], np.int32), np.zeros(counts[1], np.int64), counts)
    _write(puzzle, book)
    return Clauses(book.literals, book.ends)


def read_goals(model: NDArray[np.bool_], variant: Variant) -> tuple[list[int], list[int]]:
    """Read the foundation and the stack of each card from what makes all clauses true."""
    foundations, stacks = len(variant.steps), variant.stacks
    cards = foundations * variant.ranks
    at = 1 + cards * foundations
    goes = model[1:at].reshape(cards, foundations)
    lies = model[at : at + cards * stacks].reshape(cards, stacks)
    return goes.argmax(1).tolist(), lies.argmax(1).tolist()
