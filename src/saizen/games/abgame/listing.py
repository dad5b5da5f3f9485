"""Every guess worth trying in a position, with a lower bound on its total."""

from saizen.games.abgame.bounds import NEVER, UNLIMITED
from saizen.games.abgame.packing import zero
from saizen.games.abgame.planes import (
    COUNTERS,
    LARGEST,
    bound_begun,
    bound_few,
    bound_tallied,
    count_on,
    draw_planes,
    tally_answers,
)
from saizen.games.abgame.workspace import REJECTED, WORK, Work
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
def next_choice(w: Work, place: int, old: int, labels: int, used: int, new_left: int, dead_left: int) -> int:
    """Return the choice after ``old`` at a place: a label, ``labels`` + 1 (new), + 2 (dead), + 3 (none).

    ``new_left`` new symbols must still be shown, so the last places may be theirs.
    """
    alike = w.scratch.alike
    fresh = old + 1
    bound_to_show = w.places - place <= new_left
    while fresh <= labels + 2:
        if fresh == labels + 1:
            if new_left > 0:
                break
        elif bound_to_show:
            pass
        elif fresh == labels + 2:
            if dead_left > 0:
                break
        elif (w.repeat or not used >> fresh & 1) and (alike[fresh] == 0 or used >> alike[fresh] & 1):
            break
        fresh += 1
    return fresh


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
def list_guesses(  # noqa: PLR0912, PLR0915 - an odometer is easier to follow in one piece
    w: Work, level: int, labels: int, unused: int, dead: int, starred: bool, limit: int, mean: bool,
    base: int, best: int, dest: int, every: bool,
) -> int:  # fmt: skip
    """Write the guesses whose bound is below ``best``, as bound << 32 | guess; return how many.

    Without ``mean`` these are the guesses that may keep the limit; their bounds only order them.

    Of labels that can be swapped only the first are used, in order (``scratch.alike``); new symbols
    come in order; a dead symbol is the label with all bits set. Unless ``every`` guess is wanted, guesses
    that get the same answers as a smaller one are left out.
    """
    places, repeat = w.places, w.repeat
    each = places + (places if repeat else 1)
    choice = w.choice
    most_new = min(places, unused) if starred else 0
    if limit < UNLIMITED:
        limit -= 1
    rejected, written, looked = NEVER, dest, 0
    for new in range(most_new + 1):
        first, count = w.list_first[level, new], w.list_count[level, new]
        words = draw_planes(w, first, count, labels + new)
        for i in range(COUNTERS * words):
            w.counts[i] = 0
        prune = mean and not every and not starred and words == 1
        place = zero()
        used, shown, dead_used = 0, 0, 0
        choice[0] = 0
        # an odometer: at each place labels 1..labels, then the next new symbol, then a dead one
        while place >= 0:
            old = choice[place]
            if old < 0:  # it was passed over
                old = -old
            elif 0 < old <= labels:
                used &= ~(1 << old)
                if repeat:
                    for i in range(place):
                        used |= 1 << choice[i]
            elif old == labels + 1:
                shown -= 1
            elif old == labels + 2:
                dead_used -= 1
            dead_left = dead if repeat else dead - dead_used
            fresh = next_choice(w, place, old, labels, used, new - shown, dead_left)
            if fresh > labels + 2:
                place -= 1
                continue
            if fresh != labels + 1 and not every and is_repeated(w, place, fresh, labels + 2):
                choice[place] = -fresh
                continue
            choice[place] = fresh
            hot = sym = -1
            if fresh <= labels:
                used |= 1 << fresh
                hot = (fresh - 1) * each + place
                sym = (fresh - 1) * each + places
                if repeat:
                    for i in range(place):
                        sym += choice[i] == fresh
            elif fresh == labels + 1:
                hot = (labels + shown) * each + place
                sym = (labels + shown) * each + places
                shown += 1
            else:
                dead_used += 1
            if place < places - 1:
                count_on(w, place, words, hot, sym)
                if prune and place > 0:
                    rest = bound_begun(w, place)
                    looked += 1
                    if base + rest >= best:
                        rejected = min(rejected, base + rest)
                        continue
                place += 1
                choice[place] = 0
                continue
            if dead_used == places:
                continue
            looked += words
            if words == 1:
                hot_plane = w.planes[hot] if hot >= 0 else zero()
                sym_plane = w.planes[sym] if hot >= 0 else zero()
                rest = bound_few(w, count, hot_plane, sym_plane, starred, unused - new, limit)
            else:
                count_on(w, place, words, hot, sym)
                tally_answers(w, words)
                rest = bound_tallied(w, count, starred, unused - new, limit)
            if rest < 0:
                continue
            if base + rest >= best and (mean or rest >= NEVER):
                rejected = min(rejected, base + rest)
                continue
            if prune and w.valid[LARGEST] <= 2 and limit >= 2:
                best = base + rest
            w.guesses[written] = (base + rest) << 32 | packed(w, labels)
            written += 1
    w.counters[REJECTED] = rejected
    w.counters[WORK] += looked
    return written - dest
