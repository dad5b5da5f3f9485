"""Lower bounds on the total and on the worst case of every strategy.

Let a set have n codes, made of patterns with s stars each and with ``u`` unused symbols. Four arguments bound
what it costs; the number found within d guesses is at most the least of 1 and 2, and the total is the sum
over d >= 0 of the codes not found within d guesses.

1. *Answers.* A guess has at most r answers besides "found", so at most 1 + r + ... + r^(d-1) codes are found
   within d guesses: a strategy is a tree with at most r branches a node, and each node finds one code.
2. *New symbols.* A guess shows at most M new symbols. Within d - 1 guesses at most m = M (d - 1) are shown;
   guess d can be right about stars that have just been shown, but only one way for each way the older ones
   are placed. So of one pattern with s stars at most sum_j C(s, j) m!/(m-j)! codes are found within d
   guesses. (Section 1 of the paper has it for the last symbol: N/3 guesses show no more than N symbols.)
3. *Parts add up* (proposition 2.3 of the paper). A strategy for a union is a strategy for each part, so the
   total of a set is at least the sum over its patterns of the total of the pattern alone, with as many dead
   symbols as one likes. These totals come from the search itself (`Bounds.alone`).
4. *Patterns with one star hold each other up*, and literal codes, too: after a guess of M new symbols the
   codes of k patterns that were hit share two answers, which adding up their totals one by one does not see.
   A game with fewer rules gives the least extra cost; it is solved by dynamic programming
   (`next_relaxed_totals`).

The relaxed game: a set of n literal codes and k patterns with one star, u symbols being unused, is played by
counts alone. A guess shows j new symbols, which leaves M - j places for others.

* Literal codes and the patterns that were missed get an answer with A + B <= M - j. The guesser divides them
  as he likes among so many groups.
* A pattern that was hit is j literal codes. Those of a group of k patterns get two answers: the group's own
  and one A, at most k of them, or the group's own and one B.
* Only what the guess can be is found at once: a literal code with j = 0, a code that was hit with j = 1.

Whatever a real guess leaves, the guesser can leave here, or something better: codes that were hit and others
with the same answer are counted apart, as proposition 2.3 allows. Hence the least total here is a lower
bound. For one pattern alone it is the total itself, as far as that was compared.
"""

from math import comb, perm
from typing import Annotated, Any, NamedTuple

import numpy as np

from saizen.games.abgame.size import MOST_PLACES
from saizen.kernels.compile import part

NEVER = 1 << 40
"""The total of what cannot be done."""
DEPTHS = 128
"""No strategy here needs this many guesses."""
UNLIMITED = DEPTHS - 1
"""The limit on guesses that limits nothing."""
LARGEST_SET = 1 << 16
"""Codes of the largest set."""
MOST_UNUSED = 360
MOST_SPREAD = 64
"""Codes for which `Bounds.spread` is tabled: those of one machine word."""
MOST_CODES = 12
MOST_PATTERNS = 10
"""The largest set that is played by the relaxed game; the rest of a larger one is counted apart."""

Array = Any
"""Integers."""
KINDS = MOST_PLACES + 1
SYMBOLS = MOST_UNUSED + 1


class Bounds(NamedTuple):
    """Tables for one number of places; ``stars`` index 0..M, ``unused`` index 0..largest."""

    by_size: Annotated[Array, LARGEST_SET + 1]
    """[n]: argument 1 alone, for n codes."""
    capacity: Annotated[Array, DEPTHS]
    """[d]: codes found within d guesses by argument 1."""
    ways: Annotated[Array, SYMBOLS, KINDS]
    """[unused, stars]: codes of one pattern."""
    shown: Annotated[Array, SYMBOLS, KINDS, DEPTHS]
    """[unused, stars, d]: codes of one pattern found within d guesses by argument 2."""
    tail: Annotated[Array, SYMBOLS, KINDS, DEPTHS]
    """[unused, stars, d]: sum over e >= d of the codes argument 2 leaves after e guesses."""
    alone: Annotated[Array, SYMBOLS, KINDS]
    """[unused, stars]: least total of one pattern alone, with many dead symbols; 0 until it is computed."""
    alone_depth: Annotated[Array, SYMBOLS, KINDS]
    """[unused, stars]: worst case of a strategy that attains it."""
    spread: Annotated[Array, KINDS, MOST_SPREAD + 1]
    """[s, n]: argument 1 for n codes that are first divided among the answers with A + B = s."""
    together: Annotated[Array, SYMBOLS, MOST_CODES + 1, MOST_PATTERNS + 1]
    """[unused, n, k]: argument 4 for n literal codes and k patterns with one star, once it is computed."""
    shared: Annotated[Array, SYMBOLS, KINDS, MOST_CODES + 1, MOST_PATTERNS + 1]
    """[unused, s, n, k]: the same, first divided among the answers with A + B = s; 0 until it is computed."""


def bounds(places: int, answers: int, unused: int, codes: int) -> Bounds:
    """Compute the tables for up to ``unused`` unused symbols and sets of up to ``codes`` literal codes."""
    capacity = np.zeros(DEPTHS, np.int64)
    for depth in range(1, DEPTHS):
        capacity[depth] = min(NEVER, capacity[depth - 1] + min(NEVER, (answers - 1) ** (depth - 1)))
    by_size = np.cumsum(np.searchsorted(capacity, np.arange(codes + 1)), dtype=np.int64)
    ways = np.array([[perm(u, s) for s in range(places + 1)] for u in range(unused + 1)], np.int64)
    shown = np.zeros((unused + 1, places + 1, DEPTHS), np.int64)
    for stars in range(places + 1):
        for depth in range(1, DEPTHS):
            old = places * (depth - 1)
            most = sum(comb(stars, j) * perm(old, j) for j in range(stars + 1))
            shown[:, stars, depth] = np.minimum(most, ways[:, stars])
    left = ways[:, :, None] - shown
    tail = left[:, :, ::-1].cumsum(axis=2)[:, :, ::-1].copy()
    parts = [answers_with(common, places) for common in range(places + 1)]
    even = [(many, *np.divmod(np.arange(MOST_SPREAD + 1), many)) for many in parts]
    spread = np.array([more * by_size[each + 1] + (many - more) * by_size[each] for many, each, more in even])
    together = np.tile(literal_totals(by_size), (unused + 1, 1, 1))  # until more is computed
    shared = np.zeros((unused + 1, places + 1, *together.shape[1:]), np.int64)
    alone, alone_depth = np.zeros_like(ways), np.zeros_like(ways)
    return Bounds(by_size, capacity, ways, shown, tail, alone, alone_depth, spread, together, shared)


def answers_with(common: int, places: int) -> int:
    """Return how many answers have A + B = ``common``: one A less than places is none with all symbols right.

    >>> [answers_with(common, 4) for common in range(5)]
    [1, 2, 3, 4, 4]
    """
    return min(common + 1, places)


@part
def limit_after(limit: int) -> int:
    """Return how many guesses are allowed after one of ``limit``."""
    return limit - 1 if limit < UNLIMITED else UNLIMITED


@part
def bound_of_few_stars(b: Bounds, codes: int, patterns: int, unused: int) -> int:
    """Bound the total of literal codes and patterns with one star (arguments 3 and 4)."""
    total = b.together[unused, min(codes, MOST_CODES), min(patterns, MOST_PATTERNS)]
    if codes > MOST_CODES:
        total += b.by_size[codes - MOST_CODES]
    while patterns > MOST_PATTERNS:
        patterns -= MOST_PATTERNS
        total += b.together[unused, 0, min(patterns, MOST_PATTERNS)]
    return int(total)


@part
def bound_of_size(b: Bounds, size: int, limit: int) -> int:
    """Bound the total of ``size`` literal codes when ``limit`` guesses are allowed (argument 1)."""
    return NEVER if size > b.capacity[limit] else int(b.by_size[size])


@part
def unfound(b: Bounds, tally: Any, kinds: int, unused: int, parts: int, size: int) -> int:
    """Bound the total of ``size`` codes in some parts by those that arguments 1 and 2 leave after each guess.

    There are ``tally[s]`` patterns of s < ``kinds`` stars. Each part finds what argument 1 allows.
    """
    total, depth = 0, 0
    while parts * b.capacity[depth] < size:
        shown = 0
        for stars in range(kinds):
            shown += tally[stars] * b.shown[unused, stars, depth]
        total += size - min(shown, parts * b.capacity[depth])
        depth += 1
    for stars in range(kinds):  # from here on only new symbols can hold things up
        total += tally[stars] * b.tail[unused, stars, depth]
    return int(total)


@part
def bound_of_patterns(b: Bounds, tally: Any, row: int, places: int, unused: int, limit: int) -> int:
    """Bound the total of a set with ``tally[row + s]`` patterns of s stars (the most of arguments 1 to 4)."""
    size = tally[row] + tally[row + 1] * unused
    apart = bound_of_few_stars(b, tally[row], tally[row + 1], unused)
    for stars in range(2, places + 1):
        patterns = tally[row + stars]
        if patterns:
            size += patterns * b.ways[unused, stars]
            apart += patterns * b.alone[unused, stars]
    if limit == UNLIMITED and (apart >= 2 * size or unused <= places):  # new symbols are no hindrance
        return max(apart, int(b.by_size[min(size, LARGEST_SET)]))
    total = 0
    for depth in range(limit + 1):
        if b.capacity[depth] >= size:  # from here on only new symbols can hold things up
            for stars in range(places + 1):
                total += tally[row + stars] * b.tail[unused, stars, depth]
            break
        shown = 0
        for stars in range(places + 1):
            shown += tally[row + stars] * b.shown[unused, stars, depth]
        total += size - min(shown, b.capacity[depth])
    shown = 0
    for stars in range(places + 1):
        shown += tally[row + stars] * b.shown[unused, stars, limit]
    if shown < size or b.capacity[limit] < size:
        return NEVER
    return max(total, apart)


Totals = Any
"""[n, k]: totals of sets with n literal codes and k patterns with one star."""
INFINITE = 1 << 40


def _rests() -> Any:
    """[whole, part]: what a part leaves of a whole, sets being numbered row by row; beyond them: nothing."""
    n, k = np.divmod(np.arange((MOST_CODES + 1) * (MOST_PATTERNS + 1)), MOST_PATTERNS + 1)
    codes, patterns = n[:, None] - n, k[:, None] - k
    return np.where((codes >= 0) & (patterns >= 0), codes * (MOST_PATTERNS + 1) + patterns, len(n))


_RESTS = _rests()


def divide_in_two(first: Totals, second: Totals) -> Totals:
    """Return the least sums when sets are divided into two parts, from the totals of both."""
    rest = np.append(second.ravel(), INFINITE)[_RESTS]
    return (first.ravel() + rest).min(axis=1).reshape(first.shape)


def divide_among(groups: int, totals: Totals) -> Totals:
    """Return the least sums when sets are divided among some groups (at least one)."""
    if groups == 1:
        return totals
    half = divide_among(groups // 2, totals)
    both = divide_in_two(half, half)
    return divide_in_two(both, totals) if groups % 2 else both


def literal_totals(by_size: Any) -> Totals:
    """Return the totals when no symbol is unused: literal codes are all there is."""
    return np.repeat(by_size[: MOST_CODES + 1, None], MOST_PATTERNS + 1, axis=1)


def hit_totals(by_size: Any, new: int, at_once: int) -> Any:
    """[k]: what the codes of k patterns cost that ``new`` symbols hit, ``at_once`` of them found at once."""
    return np.array([
        min(
            int(by_size[max(right - at_once, 0)] + by_size[new * k - right])
            for right in range(min(k, at_once), k + 1)
        )
        for k in range(MOST_PATTERNS + 1)
    ])  # fmt: skip


def next_relaxed_totals(tables: Any, places: int, answers: int, by_size: Any) -> Totals:
    """Return the least totals of the relaxed game with one unused symbol more than there are in ``tables``.

    Parameters
    ----------
    tables : array
        [u, n, k]: the totals for 0, 1, ... unused symbols.
    answers : int
        Answers there are, besides "found".
    by_size : array
        Lower bounds for sets of literal codes.

    Examples
    --------
    One pattern with one star, of three places, for 0 to 6 unused symbols:

    >>> by_size = np.maximum(2 * np.arange(200) - 1, 0)
    >>> tables = literal_totals(by_size)[None]
    >>> for _ in range(6):
    ...     tables = np.append(tables, next_relaxed_totals(tables, 3, 8, by_size)[None], axis=0)
    >>> tables[:, 0, 1].tolist()
    [0, 1, 3, 6, 9, 12, 16]
    """
    unused = len(tables)
    n, k = np.ogrid[: MOST_CODES + 1, : MOST_PATTERNS + 1]
    size = n + k * unused
    best = np.full(size.shape, INFINITE)
    best[0, 0] = 0
    for new in range(1, min(places, unused) + 1):
        groups = comb(places - new + 2, 2)
        left = tables[unused - new]
        parts = left + hit_totals(by_size, new, 0)
        if new > 1:
            whole = divide_among(groups, parts)
        else:
            lucky = left + hit_totals(by_size, 1, 1)
            whole = divide_in_two(divide_among(groups - 1, parts), lucky) if groups > 1 else lucky
        best = np.minimum(best, size + whole)
    while True:  # guesses that show nothing new, one after the other
        whole = divide_among(answers, best)
        lucky = np.minimum(whole, np.roll(whole, 1, axis=0))  # a literal code is found
        lucky[0] = whole[0]
        better = np.minimum(best, size + lucky)
        if (better == best).all():
            return np.maximum(best, by_size[size])
        best = better
