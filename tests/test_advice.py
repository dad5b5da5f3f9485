"""Answers: the same shape for every kind of position, escaped in HTML, short when printed."""

import io
from fractions import Fraction

import pytest
from rich.console import Console

import saizen
from goofspiel import Goofspiel
from nim import Nim
from pig import Pig
from rock_paper_scissors import RockPaperScissors
from saizen import MAX, MIN, MoveValue, Solution, solve
from saizen.advice import Advice, Answer, Table, advice, chance_advice, position_advice
from saizen.cli.terminal import rich_table, show


def test_decisions_tell_every_move_and_what_it_costs():
    solution = solve(Nim((3, 1)))
    data = position_advice(solution, ((3, 1), 0)).data
    assert list(data)[:3] == ["game", "position", "value"]
    assert (data["player"], data["unique"], data["exact"]) == ("max", True, True)
    assert (data["moves"][0]["move"], data["moves"][0]["cost"]) == ("3 to 1", 0)
    assert all(m["cost"] == 2 for m in data["moves"][1:])
    other = position_advice(solution, ((2, 1), 1)).data
    assert other["player"] == "min"
    assert [m["cost"] for m in other["moves"]] == [0, 2, 2]


def test_chance_tells_what_can_come():
    data = position_advice(solve(Pig(5)), (0, 0, 0, 0)).data
    assert data["moves"] == []
    assert "player" not in data
    assert sum(one["probability"] for one in data["outcomes"]) == 1
    half = Fraction(1, 2)
    chance = saizen.Chance([(half, (0, 0, 2, 0)), (half, (0, 0, 2, 0)), (0, (0, 0, 3, 0))])
    assert chance_advice(Pig(5), (0, 0, 2, 0), chance).data["outcomes"] == [
        {"name": "(0, 0, 2, 0)", "probability": 1}
    ]


def test_simultaneous_positions_have_a_matrix():
    solution = solve(Goofspiel(2))
    start = Goofspiel(2).start()
    for player, name in ((None, "max"), (MAX, "max"), (MIN, "min")):
        found = position_advice(solution, start, player)
        assert found.data["player"] == name
        assert found.data["matrix"]["rows"] == ["1", "2"]
        assert any(table.heat for table in found.tables)
        assert all(move["cost"] >= 0 for move in found.moves)


class Guess(Solution):
    """Estimates everything."""

    game, exact, estimates = Nim((2, 1)), False, True

    def value(self, position):
        return 0.5

    def moves(self, position, player=None, *, among=None):
        return [
            MoveValue("2 to 1", 0.8, True, 1.0),
            MoveValue("2 to 0", 0.6, None),
            MoveValue("1 to 0", None, None),
        ]


def test_an_estimate_says_so():
    found = position_advice(Guess(), ((2, 1), 0))
    assert [m["cost"] for m in found.moves] == [0.0, pytest.approx(0.25), None]
    assert any("estimate" in note for note in found.notes)
    assert '"exact": false' in found.to_json()


def test_a_fact_that_is_false_is_a_no():
    assert advice("nim", "1 2", {"unique": False, "exact": True}, []).notes == ["unique: no", "exact: yes"]


def test_html_is_escaped():
    table = Table("<b>&", ["<i>", "probability"], [["<script>", 0.5]])
    answer = Answer({"game": "x"}, [table], ["<script>alert(1)</script>"])
    for html in (table._repr_html_(), answer._repr_html_()):
        assert "<script>" not in html
        assert "&lt;script&gt;" in html
        assert "width:50%" in html


def test_matrices_are_heat_maps_and_moves_have_bars():
    html = position_advice(solve(RockPaperScissors()), "start")._repr_html_()
    assert html.count("background:rgb(") >= 9
    assert "width:33%" in html
    assert "<table>" in solve(RockPaperScissors())._repr_html_()
    flat = Table("", ["a"], [[1], [1]], heat=True)._repr_html_()
    assert "background" not in flat


def test_what_is_printed_is_short():
    solution = solve(Nim((3, 2)))
    sitting = saizen.sit("examples/nim.py:Nim", heaps=(3, 2), seed=1)
    found = saizen.advise("examples/nim.py:Nim", "((3, 2), 0)", heaps=(3, 2))
    table = Table("t" * 10, ["a"], [[i] for i in range(1000)])
    things = [solution, sitting, found, table, saizen.load("memory"), saizen.load("examples/nim.py:Nim")]
    things += [Answer({str(i): i for i in range(1000)}), Advice({"position": "x" * 1000}), sitting.game]
    for thing in things:
        assert len(repr(thing)) < 120, repr(thing)
        assert "\n" not in repr(thing)
    assert "nim" in sitting._repr_html_()


@pytest.mark.parametrize("text", ["[a_i,b_j]", "[spy+|spy-]", "[/bold]", "[red]x", "\\[x]", ":smile:"])
def test_brackets_are_brackets(text):
    console = Console(width=100, record=True, file=io.StringIO())
    show(Answer({}, [Table(text, [text], [[text]])], [text]), console)
    assert console.export_text().count(text) == 4
    assert rich_table(Table(text, [text], [[text]])).row_count == 1
