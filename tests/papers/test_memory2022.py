from collections import Counter

from saizen.papers import PAPERS
from saizen.papers.memory2022.recurrence import Recurrence
from saizen.papers.report import Verdict, read_errata
from saizen.work import SILENT


def test_everything_printed_is_equal_or_explained():
    checks = list(PAPERS["memory"].compare(False, SILENT))
    verdicts = Counter(check.verdict for check in checks)
    assert set(verdicts) == {Verdict.EQUAL, Verdict.ERRATUM}
    assert verdicts[Verdict.ERRATUM] == len(read_errata("saizen.papers.memory2022"))
    tables = {check.where for check in checks}
    assert {f"Table {number}" for number in range(1, 11)} <= tables
    assert {f"Equation ({number})" for number in range(2, 7)} <= tables


def test_the_first_pass_with_a_letter_of_four_by_the_plain_recursion():
    plain = Recurrence()
    worthless = [
        (na, ka) for na in range(36, 41) for ka in range(2, na + 1) if plain.value(na, 1, ka, 1) == 0
    ]
    assert worthless == [(39, 31), (40, 32)]


def test_misprints_change_what_the_errata_say():
    assert Recurrence("answer").value(2, 1, 0, 0) == -1
    assert str(Recurrence("two denominator").value(2, 1, 0, 0)) == "-29/45"
    assert str(Recurrence("four denominator").value(2, 2, 0, 0)) == "-27/70"
    assert str(Recurrence("four twos").value(2, 1, 0, 0)) == "-1/5"
    assert str(Recurrence("figure").value(3, 1, 1, 0)) == "-2/15"
    assert Recurrence("pass").value(2, 0, 0, 0) == 0
    assert str(Recurrence("known second").value(3, 0, 0, 0)) == "1/5"
