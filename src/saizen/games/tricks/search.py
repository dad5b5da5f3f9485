r"""One position by search, compiled: for hands that are too large for a table of all.

The question put to the search is whether the leader can get at least t of the score cards (take them or,
when the objective is to avoid them, make the opponent take them): a leader needs one lead that is good
against every reply. If the leader loses the trick the players change roles, and what the leader gets is
what remains less what the new leader gets, so one memo serves both.

Nothing is pruned but what is proved:

* Small hands come from the tables, and equal cards are tried once.
* A replier knows who takes the trick, so from a run with both kinds of cards one kind is no worse: a score
  card counts 1 for the winner now, and left in play it is worth at most 1.
* Of two cards that do not count, where the opponent's cards between them do not count either, the weaker is
  no worse to have, and likewise of two score cards the stronger for players who take them and the weaker
  for players who avoid them (`docs/games/tricks-theory.md` has the proof). So of two such replies that both
  win or both lose the trick it is no worse to play the other one and keep this. That stays within a kind and
  goes in one direction of strength, so together with the rule before it never leaves out all of the best.
* Score cards whose taker is certain are counted at once, and those of a run stand in its front
  (`saizen.games.tricks.kernel.open_score`).
* One more score card changes what a player gets in any play by 0 or 1, hence also what the player gets
  under best play. So if a hand is worth at least t with the score cards S, then with S' it is worth at
  least t - |S \ S'|; and if at most t, then at most t + |S' \ S|. The memo keeps for each hand the bounds
  of several score sets, and each of them bounds all others.
* When the score cards are the strongest or the weakest ones, these bounds for every number of score cards
  are two masks, as in the tables: V(k) >= t also says V(k+1) >= t and V(k-1) >= t-1.

The order in which cards are tried comes from which of them decided earlier questions, and from the bounds
of what they lead to; that cannot change an answer.
"""

from typing import Any

import numpy as np

from saizen.games.tricks.kernel import drop, first_bits, open_score, same_as_before
from saizen.games.tricks.run_tables import entry_of
from saizen.kernels.bits import popcount
from saizen.kernels.hashing import slot_of_bits
from saizen.kernels.jit import inlined, lean, part

REPLIES, KEYS = 4, 44
"""Rows of the room for lists: from here on, for each lead, its open replies and what orders them."""
BETTER, ROWS = 84, 85
STOP = (0, 0, 0)
"""The room of hands without cards is free: a 1 here asks the search to end, whatever it returns then."""
LOWER, UPPER = np.uint64(40), np.uint64(46)
"""Where a word of the memo keeps the bounds; the score cards are below."""
SCORE, BOUND = np.uint64((1 << 40) - 1), np.uint64(63)


@lean
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


@lean
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


@inlined
def table_value(hand: Any, score: Any, n: Any, tables: Any) -> Any:
    """Look a small hand up: what its leader gets (of a mask: what the leader takes)."""
    chain, avoid, start, ranks, upper, lower, masks, starts, values = tables
    half = np.uint64(n)
    at = np.int64(upper[ranks[n] + np.int64(hand >> half)] + lower[ranks[n] + np.int64(hand & first_bits(n))])
    if not chain:
        return np.int64(values[starts[start[n] + at] + entry_of(hand, score, 2 * n)])
    taken = popcount(np.uint64(masks[start[n] + at]) & score)
    return popcount(score) - taken if avoid else taken


@inlined
def bounds(hand: Any, score: Any, n: Any, leaf: Any, tables: Any, memo: Any) -> Any:
    """Return what is known without search: the leader gets at least the one and at most the other."""
    k = popcount(score)
    if k == 0:
        return 0, 0
    if n <= leaf:
        value = table_value(hand, score, n, tables)
        return value, value
    lower, upper = np.int64(0), k
    key = hand | (np.uint64(n) << np.uint64(58))
    slot = slot_of_bits(key, memo.shape[0])
    if memo[slot, 0] != key:
        return lower, upper
    if tables[0]:
        return popcount(memo[slot, 1] & first_bits(k)), popcount(memo[slot, 2] & first_bits(k))
    for way in range(1, memo.shape[1]):
        entry = memo[slot, way]
        if entry == 0:
            break
        kept = entry & SCORE
        lower = max(lower, np.int64((entry >> LOWER) & BOUND) - popcount(kept & ~score))
        upper = min(upper, np.int64((entry >> UPPER) & BOUND) + popcount(score & ~kept))
    return lower, upper


@inlined
def child(hand: Any, score: Any, n: Any, x: Any, y: Any, rules: Any, chain: Any) -> Any:
    """Play a trick.

    Return the next leader's hand, the score cards left, and how the leader's gain follows from the next
    leader's: ``base + gain`` if the leader has won the trick, else ``base - gain``.
    """
    avoid, weakest_first = rules
    near, far = min(x, y), max(x, y)
    one = np.uint64(1)
    after = drop(drop(hand, far), near)
    points = np.int64(((score >> np.uint64(x)) & one) + ((score >> np.uint64(y)) & one))
    remaining = popcount(score) - points
    wins = (x < y) != weakest_first
    base = points if wins != avoid else 0
    if not wins:
        after = ~after & first_bits(2 * n - 2)
        base += remaining
    if chain:
        return after, first_bits(remaining), base, wins
    left, sure = open_score(after, drop(drop(score, far), near), 2 * n - 2, avoid)
    return after, left, base + sure if wins else base - sure, wins


@lean
def search(
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
    work: Any,
) -> Any:
    """Tell whether the leader gets ``least`` or more, and a little beyond.

    A result of at least ``least`` is a lower bound of what the leader gets, a smaller one an upper bound.
    ``led`` and ``replied`` count what decided before; ``work`` is room for lists of cards, by n.
    """
    lower, upper = bounds(hand, score, n, leaf, tables, memo)
    if lower >= least:
        return lower
    if upper < least or work[STOP]:
        return upper
    chain = tables[0]
    leads, missing = work[n, 0], work[n, 3]
    best, open_leads = survey(hand, score, n, least, upper, leaf, rules, tables, memo, led, replied, work)
    if best < least:
        for i in range(open_leads):
            x = np.int64(leads[i])
            worst = np.int64(work[n, KEYS + x, 0])
            for j in range(missing[i]):
                y = np.int64(work[n, REPLIES + x, j])
                after, left, base, won = child(hand, score, n, x, y, rules, chain)
                wanted = least - base if won else base - least + 1
                found = search(after, left, n - 1, wanted, leaf, rules, tables, memo, led, replied, work)
                worst = min(worst, base + found if won else base - found)
                if worst < least:
                    replied[n, x, y] += 1
                    break
            best = max(best, worst)
            if best >= least:
                led[n, x] += 1
                break
    if work[STOP]:  # what was found below may be no answer: nothing of it is kept
        return upper
    remember(hand, score, n, best if best >= least else lower, upper if best >= least else best, chain, memo)
    return best


@part
def survey(
    hand: Any,
    score: Any,
    n: Any,
    least: Any,
    upper: Any,
    leaf: Any,
    rules: Any,
    tables: Any,
    memo: Any,
    led: Any,
    replied: Any,
    work: Any,
) -> Any:
    """Try what needs no search: it often settles a lead, and sometimes the question.

    Return what the settled leads give, and how many are open; these are listed in ``work``, those with
    the fewest open replies first, and the replies that look best for the replier first.
    """
    chain = tables[0]
    leads, replies, twins, missing = work[n, 0], work[n, 1], work[n, 2], work[n, 3]
    lead_count, reply_count = choices(hand, score, 2 * n, led[n], leads, replies, twins)
    better = work[n, BETTER]
    better_alike(hand, score, replies, reply_count, rules, better)
    open_leads = 0
    best = np.int64(0)  # what the leads settled so far give at most
    for i in range(lead_count):
        x = np.int64(leads[i])
        ordered, keys = work[n, REPLIES + x], work[n, KEYS + x]
        order_replies(replies, reply_count, x, replied[n, x], ordered, rules[1])
        unknown = 0
        sure, most = upper, upper
        for j in range(reply_count):
            y = np.int64(ordered[j])
            if worse_twin(twins[y], x, y, rules) or (better[y] >= 0 and (better[y] < x) == (y < x)):
                continue
            after, left, base, won = child(hand, score, n, x, y, rules, chain)
            low, high = bounds(after, left, n - 1, leaf, tables, memo)
            if won:
                low, high = base + low, base + high
            else:
                low, high = base - high, base - low
            most = min(most, high)
            if high < least:
                replied[n, x, y] += 1
                break
            if low < least:
                at = unknown
                while at > 0 and keys[at] > low + high:
                    ordered[at], keys[at + 1] = ordered[at - 1], keys[at]
                    at -= 1
                ordered[at], keys[at + 1] = y, low + high
                unknown += 1
            else:
                sure = min(sure, low)
        if most < least:
            best = max(best, most)
        elif unknown == 0:
            best = sure
            led[n, x] += 1
            break
        else:
            at = open_leads
            while at > 0 and missing[at - 1] > unknown:
                leads[at], missing[at] = leads[at - 1], missing[at - 1]
                at -= 1
            leads[at], missing[at] = x, unknown
            keys[0] = sure
            open_leads += 1
    return best, open_leads


@part
def choices(hand: Any, score: Any, cards: Any, decided: Any, leads: Any, replies: Any, twins: Any) -> Any:
    """List one card of each kind: leads by how often they decided, replies in order.

    The score cards of each run must stand in its front.
    ``twins`` marks replies from a run that has both kinds: 1 the score card, 2 the other.
    """
    one = np.uint64(1)
    lead_count, reply_count = 0, 0
    for place in range(cards):
        if same_as_before(hand, score, place):
            continue
        twins[place] = 0
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


@part
def better_alike(hand: Any, score: Any, replies: Any, count: Any, rules: Any, better: Any) -> None:
    """Write for each reply another that is no worse if both win or both lose the trick, or -1.

    That is the next one of its kind if the leader's cards between them are of that kind, too: the stronger
    of two that it is good to be rid of, the weaker of two score cards for players who take them.
    """
    avoid, weakest_first = rules
    last = (np.int64(-1), np.int64(-1))
    for step in range(count):
        y = np.int64(replies[count - 1 - step if weakest_first else step])
        counts = np.int64((score >> np.uint64(y)) & np.uint64(1))
        stronger = last[counts]
        better[y] = -1
        if stronger >= 0:
            theirs = hand & (first_bits(max(y, stronger)) ^ first_bits(min(y, stronger)))
            if theirs & (~score if counts else score) == 0:
                if counts and not avoid:
                    better[stronger] = y
                else:
                    better[y] = stronger
        last = (last[0], y) if counts else (y, last[1])


@inlined
def worse_twin(twin: Any, x: Any, y: Any, rules: Any) -> Any:
    """Tell whether the run of reply y has a card that counts differently and is at least as good."""
    avoid, weakest_first = rules
    replier_wins = (y < x) != weakest_first
    return (twin == 1 and replier_wins == avoid) or (twin == 2 and replier_wins != avoid)


@part
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


@part
def remember(hand: Any, score: Any, n: Any, lower: Any, upper: Any, chain: Any, memo: Any) -> None:
    """Note an answer; another hand with the same slot is forgotten."""
    k = popcount(score)
    cards = 2 * n
    key = hand | (np.uint64(n) << np.uint64(58))
    slot = slot_of_bits(key, memo.shape[0])
    if memo[slot, 0] != key:
        memo[slot] = 0
        memo[slot, 0] = key
        if chain:
            memo[slot, 2] = first_bits(cards)
    if chain:
        memo[slot, 1] = raised(memo[slot, 1], k, lower, cards)
        memo[slot, 2] = lowered(memo[slot, 2], k, upper, cards)
    else:
        remember_set(score, lower, upper, memo[slot])


@part
def remember_set(score: Any, lower: Any, upper: Any, entries: Any) -> None:
    """Put the bounds for one score set in front; what they imply is dropped, else the oldest if need be."""
    last = entries.shape[0] - 1
    for way in range(1, entries.shape[0]):
        entry = entries[way]
        if entry == 0:
            last = way
            break
        kept = entry & SCORE
        low, high = np.int64((entry >> LOWER) & BOUND), np.int64((entry >> UPPER) & BOUND)
        if kept == score:
            lower, upper = max(lower, low), min(upper, high)
        if lower - popcount(score & ~kept) >= low and upper + popcount(kept & ~score) <= high:
            last = way
            break
    for way in range(last, 1, -1):
        entries[way] = entries[way - 1]
    entries[1] = score | (np.uint64(lower) << LOWER) | (np.uint64(upper) << UPPER)
