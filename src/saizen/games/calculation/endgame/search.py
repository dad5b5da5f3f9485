"""The exact number of orders in which best play wins a position, for kernels.

That is the sum, over the cards that may be drawn, of what the best position has that the draw leads to. Only
what can still be the best is searched: of several the one with the highest ``high``, until that is not the
highest any more, or so low that the position above cannot be better than what is known for another choice.
"""

from saizen.games.calculation.endgame.draws import list_draws
from saizen.games.calculation.endgame.positions import (
    ENTRIES,
    NODES,
    NOT_LISTED,
    RESERVE,
    STOP,
    TOO_LARGE,
    UNTRIED,
    EndgameBook,
    try_to_win,
)
from saizen.kernels.compile import merged, part, variable


@part
def _best_of(book: EndgameBook, at: int, count: int) -> tuple[int, int, int]:
    """Return the best low of listed positions, the one with hope and the best high, and the next high."""
    while True:
        low, high, second, best = 0, 0, 0, variable(-1)
        for i in range(at, at + count):
            other = book.lists[i]
            low = max(low, book.low[other])
            equal = best >= 0 and book.high[other] == high
            if book.high[other] > high or (equal and book.low[other] > book.low[best]):
                best, high, second = other, book.high[other], high
            else:
                second = max(second, book.high[other])
        if best < 0 or book.first[best] != UNTRIED:
            return low, best, second
        try_to_win(book, best)


@merged
def _next_below(book: EndgameBook, node: int, alpha: int, depth: int) -> bool:
    """Bring a position's bounds up to date; return whether something below it is to be searched, and what."""
    low = high = 0
    gap, chosen_many, chosen_floor, chosen = 0, 0, 0, -1
    at = book.first[node]
    while book.lists[at]:
        many, count = book.lists[at + 1], book.lists[at + 2]
        best_low, best, second = _best_of(book, at + 3, count)
        best_high = book.high[best] if best >= 0 else 0
        low += many * best_low
        high += many * best_high
        if many * (best_high - best_low) > gap:
            gap = many * (best_high - best_low)
            chosen_many, chosen_floor, chosen = many, max(best_low, second - 1), best
        at += 3 + count
    book.low[node], book.high[node] = max(low, book.low[node]), min(high, book.high[node])
    if book.high[node] <= alpha or chosen < 0:
        return False
    # The others at their highest, this draw must bring more than that for the position to be above alpha.
    needed = (alpha - (high - chosen_many * book.high[chosen])) // chosen_many
    book.path[depth], book.alpha[depth] = chosen, max(chosen_floor, needed)
    return True


@merged
def search(book: EndgameBook, node: int, alpha: int) -> None:
    """Find in how many orders a position is won, or that it is in no more than ``alpha``.

    Afterwards its low and high are equal, or its high is at most ``alpha``; unless the book was too large, or
    was stopped.
    """
    book.path[0], book.alpha[0] = node, alpha
    depth = 1
    while depth > 0:
        at = book.path[depth - 1]
        if book.low[at] == book.high[at] or book.high[at] <= book.alpha[depth - 1]:
            depth -= 1
            continue
        if book.first[at] == NOT_LISTED:
            if max(book.numbers[NODES] - book.most, book.numbers[ENTRIES] - book.most_entries) > -RESERVE:
                book.numbers[TOO_LARGE] = 1
                return
            list_draws(book, at)
        if book.numbers[TOO_LARGE] or book.numbers[STOP]:
            return
        if _next_below(book, at, book.alpha[depth - 1], depth):
            depth += 1
        else:
            depth -= 1
