"""Intervals and the paired test against SciPy's."""

import pytest
from scipy.stats import binomtest

from saizen.games.calculation.rates import mcnemar, wilson


@pytest.mark.parametrize(("successes", "trials"), [(0, 10), (10, 10), (3, 7), (7253, 10_000), (1, 1)])
def test_wilsons_interval(successes, trials):
    expected = binomtest(successes, trials).proportion_ci(method="wilson")
    assert wilson(successes, trials) == pytest.approx((expected.low, expected.high), abs=1e-12)


@pytest.mark.parametrize(("one", "other"), [(0, 1), (5, 5), (30, 12), (400, 500)])
def test_mcnemar_is_the_exact_test(one, other):
    assert mcnemar(one, other) == pytest.approx(binomtest(one, one + other).pvalue)


def test_many_deals_use_the_normal_distribution():
    assert mcnemar(700, 600) == pytest.approx(binomtest(700, 1300).pvalue, rel=0.02)
