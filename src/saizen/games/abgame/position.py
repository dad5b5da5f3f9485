"""Where the code-breaker stands: the codes still possible, as patterns.

Symbols that no guess has used are interchangeable, so the candidates are kept as patterns in which 0,
the star, is any unused symbol (different stars are different symbols). Where symbols may repeat there
are no stars.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import perm

from saizen.games.abgame.rules import Answer, Code, Size, respond

STAR = 0


@dataclass(frozen=True)
class Position:
    """Patterns over symbols that have been used; stars stand for the symbols in ``unused``."""

    size: Size
    patterns: tuple[Code, ...]
    unused: tuple[int, ...]
    """Symbols no guess has used, dummies apart; where no pattern has a star, none of them is possible."""

    @classmethod
    def start(cls, size: Size) -> "Position":
        """Return the position before the first guess.

        >>> Position.start(Size(3, 7)).patterns
        ((0, 0, 0),)
        """
        symbols = tuple(range(1, size.symbols + 1))
        if size.repeat:
            return cls(size, tuple(product(symbols, repeat=size.places)), symbols)
        return cls(size, ((STAR,) * size.places,), symbols)

    @classmethod
    def listed(cls, size: Size, codes: Iterable[Code]) -> "Position":
        """Return the position in which exactly these codes are possible."""
        codes = sorted(codes)
        seen = {symbol for code in codes for symbol in code}
        return cls(size, tuple(codes), tuple(s for s in range(1, size.symbols + 1) if s not in seen))

    @classmethod
    def after(
        cls, size: Size, history: Sequence[tuple[Code, Answer]], listed: Iterable[Code] | None = None
    ) -> "Position":
        """Return the position after a history (with no patterns when no secret fits)."""
        position = cls.start(size) if listed is None else cls.listed(size, listed)
        for guess, answer in history:
            position = position.answered(guess, answer)
        return position

    def __len__(self) -> int:
        """Count the candidates."""
        return sum(perm(len(self.unused), pattern.count(STAR)) for pattern in self.patterns)

    def candidates(self) -> Iterator[Code]:
        """List the candidates."""
        for pattern in self.patterns:
            stars = pattern.count(STAR)
            for symbols in permutations(self.unused, stars):
                filling = iter(symbols)
                yield tuple(next(filling) if symbol == STAR else symbol for symbol in pattern)

    def shown(self, guess: Code) -> "Position":
        """Return the same position with the symbols of a guess counted as used."""
        patterns = list(self.patterns)
        unused = list(self.unused)
        for symbol in guess:
            if symbol not in unused:
                continue
            unused.remove(symbol)
            if self.size.repeat:
                continue
            kept = [p for p in patterns if p.count(STAR) <= len(unused)]
            filled = [(*p[:i], symbol, *p[i + 1 :]) for p in patterns for i in range(len(p)) if p[i] == STAR]
            patterns = kept + filled
        return Position(self.size, tuple(sorted(patterns)), tuple(unused))

    def answered(self, guess: Code, answer: Answer) -> "Position":
        """Return the position after one more guess and its answer."""
        shown = self.shown(guess)
        left = tuple(pattern for pattern in shown.patterns if respond(pattern, guess) == answer)
        return Position(self.size, left, shown.unused)

    def parts(self, guess: Code) -> dict[Answer, "Position"]:
        """Return the positions that the answers to a guess lead to."""
        shown = self.shown(guess)
        parts: dict[Answer, list[Code]] = {}
        for pattern in shown.patterns:
            parts.setdefault(respond(pattern, guess), []).append(pattern)
        return {
            answer: Position(self.size, tuple(left), shown.unused) for answer, left in sorted(parts.items())
        }

    @property
    def live(self) -> tuple[int, ...]:
        """Symbols that patterns name."""
        return tuple(sorted({symbol for pattern in self.patterns for symbol in pattern if symbol != STAR}))

    @property
    def starred(self) -> bool:
        """Tell whether some candidate has unused symbols."""
        return any(STAR in pattern for pattern in self.patterns)
