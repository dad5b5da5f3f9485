"""Games of the user whose rules compile: small ones go to the generic solver, others to `saizen.large`."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Any

from saizen.errors import GameError, SaizenError, name_rules, rules_at_work
from saizen.game import Game
from saizen.games import Entry
from saizen.games.options import Options
from saizen.games.own import generic_game
from saizen.games.own_solutions import HERE, SameObject, Solutions
from saizen.kernels import policy
from saizen.large.game import CompiledGame
from saizen.solution import Solution
from saizen.solver import solve as solve_generic
from saizen.store import Store, TableName
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache
from saizen.work.cluster import Place

SMALL = 10_000
"""Positions up to which a game is solved in plain Python, which takes less time than compiling its rules."""
MOST_POSITIONS = 4_000_000_000


@dataclass(frozen=True, slots=True)
class LargeOptions(Options):
    """How games with compiled rules are solved."""

    max_positions: Annotated[int, "Give up beyond this many positions; 14 bytes of memory each."] = (
        MOST_POSITIONS
    )
    remoteness: Annotated[bool, "Also store how many moves best play takes, two bytes a position."] = True
    files: Annotated[
        bool, "Work through files of the store, for what is larger than memory; a killed run continues."
    ] = False
    start_only: Annotated[bool, "Prove the value of the start alone, by alpha-beta search."] = False


class LargeSolutions(Solutions):
    """What was solved of games whose rules compile."""

    def __init__(self, name: str, source: str) -> None:
        super().__init__(name, source)
        self._large: Cache[Solution[Any]] = Cache(most=2)

    def find(
        self, game: CompiledGame, options: LargeOptions, store: Store | None, progress: Progress, where: Place
    ) -> Solution[Any]:
        """Return the solution of a game: from memory, from the store, or solved now."""
        if options.max_positions < 1:
            raise SaizenError(f"--max-positions {options.max_positions}: use at least 1")

        def work() -> Solution[Any]:
            with name_rules(self.name), rules_at_work(self.name):
                return self._solved(game, options, store or Store(), progress, where)

        return self._large.get((SameObject(game), options), work, progress)

    def keep(self, solution: Any, store: Store | None = None, progress: Progress = SILENT) -> TableName:
        """Put a solution into the store, and return the name of its table."""
        from saizen.large.solution import LargeSolution
        from saizen.large.solve import keep

        if not isinstance(solution, LargeSolution):
            return super().keep(solution, store, progress)
        name = self._name(solution.game, solution.timed)
        keep(solution, name, store or Store(), progress)
        return name

    def _name(self, game: CompiledGame, remoteness: bool) -> TableName:
        from saizen.large.solve import table_name

        settings, _ = self._settings.get(SameObject(game), lambda: (None, ()))
        if settings is None:
            raise SaizenError(f"this game was not made by {self.name}, so it has no place in the store")
        return table_name(self.name.rpartition(":")[2], self.source, settings, remoteness)

    def _solved(
        self, game: CompiledGame, options: LargeOptions, store: Store, progress: Progress, where: Place
    ) -> Solution[Any]:
        from saizen.large.solve import open_large, solve_large

        if options.start_only:
            from saizen.large.start_only import solve_start

            return solve_start(game, progress=progress)
        name = self._name(game, options.remoteness or not game.declares("layer"))
        if (stored := open_large(game, name, store)) is not None:
            return stored
        if not options.files and where.executor is None and policy.MODE != "compiled":
            most = options.max_positions if policy.MODE == "plain" else min(SMALL, options.max_positions)
            try:
                return self._opened(game, False, store) or solve_generic(
                    game, max_positions=most, progress=progress
                )
            except GameError:
                if policy.MODE == "plain":
                    raise
        return solve_large(
            game,
            remoteness=options.remoteness,
            max_positions=options.max_positions,
            workers=where.workers,
            executor=where.executor,
            progress=progress,
            store=store,
            name=name if options.files else None,
        )


def compiled_game(name: str, kind: Callable[..., Game[Any]], title: str, summary: str, source: str) -> Entry:
    """Return an entry for rules that compile."""
    solutions = LargeSolutions(name, source)
    entry = generic_game(name, kind, title, summary, source, solutions=solutions)

    def solve(
        game: CompiledGame,
        options: LargeOptions,
        *,
        store: Store | None = None,
        progress: Progress = SILENT,
        where: Place = HERE,
    ) -> Solution[Any]:
        return solutions.find(game, options, store, progress, where)

    return replace(entry, solver=LargeOptions, solve=solve)
