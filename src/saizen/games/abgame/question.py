"""A question about one position: its total, its worst case, its optimal guesses, the cost of any guess."""

import math
import time
from fractions import Fraction
from functools import cached_property
from typing import Any

from saizen.games.abgame.guessers import fill_dead_places
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search.engine import GRACE, Engine, engine_for
from saizen.games.abgame.search.normal_form import DEAD
from saizen.games.abgame.search.runner import TooLong
from saizen.games.abgame.size import Code, Objective
from saizen.games.abgame.small import FewCodes
from saizen.work import SILENT, Progress


class EngineQuestion:
    """One position, asked of the engine within a time; what is found out is computed once.

    Every answer may raise `TooLong`, for a position that the engine does not take ``TooLarge``.
    """

    def __init__(
        self,
        engine: Engine,
        position: AbPosition,
        objective: Objective,
        seconds: float | None,
        progress: Progress,
    ) -> None:
        self.engine, self.position, self.objective = engine, position, objective
        self._progress = progress
        if seconds is not None:
            engine.prepare()
        self._deadline = None if seconds is None else time.monotonic() + seconds
        engine.check(position)

    def _options(self) -> dict[str, Any]:
        left = None if self._deadline is None else self._deadline - time.monotonic()
        if left is not None and left < -GRACE:
            raise TooLong("the exact answer takes longer than the time allowed")
        return {"progress": self._progress, "seconds": None if left is None else max(0.0, left)}

    @property
    def mean(self) -> bool:
        """Whether totals count, not only the worst case."""
        return self.objective != "worst"

    @cached_property
    def worst(self) -> int:
        """The fewest guesses that suffice for every candidate."""
        return self.engine.worst(self.position, **self._options())

    @property
    def within(self) -> int | None:
        """The most guesses that anybody may need."""
        return None if self.objective == "mean" else self.worst

    @cached_property
    def total(self) -> int:
        """The least total over all candidates (0 where only the worst case counts)."""
        if not self.mean:
            return 0
        total = self.engine.total(self.position, within=self.within, **self._options())
        assert total is not None  # the limit is one that can be kept
        return total

    @property
    def least(self) -> int:
        """The result of the best guesses: the total, or the worst case if only that counts."""
        return self.total if self.mean else self.worst

    @cached_property
    def optimal(self) -> list[Code]:
        """Every optimal guess, with the engine's placeholders."""
        return self.engine.optimal(
            self.position, self.total, within=self.within, mean=self.mean, **self._options()
        )

    @property
    def optimal_count(self) -> int:
        """How many legal guesses are optimal."""
        return sum(_times(self.position, guess) for guess in self.optimal)

    @cached_property
    def shown(self) -> list[Code]:
        """The optimal guesses, one for each class of interchangeable unused symbols; candidates first."""
        return spelled_out(self.position, self.optimal)

    def every_guess(self) -> list[Code]:
        """List all guesses, one for each class of interchangeable unused symbols."""
        return spelled_out(self.position, self.engine.guesses(self.position, 1 << 40))

    def cost(self, guess: Code) -> int | None:
        """Return what `least` becomes with this guess; None if the worst case cannot be kept with it."""
        if self.mean:
            return self.engine.total(self.position, guess, within=self.within, **self._options())
        return self.engine.worst(self.position, guess, **self._options())

    def value(self, cost: int | None) -> Fraction | int | None:
        """Turn a cost into a value: guesses on average, or in the worst case where only that counts."""
        return Fraction(cost, len(self.position)) if self.mean and cost is not None else cost


class SmallQuestion(EngineQuestion):
    """A position with so few candidates that plain Python answers, without the engine's kernels."""

    def __init__(self, position: AbPosition, objective: Objective) -> None:
        self.position, self.objective = position, objective
        self._few = FewCodes(position)
        self._progress, self._deadline = SILENT, None

    @cached_property
    def engine(self) -> Engine:  # type: ignore[override]
        """The engine, for lists of all guesses."""
        return engine_for(self.position.size)

    @cached_property
    def worst(self) -> int:
        """The fewest guesses that suffice for every candidate."""
        return self._few.worst()

    @cached_property
    def total(self) -> int:
        """The least total over all candidates (0 where only the worst case counts)."""
        total = self._few.total(within=self.within) if self.mean else 0
        assert total is not None  # the limit is one that can be kept
        return total

    @cached_property
    def optimal(self) -> list[Code]:
        """Every optimal guess, with the engine's placeholders."""
        return self._few.optimal(self.total, self.within, self.mean)

    def cost(self, guess: Code) -> int | None:
        """Return what `least` becomes with this guess; None if the worst case cannot be kept with it."""
        return self._few.total(guess, self.within) if self.mean else self._few.worst(guess)


def _times(position: AbPosition, guess: Code) -> int:
    """Count the legal guesses that a guess with placeholders stands for."""
    size = position.size
    unused = len(position.unused) if position.starred else 0
    dead = size.all_symbols - len(position.live) - unused
    slots = sum(symbol == DEAD for symbol in guess)
    new = sum(symbol in position.unused for symbol in guess) if position.starred else 0
    return math.perm(unused, new) * (dead**slots if size.repeat else math.perm(dead, slots))


def spelled_out(position: AbPosition, guesses: list[Code]) -> list[Code]:
    """Write guesses out, one for each class of interchangeable unused symbols; candidates first."""
    codes = [code for guess in guesses for code in fill_dead_places(position, guess)]
    if position.size.repeat:  # unused symbols are live there: the first ones stand for all
        supply = position.unused
        codes = [code for code in codes if _in_order([s for s in code if s in supply], supply)]
    candidates = set(position.patterns) if not position.starred else set()

    def is_candidate(code: Code) -> bool:
        return code in candidates if candidates else code in position.shown(code).patterns

    return sorted(dict.fromkeys(codes), key=lambda code: (not is_candidate(code), code))


def _in_order(symbols: list[int], supply: tuple[int, ...]) -> bool:
    first = list(dict.fromkeys(symbols))
    return first == list(supply[: len(first)])
