"""How much plain Python may do before it is time to compile; Numba is not imported here."""

import threading


class Allowance:
    """Work that plain Python may do in this process before it is time to compile.

    >>> allowance = Allowance(10)
    >>> [allowance.takes(work) for work in (6, 5, 4, 1)]
    [True, False, True, False]
    """

    def __init__(self, most: int) -> None:
        self._left = most
        self._lock = threading.Lock()

    def takes(self, work: int) -> bool:
        """Tell whether so much work is still allowed; if so, it counts as done."""
        with self._lock:
            allowed = work <= self._left
            self._left -= work * allowed
        return allowed
