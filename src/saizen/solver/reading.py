"""Reads and checks the outcomes of a position: nested steps and random events become one flat list per move.

A mistake in the rules (probabilities that do not sum to 1, a move that cannot be, a value that is no
number) is reported here, in words that name the position.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Rational, Real
from typing import Any, Generic

from saizen.errors import Cancelled, GameError, SaizenError, Terminated, rules_at_work
from saizen.exact import to_flint, to_rational
from saizen.game import (
    MAX,
    MIN,
    Chance,
    Decision,
    Game,
    Move,
    P,
    Simultaneous,
    Step,
    Terminal,
    listed_moves,
    name_of,
)

FLOAT_TOLERANCE = 1e-9
MOST_NESTED = 1_000_000
"""Steps, lotteries and ends within one outcome; more are taken for one that contains itself."""
TWO_PLAYERS = (
    "saizen solves games of two players, one of whom gets what the other loses: of more players let MIN "
    "choose for all others, which shows what one of them can be sure of"
)
"""What is said of a third player."""
ONE_NUMBER = (
    "saizen solves zero-sum games, whose result is one number, what MAX gets and MIN pays: if both only want "
    "to be ahead give the difference, or solve it once for each player's own result, the other against it"
)
"""What is said of a result for each player."""
NODES = (Terminal, Chance, Decision, Simultaneous, Step)

Flat = tuple[Any, dict[Any, Any], bool]
"""What a move leads to: the reward expected on the way, the chance of each position that can follow, and
whether the game can end at once."""


@dataclass(slots=True)
class Spread:
    """One position, spread out. ``player`` is None where nobody chooses (terminal or chance)."""

    player: int | None
    moves: tuple[Move, ...]
    outcomes: list[Any]
    """One a move; row after row where both choose at once."""
    column_moves: tuple[Move, ...] | None = None


def is_finite(number: Real) -> bool:
    """Return whether a number is finite, also one that is beyond all floats.

    >>> is_finite(10**400), is_finite(float("inf"))
    (True, False)
    """
    return isinstance(number, Rational) or math.isfinite(number)


class RulesReader(Generic[P]):
    """The rules as the solver asks them: numbers in one arithmetic, outcomes flat, mistakes in words.

    In rationals floats are refused, or with ``floats`` read as the fractions that they are. Probabilities in
    floats seldom sum to 1 as fractions do; then each is divided by their sum.
    """

    def __init__(self, game: Game[P], *, exact: bool, merge: bool = True, floats: bool = False) -> None:
        self.game = game
        self.exact, self.merge, self.floats = exact, merge, floats
        self.convert: Callable[[Any], Any] = (to_rational if floats else to_flint) if exact else float
        self.tolerance = self.convert(FLOAT_TOLERANCE) if floats or not exact else 0
        own = type(game).canonical is not Game.canonical
        self.canonical: Callable[[Any], Any] | None = game.canonical if own and merge else None
        self._known: dict[int, Any] = {}
        self._former: tuple[Any, Any] = (object(), None)
        """The probability that was converted last, as it was given and as it is."""
        self.zero, self.one = self.convert(0), self.convert(1)
        self.endless: Any | None = self._endless()

    def _endless(self) -> Any | None:
        """Read what the rules say endless play is worth."""
        with rules_at_work("endless"):
            endless = self.game.endless
        if endless is None:
            return None
        if isinstance(endless, Real) and not isinstance(endless, bool) and is_finite(endless):
            try:
                return self.convert(endless)
            except (SaizenError, OverflowError) as error:
                raise GameError(f"endless: {error}") from None
        raise GameError(f"endless is {endless!r}: it must be what endless play is worth, a number such as 0")

    def at(self, position: Any) -> str:
        """Write a position for an error message."""
        return name_of(self.game, position)

    def number(self, value: Any, position: Any) -> Any:
        """Convert a reward or a probability."""
        if type(value) is int and value in self._known:
            return self._known[value]
        if not isinstance(value, Real):
            more = f"; {ONE_NUMBER}" if isinstance(value, tuple | list | dict) else ""
            raise GameError(f"position {self.at(position)}: {value!r} is not a number{more}")
        try:
            number = self.convert(value)
        except (SaizenError, OverflowError) as error:
            raise GameError(f"position {self.at(position)}: {error}") from None
        if isinstance(number, float) and not math.isfinite(number):
            raise GameError(f"position {self.at(position)}: {value!r} is not a finite number")
        if isinstance(value, int):
            self._known[value] = number
        return number

    def look(self, position: Any) -> Any:
        """Ask the game what a position is; whatever goes wrong there is reported with the position's name."""
        try:
            return self.game.look(position)
        except (GameError, Cancelled, KeyboardInterrupt, Terminated):
            raise
        except BaseException as error:
            raise self.failed(position, error) from error

    def failed(self, position: Any, error: BaseException) -> GameError:
        """Return the error that says what went wrong in the game's own code."""
        return GameError(f"look() fails at position {self.at(position)}: {type(error).__name__}: {error}")

    def same(self, position: Any) -> Any:
        """Return the position that stands for all that are the same up to symmetry."""
        if self.canonical is None:
            return position
        try:
            return self.canonical(position)
        except (GameError, Cancelled, KeyboardInterrupt, Terminated):
            raise
        except BaseException as error:
            raise GameError(
                f"canonical() fails at position {self.at(position)}: {type(error).__name__}: {error}"
            ) from error

    def spread(self, node: Any, position: Any) -> Spread:
        """List what can be chosen at a position and what follows, after a look at its form."""
        match node:
            case Terminal() | Chance():
                return Spread(None, (), [node])
            case Decision(player, options):
                if player not in (MAX, MIN):
                    raise GameError(
                        f"position {self.at(position)}: player {player!r} is neither MAX ({MAX}) "
                        f"nor MIN ({MIN}); {TWO_PLAYERS}"
                    )
                if not options:
                    raise GameError(
                        f"position {self.at(position)}: a decision without options; an end is a Terminal"
                    )
                return Spread(player, tuple(options), list(options.values()))
            case Simultaneous(row_moves, column_moves, outcome):
                try:
                    rows, columns = tuple(listed_moves(row_moves)), tuple(listed_moves(column_moves))
                except GameError as error:
                    raise GameError(f"position {self.at(position)}: {error}") from None
                if not rows or not columns:
                    raise GameError(
                        f"position {self.at(position)}: a player without moves; an end is a Terminal"
                    )
                if len(set(rows)) < len(rows) or len(set(columns)) < len(columns):
                    raise GameError(f"position {self.at(position)}: a move is listed twice")
                return Spread(
                    MAX, rows, [outcome(row, column) for row in rows for column in columns], columns
                )
        raise GameError(
            f"look() at position {self.at(position)} returned {node!r}: it must be a Terminal, Chance, "
            "Decision or Simultaneous"
        )

    def flat(self, outcome: Any, position: Any) -> Flat:
        """Flatten an outcome: nested steps and lotteries become one reward and one chance a position."""
        reward, ends = self.zero, False
        branches: dict[Any, Any] = {}
        pending: list[tuple[Any, Any]] = [(self.one, outcome)]
        nested = 0
        while pending:
            weight, outcome = pending.pop()
            if not isinstance(outcome, NODES):
                following = self.same(outcome)
                try:
                    before = branches.get(following)
                except TypeError:
                    raise self.unhashable(following, position) from None
                branches[following] = weight if before is None else before + weight
                continue
            nested += 1
            if nested > MOST_NESTED:
                raise GameError(
                    f"position {self.at(position)}: an outcome has more than {MOST_NESTED:,} steps and "
                    "lotteries inside; does one contain itself? give positions instead"
                )
            match outcome:
                case Step(gain, following):
                    reward = reward + weight * self.number(gain, position)
                    pending.append((weight, following))
                case Terminal(gain):
                    reward, ends = reward + weight * self.number(gain, position), True
                case Chance(outcomes):
                    checked = self._checked(outcomes, position)
                    pending += checked if weight is self.one else [(weight * p, o) for p, o in checked]
                case _:
                    kind = type(outcome).__name__
                    raise GameError(
                        f"position {self.at(position)}: a {kind} as outcome; give its position instead"
                    )
        return reward, branches, ends

    def unhashable(self, following: Any, position: Any) -> GameError:
        """Return the error that says what a position must be made of."""
        return GameError(
            f"position {following!r} (a move from {self.at(position)}) is not hashable: use tuples, strings "
            "or frozen dataclasses"
        )

    def _checked(self, outcomes: Any, position: Any) -> list[tuple[Any, Any]]:
        """Convert a lottery's probabilities; drop impossible outcomes; the rest must sum to 1."""
        branches = []
        before, probability = self._former
        for p, outcome in outcomes:
            if p is not before:  # equal chances are mostly one and the same number
                before, probability = p, self.number(p, position)
            branches.append((probability, outcome))
        self._former = before, probability
        chances = [p for p, _ in branches]
        total = sum(chances, self.zero) if self.exact else math.fsum(chances)
        least = min(chances, default=self.zero)
        if least < 0:
            raise GameError(f"position {self.at(position)}: a negative probability")
        if abs(total - 1) > self.tolerance:
            raise GameError(f"position {self.at(position)}: the probabilities sum to {total}, not to 1")
        if self.floats and total != 1:
            return [(p / total, o) for p, o in branches if p != 0]
        return branches if least > 0 else [(p, o) for p, o in branches if p != 0]
