"""From a function to a command: a signature is the option list, for the five games and for one's own."""

import inspect
import json as json_module
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

import typer
from typer.core import TyperCommand, TyperGroup

from saizen import games
from saizen.advice import FILES, Answer
from saizen.cli.terminal import Progressbar, show
from saizen.errors import SaizenError
from saizen.games.entry import Entry
from saizen.games.options import INJECTED, function_of, parameters_of
from saizen.notation import LONGEST, checked
from saizen.work import Agree

if TYPE_CHECKING:
    from saizen.store import Store

JSON = Annotated[bool, typer.Option("--json", help="Answer as one line of JSON.")]
STORE = Annotated[Path | None, typer.Option("--store", help="Where solved tables are kept.")]
OUT = Annotated[
    Path | None,
    typer.Option(
        "--out",
        help="Write the tables to FILE.csv, .parquet or .tex, or a picture to FILE.svg, .png or .pdf.",
    ),
]
LIKE_AN_OPTION = re.compile(r"--?[a-z][a-z-]*(=[^=].*)?", re.DOTALL)
BATCH_HELP = " '-' reads one position a line and answers one JSON object a line."


def game_group(command: str, text: str) -> typer.Typer:
    """Make the group ``saizen COMMAND GAME ...``; a game is imported when it is asked for."""

    class Group(TyperGroup):
        def list_commands(self, ctx: Any) -> list[str]:
            return [game.name for game in games.GAMES.values() if command in game.commands]

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            known = self.list_commands(ctx)
            own = ":" in cmd_name or cmd_name.endswith(".py")
            if cmd_name not in known and not (own and command in games.OWN_COMMANDS):
                if ctx.resilient_parsing:  # a shell asks what can follow
                    return None
                more = ", FILE.py:Class, or openspiel:NAME" if command in games.OWN_COMMANDS else ""
                raise SaizenError(
                    f"{cmd_name!r} has no 'saizen {command}'; these games have: {', '.join(known)}{more}"
                )
            function = command_function(games.load(cmd_name), command)
            single = plain_typer()
            single.command(cmd_name, cls=DashCommand)(as_command(function, batch=command == "advise"))
            return typer.main.get_command(single)

    group = plain_typer(cls=Group, help=text, no_args_is_help=True)
    group.callback()(lambda: None)
    return group


def plain_typer(**settings: Any) -> typer.Typer:
    """Make a typer app whose texts come out as they went in: a bracket is a bracket."""
    settings = {"add_completion": False, **settings}
    return typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None, **settings)


def command_function(entry: Entry, command: str) -> Callable[..., Any]:
    """Return the function behind a command of a game: a face of its sittings, or what every face has."""
    if command in ("play", "watch", "export"):
        from saizen.cli import export, play, watch

        faces = {
            "play": play.play_command,
            "watch": watch.watch_command,
            "export": export.export_command,
        }
        return faces[command](entry)
    return function_of(entry, command)


class DashCommand(TyperCommand):
    """A command whose position or claim may begin with a dash, such as ``- lead=L`` or ``-V0 <= 0``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take words with a dash that are no options as positions, unless one looks like a misspelling."""
        known = {name for option in self.get_params(ctx) for name in option.opts + option.secondary_opts}
        misspelt = (LIKE_AN_OPTION.fullmatch(word) and word.partition("=")[0] not in known for word in args)
        ctx.ignore_unknown_options = not any(misspelt)
        return super().parse_args(ctx, args)


def as_command(function: Callable[..., Answer | None], *, batch: bool) -> Callable[..., None]:
    """Wrap a function: read options, inject progress, store and ``--json``, show the answer."""
    parameters, injected = [], set()
    for parameter in parameters_of(function):
        if parameter.name in INJECTED:
            injected.add(parameter.name)
        elif parameter.kind is not parameter.VAR_KEYWORD:
            parameters.append(_parameter(parameter, batch))
    first = parameters[0].name if batch else ""
    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters.append(inspect.Parameter("json", keyword, annotation=JSON, default=False))
    parameters.append(inspect.Parameter("store", keyword, annotation=STORE, default=None))
    saves = "json" not in injected and all(parameter.name != "out" for parameter in parameters)
    if (
        saves
    ):  # a command that shows itself has no table, and one that writes a file of its own has another --out
        parameters.append(inspect.Parameter("out", keyword, annotation=OUT, default=None))

    def run(*, json: bool, store: Path | None, **options: Any) -> None:
        out = options.pop("out") if saves else None
        if out is not None:
            from saizen.saving import check_path

            check_path(out, FILES, "--out")
        chosen = open_store(store)
        for given in options.values():
            for text in given if isinstance(given, list) else [given]:
                if isinstance(text, str):
                    checked(text)
        if batch and options[first] == "-":
            if out is not None:
                raise SaizenError(
                    f"--out {out}: '-' answers many positions, one JSON object a line; leave it out"
                )
            extra = {"store": chosen} if "store" in injected else {}
            raise typer.Exit(_batch(function, first, {**options, **extra}))
        with Progressbar(enabled=not json) as progress:
            special = {"progress": progress, "store": chosen, "json": json, "agree": asker(json)}
            answer = function(**options, **{name: special[name] for name in injected})
        if answer is not None:
            try:
                answer = answer if out is None else saved(answer, out)
            except SaizenError:  # the answer may have taken long: it is told all the same
                print(answer.to_json()) if json else show(answer)
                raise
            print(answer.to_json()) if json else show(answer)
            if answer.data.get("problems"):
                raise typer.Exit(1)

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__doc__ = (inspect.getdoc(function) or "").partition("\n\n")[0]
    return run


def asker(json: bool) -> Agree:
    """Return how to ask whoever sits at the terminal; None where nobody does."""
    if json or not (_at_terminal(sys.stdin) and _at_terminal(sys.stderr)):
        return None
    return lambda question: typer.confirm(question, default=False, err=True)


def _at_terminal(stream: Any) -> bool:
    return stream is not None and stream.isatty()


def saved(answer: Answer, out: Path) -> Answer:
    """Write an answer's tables or its picture, and return the answer that also tells where."""
    files = [str(path) for path in answer.save(out, shlex.join(["saizen", *sys.argv[1:]]))]
    return replace(
        answer, data={**answer.data, "files": files}, notes=[*answer.notes, f"written to {', '.join(files)}"]
    )


def open_store(directory: Path | None) -> "Store":
    """Return the store that was asked for: ``--store``, else ``SAIZEN_STORE``, else the user's own."""
    from saizen.store import Store

    if directory == Path():
        raise SaizenError("--store '': name a directory")
    try:
        store = Store(directory)
    except RuntimeError:  # ~name of somebody who has no home here
        named = directory or os.environ.get("SAIZEN_STORE")
        raise SaizenError(
            f"the store {named}: there is no such home directory (--store or SAIZEN_STORE)"
        ) from None
    if store.directory.exists() and not store.directory.is_dir():
        raise SaizenError(f"the store {store.directory} is not a directory (--store or SAIZEN_STORE)")
    return store


def _parameter(parameter: inspect.Parameter, batch: bool) -> inspect.Parameter:
    """Turn ``Annotated[type, "help"]`` into the same with typer's argument or option."""
    hint, text = parameter.annotation, ""
    if get_origin(hint) is Annotated:
        hint, text = get_args(hint)[:2]
    if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
        word = parameter.name.rstrip("_").replace("_", "-")
        flag = f"--{word}/--no-{word}" if parameter.default is True else f"--{word}"
        declared = typer.Option(flag, help=text)
    else:
        declared = typer.Argument(help=text + (BATCH_HELP if batch else ""))
    return inspect.Parameter(
        parameter.name,
        inspect.Parameter.KEYWORD_ONLY,
        annotation=Annotated[hint, declared],
        default=parameter.default,
    )


def _batch(function: Callable[..., Answer | None], first: str, options: dict[str, Any]) -> int:
    """Answer each line of standard input with one JSON object; return the exit code."""
    code = 0
    for position in _lines():
        try:
            answer = function(**{**options, first: checked(position)})
            assert answer is not None
            line = answer.to_json()
        except (ValueError, MemoryError, OverflowError, RecursionError) as error:
            code = 2
            told = str(error) or type(error).__name__
            line = json_module.dumps({"position": position[:LONGEST], "error": told}, ensure_ascii=False)
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
