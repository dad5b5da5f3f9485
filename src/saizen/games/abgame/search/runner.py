"""The running search: positions it takes, bounds filled in, the time limit, a table that grows."""

import time
from collections import Counter
from math import comb
from typing import Any, NamedTuple

import numpy as np

from saizen.errors import PositionError, SaizenError
from saizen.games.abgame.position import STAR, AbPosition, shown_patterns
from saizen.games.abgame.search import table
from saizen.games.abgame.search.bounds import (
    LARGEST_SET,
    MOST_UNUSED,
    NEVER,
    UNLIMITED,
    answers_with,
    divide_among,
    next_relaxed_totals,
)
from saizen.games.abgame.search.normal_form import DEAD, Labelled, Normal, label_symbols
from saizen.games.abgame.search.packing import most_labels, pack, unpack
from saizen.games.abgame.search.partition import write_masks
from saizen.games.abgame.search.search import NORMAL, SEARCH, ask
from saizen.games.abgame.search.workspace import (
    BUDGET_SPENT,
    INTERRUPTED,
    STACK,
    TABLE_FULL,
    SearchMemory,
)
from saizen.games.abgame.size import Code
from saizen.work import SILENT, Progress

SLICE = 1_000_000
"""Guesses (times words of a plane) looked at first between two looks at the clock and the cancel button."""
SHORT, LONG = 0.05, 0.2
"""Seconds that the kernel should run between two such looks; what it looks at is adapted to that."""
PACE = 20_000_000
"""About how many guesses (times words of a plane) are looked at in a second."""
MOST_CANDIDATES = 30_000
"""Candidates with four places or more: beyond, an exact search would take days."""


class TooLarge(PositionError):  # noqa: N818 - the name reads as the condition it is
    """A position that the exact engine does not take."""


class TooLong(SaizenError):  # noqa: N818 - the name reads as the condition it is
    """The exact answer was not found in the time allowed; what was proved so far is stored."""


class Task(NamedTuple):
    """A question about a position."""

    form: Labelled
    limit: int = UNLIMITED
    """Guesses allowed; a position that needs more is worth `NEVER`."""
    best: int = NEVER
    """Totals of this and more are of no interest."""
    only: int = -1
    """A packed guess to begin with; -1 for none."""
    mean: bool = True
    """Whether the total counts, or only whether the limit can be kept."""


class Clock(NamedTuple):
    """The time limit of a search, and the listener for its progress."""

    deadline: float | None = None
    progress: Progress = SILENT

    def check(self) -> None:
        """Raise `TooLong` when the time is over."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise TooLong("the exact answer takes longer than the time allowed")


class Runner:
    """The memory of one number of places, with what has been filled in; one thread at a time."""

    def __init__(self, places: int, repeat: bool, entries: int, keys: int) -> None:
        self.memory = SearchMemory.of(places, repeat, entries, keys)
        self.places, self.bits = places, int(self.memory.fields.bits)
        self.filled = 0
        """Up to how many unused symbols the totals of single patterns are computed."""
        self.bounded = 0
        """Up to how many unused symbols patterns with one star are bounded together."""

    def load(self, form: Labelled) -> None:
        """Put a position at the bottom of the stack."""
        stack = self.memory.fields.pat
        for i, pattern in enumerate(form.patterns):
            stack[i] = pack(pattern)
        write_masks(self.memory.record, 0, len(form.patterns), len(form.symbols))

    def begin(self, task: Task) -> None:
        """Set the first frame to the position that has been loaded."""
        w, form = self.memory.fields, task.form
        frame = w.frames[0]
        frame.first, frame.guess_top, w.level = 0, 0, 0
        frame.count = frame.top = len(form.patterns)
        frame.labels, frame.unused, frame.dead = len(form.symbols), form.unused, form.dead
        frame.limit, frame.best, frame.only = task.limit, min(task.best, NEVER), task.only

    def ask(self, what: int, mean: bool = True) -> int:
        """Ask the kernel about the position that has begun."""
        return int(ask(self.memory.record, self.memory.table, what, mean))

    def bound_together(self, unused: int) -> None:
        """Find out what patterns with one star cost at least that share an answer."""
        w = self.memory.fields
        limits, others = w.bounds, int(w.answer_count) - 1
        for symbols in range(self.bounded + 1, min(unused, MOST_UNUSED) + 1):
            totals = next_relaxed_totals(limits.together[:symbols], self.places, others, limits.by_size)
            limits.together[symbols] = totals
            for common in range(self.places + 1):
                limits.shared[symbols, common] = divide_among(answers_with(common, self.places), totals)
            self.bounded = symbols

    def fill(self, unused: int, clock: Clock) -> None:
        """Compute the totals of single patterns, which bound those of sets of patterns."""
        limits, places = self.memory.fields.bounds, self.places
        while self.filled < min(unused, MOST_UNUSED):
            symbols = self.filled + 1
            for stars in range(1, min(places, symbols) + 1):
                pattern = (STAR,) * stars + tuple(range(1, places - stars + 1))
                form = Labelled((pattern,), tuple(range(1, places - stars + 1)), symbols, places)
                self.load(form)
                limits.alone[symbols, stars] = self.run(Task(form), clock)
                limits.alone_depth[symbols, stars] = self.depth
            self.filled = symbols

    @property
    def depth(self) -> int:
        """The worst case of the strategy that was found last."""
        return int(self.memory.fields.frames[0].depth)

    def run(self, task: Task, clock: Clock) -> int:
        """Search the position that has been loaded; return what the kernel does."""
        w, share = self.memory.fields, SLICE
        self.begin(task)
        w.budget = w.work + share
        began = time.monotonic()
        while (value := self.ask(SEARCH, task.mean)) == INTERRUPTED:
            if w.full == BUDGET_SPENT:
                clock.progress.advance(0)
                clock.check()
                now = time.monotonic()
                if now - began < SHORT:
                    share *= 2
                elif now - began > LONG:
                    share = max(1, share // 2)
                w.budget = w.work + share
                began = now
            elif w.full == TABLE_FULL:
                self.memory = table.grow(self.memory)
            else:
                raise TooLarge(
                    f"an exact search with {self.places} places and so many symbols branches too widely"
                )
        return value

    def named(self, form: Labelled, word: int, unused: tuple[int, ...]) -> Code:
        """Turn a packed guess into symbols; new ones are the first of ``unused``, in order."""
        fresh, none = iter(unused), (1 << self.bits) - 1
        return tuple(
            form.symbols[label - 1] if label <= len(form.symbols) else DEAD if label == none else next(fresh)
            for label in unpack(word, self.places)
        )

    def packed(self, form: Labelled, guess: Code, unused: tuple[int, ...]) -> int:
        """Pack a guess: labels of live symbols, then of unused ones in order of use, dead ones apart."""
        shown: list[int] = []
        labels = []
        for symbol in guess:
            if symbol in form.symbols:
                labels.append(form.symbols.index(symbol) + 1)
            elif form.unused and symbol in unused:
                shown.append(symbol)
                labels.append(len(form.symbols) + len(shown))
            else:
                labels.append((1 << self.bits) - 1)
        return pack(tuple(labels))

    def normal(self, form: Labelled, star: int) -> Normal:
        """Return the normal form of the position that has been loaded; a single star can be a label."""
        w, count, last = self.memory.fields, len(form.patterns), self.places - 1
        self.begin(Task(form))
        self.ask(NORMAL)
        frame, colours, names = w.frames[0], w.colours, (star, *form.symbols)
        return Normal(
            tuple(w.pat[count : 2 * count].tolist()),
            int(frame.unused),
            int(frame.dead),
            tuple(names[colours.listed[i]] for i in range(frame.labels)),
            tuple(last - int(colours.place_order[last - place]) for place in range(self.places)),
        )

    def learn(self, heads: Any, patterns: Any, lows: Any, depths: Any) -> None:
        """Take over what has been proved about normal forms, statement by statement."""
        keys = np.concatenate([np.array(pattern, np.int64) for pattern in patterns])
        lengths = np.array([len(pattern) for pattern in patterns], np.int64)
        w = self.memory.fields
        while (
            w.entries + 2 * len(heads) > len(self.memory.table.lows)
            or w.keys + len(keys) + STACK > len(self.memory.table.keys)
        ):  # fmt: skip
            self.memory = table.grow(self.memory)
        table.learn(self.memory.record, self.memory.table, heads, lengths, keys, lows, depths)

    def learn_alone(self, totals: Any, depths: Any) -> None:
        """Take over totals of single patterns, by unused symbols and stars, and their worst cases."""
        if len(totals) > self.filled:
            limits, stars = self.memory.fields.bounds, self.places + 1
            limits.alone[: len(totals), :stars] = totals
            limits.alone_depth[: len(totals), :stars] = depths
            self.filled = len(totals) - 1

    @property
    def alone(self) -> tuple[Any, Any]:
        """The totals of single patterns that are computed, and the worst cases of their strategies."""
        limits, rows, stars = self.memory.fields.bounds, self.filled + 1, self.places + 1
        return limits.alone[:rows, :stars].copy(), limits.alone_depth[:rows, :stars].copy()

    def to_arrays(self) -> dict[str, Any]:
        """Return everything proved so far."""
        return table.to_arrays(self.memory, self.filled)

    def from_arrays(self, arrays: Any) -> None:
        """Take over what has been proved elsewhere, unless more is proved in this memory."""
        table.check_arrays(self.memory, arrays)
        if len(arrays["lows"]) > self.memory.fields.entries:
            self.memory = table.from_arrays(self.memory, arrays)
            self.filled = int(arrays["filled"][0])

    def check(self, position: AbPosition) -> Labelled:
        """Give a position labels; raise `TooLarge` when it is none for an exact search."""
        size, places = position.size, self.places
        if not position.patterns:
            raise PositionError(f"{size}: no candidate is left")
        many = len(position)
        if many > (LARGEST_SET if places < 4 else MOST_CANDIDATES) and (size.repeat or places > 3):
            raise TooLarge(f"{size}: {many:,} candidates are too many for an exact search")
        form = label_symbols(position)
        new = min(places, form.unused)
        if (most := most_labels(places)) < len(form.symbols) + new:
            raise TooLarge(
                f"{size}: {len(form.symbols)} symbols in play and {new} new ones in a guess make "
                f"{len(form.symbols) + new}; an exact search with {places} places takes {most}"
            )
        if form.unused > MOST_UNUSED:
            raise TooLarge(f"{size}: an exact search takes up to {MOST_UNUSED} unused symbols")
        stars = [pattern.count(STAR) for pattern in form.patterns]
        longest, together = self.memory.fields.growth[:, stars].sum(axis=1)
        if (
            max(longest, len(form.patterns)) > LARGEST_SET
            or together + longest > STACK
            or (len(form.symbols) + 2) ** places > len(self.memory.table.guesses)
        ):
            raise TooLarge(f"{size}: {many:,} candidates are too many for an exact search")
        return form


def looks(form: Labelled, places: int) -> int:
    """Estimate what listing every guess takes: guesses times words of a plane.

    >>> looks(Labelled(((1, 2, 3),), (1, 2, 3), 0, 3), 3)
    64
    """
    choices, total = len(form.symbols) + (form.dead > 0), 0
    stars = Counter(pattern.count(STAR) for pattern in form.patterns)
    for new in range(min(places, form.unused) + 1):
        patterns = sum(times * shown_patterns(count, new) for count, times in stars.items())
        total += comb(places, new) * choices ** (places - new) * (patterns // 64 + 1)
    return total
