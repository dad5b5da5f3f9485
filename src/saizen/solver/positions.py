"""Numbered positions from any source, and what the rules say about each."""

from dataclasses import dataclass
from typing import Any, Generic

from saizen.errors import Cancelled, GameError, Terminated
from saizen.game import Game, Move, P, name_of
from saizen.solver.reading import RulesReader

Lottery = tuple[Any, tuple[tuple[Any, int], ...], bool]
"""What a move leads to: the reward expected on the way, pairs (probability, position number), and
whether the game can end at once."""


@dataclass(slots=True)
class PositionMoves:
    """One position with its moves. ``player`` is None where nobody chooses (terminal or chance)."""

    player: int | None
    moves: tuple[Move, ...]
    lotteries: list[Lottery]
    column_moves: tuple[Move, ...] | None = None
    """Only for simultaneous positions, whose ``lotteries`` are a matrix, row after row."""


class NumberedPositions(Generic[P]):
    """Positions that have numbers, and what the rules say of each."""

    def __init__(self, rules: RulesReader[P]) -> None:
        self.rules = rules

    def number_of(self, position: Any) -> int | None:
        """Return the number of a position in the form that stands for it; ``TypeError`` for what is none."""
        raise NotImplementedError

    @property
    def game(self) -> Game[P]:
        """The rules."""
        return self.rules.game

    @property
    def exact(self) -> bool:
        """Whether numbers are rationals."""
        return self.rules.exact

    @property
    def endless(self) -> Any | None:
        """The value of endless play, in the arithmetic of the graph; None if the rules do not define it."""
        return self.rules.endless

    @property
    def draw(self) -> Any:
        """The value at which nobody gains: that of endless play, else 0."""
        return self.rules.zero if self.endless is None else self.endless

    def find(self, position: Any) -> int | None:
        """Return the number of a position; None where it cannot be reached."""
        try:
            return self.number_of(self.rules.same(position))
        except (TypeError, GameError):  # not hashable; what is no position of the game is not found either
            return None

    def place(self, position: Any) -> PositionMoves:
        """Ask the rules again what can be done at a position."""
        rules = self.rules
        try:
            spread = rules.spread(rules.look(position), position)
            flat = [rules.flat(outcome, position) for outcome in spread.outcomes]
        except (GameError, Cancelled, KeyboardInterrupt, Terminated):
            raise
        except BaseException as error:
            raise rules.failed(position, error) from error
        try:
            lotteries = [
                (reward, tuple((p, self._known(child)) for child, p in branches.items()), ends)
                for reward, branches, ends in flat
            ]
        except KeyError as error:
            raise GameError(
                f"look() at {name_of(self.game, position)} leads to {error.args[0]}, which it did not "
                "before; look() and canonical() must answer the same each time (saizen check says more)"
            ) from None
        return PositionMoves(spread.player, spread.moves, lotteries, spread.column_moves)

    def _known(self, position: Any) -> int:
        at = self.number_of(position)
        if at is None:
            raise KeyError(name_of(self.game, position))
        return at
