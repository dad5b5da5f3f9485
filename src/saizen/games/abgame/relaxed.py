"""A bound for patterns that share an answer: a game with fewer rules, solved by dynamic programming.

Patterns with a star hold each other up, which adding up their totals one by one does not see: after a guess
of M new symbols the codes of k patterns that were hit share two answers. Here a set of ``n`` literal codes
and ``k`` patterns with one star, ``u`` symbols being unused, is played by counts alone. A guess shows j new
symbols, which leaves M - j places for others.

* Literal codes and the patterns that were missed get an answer with A + B <= M - j. The guesser divides them
  as he likes among so many groups.
* A pattern that was hit is j literal codes. Those of a group of k patterns get two answers: the group's own
  and one A, at most k of them, or the group's own and one B.
* Only what the guess can be is found at once: a literal code with j = 0, a code that was hit with j = 1.

Whatever a real guess leaves, the guesser can leave here, or something better: codes that were hit and others
with the same answer are counted apart, as proposition 2.3 allows. Hence the least total here is a lower
bound. For one pattern alone it is the total itself, as far as that was compared.
"""

from math import comb
from typing import Any

import numpy as np

MOST_CODES = 12
MOST_PATTERNS = 10
"""The largest set that is played here; the rest of a larger one is counted apart."""
INFINITE = 1 << 40

Table = Any
"""[n, k]: totals of sets with n literal codes and k patterns with one star."""


def _sources() -> Any:
    """[whole, part]: what a part leaves of a whole, sets being numbered row by row; beyond them: nothing."""
    n, k = np.divmod(np.arange((MOST_CODES + 1) * (MOST_PATTERNS + 1)), MOST_PATTERNS + 1)
    codes, patterns = n[:, None] - n, k[:, None] - k
    return np.where((codes >= 0) & (patterns >= 0), codes * (MOST_PATTERNS + 1) + patterns, len(n))


_SOURCES = _sources()


def divided(one: Table, other: Table) -> Table:
    """Return the least sums when sets are divided into two parts."""
    rest = np.append(other.ravel(), INFINITE)[_SOURCES]
    return (one.ravel() + rest).min(axis=1).reshape(one.shape)


def among(groups: int, table: Table) -> Table:
    """Return the least sums when sets are divided among some groups (at least one)."""
    if groups == 1:
        return table
    half = among(groups // 2, table)
    both = divided(half, half)
    return divided(both, table) if groups % 2 else both


def literal(by_size: Any) -> Table:
    """Return the totals when no symbol is unused: literal codes are all there is."""
    return np.repeat(by_size[: MOST_CODES + 1, None], MOST_PATTERNS + 1, axis=1)


def of_hit(by_size: Any, new: int, found: int) -> Any:
    """[k]: what the codes of k patterns cost that ``new`` symbols hit, ``found`` of them found at once."""
    return np.array([
        min(
            int(by_size[max(right - found, 0)] + by_size[new * k - right])
            for right in range(min(k, found), k + 1)
        )
        for k in range(MOST_PATTERNS + 1)
    ])  # fmt: skip


def next_table(tables: Any, places: int, answers: int, by_size: Any) -> Table:
    """Return the least totals with one unused symbol more than there are in ``tables``.

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
    >>> tables = literal(by_size)[None]
    >>> for _ in range(6):
    ...     tables = np.append(tables, next_table(tables, 3, 8, by_size)[None], axis=0)
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
        parts = left + of_hit(by_size, new, 0)
        if new > 1:
            whole = among(groups, parts)
        else:
            lucky = left + of_hit(by_size, 1, 1)
            whole = divided(among(groups - 1, parts), lucky) if groups > 1 else lucky
        best = np.minimum(best, size + whole)
    while True:  # guesses that show nothing new, one after the other
        whole = among(answers, best)
        found = np.minimum(whole, np.roll(whole, 1, axis=0))  # a literal code is found
        found[0] = whole[0]
        better = np.minimum(best, size + found)
        if (better == best).all():
            return np.maximum(best, by_size[size])
        best = better
