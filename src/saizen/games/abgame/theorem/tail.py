"""Polynomials, one for each remainder, that settle all large numbers of unused symbols.

With M places what a set costs is, from some u on, a polynomial of degree M + 1 at most for each remainder of
u modulo M. Nothing here assumes that: claims continue so because `Tail.continued` says so.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import Any

import numpy as np

Ints = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class Tail:
    """Which u are looked at one by one, and how the others follow."""

    places: int

    @property
    def period(self) -> int:
        """How many polynomials there are."""
        return self.places

    @property
    def degree(self) -> int:
        """The largest degree of a polynomial."""
        return self.places + 1

    @property
    def first(self) -> int:
        """The induction step begins here; smaller u are looked at code by code."""
        return self.places + 1

    begin = 57
    """From here on everything is a polynomial for each remainder; below, every u is looked at by itself."""

    @property
    def last(self) -> int:
        """The last u that is computed: degree + 1 values for each remainder settle a polynomial."""
        return self.begin + self.fewest - 1

    @property
    def fewest(self) -> int:
        """How many values in succession settle all polynomials."""
        return self.period * (self.degree + 1)

    @property
    def most(self) -> int:
        """How many values may be given; the others follow, so that the tail is one of polynomials."""
        return self.begin - self.period + self.fewest - 1

    @cached_property
    def unused(self) -> Ints:
        """The numbers of unused symbols of the induction step."""
        return np.arange(self.first, self.last + 1)

    @cached_property
    def conditions(self) -> Ints:
        """The matrix that takes D(first), D(first + 1), ... to all numbers that must not be negative.

        These are D below u = 57, and for u = 57 and the following ones, as many as there are remainders, the
        forward differences of D there, with the period as step. The latter are the coefficients of
        D(u + period t) in the basis C(t, 0), C(t, 1), ..., so if none is negative, neither is D there.
        """
        rows = [np.eye(len(self.unused), dtype=np.int64)[: self.begin - self.first]]
        for u in range(self.begin, self.begin + self.period):
            for order in range(self.degree + 1):
                row = np.zeros((1, len(self.unused)), np.int64)
                for j in range(order + 1):
                    row[0, u + self.period * j - self.first] = (-1) ** (order - j) * comb(order, j)
                rows.append(row)
        return np.concatenate(rows)

    @cached_property
    def of_a_constant(self) -> Ints:
        """What a constant adds to each condition: itself or, in differences of order 1 and more, nothing."""
        sums: Ints = self.conditions.sum(axis=1)
        return sums

    def enough(self, difference: Ints) -> bool:
        """Return whether a D given for all of ``unused`` is nowhere negative, beyond neither.

        >>> tail = tail_of(3)
        >>> tail.enough(tail.unused - 4), tail.enough(70 - tail.unused)
        (True, False)
        """
        return bool((self.conditions @ difference).min() >= 0)

    def least_constant(self, difference: Ints) -> int | None:
        """Return the least integer that, added to D, makes it `enough`; None when none does."""
        values = self.conditions @ difference
        if values[self.of_a_constant == 0].min() < 0:
            return None
        return int(-values[self.of_a_constant == 1].min())

    def next_value(self, values: list[int]) -> int:
        """Continue values by one: the differences of order degree + 1 vanish.

        >>> tail_of(3).next_value([u * u for u in range(1, 20)])
        400
        """
        many = self.degree + 1
        return sum((-1) ** i * comb(many, i + 1) * values[-self.period * (i + 1)] for i in range(many))

    def continued(self, values: list[int]) -> Ints:
        """Continue the values for u = 1, 2, ... to the last u, with a 0 in front.

        >>> int(tail_of(3).continued([u * u for u in range(1, 30)])[70])
        4900
        """
        if not self.fewest <= len(values) <= self.most:
            raise ValueError(f"a family has {self.fewest} to {self.most} values")
        values = list(values)
        while len(values) < self.last:
            values.append(self.next_value(values))
        if max(map(abs, values)) > 10**12:
            raise ValueError("the values grow too large")
        return np.array([0, *values], np.int64)


@lru_cache
def tail_of(places: int) -> Tail:
    """Return the tail for codes of so many places."""
    return Tail(places)
