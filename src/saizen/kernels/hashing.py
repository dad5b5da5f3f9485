"""Hash sets and tables of 64-bit keys, for kernels: open addressing in plain arrays."""

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.jit import inlined, kernel

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]
EMPTY = -1
"""An unused slot of a hash table."""


@inlined
def mixed(one: int, other: int) -> int:
    """Make one word of two, for `slot_of`."""
    return int(one ^ (other * np.int64(-7046029254386353131)))


@inlined
def slot_of(key: int, size: int) -> int:
    """Return where the search for a key begins in a table of some slots."""
    mixed = (key ^ (key >> 31)) * np.int64(-7046029254386353131)
    mixed = (mixed ^ (mixed >> 29)) * np.int64(-4658895280553007687)
    return int((((mixed >> 32) & 0xFFFFFFFF) * size) >> 32)


@inlined
def find(slots: Ints, key: int) -> int:
    """Return the slot that has a key, or -1."""
    at = slot_of(key, len(slots))
    while slots[at] != EMPTY:
        if slots[at] == key:
            return at
        at += 1
        if at == len(slots):
            at = 0
    return -1


@kernel
def insert(slots: Ints, keys: Ints, share: int, shares: int, begin: int, room: int) -> tuple[int, int]:
    """Add the keys of one share to a hash set; stop when ``room`` new ones were added.

    Returns how many were new, and where it stopped. Each thread owns a share, so none waits for another.
    """
    new = 0
    for i in range(begin, len(keys)):
        key = keys[i]
        if (key ^ (key >> 17) ^ (key >> 41)) % shares != share:
            continue
        at = slot_of(key, len(slots))
        while slots[at] != EMPTY and slots[at] != key:
            at += 1
            if at == len(slots):
                at = 0
        if slots[at] == EMPTY:
            if new == room:
                return new, i
            slots[at] = key
            new += 1
    return new, len(keys)


@kernel
def fill(slots: Ints, contents: NDArray[np.generic], keys: Ints, values: NDArray[np.generic]) -> None:
    """Make a hash table from key to value."""
    for i in range(len(keys)):
        at = slot_of(keys[i], len(slots))
        while slots[at] != EMPTY:
            at += 1
            if at == len(slots):
                at = 0
        slots[at] = keys[i]
        contents[at] = values[i]
