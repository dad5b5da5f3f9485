"""When compiling pays: what is compiled already is used, anything else only for enough work."""

from typing import Any

from saizen.kernels.allowance import Allowance


def is_compiled(kernel: Any) -> bool:
    """Tell whether a kernel was compiled before, by this process or by one that kept the code on disk.

    >>> from saizen.kernels.jit import kernel
    >>> is_compiled(kernel(is_compiled))
    False
    """
    kept = getattr(kernel._cache, "_cache_file", None)
    return bool(kernel.overloads or (kept is not None and kept._load_index()))


class Thrift:
    """Counts the work of a process that a kernel could have done, until compiling it is the smaller part.

    >>> from saizen.kernels.jit import kernel
    >>> thrift = Thrift(kernel(is_compiled), 100)
    >>> [thrift.pays(60), thrift.pays(60)]
    [False, True]
    """

    def __init__(self, kernel: Any, enough: int) -> None:
        self._kernel, self._allowance = kernel, Allowance(enough - 1)

    def pays(self, amount: int) -> bool:
        """Tell whether so much more work is to be done by the kernel."""
        return is_compiled(self._kernel) or not self._allowance.takes(amount)
