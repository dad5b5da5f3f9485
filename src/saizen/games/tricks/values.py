"""The value of any position and of every card that can be played in it."""

import threading
from fractions import Fraction
from functools import cache
from typing import Any, Literal

import numpy as np

from saizen.cache import Cache
from saizen.games.tricks import kernel, search, tables
from saizen.games.tricks.hand_bits import rank_tables, word_of
from saizen.games.tricks.rules import LEFT, Objective, TricksPosition, other
from saizen.kernels.allowance import Allowance
from saizen.kernels.plain import plain, sparing
from saizen.solution import MoveValue
from saizen.store import Store
from saizen.work import HEARTBEAT, SILENT, Progress, attended

Place = Literal["top", "bottom", "any"]
"""Where the score cards are: the strongest cards, the weakest ones, or others."""
SMALL, LARGE = 1 << 18, 1 << 20
"""Hands that the memo keeps up to 16 cards a hand, and beyond; four times as many if it keeps masks."""
WAYS = 16
"""Words for each hand in a memo of score sets: the hand and fifteen sets with their bounds."""


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
        self.memo = aligned(4 * slots, 4) if chain else aligned(slots, WAYS)
        self.led = np.zeros((21, 40), np.int64)
        self.replied = np.zeros((21, 40, 40), np.int64)
        self.work = np.zeros((21, search.ROWS, 40), np.int8)

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
        guess = (upper + 1) // 2
        while lower < upper:
            least = max(guess, lower + 1)
            guess = self.asked(hand, score, n, least, progress)
            if guess >= least:
                lower = guess
            else:
                upper = guess
        return sure + lower

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


def _words(position: TricksPosition, order: str) -> tuple[int, int, list[int]]:
    """Return the leader's hand, the score cards, and the place of each card number."""
    size = len(position.cards)
    letters = position.cards[::-1] if order == "bottom" else position.cards
    hand = word_of(letters, "Aa" if position.lead == LEFT else "Bb")
    places = [-1] + [card - 1 if order == "bottom" else size - card for card in range(1, size + 1)]
    return hand, word_of(letters, "AB"), places


def _left_takes(gained: int, position: TricksPosition, objective: Objective) -> int:
    """Turn what the leader gets into what Left takes."""
    leader_takes = gained if objective is Objective.TAKE else position.score_cards - gained
    return leader_takes if position.lead == LEFT else position.score_cards - leader_takes


def value(
    position: TricksPosition,
    objective: Objective = Objective.TAKE,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> int:
    """Return how many score cards Left takes when both play best (``V^ε_n(A, B)``).

    >>> [value(TricksPosition(c, l)) for c, l in (("AABBbaba", "L"), ("ABAB", "L"), ("ABAB", "R"))]
    [3, 2, 4]
    """
    if not position.cards:
        return 0
    if position.led is not None:
        return int(card_values(position, objective, store, progress)[0].value or 0)
    found = searcher_for(position, objective, store, progress)
    hand, score, _ = _words(position, found.order)
    return _left_takes(found.value(hand, score, position.hand_size, progress), position, objective)


def card_values(
    position: TricksPosition,
    objective: Objective = Objective.TAKE,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> list[MoveValue]:
    """Return every card that can be played with its value, best first, among equals the strongest first.

    >>> [(c.move, c.value) for c in card_values(TricksPosition("ABABba", LEFT))]
    [(1, 3), (4, 2), (6, 1)]
    """
    if not position.cards:
        return []
    found = searcher_for(position, objective, store, progress)
    hand, score, places = _words(position, found.order)
    n = position.hand_size
    known: dict[str, int] = {}
    values = {}
    progress.stage(f"searching {n} cards a hand", n)
    best = None if position.led is not None else found.value(hand, score, n, progress)
    previous = 0
    for card in position.hand(position.turn):
        kind = position.cards[-card]
        # equal cards are neighbours with the same owner that count alike
        if previous != card + 1 or position.cards[-previous] != kind:
            if best is None:
                assert position.led is not None
                gained = found.reply_value(hand, score, n, places[position.led], places[card], progress)
            else:
                gained = found.lead_value(hand, score, n, places[card], best, progress)
            known[kind] = _left_takes(gained, position, objective)
        values[card] = known[kind]
        previous = card
        progress.advance()
    wants_many = (position.turn == LEFT) == (objective is Objective.TAKE)
    top = (max if wants_many else min)(values.values())
    share = Fraction(1, list(values.values()).count(top))
    ordered = sorted(values, key=lambda card: (-values[card] if wants_many else values[card], -card))
    return [
        MoveValue(card, values[card], values[card] == top, share if values[card] == top else Fraction(0))
        for card in ordered
    ]


def best_replies(
    position: TricksPosition,
    card: int,
    known: int,
    objective: Objective = Objective.TAKE,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> list[int]:
    """Return every best reply to a lead whose value is known.

    >>> best_replies(TricksPosition("ABABba", LEFT), 1, 3)
    [5, 3]
    """
    found = searcher_for(position, objective, store, progress)
    hand, score, places = _words(position, found.order)
    left_counts = known if position.lead == LEFT else position.score_cards - known
    gained = left_counts if objective is Objective.TAKE else position.score_cards - left_counts
    n = position.hand_size
    return [
        reply
        for reply in position.hand(other(position.lead))
        if not found.holds(hand, score, n, gained + 1, places[card], places[reply], progress)
    ]
