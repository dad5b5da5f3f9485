"""Games of the user: a class in a file or a module becomes an entry like the five games."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Annotated, Any, Self

from saizen import notation
from saizen.errors import GameError, SaizenError, name_rules, rules_at_work
from saizen.game import Game, hides
from saizen.games import Entry
from saizen.games.options import Option, Options, checked_options, options_of
from saizen.large.game import CompiledGame
from saizen.solver import solve
from saizen.solver.explore import too_many
from saizen.solver.solution import GraphSolution
from saizen.store import Store, TableName
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache
from saizen.work.cluster import Place
from saizen.work.opened_files import noted_files
from saizen.work.user_modules import installed_versions, module_of, pack_module

REMEDY = ": give it as --set {0}=VALUE"
MOST_POSITIONS = 8_000_000
"""Positions that are explored by default: about two gigabytes."""


@dataclass(frozen=True, slots=True)
class Settings(Options):
    """What a user's constructor is given."""

    set: Annotated[
        tuple[str, ...], "An argument of the class, NAME=VALUE; the value is a Python literal, or else text."
    ] = ()
    _settings: Mapping[str, Any] = field(default_factory=dict)
    """The same by name, from Python and from links."""

    @classmethod
    def read(cls, given: Mapping[str, Any], whose: str, listed: Sequence[Option] = ()) -> Self:
        """Make the settings: ``set`` has texts, any other name is an argument of the constructor."""
        arguments = {name: value for name, value in given.items() if name.rstrip("_") != "set"}
        texts = {name: given[name] for name in given if name not in arguments}
        return cls(**checked_options(options_of(cls), texts, whose), _settings=arguments)

    def changed(self) -> dict[str, Any]:
        """Return what the constructor is given, by name."""
        return {**Options.changed(self), **self._settings}


@dataclass(frozen=True, slots=True)
class SolverOptions(Options):
    """How the generic solver works."""

    float_: Annotated[bool, "Solve with floats instead of fractions."] = False
    max_positions: Annotated[int, "Largest number of positions (about 250 bytes of memory each)."] = (
        MOST_POSITIONS
    )
    within: Annotated[
        str | None, "Hidden information: stop when the value is proved to lie in an interval this narrow."
    ] = None


def generic_game(
    name: str,
    kind: Callable[..., Game[Any]],
    title: str,
    summary: str,
    source: str,
    files: Mapping[str, str] = MappingProxyType({}),
    solutions: "Solutions | None" = None,
) -> Entry:
    """Return an entry for rules from outside: ``kind`` makes them, the generic solver solves them.

    ``files`` are those that were read when the rules were imported, each with its digest.
    """
    solutions, games = solutions or Solutions(name, source), Cache[Game[Any]](most=16)
    solutions.files.update(files)
    open_ended = any(p.kind is p.VAR_KEYWORD for p in inspect.signature(kind).parameters.values())

    def make(options: Settings) -> Game[Any]:
        settings = {**dict(map(read_setting, options.set)), **options._settings}
        settings_text = ", ".join(f"{key}={value!r}" for key, value in sorted(settings.items()))

        def made() -> Game[Any]:
            # bounds are checked here; of what kind a value must be is for the rules to judge
            declared = [replace(option, kinds=(Any,)) for option in options_of(kind, filled=())]
            loose = (
                {key: settings[key] for key in settings if key not in {o.name for o in declared}}
                if open_ended
                else {}
            )
            named = {key: value for key, value in settings.items() if key not in loose}
            with noted_files(solutions.files):
                game = kind(**checked_options(declared, named, name, "a setting", REMEDY), **loose)
            if not isinstance(game, Game):
                raise GameError(
                    f"{name}({settings_text}) is {notation.short(repr(game))}, which is not a saizen.Game"
                )
            return solutions.made(game, settings_text, [f"{key}={settings[key]!r}" for key in settings])

        with rules_at_work(f"{name}({settings_text})"):
            return games.get(
                settings_text, made
            )  # the same settings are the same game, whose solution is found again

    def solve(
        game: Game[Any],
        options: SolverOptions,
        *,
        store: Store | None = None,
        progress: Progress = SILENT,
        where: Place = HERE,
    ) -> GraphSolution[Any]:
        return solutions.get(
            game,
            float_=options.float_,
            max_positions=options.max_positions,
            within=options.within,
            store=store,
            progress=progress,
            where=where,
        )

    return Entry(
        name=name,
        title=title,
        summary=summary,
        options=Settings,
        solver=SolverOptions,
        make=make,
        solve=solve,
        solutions=solutions,
    )


def own_game(name: str, folder: Path | None = None) -> Entry:
    """Return the entry of a class derived from `saizen.Game`, named ``FILE.py:Class`` or ``module:Class``.

    Loading it runs the file, as importing does. ``folder`` is where the name of the file begins, the current
    directory by default.
    """
    place, _, kind = name.rpartition(":")
    files: dict[str, str] = {}
    with noted_files(files):
        module = module_of(str(folder / place) if folder else place, name)
    game_class = getattr(module, kind, None)
    if game_class is None:
        raise SaizenError(f"{name}: {place} has no class {kind!r}; it has: {_games_in(module)}")
    if not (isinstance(game_class, type) and issubclass(game_class, Game)):
        raise SaizenError(f"{name}: {kind} is not a class derived from saizen.Game")
    if inspect.isabstract(game_class):
        missing = ", ".join(sorted(game_class.__abstractmethods__))
        raise SaizenError(f"{name}: {kind} has no {missing}; a game needs start() and look(position)")
    told = inspect.getdoc(module) or inspect.getdoc(game_class) or "a game of your own"
    summary = told.partition("\n")[0]
    own = pack_module(game_class.__module__).sources  # the file, and those of the user's own that it imports
    source = repr([(Path(module.path).name, module.text) for module in own] + installed_versions(own))
    if issubclass(game_class, CompiledGame):
        from saizen.games.compiled import compiled_game

        return compiled_game(name, game_class, kind, summary, repr((source, sorted(files.items()))))
    return generic_game(name, game_class, kind, summary, source, files)


def _games_in(module: ModuleType) -> str:
    """List the games of a module, for an error message."""
    kinds = (kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Game))
    names = [kind.__name__ for kind in kinds if kind not in (Game, CompiledGame)]
    return ", ".join(dict.fromkeys(names)) or "no class derived from saizen.Game"


def read_setting(setting: str) -> tuple[str, Any]:
    """Read NAME=VALUE; the value is a Python literal, else text.

    >>> read_setting("heaps=(3, 4, 5)"), read_setting("name=best of three"), read_setting("goal=10")
    (('heaps', (3, 4, 5)), ('name', 'best of three'), ('goal', 10))
    """
    name, equals, value = setting.partition("=")
    if not equals or not name.strip().isidentifier():
        raise SaizenError(f"--set {setting!r} is not of the form NAME=VALUE, such as heaps=(3,4,5)")
    return name.strip(), _python_literal(value)


def _python_literal(text: str) -> Any:
    import ast

    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return text


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

    def made(self, game: Game[Any], settings: str, listed: Sequence[str] = ()) -> Game[Any]:
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
            if width is not None:
                from saizen.solver.hidden import solve_hidden

                with name_rules(self.name):
                    close: Any = solve_hidden(
                        game, within=width, max_positions=max_positions, progress=progress
                    )
                    return close  # type: ignore[no-any-return]
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

    def keep(
        self, solution: GraphSolution[Any], store: Store | None = None, progress: Progress = SILENT
    ) -> TableName:
        """Put a solution into the store, and return the name of its table."""
        from saizen.solver.stored_solution import keep

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

    def table_name(self, game: Game[Any], exact: bool) -> TableName | None:
        """Return the name under which the solution of a game is kept; None where it is not this entry's."""
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
