"""The one way kernels are compiled: Numba in nopython mode, cached on disk."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function of NumPy arrays and numbers; its type stays that of the plain function.

    Kernels contain no Python objects. The undecorated function stays reachable as ``py_func``,
    so tests can hold the two equal. Import modules with kernels lazily: importing Numba takes
    longer than printing a help text.
    """
    return cast(F, numba.njit(cache=True, nogil=True)(function))


def inlined(function: F) -> F:
    """Compile a small function that kernels call in their innermost loops; it costs no call.

    Passing arrays between compiled functions copies their descriptors, which can cost more than the
    few operations of such a function.
    """
    return cast(F, numba.njit(cache=True, nogil=True, forceinline=True)(function))
