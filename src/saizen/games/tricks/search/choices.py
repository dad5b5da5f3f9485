"""The cards that are worth trying, compiled: of equal ones one, and no reply that another is as good as.

* A replier knows who takes the trick, so from a run with both kinds of cards one kind is no worse: a score
  card counts 1 for the winner now, and left in play it is worth at most 1.
* Of two cards that do not count, where the opponent's cards between them do not count either, the weaker is
  no worse to have, and likewise of two score cards the stronger for players who take them and the weaker
  for players who avoid them (`docs/games/tricks-theory.md` has the proof). So of two such replies that both
  win or both lose the trick it is no worse to play the other one and keep this. That stays within a kind and
  goes in one direction of strength, so together with the rule before it never leaves out all of the best.
"""

from typing import Any

import numpy as np

from saizen.games.tricks.search.hand_kernel import first_bits
from saizen.kernels.compile import merged, part


@part
def same_as_before(hand: Any, score: Any, place: Any) -> Any:
    """Return whether the card before has the same owner and counts alike: then both are one choice."""
    if place == 0:
        return False
    pair = np.uint64(3) << np.uint64(place - 1)
    owners, counting = hand & pair, score & pair
    return (owners == 0 or owners == pair) and (counting == 0 or counting == pair)


@merged
def choices(hand: Any, score: Any, cards: Any, decided: Any, leads: Any, replies: Any, twins: Any) -> Any:
    """List one card of each kind: leads by how often they decided, replies in order.

    The score cards of each run must stand in its front.
    ``twins`` marks replies from a run that has both kinds: 1 the score card, 2 the other.
    """
    bit = np.uint64(1)
    lead_count, reply_count = 0, 0
    for place in range(cards):
        if same_as_before(hand, score, place):
            continue
        twins[place] = 0
        if (hand >> np.uint64(place)) & bit:
            at = lead_count
            while at > 0 and decided[leads[at - 1]] < decided[place]:
                leads[at] = leads[at - 1]
                at -= 1
            leads[at] = place
            lead_count += 1
        else:
            if place and not (hand >> np.uint64(place - 1)) & bit:
                twins[replies[reply_count - 1]] = 1
                twins[place] = 2
            replies[reply_count] = place
            reply_count += 1
    return lead_count, reply_count


@merged
def better_alike(hand: Any, score: Any, replies: Any, count: Any, rules: Any, better: Any) -> None:
    """Write for each reply another that is no worse if both win or both lose the trick, or -1.

    That is the next one of its kind if the leader's cards between them are of that kind, too: the stronger
    of two that it is good to be rid of, the weaker of two score cards for players who take them.
    """
    last = (np.int64(-1), np.int64(-1))
    for step in range(count):
        y = np.int64(replies[count - 1 - step if rules.weakest_first else step])
        counts = np.int64((score >> np.uint64(y)) & np.uint64(1))
        stronger = last[counts]
        better[y] = -1
        if stronger >= 0:
            theirs = hand & (first_bits(max(y, stronger)) ^ first_bits(min(y, stronger)))
            if theirs & (~score if counts else score) == 0:
                if counts and not rules.avoid:
                    better[stronger] = y
                else:
                    better[y] = stronger
        last = (last[0], y) if counts else (y, last[1])


@part
def worse_twin(twin: Any, x: Any, y: Any, rules: Any) -> Any:
    """Return whether the run of reply y has a card that counts differently and is at least as good."""
    replier_wins = (y < x) != rules.weakest_first
    return (twin == 1 and replier_wins == rules.avoid) or (twin == 2 and replier_wins != rules.avoid)


@merged
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
