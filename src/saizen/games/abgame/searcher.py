"""The search as a running thing: bounds filled in, a clock looked at, a table that grows."""

import time
from typing import Any

import numpy as np

from saizen.games.abgame import proved
from saizen.games.abgame.bounds import NEVER, UNLIMITED, answers_with, bounds
from saizen.games.abgame.canon import mask
from saizen.games.abgame.forms import DEAD as UNNAMED
from saizen.games.abgame.forms import Labelled, Normal, TooLarge, TooLong
from saizen.games.abgame.kernel import NORMAL, SEARCH, asked, begin
from saizen.games.abgame.kernel import learn as learn_all
from saizen.games.abgame.packing import pack, unpack
from saizen.games.abgame.position import STAR
from saizen.games.abgame.proved import grown
from saizen.games.abgame.relaxed import among, next_table
from saizen.games.abgame.size import Code, Size
from saizen.games.abgame.workspace import (
    BUDGET,
    BUDGET_SPENT,
    DEAD,
    ENTRIES,
    FULL,
    INTERRUPTED,
    KEYS,
    LABELS,
    LARGEST_SET,
    STACK,
    TABLE_FULL,
    UNUSED,
    WORK,
    Work,
    new_table,
    new_work,
)
from saizen.work import Progress

SLICE = 1_000_000
"""Guesses (times words of a plane) looked at first between two looks at the clock and the cancel button."""
SHORT, LONG = 0.05, 0.2
"""Seconds that the kernel should run between two such looks; what it looks at is adapted to that."""
MOST_UNUSED = 360


class Searcher:
    """The workspace of one number of places, with what has been filled in; one thread at a time."""

    def __init__(self, places: int, repeat: bool, entries: int, keys: int) -> None:
        answers = Size(places, places, repeat).answers()
        codes = [answer.a * (places + 1) + answer.a + answer.b for answer in answers]
        limits = bounds(places, len(codes), MOST_UNUSED, LARGEST_SET)
        guesses = STACK if places < 5 else 1 << (13 + 2 * (places - 1))  # each place multiplies them
        self.work: Work = new_work(places, repeat, codes, limits, new_table(entries, keys), STACK, guesses)
        self.filled = 0
        """Up to how many unused symbols the totals of single patterns are known."""
        self.bounded = 0
        """Up to how many unused symbols patterns with one star are bounded together."""

    def load(self, form: Labelled) -> None:
        """Put a position at the bottom of the stack."""
        work = self.work
        for i, pattern in enumerate(form.patterns):
            work.pat[i] = pack(pattern)
        mask(
            work.pat, work.hot, work.sym, work.star,
            0, len(form.patterns), work.places, work.bits, len(form.symbols),
        )  # fmt: skip

    def bound_together(self, unused: int) -> None:
        """Find out what patterns with one star cost at least that share an answer."""
        limits, places, others = self.work.bounds, self.work.places, len(self.work.answers) - 1
        for symbols in range(self.bounded + 1, min(unused, MOST_UNUSED) + 1):
            table = next_table(limits.together[:symbols], places, others, limits.by_size)
            limits.together[symbols] = table
            for common in range(places + 1):
                limits.shared[symbols, common] = among(answers_with(common, places), table)
            self.bounded = symbols

    def fill(self, unused: int, deadline: float | None, progress: Progress) -> None:
        """Learn the totals of single patterns, which bound those of sets of patterns."""
        tables, places = self.work.bounds, self.work.places
        while self.filled < min(unused, MOST_UNUSED):
            symbols = self.filled + 1
            for stars in range(1, min(places, symbols) + 1):
                pattern = (STAR,) * stars + tuple(range(1, places - stars + 1))
                form = Labelled((pattern,), tuple(range(1, places - stars + 1)), symbols, places)
                self.load(form)
                tables.alone[symbols, stars] = self.run(form, UNLIMITED, NEVER, -1, True, deadline, progress)
                tables.alone_depth[symbols, stars] = self.work.depth[0]
            self.filled = symbols

    def run(
        self,
        form: Labelled,
        limit: int,
        best: int,
        only: int,
        mean: bool,
        deadline: float | None,
        progress: Progress,
    ) -> int:
        """Search the position that has been loaded; return what `saizen.games.abgame.kernel.search` does."""
        counters = self.work.counters
        begin(self.work, len(form.patterns), len(form.symbols), form.unused, form.dead, limit, best, only)
        share = SLICE
        counters[BUDGET] = counters[WORK] + share
        began = time.monotonic()
        while (value := asked(self.work, SEARCH, mean)) == INTERRUPTED:
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
                self.work = grown(self.work)
            else:
                raise TooLarge(
                    f"an exact search with {self.work.places} places and so many symbols branches too widely"
                )
        return int(value)

    def named(self, form: Labelled, word: int, unused: tuple[int, ...]) -> Code:
        """Turn a packed guess into symbols; new ones are the first of ``unused``, in order."""
        fresh, none = iter(unused), (1 << self.work.bits) - 1
        return tuple(
            form.symbols[label - 1]
            if label <= len(form.symbols)
            else UNNAMED
            if label == none
            else next(fresh)
            for label in unpack(word, self.work.places)
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
                labels.append((1 << self.work.bits) - 1)
        return pack(tuple(labels))

    def normal(self, form: Labelled, star: int) -> Normal:
        """Return the normal form of the position that has been loaded; a single star can be a label."""
        work, count, last = self.work, len(form.patterns), self.work.places - 1
        begin(work, count, len(form.symbols), form.unused, form.dead, UNLIMITED, NEVER, -1)
        asked(work, NORMAL, True)
        frame, room, names = work.frames[0], work.scratch, (star, *form.symbols)
        return Normal(
            tuple(work.pat[count : 2 * count].tolist()),
            int(frame[UNUSED]),
            int(frame[DEAD]),
            tuple(names[room.listed[i]] for i in range(frame[LABELS])),
            tuple(last - int(room.place_order[last - place]) for place in range(work.places)),
        )

    def learn(self, heads: Any, patterns: Any, lows: Any, depths: Any, alone: Any, alone_depth: Any) -> None:
        """Take over facts about normal forms, and totals of single patterns."""
        keys = np.concatenate([np.array(one, np.int64) for one in patterns])
        lengths = np.array([len(one) for one in patterns], np.int64)
        counters = self.work.counters
        while (
            counters[ENTRIES] + 2 * len(heads) > len(self.work.table.lows)
            or counters[KEYS] + len(keys) + STACK > len(self.work.table.keys)
        ):  # fmt: skip
            self.work = grown(self.work)
        facts = (np.array(words, np.int64) for words in (lows, depths))
        learn_all(self.work, np.array(heads, np.int64), lengths, keys, *facts)
        if len(alone) > self.filled:
            self.work.bounds.alone[: len(alone)] = alone
            self.work.bounds.alone_depth[: len(alone)] = alone_depth
            self.filled = len(alone) - 1

    def to_arrays(self) -> dict[str, Any]:
        """Return everything proved so far."""
        return proved.to_arrays(self.work, self.filled)

    def from_arrays(self, arrays: Any) -> None:
        """Take over what has been proved elsewhere, unless more is known here."""
        proved.check(self.work, arrays)
        if len(arrays["lows"]) > self.work.counters[ENTRIES]:
            self.work = proved.taken_over(self.work, arrays)
            self.filled = int(arrays["filled"][0])
