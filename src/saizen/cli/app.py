"""The ``saizen`` command: which commands there are, and what happens to errors."""

import _thread
import codecs
import errno
import io
import json as json_module
import os
import signal
import sys
import threading
from types import FrameType
from typing import Annotated, Any, Literal

import typer

from saizen.cli import reproduce, warm
from saizen.cli.games import list_games
from saizen.cli.group import JSON, STORE, game_group, open_store, plain_typer
from saizen.cli.serve import serve
from saizen.cli.terminal import Progressbar, show
from saizen.errors import Cancelled, SaizenError, Stuck, Terminated
from saizen.games import GAMES

INTERRUPTED = 130
"""The exit code after Ctrl-C."""
CALLBACKS = ("_raw_object_cache_notify", "_raw_object_cache_getbuffer")
"""Functions of llvmlite that its compiler calls."""
Action = Literal["list", "verify", "remove"]

HELP = {
    "solve": "Solve a whole game and tell what it is worth.",
    "advise": "The best moves in a position, and what every other move costs.",
    "play": "Play against machines of any strength, or let saizen assist beside a real table.",
    "matrix": "The payoff matrix of a position.",
    "explore": "State a claim and get the smallest counterexample.",
    "balance": "Who is ahead, how games end, which moves matter; and how a change of the rules shifts it.",
    "plot": "Draw a game's maps.",
    "tree": "Write or draw an optimal strategy, move by move.",
    "verify": "Check a strategy file without the solver.",
    "compare": "Compare rules of thumb with the optimum.",
    "build": "Build a game's big table, or go on with one that was begun.",
    "limit": "Which deals can be won at all, if one knew the whole deck.",
    "check": "Check that a game keeps the contract: texts, moves, probabilities, endings.",
    "simulate": "Play many games by machine and tell how they end.",
    "export": "Write a game for Gambit: its tree (.efg) or its table of strategies (.nfg).",
    "watch": "Watch machines play, step by step on the board.",
}

app = plain_typer(
    no_args_is_help=True,
    add_completion=True,
    help="saizen (最善, 'the best move'): exact best play for small games.",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from saizen import __version__

        print(f"saizen {__version__}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", help="Print the version and exit.", callback=_show_version, is_eager=True)
]


@app.callback()
def _options(version: Version = False) -> None:
    pass


def tables(
    action: Annotated[Action, typer.Argument(help="What to do.")] = "list",
    names: Annotated[
        list[str] | None, typer.Argument(help="Tables; verify takes all when none is named.")
    ] = None,
    json: JSON = False,
    store: STORE = None,
) -> None:
    """List, verify (read every byte) or remove tables; exit code 1 when one is damaged."""
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
            answer = verify_tables(chosen, names or (), progress)
    print(answer.to_json()) if json else show(answer)
    if answer.data.get("sound") is False:
        raise typer.Exit(1)


app.command("games", help="List the games and what can be asked of each.")(list_games)
for _name in dict.fromkeys(command for game in GAMES.values() for command in game.commands):
    app.add_typer(game_group(_name, HELP[_name]), name=_name)
app.command("reproduce", help="Recompute the papers' tables and compare every cell.")(reproduce.reproduce)
app.command("serve", help="Open the page: play, ask and look in a browser.")(serve)
app.command("warm", help="Compile everything now, so that no first answer waits for it.")(warm.warm)
app.command("tables", help="List, verify or remove the tables that are kept on disk.")(tables)


def main() -> None:
    """Run the command line: bad input is one line and exit code 2, an interruption is exit code 130.

    Whatever goes wrong is one line: ``SAIZEN_DEBUG=1`` shows where.
    """
    prepare_streams()
    before = _answer_signals()
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, "standard output is closed, there is nowhere to answer")
        code = app(standalone_mode=False, prog_name="saizen")
        sys.stdout.flush()
        if code == INTERRUPTED:  # typer has turned Ctrl-C into a code
            _complain("stopped", INTERRUPTED)
    except BaseException as error:
        code = _code_of(error)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    _tell_of_compiled_code()
    sys.exit(code if isinstance(code, int) else 0)


def _code_of(error: BaseException) -> int:
    """Tell in one line what ended the command, and return the exit code."""
    match error:
        case SystemExit(code=code):
            return code if isinstance(code, int) else 1
        case SaizenError():
            return _complain(str(error), 2)
        case Terminated():
            return _complain("stopped", 143)
        case KeyboardInterrupt() | Cancelled() | typer.Abort():
            return _complain(str(error) if isinstance(error, Stuck) else "stopped", INTERRUPTED)
        case BrokenPipeError():
            sys.stdout = None  # whoever read us has left: nobody to complain to
            return 141
        case OSError():
            if error.filename is None:
                sys.stdout = None  # or what could not be written is tried again at the very end
            return _complain(f"{error.filename or 'output'}: {error.strerror}", 1)
        case MemoryError():
            return _complain("the memory is full; ask for something smaller", 1)
    if type(error).__name__ == "NoArgsIsHelpError":  # a group by itself: what can follow, line by line
        print(error.format_message(), file=sys.stderr)  # type: ignore[attr-defined]
        return 2
    if hasattr(error, "format_message"):
        return _complain(f"{error.format_message()} (saizen --help lists the commands)", 2)
    if os.environ.get("SAIZEN_DEBUG"):
        raise error
    told = f"{type(error).__name__}: {error}"
    return _complain(f"something went wrong in saizen itself: {told} (SAIZEN_DEBUG=1 shows where)", 1)


def _answer_signals() -> dict[int, Any]:
    """Let Ctrl-C and a request to end stop whatever runs; return what answered them before.

    Only the first thread may do that, and a Ctrl-C that is ignored stays so.
    """
    if threading.current_thread() is not threading.main_thread():
        return {}
    before: dict[int, Any] = {signal.SIGTERM: signal.signal(signal.SIGTERM, _stop)}
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        before[signal.SIGINT] = signal.signal(signal.SIGINT, _stop)
    return before


def _signal_again(number: int) -> None:
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(signal.Signals(number))


def _stop(number: int, frame: FrameType | None) -> None:
    """End what runs; soon after, where an exception would be lost or become another one."""
    inner = frame
    while inner is not None:
        if inner.f_code.co_name in CALLBACKS or _loads_numba(inner):
            later = threading.Timer(0.02, _signal_again, [number])
            later.daemon = True
            later.start()
            return
        inner = inner.f_back
    raise Terminated if number == signal.SIGTERM else KeyboardInterrupt


def _loads_numba(frame: FrameType) -> bool:
    """Tell whether a module of Numba is being imported: those in C turn an exception into an ImportError."""
    module = str(frame.f_globals.get("__name__"))
    return frame.f_code.co_name == "<module>" and module.partition(".")[0] == "numba"


def prepare_streams() -> None:
    """Let every text be written, whatever the terminal's encoding: what that lacks is written as in JSON."""
    codecs.register_error("saizen", _escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="saizen")


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """Write characters as JSON writes them, so that an answer stays one."""
    assert isinstance(error, UnicodeEncodeError)
    return json_module.dumps(error.object[error.start : error.end])[1:-1], error.end


def _tell_of_compiled_code() -> None:
    """Say once if compiled code could not be kept."""
    jit = sys.modules.get("saizen.kernels.jit")
    if jit is not None and jit.CODE is None:
        from saizen.kernels.directory import wanted_directory

        place = wanted_directory()
        _complain(f"compiled code cannot be kept in {place} (SAIZEN_CODE names another place)", 0)


def _complain(message: str, code: int) -> int:
    """Print one line to standard error, whatever the message, and return the exit code."""
    if sys.stderr is not None:
        print(f"saizen: {' '.join(message.split())}", file=sys.stderr)
    return code
