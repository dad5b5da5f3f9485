"""Pictures: drawn where one says more than the table, the same file each time, shown in notebooks."""

import sys
from fractions import Fraction

import pytest

import saizen
from nim import Nim
from saizen.answer import Answer
from saizen.answer.table import Table
from saizen.check import check_game
from saizen.drawing import Cell, Drawing
from saizen.errors import MissingExtra, SaizenError
from saizen.matrix import solve_matrix

MATRIX = Table("payoffs", ("", "a", "b"), [("x", 1, "2*"), ("y", -1, "")], heat=True)
MOVES = Table("moves", ("move", "value", "optimal"), [("a", 1, True), ("b", 0.5, False), ("c", None, False)])
RATES = Table("rates", ("player", "deals", "rate", "low", "high"), [("best", 100, 0.5, 0.4, 0.6)])
WORDS = Table("words", ("game", "title"), [("nim", "Nim")])


def axes_of(picture):
    return picture.figure.axes[0]


def texts(axes):
    return [one.get_text() for one in axes.texts]


def test_a_matrix_is_a_heat_map_with_its_numbers():
    axes = axes_of(MATRIX.plot())
    assert texts(axes) == ["1", "2*", "-1", ""]
    drawn = axes.images[0].get_array()
    assert drawn.shape == (2, 2)
    assert drawn[0, 1] == 2
    assert [label.get_text() for label in axes.get_xticklabels()] == ["a", "b"]


def test_moves_are_bars_and_those_without_a_value_are_left_out():
    bars = axes_of(MOVES.plot()).patches
    assert [bar.get_width() for bar in bars] == [1.0, 0.5]
    assert bars[0].get_facecolor() != bars[1].get_facecolor()
    assert [bool(bar.get_hatch()) for bar in bars] == [False, True]


def test_rates_have_their_intervals():
    axes = axes_of(RATES.plot())
    (segment,) = axes.collections[0].get_segments()
    assert segment[:, 0].tolist() == pytest.approx([40, 60])
    assert [label.get_text() for label in axes.get_yticklabels()] == ["best, 100 deals"]


def test_an_answer_draws_its_matrix_first(tmp_path):
    answer = Answer({}, [WORDS, MOVES, MATRIX])
    assert axes_of(answer.plot()).get_title() == "payoffs"
    assert axes_of(Answer({}, [WORDS, MOVES]).plot()).get_title() == "moves"
    for ending in ("svg", "png", "pdf"):
        (path,) = answer.save(tmp_path / f"p.{ending}")
        assert path.stat().st_size > 1000


@pytest.mark.parametrize("drawn", [WORDS, Answer({}, [WORDS]), Answer({}), Table("none", ("value",), [])])
def test_what_has_no_picture_says_so(drawn):
    with pytest.raises(SaizenError, match="no picture"):
        drawn.plot()


def test_the_same_picture_is_the_same_file(tmp_path):
    for name in ("one.svg", "two.svg"):
        MATRIX.plot().save(tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    assert MATRIX.plot()._repr_svg_().startswith("<?xml")
    with pytest.raises(SaizenError, match="ends in"):
        MATRIX.plot().save(tmp_path / "three.txt")


def test_a_game_is_drawn_with_what_was_given_away():
    sitting = saizen.sit("examples/nim.py:Nim", heaps=(3, 1), seed=1)
    sitting.play("3 to 0")
    record = sitting.record()
    line, lost = axes_of(sitting.plot()).lines
    assert line.get_ydata().tolist() == [float(value) for value in record["values"]]
    assert lost.get_xdata().tolist() == [0]
    assert axes_of(sitting.plot()).get_ylabel() == "worth to max"
    fresh = saizen.sit("examples/nim.py:Nim", heaps=(3, 1), seed=1)
    with pytest.raises(SaizenError, match="no picture"):
        fresh.plot()


def test_the_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"pip install '\.\[plot\]'"):
        MATRIX.plot()


def test_the_command_line_draws(cli, tmp_path):
    ran = cli("advise", "examples/goofspiel.py:Goofspiel", "--set", "cards=2", "--out", tmp_path / "g.svg")
    assert ran.code == 0, ran.err
    assert (tmp_path / "g.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_everything_shows_itself_in_a_notebook():
    class Wild(Nim):
        """A game whose name is markup."""

        def __repr__(self):
            return "<b>&"

    entry = saizen.load("examples/nim.py:Nim")
    shown = [
        solve_matrix([[2, -1], [-1, 1]])._repr_html_(),
        check_game(Nim((1,)))._repr_html_(),
        entry._repr_html_(),
        Wild((2, 1))._repr_html_(),
    ]
    for text, part in zip(
        shown, ("<td>1/5</td>", "no problem found", "examples/nim.py:Nim", "b&gt;&amp;"), strict=True
    ):
        assert part in text


def test_moves_and_whole_turns_of_memory_have_pictures():
    advice = saizen.advise("memory", "(4,0,3,0)")
    assert [row[1] for row in advice.tables[0].rows] == [0, 0, Fraction(-28, 15)]
    assert [row[2] for row in advice.tables[1].rows] == [0, 0, Fraction(-4, 5)]
    assert "<svg" in advice.plot()._repr_svg_()
    assert "<svg" in advice.tables[1].plot()._repr_svg_()


def test_a_cell_looks_like_what_it_is_in_a_notebook():
    html = Drawing.of(
        [["<b>", Cell("3", "card"), Cell("", "back", title="a 'card'"), Cell("", "empty")]]
    )._repr_html_()
    assert "&lt;b&gt;" in html
    assert "dashed" in html
    assert 'title="a &#x27;card&#x27;"' in html
    matrix = Table("", ["", "a", "b"], [["a", Fraction(1977388, 7050833), 1]], heat=True)._repr_html_()
    assert ">0.280<" in matrix
    assert 'title="1977388/7050833"' in matrix
    assert "color:#111" in matrix
