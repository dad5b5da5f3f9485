"""The table solved: every place is a move of the board behind it."""

from collections.abc import Iterable, Sequence
from typing import Any

from saizen.game import MAX, Decision, Move
from saizen.games.memory.notes import board_notes
from saizen.games.memory.places.game import MemoryTable
from saizen.games.memory.places.position import TablePosition
from saizen.games.memory.solved import BoardSolution
from saizen.games.memory.text import kind_text
from saizen.solution import MoveValue, Notes, Solution, as_position, rate_moves, select


class PlacesSolution(Solution[TablePosition]):
    """Answers about places, from the solution of the board that the table projects onto.

    >>> from saizen.games.memory.solved import TableSolution
    >>> table = MemoryTable("2x2")
    >>> found = PlacesSolution(table, TableSolution(table.rules)).moves("2x2 | A ? ? ? | second first=1")
    >>> [(move.move, str(move.value)) for move in found]
    [(2, '2/3'), (3, '2/3'), (4, '2/3')]
    """

    def __init__(self, table: MemoryTable, board: BoardSolution) -> None:
        self.table = table
        self.board = board

    def __repr__(self) -> str:
        return f"<exact solution of {self.table!r}>"

    @property
    def game(self) -> MemoryTable:
        """The rules that were solved."""
        return self.table

    @property
    def exact(self) -> bool:
        """Whether values are exact: they are."""
        return self.board.exact

    def value(self, position: TablePosition | str) -> Any:
        """Return what a table is worth to MAX."""
        place: TablePosition = as_position(self.table, position)
        if place.turned is not None and not place.fresh:
            return self.moves(place)[0].value
        return self.board.value(self.table.project(place))

    def moves(
        self, position: TablePosition | str, player: int | None = None, *, among: Iterable[Move] | None = None
    ) -> list[MoveValue]:
        """Return every place that may be turned with its value, best first."""
        at: TablePosition = as_position(self.table, position)
        if self.table.over(at):
            return []
        board_values: dict[Move, Any] = {
            answer.move: answer.value for answer in self.board.moves(self.table.project(at))
        }
        best = max if at.mover == MAX else min
        values: dict[Move, Any] = {
            place: best(board_values[move] for move in self.table.board_moves(at, place))
            for place in self.table.places(at)
        }
        return select(rate_moves(values, at.mover), among)

    def turns(self, position: TablePosition | str) -> list[MoveValue]:
        """Return the plans for a whole turn, each with the places that it begins with."""
        place: TablePosition = as_position(self.table, position)
        if place.turned is not None or not isinstance(self.table.look(place), Decision):
            return []
        plans = self.board.turns(self.table.project(place))
        return [
            MoveValue(plan.move, plan.value, plan.optimal, line=self._line(place, str(plan.move)))
            for plan in plans
        ]

    def notes(
        self, position: TablePosition | str, moves: Sequence[MoveValue], turns: Sequence[MoveValue]
    ) -> Notes:
        """Say the same as of the board behind the table; once a card lies open, no first card is to come."""
        place: TablePosition = as_position(self.table, position)
        board = self.table.project(place)
        policy = self.board.policy(board) if place.turned is None else []
        return board_notes(self.table.rules, board, self.value(place), turns, policy)

    def _line(self, position: TablePosition, plan: str) -> tuple[Move, ...]:
        """Name the places: both where they are known beforehand, else an unknown one to begin with."""
        known_places = {letter: position.known_places(letter) for letter in self.table.letters}
        if plan == "0-move":
            return tuple(places[0] for places in known_places.values() if places)[:2]
        for letter, places in known_places.items():
            if plan == f"take {kind_text(self.table.kind(position, letter))}":
                return tuple(places[:2])
        return tuple(place for place in position.left if not position.is_seen(place))[:1]
