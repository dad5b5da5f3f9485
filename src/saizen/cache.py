"""The one place where solved things are kept for the next question, safe in threads."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class Cache(Generic[V]):
    """At most ``most`` results by key, the least recently used dropped first.

    Two threads that want the same thing make it once: the second waits. Different things are made side by
    side. Making one may report progress or be cancelled; then nothing is kept.

    >>> cache = Cache[int](most=1)
    >>> [cache.get(key, lambda: number) for number, key in enumerate("aaba")]
    [0, 0, 2, 3]
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._results: OrderedDict[Hashable, V] = OrderedDict()
        self._making: dict[Hashable, threading.RLock] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._results)

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return what is kept under a key, or make and keep it."""
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key]
            making = self._making.setdefault(key, threading.RLock())
        with making:
            with self._lock:
                if key in self._results:
                    return self._results[key]
            try:
                result = make()
            except BaseException:
                with self._lock:
                    self._making.pop(key, None)
                raise
            with self._lock:
                self._making.pop(key, None)
                self._results[key] = result
                while len(self._results) > self._most:
                    self._results.popitem(last=False)
            return result

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._results.clear()
