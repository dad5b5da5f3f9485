"""From a game's function to a command: the signature of ``commands.NAME`` is the option list."""

import inspect
import json as json_module
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from saizen import games
from saizen.advice import Answer
from saizen.cli.terminal import JsonTalk, Progressbar, TerminalTalk, show
from saizen.errors import SaizenError
from saizen.talk import Talk
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.store import Store

JSON = Annotated[bool, typer.Option("--json", help="Answer as one line of JSON.")]
STORE = Annotated[Path | None, typer.Option("--store", help="Where solved tables are kept.")]
LIKE_AN_OPTION = re.compile(r"--?[a-z][a-z-]*(=[^=].*)?", re.DOTALL)
BATCH_HELP = " '-' reads one position a line and answers one JSON object a line."


def game_group(command: str, text: str) -> typer.Typer:
    """Make the group ``saizen COMMAND GAME ...``; a game is imported when it is asked for."""

    class Group(TyperGroup):
        def list_commands(self, ctx: Any) -> list[str]:
            return [game.name for game in games.GAMES.values() if command in game.commands]

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            known = self.list_commands(ctx)
            if cmd_name not in known:
                raise SaizenError(
                    f"{cmd_name!r} has no 'saizen {command}'; these games have: {', '.join(known)}"
                )
            function = getattr(games.known(cmd_name).command_module, command)
            single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
            single.command(cmd_name, cls=DashCommand)(as_command(function, batch=command == "advise"))
            return typer.main.get_command(single)

    group = typer.Typer(cls=Group, help=text, no_args_is_help=True)
    group.callback()(lambda: None)
    return group


class DashCommand(TyperCommand):
    """A command whose position or claim may begin with a dash, such as ``- lead=L`` or ``-V0 <= 0``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take words with a dash that are no options as positions, unless one looks like a misspelling."""
        known = {name for option in self.get_params(ctx) for name in option.opts + option.secondary_opts}
        misspelt = (LIKE_AN_OPTION.fullmatch(word) and word.partition("=")[0] not in known for word in args)
        ctx.ignore_unknown_options = not any(misspelt)
        return super().parse_args(ctx, args)


def as_command(function: Callable[..., Answer], *, batch: bool) -> Callable[..., None]:
    """Wrap a game's function: read options, inject progress and talk, show the answer."""
    from saizen.store import Store

    hints = get_type_hints(function, include_extras=True)
    parameters, injected = [], {}
    for parameter in inspect.signature(function).parameters.values():
        hint = hints[parameter.name]
        if hint in (Progress, Talk, Store | None):
            injected[parameter.name] = hint
            continue
        parameters.append(_parameter(parameter, hint, batch))
    first = parameters[0].name if batch else ""
    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters.append(inspect.Parameter("json", keyword, annotation=JSON, default=False))
    parameters.append(inspect.Parameter("store", keyword, annotation=STORE, default=None))

    def run(*, json: bool, store: Path | None, **options: Any) -> None:
        chosen = open_store(store)
        stores = {name: chosen for name, hint in injected.items() if hint == Store | None}
        if batch and options[first] == "-":
            raise typer.Exit(_batch(function, first, {**options, **stores}))
        with Progressbar(enabled=not json) as progress:
            special: dict[Any, Any] = {Progress: progress if Talk not in injected.values() else SILENT}
            special[Talk] = JsonTalk() if json else TerminalTalk()
            special[Store | None] = chosen
            extra = {name: special[hint] for name, hint in injected.items()}
            answer = function(**options, **extra)
        print(answer.to_json()) if json else show(answer)

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__doc__ = (inspect.getdoc(function) or "").partition("\n\n")[0]
    return run


def open_store(directory: Path | None) -> "Store":
    """Return the store that was asked for: ``--store``, else ``SAIZEN_STORE``, else the user's own."""
    if directory == Path():
        raise SaizenError("--store '': name a directory")
    from saizen.store import Store

    store = Store(directory)
    if store.directory.exists() and not store.directory.is_dir():
        raise SaizenError(f"the store {store.directory} is not a directory (--store or SAIZEN_STORE)")
    return store


def _parameter(parameter: inspect.Parameter, hint: Any, batch: bool) -> inspect.Parameter:
    """Turn ``Annotated[type, "help"]`` into the same with typer's argument or option."""
    text = ""
    if get_origin(hint) is Annotated:
        hint, text = get_args(hint)[:2]
    if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
        flag = "--" + parameter.name.rstrip("_").replace("_", "-")
        declared = typer.Option(flag, help=text)
    else:
        declared = typer.Argument(help=text + (BATCH_HELP if batch else ""))
    return inspect.Parameter(
        parameter.name,
        inspect.Parameter.KEYWORD_ONLY,
        annotation=Annotated[hint, declared],
        default=parameter.default,
    )


def _batch(function: Callable[..., Answer], first: str, options: dict[str, Any]) -> int:
    """Answer each line of standard input with one JSON object; return the exit code."""
    code = 0
    for position in _lines():
        try:
            line = function(**{**options, first: position}).to_json()
        except (ValueError, MemoryError, OverflowError, RecursionError) as error:
            code = 2
            told = str(error) or type(error).__name__
            line = json_module.dumps({"position": position, "error": told}, ensure_ascii=False)
        print(line, flush=True)
    return code


def _lines() -> Iterator[str]:
    """Yield the positions on standard input; empty lines are passed over."""
    if sys.stdin is None:
        raise SaizenError("standard input is closed: '-' reads positions from it, one a line")
    for line in sys.stdin.buffer:
        position = line.decode("utf-8", errors="replace").strip()
        if position:
            yield position
