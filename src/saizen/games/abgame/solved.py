"""What the engine knows, as answers about positions: `saizen.solution.Solution` for the AB game."""

import math
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from saizen.cache import Cache
from saizen.errors import SaizenError
from saizen.game import Move
from saizen.games.abgame import book
from saizen.games.abgame.engine import GRACE, Engine, engine_for
from saizen.games.abgame.few import FewCodes, is_few
from saizen.games.abgame.forms import DEAD, TooLarge, TooLong
from saizen.games.abgame.guessers import filled, quick_guess
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.rules import AbGame
from saizen.games.abgame.size import OBJECTIVES, Code, Guesses, Objective
from saizen.solution import MoveValue, Solution, as_position
from saizen.store import Store
from saizen.work import SILENT, Progress

KEPT = 500
"""Positions whose best guesses are kept for the next question."""


class Question:
    """One position, asked of the engine within a time; what is found out is computed once.

    Every answer may raise `TooLong`, for a position that the engine does not take `TooLarge`.
    """

    def __init__(
        self,
        engine: Engine,
        here: AbPosition,
        objective: Objective,
        seconds: float | None,
        progress: Progress,
    ) -> None:
        self.engine, self.here, self.objective = engine, here, objective
        self._progress = progress
        if seconds is not None:
            engine.prepare()
        self._deadline = None if seconds is None else time.monotonic() + seconds
        engine.check(here)

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
        return self.engine.worst(self.here, **self._options())

    @property
    def within(self) -> int | None:
        """The most guesses that anybody may need."""
        return None if self.objective == "mean" else self.worst

    @cached_property
    def total(self) -> int:
        """The least total over all candidates (0 where only the worst case counts)."""
        if not self.mean:
            return 0
        total = self.engine.total(self.here, within=self.within, **self._options())
        assert total is not None  # the limit is one that can be kept
        return total

    @property
    def least(self) -> int:
        """What the best guesses attain: the total, or the worst case where only that counts."""
        return self.total if self.mean else self.worst

    @cached_property
    def optimal(self) -> list[Code]:
        """Every optimal guess, with the engine's placeholders."""
        return self.engine.optimal(
            self.here, self.total, within=self.within, mean=self.mean, **self._options()
        )

    @property
    def optimal_count(self) -> int:
        """How many legal guesses are optimal."""
        return sum(_times(self.here, guess) for guess in self.optimal)

    @cached_property
    def shown(self) -> list[Code]:
        """The optimal guesses, one for each class of interchangeable unused symbols; candidates first."""
        return spelled_out(self.here, self.optimal)

    def every_guess(self) -> list[Code]:
        """List all guesses, one for each class of interchangeable unused symbols."""
        return spelled_out(self.here, self.engine.guesses(self.here, 1 << 40))

    def cost(self, guess: Code) -> int | None:
        """Return what `least` becomes with this guess; None if the worst case cannot be kept with it."""
        if self.mean:
            return self.engine.total(self.here, guess, within=self.within, **self._options())
        return self.engine.worst(self.here, guess, **self._options())

    def value(self, cost: int | None) -> Fraction | int | None:
        """Turn a cost into a value: guesses on average, or in the worst case where only that counts."""
        return Fraction(cost, len(self.here)) if self.mean and cost is not None else cost


class SmallQuestion(Question):
    """A position with so few candidates that plain Python answers, without the engine's kernels."""

    def __init__(self, here: AbPosition, objective: Objective) -> None:
        self.here, self.objective = here, objective
        self._few = FewCodes(here)
        self._progress, self._deadline = SILENT, None

    @cached_property
    def engine(self) -> Engine:  # type: ignore[override]
        """The engine, for lists of all guesses."""
        return engine_for(self.here.size)

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


@dataclass(frozen=True, slots=True)
class Best:
    """What is kept of a question."""

    least: int
    value: Fraction | int | None
    guesses: tuple[Code, ...]
    count: int


class AbSolution(Solution[AbPosition]):
    """Best guesses of any position of a size, from the opening book, the store and the engine's search.

    The value is the expected number of guesses from here on (with ``objective="worst"`` the most that can be
    needed). It is None where the search is too large or takes longer than ``seconds``; then the only
    move is a good guess by entropy. `moves` lists the optimal guesses, one for each class of interchangeable
    unused symbols, and the cost of any other guess with ``among``.

    >>> from saizen.games import abgame
    >>> solution = abgame.solution(abgame.game(symbols=7))
    >>> solution.value("3x7 123:0A1B 345:0A2B"), len(solution.moves("3x7 123:0A1B 345:0A2B"))
    (Fraction(23, 10), 5)
    """

    def __init__(
        self,
        game: AbGame,
        store: Store,
        *,
        objective: Objective = "mean",
        seconds: float | None = None,
        progress: Progress = SILENT,
    ) -> None:
        if objective not in OBJECTIVES:
            raise SaizenError(f"--objective {objective!r}: use one of {', '.join(OBJECTIVES)}")
        if seconds is not None and not 0 <= seconds < math.inf:
            raise SaizenError(f"--seconds {seconds:g}: give a number of seconds, 0 or more")
        self._game, self._store, self._progress = game, store, progress
        self.objective, self.seconds = objective, seconds
        self._best: Cache[Best | None] = Cache(most=KEPT)

    def __repr__(self) -> str:
        return f"<solution of {self._game.size}, {self.objective}>"

    @property
    def game(self) -> AbGame:
        """The rules that were solved."""
        return self._game

    @property
    def exact(self) -> bool:
        """Values are exact where they are known."""
        return True

    @contextmanager
    def asking(self, here: AbPosition, seconds: float | None = None) -> Iterator[Question]:
        """Ask about a position; the engine's work that took long is kept in the store."""
        if is_few(here):
            yield SmallQuestion(here, self.objective)
            return
        with book.kept(here.size, self._store) as engine:
            yield Question(engine, here, self.objective, seconds, self._progress)

    def value(self, position: AbPosition | str) -> Fraction | int | None:
        """Return the expected number of guesses, or the most that can be needed; None: not known."""
        here = self._at(position)
        if not here.patterns:
            return 0
        best = self._answer(here)
        return None if best is None else best.value

    def moves(
        self, position: AbPosition | str, player: int | None = None, *, among: Iterable[Move] | None = None
    ) -> list[MoveValue]:
        """Return the optimal guesses, one of each kind, candidates first; with ``among`` those guesses."""
        here = self._at(position)
        if not here.patterns:
            return []
        best = self._answer(here)
        if best is None:
            shares: dict[Code, Fraction] = {quick_guess(here): Fraction(1)}
        else:
            shares = {guess: Fraction(1, len(best.guesses)) for guess in best.guesses}
        value, optimal = (None, None) if best is None else (best.value, True)
        if among is None:
            return [MoveValue(guess, value, optimal, share) for guess, share in shares.items()]
        legal = Guesses(here.size)
        asked: list[Any] = [guess for guess in dict.fromkeys(among) if guess in legal]
        found = [
            MoveValue(guess, *self._judged(here, guess, best), shares.get(guess, Fraction(0)))
            for guess in asked
        ]
        return sorted(found, key=lambda one: (one.value is None, one.value, not one.optimal))

    def unique(self, position: AbPosition | str, player: int | None = None) -> bool | None:
        """Tell whether only one of all legal guesses is optimal; None where it is not known."""
        here = self._at(position)
        if not here.patterns:
            return True
        best = self._answer(here)
        return None if best is None else best.count == 1

    def _at(self, position: AbPosition | str) -> AbPosition:
        here: AbPosition = as_position(self._game, position)
        return here

    def _answer(self, here: AbPosition) -> Best | None:
        """Find the best guesses; None where that is too much."""

        def ask() -> Best | None:
            try:
                with self.asking(here, self.seconds) as question:
                    return Best(
                        question.least,
                        question.value(question.least),
                        tuple(question.shown),
                        question.optimal_count,
                    )
            except (TooLarge, TooLong):
                return None

        return self._best.get((here.patterns, here.unused), ask)

    def _judged(self, here: AbPosition, guess: Code, best: Best | None) -> tuple[Any, bool | None]:
        """Return the value of any guess, and whether it is optimal."""
        if best is None:
            return None, None
        try:
            with self.asking(here, self.seconds) as question:
                cost = question.cost(guess)
                return question.value(cost), cost == best.least
        except TooLong:
            return None, None


def _times(here: AbPosition, guess: Code) -> int:
    """Count the legal guesses that a guess with placeholders stands for."""
    size = here.size
    unused = len(here.unused) if here.starred else 0
    dead = size.all_symbols - len(here.live) - unused
    slots = sum(symbol == DEAD for symbol in guess)
    new = sum(symbol in here.unused for symbol in guess) if here.starred else 0
    return math.perm(unused, new) * (dead**slots if size.repeat else math.perm(dead, slots))


def spelled_out(here: AbPosition, guesses: list[Code]) -> list[Code]:
    """Write guesses out, one for each class of interchangeable unused symbols; candidates first."""
    codes = [code for guess in guesses for code in filled(here, guess)]
    if here.size.repeat:  # unused symbols are live there: the first ones stand for all
        codes = [code for code in codes if _in_order([s for s in code if s in here.unused], here.unused)]
    candidates = set(here.patterns) if not here.starred else set()

    def is_candidate(code: Code) -> bool:
        return code in candidates if candidates else code in here.shown(code).patterns

    return sorted(dict.fromkeys(codes), key=lambda code: (not is_candidate(code), code))


def _in_order(symbols: list[int], supply: tuple[int, ...]) -> bool:
    first = list(dict.fromkeys(symbols))
    return first == list(supply[: len(first)])
