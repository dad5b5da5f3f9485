"""Solutions of a user's games: each is found once, and kept in the store where somebody wants it."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from saizen import notation
from saizen.errors import GameError, SaizenError, name_rules
from saizen.game import Game, hides
from saizen.solver import solve
from saizen.solver.explore import too_many
from saizen.solver.solution import GraphSolution
from saizen.store import Store, TableName
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache
from saizen.work.cluster import Place
from saizen.work.opened_files import noted_files

if TYPE_CHECKING:
    from saizen.solver.hidden.kept import HiddenTable


def _read_width(game: Game[Any], text: str) -> Fraction:
    """Read how narrow an interval must be, for a game with hidden information."""
    if not hides(game):
        raise SaizenError(f"--within {text}: both players see everything in this game; leave it out")
    try:
        width = Fraction(text)
    except (ValueError, ZeroDivisionError):
        width = Fraction(0)
    if width <= 0:
        raise SaizenError(f"--within {notation.short(text)!r}: use a number above 0, such as 0.001 or 1/1000")
    return width


HERE = Place()


class Solutions:
    """What an entry has solved. ``source`` is what its rules are made of: another one is another table."""

    def __init__(self, name: str, source: str) -> None:
        self.name, self.source = name, source
        self._found: Cache[GraphSolution[Any]] = Cache(most=4)
        self._settings: Cache[tuple[str | None, Sequence[str]]] = Cache(most=64)
        self.files: dict[str, str] = {}
        """The files that the rules have read, each with its digest."""

    def remember(self, game: Game[Any], settings: str, listed: Sequence[str] = ()) -> Game[Any]:
        """Remember from which settings a game was made, as one text and as typed; return the game."""
        self._settings.get(SameObject(game), lambda: (settings, listed))
        return game

    def get(
        self,
        game: Game[Any],
        *,
        float_: bool = False,
        max_positions: int,
        within: str | None = None,
        store: Store | None = None,
        progress: Progress = SILENT,
        where: Place = HERE,
    ) -> GraphSolution[Any]:
        """Return the solution of a game: what was solved last or is stored is not explored again."""
        if max_positions < 1:
            raise SaizenError(f"--max-positions {max_positions}: use at least 1")

        width = None if within is None else _read_width(game, within)

        def work() -> GraphSolution[Any]:
            if hides(game):
                with name_rules(self.name):
                    hidden: GraphSolution[Any] = self._hidden(
                        game, not float_, width, max_positions, store or Store(), progress, where
                    )
                    return hidden
            with name_rules(self.name):
                solution = self._opened(game, float_, store)
            if solution is not None:
                return solution
            with name_rules(self.name), noted_files(self.files):
                explored: GraphSolution[Any] = solve(
                    game,
                    exact=not float_,
                    max_positions=max_positions,
                    progress=progress,
                    executor=where.executor,
                    workers=where.workers or 1,
                )
                return explored

        solution = self._found.get((SameObject(game), float_, width), work, progress)
        if len(solution) > max_positions:
            raise GameError(f"{self.name}: {too_many(max_positions)}")
        return solution

    def _hidden(
        self,
        game: Game[Any],
        exact: bool,
        width: Fraction | None,
        max_positions: int,
        store: Store,
        progress: Progress,
        where: Place,
    ) -> Any:
        """Solve a game with hidden information, from where it was stopped or kept."""
        from saizen.solver.hidden import solve_hidden

        files: dict[str, str] = {}
        with noted_files(files):
            solution = solve_hidden(
                game,
                exact=exact,
                within=width,
                max_positions=max_positions,
                progress=progress,
                executor=where.executor,
                workers=where.workers or 1,
                table=self.hidden_table(game, "within" if width else exact, store),
            )
        tables = store.directory.absolute()
        self.files |= {path: files[path] for path in files if not Path(path).is_relative_to(tables)}
        return solution

    def keep(
        self, solution: GraphSolution[Any], store: Store | None = None, progress: Progress = SILENT
    ) -> TableName:
        """Put a solution into the store, and return the name of its table."""
        from saizen.solver.stored_solution import keep

        if hides(solution.game):
            hidden: Any = solution
            table = self.hidden_table(solution.game, hidden.arithmetic, store)
            if table is None:
                raise SaizenError(f"--keep: this game was not made by {self.name}")
            hidden.keep(table)
            return table.name
        name = self.table_name(solution.game, solution.exact)
        if name is None:
            raise SaizenError(f"--keep: this game was not made by {self.name}")
        with name_rules(self.name):
            listed = self._settings.get(SameObject(solution.game), lambda: (None, ()))[1]
            more = {"files": dict(self.files), "settings": list(listed)}
            keep(solution, name, store or Store(), self.name, progress, more)
        return name

    def _opened(self, game: Game[Any], float_: bool, store: Store | None) -> GraphSolution[Any] | None:
        from saizen.solver.stored_solution import open_solution

        name = self.table_name(game, not float_)
        return None if name is None else open_solution(game, name, store or Store(), exact=not float_)

    def hidden_table(
        self, game: Game[Any], arithmetic: bool | str, store: Store | None
    ) -> "HiddenTable | None":
        """Return where the solution of a game with hidden information is kept."""
        from saizen.solver.hidden.kept import HiddenTable

        name = self.table_name(game, arithmetic)
        return None if name is None else HiddenTable(store or Store(), name, self.name, self.files)

    def table_name(self, game: Game[Any], exact: bool | str) -> TableName | None:
        """Return the name under which the solution of a game is kept; None where it is not this entry's.

        ``exact`` is the arithmetic: in fractions, in floats, or that of an interval.
        """
        from saizen.solver.stored_solution import table_name

        settings, _ = self._settings.get(SameObject(game), lambda: (None, ()))
        if settings is None:
            return None
        return table_name(self.name.rpartition(":")[2], self.source, settings, exact)


class SameObject:
    """A key that is equal for one and the same object only, and keeps it alive."""

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameObject) and other.thing is self.thing
