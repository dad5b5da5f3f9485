"""The numbered deals: glibc's random, and the game of appendix A.1."""

import ctypes
import ctypes.util
import platform
from collections import Counter
from itertools import islice

import pytest

from saizen.errors import SaizenError
from saizen.games.calculation.deals import LARGEST_DEAL, c_random, deal, parse_deals

SEEDS = [0, 1, 2, 3, 10_000, 2**31 - 1, 2**31, 3_000_000_000, LARGEST_DEAL]


@pytest.mark.parametrize("seed", SEEDS)
def test_same_numbers_as_the_gnu_c_library(seed: int) -> None:
    if platform.libc_ver()[0] != "glibc":
        pytest.skip("no GNU C library here")
    libc = ctypes.CDLL(None)
    libc.random.restype = ctypes.c_long
    libc.srandom(ctypes.c_uint(seed))
    expected = [libc.random() for _ in range(700)]
    assert list(islice(c_random(seed), 700)) == expected


def test_known_numbers() -> None:
    assert list(islice(c_random(3), 40))[::13] == [1205554746, 1344681739, 1220723885, 437530068]


def test_every_deal_has_four_of_each_rank() -> None:
    for number in range(50):
        assert Counter(deal(number)) == dict.fromkeys(range(1, 14), 4)
    assert len({deal(number) for number in range(1, 50)}) == 49


@pytest.mark.parametrize("number", [-1, LARGEST_DEAL + 1])
def test_a_deal_outside_the_range_is_refused(number: int) -> None:
    with pytest.raises(SaizenError, match=f"deal {number}: use 0 to"):
        deal(number)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0-4294967295", "at most 1,000,000"),
        ("9" * 5000, "write first-last"),
        ("1-" + "9" * 5000, "write first-last"),
        ("4294967296", "4294967295"),
        ("\u0661-\u0663", "write first-last"),
        ("1 2-30", "write first-last"),
        ("5-4", "first <= last"),
    ],
)
def test_ranges_have_a_limit(text, told):
    with pytest.raises(SaizenError, match=told) as error:
        parse_deals(text)
    assert len(str(error.value)) < 250
    assert parse_deals("1-1000000") == range(1, 1_000_001)


def test_the_largest_run_begins_at_once(tmp_path):
    """The list of a million deals is short work; a run is stopped after the first of them."""
    import tracemalloc

    from saizen.games.calculation.thoughtful.decide import decide_deals

    assert list(decide_deals([4], 1, 1000, tmp_path / "one.csv", workers=1)) == [(4, "impossible")]
    tracemalloc.start()  # each of the compiler's objects would be traced, too
    deals = decide_deals(parse_deals("4-1000003"), 1, 1000, tmp_path / "limit.csv", workers=1)
    assert next(deals) == (4, "impossible")
    assert tracemalloc.get_traced_memory()[1] < 100_000_000
    tracemalloc.stop()
    deals.close()
