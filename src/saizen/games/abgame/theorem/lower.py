"""The lower bound: no guess does better than the certificate claims, however many dummies there are.

For a family P with u unused symbols, more than places, and a guess that shows k of them,

    D(u) = |P|(u) + the sum over all answers but "found" of a lower bound of what is left - S(P, u)

must not be negative. What is left costs at least its claim when it is a family with u - k; the least total
of its codes when there is no star in it; and in any case the sum of what its patterns cost alone
(superadditivity).
"""

from collections import Counter
from dataclasses import dataclass
from math import perm

import numpy as np

from saizen.games.abgame.theorem.certificate import Certificate, CertifiedFamily
from saizen.games.abgame.theorem.literal import least_totals, total
from saizen.games.abgame.theorem.patterns import (
    STAR,
    Pattern,
    Patterns,
    answers,
    expand_patterns,
    guesses,
    normal_form,
    parts,
    stars,
    winning_answer,
    write_pattern,
    written_out,
)
from saizen.games.abgame.theorem.tail import Ints
from saizen.games.abgame.verify import Refused


@dataclass
class LowerBound:
    """Checks families one by one and counts guesses."""

    certificate: Certificate

    def __post_init__(self) -> None:
        places = self.certificate.places
        self._tail, self._winning, self._least = (
            self.certificate.tail,
            winning_answer(places),
            least_totals(places),
        )
        alone = ["123456789"[: places - stars] + "*" * stars for stars in range(1, places + 1)]
        self._alone = np.array([self.certificate.family(text).claims for text in alone])
        self.guesses = 0
        self.reasons: Counter[str] = Counter()

    def base(self, family: CertifiedFamily) -> None:
        """Compare the claims for u = 1, 2, ..., places with the least totals of the codes."""
        for unused in range(1, self._tail.first):
            codes = tuple(written_out(family.patterns, family.labels, unused))
            least = total(codes)
            if family.claims[unused] > least:
                raise Refused(
                    f"family {_name(family)} is said to cost {family.claims[unused]} with "
                    f"u = {unused}; {least} guesses are enough"
                )

    def step(self, family: CertifiedFamily) -> None:
        """Look at every guess with any number of unused symbols, for all u > places."""
        for new in range(self._tail.places + 1):
            self._guesses(family, new)

    def _guesses(self, family: CertifiedFamily, new: int) -> None:
        """Look at every guess with so many unused symbols."""
        tried = guesses(family.patterns, family.labels, new)
        if not tried:
            return
        self.guesses += len(tried)
        left = expand_patterns(family.patterns, family.labels, new)
        codes = [pattern for pattern in left if STAR not in pattern]
        # what every guess has in common: how many codes there are and what the starred patterns cost alone
        common = sum(self._size(pattern) for pattern in family.patterns) - family.claims[self._tail.first :]
        common = common + self._apart(left, new)
        needed = self._tail.least_constant(common)
        counts = np.zeros((len(tried), self._winning + 1), np.int64)
        for row in answers(codes, tried):
            counts[np.arange(len(tried)), row] += 1
        literal = self._least[counts[:, : self._winning]].sum(axis=1)
        short = np.arange(len(tried)) if needed is None else np.flatnonzero(literal < needed)
        self.reasons["parts"] += len(tried) - len(short)
        if not len(short):
            return
        replies = answers(left, [tried[i] for i in short])
        seen = set()
        for i, column in zip(short.tolist(), replies.T, strict=True):
            if column.min() == column.max():  # the guess tells nothing: it only costs
                self.reasons["divides nothing"] += 1
                continue
            divided = parts(left, column)
            divided.pop(self._winning, None)
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
                claims = self._claims(child)
                if claims is not None:
                    difference = difference + claims[self._tail.unused - new]
                    difference = difference - self._apart(child, new) - self._least[len(child) - starred]
                    if self._tail.enough(difference):
                        return "families"
        for child in children:
            if len(child) > 2 and not any(STAR in pattern for pattern in child):
                difference = difference + (total(child) - self._least[len(child)])
                if self._tail.enough(difference):
                    return "codes"
        raise Refused(
            f"family {_name(family)} is said to cost more than the guess {_written(guess)} may "
            f"(u = {self._where(difference)})"
        )

    def _claims(self, patterns: Patterns) -> Ints | None:
        """Return what is claimed of a set of patterns, if anything."""
        match = self.certificate.by_form.get(normal_form(patterns))
        return None if match is None else match.claims

    def _apart(self, patterns: Patterns | list[Pattern], new: int) -> Ints:
        """Return what the starred ones among patterns cost alone, for u - new unused symbols, for all u."""
        many = Counter(map(stars, patterns))
        times = np.array([many[1 + i] for i in range(self._tail.places)])
        apart: Ints = times @ self._alone[:, self._tail.unused - new]
        return apart

    def _size(self, pattern: Pattern) -> Ints:
        return np.array([perm(int(u), stars(pattern)) for u in self._tail.unused], np.int64)

    def _where(self, difference: Ints) -> str:
        negative = self._tail.unused[difference < 0]
        return str(negative[0]) if len(negative) else f"beyond {self._tail.last}"


def _name(family: CertifiedFamily) -> str:
    """Name a family by its number and patterns."""
    return f"{family.number} ({' '.join(map(write_pattern, family.patterns))})"


def _written(guess: Pattern) -> str:
    return "".join("-" if x < 0 else write_pattern((x,)) for x in guess)
