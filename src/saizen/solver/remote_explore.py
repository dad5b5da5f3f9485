"""Exploring on other processes and machines: workers look at positions, one process numbers what they find.

A worker reads a batch into a graph of its own, in which what follows has numbers by the order of its
discovery there. Batches are added in the order of their positions, and what is new gets the next number in
the same order: so the graph is that of `saizen.solver.explore`, byte for byte, whoever looks at what.
"""

import time
from array import array
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from flint import fmpq

from saizen.errors import Stopped
from saizen.solver.explore import STUCK, WAITING, Reader
from saizen.solver.graph import Graph
from saizen.solver.loops import CHUNK
from saizen.solver.reading import RulesReader
from saizen.work import Progress, Waiting, run, width
from saizen.work.user_modules import Luggage, pack_module

ARRAYS = {
    "kinds": "i",
    "first": "q",
    "targets": "i",
    "rewards": "i",
    "ending": "b",
    "spans": "q",
    "branches": "i",
    "weights": "i",
}
"""The arrays of a graph that travel, and their types."""


@dataclass(frozen=True, slots=True)
class PositionBatch:
    """Positions for a worker, and the rules."""

    luggage: Luggage
    game: bytes
    exact: bool
    merge: bool
    positions: bytes


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The results of a batch, numbered within the batch: the arrays of a graph and its tables of numbers."""

    luggage: Luggage
    count: int
    positions: bytes
    arrays: dict[str, bytes]
    amounts: list[Any]
    chances: list[Any]


def look_at(batch: PositionBatch) -> BatchResult:
    """Read a batch of positions; this is what runs on a worker."""
    graph: Graph[Any] = Graph(_rules(batch.luggage, batch.game, batch.exact, batch.merge))
    positions = batch.luggage.loads(batch.positions)
    Reader(graph).read(positions)
    graph.widen()
    return BatchResult(
        batch.luggage,
        len(positions),
        batch.luggage.dumps(graph.positions),
        {name: array(code, getattr(graph, name)).tobytes() for name, code in ARRAYS.items()},
        [_plain(number) for number in graph.amounts.numbers],
        [_plain(number) for number in graph.chances.numbers],
    )


@lru_cache(maxsize=4)
def _rules(luggage: Luggage, game: bytes, exact: bool, merge: bool) -> RulesReader[Any]:
    """Unpack the rules once for many batches."""
    return RulesReader(luggage.loads(game), exact=exact, merge=merge)


def _plain(number: Any) -> Any:
    """Write a number for its way: a float, or numerator and denominator."""
    return number if isinstance(number, float) else (int(number.p), int(number.q))


def _number(plain: Any) -> Any:
    return plain if isinstance(plain, float) else fmpq(*plain)


class Batches(Iterator[PositionBatch]):
    """The positions that wait, batch by batch; there may be none now and more after the next result."""

    def __init__(self, reader: Reader, share: int) -> None:
        graph = reader.graph
        self.graph, self.share = graph, share
        self.begin = len(graph)
        self.luggage = pack_module(type(graph.game).__module__)
        self.game = self.luggage.dumps(graph.game)

    def __next__(self) -> PositionBatch:
        waiting = len(self.graph.positions) - self.begin
        if not waiting:
            raise StopIteration
        size = min(waiting, max(WAITING, min(CHUNK, waiting // self.share)))
        positions = self.graph.positions[self.begin : self.begin + size]
        self.begin += size
        rules = self.graph.rules
        return PositionBatch(self.luggage, self.game, rules.exact, rules.merge, self.luggage.dumps(positions))


def explore_remotely(
    reader: Reader, executor: Executor | None, workers: int, progress: Progress
) -> Iterator[int]:
    """Add to a graph all that is left to explore; yield the number of positions of each batch."""
    batches = Batches(reader, 2 * width(executor, workers))
    results = run(look_at, batches, executor, Waiting(progress), "finding positions", workers=workers)
    since = time.monotonic()
    try:
        for result in results:
            _add(reader, result)
            since = time.monotonic()
            yield result.count
    except KeyboardInterrupt:
        waited, graph = time.monotonic() - since, reader.graph
        if waited < STUCK:
            raise
        raise Stopped(
            f"stopped after {waited:.0f} s without an answer on position "
            f"{graph.rules.at(graph.positions[len(graph)])} and those after it; does look() come to an end?"
        ) from None


def _add(reader: Reader, result: BatchResult) -> None:
    """Give numbers to what a batch leads to, and add its arrays to the graph."""
    graph = reader.graph
    graph.number.other = None  # a worker has seen that these are positions
    positions = result.luggage.loads(result.positions)
    number = np.fromiter(map(graph.number.__getitem__, positions), np.int32, len(positions))
    amount = np.array([graph.amounts.place(_number(plain)) for plain in result.amounts], np.int32)
    chance = np.array([graph.chances.place(_number(plain)) for plain in result.chances], np.int32)
    new = {name: np.frombuffer(data, ARRAYS[name]) for name, data in result.arrays.items()}
    lottery, is_new = _numbered_lotteries(reader, new, amount)
    targets = new["targets"]
    places = np.concatenate([number, lottery[::-1]])  # below 0 an index counts from the end
    _extend(graph.branches, number[new["branches"]] if len(number) else new["branches"])
    graph.make_room()
    _extend(graph.weights, chance[new["weights"]])
    _extend(graph.rewards, amount[new["rewards"]][is_new])
    _extend(graph.ending, new["ending"][is_new])
    _extend(graph.spans, new["spans"][1:][is_new] + graph.spans[-1])
    graph.add(_array("i", new["kinds"]), _array("q", new["first"][1:]), _array("i", places[targets]))


def _numbered_lotteries(reader: Reader, new: dict[str, Any], amount: Any) -> tuple[Any, Any]:
    """Return the target of each lottery, and which are new: endings of one value are one lottery."""
    spans, count = new["spans"], len(new["rewards"])
    is_new = np.ones(count, bool)
    ends = np.flatnonzero((spans[1:] == spans[:-1]) & (new["ending"] != 0))
    places = amount[new["rewards"][ends]].tolist()
    is_new[ends] = [place not in reader.ends for place in places]
    targets = -len(reader.graph.rewards) - np.cumsum(is_new)
    for at, place in zip(ends.tolist(), places, strict=True):
        targets[at] = reader.ends.setdefault(place, int(targets[at]))
    return targets.astype(np.int32), is_new


def _extend(whole: "array[int]", part: Any) -> None:
    whole.extend(_array(whole.typecode, part))


def _array(code: str, part: Any) -> "array[int]":
    return array(code, np.ascontiguousarray(part, code).tobytes())
