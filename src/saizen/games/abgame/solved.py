"""The solution of the AB game: `saizen.solution.Solution` over the engine."""

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from saizen.errors import SaizenError
from saizen.exact import decimal
from saizen.game import MIN, Move
from saizen.games.abgame.guessers import quick_guess
from saizen.games.abgame.opening_book import stored_engine
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.question import EngineQuestion, SmallQuestion
from saizen.games.abgame.rules import AbGame
from saizen.games.abgame.search.runner import TooLarge, TooLong
from saizen.games.abgame.size import OBJECTIVES, Code, Guesses, Objective
from saizen.games.abgame.small import is_few
from saizen.games.abgame.text import code_text
from saizen.solution import MoveValue, Notes, Solution, as_position, best_first
from saizen.store import Store
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache

KEPT = 500
"""Number of positions whose best guesses stay in memory for the next question."""
SOON = 1.0
"""Seconds until a waiting person gets a good guess; the search continues."""


@dataclass(frozen=True, slots=True)
class Best:
    """The stored answer to a question: the optimal guesses and what they attain.

    Where that is not known, ``why`` says so and the only guess is a good one by entropy.
    """

    guesses: tuple[Code, ...]
    least: int | None = None
    value: Fraction | int | None = None
    count: int | None = None
    why: str = ""
    left: float | None = None
    """Seconds that are left for more questions about the position; None: as many as it takes."""


class AbSolution(Solution[AbPosition]):
    """Best guesses of any position of a size, from the opening book, the store and the engine's search.

    The value is the expected number of guesses from here on (with ``objective="worst"`` the most that can be
    needed). It is None where the search is too large or takes longer than ``seconds``; then the only
    move is a good guess by entropy. `moves` lists the optimal guesses, one for each class of interchangeable
    unused symbols, all guesses with ``every_guess``, and what any other guess costs with ``among``.

    >>> from saizen.games import abgame
    >>> game, position = abgame.read("3x7 123:0A1B 345:0A2B")
    >>> solution = abgame.solution(game)
    >>> solution.value(position), len(solution.moves(position))
    (Fraction(23, 10), 5)
    """

    def __init__(
        self,
        game: AbGame,
        store: Store,
        *,
        objective: Objective = "mean",
        seconds: float | None = None,
        every_guess: bool = False,
        progress: Progress = SILENT,
    ) -> None:
        if objective not in OBJECTIVES:
            raise SaizenError(f"--objective {objective!r}: use one of {', '.join(OBJECTIVES)}")
        if seconds is not None and not 0 <= seconds < math.inf:
            raise SaizenError(f"--seconds {seconds:g}: give a number of seconds, 0 or more")
        self._game, self._store, self._progress = game, store, progress
        self.objective, self.seconds, self.every_guess = objective, seconds, every_guess
        self._best: Cache[Best] = Cache(most=KEPT)
        self._worst_cases: Cache[int | None] = Cache(most=KEPT)

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
    def asking(self, position: AbPosition, seconds: float | None = None) -> Iterator[EngineQuestion]:
        """Ask about a position; long work of the engine is saved in the store."""
        if is_few(position):
            yield SmallQuestion(position, self.objective)
            return
        with stored_engine(position.size, self._store) as engine:
            yield EngineQuestion(engine, position, self.objective, seconds, self._progress)

    def value(self, position: AbPosition | str) -> Fraction | int | None:
        """Return the expected number of guesses, or the most that can be needed; None: not known."""
        position = self._at(position)
        return self._answer(position).value if position.patterns else 0

    def moves(
        self, position: AbPosition | str, player: int | None = None, *, among: Iterable[Move] | None = None
    ) -> list[MoveValue]:
        """Return the optimal guesses, one of each kind, candidates first; with ``among`` those guesses.

        With ``every_guess`` the others follow, one of each kind.
        """
        position = self._at(position)
        if not position.patterns:
            return []
        best = self._answer(position)
        if among is not None:
            legal = Guesses(position.size)
            asked: list[Any] = [guess for guess in dict.fromkeys(among) if guess in legal]
            return self._rated(position, best, asked)
        if best.why:
            return [MoveValue(guess, None, None) for guess in best.guesses]
        share = Fraction(1, len(best.guesses))
        listed = [MoveValue(guess, best.value, True, share) for guess in best.guesses]
        if self.every_guess:
            with self.asking(position, self.seconds) as question:
                others = set(question.every_guess()).difference(best.guesses)
            listed += self._rated(position, best, sorted(others))
        return listed

    def strategy(self, position: AbPosition | str, player: int | None = None) -> dict[Move, Any]:
        """Return the optimal guesses, all alike; the rule of thumb's where they are not known."""
        position = self._at(position)
        guesses = self._answer(position).guesses if position.patterns else ()
        return {guess: Fraction(1, len(guesses)) for guess in guesses}

    def unique(self, position: AbPosition | str, player: int | None = None) -> bool | None:
        """Return whether only one of all legal guesses is optimal; None where it is not known."""
        position = self._at(position)
        if not position.patterns:
            return True
        best = self._answer(position)
        return None if best.count is None else best.count == 1

    def notes(
        self, position: AbPosition | str, moves: Sequence[MoveValue], turns: Sequence[MoveValue]
    ) -> Notes:
        """Count candidates and guesses; say which optimal guesses are not listed, or why none is known."""
        position = self._at(position)
        many = len(position)
        best = self._answer(position) if many else Best((), 0, 0, 0)
        data: dict[str, Any] = {"candidates": many}
        if self.objective != "mean":
            data["objective"] = self.objective
        if self.objective == "worst":
            key, amounts = "worst", [move.value for move in moves]
        else:
            key, amounts = "total", [None if move.value is None else int(move.value * many) for move in moves]
            data |= {"total": best.least, "mean": best.value}
        data |= {"worst": self._worst(position) if many else 0, "optimal_count": best.count}
        if best.why:
            data["why"] = best.why
        sentences = self._sentences(position, best, moves, data) if many else ["The code is found."]
        return Notes(moves=[{key: amount} for amount in amounts], data=data, sentences=sentences)

    def _sentences(
        self, position: AbPosition, best: Best, moves: Sequence[MoveValue], data: dict[str, Any]
    ) -> list[str]:
        """Say in words what `notes` counts."""
        many, worst = data["candidates"], data["worst"]
        unknown = [move.move for move in moves if move.optimal is None]
        said = [f"{many:,} {'code is' if many == 1 else 'codes are'} possible."]
        if best.count is None:
            quick, others = best.guesses[0], [guess for guess in unknown if guess not in best.guesses]
            said.append(f"Not exact: {best.why}.")
            said.append(f"{self._written(quick)} has the most entropy of the guesses that were tried.")
            return [*said, *(f"What {self._written(guess)} costs is not known." for guess in others)]
        if "total" in data:
            said.append(f"{data['total']:,} guesses in total, {decimal(data['mean'], 4)} on average.")
        if worst is not None:
            said.append(f"{worst} {'guess' if worst == 1 else 'guesses'} can always be enough.")
        if self.objective == "both":
            said.append("Total and mean are the least among strategies whose worst case is the least.")
        listed = sum(bool(move.optimal) for move in moves)
        if listed < best.count:
            said.append(
                f"The list has {listed:,} of {best.count:,} optimal guesses; "
                "the others differ only in symbols that are interchangeable here."
            )
        missing = [f"What {len(unknown):,} of the guesses cost"] if unknown else []
        missing += ["The worst case"] if worst is None else []
        said += [f"{what} was not found within {self.seconds:g} s; --seconds gives more." for what in missing]
        return said

    def _written(self, guess: Any) -> str:
        return code_text(guess, self._game.size)

    def _at(self, position: AbPosition | str) -> AbPosition:
        read: AbPosition = as_position(self._game, position)
        return read

    def _answer(self, position: AbPosition) -> Best:
        """Find the best guesses; where that is too much, a good one."""

        def search() -> Best:
            try:
                if self._progress is SILENT or (self.seconds is not None and self.seconds <= SOON):
                    return self._search(position, self.seconds, self.seconds)
                self._progress.stage(f"the exact answer to {position.size}", None)
                try:
                    return self._search(position, SOON, self.seconds)
                except TooLong:  # what was proved is kept, so that the search goes on from there
                    quick = self._written(quick_guess(position))
                    self._progress.tell(f"{quick} is good (by entropy); the exact answer to {position.size}")
                    rest = None if self.seconds is None else self.seconds - SOON
                    return self._search(position, rest, rest)
            except TooLong:
                why = f"the exact answer takes longer than {self.seconds:g} s; --seconds gives it more time"
            except TooLarge as error:
                why = str(error)
            return Best((quick_guess(position),), why=why)

        return self._best.get((position.patterns, position.unused), search)

    def _search(self, position: AbPosition, limit: float | None, seconds: float | None) -> Best:
        """Find the best guesses within a limit, which is a part of the seconds for the whole position."""
        with self.asking(position, limit) as question:
            begun = time.monotonic()  # after the compiler
            guesses, least, count = tuple(question.shown), question.least, question.optimal_count
            left = None if seconds is None else max(0.0, seconds - (time.monotonic() - begun))
            return Best(guesses, least, question.value(least), count, left=left)

    def _worst(self, position: AbPosition) -> int | None:
        """Find how many guesses are always enough, in the time that is left; None where that is too much."""
        best = self._answer(position)

        def search() -> int | None:
            try:
                with self.asking(position, best.left) as question:
                    return question.worst
            except TooLong:
                return None

        return None if best.why else self._worst_cases.get((position.patterns, position.unused), search)

    def _rated(self, position: AbPosition, best: Best, guesses: Sequence[Code]) -> list[MoveValue]:
        """Return guesses with their values, best first; what is not found in time has none."""
        if best.why:
            return [MoveValue(guess, None, None) for guess in guesses]
        rated: dict[Code, tuple[Any, bool | None]] = dict.fromkeys(guesses, (None, None))
        rated |= {guess: (best.value, True) for guess in best.guesses if guess in rated}
        with suppress(TooLong), self.asking(position, self.seconds) as question:
            for guess in guesses:
                if rated[guess][1] is None:
                    cost = question.cost(guess)
                    rated[guess] = question.value(cost), cost == best.least
        share = Fraction(1, len(best.guesses))
        moves = [
            MoveValue(guess, value, optimal, share if guess in best.guesses else Fraction(0))
            for guess, (value, optimal) in rated.items()
        ]
        return best_first(moves, MIN, lambda move: (not move.optimal, move.move))
