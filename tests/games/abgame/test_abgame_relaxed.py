"""The relaxed game bounds the real one from below, and tells the total of one pattern alone."""

import random
from functools import cache
from itertools import permutations

import numpy as np
import pytest

from games.abgame.brute_abgame import Brute
from saizen.games.abgame import theory
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search.bounds import bounds, literal_totals, next_relaxed_totals
from saizen.games.abgame.search.engine import Engine
from saizen.games.abgame.size import Size


@cache
def tables(places: int, unused: int) -> np.ndarray:
    answers = len(Size(places, places).answers())
    by_size = bounds(places, answers, unused, 4000).by_size
    found = literal_totals(by_size)[None]
    for _ in range(unused):
        found = np.append(found, next_relaxed_totals(found, places, answers - 1, by_size)[None], axis=0)
    return found


def patterns_of(places: int, labels: int) -> tuple[list, list]:
    """List literal codes over some labels, and patterns with one star (0)."""
    codes = list(permutations(range(1, labels + 1), places))
    rest = permutations(range(1, labels + 1), places - 1)
    return codes, [(*head[:star], 0, *head[star:]) for head in rest for star in range(places)]


@pytest.mark.parametrize(("places", "labels", "dead"), [(2, 3, 2), (2, 4, 1), (3, 3, 2)])
def test_no_set_costs_less_by_brute_force(places: int, labels: int, dead: int) -> None:
    rng, brutes = random.Random(places * labels), {}
    codes, patterns = patterns_of(places, labels)
    for _ in range(40):
        n, k, unused = rng.randint(0, 4), rng.randint(0, 3), rng.randint(1, 3)
        if not 0 < n + k * unused <= 9:
            continue
        brute = brutes.setdefault(unused, Brute(places, labels + unused + dead))
        chosen = set(rng.sample(codes, n))
        for pattern in rng.sample(patterns, k):
            chosen |= {
                tuple(symbol or new for symbol in pattern) for new in range(labels + 1, labels + unused + 1)
            }
        assert tables(places, 3)[unused, n, k] <= brute.total(frozenset(chosen))


@pytest.mark.parametrize("places", [3, 4])
def test_no_set_costs_less_by_search_without_it(places: int) -> None:
    """Many unused symbols: the engine searches literal codes, where the bound plays no part."""
    rng, labels = random.Random(places), places + 1
    plain, bounded = Engine(places, repeat=False), Engine(places, repeat=False)
    codes, patterns = patterns_of(places, labels)
    for _ in range(30):
        n, k, unused = rng.randint(0, 5), rng.randint(1, 4), rng.randint(2, 7)
        size = Size(places, labels + unused, dummies=places)
        fresh = tuple(range(labels + 1, labels + unused + 1))
        chosen = (*rng.sample(codes, n), *rng.sample(patterns, k))
        position = AbPosition(size, chosen, fresh)
        if len(position) > 22:
            continue
        literal = AbPosition.listed(size, position.candidates())
        total = plain.total(literal)
        assert tables(places, 7)[unused, n, k] <= total
        assert bounded.total(position) == total


def test_one_pattern_alone_costs_what_the_paper_says() -> None:
    formula = theory.FAMILIES[0].formula
    assert [int(total) for total in tables(3, 30)[1:, 0, 1]] == [formula(n) for n in range(1, 31)]


def test_a_pair_costs_no_more_than_the_paper_says() -> None:
    """Proposition 2.5: two patterns cost more than twice one, and most of that is seen."""
    pair, alone = theory.FAMILIES[1].formula, theory.FAMILIES[0].formula
    for n in range(6, 31):
        bound = int(tables(3, 30)[n, 0, 2])
        assert 2 * alone(n) < bound <= pair(n)
        assert pair(n) - bound <= 1


def test_more_costs_more() -> None:
    found = tables(3, 12)
    assert all((np.diff(found, axis=axis) >= 0).all() for axis in range(3))
