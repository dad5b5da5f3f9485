"""Hands as machine words: bit i is set when the i-th card is Left's.

Cards are counted from the strongest (bit 0), or from the weakest where the score cards are the weakest
ones; either way the first cards are the ones that become score cards first. All hands of one size, in
the order of their words, are ranked by two small look-ups: the offset of the upper half of the word,
and the rank of the lower half among halves with as many set bits.
"""

from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
"""Hands, score sets or masks, one a word."""
Ranks = NDArray[np.uint32]


_BITWISE_COUNT = getattr(np, "bitwise_count", None)
"""One operation instead of a dozen, since NumPy 2."""


def bits_set(words: Any) -> Any:
    """Count the set bits of each word.

    >>> bits_set(np.array([0, 5, 255], np.uint64)).tolist()
    [0, 2, 8]
    """
    words = np.asarray(words, np.uint64)
    if _BITWISE_COUNT is not None:
        return _BITWISE_COUNT(words).astype(np.int64)
    words = words - ((words >> np.uint64(1)) & np.uint64(0x5555555555555555))
    words = (words & np.uint64(0x3333333333333333)) + (
        (words >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    words = (words + (words >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return ((words * np.uint64(0x0101010101010101)) >> np.uint64(56)).astype(np.int64)


@cache
def rank_tables(n: int) -> tuple[Ranks, Ranks]:
    """Return the offset of each upper half (n bits) and the rank of each lower half.

    >>> upper, lower = rank_tables(2)
    >>> [int(upper[word >> 2] + lower[word & 3]) for word in (0b0011, 0b0101, 0b1100)]
    [0, 1, 5]
    """
    bits = bits_set(np.arange(1 << n))
    lower = np.zeros(1 << n, np.uint32)
    for count in range(n + 1):
        lower[bits == count] = np.arange(comb(n, count))
    sizes = np.array([comb(n, n - count) for count in range(n + 1)], np.uint32)[bits]
    upper = np.zeros(1 << n, np.uint32)
    upper[1:] = np.cumsum(sizes, dtype=np.uint32)[:-1]
    return upper, lower


def ranks_of(words: Words, n: int) -> NDArray[np.int64]:
    """Return the rank of each hand of n cards among all such hands.

    >>> ranks_of(all_hands(2), 2).tolist()
    [0, 1, 2, 3, 4, 5]
    """
    upper, lower = rank_tables(n)
    half = words & np.uint64((1 << n) - 1)
    ranks: NDArray[np.int64] = upper[words >> np.uint64(n)].astype(np.int64) + lower[half]
    return ranks


@cache
def all_hands(n: int) -> Words:
    """Return every deal of n cards a hand, in the order of the words.

    >>> [format(int(word), "04b") for word in all_hands(2)]
    ['0011', '0101', '0110', '1001', '1010', '1100']
    """
    halves = np.arange(1 << n, dtype=np.uint64)
    bits = bits_set(halves)
    by_count = [halves[bits == count] for count in range(n + 1)]
    parts = [
        (upper << np.uint64(n)) | by_count[n - int(count)] for upper, count in zip(halves, bits, strict=True)
    ]
    return np.concatenate(parts)


def drop_card(words: Words, place: Any) -> Words:
    """Take the card at a place (a number or one a word) out of each word; later cards move up.

    >>> int(drop_card(np.array([0b1101], np.uint64), 1)[0])
    7
    """
    below: Any = (np.uint64(1) << np.asarray(place, np.uint64)) - np.uint64(1)
    shorter: Words = (words & below) | ((words >> np.uint64(1)) & ~below)
    return shorter


def complement(words: Words, n: int) -> Words:
    """Exchange the two hands."""
    exchanged: Words = words ^ np.uint64((1 << (2 * n)) - 1)
    return exchanged


def word_of(letters: str, marks: str) -> int:
    """Return the word whose bit i shows whether letter i is one of the wanted.

    >>> word_of("AaBb", "Aa"), word_of("AaBb", "AB")
    (3, 5)
    """
    return sum((letter in marks) << place for place, letter in enumerate(letters))


def letters_of(word: int, score: int, n: int) -> str:
    """Write a hand and a score set, strongest card first.

    >>> letters_of(0b0011, 0b0101, 2)
    'AaBb'
    """
    letters = ("a" if word >> place & 1 else "b" for place in range(2 * n))
    return "".join(letter.upper() if score >> place & 1 else letter for place, letter in enumerate(letters))
