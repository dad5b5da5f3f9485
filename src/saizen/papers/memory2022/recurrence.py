"""The paper's recurrence (2) in plain fractions, with each misprint on demand.

Written after the paper, formula by formula, so that a misprint can be put in alone and its effect
measured. It is also the plain recursion that the benchmark compares the kernel with.
"""

from fractions import Fraction
from functools import cache


class Recurrence:
    """E(na, nf, ka, kf) as printed in the named terms and right in all others.

    >>> Recurrence().value(2, 1, 1, 1), Recurrence("pass").value(3, 0, 1, 0)
    (Fraction(0, 1), Fraction(0, 1))
    """

    def __init__(self, *misprints: str) -> None:
        self.misprints = frozenset(misprints)
        self.value = cache(self._value)

    def _value(self, na: int, nf: int, ka: int, kf: int) -> Fraction:
        if na == 0:
            return Fraction(0)
        value, nt, kt = self.value, na - nf, ka - kf
        hidden = 2 * na + 2 * nf - ka
        total = Fraction(0)
        if kt:
            total += kt * (1 + value(na - 1, nf, ka - 1, kf))
        if kf:
            total += 3 * kf * (1 + value(na, nf - 1, ka - 1, kf - 1))
        if nt > kt:
            total += 2 * (nt - kt) * self._answer_two(na, nf, ka, kf)
        if nf > kf:
            as_printed = "answer" in self.misprints and nt > kt
            answer = self._answer_two if as_printed else self._answer_four
            total += 4 * (nf - kf) * answer(na, nf, ka, kf)
        unknown = total / hidden
        return max(Fraction(0), unknown) if ka >= 2 or "pass" in self.misprints else unknown

    def _answer_two(self, na: int, nf: int, ka: int, kf: int) -> Fraction:
        """Answer to an unknown letter of two."""
        value, nt, kt = self.value, na - nf, ka - kf
        left = 2 * na + 2 * nf - ka - 1
        total = (1 - kt) * (1 + value(na - 1, nf, ka, kf))
        if kf:
            total -= 3 * kf * (1 + value(na, nf - 1, ka, kf - 1))
        if nt - kt > 1:
            total -= 2 * (nt - kt - 1) * value(na, nf, ka + 2, kf)
        if nf > kf:
            fours = Fraction(4 * (nf - (kt if "figure" in self.misprints else kf)))
            if "two denominator" in self.misprints:
                fours *= Fraction(left, left + 1)
            total -= fours * value(na, nf, ka + 2, kf + 1)
        return self._best(total / left, ka, -value(na, nf, ka + 1, kf))

    def _answer_four(self, na: int, nf: int, ka: int, kf: int) -> Fraction:
        """Answer to an unknown letter of four."""
        value, nt, kt = self.value, na - nf, ka - kf
        left = 2 * na + 2 * nf - ka - 1
        total = (3 - 3 * kf) * (1 + value(na, nf - 1, ka, kf))
        if kt:
            total -= kt * (1 + value(na - 1, nf, ka, kf + 1))
        if nt > kt:
            total -= (
                2
                * ((kt - kf) if "four twos" in self.misprints else (nt - kt))
                * value(na, nf, ka + 2, kf + 1)
            )
        if nf - kf > 1:
            fours = Fraction(4 * (nf - kf - 1))
            if "four denominator" in self.misprints:
                fours *= Fraction(left, left + 1)
            total -= fours * value(na, nf, ka + 2, kf + 2)
        return self._best(total / left, ka, -value(na, nf, ka + 1, kf + 1))

    def _best(self, unknown: Fraction, ka: int, known_card: Fraction) -> Fraction:
        return max(known_card, unknown) if ka >= 1 or "known second" in self.misprints else unknown


def all_boards(largest: int) -> list[tuple[int, int, int, int]]:
    """List the boards (na, nf, ka, kf) with at most that many letters, small ones first."""
    return [
        (na, nf, kt + kf, kf)
        for na in range(1, largest + 1)
        for nf in range(na + 1)
        for kt in range(na - nf + 1)
        for kf in range(nf + 1)
    ]
