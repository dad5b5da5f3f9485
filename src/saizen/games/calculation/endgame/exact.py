"""The exact chance of success near the end of the solitaire: the number of orders that win a position."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial

import numpy as np

from saizen.games.calculation.endgame.draws import list_turn
from saizen.games.calculation.endgame.layout import (
    BASE,
    BASES,
    COUNT,
    COUNTS,
    MOST_FOUNDATIONS,
    MOST_HEIGHT,
    MOST_LEFT,
    MOST_RANKS,
    MOST_STACKS,
    SIZE,
    Root,
)
from saizen.games.calculation.endgame.positions import (
    ENTRIES,
    MOST_POSITIONS,
    STOP,
    TOO_LARGE,
    UNTRIED,
    EndgameBook,
    forget_positions,
    new_book,
    number_of,
    try_to_win,
)
from saizen.games.calculation.endgame.search import search
from saizen.games.calculation.rules import Calculation, CalculationPosition
from saizen.games.calculation.turns import Line, choices_of
from saizen.kernels.compile import kernel
from saizen.kernels.record import in_one_block
from saizen.work import SILENT, Progress, run_watched

FORGET, NUMBER, LIST, SEARCH = range(4)
"""The tasks of an end game; see `run_task`."""
Alike = tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]
"""Sizes of foundations and cards on stacks, in one order."""
AT_ONCE = 6
"""Cards left up to which a search ends before anybody could want to stop it."""


@kernel
def run_task(task: int, book: EndgameBook, which: int, floor: int) -> int:
    """Do one of the tasks of an end game; all of them are one kernel, since they share most of the code.

    `FORGET` empties the book. `NUMBER` returns the number of the position in question. `LIST` writes to the
    end of the book's lists what the drawn rank ``which`` leads to, and returns how many positions that is.
    `SEARCH` searches the position of that number (see `search`).
    """
    if task == FORGET:
        forget_positions(book)
    elif task == NUMBER:
        return number_of(book, book.question)
    elif task == LIST:
        return list_turn(book, book.question, which)
    else:
        if book.first[which] == UNTRIED:
            try_to_win(book, which)
        if not book.numbers[TOO_LARGE]:
            search(book, which, floor)
    return 0


@dataclass(frozen=True, slots=True)
class Ending:
    """A choice whose chance is known: the actions, where they lead, and in how many orders it is won.

    ``choices`` is how many there were.
    """

    actions: Line
    position: CalculationPosition
    won: int
    orders: int
    choices: int

    @property
    def chance(self) -> Fraction:
        """The chance of success."""
        return Fraction(self.won, self.orders)


class EndGame:
    """Exact answers about positions that follow from one, as long as they are not too many.

    It thinks in arrays of its own: one for each thread.
    """

    def __init__(self, game: Calculation, most: int = MOST_POSITIONS) -> None:
        variant = game.variant
        large = variant.stacks > MOST_STACKS or variant.ranks > MOST_RANKS
        if large or len(variant.steps) > MOST_FOUNDATIONS:
            raise ValueError(f"{game!r}: an end game has at most {MOST_STACKS} stacks")
        if most > MOST_POSITIONS:
            raise ValueError(f"{most} positions: an end game has room for {MOST_POSITIONS}")
        self.game = game
        foundations, ranks = len(variant.steps), variant.ranks
        rank = np.zeros((MOST_FOUNDATIONS, MOST_RANKS), np.int64)
        place = np.zeros((MOST_FOUNDATIONS, MOST_RANKS + 1), np.int64)
        for f, sequence in enumerate(variant.sequences):
            rank[f, :ranks] = sequence
            place[f, list(sequence)] = range(ranks)
        piles = np.zeros((MOST_STACKS, MOST_HEIGHT + 1), np.int64)
        orders = np.array([factorial(left) for left in range(MOST_LEFT + 1)])
        root = Root(foundations, variant.stacks, ranks, rank, place, piles, orders)
        self._book, self._block = in_one_block(new_book(root, most))
        self._begun: list[tuple[int, ...]] = []

    def begin(self, position: CalculationPosition) -> None:
        """Forget everything: from now on, answer about what follows from a position."""
        self._begun = [self._bare(stack) for stack in position.stacks]
        for n, stack in enumerate(self._begun):
            self._book.root.pile[n, : len(stack)] = stack
        self._asked(FORGET)

    def _asked(self, task: int, which: int = 0, floor: int = -1) -> int:
        """Let the kernel do a task."""
        return int(run_task(task, self._block, which, floor))

    def _bare(self, stack: tuple[int, ...]) -> tuple[int, ...]:
        """Return a stack without the kings that lie at its bottom."""
        kings = 0
        while kings < len(stack) and stack[kings] == self.game.variant.ranks:
            kings += 1
        return stack[kings:]

    def _lay_out(self, position: CalculationPosition) -> None:
        """Write a position down for the kernel."""
        layout, deck = self._book.question, self.game.deck(position)
        layout.size[: len(position.foundations)], layout.left[0] = position.foundations, deck.total()
        layout.deck[1 : self.game.variant.ranks + 1] = list(deck.values())
        for n, stack in enumerate(map(self._bare, position.stacks)):
            root, same = self._begun[n], 0
            while same < min(len(root), len(stack)) and root[same] == stack[same]:
                same += 1
            layout.base[n], layout.added[n] = same, len(stack) - same
            layout.laid[n, : len(stack) - same] = stack[same:]

    def _number(self, position: CalculationPosition) -> int:
        """Return the number of a position before a draw."""
        self._lay_out(position)
        return self._asked(NUMBER)

    def _listed(self, position: CalculationPosition) -> list[int]:
        """Return the numbers of what a drawn card leads to, without what cannot be better than the rest."""
        assert position.drawn is not None
        self._lay_out(position)
        count = self._asked(LIST, position.drawn)
        end = int(self._book.numbers[ENTRIES])
        self._book.numbers[ENTRIES] = end - count
        return self._book.lists[end - count : end].tolist()  # type: ignore[no-any-return]

    def _alike(self, foundations: Iterable[int], stacks: Iterable[tuple[int, ...]]) -> Alike:
        """Return what positions have in common that differ only in the order of what is alike.

        The kernel numbers such positions once if it can, but not always: a card can lie where another one of
        its rank lay at the root.
        """
        ranks = self.game.variant.ranks
        sizes = list(foundations)
        nearly = [f for f, size in enumerate(sizes) if size >= ranks - 1]
        for f, size in zip(nearly, sorted((sizes[f] for f in nearly), reverse=True), strict=True):
            sizes[f] = size
        return tuple(sizes), tuple(sorted(map(self._bare, stacks)))

    def _alike_to_number(self, number: int) -> Alike:
        """Return the same of the position of a number."""
        head, cards = int(self._book.head[number]), int(self._book.cards[number])
        stacks = []
        for n in reversed(range(self.game.variant.stacks)):
            laid = []
            for _ in range(head >> (COUNTS + COUNT * n) & 15):
                laid.append(cards & 15)
                cards >>= 4
            base = head >> (BASES + BASE * n) & 63
            stacks.append((*self._book.root.pile[n, :base].tolist(), *reversed(laid)))
        sizes = [head >> (SIZE * f) & 15 for f in range(len(self.game.variant.steps))]
        return self._alike(sizes, stacks)

    @property
    def too_large(self) -> bool:
        """Whether the last question took too many positions; only `begin` helps then."""
        return bool(self._book.numbers[TOO_LARGE])

    def _searched(self, number: int, left: int, floor: int, progress: Progress) -> int:
        """Return in how many orders a position with so many cards left is won, or something to ``floor``."""
        book = self._book
        if book.first[number] != UNTRIED and book.high[number] <= max(floor, book.low[number]):
            return int(book.high[number])  # it is known: nothing is to be searched
        stop = book.numbers[STOP:]
        stop[0] = 0
        if left <= AT_ONCE:
            progress.advance(0)  # there can be many choices to search: it may be stopped between them
            self._asked(SEARCH, number, floor)
        else:
            run_watched(lambda: self._asked(SEARCH, number, floor), progress, lambda: stop.fill(1))
        return int(book.high[number])

    def won(self, position: CalculationPosition, floor: int = -1, progress: Progress = SILENT) -> int | None:
        """Return in how many orders a position is won if the next card is drawn now; None if it is too large.

        Not more than ``floor`` may be answered by anything from the number to it.
        """
        number = self._number(position)
        return self._won_at(number, position, int(self._book.question.left[0]), floor, progress)

    def _won_at(
        self, number: int, position: CalculationPosition, left: int, floor: int, progress: Progress
    ) -> int | None:
        """Return the same of a position whose number and cards left are known."""
        won = 0 if self.too_large else self._searched(number, left, floor, progress)
        if won and left == 1:  # the book has what can be had if moves come first
            won = self._won_with_the_last(position, progress)
        return None if self.too_large else won

    def _won_with_the_last(self, position: CalculationPosition, progress: Progress) -> int:
        """Return 1 if a position is won after the last card is drawn now, else 0."""
        (last,) = (+self.game.deck(position)).elements()
        numbers = self._listed(replace(position, drawn=last))
        return max((self._searched(number, 0, -1, progress) for number in numbers), default=0)

    def best(
        self,
        position: CalculationPosition,
        liked: CalculationPosition | None = None,
        progress: Progress = SILENT,
    ) -> Ending | None:
        """Return the best choice after a draw; None if that takes too many positions.

        Of equal ones it is that which leads to the position that is ``liked``, then one with most cards on
        the foundations. What follows a choice that was made here is known already.
        """
        choices, left = choices_of(self.game, position), self.game.deck(position).total()
        if left == 0:
            end = max(choices, key=lambda end: sum(end.foundations))
            complete = sum(end.foundations) == self.game.variant.cards
            return Ending(choices[end], end, int(complete), 1, len(choices))
        listed = {self._alike_to_number(number) for number in self._listed(position)}
        among = [end for end in choices if self._alike(end.foundations, end.stacks) in listed]
        among = among or list(choices)  # all is lost
        numbers = {end: self._number(end) for end in among}
        if self.too_large:
            return None
        low = self._book.low
        order = sorted(among, key=lambda end: (-low[numbers[end]], end != liked, -sum(end.foundations)))
        orders = factorial(left)
        most, best = -1, order[0]
        for end in order:
            won = self._won_at(numbers[end], end, left, most, progress)
            if won is None:
                return None
            if won > most:
                most, best = won, end
            if won == orders:
                break
        return Ending(choices[best], best, most, orders, len(choices))

    def endings(self, position: CalculationPosition, progress: Progress = SILENT) -> list[Ending] | None:
        """Return every choice after a draw, the best first; None if that takes too many positions."""
        choices = choices_of(self.game, position)
        orders = factorial(self.game.deck(position).total())
        endings = []
        for end, actions in choices.items():
            won = self.won(end, progress=progress)
            if won is None:
                return None
            endings.append(Ending(actions, end, won, orders, len(choices)))
        return sorted(endings, key=lambda ending: (-ending.won, -sum(ending.position.foundations)))
