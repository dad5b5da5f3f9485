"""The positions of a layer as bits, by order: found from the layer before, or entered from their keys."""

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from saizen.games.calculation.stackgame.two_chains import multisets, packed_keys, successors
from saizen.games.calculation.stackgame.two_chains.batches import Sizes, own_batch
from saizen.games.calculation.stackgame.two_chains.keys import MOST_POINTS, scratch
from saizen.games.calculation.stackgame.two_chains.lattice import Start, binomials
from saizen.kernels.hash_table import EMPTY, Ints, Words, fill
from saizen.work import SILENT, Progress, run

CHUNK = 1 << 12
"""Positions whose transitions a thread writes before it goes through them."""
SURVEYED = 1 << 15
"""Positions that a thread surveys at a time."""
SLOTS = 1 << 14
"""Places of the hash set of the orders that a thread finds in a survey."""
ORDERS = 1 << 8
"""Orders whose keys a thread lists or enters at a time."""
LOAD = 0.6
"""How full the hash table of a layer's orders is."""


@dataclass(frozen=True, slots=True)
class Members:
    """A set of positions with some cards left; see `multisets`.

    >>> from saizen.work import Here
    >>> start = Start.fresh(2, 3)
    >>> members = Members.of(start, 3, np.array([0, 1]), Here())
    >>> members.keys(Here()).tolist()
    [0, 1]
    """

    start: Start
    cards: int
    orders: Ints
    masks: Words
    bases: Ints
    words: Words
    slots: Ints
    places: Ints

    @classmethod
    def room(cls, start: Start, cards: int, orders: Ints, masks: Words) -> "Members":
        """Make room for the positions of sorted orders with some points each."""
        bases = np.empty(len(orders) + 1, np.int64)
        multisets.lay_out(masks, start.used_at(cards), binomials(), bases)
        slots = np.full(16 + int(len(orders) / LOAD), EMPTY, np.int64)
        places = np.empty(len(slots), np.int64)
        fill(slots, places, orders, np.arange(len(orders)))
        words = np.zeros(int(bases[-1]) // 64, np.uint64)
        return cls(start, cards, orders, masks, bases, words, slots, places)

    @classmethod
    def of(
        cls, start: Start, cards: int, keys: Ints, pool: Executor, progress: Progress = SILENT
    ) -> "Members":
        """Enter sorted keys."""
        used, keys = start.used_at(cards), still(keys)
        count, _ = packed_keys.measure(keys, cards, used, binomials())
        orders, begins = np.empty(count, np.int64), np.empty(count + 1, np.int64)
        masks = np.zeros((count, mask_words(cards)), np.uint64)
        masks[:, 0] = 1  # a stack that forbids nothing
        multisets.outline(keys, cards, used, binomials(), orders, masks, begins, scratch())
        own = cls.room(start, cards, orders, masks)

        def entered(first: int) -> None:
            part = keys[begins[first] : begins[min(first + ORDERS, count)]]
            multisets.enter(part, cards, used, binomials(), own.bits, first, scratch())

        for _ in run(entered, range(0, count, ORDERS), pool, progress, f"entering {cards} cards"):
            pass
        return own

    @property
    def bits(self) -> multisets.Bits:
        """The orders and bits as kernels read them."""
        return multisets.Bits(self.orders, self.masks, self.bases, self.words)

    def counts(self) -> tuple[multisets.Counts, int]:
        """Return how many positions come before each word, and how many there are."""
        return _counted(self.words)

    def keys(self, pool: Executor, progress: Progress = SILENT) -> Ints:
        """Return the sorted keys."""
        return np.concatenate([np.empty(0, np.int64), *self.listed(pool, progress)])

    def listed(self, pool: Executor, progress: Progress = SILENT) -> Iterator[Ints]:
        """Yield the sorted keys of some orders after the other: all of them need not be in memory at once."""
        used = self.start.used_at(self.cards)

        def listed(first: int) -> Ints:
            end = min(first + ORDERS, len(self.orders))
            _, count = _counted(self.words[self.bases[first] >> 6 : self.bases[end] >> 6])
            out = np.empty(count, np.int64)
            room = np.empty((2, MOST_POINTS), np.int64)
            multisets.list_keys(self.cards, used, binomials(), self.bits, first, end, room, out)
            return out

        tasks = range(0, len(self.orders), ORDERS)
        yield from run(listed, tasks, pool, progress, f"listing positions with {self.cards} cards left")

    def follow(self, keys: Ints) -> tuple[Ints, int]:
        """Return where keys with one card more lead, and how many transitions were looked at.

        For each key, card and stack there is the address of a bit, or `multisets.LOST` or `multisets.ABSENT`.
        """
        start, cards = self.start, self.cards + 1
        out = np.empty(len(keys) * cards * start.stacks, np.int64)
        sizes = Sizes(cards, start.stacks, start.used_at(cards), start.used_at(self.cards))
        index = successors.Index(self.slots, self.places, self.masks, self.bases)
        looked = successors.follow(still(keys), sizes, index, own_batch(), out)
        return out, looked


def survey(start: Start, cards: int, keys: Ints, pool: Executor, progress: Progress = SILENT) -> Members:
    """Make room for all positions that follow keys; some that cannot follow have room, too."""
    sizes = Sizes(cards, start.stacks, start.used_at(cards), start.used_at(cards - 1))
    words, keys = mask_words(cards - 1), still(keys)

    def surveyed(at: int) -> tuple[Ints, Words]:
        part, parts, done = keys[at : at + SURVEYED], [_nothing(words)], 0
        room = own_batch()
        while done < len(part):
            slots, masks = np.full(SLOTS, EMPTY, np.int64), np.zeros((SLOTS, words), np.uint64)
            done = successors.survey(part, done, sizes, slots, masks, room)
            parts.append((slots[slots != EMPTY], masks[slots != EMPTY]))
        return _merged(parts)

    surveys, tasks = [_nothing(words)], range(0, len(keys), SURVEYED)
    for part_survey in run(surveyed, tasks, pool, progress, f"orders with {cards - 1} cards left"):
        surveys.append(part_survey)
        while len(surveys) > 1 and 2 * len(surveys[-1][0]) > len(surveys[-2][0]):  # as in a merge sort
            surveys[-2:] = [_merged(surveys[-2:])]
    return Members.room(start, cards - 1, *_merged(surveys))


def _counted(words: Words) -> tuple[multisets.Counts, int]:
    counts = np.empty(len(words), np.uint32)
    return counts, int(multisets.count_before(words, counts))


def _nothing(words: int) -> tuple[Ints, Words]:
    return np.empty(0, np.int64), np.empty((0, words), np.uint64)


def _merged(parts: list[tuple[Ints, Words]]) -> tuple[Ints, Words]:
    """Return the orders of several lists, sorted and each once, with all points of any list."""
    orders = np.concatenate([orders for orders, _ in parts])
    masks = np.concatenate([masks for _, masks in parts])
    by_order = np.argsort(orders, kind="stable")
    orders = orders[by_order]
    first = np.flatnonzero(np.diff(orders, prepend=-1))
    return orders[first], np.bitwise_or.reduceat(masks[by_order], first)


def mask_words(cards: int) -> int:
    """Return how many words a set of points of an order takes.

    >>> mask_words(24)
    3
    """
    return (cards // 2 + 1) * ((cards + 1) // 2 + 1) // 64 + 1


def still(keys: Ints) -> Ints:
    """Return keys as an array that cannot be written: kernels are compiled for those alone."""
    keys = keys.view()
    keys.flags.writeable = False
    return keys
