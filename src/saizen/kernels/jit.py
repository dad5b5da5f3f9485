"""The one way kernels are compiled: Numba in nopython mode, kept on disk for the next time.

Compiled code is kept in ``SAIZEN_CODE``, else where Numba is told to (``NUMBA_CACHE_DIR``), else in the
user's cache directory beside the tables. Where nothing can be written it is compiled anew each time, and
``CODE`` is None.
"""

import gc
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import event

from saizen.kernels.directory import source_stamp, wanted_directory
from saizen.kernels.linking import KernelCompiler, PartCompiler
from saizen.kernels.waiting import WAITING

F = TypeVar("F", bound=Callable[..., Any])


def _open_directory() -> Path | None:
    """Return the directory for compiled code, made if need be; None if nothing can be written there."""
    directory = wanted_directory()
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            pass
    except OSError:
        return None
    numba.config.CACHE_DIR = str(directory.absolute())
    return directory


class _Listener(event.Listener):  # type: ignore[misc]
    """Passes on when something is compiled; no garbage is collected meanwhile.

    The compiler makes millions of objects that live until it is done; looking through them again and again
    for what could go takes a tenth of its time.
    """

    def __init__(self) -> None:
        self._lock, self._running, self._collects = threading.Lock(), 0, False

    def on_start(self, event: Any) -> None:
        """Pass it on; stop collecting."""
        with self._lock:
            if not self._running:
                self._collects = gc.isenabled()
                gc.disable()
            self._running += 1
        WAITING.begin(event.data["dispatcher"].py_func.__module__)

    def on_end(self, event: Any) -> None:
        """Pass it on; collect again if that was done before."""
        WAITING.end()
        with self._lock:
            self._running -= 1
            if not self._running and self._collects:
                gc.enable()


event.register("numba:compile", _Listener())
CODE = _open_directory()
"""Where compiled code is kept, or None."""
KEEP = CODE is not None


def _part(function: Callable[..., Any], **options: Any) -> Any:
    """Compile a function as a part of kernels, in one version, whatever numbers they write into its calls.

    Numba compiles ``f(0)`` and ``f(n)`` apart, as if 0 were a type.
    """
    options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": PartCompiler}
    dispatcher = numba.njit(nogil=True, **options)(function)
    template = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        plain = {name: numba.types.unliteral(kind) for name, kind in kws.items()}
        return template([numba.types.unliteral(kind) for kind in args], plain)

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _kernel(function: Callable[..., Any], **options: Any) -> Any:
    """Compile a function that is called from Python; kernels that call it take it in as a part."""
    dispatcher = numba.njit(
        cache=KEEP, nogil=True, no_cfunc_wrapper=True, pipeline_class=KernelCompiler, **options
    )(function)
    if KEEP:
        dispatcher._cache._cache_file._source_stamp = source_stamp(function.__code__.co_filename)
    inside = _part(function, **options)
    dispatcher.get_call_template = inside.get_call_template
    dispatcher.get_overload = inside.get_overload
    return dispatcher


def kernel(function: F) -> F:
    """Compile a function of NumPy arrays and numbers; its type stays that of the plain function.

    Kernels contain no Python objects. The undecorated function stays reachable as ``py_func``,
    so tests can hold the two equal. Import modules with kernels lazily: importing Numba takes
    longer than printing a help text.
    """
    return cast(F, _kernel(function))


def lean(function: F) -> F:
    """Compile a function that allocates nothing and is called from Python: `kernel` without reference counts.

    Counting references to arrays costs more than the work itself in small functions that take many of
    them (a named tuple of arrays is counted array by array, at every call).
    """
    return cast(F, _kernel(function, _nrt=False))


def part(function: F) -> F:
    """Compile a part of `lean` functions: not callable from Python, hence compiled much faster."""
    return cast(F, _part(function, _nrt=False))


def merged(function: F) -> F:
    """Write a function of kernels into its callers before they are compiled.

    It is not compiled by itself, which saves most of the time of functions that are called from one place.
    """
    return cast(F, numba.njit(inline="always")(function))


def inlined(function: F) -> F:
    """Compile a small function that allocates nothing and that kernels call in their innermost loops.

    Passing arrays between compiled functions copies their descriptors, which can cost more than the
    few operations of such a function: here it costs no call.
    """
    return cast(F, _kernel(function, forceinline=True, _nrt=False))
