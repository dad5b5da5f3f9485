"""Section 2's recursion, word for word, on explicit hands: no canonical form, no shared code, no masks.

Cards keep the numbers they were dealt with, and a card that counts at the start counts until it is played.
"""

from functools import cache
from itertools import combinations

import numpy as np


@cache
def values(
    left_leads: bool, left: frozenset, right: frozenset, cards: int, avoid: bool = False
) -> np.ndarray:
    """How many score cards Left takes when both play best, for every set of score cards among 1 to ``cards``.

    Entry s is for the set whose cards c are those with bit c - 1 in s.
    """
    if not left:
        return np.zeros(1 << cards, np.int8)
    best, worst = (np.minimum, np.maximum) if avoid else (np.maximum, np.minimum)

    def after(a: int, b: int) -> np.ndarray:
        rest = values(a > b, left - {a}, right - {b}, cards, avoid)
        return rest + counts(a, cards) + counts(b, cards) if a > b else rest

    if left_leads:
        return best.reduce([worst.reduce([after(a, b) for b in right]) for a in left])
    return worst.reduce([best.reduce([after(a, b) for a in left]) for b in right])


@cache
def counts(card: int, cards: int) -> np.ndarray:
    """One for every set that has the card, else nothing."""
    return (np.arange(1 << cards) >> (card - 1) & 1).astype(np.int8)


def value(left_leads: bool, left: frozenset, right: frozenset, score: frozenset, avoid: bool = False) -> int:
    """How many score cards Left takes when both play best."""
    held = left | right
    found = values(left_leads, left, right, max(held, default=0), avoid)
    return int(found[sum(1 << (card - 1) for card in score & held)])


def hands(n: int):
    """Every deal of the cards 1 to 2n."""
    everything = frozenset(range(1, 2 * n + 1))
    for left in combinations(sorted(everything, reverse=True), n):
        yield frozenset(left), everything - frozenset(left)


def score_sets(n: int):
    """Every set of score cards."""
    for size in range(2 * n + 1):
        yield from map(frozenset, combinations(range(1, 2 * n + 1), size))


def cards_text(left: frozenset, right: frozenset, score: frozenset) -> str:
    """The cards from the strongest to the weakest, as positions write them."""
    letters = dict.fromkeys(left, "a") | dict.fromkeys(right, "b")
    return "".join(
        letters[card].upper() if card in score else letters[card] for card in range(len(letters), 0, -1)
    )
