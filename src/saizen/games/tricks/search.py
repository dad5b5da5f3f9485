"""One position by search, compiled: for hands that are too large for a table of all.

The question put to the search is whether the leader can take at least t of the score cards (or, when
the objective is to avoid them, make the opponent take at least t): a leader needs one lead that is good
against every reply. If the leader loses the trick the players change roles, and what the leader gets is
what remains less what the new leader gets, so one memo serves both.

Nothing is pruned but what is proved. The memo keeps a lower and an upper bound for each position, small
hands come from the tables, and equal cards are tried once. Neighbouring cards of one player beat the same
cards, now and later, so within such a run only the number of score cards matters: positions are kept
with the score cards of each run in front. A replier knows who takes the trick, so from a run with both
kinds one kind is no worse: a score card counts 1 for the winner now, and left in play it is worth at most
1. When the score cards are the strongest or the weakest ones, a memo entry bounds the value for *every*
number of score cards at once, in the same masks as the tables: V(k) >= t also says V(k+1) >= t and
V(k-1) >= t-1. The order in which cards are tried comes from which of them decided earlier questions,
and leads with the fewest open replies come first; that cannot change an answer.
"""

from typing import Any

import numpy as np

from saizen.games.tricks.kernel import drop, popcount, same_as_before
from saizen.jit import kernel

UNKNOWN = -1


@kernel
def first_bits(count: Any) -> Any:
    """Return a word with that many low bits set."""
    return (np.uint64(1) << np.uint64(count)) - np.uint64(1)


@kernel
def raised(mask: Any, k: Any, least: Any, cards: Any) -> Any:
    """Return the lowest mask that is nowhere below ``mask`` and counts at least ``least`` at k."""
    result = np.uint64(0)
    count, value = np.int64(0), np.int64(0)
    for place in range(cards):
        count += np.int64((mask >> np.uint64(place)) & np.uint64(1))
        wanted = max(count, min(least, least - (k - place - 1)))
        if wanted > value:
            result |= np.uint64(1) << np.uint64(place)
            value += 1
    return result


@kernel
def lowered(mask: Any, k: Any, most: Any, cards: Any) -> Any:
    """Return the highest mask that is nowhere above ``mask`` and counts at most ``most`` at k."""
    result = np.uint64(0)
    count, value = np.int64(0), np.int64(0)
    for place in range(cards):
        count += np.int64((mask >> np.uint64(place)) & np.uint64(1))
        wanted = min(count, max(most, most + place + 1 - k))
        if wanted > value:
            result |= np.uint64(1) << np.uint64(place)
            value += 1
    return result


@kernel
def slot_of(key: Any, score: Any, slots: Any) -> Any:
    """Return where the memo keeps a position; ``slots`` is a power of two."""
    mixed = key * np.uint64(0x9E3779B97F4A7C15) ^ (score + np.uint64(1)) * np.uint64(0xC2B2AE3D27D4EB4F)
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return np.int64((mixed >> np.uint64(32)) & np.uint64(slots - 1))


@kernel
def table_value(hand: Any, score: Any, n: Any, tables: Any) -> Any:
    """Look a small hand up: what its leader gets (the tables tell what the leader takes)."""
    chain, avoid, start, ranks, upper, lower, masks, values = tables
    half = np.uint64(n)
    at = np.int64(upper[ranks[n] + np.int64(hand >> half)] + lower[ranks[n] + np.int64(hand & first_bits(n))])
    if chain:
        taken = popcount(np.uint64(masks[start[n] + at]) & score)
    else:
        hands = (start[n + 1] - start[n]) >> (2 * n)
        taken = np.int64(values[start[n] + np.int64(score) * hands + at])
    return popcount(score) - taken if avoid else taken


@kernel
def known(hand: Any, score: Any, n: Any, least: Any, leaf: Any, tables: Any, memo: Any) -> Any:
    """Answer 1 or 0 if that needs no search, else `UNKNOWN`."""
    k = popcount(score)
    if least <= 0:
        return 1
    if least > k:
        return 0
    if n <= leaf:
        return 1 if table_value(hand, score, n, tables) >= least else 0
    key = hand | (np.uint64(n) << np.uint64(58))
    second = np.uint64(0) if tables[0] else score
    slot = slot_of(key, second, memo.shape[0])
    if memo[slot, 0] == key and memo[slot, 1] == second:
        if popcount(memo[slot, 2] & first_bits(k)) >= least:
            return 1
        if popcount(memo[slot, 3] & first_bits(k)) < least:
            return 0
    return UNKNOWN


@kernel
def settled(hand: Any, score: Any, cards: Any) -> Any:
    """Return the score cards with those of each run moved to its front."""
    one = np.uint64(1)
    result = np.uint64(0)
    front = 0
    for place in range(cards):
        if place and ((hand >> np.uint64(place)) ^ (hand >> np.uint64(place - 1))) & one:
            front = place
        if (score >> np.uint64(place)) & one:
            result |= one << np.uint64(front)
            front += 1
    return result


@kernel
def child(hand: Any, score: Any, n: Any, least: Any, x: Any, y: Any, rules: Any, chain: Any) -> Any:
    """Play a trick and put the leader's question to the next leader.

    Return the next leader's hand, the score cards left, the next question's bound, and whether the
    answer is to be turned round because the other player asks now.
    """
    avoid, weakest_first = rules
    near, far = min(x, y), max(x, y)
    one = np.uint64(1)
    after = drop(drop(hand, far), near)
    points = np.int64(((score >> np.uint64(x)) & one) + ((score >> np.uint64(y)) & one))
    remaining = popcount(score) - points
    left = first_bits(remaining) if chain else settled(after, drop(drop(score, far), near), 2 * n - 2)
    wins = (x < y) != weakest_first
    gained = points if wins != avoid else 0
    if wins:
        return after, left, least - gained, False
    return ~after & first_bits(2 * n - 2), left, remaining + gained - least + 1, True


@kernel
def at_least(
    hand: Any,
    score: Any,
    n: Any,
    least: Any,
    leaf: Any,
    rules: Any,
    tables: Any,
    memo: Any,
    led: Any,
    replied: Any,
) -> Any:
    """Tell whether the leader gets ``least`` or more; ``led`` and ``replied`` count what decided before."""
    answer = known(hand, score, n, least, leaf, tables, memo)
    if answer != UNKNOWN:
        return answer == 1
    chain = tables[0]
    cards = 2 * n
    result = False
    leads, replies = np.empty(cards, np.int8), np.empty(cards, np.int8)
    ordered, twins = np.empty(cards, np.int8), np.zeros(cards, np.int8)
    missing = np.empty(cards, np.int8)
    lead_count, reply_count = choices(hand, score, cards, led[n], leads, replies, twins)
    # First what needs no search: it often settles a lead, and sometimes the question.
    open_leads = 0
    for i in range(lead_count):
        x = np.int64(leads[i])
        order_replies(replies, reply_count, x, replied[n, x], ordered, rules[1])
        state = 1
        unknown = 0
        for j in range(reply_count):
            y = np.int64(ordered[j])
            if worse_twin(twins[y], x, y, rules):
                continue
            after, left, bound, turned = child(hand, score, n, least, x, y, rules, chain)
            answer = known(after, left, n - 1, bound, leaf, tables, memo)
            if answer == UNKNOWN:
                state = UNKNOWN
                unknown += 1
            elif (answer == 1) == turned:
                state = 0
                replied[n, x, y] += 1
                break
        if state == 1:
            result = True
            led[n, x] += 1
            break
        if state == UNKNOWN:
            at = open_leads
            while at > 0 and missing[at - 1] > unknown:
                leads[at], missing[at] = leads[at - 1], missing[at - 1]
                at -= 1
            leads[at], missing[at] = x, unknown
            open_leads += 1
    if not result:
        for i in range(open_leads):
            x = np.int64(leads[i])
            order_replies(replies, reply_count, x, replied[n, x], ordered, rules[1])
            good = True
            for j in range(reply_count):
                y = np.int64(ordered[j])
                if worse_twin(twins[y], x, y, rules):
                    continue
                after, left, bound, turned = child(hand, score, n, least, x, y, rules, chain)
                if at_least(after, left, n - 1, bound, leaf, rules, tables, memo, led, replied) == turned:
                    good = False
                    replied[n, x, y] += 1
                    break
            if good:
                result = True
                led[n, x] += 1
                break
    remember(hand, score, n, least, result, chain, memo)
    return result


@kernel
def choices(hand: Any, score: Any, cards: Any, decided: Any, leads: Any, replies: Any, twins: Any) -> Any:
    """List one card of each kind: leads by how often they decided, replies in order.

    ``twins`` marks replies from a run that has both kinds: 1 the score card, 2 the other.
    """
    one = np.uint64(1)
    lead_count, reply_count = 0, 0
    for place in range(cards):
        if same_as_before(hand, score, place):
            continue
        if (hand >> np.uint64(place)) & one:
            at = lead_count
            while at > 0 and decided[leads[at - 1]] < decided[place]:
                leads[at] = leads[at - 1]
                at -= 1
            leads[at] = place
            lead_count += 1
        else:
            if place and not (hand >> np.uint64(place - 1)) & one:
                twins[replies[reply_count - 1]] = 1
                twins[place] = 2
            replies[reply_count] = place
            reply_count += 1
    return lead_count, reply_count


@kernel
def worse_twin(twin: Any, x: Any, y: Any, rules: Any) -> Any:
    """Tell whether the run of reply y has a card that counts differently and is at least as good."""
    avoid, weakest_first = rules
    replier_wins = (y < x) != weakest_first
    return (twin == 1 and replier_wins == avoid) or (twin == 2 and replier_wins != avoid)


@kernel
def order_replies(
    replies: Any, count: Any, lead: Any, decided: Any, ordered: Any, weakest_first: Any
) -> None:
    """Order replies by how often they decided; at first the cheapest winner, and losers weakest first."""
    above = 0
    while above < count and replies[above] < lead:
        above += 1
    for step in range(count):
        # the cards before the lead, nearest first, then the others from the far end; mirrored likewise
        if weakest_first:
            y = replies[above + step] if step < count - above else replies[step - (count - above)]
        else:
            y = replies[above - 1 - step] if step < above else replies[count - 1 - (step - above)]
        at = step
        while at > 0 and decided[ordered[at - 1]] < decided[y]:
            ordered[at] = ordered[at - 1]
            at -= 1
        ordered[at] = y


@kernel
def remember(hand: Any, score: Any, n: Any, least: Any, result: Any, chain: Any, memo: Any) -> None:
    """Note an answer; it replaces whatever had the same slot."""
    k = popcount(score)
    cards = 2 * n
    key = hand | (np.uint64(n) << np.uint64(58))
    second = np.uint64(0) if chain else score
    slot = slot_of(key, second, memo.shape[0])
    if memo[slot, 0] != key or memo[slot, 1] != second:
        memo[slot, 0] = key
        memo[slot, 1] = second
        memo[slot, 2] = np.uint64(0)
        memo[slot, 3] = first_bits(cards)
    if result:
        memo[slot, 2] = raised(memo[slot, 2], k, least, cards)
    else:
        memo[slot, 3] = lowered(memo[slot, 3], k, least - 1, cards)
