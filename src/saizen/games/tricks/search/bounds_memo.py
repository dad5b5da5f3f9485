r"""Proved bounds of the compiled search: tables of small hands, and bounds of other questions.

One more score card changes what a player gets in any play by 0 or 1, hence also what the player gets under
best play. So if a hand is worth at least t with the score cards S, then with S' it is worth at least
t - |S \ S'|; and if at most t, then at most t + |S' \ S|. The memo keeps for each hand the bounds of several
score sets, and each of them bounds all others.

When the score cards are the strongest or the weakest ones, these bounds for every number of score cards are
two masks, as in the tables: V(k) >= t also says V(k+1) >= t and V(k-1) >= t-1.
"""

from typing import Any

import numpy as np

from saizen.games.tricks.search.hand_kernel import first_bits
from saizen.games.tricks.search.run_tables import entry_of
from saizen.kernels.bits import popcount
from saizen.kernels.compile import merged, part
from saizen.kernels.hash_table import slot_of_bits

LOWER, UPPER = np.uint64(40), np.uint64(46)
"""The place of the bounds in a word of the memo; the score cards are below."""
SCORE, BOUND = np.uint64((1 << 40) - 1), np.uint64(63)


@part
def raise_mask(mask: Any, k: Any, least: Any, cards: Any) -> Any:
    """Return the lowest mask that is nowhere below ``mask`` and counts at least ``least`` at k."""
    result = np.uint64(0)
    count, value = np.int64(0), np.int64(0)
    for place in range(cards):
        count += np.int64((mask >> np.uint64(place)) & np.uint64(1))
        target = max(count, min(least, least - (k - place - 1)))
        if target > value:
            result |= np.uint64(1) << np.uint64(place)
            value += 1
    return result


@part
def lower_mask(mask: Any, k: Any, most: Any, cards: Any) -> Any:
    """Return the highest mask that is nowhere above ``mask`` and counts at most ``most`` at k."""
    result = np.uint64(0)
    count, value = np.int64(0), np.int64(0)
    for place in range(cards):
        count += np.int64((mask >> np.uint64(place)) & np.uint64(1))
        target = min(count, max(most, most + place + 1 - k))
        if target > value:
            result |= np.uint64(1) << np.uint64(place)
            value += 1
    return result


@part
def table_value(hand: Any, score: Any, n: Any, w: Any, lookup: Any) -> Any:
    """Look a small hand up: what its leader gets (of a mask: what the leader takes)."""
    upper, lower = np.int64(hand >> np.uint64(n)), np.int64(hand & first_bits(n))
    at = w.start[n] + np.int64(w.upper[w.ranks[n] + upper] + w.lower[w.ranks[n] + lower])
    if not w.rules.chain:
        return np.int64(lookup.values[lookup.starts[at] + entry_of(hand, score, 2 * n)])
    taken = popcount(np.uint64(lookup.masks[at]) & score)
    return popcount(score) - taken if w.rules.avoid else taken


@part
def slot_of_hand(hand: Any, n: Any, memo: Any) -> Any:
    """Return where the memo keeps a hand."""
    return slot_of_bits(hand | (np.uint64(n) << np.uint64(58)), memo.shape[0])


@part
def bounds(hand: Any, score: Any, n: Any, w: Any, lookup: Any) -> Any:
    """Return what is known without search: the leader gets at least the one and at most the other."""
    k = popcount(score)
    if k == 0:
        return 0, 0
    if n <= w.leaf:
        value = table_value(hand, score, n, w, lookup)
        return value, value
    memo = lookup.memo
    lower, upper = np.int64(0), k
    key = hand | (np.uint64(n) << np.uint64(58))
    slot = slot_of_hand(hand, n, memo)
    if memo[slot, 0] != key:
        return lower, upper
    if w.rules.chain:
        return popcount(memo[slot, 1] & first_bits(k)), popcount(memo[slot, 2] & first_bits(k))
    for way in range(1, memo.shape[1]):
        entry = memo[slot, way]
        if entry == 0:
            break
        noted = entry & SCORE
        lower = max(lower, np.int64((entry >> LOWER) & BOUND) - popcount(noted & ~score))
        upper = min(upper, np.int64((entry >> UPPER) & BOUND) + popcount(score & ~noted))
    return lower, upper


@merged
def remember(hand: Any, score: Any, n: Any, lower: Any, upper: Any, chain: Any, memo: Any) -> None:
    """Note an answer; another hand with the same slot is forgotten."""
    k = popcount(score)
    cards = 2 * n
    key = hand | (np.uint64(n) << np.uint64(58))
    slot = slot_of_hand(hand, n, memo)
    if memo[slot, 0] != key:
        memo[slot] = 0
        memo[slot, 0] = key
        if chain:
            memo[slot, 2] = first_bits(cards)
    if chain:
        memo[slot, 1] = raise_mask(memo[slot, 1], k, lower, cards)
        memo[slot, 2] = lower_mask(memo[slot, 2], k, upper, cards)
    else:
        remember_set(score, lower, upper, memo[slot])


@merged
def remember_set(score: Any, lower: Any, upper: Any, entries: Any) -> None:
    """Put the bounds for one score set in front; what they imply is dropped, else the oldest if need be."""
    last = entries.shape[0] - 1
    for way in range(1, entries.shape[0]):
        entry = entries[way]
        if entry == 0:
            last = way
            break
        noted = entry & SCORE
        low, high = np.int64((entry >> LOWER) & BOUND), np.int64((entry >> UPPER) & BOUND)
        if noted == score:
            lower, upper = max(lower, low), min(upper, high)
        if lower - popcount(score & ~noted) >= low and upper + popcount(noted & ~score) <= high:
            last = way
            break
    for way in range(last, 1, -1):
        entries[way] = entries[way - 1]
    entries[1] = score | (np.uint64(lower) << LOWER) | (np.uint64(upper) << UPPER)
