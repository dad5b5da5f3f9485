"""Kernels run by Python instead of the compiler: `saizen.kernels.policy` chooses."""

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np

from saizen.kernels.bits import plain_popcount, popcount

F = TypeVar("F", bound=Callable[..., Any])

_twins: dict[Any, Any] = {}
_globals: dict[str, dict[str, Any]] = {}


def plain(kernel: F) -> F:
    """Return the plain twin of a kernel: what the kernel calls is not compiled either.

    Numbers of NumPy wrap around as in compiled code, and do not warn.

    >>> from saizen.kernels.hash_table import scramble
    >>> plain(scramble)(5) == scramble.py_func(5)
    True
    """
    function: Any = getattr(kernel, "py_func", None)
    if function is None:
        return kernel
    if kernel not in _twins:
        names = _globals.setdefault(function.__module__, {})
        twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        _twins[kernel] = np.errstate(over="ignore")(
            twin
        )  # before its callees are looked at: they may call it
        for name, value in function.__globals__.items():
            if name not in names:
                names[name] = plain_popcount if value is popcount else plain(value)
    return cast(F, _twins[kernel])
