"""The relaxed game: what codes and patterns with one star cost at least that share answers, by counts alone.

There are n codes and k patterns with one star, u symbols being unused. A guess shows j of them, so that
M - j places are left for labels and dead symbols.

* j > 0: a code, or a pattern whose star is none of the new symbols, has A + B <= M - j. So these fall into at
  most (M-j+1)(M-j+2)/2 groups by their answers. From each pattern of a group j codes come whose star is a new
  symbol: they get the answer of the group and one more A, one code of each pattern at most, or one more B.
* j = 0: codes and patterns fall into at most as many groups as there are answers.
* What is found at once is one code, with j = 0, or with j = 1 one that has come of a pattern.

The guesser may divide codes and patterns among the groups as he likes, and what is left costs at least what
the parts cost (codes that have come of one group, by answer; what else is in the group). Whatever a real
guess does is allowed here, so the least total of this game is a lower bound.
"""

import numpy as np

from saizen.games.abgame.proof.position import Array, ProofGame

CODES, PATTERNS = 12, 12
"""Larger sets are divided."""
INFINITE = 1 << 40


class Relaxed:
    """Least totals of the relaxed game, computed for one number of unused symbols after the other."""

    def __init__(self, game: ProofGame, by_size: Array) -> None:
        self.game = game
        self.by_size = by_size
        none = np.repeat(self._least(np.arange(CODES + 1))[:, None], PATTERNS + 1, axis=1)
        self.tables = [none]

    def bound(self, codes: Array, patterns: Array, unused: int) -> Array:
        """Bound sets of codes and patterns with one star; what is too many is counted apart.

        >>> from saizen.games.abgame.proof.bounds import least_totals
        >>> game = ProofGame(3, False)
        >>> relaxed = Relaxed(game, least_totals(game, 300))
        >>> [int(relaxed.bound(np.array(0), np.array(1), u)) for u in range(7)]
        [0, 1, 3, 6, 9, 12, 16]
        """
        while len(self.tables) <= unused:
            self.tables.append(self._next())
        table = self.tables[unused]
        total: Array = table[np.minimum(codes, CODES), np.minimum(patterns, PATTERNS)]
        total = total + self._least(np.maximum(codes - CODES, 0))
        while (patterns := np.maximum(patterns - PATTERNS, 0)).any():
            total = total + table[0, np.minimum(patterns, PATTERNS)]
        return total

    def _least(self, sizes: Array) -> Array:
        least: Array = self.by_size[np.minimum(sizes, len(self.by_size) - 1)]
        return least

    def _next(self) -> Array:
        """Compute the table for one more unused symbol."""
        places, unused = self.game.places, len(self.tables)
        n, k = np.ogrid[: CODES + 1, : PATTERNS + 1]
        size = n + k * unused
        best = np.full(size.shape, INFINITE)
        best[0, 0] = 0
        for new in range(1, min(places, unused) + 1):
            many = (places - new + 1) * (places - new + 2) // 2
            groups = self.tables[unused - new] + self._hit(new, 0)
            rest = divided_among(groups, many)
            if new == 1:
                lucky = self.tables[unused - 1] + self._hit(1, 1)
                rest = lucky if many == 1 else least_sums(divided_among(groups, many - 1), lucky)
            best = np.minimum(best, size + rest)
        while True:  # guesses without new symbols, one after the other
            rest = divided_among(best, self.game.answers - 1)
            with_luck = rest.copy()
            with_luck[1:] = np.minimum(rest[1:], rest[:-1])
            better = np.minimum(best, size + with_luck)
            if (better == best).all():
                table: Array = np.maximum(best, self._least(size))
                return table
            best = better

    def _hit(self, new: int, at_once: int) -> Array:
        """[k]: what the codes cost at least that come of k patterns, when so many are found at once."""
        costs = []
        for k in range(PATTERNS + 1):
            right = np.arange(min(k, at_once), k + 1)
            costs.append((self._least(np.maximum(right - at_once, 0)) + self._least(new * k - right)).min())
        return np.array(costs)


def least_sums(first: Array, second: Array) -> Array:
    """Return the least sums when codes and patterns are divided into two groups, given what each costs."""
    least = np.full(first.shape, 2 * INFINITE)
    rows, columns = first.shape
    for n in range(rows):
        for k in range(columns):
            least[n:, k:] = np.minimum(least[n:, k:], first[n, k] + second[: rows - n, : columns - k])
    capped: Array = np.minimum(least, INFINITE)
    return capped


def divided_among(totals: Array, groups: int) -> Array:
    """Return the least sums for any number of groups, one at least."""
    if groups == 1:
        return totals
    half = divided_among(totals, groups // 2)
    whole = least_sums(half, half)
    return least_sums(whole, totals) if groups % 2 else whole
