"""The engine: exact totals and worst cases of positions, any size, from one table.

One `Engine` serves all sizes with the same number of places and the same rule on repetition: what
is solved for one number of symbols is used by the next.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from math import comb
from threading import RLock
from typing import Any

import numpy as np

from saizen.cache import Cache
from saizen.errors import PositionError, SaizenError, TableError
from saizen.games.abgame.bounds import NEVER, UNLIMITED, bounds
from saizen.games.abgame.canon import mask
from saizen.games.abgame.kernel import begin, list_all, search
from saizen.games.abgame.kernel import learn as learn_all
from saizen.games.abgame.kernel import normal as put_in_normal_form
from saizen.games.abgame.memo import copy_table
from saizen.games.abgame.packing import most_labels, pack, unpack
from saizen.games.abgame.position import STAR, AbPosition, shown_patterns
from saizen.games.abgame.relaxed import next_table
from saizen.games.abgame.size import MOST_PLACES, Code, Size
from saizen.games.abgame.workspace import (
    BUDGET,
    BUDGET_SPENT,
    ENTRIES,
    FULL,
    INTERRUPTED,
    KEYS,
    LABELS,
    NODES,
    TABLE_FULL,
    UNUSED,
    WORK,
    Work,
    new_table,
    new_work,
)
from saizen.games.abgame.workspace import DEAD as DEAD_SYMBOLS
from saizen.work import SILENT, Progress

SLICE = 1_000_000
"""Guesses (times words of a plane) looked at first between two looks at the clock and the cancel button."""
SHORT, LONG = 0.05, 0.2
"""Seconds that the kernel should run between two such looks; what it looks at is adapted to that."""
PACE = 20_000_000
"""About how many a second there are."""
GRACE = 0.1
"""Seconds that a time allowed may be exceeded by."""
STACK = 1 << 20
LARGEST_SET = 1 << 16
MOST_UNUSED = 360
MOST_CANDIDATES = 30_000
"""Candidates with four places or more: beyond, an exact search would take days."""
ENTRY_ARRAYS = ("hashes", "offsets", "lengths", "heads", "lows", "depths")
FRESH = -2
"""In a guess written by labels: the next unused symbol."""
DEAD = -1
"""In a guess given by labels: any symbol that no candidate has."""


class TooLarge(PositionError):  # noqa: N818 - the name reads as the condition it is
    """A position that the exact engine does not take."""


class TooLong(SaizenError):  # noqa: N818 - the name reads as the condition it is
    """The exact answer was not found in the time allowed; what was proved so far is kept."""


@dataclass(frozen=True)
class Labelled:
    """A position as the kernel sees it: labels 1, 2, ... for the symbols that patterns name."""

    patterns: tuple[Code, ...]
    symbols: tuple[int, ...]
    """The symbol of label 1, 2, ..."""
    unused: int
    dead: int


def labelled(position: AbPosition) -> Labelled:
    """Give the symbols of a position labels."""
    symbols = position.live
    label = {symbol: i for i, symbol in enumerate(symbols, 1)} | {STAR: STAR}
    unused = len(position.unused) if position.starred else 0
    patterns = tuple(tuple(label[symbol] for symbol in pattern) for pattern in position.patterns)
    return Labelled(patterns, symbols, unused, position.size.all_symbols - len(symbols) - unused)


@dataclass(frozen=True)
class Normal:
    """A position up to names: the normal form, and how symbols and places were renamed."""

    patterns: tuple[int, ...]
    unused: int
    dead: int
    labels: tuple[int, ...]
    """The symbol of label 1, 2, ... of the normal form."""
    order: tuple[int, ...]
    """The place that place 0, 1, ... of the normal form was."""

    @property
    def key(self) -> tuple[int, int, tuple[int, ...]]:
        """What positions with the same normal form have in common."""
        return self.unused, self.dead, self.patterns

    def renamed(self, guess: Code) -> Code:
        """Write a guess of `Engine.guesses` in labels of the normal form: `FRESH` is a new symbol."""
        return tuple(
            DEAD
            if guess[place] == DEAD
            else self.labels.index(guess[place]) + 1
            if guess[place] in self.labels
            else FRESH
            for place in self.order
        )

    def named(self, guess: Code, unused: tuple[int, ...]) -> Code:
        """Undo `renamed`: new symbols are the first of ``unused``, from left to right."""
        fresh = iter(unused)
        labels = [label for _, label in sorted(zip(self.order, guess, strict=True))]
        return tuple(
            DEAD if label == DEAD else next(fresh) if label == FRESH else self.labels[label - 1]
            for label in labels
        )


@dataclass(frozen=True)
class Known:
    """What is known about a normal form."""

    unused: int
    dead: int
    patterns: tuple[int, ...]
    total: int
    depth: int
    """The worst case of a strategy that attains the total."""
    worst: int
    both: int
    """The least total when nobody may need more guesses than ``worst``."""
    guesses: tuple[Code, ...]
    """Every guess that attains the total, as `Normal.renamed` writes it."""


class Engine:
    """Solves positions with a fixed number of places; keeps what it has proved. Threads take turns.

    >>> from saizen.games.abgame.size import Size
    >>> engine = Engine(3, repeat=False)
    >>> engine.total(AbPosition.start(Size(3, 5)))
    196
    """

    def __init__(self, places: int, repeat: bool, *, entries: int = 1 << 16, keys: int = 1 << 21) -> None:
        self.places, self.repeat = places, repeat
        size = Size(places, places, repeat)
        codes = [answer.a * (places + 1) + answer.a + answer.b for answer in size.answers()]
        limits = bounds(places, len(codes), MOST_UNUSED, LARGEST_SET)
        guesses = STACK if places < 5 else 1 << (13 + 2 * (places - 1))  # each place multiplies them
        self._work: Work = new_work(places, repeat, codes, limits, new_table(entries, keys), STACK, guesses)
        self._lock = RLock()
        self._filled = self._bounded = 0
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
            listed = list_all(
                self._work, len(form.patterns), len(form.symbols), form.unused, form.dead, limit, mean, below
            )
            words = np.sort(self._work.guesses[:listed]) & 0xFFFFFFFF
        return [self._named(position, form, unpack(int(word), self.places)) for word in words]

    def _named(self, position: AbPosition, form: Labelled, labels: Code) -> Code:
        """Turn labels into symbols; unused symbols are the first ones, from left to right."""
        fresh = iter(position.unused)
        return tuple(
            form.symbols[label - 1]
            if label <= len(form.symbols)
            else DEAD
            if label == (1 << self._work.bits) - 1
            else next(fresh)
            for label in labels
        )

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
                only = self._label(position, form, guess)
                if self._search(form, limit, total + 1, only, mean, deadline, progress) == total:
                    found.append(guess)
                    progress.advance(0)
        return found

    def normal(self, position: AbPosition) -> Normal:
        """Return the normal form of a position."""
        with self._lock:
            form = self._load(position)
            work, count, last = self._work, len(form.patterns), self.places - 1
            begin(work, count, len(form.symbols), form.unused, form.dead, UNLIMITED, NEVER, -1)
            put_in_normal_form(work)
            frame, room = work.frames[0], work.scratch
            names = (position.unused[0] if form.unused else 0, *form.symbols)  # a single star can be a label
            return Normal(
                tuple(work.pat[count : 2 * count].tolist()),
                int(frame[UNUSED]),
                int(frame[DEAD_SYMBOLS]),
                tuple(names[room.listed[i]] for i in range(frame[LABELS])),
                tuple(last - int(room.place_order[last - place]) for place in range(self.places)),
            )

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
        heads, entries, lows, depths = [], [], [], []
        for entry in book:
            head = entry.unused | entry.dead << 12
            facts = [(head | UNLIMITED << 16 | 1 << 24, entry.total, entry.depth)]
            facts += [(head | within << 16, NEVER, 0) for within in range(2, entry.worst)]
            facts.append((head | entry.worst << 16, 0, entry.worst))
            if entry.depth > entry.worst:
                facts.append((head | entry.worst << 16 | 1 << 24, entry.both, entry.worst))
            for fact, low, depth in facts:
                heads.append(fact)
                lows.append(low)
                depths.append(depth)
                entries.append(entry.patterns)
        keys = np.concatenate([np.array(patterns, np.int64) for patterns in entries])
        with self._lock:
            counters, table = self._work.counters, self._work.table
            while counters[ENTRIES] + 2 * len(heads) > len(table.lows) or counters[KEYS] + len(
                keys
            ) + STACK > len(table.keys):
                self._grow()
                table = self._work.table
            lengths = np.array([len(patterns) for patterns in entries], np.int64)
            learn_all(
                self._work, np.array(heads, np.int64), lengths, keys,
                np.array(lows, np.int64), np.array(depths, np.int64),
            )  # fmt: skip
            if len(alone) > self._filled:
                self._work.bounds.alone[: len(alone)] = alone
                self._work.bounds.alone_depth[: len(alone)] = alone_depth
                self._filled = len(alone) - 1
            self._known |= {(entry.unused, entry.dead, entry.patterns): entry for entry in book}

    @property
    def alone(self) -> tuple[Any, Any]:
        """The totals of single patterns that are known, and the worst cases of their strategies."""
        with self._lock:
            rows = self._filled + 1
            return self._work.bounds.alone[:rows].copy(), self._work.bounds.alone_depth[:rows].copy()

    def check(self, position: AbPosition) -> Labelled:
        """Give a position labels; raise `TooLarge` when it is none for an exact search."""
        size = position.size
        if not position.patterns:
            raise PositionError(f"{size}: no candidate is left")
        many = len(position)
        if many > (LARGEST_SET if self.places < 4 else MOST_CANDIDATES) and (size.repeat or self.places > 3):
            raise TooLarge(f"{size}: {many:,} candidates are too many for an exact search")
        form = labelled(position)
        new = min(self.places, form.unused)
        if (most := most_labels(self.places)) < len(form.symbols) + new:
            raise TooLarge(
                f"{size}: {len(form.symbols)} symbols in play and {new} new ones in a guess make "
                f"{len(form.symbols) + new}; an exact search with {self.places} places takes {most}"
            )
        if form.unused > MOST_UNUSED:
            raise TooLarge(f"{size}: an exact search takes up to {MOST_UNUSED} unused symbols")
        stars = [pattern.count(STAR) for pattern in form.patterns]
        longest, together = self._work.growth[:, stars].sum(axis=1)
        if (
            max(longest, len(form.patterns)) > LARGEST_SET
            or together + longest > STACK
            or (len(form.symbols) + 2) ** self.places > len(self._work.guesses)
        ):
            raise TooLarge(f"{size}: {many:,} candidates are too many for an exact search")
        return form

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
        if deadline is not None and time.monotonic() + self._looks(form) / PACE > deadline + GRACE:
            raise TooLong("looking at every guess takes longer than the time allowed")
        work = self._work
        for i, pattern in enumerate(form.patterns):
            work.pat[i] = pack(pattern)
        mask(
            work.pat, work.hot, work.sym, work.star,
            0, len(form.patterns), self.places, work.bits, len(form.symbols),
        )  # fmt: skip
        return form

    def _looks(self, form: Labelled) -> int:
        """Estimate what listing every guess takes: guesses times words of a plane."""
        choices, looks = len(form.symbols) + (form.dead > 0), 0
        stars = Counter(pattern.count(STAR) for pattern in form.patterns)
        for new in range(min(self.places, form.unused) + 1):
            patterns = sum(times * shown_patterns(count, new) for count, times in stars.items())
            looks += comb(self.places, new) * choices ** (self.places - new) * (patterns // 64 + 1)
        return looks

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
                self._bound_together(len(position.unused))
                whole = len(position.patterns) == 1 and not position.live
                self._fill(len(position.unused) - (self.places if whole else 0), deadline, progress)
                form = self._load(position)
            only = -1 if guess is None else self._label(position, form, guess)
            limit = UNLIMITED if within is None else within
            best = NEVER if below is None else below
            return self._search(form, limit, best, only, mean, deadline, progress)

    def _label(self, position: AbPosition, form: Labelled, guess: Code) -> int:
        """Pack a guess: labels of live symbols, then of unused ones in order of use, dead ones apart."""
        shown: list[int] = []
        labels = []
        for symbol in guess:
            if symbol in form.symbols:
                labels.append(form.symbols.index(symbol) + 1)
            elif form.unused and symbol in position.unused:
                shown.append(symbol)
                labels.append(len(form.symbols) + len(shown))
            else:
                labels.append((1 << self._work.bits) - 1)
        return pack(tuple(labels))

    def _bound_together(self, unused: int) -> None:
        """Find out what patterns with one star cost at least that share an answer."""
        limits, others = self._work.bounds, len(self._work.answers) - 1
        for symbols in range(self._bounded + 1, min(unused, MOST_UNUSED) + 1):
            known = limits.together[:symbols]
            limits.together[symbols] = next_table(known, self.places, others, limits.by_size)
            self._bounded = symbols

    def _fill(self, unused: int, deadline: float | None, progress: Progress) -> None:
        """Learn the totals of single patterns, which bound those of sets of patterns."""
        tables = self._work.bounds
        while self._filled < min(unused, MOST_UNUSED):
            symbols = self._filled + 1
            for stars in range(1, min(self.places, symbols) + 1):
                pattern = (STAR,) * stars + tuple(range(1, self.places - stars + 1))
                form = Labelled((pattern,), tuple(range(1, self.places - stars + 1)), symbols, self.places)
                self._work.pat[0] = pack(pattern)
                work = self._work
                mask(work.pat, work.hot, work.sym, work.star, 0, 1, self.places, work.bits, len(form.symbols))
                tables.alone[symbols, stars] = self._search(
                    form, UNLIMITED, NEVER, -1, True, deadline, progress
                )
                tables.alone_depth[symbols, stars] = work.depth[0]
            self._filled = symbols

    def _search(
        self,
        form: Labelled,
        limit: int,
        best: int,
        only: int,
        mean: bool,
        deadline: float | None,
        progress: Progress,
    ) -> int:
        counters = self._work.counters
        begin(self._work, len(form.patterns), len(form.symbols), form.unused, form.dead, limit, best, only)
        share = SLICE
        counters[BUDGET] = counters[WORK] + share
        began = time.monotonic()
        while (value := search(self._work, mean)) == INTERRUPTED:
            if counters[FULL] == BUDGET_SPENT:
                progress.advance(0)
                now = time.monotonic()
                if deadline is not None and now > deadline:
                    raise TooLong("the exact answer takes longer than the time allowed")
                share = (
                    2 * share if now - began < SHORT else max(1, share // 2) if now - began > LONG else share
                )
                counters[BUDGET] = counters[WORK] + share
                began = now
            elif counters[FULL] == TABLE_FULL:
                self._grow()
            else:
                raise TooLarge(f"a search with {self.places} places and so many symbols branches too widely")
        return int(value)

    def to_arrays(self) -> dict[str, Any]:
        """Return everything proved so far as arrays, for the store."""
        with self._lock:  # a copy, since another thread may go on searching while it is written
            table, tables = self._work.table, self._work.bounds
            entries, keys = int(self._work.counters[ENTRIES]), int(self._work.counters[KEYS])
            arrays = {name: getattr(table, name)[:entries].copy() for name in ENTRY_ARRAYS}
            return arrays | {
                "keys": table.keys[:keys].copy(),
                "alone": tables.alone.copy(),
                "alone-depth": tables.alone_depth.copy(),
                "filled": np.array([self._filled], np.int64),
            }

    def from_arrays(self, arrays: Mapping[str, Any]) -> None:
        """Take over what an engine of the same kind has proved; an engine that knows more keeps its own."""
        self._check_arrays(arrays)
        entries, keys = len(arrays["lows"]), len(arrays["keys"])
        with self._lock:
            if entries <= self.positions:
                return
            new = new_table(max(1 << 16, 2 * entries), max(1 << 21, 2 * keys + STACK))
            for name in ENTRY_ARRAYS:
                getattr(new, name)[:entries] = arrays[name]
            new.keys[:keys] = arrays["keys"]
            copy_table(new, new, entries)
            self._work = self._work._replace(table=new)
            self._work.counters[ENTRIES], self._work.counters[KEYS] = entries, keys
            self._work.bounds.alone[:] = arrays["alone"]
            self._work.bounds.alone_depth[:] = arrays["alone-depth"]
            self._filled = int(arrays["filled"][0])

    def _check_arrays(self, arrays: Mapping[str, Any]) -> None:
        """Refuse arrays that `to_arrays` never makes: kernels check no bounds."""
        mine = self._work.table._asdict() | {
            "alone": self._work.bounds.alone,
            "alone-depth": self._work.bounds.alone_depth,
            "filled": np.zeros(1, np.int64),
        }
        del mine["slots"]
        fits = arrays.keys() == mine.keys() and all(
            isinstance(arrays[name], np.ndarray) and arrays[name].dtype == array.dtype
            for name, array in mine.items()
        )
        if fits:
            lengths = arrays["lengths"]
            ends = np.cumsum(lengths, dtype=np.int64)
            rows = dict.fromkeys(ENTRY_ARRAYS, lengths.shape) | {"keys": (int(lengths.sum()),)}
            fits = (
                lengths.ndim == 1
                and all(arrays[name].shape == rows.get(name, array.shape) for name, array in mine.items())
                and bool((lengths > 0).all() and (lengths <= LARGEST_SET).all())
                and bool((arrays["offsets"] == ends - lengths).all())
                and bool((arrays["lows"] >= 0).all() and (arrays["depths"] >= 0).all())
                and 0 <= int(arrays["filled"][0]) < len(arrays["alone"])
            )
        if not fits:
            raise TableError(
                f"the table of {self.places} places holds what no search writes: `saizen tables` lists it, "
                "`saizen tables remove` removes it"
            )

    def _grow(self) -> None:
        """Move to a table of twice the size; a search in progress goes on in it."""
        old = self._work.table
        new = new_table(2 * len(old.lows), 2 * len(old.keys))
        entries, keys = int(self._work.counters[ENTRIES]), int(self._work.counters[KEYS])
        for name in ENTRY_ARRAYS:
            getattr(new, name)[:entries] = getattr(old, name)[:entries]
        new.keys[:keys] = old.keys[:keys]
        copy_table(old, new, entries)
        self._work = self._work._replace(table=new)


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
