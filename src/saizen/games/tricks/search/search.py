r"""One position by search, compiled: for hands that are too large for a table of all.

The question put to the search is whether the leader can get at least t of the score cards (take them or,
when the objective is to avoid them, make the opponent take them): a leader needs one lead that is good
against every reply. If the leader loses the trick the players change roles, and what the leader gets is
what remains less what the new leader gets, so one memo serves both.

Nothing is pruned but what is proved:

* Small hands come from the tables, and equal cards are tried once.
* Replies that are no better than another one are left out (`saizen.games.tricks.search.choices`).
* Score cards whose taker is certain are counted at once, and those of a run stand in its front
  (`saizen.games.tricks.search.hand_kernel.open_score`).
* What is known of a hand with other score cards bounds what it is worth with these
  (`saizen.games.tricks.search.bounds_memo`).

The order in which cards are tried comes from which of them decided earlier questions, from the bounds of
what they lead to and from an estimate of it (`saizen.games.tricks.search.estimate`); that cannot change an
answer.
"""

from typing import Any

import numpy as np

from saizen.games.tricks.search.bounds_memo import bounds, remember, slot_of_hand
from saizen.games.tricks.search.choices import better_alike, choices, order_replies, worse_twin
from saizen.games.tricks.search.estimate import UNIT, estimate
from saizen.games.tricks.search.hand_kernel import drop, first_bits, open_score
from saizen.games.tricks.search.workspace import BETTER, KEYS, REPLIES, STOP
from saizen.kernels.bits import popcount, prefetch
from saizen.kernels.compile import kernel, merged, part


@kernel
def child(hand: Any, score: Any, n: Any, x: Any, y: Any, rules: Any) -> Any:
    """Play a trick.

    Return the next leader's hand, the score cards left, and how the leader's gain follows from the next
    leader's: ``base + gain`` if the leader has won the trick, else ``base - gain``.
    """
    near, far = min(x, y), max(x, y)
    bit = np.uint64(1)
    after = drop(drop(hand, far), near)
    points = np.int64(((score >> np.uint64(x)) & bit) + ((score >> np.uint64(y)) & bit))
    remaining = popcount(score) - points
    wins = (x < y) != rules.weakest_first
    base = points if wins != rules.avoid else 0
    if not wins:
        after = ~after & first_bits(2 * n - 2)
        base += remaining
    if rules.chain:
        return after, first_bits(remaining), base, wins
    left, sure = open_score(after, drop(drop(score, far), near), 2 * n - 2, rules.avoid)
    return after, left, base + sure if wins else base - sure, wins


@kernel
def search(hand: Any, score: Any, n: Any, least: Any, w: Any, lookup: Any) -> Any:
    """Return whether the leader gets ``least`` or more, and a little beyond.

    A result of at least ``least`` is a lower bound of what the leader gets, a smaller one an upper bound.
    ``w`` is a ``Workspace``, ``lookup`` a ``Lookup``.
    """
    lower, upper = bounds(hand, score, n, w, lookup)
    if lower >= least:
        return lower
    if upper < least or w.lists[STOP]:
        return upper
    best, open_leads = survey(hand, score, n, least, upper, w, lookup)
    if best < least:
        leads, missing = w.lists[n, 0], w.lists[n, 3]
        for i in range(open_leads):
            x = np.int64(leads[i])
            worst = np.int64(w.lists[n, KEYS + x, 0])
            for j in range(missing[i]):
                y = np.int64(w.lists[n, REPLIES + x, j])
                after, left, base, won = child(hand, score, n, x, y, w.rules)
                target = least - base if won else base - least + 1
                gain = search(after, left, n - 1, target, w, lookup)
                worst = min(worst, base + gain if won else base - gain)
                if worst < least:
                    w.replied[n, x, y] += 1
                    break
            best = max(best, worst)
            if best >= least:
                w.led[n, x] += 1
                break
    if w.lists[STOP]:  # what was found below may be no answer: nothing of it is kept
        return upper
    lower, upper = (best, upper) if best >= least else (lower, best)
    remember(hand, score, n, lower, upper, w.rules.chain, lookup.memo)
    return best


@merged
def call_near(
    hand: Any, n: Any, x: Any, replies: Any, reply_count: Any, weakest_first: Any, memo: Any
) -> None:
    """Have what the memo knows after each reply brought near: waiting for it is half of the search's time."""
    for j in range(reply_count):
        y = np.int64(replies[j])
        after = drop(drop(hand, max(x, y)), min(x, y))
        if (x < y) == weakest_first:  # the replier wins and leads
            after = ~after & first_bits(2 * n - 2)
        prefetch(memo, slot_of_hand(after, n - 1, memo))


@part
def survey(hand: Any, score: Any, n: Any, least: Any, upper: Any, w: Any, lookup: Any) -> Any:
    """Try what needs no search: it often settles a lead, and sometimes the question.

    Return what the settled leads give, and how many are open; these are listed, those that
    promise most first, and the replies that look best for the replier first.
    """
    rules, lists = w.rules, w.lists[n]
    leads, replies, twins, missing, promise = lists[0], lists[1], lists[2], lists[3], lists[4]
    lead_count, reply_count = choices(hand, score, 2 * n, w.led[n], leads, replies, twins)
    better = lists[BETTER]
    better_alike(hand, score, replies, reply_count, rules, better)
    open_leads = 0
    best = np.int64(0)  # what the leads settled so far give at most
    for i in range(lead_count):
        x = np.int64(leads[i])
        ordered, keys = lists[REPLIES + x], lists[KEYS + x]
        order_replies(replies, reply_count, x, w.replied[n, x], ordered, rules.weakest_first)
        if n - 1 > w.leaf:
            call_near(hand, n, x, replies, reply_count, rules.weakest_first, lookup.memo)
        unknown = 0
        sure, most = upper, upper
        for j in range(reply_count):
            y = np.int64(ordered[j])
            if worse_twin(twins[y], x, y, rules) or (better[y] >= 0 and (better[y] < x) == (y < x)):
                continue
            after, left, base, won = child(hand, score, n, x, y, rules)
            least_next, most_next = bounds(after, left, n - 1, w, lookup)
            if won:
                low, high = base + least_next, base + most_next
            else:
                low, high = base - most_next, base - least_next
            most = min(most, high)
            if high < least:
                w.replied[n, x, y] += 1
                break
            if low < least:
                about = estimate(after, left, n - 1, w.weights)
                about = max(UNIT * least_next, min(UNIT * most_next, about))
                key = UNIT * base + about if won else UNIT * base - about
                at = unknown
                while at > 0 and keys[at] > key:
                    ordered[at], keys[at + 1] = ordered[at - 1], keys[at]
                    at -= 1
                ordered[at], keys[at + 1] = y, key
                unknown += 1
            else:
                sure = min(sure, low)
        if most < least:
            best = max(best, most)
        elif unknown == 0:
            best = sure
            w.led[n, x] += 1
            break
        else:
            hope = keys[1] - UNIT * unknown  # what the best reply leaves, less the work that is to be done
            at = open_leads
            while at > 0 and promise[at - 1] < hope:
                leads[at], missing[at], promise[at] = leads[at - 1], missing[at - 1], promise[at - 1]
                at -= 1
            leads[at], missing[at], promise[at] = x, unknown, hope
            keys[0] = sure
            open_leads += 1
    return best, open_leads
