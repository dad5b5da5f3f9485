"""Two questions about a position with a known deck, both asked as if the deck's cards needed no stack.

`can_be_cleared` is a proof: it gives every card of the deck a place of its own *at once* and asks whether the
stacks can be emptied. Every real game is also a game of that kind, so where the answer is no, the position is
lost. `burden` is only a guess, by which a search orders positions: it lets the cards come one by one.
"""

from typing import NamedTuple

import numpy as np

from saizen.games.calculation.hashing import Ints
from saizen.jit import part

BUDGET = 500
"""Positions that `can_be_cleared` looks at before it gives up and says yes."""
NEVER = 1000
"""The moment of a card that does not leave."""
_SEEN = 1 << 14


class Puzzle(NamedTuple):
    """What stays the same: the deck, the rank at each place of a foundation and the place of each rank."""

    deck: Ints
    ranks: Ints
    places: Ints


class Board(NamedTuple):
    """Cards on each foundation, and the stacks, bottom to top, with their heights."""

    sizes: Ints
    cards: Ints
    heights: Ints


class Memory(NamedTuple):
    """Working memory: cards by rank in deck and stacks, positions seen, and moments in which cards leave."""

    left: Ints
    kept: Ints
    budget: Ints
    seen: Ints
    stamps: Ints
    sizes: Ints
    heights: Ints
    waiting: Ints
    holders: Ints
    leaves: Ints
    leaves_stack: Ints
    past: Ints


def new_board(foundations: int, stacks: int, cards: int) -> Board:
    """Return an empty board."""
    return Board(
        np.zeros(foundations, np.int64), np.zeros((stacks, cards + 1), np.int64), np.zeros(stacks, np.int64)
    )


def new_memory(foundations: int, ranks: int, stacks: int) -> Memory:
    """Return working memory for one search."""
    cards = foundations * ranks
    return Memory(
        left=np.full(ranks + 1, foundations, np.int64),
        kept=np.zeros(ranks + 1, np.int64),
        budget=np.zeros(1, np.int64),
        seen=np.zeros(_SEEN, np.int64),
        stamps=np.zeros(_SEEN, np.int64),
        sizes=np.zeros(foundations, np.int64),
        heights=np.zeros(stacks, np.int64),
        waiting=np.zeros(ranks + 1, np.int64),
        holders=np.zeros((ranks + 1, foundations), np.int64),
        leaves=np.zeros(cards, np.int64),
        leaves_stack=np.zeros((stacks, cards + 1), np.int64),
        past=np.zeros(cards, np.int64),
    )


@part
def is_clear(board: Board) -> bool:
    """Tell whether all stacks are empty."""
    held = 0
    for height in board.heights:
        held += height
    return bool(held == 0)


@part
def _note(board: Board, memory: Memory, stamp: int) -> bool:
    """Remember sizes and heights, which are all that matters here; tell whether they are new."""
    key = 0
    for height in board.heights:
        key = key * 64 + height
    for size in board.sizes:
        key = key * 16 + size
    at = ((key * np.int64(-7046029254386353131)) >> 40) & (_SEEN - 1)
    while memory.stamps[at] == stamp:
        if memory.seen[at] == key:
            return False
        at = (at + 1) & (_SEEN - 1)
    memory.stamps[at] = stamp
    memory.seen[at] = key
    return True


@part
def _price(puzzle: Puzzle, board: Board, memory: Memory, stack: int, foundation: int) -> int:
    """Count the deck cards that must go before a top card and that the stacks have too; -1: impossible.

    A deck card where another top card of that rank would do is no use: that one may as well go first, since
    the deck card can stand in for it later.
    """
    place = puzzle.places[foundation, board.cards[stack, board.heights[stack] - 1]]
    if place < board.sizes[foundation]:
        return -1
    price = 0
    for before in range(board.sizes[foundation], place):
        rank = puzzle.ranks[foundation, before]
        if memory.left[rank] == 0:
            return -1
        if memory.kept[rank] > 0:
            price += 1
            for other in range(len(board.heights)):
                height = board.heights[other]
                if other != stack and height > 0 and board.cards[other, height - 1] == rank:
                    return -1
    return price


@part
def _clear(puzzle: Puzzle, board: Board, memory: Memory, stamp: int) -> bool:
    """Search depth first, a top card and the deck cards before it on its foundation at a time."""
    if is_clear(board) or memory.budget[0] == 0:
        return True
    if not _note(board, memory, stamp):
        return False
    memory.budget[0] -= 1
    for price in range(3):
        for stack in range(len(board.heights)):
            if board.heights[stack] == 0:
                continue
            rank = board.cards[stack, board.heights[stack] - 1]
            for foundation in range(len(board.sizes)):
                if min(2, _price(puzzle, board, memory, stack, foundation)) != price:
                    continue
                size, place = board.sizes[foundation], puzzle.places[foundation, rank]
                for before in range(size, place):
                    memory.left[puzzle.ranks[foundation, before]] -= 1
                board.sizes[foundation] = place + 1
                board.heights[stack] -= 1
                memory.kept[rank] -= 1
                cleared = _clear(puzzle, board, memory, stamp)
                only = memory.kept[rank] == 0
                memory.kept[rank] += 1
                board.heights[stack] += 1
                board.sizes[foundation] = size
                for before in range(size, place):
                    memory.left[puzzle.ranks[foundation, before]] += 1
                if cleared:
                    return True
                if only and price == 0:
                    # It took nothing that another stack card could want, so nothing else is better.
                    return False
    return False


@part
def can_be_cleared(puzzle: Puzzle, board: Board, memory: Memory, stamp: int) -> bool:
    """Tell whether the stacks could be emptied if the whole deck (``memory.left``) were at hand.

    No is a proof that the position is lost. Yes is also said when the budget is used up. The board is left
    as it was; ``stamp`` is a number not used before.
    """
    memory.kept[:] = 0
    for stack in range(len(board.heights)):
        for card in range(board.heights[stack]):
            memory.kept[board.cards[stack, card]] += 1
    memory.budget[0] = BUDGET
    return _clear(puzzle, board, memory, stamp)


@part
def _play_out(puzzle: Puzzle, board: Board, memory: Memory, drawn: int) -> tuple[int, int]:
    """Draw card by card, playing at once what can be played; cards to come do not need a stack.

    Writes the moment in which each card leaves. Returns turns times cards that waited, and cards left over.
    """
    sizes, heights, ranks = memory.sizes, memory.heights, puzzle.ranks
    memory.waiting[:] = 0
    turns = moment = held = 0
    for foundation in range(len(sizes)):
        sizes[foundation] = board.sizes[foundation]
    for stack in range(len(heights)):
        heights[stack] = board.heights[stack]
        held += heights[stack]
    for turn in range(drawn, len(puzzle.deck)):
        card = puzzle.deck[turn]
        memory.holders[card, memory.waiting[card]] = turn
        memory.waiting[card] += 1
        memory.leaves[turn] = NEVER
        held += 1
        again = True
        while again:
            again = False
            for foundation in range(len(sizes)):
                if sizes[foundation] == ranks.shape[1]:
                    continue
                rank = ranks[foundation, sizes[foundation]]
                source = -1
                if rank != card or memory.leaves[turn] != NEVER:
                    for stack in range(len(heights)):
                        if heights[stack] > 0 and board.cards[stack, heights[stack] - 1] == rank:
                            source = stack
                            break
                if source >= 0:
                    heights[source] -= 1
                    memory.leaves_stack[source, heights[source]] = moment
                elif memory.waiting[rank] > 0:
                    memory.waiting[rank] -= 1
                    memory.leaves[memory.holders[rank, memory.waiting[rank]]] = moment
                else:
                    continue
                moment += 1
                sizes[foundation] += 1
                held -= 1
                again = True
        memory.past[turn] = moment
        turns += held
    for stack in range(len(heights)):
        for card in range(heights[stack]):
            memory.leaves_stack[stack, card] = NEVER - card
    return turns, held


@part
def _conflicts(board: Board, memory: Memory, drawn: int, cards: int) -> int:
    """Lay the cards to come so that each leaves before what lies under it, best fit; count the failures."""
    heights, leaves = memory.heights, memory.leaves_stack
    for stack in range(len(heights)):
        heights[stack] = board.heights[stack]
    conflicts = moment = 0
    for turn in range(drawn, cards):
        leave = memory.leaves[turn]
        if leave > moment:
            best, least = -1, 2 * NEVER + 1
            for stack in range(len(heights)):
                top = leaves[stack, heights[stack] - 1] if heights[stack] > 0 else 2 * NEVER
                if leave <= top < least:
                    best, least = stack, top
            if best < 0:
                conflicts += 1
            else:
                leaves[best, heights[best]] = leave
                heights[best] += 1
        moment = memory.past[turn]
        for stack in range(len(heights)):
            while heights[stack] > 0 and leaves[stack, heights[stack] - 1] < moment:
                heights[stack] -= 1
    return conflicts


@part
def burden(puzzle: Puzzle, board: Board, memory: Memory, drawn: int) -> int:
    """Guess how hard a position is; 0 is easiest. The weights were found by trial on deals 1 to 30."""
    turns, held = _play_out(puzzle, board, memory, drawn)
    return int(turns + 100 * held + 50 * _conflicts(board, memory, drawn, len(puzzle.deck)))
