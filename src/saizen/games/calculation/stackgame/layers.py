"""All positions of a stack game of two chains, layer by layer: forward to find them, backward for values."""

from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.errors import PositionError, TableError
from saizen.games.calculation.stackgame import kernel
from saizen.games.calculation.stackgame.lattice import Start, binomials
from saizen.games.calculation.stackgame.partial_order import Order
from saizen.kernels.hashing import EMPTY, Ints, fill, insert
from saizen.work import HEARTBEAT, SILENT, Progress, cores

CHUNK = 1 << 15
"""Positions that a thread expands before its results are taken over."""
LOAD = 0.6
"""How full a hash table may become."""
GROWTH = 1.5
"""How much larger a full hash table becomes."""
LARGEST_FACTORIAL = 20
"""k! fits into 64 bits up to here."""


@contextmanager
def threads(workers: int | None = None) -> Iterator[Executor]:
    """Open a pool of one thread a core; kernels run in it without Python's lock."""
    with ThreadPoolExecutor(workers or cores()) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _finish(tasks: list[Future[Any]], progress: Progress) -> list[Any]:
    """Wait for tasks, giving whoever watches a chance to cancel."""
    results = []
    for task in tasks:
        while True:
            try:
                results.append(task.result(timeout=HEARTBEAT))
                break
            except TimeoutError:
                if task.done():
                    raise
                progress.advance(0)
    return results


class KeySet:
    """A growing hash set of keys, for one thread."""

    def __init__(self, expected: int) -> None:
        self.slots: Ints = np.full(1024 + int(expected / LOAD), EMPTY, np.int64)
        self.count = 0

    def add(self, parts: list[Ints], share: int, shares: int) -> None:
        """Add the keys that belong to a share.

        >>> keys = KeySet(1)
        >>> keys.add([np.array([5, 7, 5])], 0, 1)
        >>> sorted(keys.members().tolist())
        [5, 7]
        """
        for keys in parts:
            self._add(keys, share, shares)

    def _add(self, keys: Ints, share: int, shares: int) -> None:
        at = 0
        while True:
            room = int(LOAD * len(self.slots)) - self.count
            new, at = insert(self.slots, keys, share, shares, at, room)
            self.count += new
            if at == len(keys):
                return
            members = self.members()
            self.slots = np.full(int(GROWTH * len(self.slots)), EMPTY, np.int64)
            insert(self.slots, members, 0, 1, 0, len(members))

    def members(self) -> Ints:
        """Return the keys in no particular order."""
        members: Ints = self.slots[self.slots != EMPTY]
        return members


def next_layer(
    start: Start, cards: int, keys: Ints, pool: Executor, progress: Progress = SILENT
) -> tuple[Ints, int]:
    """Return the sorted keys with one card less, and how many transitions lead there."""
    shares = cores()
    sets = [KeySet(len(keys) // shares) for _ in range(shares)]
    used, next_used = start.used_at(cards), start.used_at(cards - 1)

    def expanded(at: int) -> tuple[Ints, int]:
        part = keys[at : at + CHUNK]
        out = np.empty(len(part) * cards * start.stacks, np.int64)
        count, looked = kernel.expand(
            part, cards, start.stacks, used, next_used, binomials(), kernel.scratch(), kernel.scratch(), out
        )
        return out[:count], looked

    transitions = 0
    for block in range(0, len(keys), CHUNK * shares):
        chunks = range(block, min(block + CHUNK * shares, len(keys)), CHUNK)
        found = _finish([pool.submit(expanded, at) for at in chunks], progress)
        transitions += sum(looked for _, looked in found)
        parts = [part for part, _ in found]
        _finish([pool.submit(own.add, parts, share, shares) for share, own in enumerate(sets)], progress)
        progress.advance(min(CHUNK * shares, len(keys) - block))
    merged = np.concatenate([members.members() for members in sets])
    merged.sort()
    return merged, transitions


def layer_values(
    start: Start,
    cards: int,
    keys: Ints,
    next_keys: Ints,
    next_values: NDArray[Any],
    pool: Executor,
    progress: Progress = SILENT,
) -> NDArray[Any]:
    """Return for each key the sum over drawn cards of the best next value, in the kind of numbers given.

    That is the number of successful orders of the deck if the next values are such numbers; divided by the
    number of cards it is the probability if they are probabilities.
    """
    whole = np.issubdtype(next_values.dtype, np.integer)
    zero: Any = np.int64(0) if whole else np.float64(0)
    slots = np.full(16 + int(len(next_keys) / LOAD), EMPTY, np.int64)
    contents = np.empty(len(slots), next_values.dtype)
    fill(slots, contents, next_keys, next_values)
    out = np.empty(len(keys), np.int64 if whole else np.float64)

    def evaluated(at: int) -> int:
        return kernel.evaluate(
            keys[at : at + CHUNK], cards, start.stacks, start.used_at(cards), start.used_at(cards - 1),
            binomials(), kernel.scratch(), kernel.scratch(), slots, contents, zero, out[at : at + CHUNK]
        )  # fmt: skip

    waiting: list[Future[int]] = []
    for at in range(0, len(keys), CHUNK):
        waiting.append(pool.submit(evaluated, at))
        if len(waiting) >= 4 * cores():
            _check(_finish(waiting[:1], progress))
            progress.advance(CHUNK)
            waiting.pop(0)
    _check(_finish(waiting, progress))
    return out


def _check(missing: list[int]) -> None:
    if any(missing):
        raise TableError("the layers do not belong together: a position that must follow is missing")


class StackTable:
    """All positions of one start with exact values, in memory; for decks of up to 20 cards.

    The value times k! is the whole number of deck orders that succeed, so 64-bit integers are exact.

    >>> table = StackTable(Start.fresh(3, 2))
    >>> table.states, table.value(table.start.first)
    (42, Fraction(25, 36))
    """

    def __init__(self, start: Start, progress: Progress = SILENT) -> None:
        if start.cards > LARGEST_FACTORIAL:
            raise PositionError(
                f"{start.cards} cards in the deck: exact values are computed for at most {LARGEST_FACTORIAL}"
            )
        self.start = start
        self.keys = find_layers(start, progress)
        self.orders: dict[int, Ints] = {1: np.ones(len(self.keys[1]), np.int64)}
        progress.stage("values", self.states)
        with threads() as pool:
            for cards in range(2, start.cards + 1):
                self.orders[cards] = layer_values(
                    start,
                    cards,
                    self.keys[cards],
                    self.keys[cards - 1],
                    self.orders[cards - 1],
                    pool,
                    progress,
                )

    @property
    def states(self) -> int:
        """How many positions there are, the empty deck not counted."""
        return sum(map(len, self.keys.values()))

    def value(self, order: Order) -> Fraction:
        """Return the probability of success of an order that follows from the start."""
        if order.lost() or not order.cards:
            return Fraction(int(not order.cards))
        keys, key = self.keys[order.cards], self.start.key_of(order)
        at = int(np.searchsorted(keys, key))
        if at == len(keys) or keys[at] != key:
            raise PositionError("the order does not follow from the start of this table")
        return Fraction(int(self.orders[order.cards][at]), factorial(order.cards))


def count_positions(start: Start, progress: Progress = SILENT) -> tuple[int, int]:
    """Count positions that are not lost, and transitions, with two layers in memory at a time.

    >>> count_positions(Start.fresh(2, 3))
    (12, 28)
    """
    keys, states, transitions = start.first_layer(), 1, 0
    with threads() as pool:
        for cards in range(start.cards, 1, -1):
            progress.stage(f"positions with {cards - 1} cards left", len(keys))
            keys, looked = next_layer(start, cards, keys, pool, progress)
            states, transitions = states + len(keys), transitions + looked
    return states, transitions


def find_layers(start: Start, progress: Progress = SILENT) -> dict[int, Ints]:
    """Find all positions that are not lost, as sorted keys by cards left.

    >>> {cards: len(keys) for cards, keys in find_layers(Start.fresh(2, 3)).items()}
    {4: 1, 3: 2, 2: 6, 1: 3}
    """
    layers = {start.cards: start.first_layer()}
    with threads() as pool:
        for cards in range(start.cards, 1, -1):
            progress.stage(f"positions with {cards - 1} cards left", len(layers[cards]))
            layers[cards - 1], _ = next_layer(start, cards, layers[cards], pool, progress)
    return layers
