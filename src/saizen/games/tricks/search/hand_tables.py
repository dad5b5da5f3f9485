"""The tables of all hands: built when first asked for, the large ones kept in the store."""

from math import comb
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from saizen.errors import SaizenError
from saizen.games.tricks.rules import Objective
from saizen.games.tricks.search.hand_bits import Words, all_hands, rank_tables, ranks_of
from saizen.games.tricks.search.hand_kernel import LARGEST_TABLE, SmallerMasks, fill_masks, running_counts
from saizen.games.tricks.search.run_tables import SmallerEntries, count_entries, fill_entries, look_up
from saizen.store import Building, Store, TableName
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache

Order = Literal["top", "bottom"]
"""The order in which cards become score cards: strongest or weakest first."""
QUICK_TABLE = 10
"""Up to here a table takes a fraction of a second and is not kept."""
KEPT_TOGETHER = 12
"""Up to here the tables that are stored are built at once, in seconds: a large search uses them all."""
LARGEST_ENTRIES = 8
"""Cards a hand up to which tables of all score sets are made: some seconds and 19 MB."""
CHUNK, MANY = 1000, 1 << 17
"""Hands that are filled between two chances to stop: with all score sets, with the strongest k."""
_TABLES: Cache[Any] = Cache(most=128)
"""Every table that was asked for: a size, an order and an objective each, fewer than can be kept."""


def masks(
    n: int,
    order: Order = "top",
    objective: Objective = Objective.TAKE,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> NDArray[np.uint32]:
    """Return the mask of every hand of n cards, Left leading: four bytes a hand for every k.

    Bit i shows whether Left takes one card more when the i-th card counts too. Cost grows about
    fivefold with n. Large tables come from the store; what is in memory already needs none.

    >>> [format(int(mask), "04b") for mask in masks(2)]
    ['1111', '1001', '1100', '0101', '0000', '0000']
    """
    if not 0 <= n <= LARGEST_TABLE:
        raise SaizenError(f"n={n}: tables of all hands are made for 0 to {LARGEST_TABLE} cards a hand")

    def fill() -> NDArray[np.uint32]:
        if n == 0:
            return np.zeros(1, np.uint32)
        if n > QUICK_TABLE:
            return stored_table(n, order, objective, store, progress)
        filled = np.empty(comb(2 * n, n), np.uint32)
        _fill(n, masks(n - 1, order, objective), order, objective, filled, progress)
        return filled

    table: NDArray[np.uint32] = _TABLES.get(("masks", n, order, objective), fill)
    return table


def _fill(n: int, masks: Any, order: Order, objective: Objective, filled: Any, progress: Progress) -> None:
    smaller = SmallerMasks(masks, *rank_tables(n - 1))
    avoid, weakest_first = objective is Objective.AVOID, order == "bottom"
    hand, counts = np.uint64((1 << n) - 1), running_counts()
    for at in range(0, len(filled), MANY):
        some = filled[at : at + MANY]
        hand = np.uint64(fill_masks(n, hand, smaller, counts, avoid, weakest_first, some))
        progress.advance(0)


def table_name(n: int, order: Order, objective: Objective) -> TableName:
    """Name the stored table of a size, an order and an objective.

    >>> table_name(11, "top", Objective.TAKE).rules, table_name(13, "top", Objective.TAKE).rules
    ('top-take', 'top-take-13')
    """
    largest = max(n, KEPT_TOGETHER)
    command = f"saizen solve tricks --n {largest} --order {order} --objective {objective}"
    size = f"-{n}" if n > KEPT_TOGETHER else ""
    return TableName("tricks", f"{order}-{objective}{size}", 1, command=command)


def stored_table(
    n: int, order: Order, objective: Objective, store: Store | None = None, progress: Progress = SILENT
) -> NDArray[np.uint32]:
    """Return a large table from the store, built there first if it is missing."""
    store = store or Store()
    name = table_name(n, order, objective)
    sizes = range(n, n + 1) if n > KEPT_TOGETHER else range(QUICK_TABLE + 1, KEPT_TOGETHER + 1)

    def builder(building: Building) -> dict[str, Any]:
        smaller = masks(sizes[0] - 1, order, objective, store, progress)
        progress.stage("tables of all hands", len(sizes))
        for size in sizes:
            part = f"masks-{size}"
            if part in building:
                smaller = np.asarray(building.array(part))
            else:
                filled = np.empty(comb(2 * size, size), np.uint32)
                _fill(size, smaller, order, objective, filled, progress)
                with building.part(part, np.uint32) as writer:
                    writer.append(filled)
                smaller = filled
            progress.advance()
        return {"hands": comb(2 * sizes[-1], sizes[-1])}

    store.build(name, builder, progress=progress)
    with store.open_table(name, progress) as table:
        return np.array(table.array(f"masks-{n}", np.uint32, (comb(2 * n, n),)))


def entries(
    n: int, objective: Objective = Objective.TAKE, progress: Progress = SILENT
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return where the entries of each hand begin, and what its leader gets by the counts of its runs.

    Cards that are certain do not count; see `run_tables`. Cost grows about twelvefold with n.

    >>> [array.tolist() for array in entries(2)]
    [[0, 1, 5, 8, 11, 15], [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0]]
    """
    if not 0 <= n <= LARGEST_ENTRIES:
        raise SaizenError(f"n={n}: values of all score sets are made for 0 to {LARGEST_ENTRIES} cards a hand")
    table: tuple[NDArray[np.int64], NDArray[np.uint8]] = _TABLES.get(
        ("entries", n, objective),
        lambda: _filled_entries(n, objective, progress),
        progress,
    )
    return table


def _filled_entries(
    n: int, objective: Objective, progress: Progress
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    if n == 0:
        return np.zeros(1, np.int64), np.zeros(1, np.uint8)
    hands = all_hands(n)
    counts = np.zeros(len(hands), np.int64)
    count_entries(hands, 2 * n, counts)
    starts = np.cumsum(counts) - counts
    values = np.zeros(int(counts.sum()), np.uint8)
    smaller = SmallerEntries(*entries(n - 1, objective, progress), *rank_tables(n - 1))
    avoid = objective is Objective.AVOID
    for at in range(0, len(hands), CHUNK):
        some = slice(at, at + CHUNK)
        fill_entries(n, hands[some], starts[some], smaller, avoid, values)
        progress.advance(0)
    return starts, values


def leader_takes(
    words: Words, scores: Words, n: int, objective: Objective = Objective.TAKE
) -> NDArray[np.int64]:
    """Return what Left takes, Left leading, for hands and score sets of any kind, counted from the strongest.

    >>> leader_takes(np.array([0b0101, 0b0101], np.uint64), np.array([0b1111, 0b0110], np.uint64), 2).tolist()
    [2, 0]
    """
    starts, values = entries(n, objective)
    taken = np.zeros(len(words), np.int64)
    look_up(words, scores, ranks_of(words, n), 2 * n, objective is Objective.AVOID, starts, values, taken)
    return taken
