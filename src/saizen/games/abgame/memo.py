"""The table of solved positions: open addressing, whole normal forms as keys.

A hash finds the place, but an entry is used only if its key is the same, pattern by pattern: what the table
says is proved, not likely.
"""

from typing import Any

import numpy as np

from saizen.games.abgame.workspace import ENTRIES, KEYS, MemoArrays, Work
from saizen.kernels.jit import lean, part


@part
def look_up(t: MemoArrays, pat: Any, first: int, count: int, head: int, word: int) -> int:
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
def store(w: Work, first: int, count: int, head: int, word: int, value: int, depth: int) -> None:
    """Write what has been proved about a normal form (room has been made sure of)."""
    t = w.table
    entry = look_up(t, w.pat, first, count, head, word)
    if entry < 0:
        slot = -1 - entry
        entry = w.counters[ENTRIES]
        w.counters[ENTRIES] += 1
        t.slots[slot] = entry + 1
        t.hashes[entry] = word
        t.heads[entry] = head
        t.lengths[entry] = count
        offset = w.counters[KEYS]
        t.offsets[entry] = offset
        for i in range(count):
            t.keys[offset + i] = w.pat[first + i]
        w.counters[KEYS] += count
        t.lows[entry] = value
        t.depths[entry] = depth
    elif t.depths[entry] == 0 and (depth > 0 or value > t.lows[entry]):
        t.lows[entry] = value
        t.depths[entry] = depth


@lean
def copy_table(old: MemoArrays, new: MemoArrays, entries: int) -> None:
    """Move all entries to a larger table."""
    size = len(new.slots)
    for entry in range(entries):
        word = old.hashes[entry]
        slot = (word ^ (word >> 17)) & (size - 1)
        while new.slots[slot]:
            slot = (slot + 1) & (size - 1)
        new.slots[slot] = entry + 1
