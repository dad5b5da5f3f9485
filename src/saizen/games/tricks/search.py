r"""One position by search, compiled: for hands that are too large for a table of all.

The question put to the search is whether the leader can get at least t of the score cards (take them or,
when the objective is to avoid them, make the opponent take them): a leader needs one lead that is good
against every reply. If the leader loses the trick the players change roles, and what the leader gets is
what remains less what the new leader gets, so one memo serves both.

Nothing is pruned but what is proved:

* Small hands come from the tables, and equal cards are tried once.
* Replies that are no better than another one are left out (`saizen.games.tricks.choices`).
* Score cards whose taker is certain are counted at once, and those of a run stand in its front
  (`saizen.games.tricks.kernel.open_score`).
* What is known of a hand with other score cards bounds what it is worth with these
  (`saizen.games.tricks.memo`).

The order in which cards are tried comes from which of them decided earlier questions, from the bounds of
what they lead to and from an estimate of it (`saizen.games.tricks.estimate`); that cannot change an answer.
"""

from typing import Any

import numpy as np

from saizen.games.tricks.choices import better_alike, choices, order_replies, worse_twin
from saizen.games.tricks.estimate import UNIT, estimate
from saizen.games.tricks.kernel import drop, first_bits, open_score
from saizen.games.tricks.memo import bounds, remember, slot_of_hand
from saizen.kernels.bits import popcount, prefetch
from saizen.kernels.jit import inlined, lean, merged, part

REPLIES, KEYS = 5, 45
"""Rows of the room for lists: from here on, for each lead, its open replies and what orders them."""
BETTER, ROWS = 85, 86
STOP = (0, 0, 0)
"""The room of hands without cards is free: a 1 here asks the search to end, whatever it returns then."""


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
    weights: Any,
) -> Any:
    """Tell whether the leader gets ``least`` or more, and a little beyond.

    A result of at least ``least`` is a lower bound of what the leader gets, a smaller one an upper bound.
    ``led`` and ``replied`` count what decided before; ``work`` is room for lists of cards, by n;
    ``weights`` are those of `estimate`.
    """
    lower, upper = bounds(hand, score, n, leaf, tables, memo)
    if lower >= least:
        return lower
    if upper < least or work[STOP]:
        return upper
    chain = tables[0]
    leads, missing = work[n, 0], work[n, 3]
    best, open_leads = survey(
        hand, score, n, least, upper, leaf, rules, tables, memo, led, replied, work, weights
    )
    if best < least:
        for i in range(open_leads):
            x = np.int64(leads[i])
            worst = np.int64(work[n, KEYS + x, 0])
            for j in range(missing[i]):
                y = np.int64(work[n, REPLIES + x, j])
                after, left, base, won = child(hand, score, n, x, y, rules, chain)
                wanted = least - base if won else base - least + 1
                found = search(
                    after, left, n - 1, wanted, leaf, rules, tables, memo, led, replied, work, weights
                )
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
    weights: Any,
) -> Any:
    """Try what needs no search: it often settles a lead, and sometimes the question.

    Return what the settled leads give, and how many are open; these are listed in ``work``, those
    that promise most first, and the replies that look best for the replier first.
    """
    chain = tables[0]
    leads, replies, twins, missing, promise = work[n, 0], work[n, 1], work[n, 2], work[n, 3], work[n, 4]
    lead_count, reply_count = choices(hand, score, 2 * n, led[n], leads, replies, twins)
    better = work[n, BETTER]
    better_alike(hand, score, replies, reply_count, rules, better)
    open_leads = 0
    best = np.int64(0)  # what the leads settled so far give at most
    for i in range(lead_count):
        x = np.int64(leads[i])
        ordered, keys = work[n, REPLIES + x], work[n, KEYS + x]
        order_replies(replies, reply_count, x, replied[n, x], ordered, rules[1])
        if n - 1 > leaf:
            call_near(hand, n, x, replies, reply_count, rules[1], memo)
        unknown = 0
        sure, most = upper, upper
        for j in range(reply_count):
            y = np.int64(ordered[j])
            if worse_twin(twins[y], x, y, rules) or (better[y] >= 0 and (better[y] < x) == (y < x)):
                continue
            after, left, base, won = child(hand, score, n, x, y, rules, chain)
            least_next, most_next = bounds(after, left, n - 1, leaf, tables, memo)
            if won:
                low, high = base + least_next, base + most_next
            else:
                low, high = base - most_next, base - least_next
            most = min(most, high)
            if high < least:
                replied[n, x, y] += 1
                break
            if low < least:
                about = estimate(after, left, n - 1, weights)
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
            led[n, x] += 1
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
