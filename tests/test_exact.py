"""Exact numbers at the border to FLINT."""

import copy
import pickle
from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from saizen.exact import from_flint, text

LONG = fmpq(3) ** 20_000 / fmpq(7) ** 9_000


@pytest.mark.parametrize("number", [LONG, -LONG, fmpq(7) ** 9_000, 1 / fmpq(7) ** 9_000])
def test_numbers_of_any_length_print(number):
    value = from_flint(number)
    assert str(value) == f"{value}" == str(number) == text(value)
    assert len(repr(value)) > 7_000
    assert pickle.loads(pickle.dumps(value)) == copy.copy(value) == value


def test_long_numbers_are_numbers():
    value = from_flint(LONG)
    assert isinstance(value, Fraction)
    assert value == Fraction(3**20_000, 7**9_000)
    assert hash(value) == hash(Fraction(3**20_000, 7**9_000))
    assert value * Fraction(7**9_000, 3**20_000) == 1


@given(st.fractions())
def test_short_numbers_are_plain(value):
    converted = from_flint(fmpq(value.numerator, value.denominator))
    assert converted == value
    assert type(converted) is (int if value.denominator == 1 else Fraction)
