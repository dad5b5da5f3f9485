"""Section 2's recursion, word for word, on explicit hands: no canonical form, no shared code, no masks.

Cards keep the numbers they were dealt with, and a card that counts at the start counts until it is played.
"""

from functools import cache
from itertools import combinations


@cache
def value(left_leads: bool, left: frozenset, right: frozenset, score: frozenset, avoid: bool = False) -> int:
    """How many score cards Left takes when both play best."""
    if not left:
        return 0
    best, worst = (min, max) if avoid else (max, min)

    def after(a: int, b: int) -> int:
        taken = ((a in score) + (b in score)) if a > b else 0
        return taken + value(a > b, left - {a}, right - {b}, score - {a, b}, avoid)

    if left_leads:
        return best(worst(after(a, b) for b in right) for a in left)
    return worst(best(after(a, b) for a in left) for b in right)


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
