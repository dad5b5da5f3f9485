"""`Cache`: solutions stored in memory for the next question, safe in threads."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from saizen.work import HEARTBEAT, SILENT, Progress

V = TypeVar("V")


class _Making:
    """Something being made: its lock, and how many threads want it."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.waiting = 0


class Cache(Generic[V]):
    """At most ``most`` results by key, the least recently used dropped first.

    Two threads that want the same thing make it once: the second waits. Different things are made side by
    side. Making one may report progress or be cancelled; then nothing is stored. Who
    waits can be cancelled, too.

    >>> cache = Cache[int](most=1)
    >>> [cache.get(key, lambda: number) for number, key in enumerate("aaba")]
    [0, 0, 2, 3]
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._results: OrderedDict[Hashable, V] = OrderedDict()
        self._making: dict[Hashable, _Making] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._results)

    def get(self, key: Hashable, make: Callable[[], V], progress: Progress = SILENT) -> V:
        """Return the value of a key, or make and store it; a waiting thread asks ``progress``."""
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key]
            making = self._making.setdefault(key, _Making())
            making.waiting += 1
        try:
            while not making.lock.acquire(timeout=HEARTBEAT):
                progress.advance(0)
            try:
                with self._lock:
                    if key in self._results:
                        return self._results[key]
                result = make()
                with self._lock:
                    self._results[key] = result
                    while len(self._results) > self._most:
                        self._results.popitem(last=False)
                return result
            finally:
                making.lock.release()
        finally:
            with self._lock:
                making.waiting -= 1
                if not making.waiting:
                    del self._making[key]

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._results.clear()
