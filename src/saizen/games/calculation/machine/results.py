"""What the machine tells: a game that it played and why, and the choices that it sees."""

from dataclasses import dataclass

from saizen.games.calculation.log import Turn
from saizen.games.calculation.machine.precedence import CARDS
from saizen.games.calculation.rules import Action, CalculationPosition


@dataclass(frozen=True, slots=True)
class Reason:
    """What the player thought: what its choice is worth, and how many choices there were.

    ``other`` is the next best one, if there is one, and ``second`` its worth; ``meant`` is the foundation
    that the card is for if it went onto a stack.
    """

    worth: float
    choices: int
    other: tuple[Action, ...]
    second: float
    meant: int | None


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game as it was played."""

    deal: int
    success: bool
    turns: tuple[Turn, ...]
    position: CalculationPosition
    reasons: tuple[Reason, ...]

    @property
    def left(self) -> int:
        """How many cards did not reach the foundations."""
        return CARDS - sum(self.position.foundations)


@dataclass(frozen=True, slots=True)
class Choice:
    """What can be done after a draw: the actions, where they lead, the worth, and the best labelling.

    ``looked`` tells whether the worth is a mean over the next draw. ``labels`` has the foundation of every
    card on every stack, bottom to top. In the middle of a turn the only action may be to draw.
    """

    actions: tuple[Action | str, ...]
    position: CalculationPosition
    worth: float
    looked: bool
    labels: tuple[tuple[int, ...], ...]
    orders: tuple[int, int] | None = None
    """Where the worth is the exact chance: in how many orders of the cards left it is won, of how many."""
