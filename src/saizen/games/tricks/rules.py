"""The rules: two open hands of n cards, one suit, a trick a turn; the score cards in it go to its winner.

Left and Right hold n cards each out of 2n cards of different strength, some of which are *score
cards*. The leader plays a card, the other player replies with any card, and the stronger card takes
both and leads next. The value of a position is the number of score cards that Left takes from here on
(``V^ε_n(A, B)``, with ε = 1 when Left leads). When the objective is to *take*, Left wants many of them
and Right few; when it is to *avoid* them, as in Hearts, the other way round.

A position writes the cards that remain from the strongest to the weakest, one letter each: ``A`` or
``a`` for Left's cards, ``B`` or ``b`` for Right's, a capital for a score card. Only this order matters,
not the numbers the cards had at the start, so positions that go on alike are equal. A card's number is
its rank among the cards that remain: 1 for the weakest, 2n for the strongest.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from saizen.game import MAX, MIN, Decision, Game, Step, Terminal

LEFT: Final = "L"
RIGHT: Final = "R"


class Objective(StrEnum):
    """What both players want of score cards."""

    TAKE = "take"
    AVOID = "avoid"


@dataclass(frozen=True, slots=True)
class TricksPosition:
    """The remaining cards, strongest first, who leads this trick, and the card led if there is one."""

    cards: str
    lead: str
    led: int | None = None

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
        """Who plays the next card, `LEFT` or `RIGHT`."""
        return self.lead if self.led is None else other(self.lead)

    def is_score(self, card: int) -> bool:
        """Whether a card counts."""
        return self.cards[-card].isupper()

    def hand(self, player: str) -> tuple[int, ...]:
        """Return a player's cards, strongest first.

        >>> TricksPosition("AABBbaba", LEFT).hand(LEFT)
        (8, 7, 3, 1)
        """
        letter = "a" if player == LEFT else "b"
        size = len(self.cards)
        return tuple(size - place for place, card in enumerate(self.cards) if card.lower() == letter)

    def without(self, *cards: int) -> str:
        """Return the remaining cards when some have been played."""
        gone = {len(self.cards) - card for card in cards}
        return "".join(letter for place, letter in enumerate(self.cards) if place not in gone)


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
    after = TricksPosition(position.without(lead, reply), winner)
    return Trick(winner, score, score if winner == LEFT else 0, after)


class Tricks(Game[TricksPosition]):
    """The game from one deal on, as the generic solver reads it.

    >>> from saizen.game import Decision
    >>> game = Tricks("AaBb")
    >>> sorted(game.look(game.start()).options)
    [3, 4]
    """

    def __init__(
        self, cards: str = "AABBbaba", lead: str = LEFT, objective: Objective | str = Objective.TAKE
    ):
        self._start = TricksPosition(cards, lead)
        self.objective = Objective(objective)

    def start(self) -> TricksPosition:
        """Return the deal."""
        return self._start

    def look(self, position: TricksPosition) -> Terminal | Decision:
        """Tell what can be played: a lead, or a reply that finishes the trick."""
        if not position.cards:
            return Terminal(0)
        maximizer = LEFT if self.objective is Objective.TAKE else RIGHT
        player = MAX if position.turn == maximizer else MIN
        hand = position.hand(position.turn)
        if position.led is None:
            return Decision(
                player, {card: TricksPosition(position.cards, position.lead, card) for card in hand}
            )
        tricks = {card: finish(position, position.led, card) for card in hand}
        return Decision(player, {card: Step(trick.left_takes, trick.after) for card, trick in tricks.items()})

    def text(self, position: TricksPosition) -> str:
        """Write a position as one line of text."""
        from saizen.games.tricks.text import position_text

        return position_text(position)

    def parse(self, text: str) -> TricksPosition:
        """Read a position text."""
        from saizen.games.tricks.text import parse_position

        return parse_position(text)
