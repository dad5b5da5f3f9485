"""Stack games of any number of foundations, counted by a canonical form for any order.

This is the second, independent canonical form (see `canonical`): it knows nothing of chains and paths.
"""

from concurrent.futures import Executor
from typing import Any

import numpy as np

from saizen.errors import SaizenError
from saizen.games.calculation.stackgame.any_order.canonical import (
    MOST,
    canonical,
    describe,
    read,
    scratch,
    words_for,
)
from saizen.games.calculation.stackgame.partial_order import Order
from saizen.games.calculation.stackgame.two_chains.layers import threads
from saizen.kernels.compile import kernel, part
from saizen.kernels.hash_table import Ints, scramble
from saizen.work import SILENT, Progress

CHUNK = 1 << 12
"""Orders that a thread takes at a time."""


@kernel
def expand(rows: Ints, n: int, stacks: int, work: Ints, trial: Ints, out: Ints) -> int:
    """Write the descriptions of all orders that follow and are not lost; return how many."""
    below, forbidden = np.zeros(MOST, np.int64), np.zeros(8, np.int64)
    new_below, new_forbidden = np.zeros(MOST, np.int64), np.zeros(8, np.int64)
    count = 0
    for row in range(len(rows)):
        read(rows[row], n, stacks, below, forbidden)
        for card in range(n):
            above = 0
            for y in range(n):
                above |= ((below[y] >> card) & 1) << y
            low = (1 << card) - 1
            for stack in range(stacks):
                after = forbidden[stack]
                skip = (after >> card) & 1 == 1
                for m in range(stack):
                    skip = skip or forbidden[m] == after
                if skip:
                    continue
                nowhere = (1 << (n - 1)) - 1
                for m in range(stacks):
                    mask = forbidden[m]
                    if m == stack:
                        mask = after | above
                    elif (mask >> card) & 1:
                        mask |= after
                    new_forbidden[m] = (mask & low) | ((mask >> 1) & ~low)
                    nowhere &= new_forbidden[m]
                if nowhere:
                    continue
                for x in range(n):
                    if x != card:
                        mask = below[x]
                        if (after >> x) & 1:
                            mask |= below[card]
                        new_below[x - (x > card)] = (mask & low) | ((mask >> 1) & ~low)
                canonical(n - 1, stacks, new_below, new_forbidden, work, out[count], trial)
                count += 1
    return count


@part
def _hashed(row: Ints) -> Any:
    value = 0
    for i in range(len(row)):
        value = scramble(value + row[i])
    return value


@kernel
def insert(slots: Ints, bits: int, rows: Ints, count: int) -> int:
    """Add rows to a hash set whose empty slots begin with -1; return how many were new."""
    mask = (1 << bits) - 1
    new = 0
    for i in range(count):
        at = (_hashed(rows[i]) >> 20) & mask
        while slots[at, 0] >= 0:
            same = True
            for j in range(rows.shape[1]):
                same = same and slots[at, j] == rows[i, j]
            if same:
                break
            at = (at + 1) & mask
        if slots[at, 0] < 0:
            for j in range(rows.shape[1]):
                slots[at, j] = rows[i, j]
            new += 1
    return new


def count_layers(start: Order, progress: Progress = SILENT) -> list[int]:
    """Count the orders that are not lost, by cards laid; the empty deck does not count.

    >>> count_layers(Order((0, 0), (0, 0, 0)))
    [1, 1]
    """
    stacks, counts = len(start.forbidden), [1]
    if start.cards > MOST:
        raise SaizenError(f"{start.cards} cards: the general canonical form takes at most {MOST}")
    rows = np.array([describe(start)], np.int64)
    with threads() as pool:
        for cards in range(start.cards, 1, -1):
            progress.stage(f"orders of {cards - 1} cards", len(rows))
            rows = _next_rows(rows, cards, stacks, pool, progress)
            counts.append(len(rows))
    return counts


def _next_rows(rows: Ints, cards: int, stacks: int, pool: Executor, progress: Progress) -> Ints:
    width = words_for(cards - 1, stacks)
    bits, members = 12, 0
    slots = np.full((1 << bits, width), -1, np.int64)

    def expanded(at: int) -> tuple[Ints, int]:
        part = rows[at : at + CHUNK]
        out = np.empty((len(part) * cards * stacks, width), np.int64)
        return out, expand(part, cards, stacks, scratch(), np.zeros(width, np.int64), out)

    for following, count in pool.map(expanded, range(0, len(rows), CHUNK)):
        while members + count > 0.7 * len(slots):
            old = slots[slots[:, 0] >= 0]
            bits += 1
            slots = np.full((1 << bits, width), -1, np.int64)
            insert(slots, bits, old, len(old))
        members += insert(slots, bits, following, count)
        progress.advance(CHUNK)
    result: Ints = slots[slots[:, 0] >= 0]
    return result


def count_states(foundations: int, cards: int, stacks: int, progress: Progress = SILENT) -> int:
    """Count the positions of a stack game that begins with empty stacks.

    >>> count_states(3, 2, 3)
    38
    """
    below = [((1 << rank) - 1) << cards * f for f in range(foundations) for rank in range(cards)]
    return sum(count_layers(Order(tuple(below), (0,) * stacks), progress))
