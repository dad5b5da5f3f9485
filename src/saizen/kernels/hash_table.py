"""Hashed words, and hash tables of 64-bit keys in plain arrays (open addressing), for kernels.

Tables on disk hold some of these hashes, so the constants stay what they are.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.compile import kernel, part

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]
EMPTY = -1
"""An unused slot of a hash table."""
MULTIPLIER = 0x3F58476D1CE4E5B9
"""Odd, with bits all over: a product's high bits depend on all bits of a word."""


@part
def scramble(word: Any) -> Any:
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


@part
def slot_of_bits(key: Any, slots: Any) -> Any:
    """Return where an unsigned key is stored in a table whose number of slots is a power of two."""
    mixed = key * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return np.int64((mixed >> np.uint64(32)) & np.uint64(slots - 1))


@part
def mix_words(first: int, other: int) -> int:
    """Make one word of two, for `slot_of`."""
    return int(first ^ (other * np.int64(-7046029254386353131)))


@part
def slot_of(key: int, size: int) -> int:
    """Return where the search for a key begins in a table of some slots."""
    mixed = (key ^ (key >> 31)) * np.int64(-7046029254386353131)
    mixed = (mixed ^ (mixed >> 29)) * np.int64(-4658895280553007687)
    return int((((mixed >> 32) & 0xFFFFFFFF) * size) >> 32)


@part
def place_of(slots: Ints, key: int) -> int:
    """Return the slot that has a key of one word, or the unused one where it belongs."""
    at = slot_of(key, len(slots))
    while slots[at] != EMPTY and slots[at] != key:
        at = at + 1 if at + 1 < len(slots) else 0
    return at


@part
def find(slots: Ints, key: int) -> int:
    """Return the slot that has a key, or -1."""
    at = place_of(slots, key)
    return at if slots[at] == key else -1


@kernel
def fill(slots: Ints, contents: NDArray[np.generic], keys: Ints, values: NDArray[np.generic]) -> None:
    """Make a hash table from key to value."""
    for i in range(len(keys)):
        at = place_of(slots, keys[i])
        slots[at] = keys[i]
        contents[at] = values[i]


class Keys(NamedTuple):
    """A set of keys of two words that is emptied at once: a slot is used if its stamp is ``now``.

    Values by key are in arrays of the caller, by slot. Arrays may have more than ``size`` slots.
    """

    low: Ints
    high: Ints
    stamp: Ints
    now: Ints
    size: int


def new_keys(size: int, room: int) -> Keys:
    """Return an empty set with some slots, in arrays that have room for more."""
    low, high, stamp = np.zeros((3, room), np.int64)
    return Keys(low, high, stamp, np.ones(1, np.int64), size)


@part
def slot_for(keys: Keys, low: int, high: int, most: int) -> int:
    """Return the slot of a key, or the unused one where it belongs; -1 if neither is among so many."""
    at, now = slot_of(mix_words(low, high), keys.size), keys.now[0]
    for _ in range(most):
        if keys.stamp[at] != now or (keys.low[at] == low and keys.high[at] == high):
            return at
        at = at + 1 if at + 1 < keys.size else 0
    return -1


@part
def is_used(keys: Keys, slot: int) -> bool:
    """Return whether a slot has a key."""
    return bool(keys.stamp[slot] == keys.now[0])


@part
def put(keys: Keys, slot: int, low: int, high: int) -> None:
    """Write a key into a slot."""
    keys.low[slot], keys.high[slot], keys.stamp[slot] = low, high, keys.now[0]


@part
def empty(keys: Keys) -> None:
    """Take all keys out."""
    keys.now[0] += 1


@part
def count_distinct(values: Ints, count: int) -> int:
    """Return how many different numbers there are among the first ones."""
    distinct = 0
    for i in range(count):
        new = 1
        for j in range(i):
            if values[j] == values[i]:
                new = 0
                break
        distinct += new
    return distinct
