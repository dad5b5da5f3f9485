"""All positions of a stack game of two chains, layer by layer: forward to find them, backward for values."""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.errors import PositionError, TableError
from saizen.games.calculation.stackgame.partial_order import Order
from saizen.games.calculation.stackgame.two_chains import multisets
from saizen.games.calculation.stackgame.two_chains.lattice import Start
from saizen.games.calculation.stackgame.two_chains.layer_bits import CHUNK, Members, survey
from saizen.kernels.hash_table import Ints
from saizen.work import SILENT, Here, Progress, cores, run

LARGEST_FACTORIAL = 20
"""k! fits into 64 bits up to here."""
FEW_CARDS = 8
"""A table of so few cards is done before threads have begun."""


@contextmanager
def threads(workers: int | None = None) -> Iterator[Executor]:
    """Open a pool of one thread a core; kernels run in it without Python's lock."""
    with ThreadPoolExecutor(workers or cores()) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def next_members(
    start: Start, cards: int, keys: Ints, pool: Executor, progress: Progress = SILENT
) -> tuple[Members, int]:
    """Return the positions with one card less, and how many transitions lead there."""
    members = survey(start, cards, keys, pool, progress)

    def added(at: int) -> int:
        addresses, looked = members.follow(keys[at : at + CHUNK])
        multisets.add_bits(members.words, addresses)
        return looked

    tasks = range(0, len(keys), CHUNK)
    return members, sum(run(added, tasks, pool, progress, f"finding positions with {cards - 1} cards left"))


def next_layer(
    start: Start, cards: int, keys: Ints, pool: Executor, progress: Progress = SILENT
) -> tuple[Ints, int]:
    """Return the sorted keys with one card less, and how many transitions lead there."""
    members, transitions = next_members(start, cards, keys, pool, progress)
    return members.keys(pool, progress), transitions


def layer_values(
    keys: Ints,
    following: Members,
    values: NDArray[Any],
    pool: Executor,
    progress: Progress = SILENT,
    *,
    mean: bool = False,
) -> NDArray[Any]:
    """Return for each key the sum over drawn cards of the best value that follows, or the mean over them.

    The sum is the number of successful orders of the deck if the values are such numbers; the mean is the
    probability if they are probabilities. Sums of whole numbers are whole; others are computed in 64 bits.
    """
    exact: Any = np.int64 if np.issubdtype(values.dtype, np.integer) else np.float64
    counts, _ = following.counts()
    cards, out = following.cards + 1, np.empty(len(keys), values.dtype)

    def summed(at: int) -> int:
        addresses, _ = following.follow(keys[at : at + CHUNK])
        sums = np.empty(len(out[at : at + CHUNK]), exact)
        missing = multisets.sum_best(
            addresses, following.start.stacks, following.words, counts, values, exact(0), sums
        )
        out[at : at + CHUNK] = sums / cards if mean else sums
        return missing

    tasks = range(0, len(keys), CHUNK)
    if sum(run(summed, tasks, pool, progress, f"values with {cards} cards left")):
        raise TableError("the layers do not belong together: a position that must follow is missing")
    return out


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
        self.keys = {start.cards: start.first_layer()}
        self.orders: dict[int, Ints] = {}
        members = {}
        with threads() if start.cards > FEW_CARDS else Here() as pool:
            for cards in range(start.cards, 1, -1):
                members[cards], _ = next_members(start, cards, self.keys[cards], pool, progress)
                self.keys[cards - 1] = members[cards].keys(pool, progress)
            self.orders[1] = np.ones(len(self.keys[1]), np.int64)
            for cards in range(2, start.cards + 1):
                following, values = members.pop(cards), self.orders[cards - 1]
                self.orders[cards] = layer_values(self.keys[cards], following, values, pool, progress)

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
            layers[cards - 1], _ = next_layer(start, cards, layers[cards], pool, progress)
    return layers
