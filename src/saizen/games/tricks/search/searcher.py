"""The compiled search with its tables and its memo, one for each objective and place of the score cards."""

import threading
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from saizen.games.tricks.rules import Objective, TricksPosition
from saizen.games.tricks.search import hand_kernel, hand_tables, search
from saizen.games.tricks.search.estimate import UNIT, estimate, weights
from saizen.games.tricks.search.hand_bits import rank_tables
from saizen.games.tricks.search.workspace import MOST, STOP, Lookup, SearchRules, empty_workspace
from saizen.kernels.plain import plain
from saizen.kernels.policy import is_small
from saizen.kernels.record import in_one_block
from saizen.store import Store
from saizen.work import HEARTBEAT, SILENT, Progress, run_watched
from saizen.work.cache import Cache

Place = Literal["top", "bottom", "any"]
"""The place of the score cards: the strongest cards, the weakest ones, or others."""
SMALL, LARGE = 1 << 19, 1 << 21
"""Hands that the memo keeps up to 16 cards a hand, and beyond; twice as many if it keeps masks."""
WAYS = 8
"""Words for each hand in a memo of score sets: the hand and seven sets with their bounds, one line of the
processor's cache."""


def score_order(cards: str) -> Place:
    """Return whether the score cards are the strongest (top), the weakest (bottom), or others (any).

    >>> [score_order(cards) for cards in ("ABab", "abAB", "aABb", "ABAB")]
    ['top', 'bottom', 'any', 'top']
    """
    counts = [letter.isupper() for letter in cards]
    if counts == sorted(counts, reverse=True):
        return "top"
    return "bottom" if counts == sorted(counts) else "any"


def aligned_zeros(rows: int, columns: int) -> Any:
    """Return zeros whose rows begin where lines of the processor's cache begin."""
    room = np.zeros(rows * columns + 8, np.uint64)
    skipped = -room.ctypes.data % 64 // 8
    return room[skipped : skipped + rows * columns].reshape(rows, columns)


_child, _open_score, _estimate = plain(search.child), plain(hand_kernel.open_score), plain(estimate)
"""A trick of a small hand, and what is asked once a question: too seldom to compile them for."""
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
        self.rules = SearchRules(order != "any", objective is Objective.AVOID, order == "bottom")
        leaf = (12 if large else 10) if self.rules.chain else (8 if large else 7)
        sizes = range(leaf + 1)
        masks, values, starts = np.zeros(0, np.uint32), np.zeros(0, np.uint8), np.zeros(0, np.int64)
        if order != "any":
            filled = [hand_tables.masks(n, order, objective, store, progress) for n in sizes]
            masks, hands = np.concatenate(filled), [len(level) for level in filled]
        else:
            pairs = []
            progress.stage("tables of small hands", len(sizes))
            for n in sizes:
                pairs.append(hand_tables.entries(n, objective, progress))
                progress.advance()
            values, hands = np.concatenate([level for _, level in pairs]), [len(first) for first, _ in pairs]
            before = np.cumsum([0] + [len(level) for _, level in pairs])
            starts = np.concatenate([first + at for (first, _), at in zip(pairs, before, strict=False)])
        slots = LARGE if large else SMALL
        self.memo = aligned_zeros(2 * slots, 4) if self.rules.chain else aligned_zeros(slots, WAYS)
        self.lookup = Lookup(masks, starts, values, self.memo)
        known_weights = weights(MOST, self.rules.avoid, self.rules.weakest_first)
        self.workspace, self.record = in_one_block(empty_workspace(self.rules, leaf, known_weights))
        self.workspace.start[: leaf + 1] = np.cumsum([0, *hands[:-1]])
        for n, ranks in zip(sizes, self.workspace.ranks.tolist(), strict=False):
            upper, lower = rank_tables(n)
            self.workspace.upper[ranks : ranks + len(upper)] = upper
            self.workspace.lower[ranks : ranks + len(lower)] = lower

    def asked(self, hand: int, score: int, n: int, least: int, progress: Progress) -> int:
        """Ask whether the leader gets that much; see `saizen.games.tricks.search.search.search`."""

        def ask() -> int:
            return int(search.search(np.uint64(hand), np.uint64(score), n, least, self.record, self.lookup))

        progress.advance(0)
        while not self.lock.acquire(timeout=HEARTBEAT):  # another thread's question may take minutes
            progress.advance(0)
        try:
            return ask() if n < LONG else run_watched(ask, progress, self._stop)
        finally:
            self.workspace.lists[STOP] = 0
            self.lock.release()

    def _stop(self) -> None:
        self.workspace.lists[STOP] = 1

    def _play(self, hand: int, score: int, n: int, x: int, y: int) -> Any:
        return search.child(np.uint64(hand), np.uint64(score), n, x, y, self.record["rules"])

    def child(self, hand: int, score: int, n: int, x: int, y: int) -> tuple[int, int, int, bool]:
        """Play a trick; see `saizen.games.tricks.search.search.child`."""
        trick = self._play(hand, score, n, x, y)
        return int(trick[0]), int(trick[1]), int(trick[2]), bool(trick[3])

    def value(self, hand: int, score: int, n: int, progress: Progress = SILENT) -> int:
        """Return what the leader gets."""
        sure = 0
        if not self.rules.chain:
            reduced = _open_score(np.uint64(hand), np.uint64(score), 2 * n, self.rules.avoid)
            score, sure = int(reduced[0]), int(reduced[1])
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
        return round(int(_estimate(np.uint64(hand), np.uint64(score), n, self.workspace.weights)) / UNIT)

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
        """Return whether the leader gets that much after lead x and reply y."""
        after, left, base, won = self.child(hand, score, n, x, y)
        if won:
            return self.asked(after, left, n - 1, least - base, progress) >= least - base
        return self.asked(after, left, n - 1, base - least + 1, progress) <= base - least


PLAIN_SECONDS = 16e-6
"""The largest cost in plain Python of a question about n cards a hand, for each of 4 ** n."""
KEPT = 1 << 16
"""Tricks and hands that plain Python keeps; a question about 7 cards a hand leads to up to 20,000 tricks."""


class PlainSearcher(Searcher):
    """The same answers for small hands by plain Python: done before the kernels would be compiled."""

    def __init__(self, objective: Objective, order: Place) -> None:
        self.order = order
        self.rules = SearchRules(order != "any", objective is Objective.AVOID, order == "bottom")
        self.child = lru_cache(KEPT)(super().child)  # type: ignore[method-assign]
        self._worth = lru_cache(KEPT)(self._gain)

    def _play(self, hand: int, score: int, n: int, x: int, y: int) -> Any:
        return _child(np.uint64(hand), np.uint64(score), n, x, y, self.rules)

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


def is_plain(hand_size: int) -> bool:
    """Return whether plain Python answers about hands of so many cards."""
    return is_small(PLAIN_SECONDS * 4**hand_size)


def searcher_for(
    position: TricksPosition, objective: Objective, store: Store | None = None, progress: Progress = SILENT
) -> Searcher:
    """Return the searcher that a position needs."""
    if is_plain(position.hand_size):
        order = score_order(position.cards)
        return _SEARCHERS.get((objective, order), lambda: PlainSearcher(objective, order))
    return searcher(objective, score_order(position.cards), position.hand_size > 16, store, progress)
