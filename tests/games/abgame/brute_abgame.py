"""The oracle: code-breaking from first principles, sharing no line with the engine.

Literal candidate sets, every legal guess, no symmetry, and only the trivial bound: of a set of n
codes at most one is found by the first guess, so the total is at least 2n - 1.
"""

from collections import Counter
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


class Brute:
    """Values of literal candidate sets."""

    def __init__(self, places: int, symbols: int, dummies: int = 0, repeat: bool = False) -> None:
        self.start: Codes = frozenset(all_codes(places, symbols, repeat))
        self.guesses = all_codes(places, symbols + dummies, repeat)
        self.win = (places, 0)
        self.total = cache(self._total)
        self.total_within = cache(self._total_within)

    def parts(self, codes: Codes, guess: Code) -> dict[tuple[int, int], Codes]:
        """Split a candidate set by the answers to a guess."""
        parts: dict[tuple[int, int], set[Code]] = {}
        for code in codes:
            parts.setdefault(answer(code, guess), set()).add(code)
        return {response: frozenset(part) for response, part in parts.items()}

    def after(self, history: list[tuple[Code, tuple[int, int]]]) -> Codes:
        """Return the codes that agree with a history."""
        return frozenset(c for c in self.start if all(answer(c, guess) == a for guess, a in history))

    def total_of_guess(self, codes: Codes, guess: Code) -> int | None:
        """Return S(A, a), or None when the guess tells nothing and finds nothing."""
        parts = self.parts(codes, guess)
        if len(parts) == 1 and self.win not in parts:
            return None
        return len(codes) + sum(self.total(part) for response, part in parts.items() if response != self.win)

    def _total(self, codes: Codes) -> int:
        """Return S(A): the fewest guesses in total over all codes of the set."""
        if len(codes) <= 2:
            return 2 * len(codes) - 1
        best = 10**9
        for guess in self.guesses:
            parts = self.parts(codes, guess)
            if len(parts) == 1 and self.win not in parts:
                continue
            rest = [part for response, part in parts.items() if response != self.win]
            total = len(codes) + sum(2 * len(part) - 1 for part in rest)
            for part in sorted(rest, key=len):
                if total >= best:
                    break
                total += self.total(part) - (2 * len(part) - 1)
            best = min(best, total)
            if best == 2 * len(codes) - 1:
                break
        return best

    def optimal(self, codes: Codes) -> list[Code]:
        """List every guess, over all symbols, whose total is the least."""
        totals = {guess: self.total_of_guess(codes, guess) for guess in self.guesses}
        best = min(total for total in totals.values() if total is not None)
        return [guess for guess, total in totals.items() if total == best]

    def total_of_guess_within(self, codes: Codes, guess: Code, limit: int) -> int | None:
        """Return S(A, a) when nobody may need more than ``limit`` guesses; None: impossible."""
        parts = self.parts(codes, guess)
        rest = [
            self.total_within(part, limit - 1) for response, part in parts.items() if response != self.win
        ]
        return None if limit < 1 or None in rest else len(codes) + sum(rest)

    def _total_within(self, codes: Codes, limit: int) -> int | None:
        """Return the fewest total when nobody may need more than ``limit`` guesses; None: impossible."""
        if len(codes) == 1:
            return 1 if limit >= 1 else None
        if limit < 2:
            return None
        best: int | None = None
        for guess in self.guesses:
            parts = self.parts(codes, guess)
            if len(parts) == 1 and self.win not in parts:
                continue
            total = len(codes)
            for response, part in sorted(parts.items(), key=lambda item: -len(item[1])):
                if response == self.win:
                    continue
                value = self.total_within(part, limit - 1)
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
