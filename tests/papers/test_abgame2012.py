"""The paper's statements, and the errata with their certificates."""

import itertools

import pytest

from saizen.games.abgame import theory
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search.engine import engine_for
from saizen.games.abgame.size import Reply, Size, respond
from saizen.games.abgame.verify import load, verify
from saizen.papers import PAPERS, abgame2012
from saizen.papers.abgame2012 import basics, proofs, simple
from saizen.papers.report import Verdict, read_data, read_errata
from saizen.work import SILENT


def test_the_paper(monkeypatch):
    monkeypatch.setattr(abgame2012, "QUICK", 21)
    verdicts = [check.verdict for check in PAPERS["abgame"].compare(False, SILENT)]
    assert Verdict.DIFFERENT not in verdicts
    assert verdicts.count(Verdict.ERRATUM) == 3
    assert len(verdicts) > 190


def test_certificates_of_the_errata():
    whole, part = (verify(load(path)) for path in abgame2012.certificates())
    printed = theory.AFTER["0A1B"](21)
    assert whole.total == printed - 1
    assert whole.candidates == 1836
    here = AbPosition.after(Size(3, 21), [((1, 2, 3), Reply(0, 1)), ((4, 1, 5), Reply(1, 1))])
    engine = engine_for(here.size)
    assert part.total == engine.total(here) == engine.total(here, (6, 7, 4))
    assert engine.total(here, (6, 1, 7)) == engine.total(here, (6, 7, 1)) == part.total + 1


def test_the_part_responsible_grows_with_n():
    for symbols, (first, second) in itertools.product((18, 20, 24, 27), [((6, 1, 7), (6, 7, 4))]):
        here = AbPosition.after(Size(3, symbols), [((1, 2, 3), Reply(0, 1)), ((4, 1, 5), Reply(1, 1))])
        engine = engine_for(here.size)
        assert engine.total(here, first) - engine.total(here, second) == (symbols - 18) // 3


def test_corrected_formulas_are_the_errata():
    errata = {(e.where, e.what): e for e in read_errata("saizen.papers.abgame2012")}
    assert errata["Appendix", "S after 0A1B, N = 0 mod 3"].right == "4/3 N^3 + 19/3 N^2 - 120 N + 292"
    assert len(errata) == 11


def test_a_wrong_bound_and_a_missing_guess_are_noticed(monkeypatch):
    family, (_, _, _, fits, _, _, bound) = proofs.FAMILIES["g"], proofs.INEQUALITIES[2]
    engine = engine_for(Size(3, 3))
    assert proofs._bounds(engine, family, 6, fits, bound(6))
    assert not proofs._bounds(engine, family, 6, fits, bound(6) + 20)
    printed = {"answer": "1A0B", "guesses": ["132", "231", "124", "142", "214", "412", "145", "415"]}
    (check,) = basics._second_guesses(printed)
    assert check.verdict == Verdict.DIFFERENT  # without 456 it does not suffice


def test_definition_and_search_agree_on_the_smallest_game():
    size = Size(3, 3)
    whole = frozenset(size.secrets())
    assert basics.total(whole, size) == engine_for(size).total(AbPosition.start(size)) == 15


def test_the_simple_strategy_by_playing_every_secret():
    """Ask 123, 456, ... of each secret of 3x6 and 3x9; then each set of secrets is solved."""
    for symbols in (6, 9):
        size, left, total = Size(3, symbols), {}, 0
        for secret in size.secrets():
            answers = []
            while sum(map(sum, answers)) < 3:
                first = 3 * len(answers)
                answers.append(respond(secret, (first + 1, first + 2, first + 3)))
            total += len(answers)
            if answers[-1] != size.all_right:
                left.setdefault(tuple(answers), set()).add(secret)
        engine = engine_for(size)
        total += sum(engine.total(AbPosition.listed(size, codes)) for codes in left.values())
        assert simple.simple_total(engine, symbols)[0] == total


@pytest.fixture(scope="module")
def right_statements():
    """What is found on simple play as it is printed."""
    printed = read_data("saizen.papers.abgame2012", "printed.toml")
    return list(simple.compare_simple(printed, engine_for(Size(3, 3)), 21))


@pytest.mark.parametrize(
    ("part", "key", "wrong"),
    [
        ("theorem42_after", "large", 10),
        ("theorem42_after", "seven", {"best guess": 69, "456": 69}),
        ("theorem42_after", "not_best", ["0A0B"]),
        ("theorem41", "constant", "3.21297"),
        ("first_values", "beta", {"3": 31}),
    ],
)
def test_a_wrong_statement_on_simple_play_is_noticed(part, key, wrong, right_statements):
    printed = read_data("saizen.papers.abgame2012", "printed.toml")
    engine = engine_for(Size(3, 3))
    assert {check.verdict for check in right_statements} == {Verdict.EQUAL}
    printed[part][key] = wrong
    verdicts = [check.verdict for check in simple.compare_simple(printed, engine, 21)]
    assert verdicts.count(Verdict.DIFFERENT) == 1


def test_a_wrong_set_of_section_3_2_is_noticed():
    printed = read_data("saizen.papers.abgame2012", "printed.toml")
    printed["section3_2"]["sets"][0] = "125 142"
    found = proofs._bound_of_t20(printed["section3_2"], engine_for(Size(3, 3)), 9)
    assert [check.verdict for check in found].count(Verdict.DIFFERENT) == 1
