"""Exact answers about stack games, with named cards or without, from tables that are built on demand."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from saizen.answer.table import Table
from saizen.errors import PositionError
from saizen.game import MAX, Chance, Decision, Move
from saizen.games.calculation.stackgame.named import NamedStackGame
from saizen.games.calculation.stackgame.partial_order import Order
from saizen.games.calculation.stackgame.rules import (
    Arrangement,
    StackGame,
    StackPosition,
    card_text,
    order_of,
)
from saizen.solution import MoveValue, Notes, Solution, as_position, rate_moves, select
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache

MOST_KEPT = 16
MOST_GENERIC = 10
"""Cards in the deck that the generic solver takes, where the deck is more than two chains."""
FEW = 8
"""Cards in the deck up to which the generic solver is done before the kernels would be compiled."""
Values = Callable[[Order], Fraction]
_SOLVED: Cache[Values] = Cache(most=MOST_KEPT)


def largest(order: Order) -> int:
    """Return the number of cards up to which an order like this one is solved.

    >>> largest(Order((0, 0), (0,))), largest(Order((0, 0, 0), (0,)))
    (20, 10)
    """
    from saizen.games.calculation.stackgame.two_chains.lattice import is_two_chains
    from saizen.games.calculation.stackgame.two_chains.layers import LARGEST_FACTORIAL

    return LARGEST_FACTORIAL if is_two_chains(order) else MOST_GENERIC


def order_values(start: Order, progress: Progress = SILENT) -> Values:
    """Solve everything that can follow an order: with the kernel for two chains, else the generic solver.

    >>> order_values(Order((0, 1, 0), (0,)))(Order((0,), (0,)))
    Fraction(1, 1)
    """
    return _SOLVED.get(start, lambda: _solved(start, progress), progress)


def _solved(start: Order, progress: Progress) -> Values:
    from saizen import solve
    from saizen.games.calculation.stackgame.two_chains.lattice import Start, is_two_chains
    from saizen.games.calculation.stackgame.two_chains.layers import StackTable

    if start.cards > largest(start):
        raise PositionError(_too_many(start))
    if is_two_chains(start) and start.cards > FEW:
        return StackTable(Start.of(start), progress).value
    solution = solve(StackGame(start), progress=progress)
    return lambda order: Fraction(solution.value((order.canonical(), None)))


def _too_many(order: Order) -> str:
    """Say why an order is not solved."""
    from saizen.games.calculation.stackgame.two_chains.lattice import is_two_chains

    kind = "two chains" if is_two_chains(order) else "more than two chains"
    return f"{order.cards} cards in the deck: exact values of {kind} are for at most {largest(order)}"


class StackSolution(Solution[Any]):
    """The probability of success of every position of a stack game, as a fraction.

    A game with too many cards is answered as far as it can be: values are None until few enough are left.
    Safe in threads: tables do not change once they are made.

    >>> game = NamedStackGame("A6 B6 / B6 B5A3B3 A5")
    >>> [(found.move, str(found.value)) for found in StackSolution(game).moves("A6 B6 / B6 B5A3B3 A5 / B1")]
    [(2, '49/60'), (3, '1/2'), (1, '0')]
    """

    def __init__(self, game: NamedStackGame | StackGame, progress: Progress = SILENT) -> None:
        self._game, self._progress = game, progress
        start = game.start()
        self._start = order_of(start) if isinstance(start, Arrangement) else start[0]

    def __repr__(self) -> str:
        return f"<exact solution of {self._game!r}>"

    @property
    def game(self) -> NamedStackGame | StackGame:
        """The rules that were solved."""
        return self._game

    @property
    def exact(self) -> bool:
        """Values are fractions."""
        return True

    def value(self, position: Arrangement | StackPosition | str) -> Fraction | None:
        """Return the probability of success under best play; None where there are too many cards."""
        order, drawn = self._projected(position)
        if order is None:
            return Fraction(0)
        if drawn is None:
            return self.order_value(order, order)
        return _best([self._placed(order, drawn, stack) for stack in range(len(order.forbidden))])

    def moves(
        self,
        position: Arrangement | StackPosition | str,
        player: int | None = None,
        *,
        among: Iterable[Move] | None = None,
    ) -> list[MoveValue]:
        """Return every stack that the drawn card may go to, best first; none before a card is drawn."""
        position = as_position(self._game, position)
        node = self._game.look(position)  # type: ignore[arg-type]
        if not isinstance(node, Decision):
            return []
        order, drawn = self._projected(position)
        stacks: list[Any] = list(node.options)
        if order is None or drawn is None:
            values: list[Fraction | None] = [Fraction(0) for _ in stacks]
        else:
            values = [self._placed(order, drawn, stack - 1) for stack in stacks]
        best = _best(values)
        if best is None:
            answers = [MoveValue(stack, value, None) for stack, value in zip(stacks, values, strict=True)]
        else:
            answers = rate_moves(dict(zip(stacks, values, strict=True)), MAX)
        return select(answers, among)

    def unique(self, position: Arrangement | StackPosition | str, player: int | None = None) -> bool | None:
        """Return whether there is only one best stack; None where it is not known."""
        answers = self.moves(position)
        rated_all = all(answer.optimal is not None for answer in answers)
        return sum(bool(answer.optimal) for answer in answers) <= 1 if rated_all else None

    def notes(
        self,
        position: Arrangement | StackPosition | str,
        moves: Sequence[MoveValue],
        turns: Sequence[MoveValue],
    ) -> Notes:
        """Count the cards left; before a draw, say what is best for each card that may come."""
        position = as_position(self._game, position)
        order, _ = self._projected(position)
        deck = position.deck() if isinstance(position, Arrangement) else range(order.cards if order else 0)
        data: dict[str, Any] = {"cards_left": len(deck)}
        value = self.value(position)
        if value is None:
            assert order is not None
            return Notes(data=data, sentences=[f"No values yet: {_too_many(order)}."])
        if not deck:
            return Notes(data=data, sentences=["The deck is empty: there is nothing left to choose."])
        lost = ["Whatever comes, the position is lost."] if value == 0 else []
        node = self._game.look(position)  # type: ignore[arg-type]
        if not isinstance(node, Chance) or not isinstance(position, Arrangement):
            return Notes(data=data, sentences=lost)
        by_card = [
            {"card": card_text(card), "move": answer.move, "value": answer.value, "optimal": answer.optimal}
            for card in position.deck()
            for answer in self.moves(Arrangement(position.sizes, position.stacks, card))
        ]
        table = Table("what is best for each card", list(by_card[0]), [list(row.values()) for row in by_card])
        return Notes(data={**data, "by_card": by_card}, tables=[table], sentences=lost)

    def order_value(self, order: Order, origin: Order) -> Fraction | None:
        """Return the value of an order that follows from ``origin``; None where that has too many cards."""
        if order.lost() or not order.cards:
            return Fraction(int(not order.cards))
        start = self._start
        if start is None or start.cards > largest(start):
            start = origin
        if start.cards > largest(start):
            return None
        return order_values(start, self._progress)(order)

    def _placed(self, order: Order, drawn: int, stack: int) -> Fraction | None:
        """Return what it is worth to lay a card onto a stack; 0 where it could never leave again."""
        if order.forbidden[stack] >> drawn & 1:
            return Fraction(0)
        return self.order_value(order.lay(drawn, stack), order)

    def _projected(self, position: Any) -> tuple[Order | None, int | None]:
        position = as_position(self._game, position)
        if isinstance(self._game, StackGame):
            return position  # type: ignore[no-any-return]
        return self._game.projected(position) or (None, None)


def _best(values: list[Fraction | None]) -> Fraction | None:
    """Return the largest value, or None where one is not known."""
    solved = [value for value in values if value is not None]
    return max(solved) if len(solved) == len(values) else None
