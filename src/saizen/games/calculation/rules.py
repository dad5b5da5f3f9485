"""Calculation (カルキュレーション): four foundations that count by one, two, three and four.

A card that is drawn goes to a foundation that waits for its rank or onto any stack; after that, top
cards of stacks may be moved to foundations, as many as one likes, and the next card is drawn. All cards
on the foundations is a success. Suits do not matter.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import gcd
from operator import getitem
from typing import TYPE_CHECKING, Any

from saizen.errors import SaizenError
from saizen.game import DEALER, MAX, Chance, Decision, Game, Node, Terminal
from saizen.game import Move as GameMove

if TYPE_CHECKING:
    from saizen.drawing import Drawing
    from saizen.games.calculation.deals import HiddenDeck

RANKS = "A23456789TJQK"
"""The ranks by name; rank 1 is the ace."""
FOUNDATIONS = "ABCDEF"
MOST_STACKS = len(RANKS)
"""A stack for each rank; one fewer wins every deck (see `saizen.games.calculation.enough_stacks`)."""


@dataclass(frozen=True)
class Variant:
    """How many ranks there are, by which step each foundation counts, and how many stacks one may use.

    Foundation ``f`` waits for the ranks step, 2 step, 3 step, ... modulo the number of ranks, and all end
    with the highest rank. That visits every rank once only if step and number of ranks have no common
    divisor; other variants cannot be completed and are refused.

    >>> Variant().sequence(2)[:5]
    (3, 6, 9, 12, 2)
    >>> Variant(ranks=6, steps=(1, 2))
    Traceback (most recent call last):
    saizen.errors.SaizenError: step 2 with 6 ranks: use a step that has no common divisor with 6
    """

    stacks: int = 4
    ranks: int = 13
    steps: tuple[int, ...] = (1, 2, 3, 4)

    def __post_init__(self) -> None:
        if not 1 <= self.stacks <= MOST_STACKS:
            raise SaizenError(f"{self.stacks} stacks: use 1 to {MOST_STACKS}")
        if not 1 <= self.ranks <= len(RANKS):
            raise SaizenError(f"{self.ranks} ranks: use 1 to {len(RANKS)}")
        if not 1 <= len(self.steps) <= len(FOUNDATIONS):
            raise SaizenError(f"{len(self.steps)} foundations: use 1 to {len(FOUNDATIONS)}")
        for step in self.steps:
            if gcd(step, self.ranks) != 1:
                raise SaizenError(
                    f"step {step} with {self.ranks} ranks: use a step that has no common divisor with "
                    f"{self.ranks}"
                )

    def sequence(self, foundation: int) -> tuple[int, ...]:
        """Return the ranks that a foundation takes, in order."""
        step = self.steps[foundation]
        return tuple((step * place - 1) % self.ranks + 1 for place in range(1, self.ranks + 1))

    @property
    def cards(self) -> int:
        """How many cards there are in all."""
        return self.ranks * len(self.steps)

    @cached_property
    def sequences(self) -> tuple[tuple[int, ...], ...]:
        """The ranks that each foundation takes."""
        return tuple(self.sequence(foundation) for foundation in range(len(self.steps)))

    @cached_property
    def awaited(self) -> tuple[tuple[int | None, ...], ...]:
        """The rank that each foundation waits for when it has so many cards; nothing when it is complete."""
        return tuple((*sequence, None) for sequence in self.sequences)


@dataclass(frozen=True, slots=True)
class CalculationPosition:
    """Cards on each foundation, the stacks bottom to top, and the drawn card (none before drawing)."""

    foundations: tuple[int, ...]
    stacks: tuple[tuple[int, ...], ...]
    drawn: int | None = None


@dataclass(frozen=True, slots=True, order=True)
class Put:
    """The drawn card goes to a foundation."""

    foundation: int

    def __str__(self) -> str:
        return f"PUT({FOUNDATIONS[self.foundation]})"


@dataclass(frozen=True, slots=True, order=True)
class Lay:
    """The drawn card goes onto a stack."""

    stack: int

    def __str__(self) -> str:
        return f"STACK({self.stack + 1})"


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """The top card of a stack, which has this rank, goes to a foundation."""

    rank: int
    stack: int
    foundation: int

    def __str__(self) -> str:
        return f"MOVE('{RANKS[self.rank - 1]}',{self.stack + 1},{FOUNDATIONS[self.foundation]})"


Action = Put | Lay | Move
DRAW = "DRAW"
"""The move of drawing the next card instead of moving more cards to foundations."""
RULES = """\
Calculation (カルキュレーション) is a solitaire with {cards} cards; suits do not matter.
Each foundation takes every rank once, in its own order, and begins empty:
{sequences}
A card is drawn. Put it on a foundation that waits for its rank, or lay it onto
any of the {stacks}. Then top cards of stacks may be moved to foundations that
wait for them, as many as you like, and the next card is drawn. Nothing ever
moves from stack to stack. You succeed if all cards reach the foundations.
{deck}"""
NUMBERED = "The deck is the deal whose number is the seed."
SHUFFLED = "The deck is shuffled uniformly: of the decks of seed {shuffled}, that whose number is the seed."


class Calculation(Game[CalculationPosition]):
    """The solitaire; its value is the probability of success under best play.

    Whole games of 52 cards are far beyond any solver; positions near the end and small variants are not.
    A seed deals the paper's deal of that number or, of the decks that the seed ``shuffled`` stands for, the
    one of that number.

    >>> from saizen import solve
    >>> game = Calculation(Variant(stacks=1, ranks=3, steps=(1, 2)))
    >>> solve(game).value(game.start())
    Fraction(43, 45)
    """

    players: Mapping[int, str] = {MAX: "player", DEALER: "deck"}
    move_form = "PUT(C), STACK(1), MOVE('6',1,C) or DRAW; in short C, 1, 1C or d"

    def __init__(
        self,
        variant: Variant | None = None,
        start: CalculationPosition | None = None,
        *,
        shuffled: int | None = None,
    ) -> None:
        self.variant = variant or Variant()
        self.shuffled = shuffled
        self._start, self._lays = start, [Lay(stack) for stack in range(self.variant.stacks)]
        stacks = "one stack" if self.variant.stacks == 1 else f"{self.variant.stacks} stacks"
        rows = zip(FOUNDATIONS, self.variant.sequences, strict=False)
        self.rules_text = RULES.format(
            cards=self.variant.cards,
            stacks=stacks,
            sequences="\n".join(f"  {name}: {' '.join(RANKS[r - 1] for r in row)}" for name, row in rows),
            deck=NUMBERED if shuffled is None else SHUFFLED.format(shuffled=shuffled),
        )

    def start(self) -> CalculationPosition:
        """Return the given position, or empty foundations and stacks."""
        if self._start is not None:
            return self._start
        return CalculationPosition((0,) * len(self.variant.steps), ((),) * self.variant.stacks)

    def deck(self, position: CalculationPosition) -> Counter[int]:
        """Count the cards not drawn yet, by rank; a negative count means too many cards."""
        return Counter(self._left(position))

    def _left(self, position: CalculationPosition) -> dict[int, int]:
        """Count as `deck` does, in a plain dict: every look at a position needs it."""
        left = dict.fromkeys(range(1, self.variant.ranks + 1), len(self.variant.steps))
        taken = [
            sequence[:n] for sequence, n in zip(self.variant.sequences, position.foundations, strict=True)
        ]
        for rank in chain(*taken, *position.stacks):
            left[rank] = left.get(rank, 0) - 1
        if position.drawn is not None:
            left[position.drawn] = left.get(position.drawn, 0) - 1
        return left

    def waiting(self, position: CalculationPosition, foundation: int) -> int | None:
        """Return the rank a foundation waits for, or nothing when it is complete."""
        return self.variant.awaited[foundation][position.foundations[foundation]]

    def actions(self, position: CalculationPosition) -> list[Action]:
        """List what can be done with the drawn card; before drawing, what can be moved."""
        waiting = list(map(getitem, self.variant.awaited, position.foundations))
        if position.drawn is not None:
            return [*(Put(f) for f, rank in enumerate(waiting) if rank == position.drawn), *self._lays]
        tops = [(stack[-1], n) for n, stack in enumerate(position.stacks) if stack and stack[-1] in waiting]
        return [Move(top, n, f) for top, n in tops for f, rank in enumerate(waiting) if rank == top]

    def after(self, position: CalculationPosition, action: Action) -> CalculationPosition:
        """Return the position after a legal action.

        >>> game = Calculation(Variant(stacks=1))
        >>> game.after(CalculationPosition((0, 0, 0, 0), ((),), drawn=3), Put(2)).foundations
        (0, 0, 1, 0)
        """
        stacks = list(position.stacks)
        if isinstance(action, Lay):
            assert position.drawn is not None
            stacks[action.stack] = (*stacks[action.stack], position.drawn)
            return CalculationPosition(position.foundations, tuple(stacks))
        foundations = list(position.foundations)
        foundations[action.foundation] += 1
        if isinstance(action, Move):
            stacks[action.stack] = stacks[action.stack][:-1]
        return CalculationPosition(tuple(foundations), tuple(stacks))

    def look(self, position: CalculationPosition) -> Node:
        """Return what a position is: the end, a draw, or a choice."""
        options: dict[object, object] = {a: self.after(position, a) for a in self.actions(position)}
        if position.drawn is not None:
            return Decision(MAX, options)
        cards = sorted((rank, n) for rank, n in self._left(position).items() if n > 0)
        if not cards:
            complete = all(size == self.variant.ranks for size in position.foundations)
            return Decision(MAX, options) if options else Terminal(int(complete))
        total = sum(n for _, n in cards)
        foundations, stacks = position.foundations, position.stacks
        draw = Chance(
            tuple((Fraction(n, total), CalculationPosition(foundations, stacks, rank)) for rank, n in cards),
            tuple(RANKS[rank - 1] for rank, _ in cards),
        )
        return Decision(MAX, {**options, DRAW: draw}) if options else draw

    def text(self, position: CalculationPosition) -> str:
        """Write a position, such as ``A2 B4 C0 D3 / 85QA 9AQJ6 KK95J / 3``."""
        from saizen.games.calculation.text import position_text

        return position_text(position)

    def parse(self, text: str) -> CalculationPosition:
        """Read a position and check that it can arise with these cards."""
        from saizen.games.calculation.text import parse_position

        return parse_position(text, self)

    def move_text(self, position: CalculationPosition, move: GameMove) -> str:
        """Write a move as the paper does, such as ``STACK(1)``.

        >>> Calculation().move_text(Calculation().start(), Move(6, 0, 2))
        "MOVE('6',1,C)"
        """
        return str(move)

    def parse_move(self, position: CalculationPosition, text: str) -> GameMove:
        """Read a move in full or in short: ``C``, ``1``, ``1C``, ``d``.

        >>> game = Calculation()
        >>> game.parse_move(game.parse("A0 B0 C0 D0 / - - - - / 3"), "c")
        Put(foundation=2)
        """
        from saizen.games.calculation.text import parse_action

        return parse_action(text, self, position)

    def describe(self, position: CalculationPosition, seat: int | None = None) -> "Drawing":
        """Draw foundations with what they wait for, stacks from the bottom, and the drawn card."""
        from saizen.games.calculation.drawing import draw_solitaire

        return draw_solitaire(self, position)

    def explain(self, position: CalculationPosition, moves: Mapping[int, GameMove], after: Any) -> str:
        """Say where a card went and what is waited for now."""
        from saizen.games.calculation.drawing import explain_solitaire

        return explain_solitaire(self, position, moves, after)

    def deal(self, seed: int, start: CalculationPosition | None = None) -> "HiddenDeck":
        """Return the deck of that number; from a later position, what is left of the cards, shuffled.

        >>> game = Calculation()
        >>> game.deal(-1)
        Traceback (most recent call last):
        saizen.errors.SaizenError: deal -1: use 0 to 4294967295
        """
        from saizen.games.calculation.deals import HiddenDeck, deal, shuffled_cards

        left = self.deck(self.start() if start is None else start)
        whole = left.total() == self.variant.cards and self.variant == Variant(stacks=self.variant.stacks)
        if whole and self.shuffled is None:
            return HiddenDeck(self, deal(seed))
        return HiddenDeck(self, shuffled_cards(left.elements(), seed, self.shuffled))

    def __repr__(self) -> str:
        return f"<Calculation with {self.variant.stacks} stack{'s' * (self.variant.stacks > 1)}>"
