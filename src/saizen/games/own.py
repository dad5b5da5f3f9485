"""A game of one's own: a class in a file or a module, through the same door as the five games."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from saizen import notation
from saizen.advice import Advice, Answer, position_advice
from saizen.cache import Cache
from saizen.errors import GameError, SaizenError, rules_at_work, rules_of
from saizen.exact import text as number_text
from saizen.game import MAX, Game, find_seat, names_of
from saizen.games.bounds import check_bounds
from saizen.games.entry import Entry
from saizen.games.loading import games_in, module_of
from saizen.games.solving import Solutions
from saizen.luggage import packed
from saizen.places import CLUSTER, MORE_WORKERS, place
from saizen.solution import Solution, as_position
from saizen.solver.solution import GraphSolution
from saizen.store import Store
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.balance.measures import Balance, Careless

MOST_POSITIONS = 8_000_000
"""Positions that are explored unless told otherwise: about two gigabytes."""
SET = Annotated[
    list[str] | None, "A constructor argument, NAME=VALUE; the value is a Python literal, else text."
]
MOST = Annotated[int, "Give up beyond this many positions; about 250 bytes of memory each."]
KEEP = Annotated[bool, "Put the solution into the store, where later commands find it."]
FLOAT = Annotated[bool, "Solve in floats instead of fractions."]
PLAYER = Annotated[str | None, "Whose moves, where both choose at once: a player's name."]
POSITION = Annotated[str, "A position text; the start when it is empty."]


class GenericGame(Entry):
    """Rules that come from somewhere, solved by the generic solver; ``kind`` makes them from settings."""

    lengths = True

    def __init__(
        self,
        name: str,
        kind: Callable[..., Game[Any]],
        title: str,
        summary: str,
        source: str,
    ) -> None:
        self.name, self.kind, self.title, self.summary = name, kind, title, summary
        self.solutions = Solutions(name, source)
        self._games: Cache[Game[Any]] = Cache(most=16)

    @property
    def example(self) -> str:
        """The text of the start."""
        game = self.game()
        return game.text(game.start())

    @property
    def make(self) -> Callable[..., Game[Any]]:
        """Make the rules from settings; an unknown one, or one that is missing, is told in words."""

        def make(*, set_: SET = None, **settings: Any) -> Game[Any]:
            settings = {**dict(map(read_setting, set_ or ())), **settings}
            signature = inspect.signature(self.kind)
            names = [p.name for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
            open_ended = len(names) < len(signature.parameters)
            for name in settings:
                if name not in names and not open_ended:
                    raise SaizenError(notation.not_among(name, names, f"a setting of {self.name}"))
            for parameter in signature.parameters.values():
                needed = parameter.default is parameter.empty and parameter.kind not in (
                    parameter.VAR_KEYWORD,
                    parameter.VAR_POSITIONAL,
                )
                if needed and parameter.name not in settings:
                    raise SaizenError(
                        f"{self.name} needs {parameter.name}: give it as --set {parameter.name}=VALUE"
                    )
            check_bounds(self.kind, settings, self.name)
            given = ", ".join(f"{name}={value!r}" for name, value in sorted(settings.items()))
            with rules_at_work(f"{self.name}({given})"):
                # the same settings are the same game, so that its solution is found again
                return self._games.get(given, lambda: self._made(settings, given))

        return make

    def _made(self, settings: Mapping[str, Any], given: str) -> Game[Any]:
        game = self.kind(**settings)
        if not isinstance(game, Game):
            raise GameError(f"{self.name}({given}) is {notation.short(repr(game))}, which is no saizen.Game")
        return self.solutions.made(game, given)

    @property
    def solver(self) -> Callable[..., Solution[Any] | None]:
        """The generic solver; what it has solved last is kept."""

        def solver(
            game: Game[Any],
            *,
            float_: FLOAT = False,
            max_positions: MOST = MOST_POSITIONS,
            store: Store | None = None,
            progress: Progress = SILENT,
        ) -> GraphSolution[Any]:
            return self.solutions.get(
                game, float_=float_, max_positions=max_positions, store=store, progress=progress
            )

        return solver

    def measure(
        self,
        game: Game[Any],
        *,
        careless: "Sequence[Careless]",
        par: Any | None = None,
        max_positions: int,
        store: Store | None = None,
        progress: Progress = SILENT,
    ) -> "Balance":
        """Measure the balance of a game; one that is kept is not solved again."""
        from saizen.balance.measuring import measure_solution

        found = self.solutions.get(game, max_positions=max_positions, store=store, progress=progress)
        return measure_solution(found, careless=careless, par=par, most=max_positions, progress=progress)

    def advise(self, position: str = "", /, **options: Any) -> Advice:
        """Answer what is best at a position, the start when it is empty."""
        return self.advise_command(position, **options)

    @property
    def advise_command(self) -> Callable[..., Advice]:
        """What ``saizen advise FILE.py:Class`` does."""

        def advise(
            position: POSITION = "",
            *,
            set_: SET = None,
            player: PLAYER = None,
            float_: FLOAT = False,
            max_positions: MOST = MOST_POSITIONS,
            store: Store | None = None,
            progress: Progress = SILENT,
            **settings: Any,
        ) -> Advice:
            """Tell the best moves in a position, and what every other move costs."""
            game = self.game(set_=set_, **settings)
            with rules_of(self.name), rules_at_work(self.name):
                here = as_position(game, position) if notation.checked(position).strip() else game.start()
                found = self.solver(
                    game, float_=float_, max_positions=max_positions, store=store, progress=progress
                )
                assert found is not None
                seat = None if player is None else find_seat(game, player)
                return position_advice(found, here, seat, name=self.name, lengths=True)

        return advise

    @property
    def solve_command(self) -> Callable[..., Answer]:
        """What ``saizen solve FILE.py:Class`` does."""

        def solve_game(
            *,
            set_: SET = None,
            float_: FLOAT = False,
            max_positions: MOST = MOST_POSITIONS,
            out: Annotated[Path | None, "Write the values of all positions to this file."] = None,
            keep: KEEP = False,
            workers: MORE_WORKERS = None,
            cluster: CLUSTER = None,
            store: Store | None = None,
            progress: Progress = SILENT,
        ) -> Answer:
            """Solve every position that can be reached; count them, and tell the value of the start."""
            game = self.game(set_=set_)
            with place(workers, cluster, progress) as where:
                found = self.solutions.get(
                    game,
                    float_=float_,
                    max_positions=max_positions,
                    store=store,
                    progress=progress,
                    where=where,
                )
            with rules_of(self.name), rules_at_work(self.name):
                advice = position_advice(found, game.start(), name=self.name, lengths=True)
            data: dict[str, Any] = {
                "game": self.name,
                "position": advice.data["position"],
                "value": advice.data["value"],
                "positions": len(found),
                "exact": found.exact,
            }
            who = names_of(game).get(MAX, "max")
            notes = [f"{len(found)} positions; the start is worth {number_text(data['value'])} to {who}."]
            if keep:
                data["kept"] = str(self.solutions.keep(found, store, progress))
                notes.append(f"kept as {data['kept']}")
            if out is not None:
                found.save(out)
                data["out"] = str(out)
                notes.append(f"written to {out}")
            return Answer(data, advice.tables if advice.moves else [], notes)

        return solve_game

    def text_of(self, position: Any, /, **options: Any) -> str:
        """Write a position; what is no option of ``saizen advise`` is a setting of the game."""
        own = {"player", "float", "max_positions", "store", "progress"}
        game = self.game(**{name: value for name, value in options.items() if name.rstrip("_") not in own})
        return game.text(position)

    def small(self) -> Mapping[str, Game[Any]]:
        """Return the game itself: what is checked is what the user wrote."""
        return {self.name: self.game()}


class OwnGame(GenericGame):
    """A class derived from `saizen.Game`, named ``FILE.py:Class`` or ``package.module:Class``.

    Loading it runs the file, as importing does. ``folder`` is where the name of the file begins, the current
    directory by default.
    """

    def __init__(self, name: str, folder: Path | None = None) -> None:
        place, _, kind = name.rpartition(":")
        found = getattr(module_of(str(folder / place) if folder else place, name), kind, None)
        if found is None:
            raise SaizenError(f"{name}: {place} has no class {kind!r}; it has: {games_in(place, name)}")
        if not (isinstance(found, type) and issubclass(found, Game)):
            raise SaizenError(f"{name}: {kind} is not a class derived from saizen.Game")
        if inspect.isabstract(found):
            missing = ", ".join(sorted(found.__abstractmethods__))
            raise SaizenError(f"{name}: {kind} has no {missing}; a game needs start() and look(position)")
        summary = (inspect.getdoc(found) or "a game of your own").partition("\n")[0]
        own = packed(found.__module__).sources  # the file, and those of the user's own that it imports
        source = repr([(Path(module.path).name, module.text) for module in own])
        super().__init__(name, found, kind, summary, source)


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
