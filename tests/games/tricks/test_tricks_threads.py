"""Eight threads that ask at once get what one thread gets."""

import random
import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from saizen.games import load
from saizen.games.tricks.claims.claims import expression_claim
from saizen.games.tricks.claims.counterexample import explore
from saizen.games.tricks.rules import LEFT, RIGHT, Objective, TricksPosition
from saizen.games.tricks.search import hand_tables
from saizen.games.tricks.search.hand_bits import word_of
from saizen.games.tricks.search.searcher import searcher
from saizen.games.tricks.values import card_values
from saizen.work.cache import Cache

THREADS = 8


def random_position(rng, n, share):
    """Deal at random; each card counts with that chance, or as many of the strongest."""
    letters = list("a" * n + "b" * n)
    rng.shuffle(letters)
    top = rng.random() < 0.3
    counts = [place < 2 * n * share if top else rng.random() < share for place in range(2 * n)]
    cards = "".join(x.upper() if c else x for x, c in zip(letters, counts, strict=True))
    return TricksPosition(cards, rng.choice((LEFT, RIGHT)))


def random_hand(rng, n):
    """Return a leader's hand and score cards as words, and n."""
    letters = random_position(rng, n, 0.5).cards
    return word_of(letters, "Aa"), word_of(letters, "AB"), n


def answers(position, objective):
    return sorted((found.move, found.value, found.optimal) for found in card_values(position, objective))


@pytest.mark.parametrize("objective", list(Objective))
def test_threads_get_what_one_gets(objective):
    """Hands too large for the tables, so that every question is a search in the one memo."""
    rng = random.Random(7)
    asked = [random_position(rng, rng.randint(9, 12), rng.choice((0.3, 0.5, 0.7))) for _ in range(300)]
    with ThreadPoolExecutor(THREADS) as pool:
        together = list(pool.map(lambda position: answers(position, objective), asked))
    wrong = [p for p, found in zip(asked, together, strict=True) if found != answers(p, objective)]
    assert not wrong


def test_threads_that_need_the_same_tables_make_them_once(monkeypatch):
    """New tables, asked for by eight threads at once: the same object for all."""
    key = {"order": "bottom", "objective": Objective.AVOID}
    monkeypatch.setattr(hand_tables, "_TABLES", Cache(most=128))  # those of other tests stay
    with ThreadPoolExecutor(THREADS) as pool:
        masks = list(pool.map(lambda _: hand_tables.masks(9, **key), range(THREADS)))
        entries = list(pool.map(lambda _: hand_tables.entries(6, Objective.AVOID), range(THREADS)))
    assert len({id(one) for one in masks}) == len({id(one) for one in entries}) == 1


def test_threads_explore_and_advise_alike():
    """Whole commands: claims on every deal, and advice, from eight threads."""

    def asked(number):
        found = explore(expression_claim("V0 - V1 in 0..1"), upto=4, family=("top", "any")[number % 2])
        return found.counterexample, load("tricks").advise("ABbaaBAbBABa lead=R").to_json()

    with ThreadPoolExecutor(THREADS) as pool:
        together = list(pool.map(asked, range(THREADS)))
    assert together == [asked(number) for number in range(THREADS)]


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="POSIX signals")
def test_a_long_search_is_interrupted_at_once_and_leaves_nothing_wrong():
    hard = TricksPosition("aBAbbAaBbAaBbAbaBAaBbAbaBaAbBabABaAbBaAb", LEFT)
    large, small = (searcher(Objective.TAKE, "any", size) for size in (True, False))
    rng = random.Random(5)
    hands = [random_hand(rng, n) for n in (9, 10, 11) * 10]
    for hand in hands[:3]:  # tables and kernels are there
        assert large.value(*hand) == small.value(*hand)
    main = threading.main_thread().ident
    alarm = threading.Timer(0.4, signal.pthread_kill, [main, signal.SIGINT])
    alarm.start()
    with pytest.raises(KeyboardInterrupt):
        card_values(hard)
    for hand in hands:  # with what the broken search left in the memo
        assert large.value(*hand) == small.value(*hand)
