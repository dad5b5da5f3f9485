"""The numbered deals: glibc's random, and the game of appendix A.1."""

import ctypes
import ctypes.util
import platform
from collections import Counter
from itertools import islice

import pytest

from saizen.errors import SaizenError
from saizen.games.calculation.deals import LARGEST_DEAL, c_random, deal

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
