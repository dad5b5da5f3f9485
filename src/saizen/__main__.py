"""The command ``saizen``, also ``python -m saizen``: the process, its signals, streams and exit codes."""

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
from typing import Any

INTERRUPTED = 130
"""The exit code after Ctrl-C."""
CALLBACKS = ("_raw_object_cache_notify", "_raw_object_cache_getbuffer")
"""Functions of llvmlite that its compiler calls."""


def main() -> None:
    """Run the command line: bad input is one line and exit code 2, an interruption is exit code 130.

    Whatever goes wrong is one line: ``SAIZEN_DEBUG=1`` shows where.
    """
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # one that is ignored stays so
    if ours:
        signal.signal(signal.SIGINT, _leave)
    from saizen.cli.app import app

    if ours:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    prepare_streams()
    before, unraisable = _answer_signals(), sys.unraisablehook
    sys.unraisablehook = _signal_lost
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
        sys.unraisablehook = unraisable
    _tell_of_compiled_code()
    sys.exit(code if isinstance(code, int) else 0)


def _code_of(error: BaseException) -> int:
    """Return in one line what ended the command, and return the exit code."""
    import typer

    from saizen.errors import Cancelled, SaizenError, Stopped, Terminated

    match error:
        case SystemExit(code=code):
            return code if isinstance(code, int) else 1
        case SaizenError():
            return _complain(str(error), 2)
        case Terminated():
            return _complain("stopped", 143)
        case KeyboardInterrupt() | Cancelled() | typer.Abort():
            return _complain(str(error) if isinstance(error, Stopped) else "stopped", INTERRUPTED)
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
    message = f"{type(error).__name__}: {error}"
    return _complain(f"something went wrong in saizen itself: {message} (SAIZEN_DEBUG=1 shows where)", 1)


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


def _signal_later(number: int) -> None:
    later = threading.Timer(0.02, _signal_again, [number])
    later.daemon = True
    later.start()


def _signal_lost(lost: "sys.UnraisableHookArgs") -> None:
    """Stop behind the finaliser in which an interruption was lost: at the next step of what called it.

    A signal that is sent again may meet the next finaliser, and for ever so.
    """
    from saizen.errors import Terminated

    if not issubclass(lost.exc_type, KeyboardInterrupt | Terminated):
        sys.__unraisablehook__(lost)
        return
    number = signal.SIGTERM if issubclass(lost.exc_type, Terminated) else signal.SIGINT
    caller = sys._getframe().f_back
    if caller is None:
        _signal_later(number)
        return

    def stop_here(frame: FrameType, event: str, argument: object) -> None:
        sys.settrace(None)
        _stop(number, frame)

    caller.f_trace, caller.f_trace_opcodes = stop_here, True
    sys.settrace(_trace_nothing)  # without a trace function of the thread, that of the frame is not called


def _trace_nothing(frame: FrameType, event: str, argument: object) -> None:
    """Trace no other frame."""


def _stop(number: int, frame: FrameType | None) -> None:
    """End what runs; soon after, where an exception would be lost or become another one."""
    inner = frame
    while inner is not None:
        if inner.f_code.co_name in CALLBACKS or _loads_numba(inner):
            _signal_later(number)
            return
        inner = inner.f_back
    from saizen.errors import Terminated

    raise Terminated if number == signal.SIGTERM else KeyboardInterrupt


def _loads_numba(frame: FrameType) -> bool:
    """Return whether a module of Numba is being imported: its C modules hide exceptions."""
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
    if "saizen.kernels.compile" not in sys.modules:
        return
    from saizen.kernels.code_cache import code_root, is_writable

    if not is_writable():
        _complain(f"compiled code cannot be cached in {code_root()} (SAIZEN_CODE names another place)", 0)


def _complain(message: str, code: int) -> int:
    """Print one line to standard error, whatever the message, and return the exit code."""
    if sys.stderr is not None:
        print(f"saizen: {' '.join(message.split())}", file=sys.stderr)
    return code


def _leave(number: int, frame: FrameType | None) -> None:
    """End at once: nothing has begun, and an exception would be another one where a class is being made."""
    if sys.stderr is not None:
        print("saizen: stopped", file=sys.stderr, flush=True)
    os._exit(130)


if __name__ == "__main__":
    main()
