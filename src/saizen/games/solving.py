"""The solutions of games of one's own: solved last, kept in the store, or solved now, here or elsewhere."""

from typing import Any

from saizen.cache import Cache
from saizen.errors import GameError, SaizenError, rules_of
from saizen.game import Game
from saizen.places import Place
from saizen.solver import solve
from saizen.solver.explore import too_many
from saizen.solver.solution import GraphSolution
from saizen.store import Store, TableName
from saizen.work import SILENT, Progress

HERE = Place()


class Solutions:
    """What an entry has solved. ``source`` is what its rules are made of: another one is another table."""

    def __init__(self, name: str, source: str) -> None:
        self.name, self.source = name, source
        self._found: Cache[GraphSolution[Any]] = Cache(most=4)
        self._settings: Cache[str | None] = Cache(most=64)

    def made(self, game: Game[Any], settings: str) -> Game[Any]:
        """Remember from which settings a game was made; return the game."""
        self._settings.get(_Same(game), lambda: settings)
        return game

    def get(
        self,
        game: Game[Any],
        *,
        float_: bool = False,
        max_positions: int,
        store: Store | None = None,
        progress: Progress = SILENT,
        where: Place = HERE,
    ) -> GraphSolution[Any]:
        """Return the solution of a game: what was solved last or is kept is not explored again."""
        if max_positions < 1:
            raise SaizenError(f"--max-positions {max_positions}: use at least 1")

        def work() -> GraphSolution[Any]:
            with rules_of(self.name):
                return self._opened(game, float_, store) or solve(
                    game,
                    exact=not float_,
                    max_positions=max_positions,
                    progress=progress,
                    executor=where.executor,
                    workers=where.workers or 1,
                )

        found = self._found.get((_Same(game), float_), work, progress)
        if len(found) > max_positions:
            raise GameError(f"{self.name}: {too_many(max_positions)}")
        return found

    def keep(
        self, found: GraphSolution[Any], store: Store | None = None, progress: Progress = SILENT
    ) -> TableName:
        """Put a solution into the store, and return the name of its table."""
        from saizen.solver.kept import keep

        name = self._table_name(found.game, found.exact)
        if name is None:
            raise SaizenError(f"--keep: this game was not made by {self.name}")
        with rules_of(self.name):
            keep(found, name, store or Store(), self.name, progress)
        return name

    def _opened(self, game: Game[Any], float_: bool, store: Store | None) -> GraphSolution[Any] | None:
        from saizen.solver.kept import opened

        name = self._table_name(game, not float_)
        return None if name is None else opened(game, name, store or Store(), exact=not float_)

    def _table_name(self, game: Game[Any], exact: bool) -> TableName | None:
        """Return the name under which the solution of a game is kept; None where it is not this entry's."""
        from saizen.solver.kept import table_name

        settings = self._settings.get(_Same(game), lambda: None)
        if settings is None:
            return None
        return table_name(self.name.rpartition(":")[2], self.source, settings, exact)


class _Same:
    """A key that is equal for one and the same object only, and keeps it alive."""

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.thing is self.thing
