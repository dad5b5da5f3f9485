from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path

from saizen.games.memory.rules import Memory
from saizen.games.memory.solitaire import Solitaire
from saizen.papers import PAPERS
from saizen.papers.memory2022 import claims, figures, one_card
from saizen.papers.memory2022.recurrence import Recurrence
from saizen.papers.report import Verdict, read_errata
from saizen.work import SILENT


def test_everything_printed_is_equal_or_explained():
    checks = list(PAPERS["memory"].compare(False, SILENT))
    verdicts = Counter(check.verdict for check in checks)
    assert set(verdicts) == {Verdict.EQUAL, Verdict.ERRATUM}
    assert verdicts[Verdict.ERRATUM] == len(read_errata("saizen.papers.memory2022"))
    page = (Path(__file__).parents[2] / "docs/games/memory-paper.md").read_text(encoding="utf-8")
    assert f"compares {len(checks)} cells and claims" in page
    tables = {check.where for check in checks}
    assert {f"Table {number}" for number in range(1, 11)} <= tables
    assert {f"Equation ({number})" for number in range(2, 14)} <= tables
    assert {f"Figure {number}" for number in range(1, 6)} <= tables


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


def test_a_wrong_arrow_is_noticed(monkeypatch):
    assert {check.verdict for check in figures.compare_figures(3)} == {Verdict.EQUAL}
    for arrows in ("FIRST", "AFTER_TWO", "AFTER_FOUR"):
        for place, (name, chance, leads_to) in enumerate(getattr(figures, arrows)):
            for wrong in (
                (name, lambda *numbers, c=chance: (c(*numbers)[0] + 1, c(*numbers)[1]), leads_to),
                (name, chance, lambda na, *rest, to=leads_to: (to(na, *rest)[0] + 1, *to(na, *rest)[1:])),
            ):
                changed = list(getattr(figures, arrows))
                changed[place] = wrong
                with monkeypatch.context() as patch:
                    patch.setattr(figures, arrows, tuple(changed))
                    verdicts = Counter(check.verdict for check in figures.compare_figures(3))
                assert verdicts[Verdict.DIFFERENT] == 1, (arrows, name)


def test_equations_hold_only_with_the_true_values():
    solved = Solitaire(5)
    right = list(one_card.compare_equations(solved, 5))
    assert [check.what for check in right if check.verdict == Verdict.DIFFERENT] == ["at (1,0)", "at (1,0)"]
    turns = solved.turns

    def slightly_off(na, nf, m):
        return turns(na, nf, m) + ((na, nf, m) == (3, 1, 2))

    solved.turns = slightly_off
    wrong = {
        check.where for check in one_card.compare_equations(solved, 5) if check.verdict == Verdict.DIFFERENT
    }
    assert {"Equation (8)", "Equation (9)", "Equation (10)"} <= wrong


def test_claims_in_passing_can_fail():
    """Wrong values, and a wrong way to play, are noticed."""
    solved = Solitaire(4)
    assert {check.verdict for check in claims.compare_saves(solved, 4)} == {Verdict.EQUAL}
    turns = solved.turns
    solved.turns = lambda na, nf, m: turns(na, nf, m) + (Fraction(1, 2) if (na, nf, m) == (3, 1, 2) else 0)
    wrong = [check.what for check in claims.compare_saves(solved, 4) if check.verdict == Verdict.DIFFERENT]
    assert len(wrong) == 3  # both comparisons, and which card matters

    right = Recurrence().value
    assert {check.verdict for check in claims.compare_bounds(right, 8)} == {Verdict.EQUAL}
    for place, change in (((6, 1, 6, 1), 6), ((5, 1, 5, 1), 40), ((4, 0, 2, 0), -1)):

        def off(*board, place=place, change=change):
            return right(*board) + change * (board == place)

        verdicts = [check.verdict for check in claims.compare_bounds(off, 8)]
        assert Verdict.DIFFERENT in verdicts, place


def test_a_player_who_may_not_turn_an_unknown_card_first_is_noticed(monkeypatch):
    assert {check.verdict for check in claims.compare_play()} == {Verdict.EQUAL}
    monkeypatch.setattr(claims, "Memory", lambda board: Memory(board, objective="win"))
    monkeypatch.setattr(claims, "DECKS", ({6: 1},))
    assert Verdict.DIFFERENT in {check.verdict for check in claims.compare_play()}


def test_chances_of_a_natural_turn_by_every_order_of_the_cards():
    for known in "AB":
        cards = [*"AABBBBCC"]
        cards.remove(known)
        took = Counter()
        for first, second in permutations(range(len(cards)), 2):
            one, two = cards[first], cards[second]
            pair = one if one in (known, two) else None
            if pair:
                took[pair if pair in "AB" else "other"] += 1
        ways = len(cards) * (len(cards) - 1)
        chances = {letter: Fraction(took[letter], ways) for letter in ("A", "B", "other")}
        assert figures.natural_turn(1, 0, known) == chances


class Stages:
    """Progress that remembers its stage."""

    label, done, total = "", 0, 0

    def stage(self, label, total=None):
        self.label, self.done, self.total = label, 0, total

    def advance(self, steps=1):
        self.done += steps


def test_progress_names_the_part_that_is_compared():
    progress = Stages()
    for check in PAPERS["memory"].compare(False, progress):
        one_player = check.where.startswith("Section 4")
        assert one_player <= (progress.label != "memory: two players"), check.where
        assert progress.label != "memory: two players" or progress.done < progress.total, check.where
