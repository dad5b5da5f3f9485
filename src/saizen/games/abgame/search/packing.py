"""Codes as integers, for kernels.

A *pattern* is a code in which the label 0, the star, stands for some symbol that no guess has used
yet; labels 1, 2, ... are symbols that have been used. Different stars are different symbols. A pattern
is packed with ``bits`` bits a place, place 0 highest. For fast answers a pattern also has two masks:
``hot`` has one bit a place and label (bits common to secret and guess: the A), ``sym`` counts each label
in unary (bits common: A + B). Stars have no bit: no guess can hit them.
"""

from typing import Any

import numpy as np

from saizen.kernels.compile import part

MASK_BITS = 64


@part
def zero() -> int:
    """Return 0 as a number like any other: a literal makes Numba compile what it is passed to twice."""
    return int(np.int64(0))


def bits_per_place(places: int) -> int:
    """Return how many bits a label gets: at most 8, and 32 for a whole pattern.

    >>> bits_per_place(3), bits_per_place(5)
    (8, 6)
    """
    return min(8, 32 // places)


def most_labels(places: int) -> int:
    """Return how many labels a pattern can distinguish: the masks have 64 bits.

    >>> most_labels(3), most_labels(4)
    (21, 16)
    """
    return MASK_BITS // places


def pack(labels: tuple[int, ...]) -> int:
    """Pack the labels of a pattern, first place highest.

    >>> unpack(pack((1, 0, 2)), 3)
    (1, 0, 2)
    """
    bits, packed = bits_per_place(len(labels)), 0
    for label in labels:
        packed = packed << bits | label
    return packed


def unpack(packed: int, places: int) -> tuple[int, ...]:
    """Return the labels of a packed pattern."""
    bits = bits_per_place(places)
    return tuple(packed >> bits * (places - 1 - place) & ((1 << bits) - 1) for place in range(places))


@part
def hot_mask(pattern: int, places: int, bits: int, labels: int) -> int:
    """Return one bit for each place with a label up to ``labels`` (others, dead symbols, hit nothing)."""
    field = (1 << bits) - 1
    mask = 0
    for place in range(places):
        label = pattern >> bits * place & field
        if 0 < label <= labels:
            mask |= 1 << ((label - 1) * places + place)
    return mask


@part
def sym_mask(pattern: int, places: int, bits: int, labels: int) -> int:
    """Return the labels up to ``labels``, each counted in unary."""
    field = (1 << bits) - 1
    mask = 0
    for place in range(places):
        label = pattern >> bits * place & field
        if 0 < label <= labels:
            bit = 1 << ((label - 1) * places)
            while mask & bit:
                bit <<= 1
            mask |= bit
    return mask


@part
def star_count(pattern: int, places: int, bits: int) -> int:
    """Count the stars of a pattern."""
    field = (1 << bits) - 1
    stars = 0
    for place in range(places):
        if pattern >> bits * place & field == 0:
            stars += 1
    return stars


@part
def sort(words: Any, first: int, count: int) -> None:
    """Sort a stretch of integers in place (Shell's method: short lists are the rule)."""
    gap = 1
    while gap < count // 4:
        gap = gap * 3 + 1
    while gap > 0:
        for i in range(first + gap, first + count):
            word = words[i]
            j = i - gap
            while j >= first and words[j] > word:
                words[j + gap] = words[j]
                j -= gap
            words[j + gap] = word
        gap //= 3


@part
def contains(words: Any, first: int, count: int, word: int) -> bool:
    """Return whether a sorted stretch of integers has one."""
    low, high = first, first + count
    while low < high:
        middle = (low + high) >> 1
        if words[middle] < word:
            low = middle + 1
        else:
            high = middle
    return low < first + count and words[low] == word
