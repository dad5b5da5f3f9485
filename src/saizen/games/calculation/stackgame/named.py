"""The stack game as people play it: cards with names, and every stack may be chosen, wisely or not.

``StackGame`` of `rules` is the solver's own: canonical orders without names and without hopeless stacks.
This one has the cards on the table; `NamedStackGame.projected` leads from here to there.
"""

import random
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from saizen.errors import PositionError
from saizen.game import DEALER, MAX, Chance, Decision, Game, Move, Node, Terminal
from saizen.games.calculation.stackgame.partial_order import Order
from saizen.games.calculation.stackgame.rules import (
    Arrangement,
    Card,
    StackPosition,
    arrangement_text,
    card_text,
    order_of,
    parse_arrangement,
)

if TYPE_CHECKING:
    from saizen.drawing import Drawing

RULES = """\
The stack game of Calculation (カルキュレーション). Every card knows its foundation
and its place there: A3 is the third card of foundation A. The cards of the deck
are drawn one by one, and each is laid onto one of the stacks, where it stays.
When the deck is empty all cards are moved to the foundations, top cards first,
each foundation in its order. You succeed if that is possible. The game is over
as soon as it cannot be any more, because two cards wait for each other or a
card of the deck could go nowhere."""


class HiddenOrder:
    """The order in which the named cards come."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self._cards = cards

    def outcome(
        self, position: Arrangement, moves: Mapping[int, Move], chance: Chance, dice: random.Random
    ) -> int:
        """Return which card comes: the first of as many as are left."""
        left = position.deck()
        return left.index(self._cards[len(self._cards) - len(left)])


class NamedStackGame(Game[Arrangement]):
    """The stack game with named cards; its value is the probability of success under best play.

    >>> from saizen import solve
    >>> game = NamedStackGame("A2 B2 / - -")
    >>> solve(game).value(game.start())
    1
    """

    players: Mapping[int, str] = {MAX: "player", DEALER: "deck"}
    rules_text = RULES
    move_form = "the number of a stack, as 1"

    def __init__(self, start: str | Arrangement) -> None:
        self._start = parse_arrangement(start) if isinstance(start, str) else start

    def start(self) -> Arrangement:
        """Return the given position."""
        return self._start

    def look(self, position: Arrangement) -> Node:
        """Return what a position is: a choice of stack, a draw, or the end."""
        if position.drawn is not None:
            return Decision(MAX, {n + 1: position.lay(n) for n in range(len(position.stacks))})
        order = order_of(position)
        if order is None or order.lost() or not order.cards:
            return Terminal(int(order is not None and not order.cards))
        deck = position.deck()
        drawn = [Arrangement(position.sizes, position.stacks, card) for card in deck]
        return Chance.uniform(drawn, map(card_text, deck))

    def projected(self, position: Arrangement) -> StackPosition | None:
        """Return the same position of the solver's ``StackGame``, not in canonical form; None if it is lost.

        >>> NamedStackGame("A1 B1 / - -").projected(Arrangement((1, 1), ((), ()), (1, 0)))
        (Order(below=(0, 0), forbidden=(0, 0)), 1)
        """
        order: Order | None = order_of(position)
        if order is None:
            return None
        return order, None if position.drawn is None else position.deck().index(position.drawn)

    def text(self, position: Arrangement) -> str:
        """Write a position, such as ``A2 B1 / B1A2 - / A1``."""
        return arrangement_text(position)

    def parse(self, text: str) -> Arrangement:
        """Read a position of this game: the same foundations, as many stacks."""
        arrangement = parse_arrangement(text)
        mine = Arrangement(self._start.sizes, ((),) * len(self._start.stacks))
        if arrangement.sizes != mine.sizes or len(arrangement.stacks) != len(mine.stacks):
            raise PositionError(f"{text!r}: this game begins with {arrangement_text(mine)}")
        return arrangement

    def parse_move(self, position: Arrangement, text: str) -> Move:
        """Read the number of a stack; ``STACK(1)`` is read as well."""
        return super().parse_move(position, re.sub(r"(?i)^\s*stack\s*\(?\s*(\d)\s*\)?\s*$", r"\1", text))

    def describe(self, position: Arrangement, seat: int | None = None) -> "Drawing":
        """Draw the stacks, the drawn card, and the cards to come in the order of their names."""
        from saizen.games.calculation.drawing import draw_stack_game

        return draw_stack_game(self, position)

    def explain(self, position: Arrangement, moves: Mapping[int, Move], after: Any) -> str:
        """Say where a card went, and how it ended."""
        if DEALER in moves:
            return f"{moves[DEALER]} is drawn"
        assert position.drawn is not None
        words = f"{card_text(position.drawn)} is laid onto stack {moves[MAX]}"
        end = self.look(after)
        if not isinstance(end, Terminal):
            return words
        if end.value:
            return f"{words}; the deck is empty and all cards reach their foundations: success"
        circle = order_of(after) is None
        why = "two cards now wait for each other" if circle else "a card to come could go nowhere"
        return f"{words}; {why}: lost"

    def deal(self, seed: int, start: Arrangement | None = None) -> HiddenOrder:
        """Return the deck in an order that follows from the seed."""
        begin = self._start if start is None else start
        cards = [card for card in begin.deck() if card != begin.drawn]
        random.Random(f"stack game {seed}").shuffle(cards)
        return HiddenOrder(tuple(cards))

    def __repr__(self) -> str:
        return f"<NamedStackGame {arrangement_text(self._start)}>"
