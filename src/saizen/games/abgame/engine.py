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

from saizen.cache import Cache
from saizen.games.abgame.bounds import NEVER, UNLIMITED
from saizen.games.abgame.forms import Known, Labelled, Normal, TooLong
from saizen.games.abgame.kernel import LIST, asked, begin
from saizen.games.abgame.limits import PACE, checked, looks
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.proved import facts
from saizen.games.abgame.searcher import Searcher
from saizen.games.abgame.size import MOST_PLACES, Code, Size
from saizen.games.abgame.workspace import ENTRIES, NODES, Work
from saizen.work import SILENT, Progress

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
        self._searcher = Searcher(places, repeat, entries, keys)
        self._lock = RLock()
        self._known: dict[Any, Known] = {}
        self._prepared = False

    def prepare(self) -> None:
        """Compile or load the kernels, so that a time allowed is time for the search."""
        if not self._prepared:
            size = Size(self.places, self.places + 1, self.repeat)
            few = AbPosition.listed(size, islice(size.secrets(), 3))
            self.optimal(few, self.total(few) or 0)
            self._prepared = True

    @property
    def _work(self) -> Work:
        return self._searcher.work

    @property
    def positions(self) -> int:
        """How many positions the table has."""
        return int(self._work.counters[ENTRIES])

    @property
    def searched(self) -> int:
        """How many positions have been searched or looked up so far."""
        return int(self._work.counters[NODES])

    @property
    def size_in_bytes(self) -> int:
        """How much memory the table takes."""
        return sum(array.nbytes for array in self._work.table)

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
        """Tell whether ``within`` guesses suffice for every candidate (beginning with ``guess``)."""
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

        Unused symbols that are possible are the first ones of ``position.unused``, in order; `DEAD` stands
        for any symbol that no candidate has.
        """
        with self._lock:
            form = self._load(position)
            limit = UNLIMITED if within is None else within
            symbols = len(form.symbols)
            begin(self._work, len(form.patterns), symbols, form.unused, form.dead, limit, below, -1)
            listed = asked(self._work, LIST, mean)
            words = np.sort(self._work.guesses[:listed]) & 0xFFFFFFFF
        return [self._searcher.named(form, int(word), position.unused) for word in words]

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
            if mean and within is None and self._known:
                normal = self.normal(position)
                known = self._known.get(normal.key)
                if known is not None and known.total == total:
                    return [normal.named(guess, position.unused) for guess in known.guesses]
            form = self._load(position, deadline)
            listed = self.guesses(position, total + 1, within, mean)
            limit = UNLIMITED if within is None else within
            found = []
            for guess in listed:
                if deadline is not None and time.monotonic() > deadline + GRACE:
                    raise TooLong("the guesses take longer than the time allowed")
                only = self._searcher.packed(form, guess, position.unused)
                if self._searcher.run(form, limit, total + 1, only, mean, deadline, progress) == total:
                    found.append(guess)
                    progress.advance(0)
        return found

    def normal(self, position: AbPosition) -> Normal:
        """Return the normal form of a position."""
        with self._lock:
            form = self._load(position)
            return self._searcher.normal(form, position.unused[0] if form.unused else 0)

    def known(self, position: AbPosition) -> Known:
        """Solve a position and return all that `learn` needs to know it."""
        with self._lock:
            total = self.total(position)
            assert total is not None  # without a limit there always is one
            depth = int(self._work.depth[0])
            worst = self.worst(position)
            both = total if depth <= worst else self.total(position, within=worst)
            assert both is not None  # the limit is one that can be kept
            guesses = self.optimal(position, total)
            normal = self.normal(position)
        renamed = tuple(sorted(normal.renamed(guess) for guess in guesses))
        return Known(normal.unused, normal.dead, normal.patterns, total, depth, worst, both, renamed)

    def learn(self, book: Sequence[Known], alone: Any, alone_depth: Any) -> None:
        """Take over what another engine has found out (see `saizen.games.abgame.opening`)."""
        with self._lock:
            self._searcher.learn(*facts(book), alone, alone_depth)
            self._known |= {(entry.unused, entry.dead, entry.patterns): entry for entry in book}

    @property
    def alone(self) -> tuple[Any, Any]:
        """The totals of single patterns that are known, and the worst cases of their strategies."""
        with self._lock:
            rows = self._searcher.filled + 1
            return self._work.bounds.alone[:rows].copy(), self._work.bounds.alone_depth[:rows].copy()

    def check(self, position: AbPosition) -> Labelled:
        """Give a position labels; raise `TooLarge` when it is none for an exact search."""
        return checked(position, self._work)

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
        self._searcher.load(form)
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
                self._searcher.bound_together(unused)
                self._searcher.fill(unused, deadline, progress)
                form = self._load(position)
            only = -1 if guess is None else self._searcher.packed(form, guess, position.unused)
            limit = UNLIMITED if within is None else within
            best = NEVER if below is None else below
            return self._searcher.run(form, limit, best, only, mean, deadline, progress)

    def to_arrays(self) -> dict[str, Any]:
        """Return everything proved so far as arrays, for the store."""
        with self._lock:  # a copy, since another thread may go on searching while it is written
            return self._searcher.to_arrays()

    def from_arrays(self, arrays: Mapping[str, Any]) -> None:
        """Take over what an engine of the same kind has proved; an engine that knows more keeps its own."""
        with self._lock:
            self._searcher.from_arrays(arrays)


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
