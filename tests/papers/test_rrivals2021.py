"""The paper on R-Rivals: every cell compared, every difference recorded, every erratum used."""

from collections import Counter

import pytest

from saizen.games.rivals.solved import get_solved
from saizen.games.rivals.variants import read_rules
from saizen.papers import PAPERS
from saizen.papers.report import Verdict, read_errata
from saizen.papers.rrivals2021.counts import rank
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


def test_full_rank_does_not_make_a_strategy_unique():
    matrix = [[0, 0, 1, 1], [0, 0, 2, 1], [-1, -2, 0, 1], [-1, -1, -1, 0]]
    assert rank(matrix) == 4
    assert all(matrix[i][j] == -matrix[j][i] for i in range(4) for j in range(4))
    for row in matrix[:2]:  # each of the first two rows guarantees the value 0, and so does every mixture
        assert min(row) == 0


def test_five_points_give_other_positions(checks):
    five = get_solved(read_rules("paper", ["points_to_win=5"]))
    table_1 = [c for c in checks if c.where == "Table 1"]
    counts = [str(number) for layer in five.layers for number in layer.counts()]
    assert [c.computed for c in table_1[:9]] == counts[:9]  # nobody can have won before three tricks are over
    assert [c.computed for c in table_1[-12:]] != counts[-12:]
