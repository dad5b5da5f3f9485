"""Every guess worth trying in a position, with a lower bound on its total."""

from typing import Any

from saizen.games.abgame.bounds import NEVER, UNLIMITED
from saizen.games.abgame.heap import BOUND, ROUGH
from saizen.games.abgame.planes import (
    COUNTER,
    bound_codes,
    bound_few,
    bound_set,
    bound_set_of_patterns,
    bound_tallied,
    count_on,
    draw_planes,
    draw_sums,
    tally_answers,
)
from saizen.games.abgame.workspace import BAR, LARGEST, REJECTED, WORK, WRITTEN, Work
from saizen.kernels.jit import part


@part
def is_repeated(w: Work, place: int, fresh: int, dead: int) -> bool:
    """Tell whether exchanging this choice with an earlier one gives a smaller guess with the same answers.

    A label at a place where no pattern has it, and a dead symbol anywhere, cannot get an A. Two such
    choices can be exchanged if that stays so. Of guesses that are equal in this way the smallest is
    never skipped, nor is it by the rule for labels that are alike: both lead to smaller guesses.
    """
    if fresh != dead and not w.never[fresh] >> place & 1:
        return False
    for i in range(place):
        other = w.choice[i]
        if (
            other > fresh
            and (other == dead or (w.never[other] >> i & 1 and w.never[other] >> place & 1))
            and w.never[fresh] >> i & 1
        ):
            return True
    return False


@part
def packed(w: Work, labels: int) -> int:
    """Pack the guess of the odometer: new symbols are numbered from place 0 on, a dead one has all bits."""
    guess, new = 0, labels
    for place in range(w.places):
        label = w.choice[place]
        if label == labels + 1:
            new += 1
            label = new
        elif label == labels + 2:
            label = (1 << w.bits) - 1
        guess |= label << w.bits * place
    return guess


@part
def seat(w: Work, labels: int, planes: int) -> bool:
    """Get the members of a set ready to be arranged; tell whether some must come before others.

    These are equal members and labels that are alike; new symbols are equal here.
    """
    each = w.places + (w.places if w.repeat else 1)
    ordered = False
    for at in range(w.places):
        member, after = w.members[at], -1
        w.first_plane[at] = planes if member == labels + 2 else (member - 1 + at * (member > labels)) * each
        if at > 0 and w.members[at - 1] == member:
            after = at - 1
        elif member <= labels and w.scratch.alike[member]:
            for other in range(at):
                if w.members[other] == w.scratch.alike[member]:
                    after = other
                    break
        w.after[at] = after
        ordered |= after >= 0
    return ordered


@part
def in_order(w: Work, seats: Any) -> bool:
    """Tell whether members sit behind those that they must come after."""
    for at in range(w.places):  # noqa: SIM110 - kernels have no generators
        if w.after[at] >= 0 and seats[at] < seats[w.after[at]]:
            return False
    return True


@part
def choose(w: Work, seats: Any, labels: int, every: bool) -> bool:
    """Write a guess down; False if a smaller one gets the same answers."""
    for at in range(w.places):
        w.choice[seats[at]] = w.members[at]
    if not every:
        for place in range(w.places):
            member = w.choice[place]
            if member != labels + 1 and is_repeated(w, place, member, labels + 2):
                return False
    return True


@part
def arrange(
    w: Work, count: int, words: int, labels: int, planes: int, starred: bool, unused: int, limit: int,
    mean: bool, base: int, every: bool,
) -> None:  # fmt: skip
    """Write the guesses that are orders of a set of symbols, as `list_guesses` says."""
    ordered = seat(w, labels, planes)
    w.counters[WORK] += len(w.seats) * words
    for turn in range(len(w.seats)):
        seats = w.seats[turn]
        if ordered and not in_order(w, seats):
            continue
        if words > 1:
            tally_answers(w, seats, words)
            rest = bound_tallied(w, count, starred, unused, limit)
        elif starred:
            rest = bound_few(w, seats, count, unused, limit)
        else:
            rest = bound_codes(w, seats, count, limit)
        if rest < 0:
            continue
        if base + rest >= w.counters[BAR] and (mean or rest >= NEVER):
            w.counters[REJECTED] = min(w.counters[REJECTED], base + rest)
        elif choose(w, seats, labels, every):
            if mean and not every and words == 1 and not starred and w.counters[LARGEST] <= 2 and limit >= 2:
                w.counters[BAR] = base + rest
            w.guesses[w.counters[WRITTEN]] = (base + rest) << BOUND | ROUGH | packed(w, labels)
            w.counters[WRITTEN] += 1


@part
def next_member(w: Work, at: int, old: int, labels: int, dead: int) -> int:
    """Return the symbol after ``old`` as member ``at`` of a set: a label, ``labels`` + 2 (dead), or + 3."""
    dead_used, earlier = 0, 0
    for i in range(at):
        dead_used += w.members[i] == labels + 2
        earlier |= 1 << w.members[i]
    for fresh in range(old + 1, labels + 1):
        alike = w.scratch.alike[fresh]
        if alike == 0 or earlier >> alike & 1:
            return fresh
    if old < labels + 2 and (dead if w.repeat else dead - dead_used) > 0:
        return labels + 2
    return labels + 3


@part
def begin_set(w: Work, labels: int, new: int, words: int) -> None:
    """Begin sets of symbols with so many new ones."""
    each = w.places + (w.places if w.repeat else 1)
    for i in range(COUNTER * words):
        w.counts[i] = 0
    for at in range(new):
        w.members[at] = labels + 1
        count_on(w, at * COUNTER * words, (at + 1) * COUNTER * words, words, (labels + at) * each + w.places)
    w.members[new] = 0


@part
def add_member(w: Work, at: int, labels: int, dead: int, words: int) -> bool:
    """Exchange member ``at`` of a set for the next symbol, and count on; False if there is none."""
    members = w.members
    fresh = next_member(w, at, members[at], labels, dead)
    if fresh > labels + 2:
        return False
    members[at] = fresh
    sym = -1
    if fresh <= labels:
        sym = (fresh - 1) * (w.places + (w.places if w.repeat else 1)) + w.places
        for i in range(at):
            sym += members[i] == fresh
    count_on(w, at * COUNTER * words, (at + 1) * COUNTER * words, words, sym)
    members[at + 1] = fresh - (w.repeat or fresh > labels)  # members do not decrease
    return True


@part
def list_guesses(
    w: Work, level: int, labels: int, unused: int, dead: int, starred: bool, limit: int, mean: bool,
    base: int, best: int, dest: int, every: bool,
) -> int:  # fmt: skip
    """Write the guesses whose bound is below ``best``, as words of a heap; return how many.

    Without ``mean`` these are the guesses that may keep the limit; their bounds only order them.

    A guess is a set of symbols, new ones first, then labels, then dead ones, and an order of them. Of labels
    that can be swapped only the first are used, in order (``scratch.alike``); new symbols come in order; a
    dead symbol is the label with all bits set. Unless ``every`` guess is wanted, guesses that get the same
    answers as a smaller one are left out.

    A set whose bound is too large is not arranged. Among patterns, where the bounds of orders are much
    better, that is so only if the set cannot lower the least bound of what is left out, which is all that is
    known of a position without a guess below ``best``.
    """
    if limit < UNLIMITED:
        limit -= 1
    w.counters[REJECTED], w.counters[WRITTEN], w.counters[BAR] = NEVER, dest, best
    for new in range((min(w.places, unused) if starred else 0) + 1):
        count = w.list_count[level, new]
        words = draw_planes(w, w.list_first[level, new], count, labels + new)
        begin_set(w, labels, new, words)
        at = new
        while at >= new:
            if at < w.places:
                at += 1 if add_member(w, at, labels, dead, words) else -1
                continue
            at = at - 1 if new < w.places else -1
            if w.members[0] > labels + 1:
                continue  # dead symbols only
            draw_sums(w, words, count)
            if mean:
                w.counters[WORK] += words
                plain = words == 1 and not starred
                bound = base + (bound_set(w) if plain else bound_set_of_patterns(w, words, unused - new))
                if bound >= (w.counters[BAR] if plain else max(w.counters[BAR], w.counters[REJECTED])):
                    w.counters[REJECTED] = min(w.counters[REJECTED], bound)
                    continue
            planes = (labels + new) * (w.places + (w.places if w.repeat else 1))
            arrange(w, count, words, labels, planes, starred, unused - new, limit, mean, base, every)
    return int(w.counters[WRITTEN]) - dest
