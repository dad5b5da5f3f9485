"""The engine: exact totals and worst cases of positions, any size, from one table.

One `Engine` serves all sizes with the same number of places and the same rule on repetition: what
is solved for one number of symbols is used by the next.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from threading import RLock
from typing import Any

import numpy as np

from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search.bounds import NEVER, UNLIMITED
from saizen.games.abgame.search.normal_form import Labelled, Normal, SolvedForm
from saizen.games.abgame.search.runner import PACE, Clock, Runner, Task, TooLong, looks
from saizen.games.abgame.search.search import LIST
from saizen.games.abgame.search.table import statements
from saizen.games.abgame.size import MOST_PLACES, Code, Size
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache

GRACE = 0.1
"""Seconds that a time allowed may be exceeded by."""


class Engine:
    """Solves positions with a fixed number of places; keeps what it has proved. Threads take turns.

    >>> from saizen.games.abgame.size import Size
    >>> engine = Engine(3, repeat=False)
    >>> engine.total(AbPosition.start(Size(3, 5)))
    196
    """

    def __init__(self, places: int, repeat: bool, *, entries: int = 1 << 16, keys: int = 1 << 21) -> None:
        self.places, self.repeat = places, repeat
        self._runner = Runner(places, repeat, entries, keys)
        self._lock = RLock()
        self._learned: dict[Any, SolvedForm] = {}
        self._prepared = False

    def prepare(self) -> None:
        """Compile or load the kernels, so that a time allowed is time for the search."""
        if not self._prepared:
            size = Size(self.places, self.places + 1, self.repeat)
            few = AbPosition.listed(size, islice(size.secrets(), 3))
            self.optimal(few, self.total(few) or 0)
            self._prepared = True

    @property
    def positions(self) -> int:
        """How many positions the table has."""
        return int(self._runner.memory.fields.entries)

    @property
    def searched(self) -> int:
        """How many positions have been searched or looked up so far."""
        return int(self._runner.memory.fields.nodes)

    @property
    def size_in_bytes(self) -> int:
        """How much memory the table takes."""
        return sum(array.nbytes for array in self._runner.memory.table[:-1])

    def total(
        self,
        position: AbPosition,
        guess: Code | None = None,
        *,
        within: int | None = None,
        below: int | None = None,
        progress: Progress = SILENT,
        seconds: float | None = None,
    ) -> int | None:
        """Return S(A), the least total number of guesses over all candidates.

        Parameters
        ----------
        position : AbPosition
            The candidates.
        guess : tuple of int, optional
            Make this guess first: the result is S(A, a).
        within : int, optional
            Nobody may need more guesses than this.
        below : int, optional
            Only totals below this are of interest.
        seconds : float, optional
            Give up after this time (`TooLong`).

        Returns
        -------
        int or None
            The total; None when there is none within or below what was asked.
        """
        value = self._solve(position, guess, within, True, below, progress, seconds)
        return None if value >= NEVER or (below is not None and value >= below) else value

    def fits(
        self,
        position: AbPosition,
        within: int,
        guess: Code | None = None,
        *,
        progress: Progress = SILENT,
        seconds: float | None = None,
    ) -> bool:
        """Return whether ``within`` guesses suffice for every candidate (beginning with ``guess``)."""
        return self._solve(position, guess, within, False, 1, progress, seconds) == 0

    def worst(
        self,
        position: AbPosition,
        guess: Code | None = None,
        *,
        progress: Progress = SILENT,
        seconds: float | None = None,
    ) -> int:
        """Return the fewest guesses that suffice for every candidate (beginning with ``guess``).

        >>> from saizen.games.abgame.size import Size
        >>> engine_for(Size(3, 4)).worst(AbPosition.start(Size(3, 4)))
        4
        """
        within = 1
        while not self.fits(position, within, guess, progress=progress, seconds=seconds):
            within += 1
        return within

    def guesses(
        self, position: AbPosition, below: int, within: int | None = None, mean: bool = True
    ) -> list[Code]:
        """List the guesses that may have a total below ``below``, likeliest first, as symbols.

        Unused symbols that are possible are the first ones of ``position.unused``, in order; ``DEAD`` stands
        for any symbol that no candidate has.
        """
        with self._lock:
            form = self._load(position)
            self._runner.begin(Task(form, _limit(within), below))
            listed = self._runner.ask(LIST, mean)
            words = np.sort(self._runner.memory.table.guesses[:listed]) & 0xFFFFFFFF
        return [self._runner.named(form, int(word), position.unused) for word in words]

    def optimal(
        self,
        position: AbPosition,
        total: int,
        *,
        within: int | None = None,
        mean: bool = True,
        progress: Progress = SILENT,
        seconds: float | None = None,
    ) -> list[Code]:
        """List every guess that attains a total (or, without ``mean``, keeps the limit), as in `guesses`.

        ``total`` must be the least there is (0 without ``mean``).
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        with self._turn(deadline):
            if mean and within is None and self._learned:
                normal = self.normal(position)
                entry = self._learned.get(normal.key)
                if entry is not None and entry.total == total:
                    return [normal.named(guess, position.unused) for guess in entry.guesses]
            form = self._load(position, deadline)
            listed = self.guesses(position, total + 1, within, mean)
            limit, clock, optimal = _limit(within), Clock(deadline, progress), []
            for guess in listed:
                if deadline is not None and time.monotonic() > deadline + GRACE:
                    raise TooLong("the guesses take longer than the time allowed")
                only = self._runner.packed(form, guess, position.unused)
                if self._runner.run(Task(form, limit, total + 1, only, mean), clock) == total:
                    optimal.append(guess)
                    progress.advance(0)
        return optimal

    def normal(self, position: AbPosition) -> Normal:
        """Return the normal form of a position."""
        with self._lock:
            form = self._load(position)
            return self._runner.normal(form, position.unused[0] if form.unused else 0)

    def solved_form(self, position: AbPosition) -> SolvedForm:
        """Solve a position and return all that `learn` takes over about it."""
        with self._lock:
            total = self.total(position)
            assert total is not None  # without a limit there always is one
            depth = self._runner.depth
            worst = self.worst(position)
            both = total if depth <= worst else self.total(position, within=worst)
            assert both is not None  # the limit is one that can be kept
            guesses = self.optimal(position, total)
            normal = self.normal(position)
        renamed = tuple(sorted(normal.renamed(guess) for guess in guesses))
        return SolvedForm(normal.unused, normal.dead, normal.patterns, total, depth, worst, both, renamed)

    def learn(self, book: Sequence[SolvedForm], alone: Any, alone_depth: Any) -> None:
        """Take over what another engine has found out (see `saizen.games.abgame.opening_book`)."""
        with self._lock:
            self._runner.learn(*statements(book))
            self._runner.learn_alone(alone, alone_depth)
            self._learned |= {(entry.unused, entry.dead, entry.patterns): entry for entry in book}

    @property
    def alone(self) -> tuple[Any, Any]:
        """The totals of single patterns that are computed, and the worst cases of their strategies."""
        with self._lock:
            return self._runner.alone

    def check(self, position: AbPosition) -> Labelled:
        """Give a position labels; raise ``TooLarge`` if it is too large for an exact search."""
        return self._runner.check(position)

    @contextmanager
    def _turn(self, deadline: float | None) -> Iterator[None]:
        """Wait until no other thread searches, no longer than the time allowed."""
        wait = -1.0 if deadline is None else max(0.0, deadline + GRACE - time.monotonic())
        if not self._lock.acquire(timeout=wait):
            raise TooLong("another search takes longer than the time allowed")
        try:
            yield
        finally:
            self._lock.release()

    def _load(self, position: AbPosition, deadline: float | None = None) -> Labelled:
        """Put a position at the bottom of the stack; `TooLong` when its guesses alone take too long."""
        form = self.check(position)
        if deadline is not None and time.monotonic() + looks(form, self.places) / PACE > deadline + GRACE:
            raise TooLong("looking at every guess takes longer than the time allowed")
        self._runner.load(form)
        return form

    def _solve(
        self,
        position: AbPosition,
        guess: Code | None,
        within: int | None,
        mean: bool,
        below: int | None,
        progress: Progress,
        seconds: float | None,
    ) -> int:
        deadline = None if seconds is None else time.monotonic() + seconds
        with self._turn(deadline):
            form = self._load(position, deadline)
            if mean and position.starred:
                whole = len(position.patterns) == 1 and not position.live
                unused = len(position.unused) - (self.places if whole else 0)
                self._runner.bound_together(unused)
                self._runner.fill(unused, Clock(deadline, progress))
                form = self._load(position)
            only = -1 if guess is None else self._runner.packed(form, guess, position.unused)
            best = NEVER if below is None else below
            return self._runner.run(Task(form, _limit(within), best, only, mean), Clock(deadline, progress))

    def to_arrays(self) -> dict[str, Any]:
        """Return everything proved so far as arrays, for the store."""
        with self._lock:  # a copy, since another thread may go on searching while it is written
            return self._runner.to_arrays()

    def from_arrays(self, arrays: Mapping[str, Any]) -> None:
        """Take over what an engine of the same kind has proved; an engine that knows more keeps its own."""
        with self._lock:
            self._runner.from_arrays(arrays)


def _limit(within: int | None) -> int:
    return UNLIMITED if within is None else within


_engines: Cache[Engine] = Cache(most=2 * MOST_PLACES)
"""One for every number of places, with and without repetition: none is ever dropped."""


def engine_for(size: Size) -> Engine:
    """Return the engine of this process for a size."""
    return _engines.get((size.places, size.repeat), lambda: Engine(size.places, size.repeat))


def total_of(size: Size, codes: Iterable[Code] | None = None) -> int:
    """Return S of a set of codes, all of them by default.

    >>> total_of(Size(3, 4)), total_of(Size(3, 4, dummies=1)), total_of(Size(3, 7), [(1, 2, 3), (1, 2, 4)])
    (72, 69, 3)
    """
    position = AbPosition.start(size) if codes is None else AbPosition.listed(size, codes)
    total = engine_for(size).total(position)
    assert total is not None  # without a limit there always is one
    return total
