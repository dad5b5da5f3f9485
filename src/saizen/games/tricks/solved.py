"""The trick-taking game as a solution: any position by tables and search, nothing solved in advance."""

from collections.abc import Iterable

from saizen.errors import PositionError
from saizen.game import Move
from saizen.games.tricks import values
from saizen.games.tricks.rules import Tricks, TricksPosition
from saizen.games.tricks.searcher import searcher_for
from saizen.games.tricks.text import checked
from saizen.solution import MoveValue, Solution, as_position
from saizen.store import Store
from saizen.work import SILENT, Progress


class TricksSolution(Solution[TricksPosition]):
    """Exact answers for every position of up to 20 cards a hand, of this deal or of any other.

    All solutions share tables and memo, which are safe in threads. A hand of 12 cards takes milliseconds, one
    of 20 seconds; ``progress`` watches the tables being made and every question, and may stop it.

    >>> solution = TricksSolution(Tricks("ABABba"))
    >>> solution.value("ABABba lead=L"), [found.move for found in solution.moves("ABABba lead=L")]
    (3, [1, 4, 6])
    """

    def __init__(self, game: Tricks, store: Store | None = None, progress: Progress = SILENT) -> None:
        self._game, self._store, self._progress = game, store, progress
        searcher_for(game.start(), game.objective, store, progress)

    def __repr__(self) -> str:
        return f"<exact solution of {self._game!r}>"

    @property
    def game(self) -> Tricks:
        """The rules that are solved."""
        return self._game

    @property
    def exact(self) -> bool:
        """Values are whole numbers, proved by the search."""
        return True

    def value(self, position: TricksPosition | str) -> int:
        """Return how many score cards Left takes from here on when both play best."""
        return values.value(self._here(position), self._game.objective, self._store, self._progress)

    def moves(
        self,
        position: TricksPosition | str,
        player: int | None = None,
        *,
        among: Iterable[Move] | None = None,
    ) -> list[MoveValue]:
        """Return every card that can be played, or those in ``among``, best first, then strongest first."""
        found = values.card_values(self._here(position), self._game.objective, self._store, self._progress)
        wanted = None if among is None else set(among)
        return [one for one in found if wanted is None or one.move in wanted]

    def best_replies(self, position: TricksPosition | str, card: int, known: int) -> list[int]:
        """Return every best reply to a lead whose value is known, strongest first."""
        here = self._here(position)
        return values.best_replies(here, card, known, self._game.objective, self._store, self._progress)

    def _here(self, position: TricksPosition | str) -> TricksPosition:
        here = as_position(self._game, position)
        if not isinstance(here, TricksPosition):
            raise PositionError(f"{here!r} is not a position of tricks; one looks like 'AABBbaba lead=L'")
        return checked(here)
