"""The tables of all hands: built when first asked for, the large ones kept in the store."""

from functools import cache
from math import comb
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from saizen.errors import SaizenError
from saizen.games.tricks.kernel import LARGEST_TABLE, fill_masks, fill_values, running_counts
from saizen.games.tricks.rules import Objective
from saizen.games.tricks.words import all_hands, rank_tables
from saizen.store import Building, Store, TableName
from saizen.work import SILENT, Progress

Order = Literal["top", "bottom"]
"""Which cards become score cards first: the strongest or the weakest."""
QUICK_TABLE = 10
"""Up to here a table takes a fraction of a second and is not kept."""
LARGEST_VALUES = 7
"""Cards a hand up to which all sets of score cards fit: 2**14 times 3432 bytes."""


@cache
def masks(n: int, order: Order = "top", objective: Objective = Objective.TAKE) -> NDArray[np.uint32]:
    """Return the mask of every hand of n cards, Left leading: four bytes a hand for every k.

    Bit i tells whether Left takes one card more when the i-th card counts too. Cost grows about
    fivefold with n.

    >>> [format(int(mask), "04b") for mask in masks(2)]
    ['1111', '1001', '1100', '0101', '0000', '0000']
    """
    if not 0 <= n <= LARGEST_TABLE:
        raise SaizenError(f"n={n}: tables of all hands are made for 0 to {LARGEST_TABLE} cards a hand")
    if n == 0:
        return np.zeros(1, np.uint32)
    if n > QUICK_TABLE:
        return stored(n, order, objective)
    filled = np.empty(comb(2 * n, n), np.uint32)
    _fill(n, masks(n - 1, order, objective), order, objective, filled)
    return filled


def _fill(n: int, smaller: Any, order: Order, objective: Objective, filled: Any) -> None:
    upper, lower = rank_tables(n - 1)
    avoid, weakest_first = objective is Objective.AVOID, order == "bottom"
    fill_masks(n, smaller, upper, lower, running_counts(), avoid, weakest_first, filled)


def table_name(order: Order, objective: Objective) -> TableName:
    """Name the stored table of an order and an objective."""
    command = f"saizen solve tricks --n {LARGEST_TABLE} --order {order} --objective {objective}"
    return TableName("tricks", f"{order}-{objective}", 1, command=command)


def stored(
    n: int, order: Order, objective: Objective, store: Store | None = None, progress: Progress = SILENT
) -> NDArray[np.uint32]:
    """Return a large table from the store, built there first if it is missing."""
    store = store or Store()
    name = table_name(order, objective)

    def builder(building: Building) -> dict[str, Any]:
        smaller = masks(QUICK_TABLE, order, objective)
        progress.stage("tables of all hands", LARGEST_TABLE - QUICK_TABLE)
        for size in range(QUICK_TABLE + 1, LARGEST_TABLE + 1):
            part = f"masks-{size}"
            if part in building:
                smaller = np.asarray(building.array(part))
            else:
                filled = np.empty(comb(2 * size, size), np.uint32)
                _fill(size, smaller, order, objective, filled)
                with building.part(part, np.uint32) as writer:
                    writer.append(filled)
                smaller = filled
            progress.advance()
        return {"hands": comb(2 * LARGEST_TABLE, LARGEST_TABLE)}

    store.build(name, builder, progress=progress)
    with store.open_table(name) as table:
        return np.array(table.array(f"masks-{n}"))


@cache
def all_values(n: int, objective: Objective = Objective.TAKE) -> NDArray[np.uint8]:
    """Return what Left takes, Left leading, as ``[score word, hand rank]`` for every set of score cards.

    Words count from the strongest card. Cost grows about twentyfold with n.

    >>> all_values(1).tolist()
    [[0, 0], [1, 0], [1, 0], [2, 0]]
    """
    if not 0 <= n <= LARGEST_VALUES:
        raise SaizenError(f"n={n}: values of all score sets are made for 0 to {LARGEST_VALUES} cards a hand")
    values = np.zeros((1 << (2 * n), comb(2 * n, n)), np.uint8)
    if n:
        upper, lower = rank_tables(n - 1)
        smaller = all_values(n - 1, objective)
        fill_values(n, all_hands(n), smaller, upper, lower, objective is Objective.AVOID, values)
    return values
