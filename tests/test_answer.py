"""Answers: the same shape for every kind of position, escaped in HTML, short when printed."""

import io
import json
from fractions import Fraction

import pytest
from rich.console import Console

import saizen
from goofspiel import Goofspiel
from nim import Nim
from pig import Pig
from rock_paper_scissors import RockPaperScissors
from saizen import MAX, MIN, MoveValue, SaizenError, Solution, solve
from saizen.answer import Answer, ask, outcomes_answer
from saizen.answer.table import Table
from saizen.cli.terminal import rich_table, show
from saizen.solution import Notes


def test_decisions_tell_every_move_and_what_it_costs():
    solution = solve(Nim((3, 1)))
    data = ask(solution, ((3, 1), 0)).data
    assert list(data)[:3] == ["game", "position", "value"]
    assert (data["player"], data["unique"], data["exact"]) == ("max", True, True)
    assert (data["moves"][0]["move"], data["moves"][0]["cost"]) == ("3 to 1", 0)
    assert all(m["cost"] == 2 for m in data["moves"][1:])
    other = ask(solution, ((2, 1), 1)).data
    assert other["player"] == "min"
    assert [m["cost"] for m in other["moves"]] == [0, 2, 2]


def test_chance_tells_what_can_come():
    data = ask(solve(Pig(5)), (0, 0, 0, 0)).data
    assert data["moves"] == []
    assert "player" not in data
    assert sum(one["probability"] for one in data["outcomes"]) == 1
    half = Fraction(1, 2)
    chance = saizen.Chance([(half, (0, 0, 2, 0)), (half, (0, 0, 2, 0)), (0, (0, 0, 3, 0))])
    assert outcomes_answer(Pig(5), (0, 0, 2, 0), chance, "pig").data["outcomes"] == [
        {"name": "(0, 0, 2, 0)", "probability": 1}
    ]


def test_simultaneous_positions_have_a_matrix():
    solution = solve(Goofspiel(2))
    start = Goofspiel(2).start()
    for player, name in ((None, "max"), (MAX, "max"), (MIN, "min")):
        found = ask(solution, start, player)
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
    found = ask(Guess(), ((2, 1), 0))
    assert [m["cost"] for m in found.moves] == [0.0, pytest.approx(0.25), None]
    assert any("estimate" in note for note in found.notes)
    assert '"exact": false' in found.to_json()


class Noted(Guess):
    """Adds to every answer."""

    def __init__(self, **notes):
        self.added = Notes(**notes)

    def notes(self, position, moves, turns):
        return self.added


def test_what_a_solution_notes_comes_last_in_data_and_tables():
    reasons = [{"reason": reason} for reason in "abc"]
    answer = ask(Noted(moves=reasons, data={"stones": 3}, sentences=["Three stones."]), ((2, 1), 0))
    assert list(answer.data)[-1] == "stones"
    assert [move["reason"] for move in answer.moves] == ["a", "b", "c"]
    assert answer.tables[0].columns[-1] == "reason"
    assert answer.notes[-1] == "Three stones."


@pytest.mark.parametrize("notes", [{"data": {"value": 1}}, {"moves": [{"cost": 1}, {}, {}]}])
def test_notes_cannot_hide_what_the_answer_says_itself(notes):
    with pytest.raises(SaizenError, match="is a key of every answer; choose another name"):
        ask(Noted(**notes), ((2, 1), 0))


def test_cards_that_keep_their_numbers_are_numbers():
    """In a game that is played a card is called as it was dealt, not by its rank: both are numbers."""
    sitting = saizen.sit("tricks", seat="all", seed=1, start="ABABbaba lead=L")
    for card in ("6", "7", "4"):
        sitting.play(card)
    assert sitting.moves() == ["8", "3", "1"]
    assert sorted(move["move"] for move in sitting.hint().moves) == [1, 3, 8]


def test_numbers_in_json():
    long = Fraction(10**30, 3**60)
    data = {"whole": Fraction(4, 2), "short": Fraction(-1, 3), "long": [long]}
    answer = Answer(data, short=True)
    assert json.loads(answer.to_json()) == {
        "whole": 2,
        "short": "-1/3",
        "long": [float(long)],
        "rounded": True,
    }
    assert json.loads(Answer(data).to_json()) == {"whole": 2, "short": "-1/3", "long": [f"{10**30}/{3**60}"]}
    assert "rounded" not in Answer({"value": Fraction(1, 10**37)}, short=True).json_data()
    assert "rounded" in Answer({"value": Fraction(1, 10**38)}, short=True).json_data()
    beyond = Fraction(10**400, 3)
    assert Answer({"value": beyond}, short=True).json_data() == {"value": f"{10**400}/3"}


def test_html_is_escaped():
    table = Table("<b>&", ["<i>", "probability"], [["<script>", 0.5]])
    answer = Answer({"game": "x"}, [table], ["<script>alert(1)</script>"])
    for html in (table._repr_html_(), answer._repr_html_()):
        assert "<script>" not in html
        assert "&lt;script&gt;" in html
        assert "width:50%" in html


def test_matrices_are_heat_maps_and_moves_have_bars():
    html = ask(solve(RockPaperScissors()), "start")._repr_html_()
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
    things += [Answer({str(i): i for i in range(1000)}), Answer({"position": "x" * 1000}), sitting.game]
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
