"""What no strategy can beat: lower bounds on the total and on the worst case.

Four arguments, all by counting. Let a set have n codes, made of patterns with s stars each and with
``u`` unused symbols.

1. *Answers.* A guess has at most r answers besides "found", so at most 1 + r + ... + r^(d-1) codes
   are found within d guesses.
2. *New symbols.* A guess shows at most M new symbols. Within d - 1 guesses at most m = M (d - 1) are
   shown; guess d can be right about stars that have just been shown, but only one way for
   each way the older ones are placed. So of one pattern with s stars at most sum_j C(s, j) m!/(m-j)! codes
   are found within d guesses.
3. *Parts add up* (proposition 2.3 of the paper). A strategy for a union is a strategy for each part, so
   the total of a set is at least the sum over its patterns of the total of the pattern alone, with as
   many dead symbols as one likes. These totals come from the search itself (`Bounds.alone`).
4. *Patterns with one star hold each other up*, and literal codes, too: a game with fewer rules tells by how
   much at least (`saizen.games.abgame.relaxed`).

The number found within d guesses is at most the least of 1 and 2, and the total is
the sum over d >= 0 of the codes not found within d guesses.
"""

from math import comb, perm
from typing import Any, NamedTuple

import numpy as np

from saizen.games.abgame.relaxed import MOST_CODES, MOST_PATTERNS, literal
from saizen.kernels.jit import part

NEVER = 1 << 40
"""The total of what cannot be done."""
DEPTHS = 128
"""No strategy here needs this many guesses."""
UNLIMITED = DEPTHS - 1
"""The limit on guesses that limits nothing."""
MOST_SPREAD = 64
"""Codes for which `Bounds.spread` is tabled: those of one machine word."""


class Bounds(NamedTuple):
    """Tables for one number of places; ``stars`` index 0..M, ``unused`` index 0..largest."""

    by_size: Any
    """[n]: argument 1 alone, for n codes."""
    capacity: Any
    """[d]: codes found within d guesses by argument 1."""
    ways: Any
    """[unused, stars]: codes of one pattern."""
    shown: Any
    """[unused, stars, d]: codes of one pattern found within d guesses by argument 2."""
    tail: Any
    """[unused, stars, d]: sum over e >= d of the codes argument 2 leaves after e guesses."""
    alone: Any
    """[unused, stars]: least total of one pattern alone, with many dead symbols; 0 until it is known."""
    alone_depth: Any
    """[unused, stars]: worst case of a strategy that attains it."""
    spread: Any
    """[s, n]: argument 1 for n codes that are first divided among the answers with A + B = s."""
    together: Any
    """[unused, n, k]: argument 4 for n literal codes and k patterns with one star, once it is known."""
    shared: Any
    """[unused, s, n, k]: the same, first divided among the answers with A + B = s; 0 until it is known."""


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
            found = sum(comb(stars, j) * perm(old, j) for j in range(stars + 1))
            shown[:, stars, depth] = np.minimum(found, ways[:, stars])
    left = ways[:, :, None] - shown
    tail = left[:, :, ::-1].cumsum(axis=2)[:, :, ::-1].copy()
    parts = [answers_with(common, places) for common in range(places + 1)]
    even = [(many, *np.divmod(np.arange(MOST_SPREAD + 1), many)) for many in parts]
    spread = np.array([more * by_size[each + 1] + (many - more) * by_size[each] for many, each, more in even])
    together = np.tile(literal(by_size), (unused + 1, 1, 1))  # until more is known
    shared = np.zeros((unused + 1, places + 1, *together.shape[1:]), np.int64)
    return Bounds(
        by_size,
        capacity,
        ways,
        shown,
        tail,
        np.zeros_like(ways),
        np.zeros_like(ways),
        spread,
        together,
        shared,
    )


def answers_with(common: int, places: int) -> int:
    """Return how many answers have A + B = ``common``: one A less than places is none with all symbols right.

    >>> [answers_with(common, 4) for common in range(5)]
    [1, 2, 3, 4, 4]
    """
    return min(common + 1, places)


@part
def bound_of_few_stars(b: Bounds, codes: int, patterns: int, unused: int) -> int:
    """Bound the total of literal codes and patterns with one star."""
    total = b.together[unused, min(codes, MOST_CODES), min(patterns, MOST_PATTERNS)]
    if codes > MOST_CODES:
        total += b.by_size[codes - MOST_CODES]
    while patterns > MOST_PATTERNS:
        patterns -= MOST_PATTERNS
        total += b.together[unused, 0, min(patterns, MOST_PATTERNS)]
    return int(total)


@part
def bound_of_size(b: Bounds, size: int, limit: int, mean: bool) -> int:
    """Bound the total of ``size`` literal codes when ``limit`` guesses are allowed."""
    if size > b.capacity[limit]:
        return NEVER
    return int(b.by_size[size]) if mean else 0


@part
def unfound(b: Bounds, tally: Any, kinds: int, unused: int, parts: int, size: int) -> int:
    """Bound the total of ``size`` codes in some parts by those that arguments 1 and 2 leave after each guess.

    There are ``tally[s]`` patterns of s < ``kinds`` stars. Each part finds what argument 1 allows.
    """
    total, depth = 0, 0
    while parts * b.capacity[depth] < size:
        found = 0
        for stars in range(kinds):
            found += tally[stars] * b.shown[unused, stars, depth]
        total += size - min(found, parts * b.capacity[depth])
        depth += 1
    for stars in range(kinds):  # from here on only new symbols can hold things up
        total += tally[stars] * b.tail[unused, stars, depth]
    return int(total)


@part
def bound_of_patterns(
    b: Bounds, tally: Any, row: int, places: int, unused: int, limit: int, mean: bool
) -> int:
    """Bound the total of a set with ``tally[row + s]`` patterns of s stars."""
    size = tally[row] + tally[row + 1] * unused
    apart = bound_of_few_stars(b, tally[row], tally[row + 1], unused)
    for stars in range(2, places + 1):
        patterns = tally[row + stars]
        if patterns:
            size += patterns * b.ways[unused, stars]
            apart += patterns * b.alone[unused, stars]
    if (
        limit == UNLIMITED and mean and (apart >= 2 * size or unused <= places)
    ):  # new symbols are no hindrance
        return max(apart, int(b.by_size[min(size, len(b.by_size) - 1)]))
    total = 0
    for depth in range(limit + 1):
        if b.capacity[depth] >= size:  # from here on only new symbols can hold things up
            for stars in range(places + 1):
                total += tally[row + stars] * b.tail[unused, stars, depth]
            break
        found = 0
        for stars in range(places + 1):
            found += tally[row + stars] * b.shown[unused, stars, depth]
        total += size - min(found, b.capacity[depth])
    found = 0
    for stars in range(places + 1):
        found += tally[row + stars] * b.shown[unused, stars, limit]
    if found < size or b.capacity[limit] < size:
        return NEVER
    return max(total, apart) if mean else 0
