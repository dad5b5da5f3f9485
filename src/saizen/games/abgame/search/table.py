"""The table of solved positions: open addressing, whole normal forms as keys; its contents as arrays.

A hash finds the place, but an entry is used only if its key is the same, pattern by pattern: what the table
says is proved, not likely. Arrays that come from the store are checked before a kernel sees them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from saizen.errors import TableError
from saizen.games.abgame.search.bounds import LARGEST_SET, MOST_UNUSED, NEVER, UNLIMITED
from saizen.games.abgame.search.normal_form import SolvedForm
from saizen.games.abgame.search.packing import zero
from saizen.games.abgame.search.workspace import (
    OPEN,
    STACK,
    Frame,
    SearchMemory,
    TableArrays,
    Workspace,
    new_table,
)
from saizen.kernels.compile import kernel, part
from saizen.kernels.hash_table import hash_words

ENTRY_ARRAYS = ("hashes", "offsets", "lengths", "heads", "lows", "depths")


@part
def look_up(t: TableArrays, pat: Any, first: int, count: int, head: int, word: int) -> int:
    """Return the entry of a normal form, or -1 - slot where it would go."""
    size = len(t.slots)
    slot = (word ^ (word >> 17)) & (size - 1)
    while True:
        entry = t.slots[slot] - 1
        if entry < 0:
            return -1 - slot
        if t.hashes[entry] == word and t.heads[entry] == head and t.lengths[entry] == count:
            offset = t.offsets[entry]
            same = True
            for i in range(count):
                if np.int64(t.keys[offset + i]) != pat[first + i]:
                    same = False
                    break
            if same:
                return int(entry)
        slot = (slot + 1) & (size - 1)


@part
def recall(w: Workspace, t: TableArrays, frame: Frame, mean: bool) -> int:
    """Look up the normal form of a frame; `OPEN` when the table does not settle it (step 5)."""
    own, count, limit, best = frame.own, frame.count, frame.limit, frame.best
    head = frame.unused | frame.dead << 12 | limit << 16 | mean << 24
    if limit < UNLIMITED:  # what holds without a limit bounds what holds with one
        free = head | UNLIMITED << 16 | 1 << 24
        entry = look_up(t, w.pat, own, count, free, hash_words(w.pat, own, count, free))
        if entry >= 0:
            if mean and t.lows[entry] >= best:
                return int(t.lows[entry])
            if 0 < t.depths[entry] <= limit:  # the best strategy without a limit keeps it
                frame.depth = t.depths[entry]
                return int(t.lows[entry]) if mean else 0
    frame.head = head
    frame.word = hash_words(w.pat, own, count, head)
    entry = look_up(t, w.pat, own, count, head, frame.word)
    if entry >= 0:
        if t.depths[entry] > 0:
            frame.depth = t.depths[entry]
            return int(t.lows[entry])
        if t.lows[entry] >= best:
            return int(t.lows[entry])
    return OPEN


@part
def store(
    w: Workspace, t: TableArrays, first: int, count: int, head: int, word: int, value: int, depth: int
) -> None:
    """Write what has been proved about a normal form (room has been made sure of)."""
    entry = look_up(t, w.pat, first, count, head, word)
    if entry < 0:
        slot = -1 - entry
        entry = w.entries
        w.entries += 1
        t.slots[slot] = entry + 1
        t.hashes[entry] = word
        t.heads[entry] = head
        t.lengths[entry] = count
        t.offsets[entry] = w.keys
        for i in range(count):
            t.keys[w.keys + i] = w.pat[first + i]
        w.keys += count
        t.lows[entry] = value
        t.depths[entry] = depth
    elif t.depths[entry] == 0 and (depth > 0 or value > t.lows[entry]):
        t.lows[entry] = value
        t.depths[entry] = depth


@kernel
def learn(w: Workspace, t: TableArrays, heads: Any, lengths: Any, keys: Any, lows: Any, depths: Any) -> None:
    """Write what has been proved about many normal forms, one after the other in ``keys``, into the table."""
    first, bottom = 0, zero()
    for entry in range(len(heads)):
        count = lengths[entry]
        for i in range(count):
            w.pat[i] = keys[first + i]
        first += count
        word = hash_words(w.pat, bottom, count, heads[entry])
        store(w, t, bottom, count, heads[entry], word, lows[entry], depths[entry])


@kernel
def fill_slots(hashes: Any, slots: Any, entries: int) -> None:
    """Find a slot for each of the entries of a table that has none yet."""
    size = len(slots)
    for entry in range(entries):
        word = hashes[entry]
        slot = (word ^ (word >> 17)) & (size - 1)
        while slots[slot]:
            slot = (slot + 1) & (size - 1)
        slots[slot] = entry + 1


def statements(book: Sequence[SolvedForm]) -> tuple[Any, list[tuple[int, ...]], Any, Any]:
    """Return what solved forms say: heads of the table, normal forms, values and depths."""
    heads, forms, lows, depths = [], [], [], []
    for entry in book:
        head = entry.unused | entry.dead << 12
        rows = [(head | UNLIMITED << 16 | 1 << 24, entry.total, entry.depth)]
        rows += [(head | within << 16, NEVER, 0) for within in range(2, entry.worst)]
        rows.append((head | entry.worst << 16, 0, entry.worst))
        if entry.depth > entry.worst:
            rows.append((head | entry.worst << 16 | 1 << 24, entry.both, entry.worst))
        for word, low, depth in rows:
            heads.append(word)
            lows.append(low)
            depths.append(depth)
            forms.append(entry.patterns)
    words, values, worst = (np.array(numbers, np.int64) for numbers in (heads, lows, depths))
    return words, forms, values, worst


def to_arrays(memory: SearchMemory, filled: int) -> dict[str, Any]:
    """Copy everything proved so far; ``filled`` says for how many unused symbols ``alone`` is computed."""
    w, table = memory.fields, memory.table
    arrays = {name: getattr(table, name)[: w.entries].copy() for name in ENTRY_ARRAYS}
    return arrays | {
        "keys": table.keys[: w.keys].copy(),
        "alone": w.bounds.alone[:, : w.places + 1].copy(),
        "alone-depth": w.bounds.alone_depth[:, : w.places + 1].copy(),
        "filled": np.array([filled], np.int64),
    }


def from_arrays(memory: SearchMemory, arrays: Mapping[str, Any]) -> SearchMemory:
    """Return the memory with the table of ``arrays``, which have been checked."""
    w, entries, keys = memory.fields, len(arrays["lows"]), len(arrays["keys"])
    new = new_table(max(1 << 16, 2 * entries), max(1 << 21, 2 * keys + STACK), memory.table.guesses)
    w.bounds.alone[:, : w.places + 1] = arrays["alone"]
    w.bounds.alone_depth[:, : w.places + 1] = arrays["alone-depth"]
    return _moved(memory, arrays, entries, keys, new)


def grow(memory: SearchMemory) -> SearchMemory:
    """Return the memory with a table of twice the size; a search in progress continues in it."""
    w, old = memory.fields, memory.table
    new = new_table(2 * len(old.lows), 2 * len(old.keys), old.guesses)
    return _moved(memory, old._asdict(), int(w.entries), int(w.keys), new)


def _moved(
    memory: SearchMemory, arrays: Mapping[str, Any], entries: int, keys: int, new: TableArrays
) -> SearchMemory:
    for name in ENTRY_ARRAYS:
        getattr(new, name)[:entries] = arrays[name][:entries]
    new.keys[:keys] = arrays["keys"][:keys]
    fill_slots(new.hashes, new.slots, entries)
    memory.fields.entries, memory.fields.keys = entries, keys
    return memory._replace(table=new)


def check_arrays(memory: SearchMemory, arrays: Mapping[str, Any]) -> None:
    """Refuse arrays that `to_arrays` never makes: kernels check no bounds."""
    places, table = int(memory.fields.places), memory.table
    alone = np.zeros((MOST_UNUSED + 1, places + 1), np.int64)
    samples = {name: getattr(table, name) for name in (*ENTRY_ARRAYS, "keys")}
    samples |= {"alone": alone, "alone-depth": alone, "filled": np.zeros(1, np.int64)}
    fits = arrays.keys() == samples.keys() and all(
        isinstance(arrays[name], np.ndarray) and arrays[name].dtype == sample.dtype
        for name, sample in samples.items()
    )
    if fits:
        lengths = arrays["lengths"]
        ends = np.cumsum(lengths, dtype=np.int64)
        rows = dict.fromkeys(ENTRY_ARRAYS, lengths.shape) | {"keys": (int(lengths.sum()),)}
        fits = (
            lengths.ndim == 1
            and all(arrays[name].shape == rows.get(name, sample.shape) for name, sample in samples.items())
            and bool((lengths > 0).all() and (lengths <= LARGEST_SET).all())
            and bool((arrays["offsets"] == ends - lengths).all())
            and bool((arrays["lows"] >= 0).all() and (arrays["depths"] >= 0).all())
            and 0 <= int(arrays["filled"][0]) < len(arrays["alone"])
        )
    if not fits:
        raise TableError(
            f"the table of {places} places holds what no search writes: `saizen tables` lists it, "
            "`saizen tables remove` removes it"
        )
