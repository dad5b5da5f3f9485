"""Step 6 of the search: every guess worth trying in a position, with a lower bound on its total, as a heap.

A heap, since few guesses are needed in the order of their bounds. Its words are the bound, a bit that says
whether it is a rough one, and the packed guess: of guesses with the same bound those come first whose parts
have been looked at.
"""

from typing import Any

from saizen.games.abgame.search.bounds import NEVER, limit_after
from saizen.games.abgame.search.planes import (
    bound_codes,
    bound_few_patterns,
    bound_set,
    bound_set_of_patterns,
    bound_tallied,
    count_on,
    draw_planes,
    draw_sums,
    tally_answers,
)
from saizen.games.abgame.search.workspace import COUNTER, Frame, Workspace
from saizen.kernels.compile import merged, part

BOUND = 33
"""The bound is what is left of a word after so many shifts."""
ROUGH = 1 << 32
"""The bound comes from counting alone; parts that need no search have not been settled yet."""
GUESS = ROUGH - 1


@part
def list_guesses(w: Workspace, frame: Frame, words: Any) -> None:
    """Write the guesses of a frame whose bound is below its ``best``, in no order yet (step 6).

    ``listing.by_mean`` and ``listing.every`` have been set. Without ``by_mean`` these are the guesses that
    may keep the limit; their bounds only order them.

    A guess is a set of symbols, new ones first, then labels, then dead ones, and an order of them. New
    symbols are interchangeable, so they come in order; so are dead ones, which are written as the label with
    all bits set. Of labels that can be swapped only the first are used, in order (``colours.alike``):
    exchanging them maps the candidates onto themselves, so it changes no total. Unless ``every`` guess is
    wanted, guesses that get the same answers as a smaller one are left out (`is_repeated`).

    A set whose bound reaches ``best`` is not arranged: no order of it is better. Among patterns, where the
    bounds of orders are much better, that is so only if the set cannot lower the least bound of what is left
    out, which is all that is proved of a position without a guess below ``best``.
    """
    g = w.listing
    g.starred = frame.starred
    g.own_cost, g.limit, g.dead = frame.own_cost, limit_after(frame.limit), frame.dead
    g.rejected, g.written, g.bar = NEVER, frame.guess_top, frame.best
    for new in range((min(w.places, frame.unused) if g.starred else 0) + 1):
        g.labels, g.unused, g.count = frame.labels, frame.unused - new, frame.shown_count[new]
        draw_planes(w, frame.shown_first[new], frame.labels + new)
        list_sets(w, new, words)
    frame.listed = g.written - frame.guess_top
    frame.low = g.rejected


@merged
def list_sets(w: Workspace, new: int, words: Any) -> None:
    """Write the guesses with so many new symbols: go through the sets of symbols, member by member."""
    g = w.listing
    begin_sets(w, new)
    at = new
    while at >= new:
        if at < w.places:
            at += 1 if add_member(w, at) else -1
            continue
        at = at - 1 if new < w.places else -1
        if g.members[0] > g.labels + 1:
            continue  # dead symbols only
        draw_sums(w)
        if g.by_mean:
            w.work += g.words
            literal = g.words == 1 and not g.starred
            bound = g.own_cost + (bound_set(w) if literal else bound_set_of_patterns(w))
            if bound >= (g.bar if literal else max(g.bar, g.rejected)):
                g.rejected = min(g.rejected, bound)
                continue
        arrange(w, new, words)


@part
def planes_of_label(w: Workspace) -> int:
    """Return how many planes a label has: one for each place, and one for each time it can occur."""
    return w.places + (w.places if w.repeats else 1)


@part
def begin_sets(w: Workspace, new: int) -> None:
    """Begin sets of symbols with so many new ones."""
    g, each = w.listing, planes_of_label(w)
    size = COUNTER * g.words
    for i in range(size):
        g.counts[i] = 0
    for at in range(new):
        g.members[at] = g.labels + 1
        count_on(w, at * size, (at + 1) * size, (g.labels + at) * each + w.places)
    g.members[new] = 0


@part
def next_member(w: Workspace, at: int) -> int:
    """Return the symbol after the present member ``at`` of a set: a label, ``labels`` + 2 (dead), or + 3."""
    g = w.listing
    old, labels = g.members[at], g.labels
    dead_used, earlier = 0, 0
    for i in range(at):
        dead_used += g.members[i] == labels + 2
        earlier |= 1 << g.members[i]
    for fresh in range(old + 1, labels + 1):
        alike = w.colours.alike[fresh]
        if alike == 0 or earlier >> alike & 1:
            return fresh
    if old < labels + 2 and (g.dead if w.repeats else g.dead - dead_used) > 0:
        return int(labels + 2)
    return int(labels + 3)


@part
def add_member(w: Workspace, at: int) -> bool:
    """Exchange member ``at`` of a set for the next symbol, and count on; False if there is none."""
    g, size = w.listing, COUNTER * w.listing.words
    fresh = next_member(w, at)
    if fresh > g.labels + 2:
        return False
    g.members[at] = fresh
    plane = -1
    if fresh <= g.labels:
        plane = (fresh - 1) * planes_of_label(w) + w.places
        for i in range(at):
            plane += g.members[i] == fresh
    count_on(w, at * size, (at + 1) * size, plane)
    g.members[at + 1] = fresh - (w.repeats or fresh > g.labels)  # members do not decrease
    return True


@part
def seat_members(w: Workspace, new: int) -> bool:
    """Get the members of a set ready to be arranged; return whether some must come before others.

    These are equal members and labels that are alike; new symbols are equal here.
    """
    g, each = w.listing, planes_of_label(w)
    labels = g.labels
    ordered = False
    for at in range(w.places):
        member, after = g.members[at], -1
        if member == labels + 2:
            g.first_plane[at] = (labels + new) * each
        else:
            g.first_plane[at] = (member - 1 + at * (member > labels)) * each
        if at > 0 and g.members[at - 1] == member:
            after = at - 1
        elif member <= labels and w.colours.alike[member]:
            for other in range(at):
                if g.members[other] == w.colours.alike[member]:
                    after = other
                    break
        g.after[at] = after
        ordered |= after >= 0
    return ordered


@part
def arrange(w: Workspace, new: int, words: Any) -> None:
    """Write the guesses that are orders of a set of symbols, as `list_guesses` says."""
    g = w.listing
    ordered = seat_members(w, new)
    w.work += w.order_count * g.words
    for turn in range(w.order_count):
        seats = w.orders[turn]
        if ordered and not is_in_order(w, seats):
            continue
        if g.words > 1:
            tally_answers(w, seats)
            rest = bound_tallied(w)
        elif g.starred:
            rest = bound_few_patterns(w, seats)
        else:
            rest = bound_codes(w, seats)
        if rest < 0:
            continue
        bound = g.own_cost + rest
        if bound >= g.bar and (g.by_mean or rest >= NEVER):
            g.rejected = min(g.rejected, bound)
        elif choose(w, seats):
            literal = g.words == 1 and not g.starred
            if literal and g.by_mean and not g.every and g.largest <= 2 and g.limit >= 2:
                g.bar = bound  # parts of one code or two cost what their bounds say: this total is attained
            words[g.written] = bound << BOUND | ROUGH | packed_choice(w)
            g.written += 1


@part
def is_in_order(w: Workspace, seats: Any) -> bool:
    """Return whether members sit behind those that they must come after."""
    for at in range(w.places):
        if w.listing.after[at] >= 0 and seats[at] < seats[w.listing.after[at]]:
            return False
    return True


@part
def choose(w: Workspace, seats: Any) -> bool:
    """Write a guess down; False if a smaller one gets the same answers."""
    g = w.listing
    for at in range(w.places):
        g.choice[seats[at]] = g.members[at]
    if not g.every:
        for place in range(w.places):
            member = g.choice[place]
            if member != g.labels + 1 and is_repeated(w, place, member):
                return False
    return True


@part
def is_repeated(w: Workspace, place: int, fresh: int) -> bool:
    """Return whether exchanging this choice with an earlier one gives a smaller guess with the same answers.

    A label at a place where no pattern has it, and a dead symbol anywhere, cannot get an A. Two such choices
    can be exchanged if that stays so. Of guesses that are equal in this way the smallest is never skipped,
    nor is it by the rule for labels that are alike: both lead to smaller guesses.
    """
    g, dead = w.listing, w.listing.labels + 2
    if fresh != dead and not g.never[fresh] >> place & 1:
        return False
    for i in range(place):
        other = g.choice[i]
        if (
            other > fresh
            and (other == dead or (g.never[other] >> i & 1 and g.never[other] >> place & 1))
            and g.never[fresh] >> i & 1
        ):
            return True
    return False


@part
def packed_choice(w: Workspace) -> int:
    """Pack the guess: new symbols are numbered from place 0 on, a dead one has all bits."""
    g = w.listing
    guess, new = 0, g.labels
    for place in range(w.places):
        label = g.choice[place]
        if label == g.labels + 1:
            new += 1
            label = new
        elif label == g.labels + 2:
            label = (1 << w.bits) - 1
        guess |= label << w.bits * place
    return int(guess)


@part
def sink(words: Any, first: int, at: int, length: int) -> None:
    """Let the word at ``first + at`` of a heap sink to where it belongs."""
    if at >= length:
        return
    word = words[first + at]
    while 2 * at + 1 < length:
        child = 2 * at + 1
        if child + 1 < length and words[first + child + 1] < words[first + child]:
            child += 1
        if words[first + child] >= word:
            break
        words[first + at] = words[first + child]
        at = child
    words[first + at] = word


@part
def make_heap(words: Any, first: int, length: int) -> None:
    """Order a stretch of words so that the least comes first, and each before the two below it."""
    for at in range(length // 2 - 1, -1, -1):
        sink(words, first, at, length)
