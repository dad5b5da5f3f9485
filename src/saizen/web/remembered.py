"""A solution that remembers its answers, since twenty visitors ask much the same."""

from collections.abc import Iterable
from typing import Any

from saizen.cache import Cache
from saizen.game import Game, Move
from saizen.solution import MoveValue, Solution, as_position
from saizen.web.jobs import RELAY

MOST = 5_000
"""Answers of each kind that are kept."""


class Remembered(Solution[Any]):
    """The answers of a solution, each computed once; what else it can do is its own.

    >>> from nim import Nim
    >>> from saizen import solve
    >>> remembered = Remembered(solve(Nim((2, 1))))
    >>> remembered.value("((2, 1), 0)"), remembered.strategy("((2, 1), 0)")
    (1, {'2 to 1': Fraction(1, 1)})
    """

    def __init__(self, solution: Solution[Any]) -> None:
        self._solution = solution
        self._answers: Cache[Any] = Cache(most=MOST)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._solution, name)

    @property
    def game(self) -> Game[Any]:
        """The rules that were solved."""
        return self._solution.game

    @property
    def exact(self) -> bool:
        """Whether values are exact."""
        return self._solution.exact

    @property
    def estimates(self) -> bool:
        """Whether values are estimates."""
        return self._solution.estimates

    def _kept(self, kind: str, position: Any, *more: Any) -> Any:
        here = as_position(self.game, position)
        ask = getattr(self._solution, kind)
        return self._answers.get((kind, here, *more), lambda: ask(here, *more), RELAY)

    def value(self, position: Any) -> Any | None:
        """Return what a position is worth."""
        return self._kept("value", position)

    def moves(
        self, position: Any, player: int | None = None, *, among: Iterable[Move] | None = None
    ) -> list[MoveValue]:
        """Return every legal move, best first; those in ``among`` are looked up each time."""
        if among is not None:
            return self._solution.moves(position, player, among=among)
        return list(self._kept("moves", position, player))

    def turns(self, position: Any) -> list[MoveValue]:
        """Return the plans for a whole turn."""
        return list(self._kept("turns", position))

    def strategy(self, position: Any, player: int | None = None) -> dict[Move, Any]:
        """Return optimal probabilities by move."""
        return dict(self._kept("strategy", position, player))

    def unique(self, position: Any, player: int | None = None) -> bool | None:
        """Tell whether the optimal strategy is the only one."""
        found: bool | None = self._kept("unique", position, player)
        return found

    def remoteness(self, position: Any) -> int | None:
        """Return how many moves best play takes."""
        found: int | None = self._kept("remoteness", position)
        return found

    def best_line(self, position: Any) -> list[Move]:
        """Return the moves of best play."""
        return list(self._kept("best_line", position))
