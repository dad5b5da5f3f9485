"""Sorted keys in about one byte each, found again without being unpacked.

Keys of one order (the same paths) stand together; what differs is the rank of the points. The ranks of
one order are an Elias-Fano list: with ``n`` ranks below ``r``, the lowest ``w = log2(r / n)`` bits of each
rank are stored as they are, and the rest as a bit string with one 1 for each rank and one 0 for each
step of the high part. That takes n (w + 2) bits, half a bit more than any code could do. A layer is:

========  =====================================================================
orders    the paths of each order, sorted
offsets   for each order, its first place in the layer and its first bit
bits      the lists, one after the other: the bit string, then the low bits
values    16-bit logarithms, one a key (see `stored_table`)
========  =====================================================================

A key that is absent is known to be absent: nothing is hashed.

Kernels check no bounds, and a layer comes from a file. So `is_layer` compares the offsets with what
`compress` would have written, and the loops below stop at the end of a list: whatever the bits are,
nothing outside of the arrays is read, and every search ends.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.bits import popcount
from saizen.kernels.compile import kernel, merged, part
from saizen.kernels.hash_table import Ints, Words

Offsets = NDArray[np.uint32]


class PackedKeys(NamedTuple):
    """The keys of a layer as they are stored: orders, offsets and bits."""

    orders: Ints
    offsets: Offsets
    bits: Words


@part
def _universe(paths: int, k: int, used: int, binom: Ints) -> int:
    """Return how many multisets of points an order has."""
    high, low = paths >> (k - 1), (paths & ((1 << (k - 1)) - 1)) << 1
    points, width = 1, 0
    for t in range(k):
        width += ((high >> t) & 1) - ((low >> t) & 1)
        points += width + 1
    return binom[points + used - 1, used]  # type: ignore[no-any-return]


@part
def _low_bits(universe: Any, count: Any) -> int:
    """Return how many low bits are stored as they are."""
    bits = 0
    while (universe >> (bits + 1)) >= count:
        bits += 1
    return bits


@merged
def _word(bits: Words, at: Any) -> Any:
    """Return the 64 bits that begin at some bit; the array has a word to spare at its end."""
    shift = at & 63
    word = bits[at >> 6] >> np.uint64(shift)
    if shift:
        word |= bits[(at >> 6) + 1] << np.uint64(64 - shift)
    return word


@merged
def _set(bits: Words, at: int) -> None:
    bits[at >> 6] |= np.uint64(1) << np.uint64(at & 63)


@kernel
def measure(keys: Ints, k: int, used: int, binom: Ints) -> tuple[int, int]:
    """Return how many orders sorted keys have, and how many bits their lists take."""
    shift = 65 - 2 * k
    orders = total = begin = 0
    for i in range(1, len(keys) + 1):
        if i == len(keys) or keys[i] >> shift != keys[begin] >> shift:
            universe = _universe(keys[begin] >> shift, k, used, binom)
            low = _low_bits(universe, i - begin)
            total += (i - begin) * (1 + low) + (universe >> low) + 1
            orders += 1
            begin = i
    return orders, total


@kernel
def compress(keys: Ints, k: int, used: int, binom: Ints, packed: PackedKeys) -> None:
    """Write sorted keys into arrays of the measured sizes; ``bits`` is zero and has two words to spare."""
    orders, offsets, bits = packed.orders, packed.offsets, packed.bits
    shift = 65 - 2 * k
    mask = (1 << shift) - 1
    group = at = begin = 0
    for i in range(1, len(keys) + 1):
        if i < len(keys) and keys[i] >> shift == keys[begin] >> shift:
            continue
        orders[group] = keys[begin] >> shift
        offsets[group, 0], offsets[group, 1] = begin, at
        universe = _universe(orders[group], k, used, binom)
        low = _low_bits(universe, i - begin)
        for j in range(begin, i):
            _set(bits, at + ((keys[j] & mask) >> low) + j - begin)
        at += i - begin + (universe >> low) + 1
        for j in range(begin, i):
            for bit in range(low):
                if (keys[j] >> bit) & 1:
                    _set(bits, at + bit)
            at += low
        group, begin = group + 1, i
    offsets[group, 0], offsets[group, 1] = len(keys), at


@kernel
def is_layer(k: int, used: int, binom: Ints, packed: PackedKeys, count: int) -> bool:
    """Return whether orders and offsets are as `compress` writes them for so many keys and words."""
    orders, offsets, words = packed.orders, packed.offsets, len(packed.bits)
    at = first = np.int64(0)
    for group in range(len(orders)):
        paths = orders[group]
        if paths < 0 or paths >> (2 * k - 2) or (group and paths <= orders[group - 1]):
            return False
        high, low = paths >> (k - 1), (paths & ((1 << (k - 1)) - 1)) << 1
        points, width = 1, 0
        for t in range(k):
            width += ((high >> t) & 1) - ((low >> t) & 1)
            points += width + 1
            if width < 0:
                return False
        if not 0 < points <= len(binom) - used:
            return False
        universe, ranks = _universe(paths, k, used, binom), np.int64(offsets[group + 1, 0]) - first
        if offsets[group, 0] != first or offsets[group, 1] != at or not 0 < ranks <= universe:
            return False
        bits = _low_bits(universe, ranks)
        at += ranks * (1 + bits) + (universe >> bits) + 1
        first += ranks
    last = len(orders)
    return offsets[last, 0] == first == count and offsets[last, 1] == at and words == at // 64 + 3


@part
def place_in(paths: int, rank: int, k: int, used: int, binom: Ints, packed: PackedKeys) -> int:
    """Return the place of a key, given by its two halves, in its layer, or -1 when it is absent."""
    orders, offsets, bits = packed.orders, packed.offsets, packed.bits
    left, right = 0, len(orders)
    while left < right:
        middle = (left + right) >> 1
        if orders[middle] < paths:
            left = middle + 1
        else:
            right = middle
    if left == len(orders) or orders[left] != paths:
        return -1
    first, at = np.int64(offsets[left, 0]), np.int64(offsets[left, 1])
    count = np.int64(offsets[left + 1, 0]) - first
    universe = _universe(paths, k, used, binom)
    if rank >= universe:
        return -1
    low = _low_bits(universe, count)
    length = count + (universe >> low) + 1
    # skip as many zeros as the high part says; then each 1 is a rank with that high part
    zeros, step = rank >> low, 0
    while zeros > 0 and step < length:
        clear = 64 - popcount(_word(bits, at + step))
        if clear >= zeros:
            break
        zeros -= clear
        step += 64
    while zeros > 0 and step < length:
        if not (bits[(at + step) >> 6] >> np.uint64((at + step) & 63)) & np.uint64(1):
            zeros -= 1
        step += 1
    place = step - (rank >> low)
    low_part = np.uint64(rank & ((1 << low) - 1))
    mask = (np.uint64(1) << np.uint64(low)) - np.uint64(1)
    while (
        step < length
        and place < count
        and (bits[(at + step) >> 6] >> np.uint64((at + step) & 63)) & np.uint64(1)
    ):
        stored = _word(bits, at + length + place * low) & mask
        if stored == low_part:
            return first + place  # type: ignore[return-value]
        if stored > low_part:
            return -1
        step += 1
        place += 1
    return -1


@kernel
def places_of(keys: Ints, k: int, used: int, binom: Ints, packed: PackedKeys, out: Ints) -> None:
    """Write the places of many keys, -1 for those that are absent."""
    shift = 65 - 2 * k
    mask = (1 << shift) - 1
    for i in range(len(keys)):
        paths, rank = keys[i] >> shift, keys[i] & mask
        out[i] = place_in(paths, rank, k, used, binom, packed)


@kernel
def decompress(k: int, used: int, binom: Ints, packed: PackedKeys, out: Ints) -> None:
    """Write all keys of a layer in order."""
    orders, offsets, bits = packed.orders, packed.offsets, packed.bits
    shift = 65 - 2 * k
    for group in range(len(orders)):
        first, at = np.int64(offsets[group, 0]), np.int64(offsets[group, 1])
        count = np.int64(offsets[group + 1, 0]) - first
        universe = _universe(orders[group], k, used, binom)
        low = _low_bits(universe, count)
        length = count + (universe >> low) + 1
        mask = (np.uint64(1) << np.uint64(low)) - np.uint64(1)
        step = place = 0
        while place < count and step < length:
            if (bits[(at + step) >> 6] >> np.uint64((at + step) & 63)) & np.uint64(1):
                tail = np.int64(_word(bits, at + length + place * low) & mask)
                out[first + place] = (orders[group] << shift) | ((step - place) << low) | tail
                place += 1
            step += 1
