"""Where the code-breaker stands: the codes still possible, as patterns.

Symbols that no guess has used are interchangeable, so the candidates are kept as patterns in which 0,
the star, is any unused symbol (different stars are different symbols). Where symbols may repeat there
are no stars.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import comb, perm

import numpy as np

from saizen.games.abgame.codes import (
    MOST_SHOWN,
    TooMany,
    answer_of,
    answers_to,
    as_codes,
    every_code,
    number_of,
)
from saizen.games.abgame.rules import Code, Reply, Size, respond

STAR = 0


def shown_patterns(stars: int, new: int) -> int:
    """Count what one pattern becomes when new symbols are shown: some of its stars become some of them.

    >>> shown_patterns(2, 1), shown_patterns(3, 3)
    (3, 34)
    """
    return sum(comb(stars, j) * perm(new, j) for j in range(stars + 1))


@dataclass(frozen=True)
class AbPosition:
    """Patterns over symbols that have been used; stars stand for the symbols in ``unused``."""

    size: Size
    patterns: tuple[Code, ...]
    unused: tuple[int, ...]
    """Symbols no guess has used, dummies apart; where no pattern has a star, none of them is possible."""

    @classmethod
    def start(cls, size: Size) -> "AbPosition":
        """Return the position before the first guess.

        >>> AbPosition.start(Size(3, 7)).patterns
        ((0, 0, 0),)
        """
        symbols = tuple(range(1, size.symbols + 1))
        if size.repeat:
            return cls(size, as_codes(every_code(size)), symbols)
        return cls(size, ((STAR,) * size.places,), symbols)

    @classmethod
    def listed(cls, size: Size, codes: Iterable[Code]) -> "AbPosition":
        """Return the position in which exactly these codes are possible."""
        codes = sorted(codes)
        seen = {symbol for code in codes for symbol in code}
        return cls(size, tuple(codes), tuple(s for s in range(1, size.symbols + 1) if s not in seen))

    @classmethod
    def after(
        cls, size: Size, history: Sequence[tuple[Code, Reply]], listed: Iterable[Code] | None = None
    ) -> "AbPosition":
        """Return the position after a history (with no patterns when no secret fits)."""
        if size.repeat and listed is None:  # only what is left is written out
            codes = every_code(size)
            for guess, answer in history:
                codes = codes[answers_to(guess, codes) == number_of(answer, size)]
            used = {symbol for guess, _ in history for symbol in guess}
            unused = tuple(symbol for symbol in range(1, size.symbols + 1) if symbol not in used)
            return cls(size, as_codes(codes), unused)
        position = cls.start(size) if listed is None else cls.listed(size, listed)
        for guess, answer in history:
            position = position.answered(guess, answer)
        return position

    def __len__(self) -> int:
        """Count the candidates."""
        if self.size.repeat:
            return len(self.patterns)
        return sum(perm(len(self.unused), pattern.count(STAR)) for pattern in self.patterns)

    def candidates(self) -> Iterator[Code]:
        """List the candidates."""
        for pattern in self.patterns:
            stars = pattern.count(STAR)
            for symbols in permutations(self.unused, stars):
                filling = iter(symbols)
                yield tuple(next(filling) if symbol == STAR else symbol for symbol in pattern)

    def shown(self, guess: Code) -> "AbPosition":
        """Return the same position with the symbols of a guess counted as used."""
        patterns = list(self.patterns)
        unused = list(self.unused)
        new = 0 if self.size.repeat else sum(symbol in unused for symbol in guess)
        if new and sum(shown_patterns(p.count(STAR), new) for p in patterns) > MOST_SHOWN:
            raise TooMany(
                f"{self.size}: the {len(self):,} candidates are too many to be listed after a guess"
            )
        for symbol in guess:
            if symbol not in unused:
                continue
            unused.remove(symbol)
            if self.size.repeat:
                continue
            kept = [p for p in patterns if p.count(STAR) <= len(unused)]
            filled = [(*p[:i], symbol, *p[i + 1 :]) for p in patterns for i in range(len(p)) if p[i] == STAR]
            patterns = kept + filled
        return AbPosition(self.size, tuple(sorted(patterns)), tuple(unused))

    def answered(self, guess: Code, answer: Reply) -> "AbPosition":
        """Return the position after one more guess and its answer."""
        shown = self.shown(guess)
        if self.size.repeat and shown.patterns:
            codes = np.array(shown.patterns, np.int16)
            codes = codes[answers_to(guess, codes) == number_of(answer, self.size)]
            return AbPosition(self.size, as_codes(codes), shown.unused)
        left = tuple(pattern for pattern in shown.patterns if respond(pattern, guess) == answer)
        return AbPosition(self.size, left, shown.unused)

    def parts(self, guess: Code) -> dict[Reply, "AbPosition"]:
        """Return the positions that the answers to a guess lead to."""
        shown = self.shown(guess)
        parts: dict[Reply, list[Code]] = {}
        for pattern in shown.patterns:
            parts.setdefault(respond(pattern, guess), []).append(pattern)
        return {
            answer: AbPosition(self.size, tuple(left), shown.unused) for answer, left in sorted(parts.items())
        }

    def answers(self, guess: Code) -> set[Reply]:
        """Return the answers that some candidate gives to a guess.

        >>> sorted(map(str, AbPosition.start(Size(2, 2)).answers((1, 2))))
        ['0A2B', '2A0B']
        """
        shown = self.shown(guess).patterns
        if not self.size.repeat or not shown:
            return {respond(pattern, guess) for pattern in shown}
        numbers = np.unique(answers_to(guess, np.array(shown, np.int16)))
        return {answer_of(int(number), self.size) for number in numbers}

    @property
    def live(self) -> tuple[int, ...]:
        """Symbols that patterns name."""
        return tuple(sorted({symbol for pattern in self.patterns for symbol in pattern if symbol != STAR}))

    @property
    def starred(self) -> bool:
        """Tell whether some candidate has unused symbols."""
        return any(STAR in pattern for pattern in self.patterns)
