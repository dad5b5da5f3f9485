"""The rules: two open hands of n cards, one suit, a trick a turn; the score cards in it go to its winner.

Left and Right hold n cards each out of 2n cards of different strength, some of which are *score
cards*. The leader plays a card, the other player replies with any card, and the stronger card takes
both and leads next. The value of a position is the number of score cards that Left takes from here on
(``V^ε_n(A, B)``, with ε = 1 when Left leads). When the objective is to *take*, Left wants many of them
and Right few; when it is to *avoid* them, as in Hearts, the other way round.

A position writes the cards that remain from the strongest to the weakest, one letter each: ``A`` or
``a`` for Left's cards, ``B`` or ``b`` for Right's, a capital for a score card. Only this order matters,
not the numbers the cards had at the start, so positions that continue alike are equal. A move is a card's
rank among the cards that remain: 1 for the weakest, 2n for the strongest. People keep calling a card by the
number it was dealt with, so these numbers ride along: texts say them, and moves are typed with them.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from saizen.errors import SaizenError
from saizen.game import MAX, MIN, Decision, Game, Move, Step, Terminal
from saizen.notation import not_among

if TYPE_CHECKING:
    from saizen.drawing import Drawing

LEFT: Final = "L"
RIGHT: Final = "R"
NAME: Final = {LEFT: "Left", RIGHT: "Right"}
"""The names of the players in sentences."""

RULES_TEXT = """\
Trick taking with score cards (トリックテイキング)

Two players, Left and Right, hold the same number of cards of one suit, all
face up. The higher the number of a card, the stronger it is. Some of the cards
are score cards; they are marked.

The leader plays any card. The other player replies with any card: there is no
suit to follow. The stronger card takes the trick, and with it the score cards
that lie in it. Who takes the trick leads the next one.

The game is over when all cards are played. {goal}
"""
GOALS = {
    "take": "Both players want to have taken\nas many of the score cards as they can get.",
    "avoid": "Score cards are penalties, as in\nHearts: both players want to have taken few of them.",
}


class Objective(StrEnum):
    """The objective of both players."""

    TAKE = "take"
    AVOID = "avoid"

    @classmethod
    def read(cls, text: str) -> "Objective":
        """Read an objective by its name.

        >>> Objective.read("avoid")
        <Objective.AVOID: 'avoid'>
        """
        if text not in tuple(cls):
            raise SaizenError(not_among(str(text), [objective.value for objective in cls], "an objective"))
        return cls(text)


@dataclass(frozen=True, slots=True)
class TricksPosition:
    """The remaining cards, strongest first, who leads this trick, and the card led if there is one.

    ``dealt`` has the numbers that the cards were dealt with, weakest first; None if these are their ranks.
    """

    cards: str
    lead: str
    led: int | None = None
    dealt: tuple[int, ...] | None = field(default=None, compare=False, repr=False)

    @property
    def hand_size(self) -> int:
        """The number of cards in each hand (``n``), the led card counted."""
        return len(self.cards) // 2

    @property
    def score_cards(self) -> int:
        """How many score cards remain (``k``)."""
        return sum(letter.isupper() for letter in self.cards)

    @property
    def turn(self) -> str:
        """The player of the next card, `LEFT` or `RIGHT`."""
        return self.lead if self.led is None else other(self.lead)

    def is_score(self, card: int) -> bool:
        """Whether a card counts."""
        return self.cards[-card].isupper()

    def hand(self, player: str) -> tuple[int, ...]:
        """Return a player's cards, strongest first.

        >>> TricksPosition("AABBbaba", LEFT).hand(LEFT)
        (8, 7, 3, 1)
        """
        letters = "aA" if player == LEFT else "bB"
        size = len(self.cards)
        return tuple(size - place for place, card in enumerate(self.cards) if card in letters)

    def number(self, card: int) -> int:
        """Return the number that a card was dealt with.

        >>> finish(TricksPosition("AABBbaba", LEFT), 8, 5).after.number(6)
        7
        """
        return card if self.dealt is None else self.dealt[card - 1]

    def with_led(self, card: int) -> "TricksPosition":
        """Return the position after a card has been led."""
        return TricksPosition(self.cards, self.lead, card, self.dealt)

    def without(self, first: int, second: int, lead: str) -> "TricksPosition":
        """Return the position after two cards have been played and ``lead`` has taken them."""
        near, far = sorted((first, second))
        cards, size = self.cards, len(self.cards)
        numbers = self.dealt or tuple(range(1, size + 1))
        return TricksPosition(
            cards[: size - far] + cards[size - far + 1 : size - near] + cards[size - near + 1 :],
            lead,
            None,
            numbers[: near - 1] + numbers[near : far - 1] + numbers[far:],
        )


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: who took it, how many score cards lay in it, what remains."""

    winner: str
    score: int
    left_takes: int
    after: TricksPosition


def other(player: str) -> str:
    """Return the opponent.

    >>> other(LEFT)
    'R'
    """
    return RIGHT if player == LEFT else LEFT


def finish(position: TricksPosition, lead: int, reply: int) -> Trick:
    """Play one trick.

    >>> finish(TricksPosition("AABBbaba", LEFT), 8, 5)
    Trick(winner='L', score=2, left_takes=2, after=TricksPosition(cards='ABbaba', lead='L', led=None))
    """
    winner = position.lead if lead > reply else other(position.lead)
    score = position.is_score(lead) + position.is_score(reply)
    return Trick(winner, score, score if winner == LEFT else 0, position.without(lead, reply, winner))


class Tricks(Game[TricksPosition]):
    """The game from one deal on, or with hands that are dealt from a seed (see `dealing`).

    The value is what Left takes, so Left is MAX when score cards are wanted and MIN when they are avoided.

    >>> game = Tricks("AaBb")
    >>> sorted(game.look(game.start()).options)
    [3, 4]
    >>> Tricks(objective="avoid").players
    {1: 'left', 0: 'right'}
    """

    move_form = "the number of a card, as 7"

    def __init__(
        self, cards: str = "AABBbaba", lead: str = LEFT, objective: Objective | str = Objective.TAKE
    ) -> None:
        self.objective = Objective.read(objective)
        self._start = TricksPosition(cards, lead)
        self.par = Fraction(self._start.score_cards, 2)
        self._dealing: tuple[int, str, str | None] | None = None
        self.players = {self._seat(LEFT): "left", self._seat(RIGHT): "right"}
        self.rules_text = RULES_TEXT.format(goal=GOALS[self.objective])

    @classmethod
    def at(cls, position: TricksPosition, objective: Objective | str = Objective.TAKE) -> "Tricks":
        """Make the game that begins at a position, where a card may have been led.

        >>> Tricks.at(TricksPosition("AaBb", RIGHT, 2))
        <Tricks AaBb lead=R led=2, take>
        """
        game = cls(position.cards, position.lead, objective)
        game._start = position
        return game

    @classmethod
    def dealing(
        cls, n: int, score: str, objective: Objective | str = Objective.TAKE, lead: str | None = None
    ) -> "Tricks":
        """Make the game in which n cards a hand are dealt from the seed; who leads too, unless it is said.

        >>> Tricks.dealing(3, "2").dealt(1)
        TricksPosition(cards='ABbaba', lead='L', led=None)
        """
        game = cls(objective=objective)
        game._dealing = (n, score, lead)
        game._start = game.dealt(0)
        game.par = Fraction(game._start.score_cards, 2)
        return game

    def __repr__(self) -> str:
        if self._dealing is None:
            return f"<Tricks {self.text(self._start)}, {self.objective}>"
        return f"<Tricks {self._dealing[0]} cards a hand, score {self._dealing[1]}, {self.objective}>"

    def start(self) -> TricksPosition:
        """Return the deal; where hands are dealt from a seed, that of seed 0."""
        return self._start

    def dealt(self, seed: int) -> TricksPosition:
        """Return the hands that a seed deals."""
        if self._dealing is None:
            return self._start
        n, score, lead = self._dealing
        drawn = random_deal(n, score, seed)
        return drawn if lead is None else replace(drawn, lead=lead)

    def look(self, position: TricksPosition) -> Terminal | Decision:
        """Return what can be played: a lead, or a reply that finishes the trick."""
        if not position.cards:
            return Terminal(0)
        player = self._seat(position.turn)
        hand = position.hand(position.turn)
        if position.led is None:
            return Decision(player, {card: position.with_led(card) for card in hand})
        tricks = {card: finish(position, position.led, card) for card in hand}
        return Decision(player, {card: Step(trick.left_takes, trick.after) for card, trick in tricks.items()})

    def _seat(self, player: str) -> int:
        return MAX if (player == LEFT) == (self.objective is Objective.TAKE) else MIN

    def player(self, seat: int) -> str:
        """Return the player in a seat, `LEFT` or `RIGHT`."""
        return LEFT if seat == self._seat(LEFT) else RIGHT

    def text(self, position: TricksPosition) -> str:
        """Write a position as one line of text."""
        from saizen.games.tricks.text import position_text

        return position_text(position)

    def parse(self, text: str) -> TricksPosition:
        """Read a position text."""
        from saizen.games.tricks.text import parse_position

        return parse_position(text)

    def move_text(self, position: TricksPosition, move: Move) -> str:
        """Write a card by the number it was dealt with."""
        assert isinstance(move, int)
        return str(position.number(move))

    def describe(self, position: TricksPosition, seat: int | None = None) -> "Drawing":
        """Show both hands, and between them the card led."""
        from saizen.games.tricks.drawing import draw_position

        return draw_position(position, None if seat is None else self.player(seat))

    def explain(self, position: TricksPosition, moves: Mapping[int, Move], after: Any) -> str:
        """Say who takes the trick, with how many score cards, and who leads next."""
        from saizen.games.tricks.drawing import describe_trick

        (reply,) = moves.values()
        assert isinstance(reply, int)
        return "" if position.led is None else describe_trick(position, position.led, reply)


def random_deal(n: int, score: str, seed: int | None = None) -> TricksPosition:
    """Deal hands at random, the same again for the same seed.

    >>> random_deal(3, "2", 1)
    TricksPosition(cards='ABbaba', lead='L', led=None)
    """
    from saizen.games.tricks.text import LARGEST_HAND, score_set

    if not 1 <= n <= LARGEST_HAND:
        raise SaizenError(f"--n {n}: 1 to {LARGEST_HAND} cards a hand can be dealt")
    size = 2 * n
    counts = score_set(score, size)
    letters = ["a"] * n + ["b"] * n
    chance = random.Random(seed)
    chance.shuffle(letters)
    cards = "".join(x.upper() if size - place in counts else x for place, x in enumerate(letters))
    return TricksPosition(cards, LEFT if chance.random() < 0.5 else RIGHT)
