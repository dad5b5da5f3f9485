"""The lower bound: no guess does better than the certificate claims, however many dummies there are.

For a family P with u >= 4 unused symbols and a guess that shows k of them,

    D(u) = |P|(u) + the sum over all answers but 3A0B of a lower bound of what is left - S(P, u)

must not be negative. What is left costs at least its claim when it is a family with u - k; the least total
of its codes when there is no star in it; and in any case the sum of what its patterns cost alone
(superadditivity).
"""

from collections import Counter
from dataclasses import dataclass
from math import comb, perm

import numpy as np

from saizen.games.abgame.theorem.certificate import DEGREE, LAST, PERIOD, TAIL, Certificate, CertifiedFamily
from saizen.games.abgame.theorem.literal import LEAST, total
from saizen.games.abgame.theorem.patterns import (
    FOUND,
    PLACES,
    STAR,
    Ints,
    Pattern,
    Patterns,
    answers,
    expanded,
    guesses,
    normal_form,
    parts,
    stars,
    write_pattern,
    written_out,
)
from saizen.games.abgame.verify import Refused

FIRST = 4
"""The induction step begins here; u = 1, 2, 3 are looked at code by code."""
UNUSED = np.arange(FIRST, LAST + 1)


def newton_rows() -> Ints:
    """Return the matrix that takes D(4), D(5), ... to all numbers that must not be negative.

    These are D(4) to D(56), and for each of u = 57, 58, 59 the forward differences of D there, with step 3,
    of order 0 to 4. The latter are the coefficients of D(u + 3t) in the basis C(t, 0), C(t, 1), ..., so if
    none is negative, neither is D at any u + 3t.
    """
    rows = [np.eye(len(UNUSED), dtype=np.int64)[: TAIL - FIRST]]
    for u in range(TAIL, TAIL + PERIOD):
        for order in range(DEGREE + 1):
            row = np.zeros((1, len(UNUSED)), np.int64)
            for j in range(order + 1):
                row[0, u + PERIOD * j - FIRST] = (-1) ** (order - j) * comb(order, j)
            rows.append(row)
    return np.concatenate(rows)


CONDITIONS = newton_rows()
OF_A_CONSTANT = CONDITIONS.sum(axis=1)
"""What a constant adds to each condition: itself or, in differences of order 1 and more, nothing."""


def enough(difference: Ints) -> bool:
    """Return whether a D given for u = 4 to 71 is nowhere negative, beyond 71 neither.

    >>> enough(UNUSED - 4), enough(70 - UNUSED)
    (True, False)
    """
    return bool((CONDITIONS @ difference).min() >= 0)


def least_constant(difference: Ints) -> int | None:
    """Return the least integer that, added to D, makes it `enough`; None when none does."""
    values = CONDITIONS @ difference
    if values[OF_A_CONSTANT == 0].min() < 0:
        return None
    return int(-values[OF_A_CONSTANT == 1].min())


@dataclass
class LowerBound:
    """Checks families one by one and counts guesses."""

    certificate: Certificate

    def __post_init__(self) -> None:
        alone = [self.certificate.family(text) for text in ("12*", "1**", "***")]
        self._alone = np.array([family.claims for family in alone])
        self.guesses = 0
        self.reasons: Counter[str] = Counter()

    def base(self, family: CertifiedFamily) -> None:
        """Compare the claims for u = 1, 2, 3 with the least totals of the codes."""
        for unused in range(1, FIRST):
            codes = tuple(written_out(family.patterns, family.labels, unused))
            least = total(codes)
            if family.claims[unused] > least:
                raise Refused(
                    f"family {_name(family)} is said to cost {family.claims[unused]} with "
                    f"u = {unused}; {least} guesses are enough"
                )

    def step(self, family: CertifiedFamily) -> None:
        """Look at every guess with 0 to 3 unused symbols, for all u >= 4."""
        for new in range(PLACES + 1):
            self._guesses(family, new)

    def _guesses(self, family: CertifiedFamily, new: int) -> None:
        """Look at every guess with so many unused symbols."""
        tried = guesses(family.patterns, family.labels, new)
        if not tried:
            return
        self.guesses += len(tried)
        left = expanded(family.patterns, family.labels, new)
        codes = [pattern for pattern in left if STAR not in pattern]
        # what every guess has in common: how many codes there are and what the starred patterns cost alone
        common = sum(self._size(pattern) for pattern in family.patterns) - family.claims[FIRST:]
        common = common + self._apart(left, new)
        needed = least_constant(common)
        counts = np.zeros((len(tried), FOUND + 1), np.int64)
        for row in answers(codes, tried):
            counts[np.arange(len(tried)), row] += 1
        literal = LEAST[counts[:, :FOUND]].sum(axis=1)
        short = np.arange(len(tried)) if needed is None else np.flatnonzero(literal < needed)
        self.reasons["parts"] += len(tried) - len(short)
        replies = answers(left, [tried[i] for i in short])
        seen = set()
        for i, column in zip(short.tolist(), replies.T, strict=True):
            if column.min() == column.max():  # the guess tells nothing: it only costs
                self.reasons["tells nothing"] += 1
                continue
            divided = parts(left, column)
            divided.pop(FOUND, None)
            key = frozenset(divided.values())
            if key in seen:
                self.reasons["same parts"] += 1
                continue
            seen.add(key)
            self.reasons[self._settle(family, tried[i], new, divided, common + literal[i])] += 1

    def _settle(
        self,
        family: CertifiedFamily,
        guess: Pattern,
        new: int,
        divided: dict[int, Patterns],
        difference: Ints,
    ) -> str:
        """Replace bounds of parts by what they cost until that is enough; refuse the family otherwise."""
        children = sorted(divided.values(), key=len, reverse=True)
        for child in children:
            starred = sum(STAR in pattern for pattern in child)
            if starred and len(child) > 1:
                match = self.certificate.by_form.get(normal_form(child))
                if match is not None:
                    difference = difference + match.claims[FIRST - new : LAST + 1 - new]
                    difference = difference - self._apart(child, new) - LEAST[len(child) - starred]
                    if enough(difference):
                        return "families"
        for child in children:
            if len(child) > 2 and not any(STAR in pattern for pattern in child):
                difference = difference + (total(child) - LEAST[len(child)])
                if enough(difference):
                    return "codes"
        raise Refused(
            f"family {_name(family)} is said to cost more than the guess {_written(guess)} may "
            f"(u = {self._where(difference)})"
        )

    def _apart(self, patterns: Patterns | list[Pattern], new: int) -> Ints:
        """Return what the starred ones among patterns cost alone, for u - new unused symbols, u = 4 to 71."""
        many = Counter(map(stars, patterns))
        times = np.array([many[1], many[2], many[3]])
        apart: Ints = times @ self._alone[:, FIRST - new : LAST + 1 - new]
        return apart

    @staticmethod
    def _size(pattern: Pattern) -> Ints:
        return np.array([perm(int(u), stars(pattern)) for u in UNUSED], np.int64)

    @staticmethod
    def _where(difference: Ints) -> str:
        negative = UNUSED[difference < 0]
        return str(negative[0]) if len(negative) else f"beyond {LAST}"


def _name(family: CertifiedFamily) -> str:
    """Name a family by its number and patterns."""
    return f"{family.number} ({' '.join(map(write_pattern, family.patterns))})"


def _written(guess: Pattern) -> str:
    return "".join("-" if x < 0 else write_pattern((x,)) for x in guess)
