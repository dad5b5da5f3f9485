"""Exploring on other processes and machines: workers visit the histories after one of the first.

1. Histories down to some number of steps are visited here, to find where there is enough to share out.
2. Workers visit what follows each of the last ones, in numbers of their own.
3. The first ones are visited again. Where one of the last comes up, what a worker found takes its turn, and
   gets the numbers that it would have got here: so the result is the same, byte for byte.
"""

from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from saizen.game import Game
from saizen.solver.hidden.exploration import Exploration, History, HistoryWalk
from saizen.solver.hidden.memories import ROOT, Memories
from saizen.work import SILENT, Progress, run, width
from saizen.work.user_modules import Luggage, pack_module

SHARES = 16
"""Batches for each worker."""
TOP = 20_000
"""Histories that are visited here at most, to find others."""
DEEPEST = 64


@dataclass(frozen=True, slots=True)
class HistoryBatch:
    """Histories for a worker, with the last views of both players and the chance of the path; the rules."""

    luggage: Luggage
    game: bytes
    exact: bool
    most: int
    histories: bytes


@dataclass(frozen=True, slots=True)
class FoundMemories:
    """What a player can come to know after a history, numbered from there."""

    views: list[Any]
    seen: list[tuple[int, int]]
    """By memory and view, as one number: the memory after."""
    sets: list[Any]


@dataclass(frozen=True, slots=True)
class FoundHistories:
    """What follows a history: memories of both players, and what is paid."""

    count: int
    memories: tuple[FoundMemories, FoundMemories]
    entries: tuple[bytes, ...]
    probabilities: list[Fraction]
    payoffs: list[Fraction]


class CutHistories:
    """Histories that wait, the last first; those after so many steps are taken out."""

    def __init__(self, begin: History, depth: int, take: Callable[[History], None]) -> None:
        self._stack = [(0, begin)]
        self._depth, self._most, self._take = 0, depth, take

    def push(self, history: History) -> None:
        """Take another history, a step further."""
        self._stack.append((self._depth + 1, history))

    def __iter__(self) -> Iterator[History]:
        while self._stack:
            self._depth, history = self._stack.pop()
            if self._depth == self._most:
                self._take(history)
            else:
                yield history


def explore_remotely(
    game: Game[Any], exact: bool, most: int, progress: Progress, executor: Executor | None, workers: int
) -> Exploration:
    """Let workers visit the histories of a game."""
    share = SHARES * width(executor, workers)
    depth, begins = _cut(game, exact, most, share)
    luggage = pack_module(type(game).__module__)
    rules = luggage.dumps(game)
    size = -(-len(begins) // share)
    batches = [
        HistoryBatch(luggage, rules, exact, most, luggage.dumps(begins[place : place + size]))
        for place in range(0, len(begins), size)
    ]
    results = run(visit, batches, executor, progress, "exploring histories", workers=workers)
    result = (part for batch in results for part in luggage.loads(batch))
    walk = HistoryWalk(game, exact, most, SILENT)
    walk.visit(CutHistories(walk.begin(), depth, lambda history: _add(walk, history, next(result))))
    next(result, None)  # lets the workers end
    return walk.explored()


def _cut(game: Game[Any], exact: bool, most: int, share: int) -> tuple[int, list[Any]]:
    """Return after how many steps enough histories wait, and these: with views and chance."""
    depth, begins = 0, list[Any]()
    while len(begins) < share and depth < DEEPEST:
        depth += 1
        before, begins = begins, []
        walk = HistoryWalk(game, exact, most, SILENT)

        def take(history: History, walk: HistoryWalk = walk, begins: list[Any] = begins) -> None:
            outcome, at, *memories, path = history
            views = [_last_view(own, memory) for own, memory in zip(walk.memories, memories, strict=True)]
            begins.append((outcome, at, views, walk.numbers.probabilities[path]))

        walk.visit(CutHistories(walk.begin(), depth, take))
        if before and (walk.histories > TOP or len(begins) < len(before)):
            return depth - 1, before
    return depth, begins


def _last_view(own: Memories, memory: int) -> list[Any]:
    """Return the view that was seen last, if any, in a list."""
    token = own.last_view[memory]
    return [] if token < 0 else [list(own.views)[token]]


def visit(batch: HistoryBatch) -> bytes:
    """Visit what follows some histories; this is what runs on a worker."""
    game, result = _rules(batch.luggage, batch.game), []
    for outcome, at, views, probability in batch.luggage.loads(batch.histories):
        walk = HistoryWalk(game, batch.exact, batch.most, SILENT)
        for own, view in zip(walk.memories, views, strict=True):
            own.last_view[ROOT] = own.views.setdefault(view[0], 0) if view else -1
        begin = outcome, at, ROOT, ROOT, walk.numbers.path(probability)
        walk.visit(CutHistories(begin, -1, _never))
        result.append(
            FoundHistories(
                walk.histories,
                (_told(walk.first), _told(walk.second)),
                tuple(entries.tobytes() for entries in walk.entries),
                walk.numbers.probabilities,
                walk.numbers.payoffs,
            )
        )
    return batch.luggage.dumps(result)


def _never(history: History) -> None:
    """Nothing is taken out on a worker."""


@lru_cache(maxsize=4)
def _rules(luggage: Luggage, game: bytes) -> Any:
    """Unpack the rules once for many batches."""
    return luggage.loads(game)


def _told(own: Memories) -> FoundMemories:
    return FoundMemories(list(own.views), list(own.following.items()), own.sets)


def _add(walk: HistoryWalk, history: History, result: FoundHistories) -> None:
    """Give the numbers of this walk to what a worker found after a history."""
    _, at, mine, yours, _ = history
    rows = _merged(walk, walk.first, mine, result.memories[0])
    columns = _merged(walk, walk.second, yours, result.memories[1])
    paths = np.array([walk.numbers.path(probability) for probability in result.probabilities], np.int64)
    paid = np.array([walk.numbers.payoff(payoff, at) for payoff in result.payoffs], np.int64)
    for whole, part, numbers in zip(walk.entries, result.entries, (rows, columns, paths, paid), strict=True):
        whole.extend(array("q", numbers[np.frombuffer(part, np.int64)].tobytes()))
    walk.histories += result.count
    walk.limit()


def _merged(walk: HistoryWalk, own: Memories, memory: int, result: FoundMemories) -> Any:
    """Add what a worker found of a player's memories, in its order; return the numbers of its sequences."""
    memories, sequences = [memory], [own.sequence[memory]]
    seen, sets = iter(result.seen), iter(result.sets)
    view, chosen = next(seen, None), next(sets, None)
    while view or chosen:
        if view and (chosen is None or view[1] < chosen.after):
            key, _ = view
            memories.append(own.observe(memories[key >> 32], result.views[key & 0xFFFFFFFF]))
            view = next(seen, None)
        elif chosen:
            after = walk.agreed(own, memories[chosen.memory], chosen.moves, chosen.position)
            memories += after
            if len(after) > 1:
                sequences += [own.sequence[place] for place in after]
            chosen = next(sets, None)
    return np.array(sequences, np.int64)
