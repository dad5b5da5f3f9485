"""A layer as bits: one for each multiset of the points that may occur with an order.

An order has about a hundred points, of which about ten occur. Numbered again, from small to large, their
multisets have ranks that grow as the keys do, and are few enough for a bit each. So a layer is found without
hashing or sorting its positions, and a value is found by counting the bits before: a position takes 20 to 70
bits, near the other positions of its order.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.games.calculation.stackgame.two_chains.keys import (
    KeyScratch,
    canonical_paths,
    rank_of,
    read_numbers,
    read_paths,
    steps_of,
)
from saizen.kernels.bits import add_bit, popcount
from saizen.kernels.compile import kernel, merged
from saizen.kernels.hash_table import Ints, Words

Counts = NDArray[np.uint32]
LOST = -1
"""Instead of an address: some card has no stack."""
ABSENT = -2
"""Instead of an address: the layer lacks the position."""


class Bits(NamedTuple):
    """A layer: its orders, the points of each as bits, where the bits of each begin, and the bits."""

    orders: Ints
    masks: Words
    bases: Ints
    words: Words


@merged
def local_number(masks: Words, order: int, number: int) -> int:
    """Return how many points of an order's mask have smaller numbers, or -1 for a point that it lacks."""
    bit = np.uint64(1) << np.uint64(number & 63)
    word = masks[order, number >> 6]
    if not word & bit:
        return -1
    count = popcount(word & (bit - np.uint64(1)))
    for w in range(number >> 6):
        count += popcount(masks[order, w])
    return count  # type: ignore[no-any-return]


@kernel
def lay_out(masks: Words, used: int, binom: Ints, bases: Ints) -> None:
    """Write where the bits of each order begin, and where all end; a word belongs to one order."""
    bases[0] = 0
    for order in range(len(masks)):
        points = 0
        for w in range(masks.shape[1]):
            points += popcount(masks[order, w])
        bases[order + 1] = bases[order] + (binom[points + used - 1, used] + 63) // 64 * 64


@kernel
def outline(
    keys: Ints, k: int, used: int, binom: Ints, orders: Ints, masks: Words, begins: Ints, room: KeyScratch
) -> None:
    """Write the orders of sorted keys, where each begins, and its points: those that occur, and their images.

    ``masks`` has no bits yet.
    """
    hi, lo, before, number = room.position.hi, room.position.lo, room.before, room.number
    bit, shift, order, total = np.uint64(1), 65 - 2 * k, -1, 0
    for i in range(len(keys)):
        if i == 0 or keys[i] >> shift != orders[order]:
            order += 1
            orders[order], begins[order] = keys[i] >> shift, i
            total = read_paths(orders[order], k, hi, lo, before)
            high, low = steps_of(orders[order], k)
            canonical_paths(k, high, low, room.first, room.mirror, room.symmetric)
        read_numbers(keys[i] & ((1 << shift) - 1), total, used, binom, number)
        for m in range(used):
            n, t = number[m], k
            if not masks[order, n >> 6] & (bit << np.uint64(n & 63)):
                masks[order, n >> 6] |= bit << np.uint64(n & 63)
                while before[t] > total - 1 - n:
                    t -= 1
                if room.symmetric[t]:
                    n = room.mirror[t] - n
                    masks[order, n >> 6] |= bit << np.uint64(n & 63)
    begins[order + 1] = len(keys)


@kernel
def enter(keys: Ints, k: int, used: int, binom: Ints, layer: Bits, order: int, room: KeyScratch) -> None:
    """Set the bits of sorted keys that begin with an order."""
    orders, masks, bases, words = layer.orders, layer.masks, layer.bases, layer.words
    hi, lo, number, shift, total = room.position.hi, room.position.lo, room.number, 65 - 2 * k, 0
    for i in range(len(keys)):
        if i == 0 or keys[i] >> shift != orders[order]:
            order += i > 0
            total = read_paths(orders[order], k, hi, lo, room.before)
        read_numbers(keys[i] & ((1 << shift) - 1), total, used, binom, number)
        for m in range(used):
            number[m] = local_number(masks, order, number[m])
        add_bit(words, bases[order] + rank_of(number, used, used, binom))


@kernel
def add_bits(words: Words, addresses: Ints) -> None:
    """Set the bits at all addresses that are not negative."""
    for i in range(len(addresses)):
        if addresses[i] >= 0:
            add_bit(words, addresses[i])


@kernel
def count_before(words: Words, counts: Counts) -> int:
    """Write how many bits are set before each word; return how many there are."""
    count = 0
    for w in range(len(words)):
        counts[w] = count
        count += popcount(words[w])
    return count


@kernel
def list_keys(
    k: int, used: int, binom: Ints, layer: Bits, begin: int, end: int, rows: Ints, out: Ints
) -> None:
    """Write the sorted keys of some orders, as many as their words have bits; two rows of room are used."""
    orders, masks, bases, words = layer.orders, layer.masks, layer.bases, layer.words
    numbers, local, bit, place = rows[0], rows[1], np.uint64(1), 0
    for order in range(begin, end):
        points = 0
        for n in range(64 * masks.shape[1]):
            if (masks[order, n >> 6] >> np.uint64(n & 63)) & bit:
                numbers[points] = n
                points += 1
        first = bases[order] >> 6
        for w in range(first, bases[order + 1] >> 6):
            word = words[w]
            while word:
                rest = word & (word - bit)
                read_numbers(((w - first) << 6) + popcount((word ^ rest) - bit), points, used, binom, local)
                rank = 0
                for m in range(used):
                    rank += binom[numbers[local[m]] + m, m + 1]
                out[place] = (orders[order] << (65 - 2 * k)) | rank
                word, place = rest, place + 1


@kernel
def sum_best(
    addresses: Ints,
    stacks: int,
    words: Words,
    counts: Counts,
    values: NDArray[Any],
    zero: float,
    out: NDArray[Any],
) -> int:
    """Sum, over the cards that can be drawn, what the best stack is worth.

    ``addresses`` has a number for each position, card and stack. Returns how many transitions lead to a
    position that the next layer does not have: always 0 unless the layers do not belong together.
    """
    missing, cards, at = 0, len(addresses) // (len(out) * stacks), 0
    for i in range(len(out)):
        total = zero
        for _ in range(cards):
            best = zero
            for _ in range(stacks):
                address = addresses[at]
                at += 1
                if address >= 0:
                    word, bit = words[address >> 6], np.uint64(1) << np.uint64(address & 63)
                    if word & bit:
                        place = counts[address >> 6] + popcount(word & (bit - np.uint64(1)))
                        best = max(best, values[place])
                    else:
                        missing += 1
                elif address == ABSENT:
                    missing += 1
            total += best
        out[i] = total
    return missing
