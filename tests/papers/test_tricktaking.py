"""The thesis: nothing differs without an erratum, and every erratum's witness stands by itself."""

from dataclasses import replace

import pytest

from games.tricks import brute_tricks as brute
from saizen.papers.report import Verdict, read_data, read_errata
from saizen.papers.tricktaking import cases, compare, wordings
from saizen.work import SILENT


@pytest.fixture(scope="module")
def checks():
    return list(compare(False, SILENT))


def test_every_difference_is_recorded(checks):
    assert not [check for check in checks if check.verdict in (Verdict.DIFFERENT, Verdict.OUTSIDE)]


def test_every_erratum_is_met(checks):
    met = {(c.where, c.what) for c in checks if c.verdict == Verdict.ERRATUM}
    assert met == {(e.where, e.what) for e in read_errata("saizen.papers.tricktaking")}


def test_all_of_the_printed_output_is_compared(checks):
    appendix = [check for check in checks if check.where == "appendix"]
    assert len(appendix) == 11 * 5 + 5 + 3 + 4  # outputs, exchanges, Main, slips of the program
    assert sum(check.where == "section 5.2" for check in checks) == 11 + 3


def takes(lead, left, right, k, avoid=False):
    size = len(left) + len(right)
    score = frozenset(range(size - k + 1, size + 1))
    return brute.value(lead == 1, frozenset(left), frozenset(right), score, avoid)


def test_witnesses_by_the_literal_recursion():
    # theorem 1 and 2: units
    assert takes(0, {4, 2}, {3, 1}, 4) - takes(1, {4, 2}, {3, 1}, 4) == 2
    assert takes(0, {2}, {1}, 2) - takes(0, {1}, {2}, 2) == 2
    # theorem 3 with one card each
    assert takes(1, {2}, {1}, 2) == 2
    # theorem 7 for all hands: 1 is reached
    assert takes(0, {6, 4, 1}, {5, 3, 2}, 2) - takes(0, {6, 4, 2}, {5, 3, 1}, 2) == 1
    # examples of theorems 6 and 8 inside section 5.1
    assert (takes(1, {3, 1}, {4, 2}, 3), takes(1, {4, 1}, {3, 2}, 3)) == (0, 2)
    assert (takes(0, {3, 1}, {4, 2}, 3), takes(0, {3, 2}, {4, 1}, 3)) == (2, 1)
    # avoiding: replying gains 3 for AABBABab
    left, right = {8, 7, 4, 2}, {6, 5, 3, 1}
    assert takes(1, left, right, 6, True) - takes(0, left, right, 6, True) == 3


def later(left, right, k, a, b):
    """A cell of W by the literal recursion: the score cards keep the numbers they were dealt."""
    size = len(left) + len(right)
    score = frozenset(range(size - k + 1, size + 1))
    return brute.value(a > b, frozenset(left) - {a}, frozenset(right) - {b}, score)


def test_cells_by_the_literal_recursion():
    assert [later({3, 1}, {4, 2}, 3, 1, b) for b in (4, 2)] == [2, 0]  # relation (26)
    assert [later({6, 4, 1}, {5, 3, 2}, 4, a, 2) for a in (6, 4)] == [0, 2]  # relation (27)
    assert [later({7, 6, 4, 1}, {8, 5, 3, 2}, 4, a, 3) for a in (4, 1)] == [1, 2]  # figure 4
    assert later({2}, {1}, 2, 2, 1) == 0  # nothing after the last trick


def test_the_printed_program_and_the_solver_agree_where_its_slips_do_not_matter():
    from itertools import combinations

    from saizen.games.tricks.matrix import matrices
    from saizen.games.tricks.text import deal
    from saizen.papers.tricktaking import program

    for n in (2, 3):
        for hand in combinations(range(2 * n, 0, -1), n):
            other = [card for card in range(2 * n, 0, -1) if card not in hand]
            for k in range(2 * n + 1):
                ran = program.run(list(hand), other, k)
                found = matrices(deal(",".join(map(str, hand)), ",".join(map(str, other)), str(k)))
                assert ran.total == [list(row) for row in found.total]
                assert ran.later == [list(row) for row in found.later]
                assert (ran.maxmin[0], ran.minmax[0]) == (found.left_leads, found.right_leads)


def test_the_program_sorts_one_pass_too_few():
    from saizen.papers.tricktaking import program

    assert program.swapped([8, 7, 6, 1], [5, 4, 3, 2], 1, 5) == ([8, 7, 6, 5], [4, 3, 1, 2])
    assert list(program.chosen_swaps([8, 7, 6, 4], [5, 3, 2, 1], 4)) == [(4, 5), (4, 3)]


def test_steps_of_proofs_hold_by_the_literal_recursion_on_explicit_hands():
    for n in (1, 2, 3):
        for left, right in brute.hands(n):
            word = "".join("A" if card in left else "B" for card in range(2 * n, 0, -1))
            for k in range(2 * n + 1):
                for lead in (0, 1):
                    assert cases.takes(word, k, bool(lead)) == takes(lead, left, right, k)


@pytest.mark.parametrize("case", cases.CASES, ids=lambda case: f"{case.theorem} {case.name}")
def test_a_changed_case_is_noticed(case):
    """Every bound is reached, so that a narrower one fails; so does another trick than the printed one."""
    low, high = case.change
    assert cases._fits(case, 4)
    for narrower in ((low + 1, high), (low, high - 1)):
        assert not cases._fits(replace(case, change=narrower), 4)
    for name in ("before", "after"):
        if (printed := getattr(case, name)) is not None:
            assert not cases._fits(replace(case, **{name: (printed[0], not printed[1])}), 4)
            assert not cases._fits(replace(case, **{name: (printed[0] + 1, printed[1])}), 4)


def test_slips_of_words_are_computed():
    """Each slip's right reading comes from deals, so that a text that had it right would be equal."""
    printed = read_data("saizen.papers.tricktaking", "printed.toml")
    assert {one["what"] for one in printed["wording"]} == set(wordings.FOUND)
    found = list(wordings.compare_wordings(printed["wording"], printed["captions"]))
    assert {check.verdict for check in found} == {Verdict.DIFFERENT}
    right = [{**one, "printed": check.computed} for one, check in zip(printed["wording"], found, strict=True)]
    again = wordings.compare_wordings(right, printed["captions"])
    assert {check.verdict for check in again} == {Verdict.EQUAL}
