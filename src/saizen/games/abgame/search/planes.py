"""The effect of a guess on a position: the answers of all patterns at once, and a lower bound on the rest.

Guesses are tried by the thousand, so the answers of all patterns to a guess are computed at once, 64
patterns to a machine word. For each label and place a *plane* has the patterns with that label
there, and for each label one with the patterns that have it (at least once, twice, ... where
symbols may repeat). A and A + B of all patterns are then sums of planes, kept as binary counters of
three planes each, and the size of a part is a count of bits. A + B depends on the symbols of a guess only,
not on their places.
"""

from typing import Any

from saizen.games.abgame.search.bounds import (
    MOST_CODES,
    MOST_PATTERNS,
    MOST_SPREAD,
    NEVER,
    UNLIMITED,
    bound_of_few_stars,
    bound_of_patterns,
    bound_of_size,
    unfound,
)
from saizen.games.abgame.search.packing import zero
from saizen.games.abgame.search.workspace import COUNTER, Workspace
from saizen.kernels.bits import popcount
from saizen.kernels.compile import merged, part


@part
def draw_planes(w: Workspace, first: int, labels: int) -> None:
    """Draw the planes of the patterns to be listed, which are on the stack from ``first`` on."""
    g, places, bits = w.listing, w.places, w.bits
    field, words = (1 << bits) - 1, (g.count + 63) >> 6
    each = places + (places if w.repeats else 1)
    g.words = words
    for i in range((labels * each + places) * words):  # those of a dead symbol come last
        g.planes[i] = 0
    for i in range((places + 1) * words):
        g.star_planes[i] = 0
    for i in range(g.count):
        pattern, word, bit = w.pat[first + i], i >> 6, 1 << (i & 63)
        g.star_planes[w.star[first + i] * words + word] |= bit
        for place in range(places):
            label = pattern >> bits * place & field
            if label == 0:
                continue
            start = (label - 1) * each
            g.planes[(start + place) * words + word] |= bit
            times = start + places
            while g.planes[times * words + word] & bit:
                times += 1
            g.planes[times * words + word] |= bit
    for label in range(1, labels + 1):
        g.never[label] = 0
        for place in range(places):
            start = ((label - 1) * each + place) * words
            some = 0
            for word in range(start, start + words):
                some |= g.planes[word]
            if some == 0:
                g.never[label] |= 1 << place


@part
def count_on(w: Workspace, before: int, after: int, plane: int) -> None:
    """Set the counter at ``after`` to the one at ``before`` plus a plane (-1: none)."""
    g, words = w.listing, w.listing.words
    for word in range(words):
        carry = g.planes[plane * words + word] if plane >= 0 else zero()
        bits = g.counts[before + word]
        two = g.counts[before + words + word]
        g.counts[after + word] = bits ^ carry
        carry &= bits
        g.counts[after + words + word] = two ^ carry
        g.counts[after + 2 * words + word] = g.counts[before + 2 * words + word] | (two & carry)


@part
def patterns_with(ones: int, two: int, four: int, number: int) -> int:
    """Return the word of patterns whose counter has this number."""
    return int((ones ^ ((number & 1) - 1)) & (two ^ ((number >> 1 & 1) - 1)) & (four ^ ((number >> 2) - 1)))


@merged
def count_right(w: Workspace, seats: Any, words: int, word: int) -> tuple[int, int, int]:
    """Count the A of a word of patterns to a guess: member i of the set sits at place ``seats[i]``."""
    g = w.listing
    ones, two, four = zero(), zero(), zero()
    for i in range(w.places):
        carry = g.planes[(g.first_plane[i] + seats[i]) * words + word]
        more = ones & carry
        ones ^= carry
        four |= two & more
        two ^= more
    return ones, two, four


@part
def draw_sums(w: Workspace) -> None:
    """Draw the planes of the patterns that have 0, 1, ... symbols of a set, nothing beyond the last."""
    g, words = w.listing, w.listing.words
    counter, rest = w.places * COUNTER * words, g.count & 63
    valid = -1 if rest == 0 else (1 << rest) - 1
    for common in range(w.places + 1):
        for word in range(words):
            at = counter + word
            plane = patterns_with(g.counts[at], g.counts[at + words], g.counts[at + 2 * words], common)
            g.sums[common * words + word] = plane & valid if word == words - 1 else plane


@part
def bound_set(w: Workspace) -> int:
    """Bound what follows any guess of the set of symbols whose sums have been drawn, among at most 64 codes.

    Codes that have s of the symbols get an answer with A + B = s, so they can at best be divided evenly among
    those answers (argument 1 of `bounds`, for each of them).
    """
    total = 0
    for common in range(w.places + 1):
        total += w.bounds.spread[common, popcount(w.listing.sums[common])]
    return int(total - (w.listing.sums[w.places] != 0))  # a code of all these symbols may be found


@part
def bound_set_of_patterns(w: Workspace) -> int:
    """Bound what follows any guess of the set of symbols whose sums have been drawn, whatever the list.

    Patterns that have s of the symbols fall into the parts of the answers with A + B = s. What holds for each
    part (module `bounds`) holds for their sum: the patterns cost at least what each costs alone, literal
    codes and patterns with one star what they cost when they are divided as well as can be
    (``Bounds.shared``), and within d guesses each part can find only so many codes.
    """
    g, b, places, total = w.listing, w.bounds, w.places, 0
    words, unused = g.words, g.unused
    for common in range(places + 1):
        parts, size, apart = min(common + 1, places), 0, 0
        for stars in range(places + 1 - common):
            many = 0
            for word in range(words):
                many += popcount(g.sums[common * words + word] & g.star_planes[stars * words + word])
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
def bound_codes(w: Workspace, seats: Any) -> int:
    """Bound the total after a guess among at most 64 codes from below; -1 if all get the same answer."""
    g, b, places = w.listing, w.bounds, w.places
    ones, two, four = count_right(w, seats, 1, 0)
    total, largest = 0, 0
    for right in range(places):
        plane = patterns_with(ones, two, four, right)
        for common in range(right, places + 1):  # no branch here: the processor takes several at once
            size = popcount(plane & g.sums[common])
            largest = max(largest, size)
            total += b.by_size[size]
    g.largest = largest
    if largest == g.count:
        return -1
    return NEVER if largest > b.capacity[g.limit] else int(total)


@part
def bound_few_patterns(w: Workspace, seats: Any) -> int:
    """Bound the total after a guess among at most 64 patterns from below; -1 if all get the same answer."""
    g, places = w.listing, w.places
    ones, two, four = count_right(w, seats, 1, 0)
    total = 0
    for right in range(places):
        plane = patterns_with(ones, two, four, right)
        for common in range(right, places + 1):
            patterns = plane & g.sums[common]
            if patterns:
                if popcount(patterns) == g.count:
                    return -1
                total += bound_starred(w, patterns)
    return min(total, NEVER)


@part
def bound_starred(w: Workspace, plane: int) -> int:
    """Bound the total of a part that is given as a plane."""
    g, b = w.listing, w.bounds
    codes, patterns = popcount(plane & g.star_planes[0]), popcount(plane & g.star_planes[1])
    if g.limit == UNLIMITED and codes + patterns == popcount(plane):
        return max(
            bound_of_few_stars(b, codes, patterns, g.unused),
            int(b.by_size[codes + patterns * g.unused]),
        )
    for stars in range(w.places + 1):
        w.tally[stars] = popcount(plane & g.star_planes[stars])
    return bound_of_patterns(b, w.tally, zero(), w.places, g.unused, g.limit)


@part
def tally_answers(w: Workspace, seats: Any) -> None:
    """Count the patterns by answer to a guess and number of stars."""
    g, wide, words = w.listing, w.places + 1, w.listing.words
    for i in range(wide * wide * wide):
        w.tally[i] = 0
    for word in range(words):
        ones, two, four = count_right(w, seats, words, word)
        for right in range(wide):
            plane = patterns_with(ones, two, four, right)
            for common in range(right, wide):
                patterns = plane & g.sums[common * words + word]
                if patterns == 0:
                    continue
                row = (common * wide + right) * wide
                for stars in range(wide - common):
                    w.tally[row + stars] += popcount(patterns & g.star_planes[stars * words + word])


@part
def bound_tallied(w: Workspace) -> int:
    """Bound the total after a guess whose answers have been counted; -1 if there is only one answer."""
    g, places, wide = w.listing, w.places, w.places + 1
    total = 0
    for common in range(wide):
        for right in range(min(common + 1, places)):
            row = (common * wide + right) * wide
            if not g.starred:
                if w.tally[row] == g.count:
                    return -1
                total += bound_of_size(w.bounds, w.tally[row], g.limit)
                continue
            patterns = 0
            for stars in range(wide - common):
                patterns += w.tally[row + stars]
            if patterns == g.count:
                return -1
            if patterns:
                total += bound_of_patterns(w.bounds, w.tally, row, places, g.unused, g.limit)
    return min(total, NEVER)
