"""Guesses by the set of their symbols: no order beats the bound of the set, no optimal guess is left out."""

import random
from itertools import permutations, product
from pathlib import Path

import pytest

from games.abgame.brute_abgame import Brute
from saizen.games.abgame.position import STAR, AbPosition
from saizen.games.abgame.search.bounds import bounds
from saizen.games.abgame.search.engine import Engine
from saizen.games.abgame.search.normal_form import DEAD
from saizen.games.abgame.size import Code, Size
from saizen.games.abgame.verify import load, verify


@pytest.mark.parametrize(
    "size", [Size(2, 4), Size(3, 5), Size(4, 5), Size(3, 3, repeat=True), Size(4, 2, repeat=True)], ids=str
)
def test_no_order_of_a_set_costs_less_than_its_bound(size: Size) -> None:
    rng, brute = random.Random(size.codes), Brute(size.places, size.symbols, 0, size.repeat)
    spread = bounds(size.places, len(size.answers()), 0, 100).spread
    codes = sorted(brute.start)
    for _ in range(30):
        chosen = frozenset(rng.sample(codes, rng.randint(2, min(9, len(codes)))))
        symbols = rng.choice(codes)
        sums = [0] * (size.places + 1)
        for code in chosen:
            sums[sum(min(code.count(s), symbols.count(s)) for s in set(symbols))] += 1
        bound = sum(spread[common, many] for common, many in enumerate(sums)) - (sums[-1] > 0)
        for guess in permutations(symbols):
            cost = brute.total_of_guess(chosen, guess)
            assert cost is None or cost >= len(chosen) + bound


def test_codes_that_have_a_set_of_symbols_are_told_apart_by_that_many_answers() -> None:
    """One code for each answer is the most that costs one guess more each; the next one costs two."""
    spread = bounds(4, 14, 0, 100).spread
    for common, answers in enumerate([1, 2, 3, 4, 4]):
        assert spread[common, answers] == answers
        assert spread[common, answers + 1] == answers + 2


SIZES = [
    Size(4, 5),
    Size(4, 6),
    Size(4, 5, dummies=1),
    Size(4, 3, repeat=True),
    Size(3, 7),
    Size(5, 5),
    Size(5, 2, repeat=True),
    Size(6, 2, repeat=True),
]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_random_lists_cost_what_brute_force_says(size: Size) -> None:
    rng, engine = random.Random(7), Engine(size.places, size.repeat)
    brute = Brute(size.places, size.symbols, size.dummies, size.repeat)
    codes = sorted(brute.start)
    for many in (3, 6, 9):
        chosen = frozenset(rng.sample(codes, many))
        position, total = AbPosition.listed(size, chosen), brute.total(chosen)
        assert engine.total(position) == total
        assert engine.total(position, below=total) is None
        live = {symbol for code in chosen for symbol in code}
        best = {tuple(s if s in live else DEAD for s in guess) for guess in brute.optimal(chosen)}
        assert set(engine.optimal(position, total)) == best


@pytest.mark.parametrize("places", [3, 4])
def test_stars_are_what_they_stand_for(places: int) -> None:
    """Few unused symbols, so that patterns are written out in the search."""
    rng, size = random.Random(places), Size(places, places + 2)
    engine = Engine(places, repeat=False)
    brute = Brute(places, size.symbols)
    heads = list(permutations(range(1, places + 1), places - 1))
    for unused in ((places + 1,), (places + 1, places + 2)):
        for _ in range(8):
            star = rng.randrange(places)
            patterns = tuple((*h[:star], 0, *h[star:]) for h in rng.sample(heads, 3))
            position = AbPosition(size, patterns, unused)
            assert engine.total(position) == brute.total(frozenset(position.candidates()))


def as_listed(position: AbPosition, guess: Code) -> Code:
    """Write a guess as the engine does: the first unused symbols in order, `DEAD` for what no code has."""
    fresh = iter(position.unused)
    return tuple(s if s in position.live else next(fresh) if s in position.unused else DEAD for s in guess)


def test_no_guess_among_patterns_costs_less_than_its_bound() -> None:
    """For every guess and what it costs: it is listed among those that may cost less than one guess more."""
    rng, size, unused = random.Random(4), Size(3, 8), (4, 5, 6, 7)
    engine, brute = Engine(3, repeat=False), Brute(3, size.symbols)
    heads = [pattern for pattern in product(range(4), repeat=3) if is_pattern(pattern)]
    for _ in range(6):
        patterns = tuple(rng.sample(heads, 3))
        position = AbPosition(size, patterns, unused)
        codes = frozenset(position.candidates())
        assert engine.total(position) == brute.total(codes)  # the bounds are known now
        costs = {as_listed(position, guess): brute.total_of_guess(codes, guess) for guess in brute.guesses}
        for below in {cost + 1 for cost in costs.values() if cost is not None}:
            listed = set(engine.guesses(position, below))
            assert {guess for guess, cost in costs.items() if cost is not None and cost < below} <= listed


def is_pattern(pattern: Code) -> bool:
    """Tell whether symbols differ and at most one is a star."""
    symbols = [symbol for symbol in pattern if symbol != STAR]
    return len(set(symbols)) == len(symbols) >= 2


TREES = [("4x11", 7920, 43_537, 8), ("4x12", 11_880, 68_447, 8), ("5x6r", 7776, 36_721, 7)]


@pytest.mark.parametrize(("size", "candidates", "total", "worst"), TREES)
def test_a_tree_finds_every_code_with_so_many_guesses(
    size: str, candidates: int, total: int, worst: int
) -> None:
    found = verify(load(Path(__file__).with_name(f"{size}.json.gz")))
    assert (found.complete, found.candidates, found.total, found.worst) == (True, candidates, total, worst)
