"""The paper on R-Rivals: every cell compared, every difference recorded, every erratum used."""

from collections import Counter

import pytest

from saizen.papers import PAPERS
from saizen.papers.report import Verdict, read_errata
from saizen.work import SILENT


@pytest.fixture(scope="module")
def checks():
    return list(PAPERS["rivals"].compare(False, SILENT))


def test_every_difference_is_recorded(checks):
    assert [c for c in checks if c.verdict in (Verdict.DIFFERENT, Verdict.OUTSIDE)] == []


def test_every_recorded_difference_is_real(checks):
    found = {(c.where, c.what, c.printed, c.computed) for c in checks if c.verdict == Verdict.ERRATUM}
    for erratum in read_errata("saizen.papers.rrivals2021"):
        cells = erratum.cells or ((erratum.what, erratum.printed, erratum.right),)
        for cell in cells:
            assert (erratum.where, *cell) in found
        assert len(erratum.proof) > 40


def test_whole_tables_are_compared_to_the_last_digit(checks):
    equal = Counter(c.where for c in checks if c.verdict == Verdict.EQUAL)
    assert equal["Table 1"] == equal["Table 7"] == 24
    assert equal["Table 2"] == 64
    assert equal["Table 5"] == equal["Table 6"] == 16
    compared = Counter(c.where for c in checks)
    assert compared["Table 3"] == 64
    assert compared["Table 4"] == 80


def test_numbers_of_the_text(checks):
    by_what = {(c.where, c.what): c for c in checks}
    for what in ("comebacks from 0-3", "without a princess for a prince"):
        assert by_what["section 4.5", what].verdict == Verdict.EQUAL
    for where, what in (
        ("section 4.3", "probability of a draw"),
        ("section 4.4", "against uniform random"),
        ("section 4.4", "against careful random"),
        ("section 4.6", "entropy, paper"),
        ("section 4.6", "entropy, reversed"),
    ):
        assert by_what[where, what].verdict == Verdict.INSIDE
    assert by_what["section 4.7", "first digits of the numerator"].verdict == Verdict.EQUAL
