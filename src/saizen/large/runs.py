"""Sorted runs: the children of many positions, each once, from chunks that threads list and sort.

A run is a sorted array without doubles. Runs of about the same size are united, the smallest first, as a
merge sort does, so that what waits is never much more than twice the result.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from saizen.large.game import ROOM
from saizen.large.glue import CompiledRules
from saizen.large.kernels import distinct, list_children, unite
from saizen.large.problems import new_problem, raise_problem
from saizen.work import Progress

CHUNK: Final = 1 << 18
"""Positions that a thread takes at a time."""
BUFFER: Final = 1 << 20
"""Children that are sorted at a time: they fit into a processor's own memory."""
Keys = NDArray[np.int64]
EMPTY: Final[Keys] = np.empty(0, np.int64)


class SortedRuns:
    """Runs that wait to be united, the largest first."""

    def __init__(self) -> None:
        self._runs: list[Keys] = []

    def add(self, run: Keys) -> None:
        """Add a run; those that are not larger are united with it."""
        self._runs.append(run)
        while len(self._runs) > 1 and 2 * len(self._runs[-1]) > len(self._runs[-2]):
            self._join()

    def whole(self) -> Keys:
        """Return all of them as one run."""
        while len(self._runs) > 1:
            self._join()
        return self._runs[0] if self._runs else EMPTY

    def __len__(self) -> int:
        return sum(map(len, self._runs))

    def _join(self) -> None:
        right, left = self._runs.pop(), self._runs.pop()
        union = np.empty(len(left) + len(right), np.int64)
        filled = unite(left, right, union)
        self._runs.append(shrunk(union, filled))


def shrunk(keys: Keys, length: int) -> Keys:
    """Return the front of an array that nobody else uses, and give back the rest of its memory."""
    keys.resize(length, refcheck=False)
    return keys


def spans(size: int) -> Iterator[tuple[int, int]]:
    """Cut places into chunks."""
    return ((first, min(first + CHUNK, size)) for first in range(0, size, CHUNK))


def side_by_side(
    work: Callable[[tuple[int, int]], Any],
    size: int,
    threads: ThreadPoolExecutor,
    workers: int,
    progress: Progress,
) -> Iterator[Any]:
    """Do work on all chunks, as many at a time as there are workers; yield what comes, in order."""
    waiting = spans(size)
    running = [(span, threads.submit(work, span)) for span in islice(waiting, workers)]
    try:
        while running:
            span, future = running.pop(0)
            result = future.result()
            running += [(following, threads.submit(work, following)) for following in islice(waiting, 1)]
            yield result
            progress.advance(span[1] - span[0])
    finally:
        for _, future in running:
            future.cancel()


def children_runs(rules: CompiledRules, keys: Keys) -> list[Keys]:
    """Return the children of positions in sorted runs."""
    runs, at = [], 0
    buffer = np.empty(min(BUFFER, 8 * len(keys)) + ROOM, np.int64)
    while at < len(keys):
        problem = new_problem()
        filled, at = list_children(rules, keys, at, buffer, problem)
        raise_problem(problem)
        part = buffer[:filled]
        part.sort(kind="stable")  # children of rising positions rise in long stretches, which it uses
        runs.append(part[: distinct(part)].copy())
    return runs
