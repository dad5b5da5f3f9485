"""The closed forms of the paper, as printed: to be compared with the search, never used by it.

``f``, ``g``, ``h``, ``alpha`` and ``beta`` are totals of typical candidate sets; `FAMILIES` gives each set.
A function returns None where the paper makes no statement.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.size import Code, Size

Formula = Callable[[int], Fraction | None]


def polynomial(*coefficients: str) -> Callable[[int], Fraction]:
    """Make a polynomial from its coefficients, highest power first.

    >>> polynomial("1/2", "0", "-1")(4)
    Fraction(7, 1)
    """
    numbers = [Fraction(coefficient) for coefficient in coefficients]

    def value(n: int) -> Fraction:
        total = Fraction(0)
        for number in numbers:
            total = total * n + number
        return total

    return value


def by_remainder(
    first: int,
    zero: tuple[str, ...],
    remainder_one: tuple[str, ...],
    two: tuple[str, ...],
    small: dict[int, int] | None = None,
) -> Formula:
    """Make a formula with one polynomial for each remainder modulo 3, from ``first`` on."""
    branches = [polynomial(*zero), polynomial(*remainder_one), polynomial(*two)]

    def value(n: int) -> Fraction | None:
        if small and n in small:
            return Fraction(small[n])
        return branches[n % 3](n) if n >= first else None

    return value


@dataclass(frozen=True, slots=True)
class Family:
    """A set of codes for each n, and what the paper says is its total."""

    name: str
    where: str
    patterns: tuple[Code, ...]
    """0 stands for each of n symbols that the patterns do not name (two zeros for two of them)."""
    formula: Formula

    @property
    def named(self) -> int:
        """How many symbols the patterns name; the set of n lies in every 3xN with N >= n + named."""
        return max(max(pattern) for pattern in self.patterns)

    def position(self, n: int, dead: int = 0) -> AbPosition:
        """Return the set of n in the game with ``dead`` further symbols.

        >>> sorted(FAMILIES[0].position(2).candidates())
        [(1, 2, 3), (1, 2, 4)]
        """
        size = Size(3, self.named + n + dead)
        return AbPosition(size, self.patterns, tuple(range(self.named + 1, self.named + n + 1)))


_F_ROW, _F_TWO = ("1/6", "11/6", "-1"), ("1/6", "11/6", "-4/3")
_G_ROW, _G_ONE = ("1/3", "13/3", "-3"), ("1/3", "13/3", "-11/3")
_A_ROW, _A_ONE = ("1/6", "13/6", "0"), ("1/6", "13/6", "-1/3")
_B_ZERO, _B_ROW = ("2/3", "10", "-8"), ("2/3", "10", "-20/3")

FAMILIES: tuple[Family, ...] = (
    Family("f", "Proposition 2.4", ((1, 2, 0),), by_remainder(1, _F_ROW, _F_ROW, _F_TWO)),
    Family("g", "Proposition 2.5", ((1, 2, 0), (1, 0, 3)), by_remainder(2, _G_ROW, _G_ONE, _G_ROW, {1: 3})),
    Family(
        "h", "Proposition 2.6", ((1, 0, 0),),
        by_remainder(
            5,
            ("2/9", "20/9", "-22/3", "11"),
            ("2/9", "20/9", "-64/9", "23/3"),
            ("2/9", "20/9", "-62/9", "73/9"),
            {2: 3, 3: 13, 4: 30},
        ),
    ),
    Family("alpha", "Lemma 2.7", ((1, 2, 0), (1, 3, 4)), by_remainder(2, _A_ROW, _A_ONE, _A_ROW, {1: 3})),
    Family(
        "beta", "Lemma 2.8", ((1, 2, 0), (1, 0, 2), (1, 0, 3), (1, 4, 0)),
        by_remainder(5, _B_ZERO, _B_ROW, _B_ROW, {1: 7, 2: 18, 3: 30, 4: 43}),
    ),
)  # fmt: skip
"""Propositions 2.4 to 2.6, lemmas 2.7 and 2.8."""

TOTAL: Formula = by_remainder(
    12,
    ("1/4", "133/54", "-629/36", "197/6", "25"),
    ("1/4", "133/54", "-71/4", "358/9", "-263/27"),
    ("1/4", "133/54", "-631/36", "269/9", "1583/27"),
)
"""Theorem 4.1: S of all codes of 3xN, for N >= 12."""

AFTER: dict[str, Formula] = {
    "2A0B": by_remainder(7, ("1/2", "25/6", "-23"), ("1/2", "25/6", "-68/3"), ("1/2", "25/6", "-67/3")),
    "1A1B": by_remainder(12, ("1", "9", "-44"), ("1", "9", "-42"), ("1", "9", "-42")),
    "0A2B": by_remainder(15, ("3/2", "31/2", "-68"), ("3/2", "31/2", "-67"), ("3/2", "31/2", "-69")),
    "1A0B": by_remainder(
        14, ("2/3", "7/3", "-166/3", "142"), ("2/3", "7/3", "-56", "151"), ("2/3", "7/3", "-169/3", "154")
    ),
    "0A1B": by_remainder(
        15, ("4/3", "19/3", "-359/3", "286"), ("4/3", "19/3", "-362/3", "297"), ("4/3", "19/3", "-119", "264")
    ),
}
"""Appendix: S of what each answer to the first guess leaves in 3xN; 0A0B gives S of 3x(N-3), N >= 8."""

LIMIT_CONSTANT = Fraction(347, 108)
"""Theorem 4.1: the mean is N/4 + 347/108 + o(1)."""


def worst_case(symbols: int) -> int | None:
    """Return the fewest guesses that always suffice for 3xN, N >= 8 (Huang and Lin).

    >>> worst_case(10)
    6
    """
    return (symbols + 1) // 3 + 3 if symbols >= 8 else None
