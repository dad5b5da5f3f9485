"""The catalogue of games: `Entry` describes a game, `load` finds one by its name.

Each game's folder declares its entry in ``entry.py``. Faces ask entries and know no game's name.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from html import escape
from importlib import import_module
from importlib.util import find_spec
from inspect import cleandoc, signature
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from saizen.errors import SaizenError, name_rules, rules_at_work
from saizen.game import Game, find_seat, hides, name_of
from saizen.games.options import FILLED, Option, Options, checked_options, options_of
from saizen.notation import checked
from saizen.solution import Solution, as_position
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.answer import Answer
    from saizen.balance.measures import Balance
    from saizen.kernels.prewarm import CompileJob
    from saizen.store import Store

NAMES = ("abgame", "calculation", "memory", "rivals", "tricks")
ELSEWHERE = {"openspiel": "saizen.adapters.openspiel"}
"""Collections of games outside, by what stands before the colon; each module has ``door(name)``."""
COMMON = {
    "solve": "Solve a whole game and show its value.",
    "advise": "Show the best moves and the cost of every other move.",
    "play": "Play against the computer, or with hints at a real table.",
    "watch": "Watch the computer play against itself.",
    "check": "Find mistakes in the rules of a game.",
    "balance": "Measure how fair a game is, and what a rule change does.",
    "verify": "Check a proof without the solver.",
    "export": "Write a game as a file for Gambit.",
}
"""The commands of every game."""


TAKEN = (*FILLED, "help", "out", "options", "solver", "entry")
"""Names that an option of a game must not have, because every command has them."""
SHARED = ("set",)
"""Options that a command may declare although a game has them: ``balance`` changes settings by it."""


@dataclass(frozen=True)
class Command:
    """Something that can be asked of a game: a function, and the options that it takes.

    ``options`` of the function are the game's options, made by its options class, ``solver`` those of its
    solution. Its other parameters are options of its own. No name may be declared twice, since one would
    silently hide the other; only `SHARED` names of the function stand in for the game's.
    """

    entry: "Entry"
    name: str
    function: Callable[..., "Answer"]
    without: Sequence[str] = ()
    """Parameters of the function that say nothing about this game."""
    size: Mapping[str, Any] = field(default_factory=dict)
    """Values of the game's options that this command begins with, beside the function's own default."""

    @property
    def bundles(self) -> dict[str, type[Options]]:
        """The options classes that the function takes, by parameter."""
        declared = {"options": self.entry.options, "solver": self.entry.solver}
        return {name: declared[name] for name in signature(self.function).parameters if name in declared}

    @property
    def defaults(self) -> dict[str, Any]:
        """Values of the game's options that this command begins with."""
        parameter = signature(self.function).parameters.get("options")
        usual = parameter.default if parameter is not None else None
        return {**(usual.changed() if isinstance(usual, Options) else {}), **self.size}

    @property
    def own(self) -> list[Option]:
        """The options that the function itself declares."""
        passed_over = ("entry", *self.bundles, *self.without)
        return [option for option in options_of(self.function) if option.parameter not in passed_over]

    @property
    def options(self) -> list[Option]:
        """All options, whoever declares them: first what is given without a name, then the game's."""
        own = self.own
        names = {option.name for option in own}
        bundled = [option for kind in self.bundles.values() for option in options_of(kind)]
        for option in bundled:
            if option.name in names and option.name not in SHARED:
                raise SaizenError(
                    f"{self.entry.name}: its option {option.name!r} is also an option of saizen {self.name}; "
                    "choose another name"
                )
        defaults = self.defaults
        game = [
            replace(option, default=defaults.get(option.name, option.default))
            for option in bundled
            if option.name not in names
        ]
        position = [
            replace(o, help=self.entry.form) if o.name == "position" else o for o in own if o.position
        ]
        return [*position, *game, *(o for o in own if not o.position)]

    @property
    def help(self) -> str:
        """The help text: the first paragraph of the function's docstring."""
        return cleandoc(self.function.__doc__ or "").partition("\n\n")[0]

    def __call__(self, settings: Mapping[str, Any], **context: Any) -> "Answer":
        """Answer with options by their names; ``context`` are store and progress."""
        whose = f"saizen {self.name} {self.entry.name}"
        options, own = self.options, self.own
        arguments = checked_options(own, _named(settings, own), whose)
        rest = {name: value for name, value in settings.items() if not _named({name: value}, own)}
        for bundle, kind in sorted(self.bundles.items(), reverse=True):  # solver first: options take the rest
            mine = rest if bundle == "options" else _named(rest, options_of(kind))
            rest = {name: value for name, value in rest.items() if name not in mine}
            usual = self.defaults if bundle == "options" else {}
            arguments[bundle] = kind.read({**usual, **mine}, whose, options)
        if rest:
            checked_options((), rest, whose, listed=options)
        parameters = signature(self.function).parameters
        filled = {"entry": self.entry, **context}
        with name_rules(self.entry.name):
            return self.function(**arguments, **{name: filled[name] for name in filled if name in parameters})


def _named(values: Mapping[str, Any], options: Sequence[Option]) -> dict[str, Any]:
    """Return the values whose names are options."""
    names = {option.name for option in options}
    return {name: value for name, value in values.items() if name.rstrip("_") in names}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Entry:
    """A game in the catalogue: what its folder declares, and what every face asks. Most may be left out."""

    name: str
    title: str
    summary: str
    make: Callable[[Any], Game[Any]]
    """``make(options) -> Game``"""
    solve: Callable[..., Solution[Any] | None]
    """``solve(game, options, *, store, progress) -> Solution``, or None where there is none."""
    options: type[Options] = Options
    """The options of the rules: a frozen dataclass."""
    solver: type[Options] = Options
    """The options of the solution: a frozen dataclass."""
    title_ja: str = ""
    parse: Callable[..., tuple[Game[Any], Any]] | None = None
    """``parse(text, options) -> game, position``, where a text may say the size or the deck."""
    form: str = "The position as text; the start if empty."
    """The form of a position, in one line."""
    sample: str = ""
    """A position to begin with; the start of the game when it is empty."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """Commands of its own: one line of help each; the functions are in ``commands.py`` of its folder."""
    small: Callable[[], Mapping[str, Game[Any]]] | None = None
    """Small instances by name, on which the contract is checked; the game itself when it is left out."""
    measure: "Callable[..., Balance] | None" = None
    """The game's own measure of balance, faster than visiting every position."""
    measured: Mapping[str, Any] = field(default_factory=dict)
    """Options of a size that can be measured, where the usual one has too many positions."""
    original: Callable[..., str] | None = None
    """``original(options)``: what changed rules are compared with."""
    solutions: Any = None
    """The stored solution of a user's own game."""
    stored: Callable[[str], Options] | None = None
    """The options of the rules whose values a table holds, by the second word of the table's name."""
    seed: Literal["seed", "deal"] = "seed"
    """The name of the seed of a game."""
    package: str = ""
    """The folder with ``commands.py``, ``warm.py``, ``page/`` (board, lesson, words); empty for a user's."""

    def __post_init__(self) -> None:
        declared = (options_of(kind, filled=()) for kind in (self.options, self.solver))
        names = [option.name for options in declared for option in options]
        for name in names:
            if name in TAKEN or names.count(name) > 1:
                raise SaizenError(f"{self.name}: an option cannot be called {name!r}, the name is taken")

    def __repr__(self) -> str:
        return f"<saizen entry {self.name}>"

    def _repr_html_(self) -> str:
        return (
            f"<p><b>{escape(self.title)}</b> (<code>{escape(self.name)}</code>): {escape(self.summary)}</p>"
        )

    # ------------------------------------------------------------------ options, rules, solution

    def rules(self, settings: Mapping[str, Any]) -> Options:
        """Read the options of the rules; what is unknown, or of the wrong kind, is refused in words."""
        return self.options.read(settings, self.name)

    def game(self, /, **settings: Any) -> Game[Any]:
        """Return the rules with these options.

        >>> load("examples/nim.py:Nim").game(heaps=(2, 1)).start()
        ((2, 1), 0)
        """
        return self.make(self.rules(settings))

    def read(self, text: str, /, options: Options | None = None, **settings: Any) -> tuple[Game[Any], Any]:
        """Read a position: the game it is of, and itself; an empty text is the start."""
        options = self.rules(settings) if options is None else options
        if self.parse is not None and checked(text).strip():
            return self.parse(text, options)
        game = self.make(options)
        return game, as_position(game, text) if checked(text).strip() else game.start()

    def solution(
        self, game: Game[Any], store: "Store | None" = None, progress: Progress = SILENT, **settings: Any
    ) -> Solution[Any] | None:
        """Return the solution of a game, from the store or computed; None where there is none."""
        return self.solve(game, self.solver.read(settings, self.name), store=store, progress=progress)

    @property
    def example(self) -> str:
        """A position text to begin with; empty, for the whole game, where nobody sees the start."""
        game = None if self.sample else self.game()
        if game is None:
            return self.sample
        return "" if hides(game) else game.text(game.start())

    def instances(self) -> Mapping[str, Game[Any]]:
        """Return the games on which the contract is checked."""
        return {self.name: self.game()} if self.small is None else self.small()

    def at_work(self) -> AbstractContextManager[None]:
        """Run the rules: an error in a user's rules is reported as theirs, one in saizen's own is a bug."""
        return nullcontext() if self.package else rules_at_work(self.name)

    def asked(self, game: Game[Any], position: Any) -> AbstractContextManager[None]:
        """Ask the rules about a position, which is named where a user's fail."""
        if self.package:
            return nullcontext()
        return rules_at_work(
            lambda: f"{self.name} at position {name_of(game, position)}",
            f"saizen check {self.name} shows what is wrong with the rules",
        )

    # ------------------------------------------------------------------ what can be asked

    @property
    def jobs(self) -> "Mapping[str, CompileJob]":
        """The jobs of ``warm.py`` by name; empty if the module does not exist."""
        if not self.package or find_spec(f"{self.package}.warm") is None:
            return {}
        return cast("Mapping[str, CompileJob]", import_module(f"{self.package}.warm").JOBS)

    @property
    def names(self) -> list[str]:
        """The commands that there are."""
        return list(dict.fromkeys([*COMMON, *self.commands]))

    def command(self, name: str) -> Command:
        """Return something that can be asked: what this game declares, or what every game answers."""
        if name in self.commands:
            return Command(self, name, getattr(import_module(f"{self.package}.commands"), name))
        if name == "advise":
            return Command(self, name, best_moves, self._unused(name))
        function = getattr(import_module("saizen.games.commands"), name)
        return Command(self, name, function, self._unused(name), self.measured if name == "balance" else {})

    def _unused(self, name: str) -> Sequence[str]:
        """Return the options of a common command that say nothing about this game."""
        if name == "advise" and "player" in {option.name for option in options_of(self.solver)}:
            return ("player",)  # a machine that plays; nobody chooses at once in a solitaire
        if name == "solve" and self.solutions is None:
            return "keep", "workers", "cluster", "out", "proof"
        if name == "balance" and self.measure is not None:
            used = signature(self.measure).parameters
            return [option for option in ("par", "max_positions") if option not in used]
        return ()

    def advise(
        self,
        position: str = "",
        /,
        *,
        store: "Store | None" = None,
        progress: Progress = SILENT,
        **settings: Any,
    ) -> "Answer":
        """Answer what is best at a position; what ``saizen advise`` prints."""
        return self.command("advise")({"position": position, **settings}, store=store, progress=progress)


def best_moves(
    entry: Entry,
    options: Options,
    solver: Options,
    position: Annotated[str, "The position as text; the start if empty."] = "",
    *,
    player: Annotated[str | None, "The player whose moves to show, if both choose at once."] = None,
    move: Annotated[tuple[str, ...], "Show the cost of this move; may be repeated."] = (),
    exact: Annotated[bool, "Print all digits of long fractions in JSON instead of floats."] = False,
    store: "Store | None" = None,
    progress: Progress = SILENT,
) -> "Answer":
    """Show the best moves in a position, and the cost of every other move."""
    from saizen.answer import ask

    with entry.at_work():
        if not entry.package and hides(game := entry.make(options)):
            from saizen.solver.hidden.report import advise_answer

            if move:
                raise SaizenError("--move: an answer by what a player has seen lists all moves; leave it out")
            hidden_solution: Any = entry.solve(game, solver, store=store, progress=progress)
            return advise_answer(
                hidden_solution, position, entry.name, player, exact=exact, progress=progress
            )
        game, at = entry.read(position, options)
        solution = entry.solve(game, solver, store=store, progress=progress)
        if solution is None:
            raise SaizenError(f"{entry.name}: no solution for this game, so there is no advice")
        seat = None if player is None else find_seat(game, player)
        among = [game.parse_move(at, text) for text in move]
        return ask(solution, at, seat, name=entry.name, among=among, exact=exact)


def _catalogue() -> dict[str, Entry]:
    entries: list[Entry] = [import_module(f"saizen.games.{name}.entry").ENTRY for name in NAMES]
    return {entry.name: entry for entry in entries}


def saizen_game(name: str) -> Entry:
    """Return one of the five games; an unknown name is an error that lists them. Imports no user's file."""
    try:
        return GAMES[name]
    except KeyError:
        raise SaizenError(
            f"{name!r} is not a game here; the games are: {', '.join(sorted(GAMES))}, "
            "or FILE.py:Class for one of your own"
        ) from None


def load(name: str) -> Entry:
    """Return the entry of a game: one of the five, a class by ``FILE.py:Class``, or ``openspiel:NAME``.

    >>> load("rivals")
    <saizen entry rivals>
    """
    if name.endswith(".py"):
        raise SaizenError(f"{name!r}: name the class as well: {name}:Class")
    if name in GAMES or ":" not in name:
        return saizen_game(name)
    if (collection := name.partition(":")[0]) in ELSEWHERE:
        return import_module(ELSEWHERE[collection]).door(name)  # type: ignore[no-any-return]
    from saizen.games.own import own_game

    return own_game(name)


def advise(game: str | Entry, position: Any = "", **options: Any) -> "Answer":
    """Return the best moves at a position and the cost of every other move.

    ``game`` is one of the five, ``FILE.py:Class``, or an entry from `saizen.load`; ``position`` is its text,
    or a position object; ``options`` are those of ``saizen advise``. The answer's ``data`` is what
    ``--json`` prints.

    >>> advise("examples/nim.py:Nim", "((2, 1), 0)", heaps=(2, 1)).data["value"]
    1
    """
    entry = load(game) if isinstance(game, str) else game
    if isinstance(position, str):
        return entry.advise(position, **options)
    rules = {option.name for option in options_of(entry.options)}
    rules_game = entry.game(**{name: value for name, value in options.items() if name in rules})
    return entry.advise(rules_game.text(position), **options)


def lazily(package: str, names: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` for a package whose public names are imported on first use."""

    def get(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{names[name]}"), name)

    return get, lambda: sorted(names)


GAMES: dict[str, Entry] = _catalogue()
