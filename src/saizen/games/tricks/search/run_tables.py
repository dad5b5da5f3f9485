"""Tables for score cards anywhere, compiled: a hand's values by how many cards of each run count.

A *run* is a stretch of neighbouring cards of one player. Within a run only the number of score cards
matters, and who takes the cards of the first and the last run is certain. So the score sets of a hand are
told apart by the counts of its inner runs. These are the digits of a number, one run a digit, which addresses
the entries of the hand: 18.8 million for all hands of 8 cards, where there are 843 million score sets.

A trick takes one card out of each of two runs. What is left is a smaller hand whose runs are sums of the
old ones, so for one pair of runs the address in the smaller table, and what is certain by then, are linear
functions of the counts. Both follow with one addition a pair while all counts are passed in order.

One more score card is worth 0 or 1. So the entries with one score card less, filled before, leave at most two
values, and often one; between two it is enough to ask whether some lead gets more than the lower one.
"""

from typing import Any, NamedTuple

import numpy as np

from saizen.games.tricks.search.hand_kernel import drop, first_bits, open_score
from saizen.kernels.bits import popcount
from saizen.kernels.compile import kernel, part

FIRST, LENGTH, WORTH, COUNT = 0, 1, 2, 3
"""What is known of each run: its first card, how many it has, the worth of its digit, how many count."""


class SmallerEntries(NamedTuple):
    """The entries of all hands with a card fewer; ``upper`` and ``lower`` rank these hands."""

    starts: Any
    values: Any
    upper: Any
    lower: Any


class RunPlans(NamedTuple):
    """The runs of a hand, and what follows when a card of one is played against one of another.

    There is a row for each pair of runs. Each score card that stays in run r adds ``slope[pair, r]`` to the
    address of what is left, and ``gain[pair, r]`` to what the leader gets outside of the table: a certain
    card, or, if the lead changes, all that the next leader does not get. ``address`` and ``sure`` are the
    sums for the counts as they are.
    """

    avoid: bool
    runs: Any
    rest: Any
    """Room for the runs of what is left."""
    slope: Any
    gain: Any
    address: Any
    sure: Any


@part
def entry_of(hand: Any, score: Any, cards: Any) -> Any:
    """Return which of its hand's entries a score set has; certain cards make no difference."""
    bit = np.uint64(1)
    ends = ((hand ^ (hand >> bit)) & first_bits(cards - 1)) | (bit << np.uint64(cards - 1))
    end = ends & (~ends + bit)
    ends ^= end
    passed = (end << bit) - bit
    entry, worth = np.int64(0), np.int64(1)
    while ends & (ends - bit):  # more than the last run is left
        end = ends & (~ends + bit)
        ends ^= end
        upto = (end << bit) - bit
        run = upto & ~passed
        passed = upto
        entry += worth * popcount(score & run)
        worth *= popcount(run) + 1
    return entry


@kernel
def count_entries(hands: Any, cards: Any, counts: Any) -> None:
    """Write how many entries each hand has."""
    for rank in range(hands.shape[0]):
        counts[rank] = entry_of(hands[rank], first_bits(cards), cards) + 1


@kernel
def look_up(
    hands: Any, scores: Any, ranks: Any, cards: Any, avoid: Any, starts: Any, values: Any, taken: Any
) -> None:
    """Write how many score cards the leaders of some hands take."""
    for i in range(hands.shape[0]):
        _, sure = open_score(hands[i], scores[i], cards, avoid)
        gets = sure + values[starts[ranks[i]] + entry_of(hands[i], scores[i], cards)]
        taken[i] = popcount(scores[i]) - gets if avoid else gets


@part
def list_runs(hand: Any, cards: Any, runs: Any) -> Any:
    """Write the runs of a hand, none of their cards counting; return how many they are."""
    bit = np.uint64(1)
    many, start, worth = 0, 0, 1
    for card in range(cards):
        last = card + 1 == cards
        if not last and ((hand >> np.uint64(card)) ^ (hand >> np.uint64(card + 1))) & bit == 0:
            continue
        runs[FIRST, many], runs[LENGTH, many], runs[COUNT, many] = start, card + 1 - start, 0
        runs[WORTH, many] = 0
        if many and not last:
            runs[WORTH, many] = worth
            worth *= runs[LENGTH, many] + 1
        many += 1
        start = card + 1
    return many


@part
def plan_trick(hand: Any, n: Any, a: Any, b: Any, many: Any, pair: Any, plans: Any) -> Any:
    """Play a card of run a against one of run b, write what each score card that stays then means.

    Returns the next leader's hand.
    """
    runs, rest, slope, gain = plans.runs, plans.rest, plans.slope[pair], plans.gain[pair]
    x, y = runs[FIRST, a], runs[FIRST, b]
    wins = a < b
    left = drop(drop(hand, max(x, y)), min(x, y))
    after = left if wins else ~left & first_bits(2 * n - 2)
    rest_many = list_runs(after, 2 * n - 2, rest)
    at = 0
    for r in range(many):
        slope[r] = gain[r] = 0
        played = r in (a, b)
        if played and runs[LENGTH, r] == 1:
            continue
        card = runs[FIRST, r] + played
        card -= (x < card) + (y < card)
        while at + 1 < rest_many and rest[FIRST, at + 1] <= card:
            at += 1
        slope[r] = rest[WORTH, at]
        gain[r] = not wins
        if at == 0 or at == rest_many - 1:
            mine = (left >> np.uint64(card)) & np.uint64(1) != 0
            gain[r] = (mine == (at == 0)) != plans.avoid
    return after


@part
def gets_more(than: Any, top: Any, many: Any, values: Any, plans: Any) -> Any:
    """Return whether the leader, whose runs are ``top``, ``top + 2``, ..., gets more, the counts as they are.

    A replier whose run has both kinds of cards plays the one that is no worse: a score card if that makes
    a point for the replier, else another card. ``values`` are those of the smaller hands.
    """
    runs, slope, gain = plans.runs, plans.slope, plans.gain
    replies = (many + top) // 2
    for lead in range((many + 1 - top) // 2):
        a = top + 2 * lead
        for lead_counts in range(2):
            if runs[COUNT, a] == (0 if lead_counts else runs[LENGTH, a]):
                continue
            refuted = False
            for reply in range(replies):
                b, pair = 1 - top + 2 * reply, lead * replies + reply
                wins = a < b
                scores = wins != plans.avoid
                reply_counts = runs[COUNT, b] == runs[LENGTH, b] if scores else runs[COUNT, b] > 0
                at = plans.address[pair] - lead_counts * slope[pair, a] - reply_counts * slope[pair, b]
                gets = plans.sure[pair] - lead_counts * gain[pair, a] - reply_counts * gain[pair, b]
                gets += np.int64(values[at]) if wins else -np.int64(values[at])
                if scores:
                    gets += lead_counts + reply_counts
                if gets <= than:
                    refuted = True
                    break
            if not refuted:
                return True
    return False


@kernel
def fill_entries(n: Any, hands: Any, starts: Any, smaller: Any, avoid: Any, values: Any) -> None:
    """Fill what the leader gets of the cards that are not certain, for all hands of n from those of n - 1."""
    cards, pairs = 2 * n, n * n
    half = np.uint64(n - 1)
    runs, rest = np.zeros((4, cards), np.int64), np.zeros((4, cards), np.int64)
    slope, gain = np.zeros((pairs, cards), np.int64), np.zeros((pairs, cards), np.int64)
    address, sure = np.zeros(pairs, np.int64), np.zeros(pairs, np.int64)
    plans = RunPlans(avoid, runs, rest, slope, gain, address, sure)
    next_slope, next_gain = np.zeros((cards, pairs), np.int64), np.zeros((cards, pairs), np.int64)
    for rank in range(hands.shape[0]):
        hand = hands[rank]
        many = list_runs(hand, cards, runs)
        top = 0 if hand & np.uint64(1) else 1
        pairs = np.int64(0)  # as it is below: Numba would compile what is called for a literal, too
        for a in range(top, many, 2):
            for b in range(1 - top, many, 2):
                after = plan_trick(hand, n, a, b, many, pairs, plans)
                lower = np.int64(after & first_bits(n - 1))
                at = smaller.upper[np.int64(after >> half)] + smaller.lower[lower]
                address[pairs], sure[pairs] = smaller.starts[at], 0
                # the counts before r are full when that of r grows, and begin anew
                slope_back = gain_back = 0
                for r in range(1, many - 1):
                    next_slope[r, pairs] = slope[pairs, r] - slope_back
                    next_gain[r, pairs] = gain[pairs, r] - gain_back
                    slope_back += runs[LENGTH, r] * slope[pairs, r]
                    gain_back += runs[LENGTH, r] * gain[pairs, r]
                pairs += 1
        entry = starts[rank]
        while True:
            low: Any = np.int64(0)
            high = 0 if entry == starts[rank] else cards  # nothing counts at first
            for r in range(1, many - 1):
                if runs[COUNT, r]:
                    one_less: Any = np.int64(values[entry - runs[WORTH, r]])
                    low, high = max(low, one_less), min(high, one_less + 1)
            if low < high and gets_more(low, top, many, smaller.values, plans):
                low = high
            values[entry] = low
            entry += 1
            r = 1
            while r < many - 1 and runs[COUNT, r] == runs[LENGTH, r]:
                runs[COUNT, r] = 0
                r += 1
            if r >= many - 1:
                break
            runs[COUNT, r] += 1
            for pair in range(pairs):
                address[pair] += next_slope[r, pair]
                sure[pair] += next_gain[r, pair]
