"""The fewest late codes among strategies with the least total, against brute force."""

import json
from functools import cache

import pytest

from games.abgame.brute_abgame import Brute
from saizen.games.abgame.late_codes import fewest_late
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search.engine import engine_for
from saizen.games.abgame.size import Size


def fewest_by_force(brute, guesses):
    """Try every guess that attains the least total, on literal sets."""

    @cache
    def fewest(bits, left):
        if left == 0:
            return bits.bit_count()
        least = brute.bits_total(bits)
        divided = (brute.parts(bits, guess) for guess in brute.guesses)
        return min(
            sum(fewest(part, left - 1) for part in parts)
            for parts in divided
            if parts is not None and bits.bit_count() + sum(map(brute.bits_total, parts)) == least
        )

    return fewest(brute.bits_of(brute.start), guesses)


@pytest.mark.parametrize(
    ("size", "guesses"),
    [(Size(3, 5), 2), (Size(3, 5), 3), (Size(2, 5, repeat=True), 2), (Size(2, 6), 3), (Size(2, 7), 4)],
    ids=str,
)
def test_late_codes_are_those_of_brute_force(size, guesses):
    brute = Brute(size.places, size.symbols, 0, size.repeat)
    late = fewest_by_force(brute, guesses)
    assert late > 0
    start = AbPosition.start(size)
    assert fewest_late(engine_for(size), start, guesses) == late
    assert fewest_late(engine_for(size), start, 20) == 0


def test_the_least_total_of_3x10_needs_a_seventh_guess(cli):
    size, ran = Size(3, 10), cli("solve", "abgame", "--symbols", 10, "--late", 6, "--json")
    told = json.loads(ran.out)
    assert (told["total"], told["late"], told["late_codes"]) == (3575, 6, 1)
    assert fewest_late(engine_for(size), AbPosition.start(size), 6, within=6) is None
    assert fewest_late(engine_for(size), AbPosition.start(size), 6, within=7) == 1


def test_late_codes_go_with_the_mean_only(cli):
    assert cli("solve", "abgame", "--symbols", 5, "--late", 3, "--objective", "worst").code == 2
    assert cli("solve", "abgame", "--symbols", 5, "--late", 0).code == 2
