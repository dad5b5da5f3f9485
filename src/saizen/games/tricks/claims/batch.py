"""Many deals at once: values, swaps and matrices as arrays, for checking claims on every hand."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from saizen.errors import SaizenError
from saizen.games.tricks.rules import Objective
from saizen.games.tricks.search import hand_tables
from saizen.games.tricks.search.hand_bits import (
    Words,
    all_hands,
    bits_set,
    complement,
    drop_card,
    letters_of,
    ranks_of,
)
from saizen.games.tricks.search.hand_kernel import LARGEST_TABLE
from saizen.store import Store
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache

Family = Literal["top", "bottom", "block", "any"]
"""The place of the score cards: the strongest, the weakest, neighbours anywhere, or any set."""
Ints = NDArray[np.int64]
CHUNK = 1 << 20
"""Deals in one batch."""
WHOLE = 1 << 22
"""Hands that are one batch, even so: all of 12 cards."""
FEW = 1 << 12
"""Deals up to which a batch is stored for the next claim: all hands of 7 cards."""
NEIGHBOURS = [
    (np.uint64(1), np.uint64(0x5555555555555555)),
    (np.uint64(2), np.uint64(0x3333333333333333)),
    (np.uint64(4), np.uint64(0x0F0F0F0F0F0F0F0F)),
]
"""How far apart bits are that change places, and the lower ones of them: all of it reverses each byte."""


def largest_size(family: Family) -> int:
    """Return up to how many cards a hand every deal of a family can be checked."""
    return LARGEST_TABLE if family in ("top", "bottom") else hand_tables.LARGEST_ENTRIES


def score_words(n: int, k: int, family: Family) -> list[int]:
    """Return the sets of k score cards of a family, as words from the strongest card.

    >>> [format(word, "04b") for word in score_words(2, 2, "block")]
    ['0011', '0110', '1100']
    """
    first = (1 << k) - 1
    if family == "top" or k == 0:
        return [first]
    if family == "bottom":
        return [first << (2 * n - k)]
    if family == "block":
        return [first << start for start in range(2 * n - k + 1)]
    return [sum(1 << place for place in places) for places in combinations(range(2 * n), k)]


def left_takes(
    words: Words,
    scores: Words,
    n: int,
    lead: int,
    family: Family,
    objective: Objective = Objective.TAKE,
    store: Store | None = None,
) -> Ints:
    """Return what Left takes in each deal (``V^lead_n``); ``lead`` is 1 when Left leads, else 0."""
    if lead == 0:
        theirs: Ints = left_takes(complement(words, n), scores, n, 1, family, objective, store)
        mine: Ints = bits_set(scores) - theirs
        return mine
    if family in ("top", "bottom"):
        if family == "bottom":
            words, scores = reversed_words(words, n), reversed_words(scores, n)
        masks = hand_tables.masks(n, family, objective, store)[ranks_of(words, n)]
        taken: Ints = bits_set(masks.astype(np.uint64) & scores)
        return taken
    return hand_tables.leader_takes(words, scores, n, objective)


def reversed_words(words: Words, n: int) -> Words:
    """Count the cards from the other end.

    >>> int(reversed_words(np.array([0b0001], np.uint64), 2)[0])
    8
    """
    for width, lanes in NEIGHBOURS:
        words = (words >> width) & lanes | (words & lanes) << width
    return words.byteswap() >> np.uint64(64 - 2 * n)


@dataclass(frozen=True)
class DealBatch:
    """Deals of n cards a hand with k score cards each; the words count from the strongest card."""

    n: int
    k: int
    words: Words
    scores: Words
    family: Family
    objective: Objective
    store: Store | None = None
    """The store of large tables."""

    def value(self, lead: int, words: Words | None = None, scores: Words | None = None) -> Ints:
        """Return what Left takes, in these deals or in changed ones."""
        words = self.words if words is None else words
        scores = self.scores if scores is None else scores
        return left_takes(words, scores, self.n, lead, self.family, self.objective, self.store)

    @cached_property
    def values(self) -> tuple[Ints, Ints]:
        """What Left takes when Right leads, and when Left leads."""
        return self.value(0), self.value(1)

    def bit(self, words: Words, place: int) -> Any:
        """Return for each word whether a place is set."""
        return (words >> np.uint64(place)) & np.uint64(1) == 1

    def swap(self, place: int, kind: str) -> tuple[NDArray[np.bool_], Words]:
        """Exchange the cards at a place and the next, where that is a swap of a kind; see the page on claims.

        Returns where it is one, and the hands afterwards (meaningless elsewhere).
        """
        left, next_left = self.bit(self.words, place), self.bit(self.words, place + 1)
        counts, next_counts = self.bit(self.scores, place), self.bit(self.scores, place + 1)
        gets_stronger, gets_weaker = ~left & next_left, left & ~next_left
        if kind == "score":
            applies = gets_stronger & counts & next_counts
        elif kind == "nonscore":
            applies = gets_weaker & ~counts & ~next_counts
        elif kind == "border":
            applies = (gets_stronger & counts & ~next_counts) | (gets_weaker & ~counts & next_counts)
        elif kind == "stronger":
            applies = gets_stronger
        else:
            raise SaizenError(f"swap({kind}): the kinds are score, nonscore, border and stronger")
        return applies, self.words ^ np.uint64(3 << place)

    def more(self, lead: int) -> Ints:
        """Return the change when one more card counts: the next weaker (top) or stronger (bottom) one."""
        if self.family not in ("top", "bottom"):
            raise SaizenError(f"more: which card counts next is not determined with --score {self.family}")
        if self.k == 2 * self.n:
            return np.zeros(len(self.words), np.int64)
        place = self.k if self.family == "top" else 2 * self.n - 1 - self.k
        return self.value(lead, scores=self.scores | np.uint64(1 << place)) - self.values[lead]

    @cached_property
    def restricted(self) -> "dict[str, DealBatch]":
        """Those of the deals that fit a condition, by the condition: kept as long as the batch is."""
        return {}

    @cached_property
    def places(self) -> tuple[Ints, Ints]:
        """The places of Left's and of Right's cards, strongest first: row i has a_1, a_2, ... of deal i."""
        bits = (self.words[:, None] >> np.arange(2 * self.n, dtype=np.uint64)) & np.uint64(1)
        left = np.argsort(1 - bits.astype(np.int8), axis=1, kind="stable")
        return left[:, : self.n], left[:, self.n :]

    @cached_property
    def left_score(self) -> Ints:
        """How many score cards Left holds (``p``)."""
        held: Ints = bits_set(self.words & self.scores)
        return held

    @cached_property
    def matrices(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """The matrices T (what Left takes in this trick) and W (what Left takes afterwards)."""
        shape = (len(self.words), self.n, self.n)
        now, later = np.zeros(shape, np.int8), np.zeros(shape, np.int8)
        left, right = self.places
        for i in range(self.n):
            for j in range(self.n):
                x, y = left[:, i].astype(np.uint64), right[:, j].astype(np.uint64)
                wins = x < y
                near, far = np.minimum(x, y), np.maximum(x, y)
                after, counting = (drop_card(drop_card(w, far), near) for w in (self.words, self.scores))
                points = self.k - bits_set(counting)
                now[:, i, j] = np.where(wins, points, 0)
                for lead in (0, 1):
                    part = wins == (lead == 1)
                    later[part, i, j] = left_takes(
                        after[part], counting[part], self.n - 1, lead, self.family, self.objective, self.store
                    )
        return now, later

    @cached_property
    def order(self) -> tuple[Words, Words]:
        """Sort keys: hands with Left's cards in front come first, then score sets likewise."""
        return tuple(reversed_words(complement(words, self.n), self.n) for words in (self.words, self.scores))  # type: ignore[return-value]

    def first(self, chosen: NDArray[Any]) -> int:
        """Return which of the chosen deals comes first."""
        numbers = np.flatnonzero(chosen)
        hands, scores = self.order
        return int(numbers[np.lexsort((scores[numbers], hands[numbers]))[0]])

    def letters(self, number: int) -> str:
        """Write a deal as the cards of a position."""
        return letters_of(int(self.words[number]), int(self.scores[number]), self.n)


def batches(
    n: int, k: int, family: Family, objective: Objective, store: Store | None = None
) -> Iterator[DealBatch]:
    """Yield every deal with n cards a hand and k score cards, many at a time.

    >>> [len(batch.words) for batch in batches(2, 2, "any", Objective.TAKE)]
    [36]
    """
    scores = np.array(score_words(n, k, family), np.uint64)
    if comb(2 * n, n) * len(scores) <= FEW:
        yield _KEPT.get(
            (n, k, family, objective), lambda: _batch(n, k, all_hands(n), scores, family, objective)
        )
        return
    for hands in _hands_in_parts(n):
        step = max(1, CHUNK // len(hands))
        for start in range(0, len(scores), step):
            part = scores[start : start + step]
            yield _batch(n, k, hands, part, family, objective, store)


_KEPT: Cache[DealBatch] = Cache(most=512)
"""Small batches with all that was computed of them: claim after claim is checked on the same deals."""


def _batch(
    n: int,
    k: int,
    hands: Words,
    scores: Words,
    family: Family,
    objective: Objective,
    store: Store | None = None,
) -> DealBatch:
    words = np.tile(hands, len(scores))
    return DealBatch(n, k, words, np.repeat(scores, len(hands)), family, objective, store)


def _hands_in_parts(n: int) -> Iterator[Words]:
    """Yield all hands, of large ones some at a time: those come first that `DealBatch.first` puts first."""
    hands = all_hands(n)
    if len(hands) <= WHOLE:
        yield hands
        return
    for start in range(0, len(hands), CHUNK):  # the key of a hand turned round is the word it was
        yield complement(reversed_words(hands[start : start + CHUNK], n), n)


def gains(
    n: int,
    k: int,
    family: Literal["top", "bottom"],
    objective: Objective,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> tuple[int, int, dict[int, int]]:
    """Return what Left takes in all hands together, leading and replying, and what replying gains.

    >>> gains(2, 2, "top", Objective.TAKE)
    (4, 8, {0: 2, 1: 4})
    """
    hands = all_hands(n)
    score = score_words(n, k, family)[0]
    leading = replying = 0
    gaps = np.zeros(4 * n + 1, np.int64)
    for start in range(0, len(hands), CHUNK):
        words = hands[start : start + CHUNK]
        scores = np.full(len(words), score, np.uint64)
        right_leads, left_leads = DealBatch(n, k, words, scores, family, objective, store).values
        leading, replying = leading + int(left_leads.sum()), replying + int(right_leads.sum())
        gaps += np.bincount(right_leads - left_leads + 2 * n, minlength=4 * n + 1)
        progress.advance(0)
    return leading, replying, {int(i) - 2 * n: int(gaps[i]) for i in np.flatnonzero(gaps)}
