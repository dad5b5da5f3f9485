"""Positions of the code-breaker: the codes still possible, as patterns.

Symbols that no guess has used are interchangeable, so the candidates are kept as patterns in which 0,
the star, is any unused symbol (different stars are different symbols). Where symbols may repeat there
are no stars.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import permutations
from math import comb, perm
from operator import eq

import numpy as np

from saizen.games.abgame.size import (
    MOST_SHOWN,
    Code,
    Reply,
    Size,
    TooMany,
    answer_of,
    answers_to,
    as_codes,
    every_code,
    number_of,
    respond,
)

STAR = 0
FEW = 500
"""Candidates up to which positions are compared code by code."""
History = tuple[tuple[Code, Reply], ...]
"""Guesses and their answers."""


def divide_patterns(patterns: Sequence[Code], guess: Code) -> dict[Reply, list[Code]]:
    """Divide patterns by their answers to a guess. No pattern repeats a symbol, so sets determine the answer.

    >>> divide_patterns([(1, 2, 0), (2, 1, 0), (3, 4, 1)], (1, 2, 5))[Reply(0, 2)]
    [(2, 1, 0)]
    """
    symbols, parts = frozenset(guess), dict[tuple[int, int], list[Code]]()
    _check_lengths(patterns, guess)
    for pattern in patterns:
        answer = sum(map(eq, pattern, guess)), len(symbols.intersection(pattern))
        parts.setdefault(answer, []).append(pattern)
    return {Reply(right, common - right): alike for (right, common), alike in parts.items()}


def patterns_with_answer(patterns: Sequence[Code], guess: Code, answer: Reply) -> list[Code]:
    """Return the patterns with one answer to a guess, as `divide_patterns` does, but faster.

    >>> patterns_with_answer([(1, 2, 0), (2, 1, 0), (3, 4, 1)], (1, 2, 5), Reply(0, 2))
    [(2, 1, 0)]
    """
    right, common, shared = answer[0], sum(answer), frozenset(guess).intersection
    _check_lengths(patterns, guess)
    alike = [pattern for pattern in patterns if len(shared(pattern)) == common]
    return [pattern for pattern in alike if sum(map(eq, pattern, guess)) == right]


def _check_lengths(patterns: Sequence[Code], guess: Code) -> None:
    """Refuse a guess that is longer or shorter than a pattern."""
    if not {len(guess)}.issuperset(map(len, patterns)):
        pattern = next(pattern for pattern in patterns if len(pattern) != len(guess))
        raise ValueError(f"{guess} has {len(guess)} symbols, {pattern} has {len(pattern)}")


@cache
def shown_patterns(stars: int, new: int) -> int:
    """Count what one pattern becomes when new symbols are shown: some of its stars become some of them.

    >>> shown_patterns(2, 1), shown_patterns(3, 3)
    (3, 34)
    """
    return sum(comb(stars, j) * perm(new, j) for j in range(stars + 1))


@dataclass(frozen=True, eq=False)
class AbPosition:
    """Patterns over symbols that have been used; stars stand for the symbols in ``unused``.

    Positions are equal when they have the same candidates, whatever guesses led to them. Without a candidate
    the code is found. The history rides along for people and for a short text.

    >>> start = AbPosition.start(Size(2, 3))
    >>> start.answered((1, 2), Reply(0, 2)) == AbPosition.listed(Size(2, 3), [(2, 1)])
    True
    """

    size: Size
    patterns: tuple[Code, ...]
    unused: tuple[int, ...]
    """Symbols no guess has used, dummies apart; where no pattern has a star, none of them is possible."""
    history: History | None = None
    """Guesses and answers that leave these of all codes, or of ``listed_first``; None: not known."""
    listed_first: frozenset[Code] | None = None
    """The candidates before the first guess, where they were given as a list."""

    @classmethod
    def start(cls, size: Size) -> "AbPosition":
        """Return the position before the first guess.

        >>> AbPosition.start(Size(3, 7)).patterns
        ((0, 0, 0),)
        """
        symbols = tuple(range(1, size.symbols + 1))
        if size.repeat:
            return cls(size, as_codes(every_code(size)), symbols, ())
        return cls(size, ((STAR,) * size.places,), symbols, ())

    @classmethod
    def listed(cls, size: Size, codes: Iterable[Code]) -> "AbPosition":
        """Return the position in which exactly these codes are possible."""
        codes = sorted(codes)
        seen = {symbol for code in codes for symbol in code}
        unused = tuple(s for s in range(1, size.symbols + 1) if s not in seen)
        return cls(size, tuple(codes), unused, (), frozenset(codes))

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
            return cls(size, as_codes(codes), unused, tuple(history))
        position = cls.start(size) if listed is None else cls.listed(size, listed)
        for guess, answer in history:
            position = position.answered(guess, answer)
        return position

    def __len__(self) -> int:
        """Count the candidates."""
        return self._count

    @cached_property
    def _count(self) -> int:
        if self.size.repeat:
            return len(self.patterns)
        return sum(perm(len(self.unused), pattern.count(STAR)) for pattern in self.patterns)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AbPosition):
            return NotImplemented
        if (self.size, len(self)) != (other.size, len(other)):
            return False
        if (self.patterns, self.unused) == (other.patterns, other.unused):
            return True
        if len(self) <= FEW:
            return self._codes == other._codes
        shared = set(self.unused) & set(other.unused)
        return set(self._starring(shared)) == set(other._starring(shared))

    def __hash__(self) -> int:
        return hash((self.size, self._codes if len(self) <= FEW else len(self)))

    def __repr__(self) -> str:
        return f"<position of {self.size}, {len(self):,} candidates>"

    @cached_property
    def _codes(self) -> frozenset[Code]:
        return frozenset(self.candidates())

    def _starring(self, symbols: set[int]) -> list[Code]:
        """Return the patterns in which stars stand for these symbols only, some of the unused ones."""
        return self._show([symbol for symbol in self.unused if symbol not in symbols])[0]

    def candidates(self) -> Iterator[Code]:
        """List the candidates."""
        for pattern in self.patterns:
            stars = pattern.count(STAR)
            if not stars:
                yield pattern
                continue
            for symbols in permutations(self.unused, stars):
                filling = iter(symbols)
                yield tuple(next(filling) if symbol == STAR else symbol for symbol in pattern)

    def shown(self, guess: Code) -> "AbPosition":
        """Return the same position with the symbols of a guess counted as used."""
        new = 0 if self.size.repeat else sum(symbol in self.unused for symbol in guess)
        if new and sum(shown_patterns(p.count(STAR), new) for p in self.patterns) > MOST_SHOWN:
            raise TooMany(
                f"{self.size}: the {len(self):,} candidates are too many to be listed after a guess"
            )
        patterns, unused = self._show(guess)
        return self._with(tuple(sorted(patterns)), unused, None)

    def _show(self, symbols: Iterable[int]) -> tuple[list[Code], tuple[int, ...]]:
        """Return the patterns with these symbols written where a star may be one of them, and the rest."""
        patterns, unused = list(self.patterns), list(self.unused)
        for symbol in symbols:
            if symbol not in unused:
                continue
            unused.remove(symbol)
            if self.size.repeat:
                continue
            starred = [p for p in patterns if STAR in p]
            if not starred:
                continue
            unfilled = [p for p in patterns if p.count(STAR) <= len(unused)]
            filled = [(*p[:i], symbol, *p[i + 1 :]) for p in starred for i in range(len(p)) if p[i] == STAR]
            patterns = unfilled + filled
        return patterns, tuple(unused)

    def _with(
        self, patterns: tuple[Code, ...], unused: tuple[int, ...], said: tuple[Code, Reply] | None
    ) -> "AbPosition":
        """Return a position that came of this one, its history longer by what was said."""
        history = self.history
        if history is not None and said is not None:
            history = (*history, said)
        return AbPosition(self.size, patterns, unused, history, self.listed_first)

    def answered(self, guess: Code, answer: Reply) -> "AbPosition":
        """Return the position after one more guess and its answer."""
        shown = self.shown(guess)
        if self.size.repeat and shown.patterns:
            codes = np.array(shown.patterns, np.int16)
            left = as_codes(codes[answers_to(guess, codes) == number_of(answer, self.size)])
        else:
            left = tuple(patterns_with_answer(shown.patterns, guess, answer))
        return shown._with(left, shown.unused, (guess, answer))

    def parts(self, guess: Code) -> dict[Reply, "AbPosition"]:
        """Return the positions that the answers to a guess lead to."""
        shown = self.shown(guess)
        parts: dict[Reply, list[Code]] = {}
        if not self.size.repeat:
            parts = divide_patterns(shown.patterns, guess)
        elif len(shown.patterns) > FEW:
            numbers = answers_to(guess, np.array(shown.patterns, np.int16)).tolist()
            said = {number: answer_of(number, self.size) for number in set(numbers)}
            for number, pattern in zip(numbers, shown.patterns, strict=True):
                parts.setdefault(said[number], []).append(pattern)
        else:
            for pattern in shown.patterns:
                parts.setdefault(respond(pattern, guess), []).append(pattern)
        return {
            answer: shown._with(tuple(left), shown.unused, (guess, answer))
            for answer, left in sorted(parts.items())
        }

    def finished(self) -> "AbPosition":
        """Return the end of the game: no candidate, nothing left to guess."""
        return AbPosition(self.size, (), self.unused, self.history, frozenset())

    def answers(self, guess: Code) -> set[Reply]:
        """Return the answers that some candidate gives to a guess.

        >>> sorted(map(str, AbPosition.start(Size(2, 2)).answers((1, 2))))
        ['0A2B', '2A0B']
        """
        shown = self.shown(guess).patterns
        if not self.size.repeat or not shown:
            return set(divide_patterns(shown, guess))
        numbers = np.unique(answers_to(guess, np.array(shown, np.int16)))
        return {answer_of(int(number), self.size) for number in numbers}

    @property
    def live(self) -> tuple[int, ...]:
        """Symbols that patterns name."""
        return tuple(sorted({symbol for pattern in self.patterns for symbol in pattern if symbol != STAR}))

    @property
    def starred(self) -> bool:
        """Return whether some candidate has unused symbols."""
        return any(STAR in pattern for pattern in self.patterns)


@dataclass(frozen=True, slots=True)
class Repair:
    """One answer of a history, counted from 0, and what it could have been instead."""

    at: int
    answers: tuple[Reply, ...]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """``at`` is the answer, counted from 0, after which no secret is left; -1 if there was none before it."""

    at: int
    repairs: tuple[Repair, ...]


def contradiction(
    size: Size, history: Sequence[tuple[Code, Reply]], listed: Iterable[Code] | None = None
) -> Contradiction | None:
    """Find where a history breaks and every single change of an answer that mends it; None if it is possible.

    >>> both = (((1, 2, 3), Reply(3, 0)), ((1, 2, 4), Reply(3, 0)))
    >>> found = contradiction(Size(3, 4), both)
    >>> found.at, [(one.at, *map(str, one.answers)) for one in found.repairs]
    (1, [(0, '2A0B'), (1, '2A0B')])
    """
    candidates = None if listed is None else frozenset(listed)
    steps = range(len(history) + 1)
    broken = next((i for i in steps if not AbPosition.after(size, history[:i], candidates).patterns), None)
    if broken is None:
        return None
    repairs = []
    for at, (guess, _) in enumerate(history):
        rest = AbPosition.after(size, [*history[:at], *history[at + 1 :]], candidates)
        if others := sorted(rest.answers(guess)):  # what was answered is not among them: nothing fits it
            repairs.append(Repair(at, tuple(others)))
    return Contradiction(broken - 1, tuple(repairs))
