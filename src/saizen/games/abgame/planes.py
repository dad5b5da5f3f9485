"""How a guess divides a position: the answers of all patterns at once, and a lower bound on what follows.

Guesses are tried by the thousand, so the answers of all patterns to a guess are computed at once, 64
patterns to a machine word. For each label and place a *plane* has the patterns with that label
there, and for each label one with the patterns that have it (at least once, twice, ... where
symbols may repeat). A and A + B of all patterns are then sums of planes, kept as binary counters of
three planes each, and the size of a part is a count of bits.
"""

from typing import Any

from saizen.games.abgame.bounds import (
    NEVER,
    UNLIMITED,
    bound_of_few_stars,
    bound_of_patterns,
    bound_of_size,
)
from saizen.games.abgame.workspace import Work
from saizen.kernels.bits import popcount
from saizen.kernels.jit import part

LARGEST = 1
"""Where `bound_few` leaves the size of the largest part, behind the plane of all codes."""
COUNTERS = 6
"""Planes of the two counters: three for A, three for A + B."""


@part
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
    w.valid[0] = -1 if count >= 64 else (1 << count) - 1
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


@part
def part_of(w: Work, counters: Any, answer: int) -> int:
    """Return the plane of the patterns with an answer, from the six planes of the counters."""
    flips = w.flips
    plane = (
        (counters[0] ^ flips[0, answer]) & (counters[1] ^ flips[1, answer]) & (counters[2] ^ flips[2, answer])
    )
    plane &= (
        (counters[3] ^ flips[3, answer]) & (counters[4] ^ flips[4, answer]) & (counters[5] ^ flips[5, answer])
    )
    return int(plane & w.valid[0])


@part
def bound_few(w: Work, count: int, hot: int, sym: int, starred: bool, unused: int, limit: int) -> int:
    """Bound what follows a guess among at most 64 patterns; -1 when it tells and finds nothing.

    ``hot`` and ``sym`` are the planes of the last place (0 for a dead symbol), so that its counters
    need not be written down: most of the time of a search is spent here.
    """
    start = (w.places - 1) * COUNTERS
    c, by_size, answers = w.counts, w.bounds.by_size, len(w.answers) - 1
    right, common = c[start] & hot, c[start + 3] & sym
    counters = (
        c[start] ^ hot, c[start + 1] ^ right, c[start + 2] | (c[start + 1] & right),
        c[start + 3] ^ sym, c[start + 4] ^ common, c[start + 5] | (c[start + 4] & common),
    )  # fmt: skip
    total, largest = 0, 0
    for answer in range(answers):  # no branch here: the processor takes several answers at once
        size = popcount(part_of(w, counters, answer))
        largest = max(largest, size)
        total += by_size[size]
    w.valid[LARGEST] = largest
    if largest == count:
        return -1
    if not starred:
        return NEVER if largest > w.bounds.capacity[limit] else int(total)
    total = 0
    for answer in range(answers):
        part = part_of(w, counters, answer)
        if part:
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
def bound_begun(w: Work, place: int) -> int:
    """Bound what follows any guess that begins like this one up to ``place``, among at most 64 literal codes.

    Codes with the same answer so far can at best be divided evenly among the answers of the places left.
    """
    start = (place + 1) * COUNTERS
    c, spread, left = w.counts, w.bounds.spread, w.places - 1 - place
    counters = c[start], c[start + 1], c[start + 2], c[start + 3], c[start + 4], c[start + 5]
    total, codes = 0, 0
    for answer in range((place + 2) * (place + 3) // 2):  # those of so many places come first
        codes = popcount(part_of(w, counters, answer))
        total += spread[left, codes]
    return int(total) - (codes > 0)  # one of the codes that begin like the guess may be found


@part
def tally_answers(w: Work, words: int) -> None:
    """Count the patterns by answer and number of stars, from the counters after the last place."""
    places, wide, c = w.places, w.places + 1, w.counts
    start = places * COUNTERS * words
    for i in range(wide * wide * wide):
        w.tally[i] = 0
    for word in range(start, start + words):
        a_one, a_two, a_four = c[word], c[word + words], c[word + 2 * words]
        s_one, s_two, s_four = c[word + 3 * words], c[word + 4 * words], c[word + 5 * words]
        for stars in range(wide):
            valid = w.star_planes[stars * words + word - start]
            if valid == 0:
                continue
            for common in range(wide - stars):
                plane = (
                    (s_one ^ ((common & 1) - 1))
                    & (s_two ^ ((common >> 1 & 1) - 1))
                    & (s_four ^ ((common >> 2) - 1))
                    & valid
                )
                for right in range(common + 1):
                    w.tally[(common * wide + right) * wide + stars] += popcount(
                        (a_one ^ ((right & 1) - 1))
                        & (a_two ^ ((right >> 1 & 1) - 1))
                        & (a_four ^ ((right >> 2) - 1))
                        & plane
                    )


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
