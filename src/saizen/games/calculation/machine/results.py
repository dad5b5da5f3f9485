"""The results of the machine: a game that it played and why, and the choices that it sees."""

from dataclasses import dataclass

from saizen.games.calculation.game_log import LoggedTurn
from saizen.games.calculation.machine.valuation.precedence import CARDS
from saizen.games.calculation.rules import Action, CalculationPosition


@dataclass(frozen=True, slots=True)
class Reason:
    """The player's view of a choice: its worth, and the number of choices.

    ``other`` is the next best one, if there is one, and ``second`` its worth; ``meant`` is the foundation
    that the card is for if it went onto a stack.
    """

    worth: float
    choices: int
    other: tuple[Action, ...]
    second: float
    meant: int | None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A whole game as it was played."""

    deal: int
    success: bool
    turns: tuple[LoggedTurn, ...]
    position: CalculationPosition
    reasons: tuple[Reason, ...]

    @property
    def left(self) -> int:
        """How many cards did not reach the foundations."""
        return CARDS - sum(self.position.foundations)


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice after a draw: its actions, the position they lead to, its worth, and the best labelling.

    ``looked`` shows whether the worth is a mean over the next draw. ``labels`` has the foundation of every
    card on every stack, bottom to top. In the middle of a turn the only action may be to draw.
    """

    actions: tuple[Action | str, ...]
    position: CalculationPosition
    worth: float
    looked: bool
    labels: tuple[tuple[int, ...], ...]
    orders: tuple[int, int] | None = None
    """If the worth is exact: the number of winning orders of the cards left, and the number of all orders."""
