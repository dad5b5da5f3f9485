"""Sorted runs: the children of many positions, each once, listed and united in bounded memory.

A run is a sorted array without doubles. Runs of about the same size are united, the smallest first, as a
merge sort does, so that what waits is never much more than twice the result. Long runs, in memory or mapped
from files, are united range by range.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from saizen.large.game import LARGEST_POSITION, ROOM
from saizen.large.glue import CompiledRules
from saizen.large.kernels import check_layers, distinct, find_layers, list_children, unite
from saizen.large.problems import new_problem, raise_problem

CHUNK: Final = 1 << 18
"""Positions that a thread takes at a time, at least."""
SLICE: Final = 1 << 22
"""Positions whose children become one run, at most."""
SAMPLE: Final = 1 << 12
"""How far apart the positions of a run are that stand for it where ranges are chosen."""
BUFFER: Final = 1 << 20
"""Children that are sorted at a time: they fit into a processor's own memory."""
Keys = NDArray[np.int64]
Number = TypeVar("Number", bound=np.generic)
EMPTY: Final[Keys] = np.empty(0, np.int64)
Span = tuple[int, int]


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


def shrunk(array: NDArray[Number], length: int) -> NDArray[Number]:
    """Return the front of an array that nobody else uses, and give back the rest of its memory."""
    array.resize(length, refcheck=False)
    return array


def spans(size: int, chunk: int = 0) -> list[Span]:
    """Cut places into chunks."""
    chunk = chunk or CHUNK
    return [(first, min(first + chunk, size)) for first in range(0, size, chunk)]


def slices(size: int) -> list[Span]:
    """Cut a layer into slices; they depend on its size alone, so a run that goes on finds the same ones.

    >>> slices(10)
    [(0, 10)]
    """
    return spans(size, max(CHUNK, min(SLICE, size // 16)))


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


def children_run(rules: CompiledRules, keys: Keys, now: int) -> tuple[Keys, list[int]]:
    """Return the children of positions of a layer as one run, and which later layers they are in."""
    waiting = SortedRuns()
    for run in children_runs(rules, keys):
        waiting.add(run)
    children: Keys = waiting.whole()
    return children, layers_of(rules, children, now)


def layers_of(rules: CompiledRules, run: Keys, now: int) -> list[int]:
    """Return the layers of the positions of a run, which must be beyond the present one."""
    if not len(run):
        return []
    layers = np.empty(len(run), np.int64)
    least, greatest = find_layers(rules, run, layers)
    if least <= now:
        problem = new_problem()
        check_layers(run, layers, now, problem)
        raise_problem(problem)
    return [int(least)] if least == greatest else [int(layer) for layer in np.unique(layers)]


def only_layer(rules: CompiledRules, run: Keys, layer: int) -> Keys:
    """Return the positions of a run that are in one layer."""
    layers = np.empty(len(run), np.int64)
    find_layers(rules, run, layers)
    share: Keys = run[layers == layer]
    return share


def ranges(runs: Sequence[Keys]) -> list[tuple[int, int]]:
    """Cut the numbers into ranges in which runs have about as many positions as a slice.

    >>> ranges([np.arange(5), np.arange(9)])
    [(0, 9223372036854775807)]
    """
    share = max(1, SLICE // SAMPLE)
    samples = np.sort(np.concatenate([run[SAMPLE - 1 :: SAMPLE] for run in runs]))
    bounds = [0, *map(int, np.unique(samples[share - 1 :: share])), LARGEST_POSITION]
    return [(low, high) for low, high in pairwise(bounds) if low < high]


def united(runs: Iterable[Keys]) -> Keys:
    """Return the union of runs."""
    waiting = SortedRuns()
    for run in sorted(runs, key=len, reverse=True):
        if len(run):
            waiting.add(run)
    return waiting.whole()


def united_range(runs: Sequence[Keys], bounds: tuple[int, int]) -> Keys:
    """Return the union of what runs have above one number and up to another; the first range has 0, too."""
    low, high = bounds
    cuts = ((np.searchsorted(run, low, "right" if low else "left"), run) for run in runs)
    return united(run[first : np.searchsorted(run, high, "right")] for first, run in cuts)
