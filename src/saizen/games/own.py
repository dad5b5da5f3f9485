"""Games of the user: a class in a file or a module becomes an entry like the five games."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Annotated, Any, Self

from saizen import notation
from saizen.errors import GameError, SaizenError, rules_at_work
from saizen.game import Game
from saizen.games import Entry
from saizen.games.options import Option, Options, checked_options, options_of
from saizen.games.own_solutions import HERE, Solutions
from saizen.large.game import CompiledGame
from saizen.solver.solution import GraphSolution
from saizen.store import Store
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
    def read(cls, settings: Mapping[str, Any], whose: str, listed: Sequence[Option] = ()) -> Self:
        """Make the settings: ``set`` has texts, any other name is an argument of the constructor."""
        arguments = {name: value for name, value in settings.items() if name.rstrip("_") != "set"}
        texts = {name: settings[name] for name in settings if name not in arguments}
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

        def make_game() -> Game[Any]:
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
            return solutions.remember(game, settings_text, [f"{key}={settings[key]!r}" for key in settings])

        with rules_at_work(f"{name}({settings_text})"):
            # the same settings are the same game, whose solution is found again
            return games.get(settings_text, make_game)

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
    description = inspect.getdoc(module) or inspect.getdoc(game_class) or "a game of your own"
    summary = description.partition("\n")[0]
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
