"""How a guess divides a position: the answers of all patterns at once, and a lower bound on what follows.

Guesses are tried by the thousand, so the answers of all patterns to a guess are computed at once, 64
patterns to a machine word. For each label and place a *plane* has the patterns with that label
there, and for each label one with the patterns that have it (at least once, twice, ... where
symbols may repeat). A and A + B of all patterns are then sums of planes, kept as binary counters of
three planes each, and the size of a part is a count of bits. A + B depends on the symbols of a guess only,
not on their places.
"""

from typing import Any

from saizen.games.abgame.bounds import (
    MOST_SPREAD,
    NEVER,
    UNLIMITED,
    bound_of_few_stars,
    bound_of_patterns,
    bound_of_size,
    unfound,
)
from saizen.games.abgame.packing import zero
from saizen.games.abgame.relaxed import MOST_CODES, MOST_PATTERNS
from saizen.games.abgame.workspace import LARGEST, Work
from saizen.kernels.bits import popcount
from saizen.kernels.jit import part

COUNTER = 3
"""Planes of a counter."""


@part
def draw_planes(w: Work, first: int, count: int, labels: int) -> int:
    """Draw the planes of a list of patterns; return the words a plane has."""
    places, bits = w.places, w.bits
    field = (1 << bits) - 1
    words = (count + 63) >> 6
    each = places + (places if w.repeat else 1)
    for i in range((labels * each + places) * words):  # those of a dead symbol come last
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
    for label in range(1, labels + 1):
        w.never[label] = 0
        for place in range(places):
            start = ((label - 1) * each + place) * words
            some = 0
            for word in range(start, start + words):
                some |= w.planes[word]
            if some == 0:
                w.never[label] |= 1 << place
    return words


@part
def count_on(w: Work, before: int, after: int, words: int, plane: int) -> None:
    """Set the counter at ``after`` to the one at ``before`` plus a plane (-1: none)."""
    c = w.counts
    for word in range(words):
        carry = w.planes[plane * words + word] if plane >= 0 else zero()
        one = c[before + word]
        two = c[before + words + word]
        c[after + word] = one ^ carry
        carry &= one
        c[after + words + word] = two ^ carry
        c[after + 2 * words + word] = c[before + 2 * words + word] | (two & carry)


@part
def patterns_with(one: int, two: int, four: int, number: int) -> int:
    """Return the word of patterns whose counter has this number."""
    return int((one ^ ((number & 1) - 1)) & (two ^ ((number >> 1 & 1) - 1)) & (four ^ ((number >> 2) - 1)))


@part
def count_right(w: Work, seats: Any, words: int, word: int) -> tuple[int, int, int]:
    """Count the A of a word of patterns to a guess: member i of the set sits at place ``seats[i]``."""
    one, two, four = zero(), zero(), zero()
    for i in range(w.places):
        carry = w.planes[(w.first_plane[i] + seats[i]) * words + word]
        more = one & carry
        one ^= carry
        four |= two & more
        two ^= more
    return one, two, four


@part
def draw_sums(w: Work, words: int, count: int) -> None:
    """Draw the planes of the patterns that have 0, 1, ... symbols of a set, nothing beyond the last."""
    counter = w.places * COUNTER * words
    valid = -1 if count & 63 == 0 else (1 << (count & 63)) - 1
    for common in range(w.places + 1):
        for word in range(words):
            at = counter + word
            plane = patterns_with(w.counts[at], w.counts[at + words], w.counts[at + 2 * words], common)
            w.sums[common * words + word] = plane & valid if word == words - 1 else plane


@part
def bound_set(w: Work) -> int:
    """Bound what follows any guess of the set of symbols whose sums have been drawn, among at most 64 codes.

    Codes that have s of the symbols get an answer with A + B = s, so they can at best be divided evenly among
    those answers.
    """
    total = 0
    for common in range(w.places + 1):
        total += w.bounds.spread[common, popcount(w.sums[common])]
    return int(total - (w.sums[w.places] != 0))  # a code of all these symbols may be found


@part
def bound_set_of_patterns(w: Work, words: int, unused: int) -> int:
    """Bound what follows any guess of the set of symbols whose sums have been drawn, whatever the list.

    Patterns that have s of the symbols fall into the parts of the answers with A + B = s. What holds for
    each part (`saizen.games.abgame.bounds`) holds for their sum: the patterns cost at least what each costs
    alone, literal codes and patterns with one star what they cost when they are divided as well as can be
    (``Bounds.shared``), and within d guesses each part can find only so many codes.
    """
    b, places, total = w.bounds, w.places, 0
    for common in range(places + 1):
        parts, size, apart = min(common + 1, places), 0, 0
        for stars in range(places + 1 - common):
            many = 0
            for word in range(words):
                many += popcount(w.sums[common * words + word] & w.star_planes[stars * words + word])
            w.tally[stars] = many
            size += many * b.ways[unused, stars]
            if stars > 1:
                apart += many * b.alone[unused, stars]
        if size == 0:
            continue
        codes, patterns = w.tally[0], w.tally[1] if common < places else 0
        apart += b.shared[unused, common, min(codes, MOST_CODES), min(patterns, MOST_PATTERNS)]
        apart += b.spread[common, min(max(codes - MOST_CODES, 0), MOST_SPREAD)]
        while patterns > MOST_PATTERNS:
            patterns -= MOST_PATTERNS
            apart += b.shared[unused, common, 0, min(patterns, MOST_PATTERNS)]
        total += max(apart, unfound(b, w.tally, places + 1 - common, unused, parts, size))
        total -= common == places  # one may be found
    for stars in range(places + 1):
        w.tally[stars] = 0
    return int(total)


@part
def bound_codes(w: Work, seats: Any, count: int, limit: int) -> int:
    """Bound what follows a guess among at most 64 literal codes; -1 when it tells and finds nothing."""
    by_size, places = w.bounds.by_size, w.places
    one, two, four = count_right(w, seats, 1, 0)
    total, largest = 0, 0
    for right in range(places):
        plane = patterns_with(one, two, four, right)
        for common in range(right, places + 1):  # no branch here: the processor takes several at once
            size = popcount(plane & w.sums[common])
            largest = max(largest, size)
            total += by_size[size]
    w.counters[LARGEST] = largest
    if largest == count:
        return -1
    return NEVER if largest > w.bounds.capacity[limit] else int(total)


@part
def bound_few(w: Work, seats: Any, count: int, unused: int, limit: int) -> int:
    """Bound what follows a guess among at most 64 patterns; -1 when it tells and finds nothing."""
    places = w.places
    one, two, four = count_right(w, seats, 1, 0)
    total = 0
    for right in range(places):
        plane = patterns_with(one, two, four, right)
        for common in range(right, places + 1):
            part = plane & w.sums[common]
            if part:
                if popcount(part) == count:
                    return -1
                total += bound_starred(w, part, unused, limit)
    return min(total, NEVER)


@part
def bound_starred(w: Work, part: int, unused: int, limit: int) -> int:
    """Bound the total of a part that is given as a plane."""
    codes, patterns = popcount(part & w.star_planes[0]), popcount(part & w.star_planes[1])
    if limit == UNLIMITED and codes + patterns == popcount(part):
        by_size = w.bounds.by_size
        return max(
            bound_of_few_stars(w.bounds, codes, patterns, unused),
            int(by_size[min(codes + patterns * unused, len(by_size) - 1)]),
        )
    for stars in range(w.places + 1):
        w.tally[stars] = popcount(part & w.star_planes[stars])
    return bound_of_patterns(w.bounds, w.tally, 0, w.places, unused, limit, True)


@part
def tally_answers(w: Work, seats: Any, words: int) -> None:
    """Count the patterns by answer to a guess and number of stars."""
    wide = w.places + 1
    for i in range(wide * wide * wide):
        w.tally[i] = 0
    for word in range(words):
        one, two, four = count_right(w, seats, words, word)
        for right in range(wide):
            plane = patterns_with(one, two, four, right)
            for common in range(right, wide):
                part = plane & w.sums[common * words + word]
                if part == 0:
                    continue
                row = (common * wide + right) * wide
                for stars in range(wide - common):
                    w.tally[row + stars] += popcount(part & w.star_planes[stars * words + word])


@part
def bound_tallied(w: Work, count: int, starred: bool, unused: int, limit: int) -> int:
    """Bound what follows a guess whose answers have been tallied; -1 when it tells and finds nothing."""
    places, wide = w.places, w.places + 1
    total = 0
    for common in range(wide):
        for right in range(min(common + 1, places)):
            row = (common * wide + right) * wide
            if not starred:
                if w.tally[row] == count:
                    return -1
                total += bound_of_size(w.bounds, w.tally[row], limit, True)
                continue
            patterns = 0
            for stars in range(wide - common):
                patterns += w.tally[row + stars]
            if patterns == count:
                return -1
            if patterns:
                total += bound_of_patterns(w.bounds, w.tally, row, places, unused, limit, True)
    return min(total, NEVER)
