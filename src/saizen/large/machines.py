"""The machines that list and settle slices of a layer: threads of this one, or the workers of a cluster.

A slice goes to a worker of a cluster as arrays and its result comes back as arrays, so workers need no common
disk. A slice whose worker is lost is done by another one. The bytes do not depend on who does what.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from saizen.large.compiling import compile_rules
from saizen.large.game import CompiledGame
from saizen.large.glue import CompiledRules
from saizen.large.kernels import ANY_LAYER, UNSETTLED, LargeLayer, settle
from saizen.large.problems import new_problem, raise_problem
from saizen.large.runs import Keys, Span, children_run
from saizen.work import Progress, run, width
from saizen.work.user_modules import Luggage, pack_module

Task = TypeVar("Task")
Result = TypeVar("Result")
Later = Sequence[tuple[int, LargeLayer]]
"""Later layers, each with its counter."""
Run = tuple[Keys, list[int]]
"""Children, and the layers that they are in."""
NO_LENGTHS: NDArray[np.uint16] = np.empty(0, np.uint16)


class Machines(Protocol):
    """Work on the slices of a layer; results come in the order of the slices."""

    def runs(self, label: str, keys: Keys, counter: int, spans: Sequence[Span]) -> Iterator[Run]:
        """Yield the children of each slice."""

    def settled(self, label: str, keys: Keys, later: Later, spans: Sequence[Span]) -> Iterator[LargeLayer]:
        """Yield each slice with its values."""


def side_by_side(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    threads: ThreadPoolExecutor,
    progress: Progress,
    label: str,
) -> Iterator[Result]:
    """Yield the results of tasks in their order, as many at work at a time as there are threads."""
    return run(function, tasks, threads, progress, label, in_flight=width(threads, 1))


@dataclass(frozen=True)
class ThisMachine:
    """Threads; what they work on is in memory, or mapped from files."""

    rules: CompiledRules
    threads: ThreadPoolExecutor
    timed: bool
    draw: int
    progress: Progress

    def runs(self, label: str, keys: Keys, counter: int, spans: Sequence[Span]) -> Iterator[Run]:
        """Yield the children of each slice."""

        def listed(span: Span) -> Run:
            return children_run(self.rules, keys[span[0] : span[1]], counter)

        return side_by_side(listed, spans, self.threads, self.progress, label)

    def settled(self, label: str, keys: Keys, later: Later, spans: Sequence[Span]) -> Iterator[LargeLayer]:
        """Yield each slice with its values."""

        def settled(span: Span) -> LargeLayer:
            return settle_slice(self.rules, keys[span[0] : span[1]], later, self.timed, self.draw)

        return side_by_side(settled, spans, self.threads, self.progress, label)


def settle_slice(rules: CompiledRules, keys: Keys, later: Later, timed: bool, draw: int) -> LargeLayer:
    """Find the values of a slice from those of the later layers that its children are in."""
    size = len(keys)
    layer = LargeLayer(keys, np.full(size, UNSETTLED, np.int8), np.zeros(size if timed else 0, np.uint16))
    nothing = LargeLayer(np.empty(0, np.int64), np.empty(0, np.int8), NO_LENGTHS)
    for counter, table in later or [(ANY_LAYER, nothing)]:
        problem = new_problem()
        settle(rules, (0, size), layer, table, counter if len(later) > 1 else ANY_LAYER, draw, problem)
        raise_problem(problem)
    return layer


# ------------------------------------------------------------------ the workers of a cluster


@dataclass(frozen=True, slots=True)
class Slice:
    """Positions for a worker, the rules, and for settling the values of all their children."""

    luggage: Luggage
    game: bytes
    counter: int
    keys: Keys
    children: LargeLayer | None = None
    timed: bool = False
    draw: int = 0


@lru_cache(maxsize=4)
def _rules(luggage: Luggage, game: bytes) -> CompiledRules:
    """Unpack and compile the rules once for many slices."""
    return compile_rules(luggage.loads(game))


def list_remotely(task: Slice) -> Run:
    """Return the children of a slice; this is what runs on a worker."""
    return children_run(_rules(task.luggage, task.game), task.keys, task.counter)


def settle_remotely(task: Slice) -> tuple[NDArray[np.int8], NDArray[np.uint16]]:
    """Return the values of a slice and how many moves best play takes; this is what runs on a worker."""
    assert task.children is not None
    rules = _rules(task.luggage, task.game)
    layer = settle_slice(rules, task.keys, [(0, task.children)], task.timed, task.draw)
    return layer.values, layer.lengths


class Cluster:
    """The workers of a cluster, by its executor; this machine looks up the values of children."""

    def __init__(
        self, game: CompiledGame, executor: Executor, timed: bool, draw: int, progress: Progress
    ) -> None:
        self._executor, self._timed, self._draw, self._progress = executor, timed, draw, progress
        self._luggage = pack_module(type(game).__module__)
        self._game = self._luggage.dumps(game)

    def runs(self, label: str, keys: Keys, counter: int, spans: Sequence[Span]) -> Iterator[Run]:
        """Yield the children of each slice."""
        tasks = (Slice(self._luggage, self._game, counter, np.array(keys[a:b])) for a, b in spans)
        return run(list_remotely, tasks, self._executor, self._progress, label)

    def settled(self, label: str, keys: Keys, later: Later, spans: Sequence[Span]) -> Iterator[LargeLayer]:
        """Yield each slice with its values: its children are listed again, looked up here, and sent along."""

        def tasks() -> Iterator[Slice]:
            listed = self.runs(label, keys, ANY_LAYER, spans) if later else ((keys[:0], []) for _ in spans)
            for (first, last), (children, _) in zip(spans, listed, strict=True):
                yield Slice(
                    self._luggage,
                    self._game,
                    ANY_LAYER,
                    np.array(keys[first:last]),
                    look_up(children, [table for _, table in later], self._timed),
                    self._timed,
                    self._draw,
                )

        results = run(settle_remotely, tasks(), self._executor, self._progress, label)
        for (first, last), (values, lengths) in zip(spans, results, strict=True):
            yield LargeLayer(keys[first:last], values, lengths)


def look_up(children: Keys, tables: Sequence[LargeLayer], timed: bool) -> LargeLayer:
    """Return those of some positions that are in one of the tables, with their values."""
    size = len(children)
    values, lengths = np.zeros(size, np.int8), np.zeros(size if timed else 0, np.uint16)
    listed = np.zeros(size, bool)
    for table in tables:
        places = np.searchsorted(table.keys, children)
        places[places == len(table.keys)] = 0
        hits = table.keys[places] == children
        listed |= hits
        values[hits] = table.values[places[hits]]
        if timed:
            lengths[hits] = table.lengths[places[hits]]
    return LargeLayer(children[listed], values[listed], lengths[listed] if timed else lengths)
