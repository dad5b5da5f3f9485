"""Eight threads that ask at once get what one thread gets."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from saizen.games.tricks.rules import LEFT, RIGHT, Objective, TricksPosition
from saizen.games.tricks.values import card_values

THREADS = 8


def random_position(rng, n, share):
    """Deal at random; each card counts with that chance, or as many of the strongest."""
    letters = list("a" * n + "b" * n)
    rng.shuffle(letters)
    top = rng.random() < 0.3
    counts = [place < 2 * n * share if top else rng.random() < share for place in range(2 * n)]
    cards = "".join(x.upper() if c else x for x, c in zip(letters, counts, strict=True))
    return TricksPosition(cards, rng.choice((LEFT, RIGHT)))


def answers(position, objective):
    return sorted((found.card, found.value, found.optimal) for found in card_values(position, objective))


@pytest.mark.parametrize("objective", list(Objective))
def test_threads_get_what_one_gets(objective):
    """Hands too large for the tables, so that every question is a search in the one memo."""
    rng = random.Random(7)
    asked = [random_position(rng, rng.randint(9, 12), rng.choice((0.3, 0.5, 0.7))) for _ in range(300)]
    with ThreadPoolExecutor(THREADS) as pool:
        together = list(pool.map(lambda position: answers(position, objective), asked))
    wrong = [p for p, found in zip(asked, together, strict=True) if found != answers(p, objective)]
    assert not wrong
