"""The oracle: code-breaking from first principles, sharing no line with the engine.

Literal candidate sets, every legal guess, no symmetry, and only the trivial bound: of a set of n
codes at most one is found by the first guess, so the total is at least 2n - 1. A set of codes is an
integer with a bit for each code, so that a guess divides it by a few operations on whole sets.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations, product

Code = tuple[int, ...]
Codes = frozenset[Code]


def answer(secret: Code, guess: Code) -> tuple[int, int]:
    """Count the A (right symbol, right place) and the B (right symbol, wrong place)."""
    right = sum(s == g for s, g in zip(secret, guess, strict=True))
    common = sum((Counter(secret) & Counter(guess)).values())
    return right, common - right


def all_codes(places: int, symbols: int, repeat: bool) -> list[Code]:
    """List every code."""
    if repeat:
        return list(product(range(1, symbols + 1), repeat=places))
    return list(permutations(range(1, symbols + 1), places))


def by_count(everything: int, properties: Iterable[int]) -> list[int]:
    """Divide a set by how many of some properties its elements have; a property is the set that has it."""
    having = [everything]
    for some in properties:
        having = [
            few & ~some | one_less & some for few, one_less in zip([*having, 0], [0, *having], strict=True)
        ]
    return having


class Brute:
    """Values of literal candidate sets."""

    def __init__(self, places: int, symbols: int, dummies: int = 0, repeat: bool = False) -> None:
        codes = all_codes(places, symbols, repeat)
        self.start: Codes = frozenset(codes)
        self.guesses = all_codes(places, symbols + dummies, repeat)
        self.bits = {code: 1 << number for number, code in enumerate(codes)}
        self.at: Counter[tuple[int, int]] = Counter()  # the codes with this symbol at this place
        self.times: Counter[tuple[int, int]] = Counter()  # the codes with this symbol so often or more often
        for code, bit in self.bits.items():
            for place, symbol in enumerate(code):
                self.at[place, symbol] |= bit
                self.times[symbol, code[: place + 1].count(symbol)] |= bit
        self.answers = cache(self._answers)
        self.bits_total = cache(self._bits_total)
        self.bits_within = cache(self._bits_within)

    def bits_of(self, codes: Codes) -> int:
        """Return a set as an integer."""
        return sum(self.bits[code] for code in codes)

    def codes_of(self, bits: int) -> Iterator[Code]:
        """List the codes of a set."""
        return (code for code, bit in self.bits.items() if bit & bits)

    def _answers(self, guess: Code) -> tuple[int, ...]:
        """List the sets of codes that a guess is answered alike for, first the code that it finds, if any."""
        everything = (1 << len(self.bits)) - 1
        right = by_count(everything, (self.at[spot] for spot in enumerate(guess)))
        alike = by_count(
            everything, (self.times[s, guess[: place + 1].count(s)] for place, s in enumerate(guess))
        )
        found = self.bits.get(guess, 0)
        rest = (some & other & ~found for some in right for other in alike)
        return found, *(part for part in rest if part)

    def parts(self, bits: int, guess: Code) -> list[int] | None:
        """Split a set by the answers to a guess that do not end the game; None: all are answered alike."""
        parts = [part for answered in self.answers(guess)[1:] if (part := answered & bits)]
        return None if parts == [bits] else parts

    def after(self, history: list[tuple[Code, tuple[int, int]]]) -> Codes:
        """Return the codes that agree with a history."""
        return frozenset(c for c in self.start if all(answer(c, guess) == a for guess, a in history))

    def total(self, codes: Codes) -> int:
        """Return S(A): the fewest guesses in total over all codes of the set."""
        return self.bits_total(self.bits_of(codes))

    def total_of_guess(self, codes: Codes, guess: Code) -> int | None:
        """Return S(A, a), or None when the guess tells nothing and finds nothing."""
        parts = self.parts(self.bits_of(codes), guess)
        return None if parts is None else len(codes) + sum(map(self.bits_total, parts))

    def _bits_total(self, bits: int) -> int:
        many = bits.bit_count()
        if many <= 2:
            return 2 * many - 1
        best = 10**9
        for guess in (*self.codes_of(bits), *self.guesses):  # one that may be right is often best
            parts = self.parts(bits, guess)
            if parts is None:
                continue
            total = many + sum(2 * part.bit_count() - 1 for part in parts)
            for part in sorted(parts, key=int.bit_count):
                if total >= best:
                    break
                total += self.bits_total(part) - (2 * part.bit_count() - 1)
            best = min(best, total)
            if best == 2 * many - 1:
                break
        return best

    def optimal(self, codes: Codes) -> list[Code]:
        """List every guess, over all symbols, whose total is the least."""
        totals = {guess: self.total_of_guess(codes, guess) for guess in self.guesses}
        best = min(total for total in totals.values() if total is not None)
        return [guess for guess, total in totals.items() if total == best]

    def total_within(self, codes: Codes, limit: int) -> int | None:
        """Return the fewest total when nobody may need more than ``limit`` guesses; None: impossible."""
        return self.bits_within(self.bits_of(codes), limit)

    def total_of_guess_within(self, codes: Codes, guess: Code, limit: int) -> int | None:
        """Return S(A, a) when nobody may need more than ``limit`` guesses; None: impossible."""
        bits = self.bits_of(codes)
        parts = self.parts(bits, guess)
        rest = [self.bits_within(part, limit - 1) for part in ([bits] if parts is None else parts)]
        return None if limit < 1 or None in rest else len(codes) + sum(rest)

    def _bits_within(self, bits: int, limit: int) -> int | None:
        many = bits.bit_count()
        if many == 1:
            return 1 if limit >= 1 else None
        if limit < 2:
            return None
        best: int | None = None
        for guess in self.guesses:
            parts = self.parts(bits, guess)
            if parts is None:
                continue
            total = many
            for part in sorted(parts, key=int.bit_count, reverse=True):
                value = self.bits_within(part, limit - 1)
                if value is None or (best is not None and total + value >= best):
                    break
                total += value
            else:
                best = total if best is None else min(best, total)
        return best

    def worst(self, codes: Codes) -> int:
        """Return the fewest guesses that suffice for every code of the set."""
        limit = 1
        while self.total_within(codes, limit) is None:
            limit += 1
        return limit
