"""Answers kept for the next question, the least recently used dropped first."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class Kept(Generic[V]):
    """At most ``most`` results by key; making one may report progress, so it is no function's cache.

    >>> kept = Kept[int](most=1)
    >>> kept.get("a", lambda: 1), kept.get("a", lambda: 2), kept.get("b", lambda: 3), kept.get("a", lambda: 4)
    (1, 1, 3, 4)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._results: OrderedDict[Hashable, V] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return what is kept under a key, or make and keep it."""
        if key not in self._results:
            self._results[key] = make()
            if len(self._results) > self._most:
                self._results.popitem(last=False)
        self._results.move_to_end(key)
        return self._results[key]
