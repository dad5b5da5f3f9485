"""The paper on R-Rivals: every cell compared, every difference recorded, every erratum used."""

from collections import Counter
from pathlib import Path

import pytest

from saizen.game import Terminal
from saizen.games.rivals.keys import GENERAL_SHIFT, decode
from saizen.games.rivals.rules import after
from saizen.games.rivals.solved import get_solved
from saizen.games.rivals.variants import PAPER, PRESETS, read_rules
from saizen.papers import PAPERS
from saizen.papers.report import Verdict, read_data, read_errata
from saizen.papers.rrivals2021 import tricks
from saizen.papers.rrivals2021.counts import rank
from saizen.papers.rrivals2021.slip import slip_layers
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


def test_the_slip_gives_what_section_4_6_prints(checks):
    """Reversed only where a card is shown first: the printed growth of the entropy, and the opening."""
    by_what = {c.what: c for c in checks if c.where == "section 4.6"}
    growth = by_what["growth of the mean entropy, one solver for both rules"]
    slipped = by_what["the same, reversed only where a card is shown first"]
    assert (growth.printed, growth.computed, growth.verdict) == ("0.0001", "0.0102", Verdict.ERRATUM)
    assert (slipped.computed, slipped.verdict) == (growth.printed, Verdict.BEYOND)
    assert by_what["opening, reversed only where a card is shown first"].computed.startswith("as printed")


def test_the_slip_changes_two_assassins_in_some_tricks_only():
    """Follow the rules by hand: with a card shown first the reversed rule decides, else the original one."""
    mixed = slip_layers()
    for depth in range(1, 4):
        assert children(mixed, depth)
        for key, mine, yours, child in children(mixed, depth):
            position = decode(key)
            rules = PRESETS["assassin-reversed"] if position.spy < 0 else PAPER
            then = after(rules, position, mine, yours)
            assert (then.value if isinstance(then, Terminal) else then) == child


def children(layers, depth):
    """Return (position, my card, your card, what follows) of two assassins, one of them made stronger."""
    layer, following = layers[depth], layers[depth + 1].keys.tolist()
    many, found = len(following), set()
    for key, places in zip(layer.keys.tolist(), layer.children, strict=True):
        if key >> GENERAL_SHIFT & 3 == 1 or not (key >> 3 & 1 and key >> 11 & 1):
            continue
        mine, yours = (bin(key >> shift & 7).count("1") for shift in (0, 8))  # cards below the assassin
        place = int(places[mine, yours])
        if place < 3:
            child = place - 1
        else:
            kept = decode(following[(place - 3) % many])
            child = kept.flipped() if place >= 3 + many else kept
        found.add((key, 3, 3, child))
    return found


def test_the_page_tells_how_many_cells_there_are(checks):
    page = (Path(__file__).parents[2] / "docs/games/rivals-paper.md").read_text(encoding="utf-8")
    counts = Counter(check.verdict for check in checks)
    words = " ".join(page.split())
    assert f"compares {len(checks)} cells. {counts[Verdict.EQUAL]} are equal to the last digit" in words
    assert f"{counts[Verdict.INSIDE]} depend on the equilibrium" in words
    assert f"{counts[Verdict.ERRATUM]} are wrong in print, and {counts[Verdict.BEYOND]} are computed" in words


def test_other_rules_are_not_what_the_words_say():
    """A change of one card's ability, or of an example's trick, is noticed."""
    printed = read_data("saizen.papers.rrivals2021", "printed.toml")
    paper, turned = (get_solved(PRESETS[name]) for name in ("paper", "assassin-reversed"))

    def wrong(one=paper, other=turned):
        checks = tricks.compare_tricks(printed, one, other)
        return [check.what for check in checks if check.verdict == Verdict.DIFFERENT]

    assert wrong() == []
    assert any("(3)" in what for what in wrong(turned))
    assert any("reversed" in what for what in wrong(other=paper))
    printed["section1"]["play"][0]["cards"] = [[4, 2]]
    printed["section4_5"]["best"] = 6
    assert len(wrong()) == 2
