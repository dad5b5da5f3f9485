"""What a search has proved, as arrays: for the store, and into a larger table.

Arrays that come from outside are checked before a kernel sees them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from saizen.errors import TableError
from saizen.games.abgame.bounds import NEVER, UNLIMITED
from saizen.games.abgame.forms import Known
from saizen.games.abgame.memo import copy_table
from saizen.games.abgame.workspace import ENTRIES, KEYS, LARGEST_SET, STACK, Work, new_table

ENTRY_ARRAYS = ("hashes", "offsets", "lengths", "heads", "lows", "depths")


def facts(book: Sequence[Known]) -> tuple[list[int], list[tuple[int, ...]], list[int], list[int]]:
    """Return what entries say about normal forms: heads of the table, normal forms, values and depths."""
    heads, forms, lows, depths = [], [], [], []
    for entry in book:
        head = entry.unused | entry.dead << 12
        told = [(head | UNLIMITED << 16 | 1 << 24, entry.total, entry.depth)]
        told += [(head | within << 16, NEVER, 0) for within in range(2, entry.worst)]
        told.append((head | entry.worst << 16, 0, entry.worst))
        if entry.depth > entry.worst:
            told.append((head | entry.worst << 16 | 1 << 24, entry.both, entry.worst))
        for fact, low, depth in told:
            heads.append(fact)
            lows.append(low)
            depths.append(depth)
            forms.append(entry.patterns)
    return heads, forms, lows, depths


def to_arrays(work: Work, filled: int) -> dict[str, Any]:
    """Copy everything proved so far; totals of single patterns are known up to ``filled`` unused symbols."""
    table, limits = work.table, work.bounds
    entries, keys = int(work.counters[ENTRIES]), int(work.counters[KEYS])
    arrays = {name: getattr(table, name)[:entries].copy() for name in ENTRY_ARRAYS}
    return arrays | {
        "keys": table.keys[:keys].copy(),
        "alone": limits.alone.copy(),
        "alone-depth": limits.alone_depth.copy(),
        "filled": np.array([filled], np.int64),
    }


def taken_over(work: Work, arrays: Mapping[str, Any]) -> Work:
    """Return a workspace with the table of ``arrays``, which have been checked."""
    entries, keys = len(arrays["lows"]), len(arrays["keys"])
    new = new_table(max(1 << 16, 2 * entries), max(1 << 21, 2 * keys + STACK))
    for name in ENTRY_ARRAYS:
        getattr(new, name)[:entries] = arrays[name]
    new.keys[:keys] = arrays["keys"]
    copy_table(new, new, entries)
    work.counters[ENTRIES], work.counters[KEYS] = entries, keys
    work.bounds.alone[:] = arrays["alone"]
    work.bounds.alone_depth[:] = arrays["alone-depth"]
    return work._replace(table=new)


def grown(work: Work) -> Work:
    """Return the workspace with a table of twice the size; a search in progress goes on in it."""
    old = work.table
    new = new_table(2 * len(old.lows), 2 * len(old.keys))
    entries, keys = int(work.counters[ENTRIES]), int(work.counters[KEYS])
    for name in ENTRY_ARRAYS:
        getattr(new, name)[:entries] = getattr(old, name)[:entries]
    new.keys[:keys] = old.keys[:keys]
    copy_table(old, new, entries)
    return work._replace(table=new)


def check(work: Work, arrays: Mapping[str, Any]) -> None:
    """Refuse arrays that `to_arrays` never makes: kernels check no bounds."""
    mine = work.table._asdict() | {
        "alone": work.bounds.alone,
        "alone-depth": work.bounds.alone_depth,
        "filled": np.zeros(1, np.int64),
    }
    del mine["slots"]
    fits = arrays.keys() == mine.keys() and all(
        isinstance(arrays[name], np.ndarray) and arrays[name].dtype == array.dtype
        for name, array in mine.items()
    )
    if fits:
        lengths = arrays["lengths"]
        ends = np.cumsum(lengths, dtype=np.int64)
        rows = dict.fromkeys(ENTRY_ARRAYS, lengths.shape) | {"keys": (int(lengths.sum()),)}
        fits = (
            lengths.ndim == 1
            and all(arrays[name].shape == rows.get(name, array.shape) for name, array in mine.items())
            and bool((lengths > 0).all() and (lengths <= LARGEST_SET).all())
            and bool((arrays["offsets"] == ends - lengths).all())
            and bool((arrays["lows"] >= 0).all() and (arrays["depths"] >= 0).all())
            and 0 <= int(arrays["filled"][0]) < len(arrays["alone"])
        )
    if not fits:
        raise TableError(
            f"the table of {work.places} places holds what no search writes: `saizen tables` lists it, "
            "`saizen tables remove` removes it"
        )
