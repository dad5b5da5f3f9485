"""The contract: a game is a class with ``start()`` and ``look(position)``.

Two players, `MAX` and `MIN`, or one of them alone. All values are sums of rewards as MAX counts
them: MAX makes the value large, MIN makes it small. A one-player game that wants few turns is
played by MIN with a reward of 1 a turn.

``look`` tells what a position is, by one of four kinds:

===================  =======================================================================
`Terminal`           the game is over; its value
`Chance`             a lottery over outcomes
`Decision`           one player chooses among named moves, each with its outcome
`Simultaneous`       both players choose, neither seeing the other's choice
===================  =======================================================================

An *outcome* is the next position, or ``Step(reward, next)`` when points are won or a cost is paid on
the way, or, to save naming a position for it, a `Terminal` or a `Chance` written in place.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Generic, TypeVar

from saizen.errors import PositionError

MAX: Final = 0
"""The player who makes the value large."""
MIN: Final = 1
"""The player who makes the value small."""

Real = int | Fraction | float
Move = Hashable
P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Terminal:
    """The game is over and worth ``value`` to MAX."""

    value: Real


@dataclass(frozen=True, slots=True)
class Step:
    """An outcome that pays ``reward`` to MAX on the way to ``next`` (a position, Terminal or Chance)."""

    reward: Real
    next: Any


@dataclass(frozen=True, slots=True)
class Chance:
    """A lottery: pairs of (probability, outcome) whose probabilities sum to 1."""

    outcomes: Sequence[tuple[Real, Any]]

    @classmethod
    def uniform(cls, outcomes: Iterable[Any]) -> "Chance":
        """Make a lottery in which every outcome is equally likely.

        >>> Chance.uniform("ab").outcomes
        ((Fraction(1, 2), 'a'), (Fraction(1, 2), 'b'))
        """
        listed = tuple(outcomes)
        return cls(tuple((Fraction(1, len(listed)), outcome) for outcome in listed))


@dataclass(frozen=True, slots=True)
class Decision:
    """``player`` (MAX or MIN) chooses one of ``options``, a mapping from move to outcome."""

    player: int
    options: Mapping[Move, Any]


@dataclass(frozen=True, slots=True)
class Simultaneous:
    """MAX chooses a row move and MIN a column move at once; ``outcome(row, column)`` follows."""

    row_moves: Sequence[Move]
    column_moves: Sequence[Move]
    outcome: Callable[[Any, Any], Any]


Node = Terminal | Chance | Decision | Simultaneous


class Game(ABC, Generic[P]):
    """A game written once, as readable rules; everything else takes it as input.

    Positions are hashable and equal when the game goes on in the same way. Subclasses that want
    their positions typed by people override `text` and `parse` so that ``parse(text(p)) == p``.
    """

    @abstractmethod
    def start(self) -> P:
        """Return the position in which the game begins."""

    @abstractmethod
    def look(self, position: P) -> Node:
        """Tell what a position is: `Terminal`, `Chance`, `Decision` or `Simultaneous`."""

    def text(self, position: P) -> str:
        """Write a position as one line of text."""
        return repr(position)

    def parse(self, text: str) -> P:
        """Read a position text; raise `PositionError` when it makes no sense."""
        raise PositionError(f"{text!r}: {type(self).__name__} has no position text that can be read")
