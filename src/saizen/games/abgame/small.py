"""Few candidates, searched by plain Python: faster than compiling the engine's kernels.

Candidates are the bits of an integer, and each guess is the list of the sets that its answers leave.
"""

from functools import cache, lru_cache
from itertools import product
from math import inf

from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.size import Code, respond

_answer = lru_cache(maxsize=1 << 16)(respond)
"""Positions with few candidates are asked about together, and have codes in common."""

MOST_CODES = 24
MOST_ANSWERS = 6_000
"""Guesses times candidates, beyond which the engine is asked."""
DEAD = -1
"""In a guess: any symbol that no candidate has."""


def is_few(position: AbPosition) -> bool:
    """Return whether a position is small enough to be searched here.

    >>> from saizen.games.abgame.size import Size
    >>> is_few(AbPosition.start(Size(2, 4))), is_few(AbPosition.start(Size(3, 4)))
    (True, True)
    >>> is_few(AbPosition.start(Size(3, 5)))
    False
    """
    codes = len(position)
    if not 0 < codes <= MOST_CODES:
        return False
    choices = len({symbol for code in position.candidates() for symbol in code}) + 1
    return bool(codes * choices**position.size.places <= MOST_ANSWERS)


class FewCodes:
    """The least total and the worst case of one position with few candidates.

    >>> from saizen.games.abgame.size import Size
    >>> few = FewCodes(AbPosition.start(Size(2, 3)))
    >>> few.total(), few.worst(), few.optimal(few.total())
    (13, 3, [(1, 2)])
    """

    def __init__(self, position: AbPosition) -> None:
        self.position = position
        self._codes = sorted(position.candidates())
        self._all = (1 << len(self._codes)) - 1
        size = position.size
        live = sorted({symbol for code in self._codes for symbol in code})
        dead = size.all_symbols - len(live)
        splits = {
            self._split(guess)
            for guess in product([*live, DEAD], repeat=size.places)
            if _legal(guess, size.repeat, dead)
        }
        self._splits = sorted(splits, key=lambda parts: (-len(parts), parts))

        @cache
        def least(codes: int, limit: int) -> float:
            """Return the least total of a set when nobody may need more guesses than the limit."""
            many = codes.bit_count()
            if many <= 2:
                return 2 * many - 1 if many <= limit else inf
            if limit < 2:
                return inf
            best: float = inf
            for split in self._splits:
                parts = {part & codes for part in split if part & codes}
                if len(parts) == 1:
                    continue
                best = min(best, self._sum(parts, split[-1], many, limit, best))
                if best == 2 * many - 1:
                    break
            return best

        self._least = least

    def _split(self, guess: Code) -> tuple[int, ...]:
        """Return the sets of candidates by answer; the last is the guess itself, or empty."""
        sets: dict[tuple[int, int], int] = {}
        hit = 0
        for bit, code in enumerate(self._codes):
            if code == guess:
                hit = 1 << bit
            else:
                answer = _answer(code, guess)
                sets[answer] = sets.get(answer, 0) | 1 << bit
        return (*sorted(sets.values()), hit)

    def _sum(self, parts: set[int], hit: int, many: int, limit: int, below: float) -> float:
        """Return the total after a guess with these answers, or something that is not below ``below``."""
        others = [part for part in parts if part != hit]
        total: float = many + sum(2 * part.bit_count() - 1 for part in others)
        for part in sorted(others, key=int.bit_count, reverse=True):
            if total >= below:
                break
            total += self._least(part, limit - 1) - (2 * part.bit_count() - 1)
        return total

    def total(self, guess: Code | None = None, within: int | None = None) -> int | None:
        """Return the least total (beginning with ``guess``); None if the limit cannot be kept."""
        many = len(self._codes)
        limit = many + 1 if within is None else within
        if guess is None:
            total = self._least(self._all, limit)
        elif limit < 1:
            total = inf
        else:
            split = self._split(guess)
            total = self._sum({part for part in split if part}, split[-1], many, limit, inf)
        return None if total == inf else int(total)

    def worst(self, guess: Code | None = None) -> int:
        """Return the fewest guesses that suffice for every candidate (beginning with ``guess``)."""
        within = 1
        while self.total(guess, within) is None:
            within += 1
        return within

    def optimal(self, total: int, within: int | None = None, mean: bool = True) -> list[Code]:
        """List every guess that attains a total (or, without ``mean``, keeps the limit).

        Unused symbols that are possible are the first ones of ``position.unused``, in order; `DEAD` stands
        for any symbol that no candidate has.
        """
        position, size = self.position, self.position.size
        fresh = position.unused if position.starred else ()
        new = -2
        dead = size.all_symbols - len(position.live) - len(fresh)
        optimal = []
        for form in product([*position.live, new, DEAD], repeat=size.places):
            if form.count(new) > len(fresh) or not _legal([s for s in form if s != new], size.repeat, dead):
                continue
            supply = iter(fresh)
            guess = tuple(next(supply) if symbol == new else symbol for symbol in form)
            cost = self.total(guess, within)
            if cost is not None and (not mean or cost == total):
                optimal.append(guess)
        return optimal


def _legal(guess: Code | list[int], repeat: bool, dead: int) -> bool:
    """Return whether symbols can be guessed together, with so many dead ones to choose from."""
    slots = guess.count(DEAD)
    if repeat:
        return dead > 0 or not slots
    live = [symbol for symbol in guess if symbol != DEAD]
    return slots <= dead and len(set(live)) == len(live)
