"""The commands of ``saizen``: options become arguments of a question, and its answer is printed."""

import inspect
import io
import json as json_module
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from difflib import SequenceMatcher
from importlib import import_module
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_origin

import typer
from typer.core import TyperCommand, TyperGroup

from saizen import games
from saizen.cli import reproduce
from saizen.cli.options import JSON, STORE, open_store, plain_typer
from saizen.cli.prepare import warm
from saizen.cli.serve import serve
from saizen.cli.site import site
from saizen.cli.terminal import Progressbar, show
from saizen.errors import SaizenError, Unsaved
from saizen.games import COMMON, GAMES, Command, Entry
from saizen.games.options import Option
from saizen.notation import LONGEST, checked

if TYPE_CHECKING:
    from saizen.answer import Answer
    from saizen.store import Store

OUT = Annotated[
    Path | None,
    typer.Option(
        "--out",
        help="Save the tables to FILE.csv, .parquet or .tex, or a picture to FILE.svg, .png or .pdf.",
    ),
]
LIKE_AN_OPTION = re.compile(r"--?[a-z][a-z-]*(=[^=].*)?", re.DOTALL)
BATCH_HELP = " With '-', read one position per line and print one JSON object per line."
SHOWN = ("play", "watch")
"""Commands that print their own output."""
FACES = {"play": "saizen.cli.play", "watch": "saizen.cli.play", "export": "saizen.cli.export"}
"""The modules of commands that need more than a game."""
Action = Literal["list", "verify", "remove"]

app = plain_typer(
    no_args_is_help=True,
    add_completion=True,
    help="saizen (最善, 'the best move') solves small games exactly.",
)


def _show_version(requested: bool) -> None:
    if requested:
        from saizen import __version__

        print(f"saizen {__version__}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", help="Print the version and exit.", callback=_show_version, is_eager=True)
]


@app.callback()
def _options(version: Version = False) -> None:
    pass


def game_group(name: str, text: str) -> typer.Typer:
    """Make the group ``saizen NAME GAME ...``; a game's solver is imported when it is asked for."""

    class Group(TyperGroup):
        def list_commands(self, ctx: Any) -> list[str]:
            return [game.name for game in GAMES.values() if name in COMMON or name in game.commands]

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            commands = self.list_commands(ctx)
            own = name in COMMON and (":" in cmd_name or cmd_name.endswith(".py"))
            if cmd_name not in commands and not own:
                if ctx.resilient_parsing:  # a shell asks what can follow
                    return None
                more = ", FILE.py:Class, or openspiel:NAME" if name in COMMON else ""
                listed = ", ".join(nearest_first(cmd_name, commands))
                wrong = f"has no 'saizen {name}'" if cmd_name in GAMES or ":" in cmd_name else "is not a game"
                raise SaizenError(f"{cmd_name!r} {wrong}; 'saizen {name}' takes: {listed}{more}")
            entry = games.load(cmd_name)
            single = plain_typer()
            single.command(cmd_name, cls=DashCommand)(typer_function(command_of(entry, name)))
            return typer.main.get_command(single)

        def format_commands(self, ctx: Any, formatter: Any) -> None:
            entries = [GAMES[game] for game in self.list_commands(ctx)]
            rows = [(entry.name, f"{entry.title.partition(' (')[0]}: {entry.summary}") for entry in entries]
            if name in COMMON:
                rows.append(("FILE.py:Class", "A game of your own, or openspiel:NAME."))
            with formatter.section("Games"):
                formatter.write_dl(rows)

    group = plain_typer(
        cls=Group,
        help=text,
        no_args_is_help=True,
        subcommand_metavar="GAME [ARGS]...",
        epilog=f"saizen {name} GAME --help lists the options for a game.",
    )
    group.callback()(lambda: None)
    return group


def nearest_first(word: str, names: Sequence[str]) -> list[str]:
    """Return names, the one that is spelt most like a word first.

    >>> nearest_first("trick", ["abgame", "rivals", "tricks"])
    ['tricks', 'rivals', 'abgame']
    """
    return sorted(names, key=lambda name: -SequenceMatcher(None, word.casefold(), name).ratio())


def command_of(entry: Entry, name: str) -> Command:
    """Return a command of a game: a face of its sittings, or a question."""
    if name not in FACES:
        return entry.command(name)
    return Command(entry, name, getattr(import_module(FACES[name]), name))


class DashCommand(TyperCommand):
    """A command whose position or claim may begin with a dash, such as ``- lead=L`` or ``-V0 <= 0``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Treat unknown words with a dash as positions, unless one looks like a misspelt option."""
        names = {name for option in self.get_params(ctx) for name in option.opts + option.secondary_opts}
        misspelt = (LIKE_AN_OPTION.fullmatch(word) and word.partition("=")[0] not in names for word in args)
        ctx.ignore_unknown_options = not any(misspelt)
        return super().parse_args(ctx, args)


def typer_function(command: Command) -> Any:
    """Return a function that typer makes a command of, with a signature made from the options."""
    options = command.options
    parameters = [_parameter(option, command.name == "advise") for option in options]
    more: dict[str, tuple[Any, Any]] = {"json": (JSON, False), "store": (STORE, None)}
    saves = command.name not in SHOWN and all(option.name != "out" for option in options)
    if saves:  # a command that writes a file of its own has another --out
        more["out"] = (OUT, None)
    for name, (hint, default) in more.items():
        parameters.append(
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=hint, default=default)
        )

    def run(*, json: bool, store: Path | None, **values: Any) -> None:
        out = values.pop("out") if saves else None
        filled = {o.name: values[o.parameter] for o in options if values[o.parameter] is not None}
        answer_and_show(command, filled, open_store(store), json, out)

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__doc__ = command.help
    return run


def answer_and_show(
    command: Command, arguments: dict[str, Any], store: "Store", json: bool, out: Path | None
) -> None:
    """Ask the game and show what it answers: a table, or one line of JSON."""
    if out is not None:
        from saizen.answer import FILES
        from saizen.answer.files import check_path

        check_path(out, FILES, "--out")
    if command.name == "advise" and arguments.get("position") == "-":
        if out is not None:
            raise SaizenError(
                f"--out {out}: '-' answers many positions, one JSON object a line; leave it out"
            )
        raise typer.Exit(_batch(command, arguments, store))
    asks = not json and command.name not in SHOWN  # at a table nobody waits for minutes
    try:
        with Progressbar(enabled=not json, asks=asks) as progress, prints_apart(command):
            if command.name in SHOWN:
                progress.rest()  # a person may be asked first
            answer = command(arguments, store=store, progress=progress, json=json)
    except Unsaved as error:
        print(error.answer.to_json()) if json else show(error.answer)
        raise error.__cause__ or error from None
    if answer is None:
        return
    try:
        answer = answer if out is None else save_answer(answer, out)
    finally:  # the answer may have taken long: print it even if the file cannot be written
        print(answer.to_json()) if json else show(answer)
    if answer.data.get("problems"):
        raise typer.Exit(1)


@contextmanager
def prints_apart(command: Command) -> Iterator[None]:
    """Let what a game's rules print go to standard error: standard output is for the answer."""
    if command.name in SHOWN:
        yield
        return
    with redirect_stdout(sys.stderr or io.StringIO()):
        yield


def _parameter(option: Option, batch: bool) -> inspect.Parameter:
    """Turn an option into what typer reads."""
    kinds = tuple(list[str] if get_origin(kind) is tuple else kind for kind in option.kinds)
    default = None if option.default == () else option.default
    if default is None and NoneType not in kinds:
        kinds = (*kinds, NoneType)
    word = option.name.replace("_", "-")
    if option.position:
        declared = typer.Argument(
            metavar=option.name.upper(), help=option.help + (BATCH_HELP if batch else "")
        )
    else:
        declared = typer.Option(f"--{word}/--no-{word}" if default is True else f"--{word}", help=option.help)
    return inspect.Parameter(
        option.parameter,
        inspect.Parameter.KEYWORD_ONLY,
        annotation=Annotated[Union[kinds], declared],  # noqa: UP007 - made, not written
        default=default,
    )


def save_answer(answer: "Answer", out: Path) -> "Answer":
    """Write an answer's tables or its picture, and return the answer with the names of the files."""
    files = [str(path) for path in answer.save(out, shlex.join(["saizen", *sys.argv[1:]]))]
    return replace(
        answer, data={**answer.data, "files": files}, notes=[*answer.notes, f"written to {', '.join(files)}"]
    )


def _batch(command: Command, arguments: dict[str, Any], store: "Store") -> int:
    """Answer each line of standard input with one JSON object; return the exit code."""
    code = 0
    for position in _lines():
        try:
            with prints_apart(command):
                answer = command({**arguments, "position": checked(position)}, store=store)
            line = answer.to_json()
        except (ValueError, MemoryError, OverflowError, RecursionError) as error:
            code = 2
            message = str(error) or type(error).__name__
            line = json_module.dumps({"position": position[:LONGEST], "error": message}, ensure_ascii=False)
        print(line, flush=True)
    return code


def _lines() -> Iterator[str]:
    """Yield the positions on standard input; empty lines are passed over."""
    if sys.stdin is None:
        raise SaizenError("standard input is closed: '-' reads positions from it, one a line")
    most = (
        4 * LONGEST + 2
    )  # bytes of the longest line that is read, and more than that of one that is refused
    for line in iter(lambda: sys.stdin.buffer.readline(most), b""):
        whole = line
        while not whole.endswith(b"\n") and (whole := sys.stdin.buffer.readline(most)):
            pass  # the rest of a line that is too long
        position = line.decode("utf-8", errors="replace").removeprefix("\ufeff").strip()
        if position:
            yield position


def list_games(json: JSON = False) -> None:
    """List the games: their names, summaries and commands, and an example position of each."""
    from saizen.answer import Answer
    from saizen.answer.table import Table

    rows = [(game.name, game.title, game.summary, ", ".join(game.names)) for game in GAMES.values()]
    columns = ("game", "title", "what is solved", "commands")
    listed = [
        {"game": g.name, "title": g.title, "summary": g.summary, "commands": g.names, "example": g.example}
        for g in GAMES.values()
    ]
    examples = [f'saizen advise {game.name} "{game.example}"' for game in GAMES.values()]
    answer = Answer({"games": listed}, [Table("Games", columns, rows)], ["Try:", *examples])
    print(answer.to_json()) if json else show(answer)


def tables(
    action: Annotated[Action, typer.Argument(metavar="ACTION", help="The action.")] = "list",
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="Names of tables; verify checks all tables without a name."),
    ] = None,
    deep: Annotated[
        bool,
        typer.Option("--deep", help="With verify: recompute positions of random games from what follows."),
    ] = False,
    json: JSON = False,
    store: STORE = None,
) -> None:
    """List, verify (read every byte) or remove stored tables. The exit code is 1 if one is damaged."""
    if deep and action != "verify":
        raise SaizenError(f"saizen tables {action} --deep: --deep goes with verify")
    chosen = open_store(store)
    from saizen.cli.tables import list_tables, remove_tables, verify_tables

    if action == "list":
        if names:
            raise SaizenError(f"saizen tables list takes no names: {' '.join(names)}")
        answer = list_tables(chosen)
    elif action == "remove":
        if not names:
            raise SaizenError("saizen tables remove: name the tables to remove; saizen tables lists them")
        answer = remove_tables(chosen, names)
    else:
        with Progressbar(enabled=not json) as progress:
            answer = verify_tables(chosen, names or (), progress, deep=deep)
    print(answer.to_json()) if json else show(answer)
    if answer.data.get("sound") is False:
        raise typer.Exit(1)


app.command("games", help="List the games and their commands.")(list_games)
_help = {**{name: text for game in GAMES.values() for name, text in game.commands.items()}, **COMMON}
for _name in dict.fromkeys(name for game in GAMES.values() for name in (*COMMON, *game.commands)):
    app.add_typer(game_group(_name, _help[_name]), name=_name)
app.command("reproduce", help="Compare the papers with the computation, number by number.")(
    reproduce.reproduce
)
app.command("serve", help="Open saizen as a page in the browser.")(serve)
app.command("site", help="Write the page as files that need no server.")(site)
app.command("warm", help="Compile the code of the games now, to make first answers fast.")(warm)
app.command("tables", help="List, verify or remove stored tables.")(tables)
