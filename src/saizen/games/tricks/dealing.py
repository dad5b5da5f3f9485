"""Hands dealt at random."""

import random

from saizen.errors import SaizenError
from saizen.games.tricks.rules import LEFT, RIGHT, TricksPosition
from saizen.games.tricks.text import LARGEST_HAND, score_set


def random_deal(n: int, score: str, seed: int | None = None) -> TricksPosition:
    """Deal at random, the same again for the same seed.

    >>> random_deal(3, "2", 1)
    TricksPosition(cards='ABbaba', lead='L', led=None)
    """
    if not 1 <= n <= LARGEST_HAND:
        raise SaizenError(f"--n {n}: 1 to {LARGEST_HAND} cards a hand can be dealt")
    size = 2 * n
    counts = score_set(score, size)
    letters = ["a"] * n + ["b"] * n
    chance = random.Random(seed)
    chance.shuffle(letters)
    cards = "".join(x.upper() if size - place in counts else x for place, x in enumerate(letters))
    return TricksPosition(cards, LEFT if chance.random() < 0.5 else RIGHT)
