"""Every guess worth trying in a position, with a lower bound on its total.

Guesses are tried by the thousand, so the answers of all patterns to a guess are computed at once, 64
patterns to a machine word. For each label and place a *plane* has the patterns with that label
there, and for each label one with the patterns that have it (at least once, twice, ... where
symbols may repeat). A and A + B of all patterns are then sums of planes, kept as binary counters of
three planes each, and the size of a part is a count of bits.
"""

from typing import Any

from saizen.games.abgame.bounds import NEVER, UNLIMITED, bound_of_patterns, bound_of_size
from saizen.games.abgame.packing import popcount
from saizen.games.abgame.workspace import REJECTED, Work
from saizen.jit import lean

COUNTERS = 6
"""Planes of the two counters: three for A, three for A + B."""


@lean
def draw_planes(w: Work, first: int, count: int, labels: int) -> int:
    """Draw the planes of a list of patterns; return the words a plane has."""
    places, bits = w.places, w.bits
    field = (1 << bits) - 1
    words = (count + 63) >> 6
    each = places + (places if w.repeat else 1)
    for i in range(labels * each * words):
        w.planes[i] = 0
    for i in range((places + 1) * words):
        w.star_planes[i] = 0
    for i in range(count):
        pattern, word, bit = w.pat[first + i], i >> 6, 1 << (i & 63)
        w.star_planes[w.star[first + i] * words + word] |= bit
        for place in range(places):
            label = pattern >> bits * place & field
            if label == 0:
                continue
            start = (label - 1) * each
            w.planes[(start + place) * words + word] |= bit
            times = start + places
            while w.planes[times * words + word] & bit:
                times += 1
            w.planes[times * words + word] |= bit
    return words


@lean
def count_on(w: Work, place: int, words: int, hot: int, sym: int) -> None:
    """Set the counters after ``place`` to those before it plus a hot and a sym plane (-1: none)."""
    before = place * COUNTERS * words
    after = before + COUNTERS * words
    c = w.counts
    if hot < 0:
        for i in range(COUNTERS * words):
            c[after + i] = c[before + i]
        return
    for word in range(words):
        carry = w.planes[hot * words + word]
        one = c[before + word]
        two = c[before + words + word]
        c[after + word] = one ^ carry
        carry &= one
        c[after + words + word] = two ^ carry
        c[after + 2 * words + word] = c[before + 2 * words + word] | (two & carry)
        carry = w.planes[sym * words + word]
        one = c[before + 3 * words + word]
        two = c[before + 4 * words + word]
        c[after + 3 * words + word] = one ^ carry
        carry &= one
        c[after + 4 * words + word] = two ^ carry
        c[after + 5 * words + word] = c[before + 5 * words + word] | (two & carry)


@lean
def equal_plane(w: Work, start: int, words: int, word: int, number: int) -> int:
    """Return the patterns (of one word) whose counter at ``start`` shows ``number``."""
    one, two, four = w.counts[start + word], w.counts[start + words + word], w.counts[start + 2 * words + word]
    if not number & 1:
        one = ~one
    if not number & 2:
        two = ~two
    if not number & 4:
        four = ~four
    return one & two & four


@lean
def bound_literal(w: Work, count: int, words: int, limit: int, mean: bool) -> int:
    """Bound what follows a guess, its answers being counted, among literal codes; -1: it tells nothing."""
    places = w.places
    start = places * COUNTERS * words
    total = 0
    if words == 1:  # nearly always: keep the counters in registers
        c, valid = w.counts, w.star_planes[0]
        a_one, a_two, a_four = c[start], c[start + 1], c[start + 2]
        s_one, s_two, s_four = c[start + 3], c[start + 4], c[start + 5]
        for common in range(places + 1):
            plane = (
                (s_one ^ ((common & 1) - 1))
                & (s_two ^ ((common >> 1 & 1) - 1))
                & (s_four ^ ((common >> 2) - 1))
                & valid
            )
            if plane == 0:
                continue
            for right in range(min(common + 1, places)):
                size = popcount(
                    (a_one ^ ((right & 1) - 1)) & (a_two ^ ((right >> 1 & 1) - 1)) & (a_four ^ ((right >> 2) - 1)) & plane
                )
                if size:
                    if size == count:
                        return -1
                    total += bound_of_size(w.bounds, size, limit, mean)
        return min(total, NEVER)
    for common in range(places + 1):
        for right in range(min(common + 1, places)):
            size = 0
            for word in range(words):
                size += popcount(
                    equal_plane(w, start + 3 * words, words, word, common)
                    & equal_plane(w, start, words, word, right)
                    & w.star_planes[word]
                )
            if size:
                if size == count:
                    return -1
                total += bound_of_size(w.bounds, size, limit, mean)
    return min(total, NEVER)


@lean
def bound_starred(w: Work, count: int, words: int, unused: int, limit: int, mean: bool) -> int:
    """Bound what follows a guess, as `bound_literal`, among patterns with stars."""
    wide = w.places + 1
    start = w.places * COUNTERS * words
    last = len(w.answers) - 1
    total = 0
    for a in range(last):
        answer = w.answers[a]
        for stars in range(wide):
            w.tally[stars] = 0
        patterns = 0
        for word in range(words):
            part = equal_plane(w, start + 3 * words, words, word, answer % wide)
            part &= equal_plane(w, start, words, word, answer // wide)
            if part:
                for stars in range(wide):
                    some = popcount(part & w.star_planes[stars * words + word])
                    w.tally[stars] += some
                    patterns += some
        if patterns:
            if patterns == count:
                total = -1
                break
            total += bound_of_patterns(w.bounds, w.tally, w.places, unused, limit, mean)
    for stars in range(wide):
        w.tally[stars] = 0
    return min(total, NEVER)


@lean
def list_guesses(
    w: Work, level: int, labels: int, unused: int, dead: int, starred: bool, limit: int, mean: bool,
    base: int, best: int, dest: int,
) -> int:  # fmt: skip
    """Write the guesses whose bound is below ``best``, as bound << 32 | guess; return how many.

    Of labels that can be swapped only the first are used, in order (``scratch.alike``); new symbols
    come in order; a dead symbol is the label with all bits set.
    """
    places, bits, repeat = w.places, w.bits, w.repeat
    each = places + (places if repeat else 1)
    choice, alike = w.choice, w.scratch.alike
    most_new = min(places, unused) if starred else 0
    if limit < UNLIMITED:
        limit -= 1
    rejected, written = NEVER, dest
    for new in range(most_new + 1):
        first, count = w.list_first[level, new], w.list_count[level, new]
        words = draw_planes(w, first, count, labels + new)
        for i in range(COUNTERS * words):
            w.counts[i] = 0
        place, used, shown, dead_used = 0, 0, 0, 0
        choice[0] = 0
        # an odometer: at each place labels 1..labels, then the next new symbol, then a dead one
        while place >= 0:
            old = choice[place]
            if 0 < old <= labels:
                used &= ~(1 << old)
                if repeat:
                    for i in range(place):
                        used |= 1 << choice[i]
            elif old == labels + 1:
                shown -= 1
            elif old == labels + 2:
                dead_used -= 1
            fresh = old + 1
            while fresh <= labels + 2:
                if fresh <= labels:
                    free = repeat or not used >> fresh & 1
                    if free and (alike[fresh] == 0 or used >> alike[fresh] & 1) and places - place > new - shown:
                        break
                elif fresh == labels + 1:
                    if shown < new:
                        break
                elif (dead_used < dead or (repeat and dead > 0)) and places - place > new - shown:
                    break
                fresh += 1
            if fresh > labels + 2:
                place -= 1
                continue
            choice[place] = fresh
            if fresh <= labels:
                used |= 1 << fresh
                times = 0
                if repeat:
                    for i in range(place):
                        times += choice[i] == fresh
                start = (fresh - 1) * each
                count_on(w, place, words, start + place, start + places + times)
            elif fresh == labels + 1:
                start = (labels + shown) * each
                shown += 1
                count_on(w, place, words, start + place, start + places)
            else:
                dead_used += 1
                count_on(w, place, words, -1, -1)
            if place < places - 1:
                place += 1
                choice[place] = 0
                continue
            if dead_used == places:
                continue
            if starred:
                rest = bound_starred(w, count, words, unused - new, limit, mean)
            else:
                rest = bound_literal(w, count, words, limit, mean)
            if rest < 0:
                continue
            if base + rest >= best:
                rejected = min(rejected, base + rest)
                continue
            guess, next_new = 0, labels
            for i in range(places):
                label = choice[i]
                if label == labels + 1:
                    next_new += 1
                    label = next_new
                elif label == labels + 2:
                    label = (1 << bits) - 1
                guess |= label << bits * i
            w.guesses[written] = (base + rest) << 32 | guess
            written += 1
    w.counters[REJECTED] = rejected
    return written - dest
