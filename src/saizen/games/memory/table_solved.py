"""The table solved: every place is a move of the board behind it."""

from collections.abc import Iterable
from typing import Any

from saizen.game import MAX, Decision, Move
from saizen.games.memory.position import MemoryPosition
from saizen.games.memory.solved import ranked
from saizen.games.memory.table import MemoryTable
from saizen.games.memory.table_position import TablePosition
from saizen.games.memory.text import kind_text
from saizen.solution import MoveValue, Solution, as_position


class PlacesSolution(Solution[TablePosition]):
    """Answers about places, from the solution of the board that the table projects onto.

    >>> from saizen.games.memory.solved import TableSolution
    >>> table = MemoryTable("2x2")
    >>> found = PlacesSolution(table, TableSolution(table.rules)).moves("2x2 | A ? ? ? | second first=1")
    >>> [(move.move, str(move.value)) for move in found]
    [(2, '2/3'), (3, '2/3'), (4, '2/3')]
    """

    def __init__(self, table: MemoryTable, board: Solution[MemoryPosition]) -> None:
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
        here: TablePosition = as_position(self.table, position)
        if here.turned is not None and not here.fresh:
            return self.moves(here)[0].value
        return self.board.value(self.table.project(here))

    def moves(
        self, position: TablePosition | str, player: int | None = None, *, among: Iterable[Move] | None = None
    ) -> list[MoveValue]:
        """Return every place that may be turned with its value, best first."""
        here: TablePosition = as_position(self.table, position)
        if self.table.over(here):
            return []
        found: dict[Move, Any] = {one.move: one.value for one in self.board.moves(self.table.project(here))}
        best = max if here.mover == MAX else min
        values: dict[Move, Any] = {
            place: best(found[move] for move in self.table.board_moves(here, place))
            for place in self.table.places(here)
        }
        return ranked(values, here.mover, among)

    def turns(self, position: TablePosition | str) -> list[MoveValue]:
        """Return the plans for a whole turn, each with the places that it begins with."""
        here: TablePosition = as_position(self.table, position)
        if here.turned is not None or not isinstance(self.table.look(here), Decision):
            return []
        plans = self.board.turns(self.table.project(here))
        return [
            MoveValue(plan.move, plan.value, plan.optimal, line=self._line(here, str(plan.move)))
            for plan in plans
        ]

    def _line(self, position: TablePosition, plan: str) -> tuple[Move, ...]:
        """Name the places: both where they are known beforehand, else an unknown one to begin with."""
        known = {letter: position.known(letter) for letter in self.table.letters}
        if plan == "0-move":
            return tuple(places[0] for places in known.values() if places)[:2]
        for letter, places in known.items():
            if plan == f"take {kind_text(self.table.kind(position, letter))}":
                return tuple(places[:2])
        return tuple(place for place in position.left if not position.is_seen(place))[:1]
