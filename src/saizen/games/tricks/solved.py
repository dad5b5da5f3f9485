"""The trick-taking game as a solution: any position by tables and search, nothing solved in advance."""

from collections.abc import Iterable, Sequence

from saizen.errors import PositionError
from saizen.game import Move
from saizen.games.tricks import values
from saizen.games.tricks.reasons import card_notes, summary
from saizen.games.tricks.rules import Tricks, TricksPosition
from saizen.games.tricks.search.searcher import searcher_for
from saizen.games.tricks.text import check_position
from saizen.solution import MoveValue, Notes, Solution, as_position, select
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
        return values.value(self._place(position), self._game.objective, self._store, self._progress)

    def moves(
        self,
        position: TricksPosition | str,
        player: int | None = None,
        *,
        among: Iterable[Move] | None = None,
    ) -> list[MoveValue]:
        """Return every card that can be played, or those in ``among``, best first, then strongest first."""
        cards = values.card_values(self._place(position), self._game.objective, self._store, self._progress)
        return select(cards, among)

    def notes(
        self, position: TricksPosition | str, moves: Sequence[MoveValue], turns: Sequence[MoveValue]
    ) -> Notes:
        """Return the best replies to each lead, a reason for each value, and what the value means."""
        place, objective = self._place(position), self._game.objective
        turn = place.turn if place.cards else None
        return Notes(
            moves=[card_notes(self, place, _card(move), int(move.value or 0)) for move in moves],
            data={"turn": turn, "score_cards": place.score_cards, "objective": objective.value},
            sentences=[summary(place, self.value(place), objective)],
        )

    def best_replies(self, position: TricksPosition | str, card: int, lead_value: int) -> list[int]:
        """Return every best reply to a lead whose value is known, strongest first."""
        place = self._place(position)
        return values.best_replies(place, card, lead_value, self._game.objective, self._store, self._progress)

    def _place(self, position: TricksPosition | str) -> TricksPosition:
        place = as_position(self._game, position)
        if not isinstance(place, TricksPosition):
            raise PositionError(f"{place!r} is not a position of tricks; one looks like 'AABBbaba lead=L'")
        return check_position(place)


def _card(move: MoveValue) -> int:
    """Return the card of a move, which is its rank."""
    assert isinstance(move.move, int)
    return move.move
