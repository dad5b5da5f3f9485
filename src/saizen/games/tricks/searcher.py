"""The compiled search with its tables and its memo, one for each objective and place of the score cards."""

import threading
from functools import cache
from typing import Any, Literal

import numpy as np

from saizen.cache import Cache
from saizen.games.tricks import kernel, search, tables
from saizen.games.tricks.estimate import UNIT, estimate, weights
from saizen.games.tricks.hand_bits import rank_tables
from saizen.games.tricks.rules import Objective, TricksPosition
from saizen.kernels.allowance import Allowance
from saizen.kernels.plain import plain, sparing
from saizen.store import Store
from saizen.work import HEARTBEAT, SILENT, Progress, attended

Place = Literal["top", "bottom", "any"]
"""Where the score cards are: the strongest cards, the weakest ones, or others."""
SMALL, LARGE = 1 << 19, 1 << 21
"""Hands that the memo keeps up to 16 cards a hand, and beyond; twice as many if it keeps masks."""
WAYS = 8
"""Words for each hand in a memo of score sets: the hand and seven sets with their bounds, one line of the
processor's cache."""


def score_order(cards: str) -> Place:
    """Tell whether the score cards are the strongest (top), the weakest (bottom), or others (any).

    >>> [score_order(cards) for cards in ("ABab", "abAB", "aABb", "ABAB")]
    ['top', 'bottom', 'any', 'top']
    """
    counts = [letter.isupper() for letter in cards]
    if counts == sorted(counts, reverse=True):
        return "top"
    return "bottom" if counts == sorted(counts) else "any"


def aligned(rows: int, columns: int) -> Any:
    """Return zeros whose rows begin where lines of the processor's cache begin."""
    room = np.zeros(rows * columns + 8, np.uint64)
    skipped = -room.ctypes.data % 64 // 8
    return room[skipped : skipped + rows * columns].reshape(rows, columns)


TRICKS = 300
"""Single tricks of a process that are played before the kernel for them is compiled."""
_play_trick, _open_score = sparing(search.child, TRICKS), sparing(kernel.open_score, TRICKS)
_estimate = plain(estimate)
MOST = 20
"""Cards a hand: two bits a card and the size are one word."""
LONG = 14
"""Cards a hand from which on one question may take long."""


class Searcher:
    """Tables, memo and experience for one objective and one place of the score cards.

    The compiled search lets other threads run, and writes into the memo and the room for lists; so one
    question is searched at a time.
    """

    def __init__(
        self,
        objective: Objective,
        order: Place,
        *,
        large: bool,
        store: Store | None = None,
        progress: Progress = SILENT,
    ) -> None:
        self.order = order
        self.lock = threading.Lock()
        self.rules = (objective is Objective.AVOID, order == "bottom")
        chain = order != "any"
        self.leaf = (12 if large else 10) if chain else (8 if large else 7)
        sizes = range(self.leaf + 1)
        masks, values, starts = np.zeros(0, np.uint32), np.zeros(0, np.uint8), np.zeros(0, np.int64)
        if order != "any":
            filled = [tables.masks(n, order, objective, store, progress) for n in sizes]
            masks, hands = np.concatenate(filled), [len(level) for level in filled]
        else:
            pairs = []
            progress.stage("tables of small hands", len(sizes))
            for n in sizes:
                pairs.append(tables.entries(n, objective, progress))
                progress.advance()
            values, hands = np.concatenate([level for _, level in pairs]), [len(first) for first, _ in pairs]
            before = np.cumsum([0] + [len(level) for _, level in pairs])
            starts = np.concatenate([first + at for (first, _), at in zip(pairs, before, strict=False)])
        start = np.cumsum([0, *hands])
        upper, lower = (np.concatenate([rank_tables(n)[i] for n in sizes]) for i in (0, 1))
        ranks = np.array([(1 << n) - 1 for n in sizes])
        self.tables: Any = (chain, self.rules[0], start, ranks, upper, lower, masks, starts, values)
        slots = LARGE if large else SMALL
        self.memo = aligned(2 * slots, 4) if chain else aligned(slots, WAYS)
        self.led = np.zeros((MOST + 1, 2 * MOST), np.int64)
        self.replied = np.zeros((MOST + 1, 2 * MOST, 2 * MOST), np.int64)
        self.work = np.zeros((MOST + 1, search.ROWS, 2 * MOST), np.int16)
        self.weights = weights(MOST, *self.rules)

    _play = staticmethod(_play_trick)

    def asked(self, hand: int, score: int, n: int, least: int, progress: Progress) -> int:
        """Ask whether the leader gets that much; see `saizen.games.tricks.search.search`."""

        def ask() -> int:
            return int(
                search.search(
                    np.uint64(hand),
                    np.uint64(score),
                    n,
                    least,
                    self.leaf,
                    self.rules,
                    self.tables,
                    self.memo,
                    self.led,
                    self.replied,
                    self.work,
                    self.weights,
                )
            )

        progress.advance(0)
        while not self.lock.acquire(timeout=HEARTBEAT):  # another thread's question may take minutes
            progress.advance(0)
        try:
            return ask() if n < LONG else attended(ask, progress, self._stop)
        finally:
            self.work[search.STOP] = 0
            self.lock.release()

    def _stop(self) -> None:
        self.work[search.STOP] = 1

    def child(self, hand: int, score: int, n: int, x: int, y: int) -> tuple[int, int, int, bool]:
        """Play a trick; see `saizen.games.tricks.search.child`."""
        found = self._play(np.uint64(hand), np.uint64(score), n, x, y, self.rules, self.tables[0])
        return int(found[0]), int(found[1]), int(found[2]), bool(found[3])

    def value(self, hand: int, score: int, n: int, progress: Progress = SILENT) -> int:
        """Return what the leader gets."""
        sure = 0
        if not self.tables[0]:
            found = _open_score(np.uint64(hand), np.uint64(score), 2 * n, self.rules[0])
            score, sure = int(found[0]), int(found[1])
        lower, upper = 0, score.bit_count()
        guess = min(upper, self.expected(hand, score, n))
        while lower < upper:
            least = max(guess, lower + 1)
            guess = self.asked(hand, score, n, least, progress)
            if guess >= least:
                lower = guess
            else:
                upper = guess
        return sure + lower

    def expected(self, hand: int, score: int, n: int) -> int:
        """Return about what the leader gets: the first question asks for that much."""
        return round(int(_estimate(np.uint64(hand), np.uint64(score), n, self.weights)) / UNIT)

    def reply_value(self, hand: int, score: int, n: int, x: int, y: int, progress: Progress) -> int:
        """Return what the leader gets after lead x and reply y."""
        after, left, base, won = self.child(hand, score, n, x, y)
        value = self.value(after, left, n - 1, progress)
        return base + value if won else base - value

    def lead_value(self, hand: int, score: int, n: int, x: int, most: int, progress: Progress) -> int:
        """Return what the leader gets with lead x, known to be at most ``most``."""
        replies = [y for y in range(2 * n) if not hand >> y & 1]
        for least in range(most, 0, -1):
            if all(self.holds(hand, score, n, least, x, y, progress) for y in replies):
                return least
        return 0

    def holds(self, hand: int, score: int, n: int, least: int, x: int, y: int, progress: Progress) -> bool:
        """Tell whether the leader gets that much after lead x and reply y."""
        after, left, base, won = self.child(hand, score, n, x, y)
        if won:
            return self.asked(after, left, n - 1, least - base, progress) >= least - base
        return self.asked(after, left, n - 1, base - least + 1, progress) <= base - least


class PlainSearcher(Searcher):
    """The same answers for small hands by plain Python: done before the kernels would be compiled."""

    _play = staticmethod(plain(search.child))

    def __init__(self, objective: Objective, order: Place) -> None:
        self.order = order
        self.rules = (objective is Objective.AVOID, order == "bottom")
        self.tables = (order != "any",)
        self.child = cache(super().child)  # type: ignore[method-assign]
        self._worth = cache(self._gain)

    def _gain(self, hand: int, score: int, n: int) -> int:
        """Return what the leader gets, every lead and reply tried."""
        if not score:
            return 0
        leads = [x for x in range(2 * n) if hand >> x & 1]
        replies = [y for y in range(2 * n) if not hand >> y & 1]
        return max(min(self._after(self.child(hand, score, n, x, y), n - 1) for y in replies) for x in leads)

    def _after(self, trick: tuple[int, int, int, bool], n: int) -> int:
        hand, score, base, won = trick
        gain = self._worth(hand, score, n)
        return base + gain if won else base - gain

    def expected(self, hand: int, score: int, n: int) -> int:
        """Return anything: the first question is answered exactly, whatever it is."""
        return 1

    def asked(self, hand: int, score: int, n: int, least: int, progress: Progress) -> int:
        """Return what the leader gets, which answers every question about it."""
        return self._worth(hand, score, n)


FEW, SOME = 4, 7
"""Cards a hand up to which plain Python is asked: always, and at the first questions of a process, which it
answers before the search would be compiled."""
_plainly = Allowance(60)
_SEARCHERS: Cache[Searcher] = Cache(most=12)
"""One for each objective, place of the score cards and size."""


def searcher(
    objective: Objective, order: Place, large: bool, store: Store | None = None, progress: Progress = SILENT
) -> Searcher:
    """Return the shared searcher; its memo makes the next question cheaper."""
    return _SEARCHERS.get(
        (objective, order, large),
        lambda: Searcher(objective, order, large=large, store=store, progress=progress),
        progress,
    )


def searcher_for(
    position: TricksPosition, objective: Objective, store: Store | None = None, progress: Progress = SILENT
) -> Searcher:
    """Return the searcher that a position needs."""
    if position.hand_size <= FEW or (position.hand_size <= SOME and _plainly.takes(1)):
        order = score_order(position.cards)
        return _SEARCHERS.get((objective, order), lambda: PlainSearcher(objective, order))
    return searcher(objective, score_order(position.cards), position.hand_size > 16, store, progress)
