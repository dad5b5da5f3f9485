"""The one way kernels are compiled: Numba in nopython mode, by its public names, cached on disk.

Three decorators say who calls a function: `kernel` is called from Python, `part` by kernels alone, and
`merged` is written into its callers. Nothing of the host changes: no setting of Numba stays set, no garbage
collection is switched off, and anybody's own compiled function may call a kernel.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import event
from numba.core.cpu import CPUTargetOptions

from saizen.kernels.code_cache import code_directory

F = TypeVar("F", bound=Callable[..., Any])
KERNEL, PART = (
    {option: True for option in options if hasattr(CPUTargetOptions, option)}
    for options in (("no_cfunc_wrapper",), ("no_cfunc_wrapper", "no_cpython_wrapper"))
)
"""Wrappers that nobody uses take much of Numba's time; without these options the answers are the same."""
PATIENCE = 1.0
"""Seconds of compiling before something is said."""
LOG = logging.getLogger("saizen.kernels")
"""The listener for the message; the command line sets it."""

_lock = threading.Lock()


@contextmanager
def cached_in(directory: str) -> Iterator[None]:
    """Let a dispatcher that is made inside cache its compiled code in a directory."""
    with _lock:
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, directory
        try:
            yield
        finally:
            numba.config.CACHE_DIR = before


def kernel(function: F) -> F:
    """Compile a function of arrays and numbers that Python calls; its type stays that of the plain function.

    Kernels contain no Python objects. The undecorated function stays reachable as ``py_func``, so tests can
    hold the two equal. Import modules with kernels lazily: importing Numba takes longer than a help text.
    """
    directory = code_directory(function.__code__.co_filename)
    if directory is None:
        return cast(F, numba.njit(nogil=True, **KERNEL)(function))
    with cached_in(str(directory)):
        return cast(F, numba.njit(cache=True, nogil=True, **KERNEL)(function))


def part(function: F) -> F:
    """Compile a function that kernels alone call. From Python a call would crash; a test looks for that."""
    return cast(F, numba.njit(nogil=True, **PART)(function))


def merged(function: F) -> F:
    """Write a function into its callers before they are compiled: a tiny one, or one with a single caller."""
    return cast(F, numba.njit(inline="always")(function))


def first_class(function: Callable[..., Any], signature: Any) -> Any:
    """Compile a function by itself, for kernels that take it as an argument and call it by its address.

    A large function that many others call would be compiled into each of them.
    """
    directory = code_directory(function.__code__.co_filename)
    if directory is None:
        return numba.cfunc(signature, nopython=True)(function)
    with cached_in(str(directory)):
        return numba.cfunc(signature, nopython=True, cache=True)(function)


@merged
def variable(number: int) -> int:
    """Return a number as any number: Numba would compile a version of its own for a constant in a call."""
    return np.int64(number)  # type: ignore[return-value]


class _Announcement(event.Listener):  # type: ignore[misc]
    """Says once in a process that functions of saizen are being compiled, if that lasts.

    Numba calls it under the lock that only one compiling thread has.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._timer: threading.Timer | None = None
        self._said = False

    def on_start(self, event: Any) -> None:
        """Hear that a function is being compiled, perhaps inside another one."""
        if not _is_ours(event):
            return
        self._depth += 1
        if self._depth == 1 and not self._said and LOG.isEnabledFor(logging.INFO):
            self._timer = threading.Timer(PATIENCE, self._say)
            self._timer.daemon = True
            self._timer.start()

    def on_end(self, event: Any) -> None:
        """Hear that it is compiled."""
        if not _is_ours(event):
            return
        self._depth -= 1
        if self._depth == 0 and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _say(self) -> None:
        self._said = True
        LOG.info("compiling, first use only")


def _is_ours(event: Any) -> bool:
    """Return whether the function being compiled is one of saizen's."""
    return str(event.data["dispatcher"].py_func.__module__).partition(".")[0] == "saizen"


event.register("numba:compile", _Announcement())
