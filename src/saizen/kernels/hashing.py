"""Scrambled words, and hash tables of 64-bit keys in plain arrays (open addressing), for kernels.

Tables on disk hold some of these hashes, so the constants stay what they are.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.jit import inlined, kernel, part

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]
EMPTY = -1
"""An unused slot of a hash table."""
MULTIPLIER = 0x3F58476D1CE4E5B9
"""Odd, with bits all over: a product's high bits depend on all bits of a word."""


@part
def scramble(word: int) -> int:
    """Scramble a 64-bit integer."""
    word = (word ^ (word >> 31)) * MULTIPLIER
    return word ^ (word >> 29)


@part
def hash_words(words: Any, first: int, count: int, head: int) -> int:
    """Make one word of ``count`` words from ``first`` on, and a head."""
    word = head * 0x1E3779B97F4A7C15 + count
    for i in range(first, first + count):
        word = (word ^ words[i]) * MULTIPLIER
        word ^= word >> 32
    return word


@inlined
def slot_of_bits(key: Any, slots: Any) -> Any:
    """Return where an unsigned key is kept in a table whose number of slots is a power of two."""
    mixed = key * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return np.int64((mixed >> np.uint64(32)) & np.uint64(slots - 1))


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
