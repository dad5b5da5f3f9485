"""The commands: what they answer, what they refuse, and what a table of theirs shows."""

import json

import pytest

from saizen.errors import SaizenError
from saizen.games.tricks import commands
from saizen.games.tricks.matrix import matrices
from saizen.games.tricks.rules import LEFT, RIGHT, Objective, TricksPosition
from saizen.games.tricks.values import value


def test_advise_on_a_lead():
    data = json.loads(commands.advise("ABABba lead=L").to_json())
    assert data["value"] == 3
    assert [(m["card"], m["value"], m["optimal"], m["costs"]) for m in data["moves"]] == [
        (1, 3, True, 0),
        (4, 2, False, 1),
        (6, 1, False, 2),
    ]
    assert data["moves"][0]["replies"] == [5, 3]
    assert "gets the lead" in data["moves"][0]["reason"]
    assert all(move["move"] == move["card"] for move in data["moves"])


def test_advise_on_a_reply():
    advice = commands.advise("AABBbaba lead=R led=4")
    assert {move["card"] for move in advice.moves} == {8, 7, 3, 1}
    assert "keeps the lead" in advice.moves[-1]["reason"]
    listed = commands.advise(left="8,7,3,1", right="6,5,4,2", score="4", lead="R", led=4)
    assert listed.data == advice.data


def test_advise_avoiding():
    taking, avoiding = (commands.advise("ABABba lead=L", objective=o) for o in ("take", "avoid"))
    assert taking.data["value"] == avoiding.data["value"] == 3
    assert [move["value"] for move in avoiding.moves] == sorted(move["value"] for move in avoiding.moves)
    assert avoiding.data["value"] == value(TricksPosition("ABABba", LEFT), Objective.AVOID)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"position": "AB", "left": "2", "right": "1"},
        {"position": "AB", "score": "1"},
        {"left": "2"},
        {"position": "", "left": "2", "right": "1"},
    ],
)
def test_advise_wants_one_position(options):
    with pytest.raises(SaizenError):
        commands.advise(**options)


def test_matrix_as_table_latex_and_picture(tmp_path):
    answer = commands.matrix("AABBbaba")
    assert answer.data["left_leads"] == answer.data["right_leads"] == 3
    assert [table.heat for table in answer.tables] == [True] * 3
    assert "3*" in answer.tables[0].rows[0]
    assert answer.tables[1].rows[0] == ["8", 2, 2, 1, 1]
    unsaddled = commands.matrix("ABAB", latex=True)
    assert unsaddled.data["saddles"] == []
    assert unsaddled.data["latex"].count("bordermatrix") == 3
    for name in ("m.png", "m.svg"):
        commands.matrix("ABABba", image=tmp_path / name)
        assert (tmp_path / name).stat().st_size > 1000
    with pytest.raises(SaizenError, match="ends in"):
        commands.matrix("AB", image=tmp_path / "m.doc")
    with pytest.raises(SaizenError, match="whole hands"):
        commands.matrix("ABab lead=L led=4")
    with pytest.raises(SaizenError, match="No such file"):
        commands.matrix("AB", image=tmp_path / "none" / "m.png")


@pytest.mark.parametrize("objective", list(Objective))
def test_matrices_give_the_values(objective):
    for cards in ("ABABba", "aBBaAb", "BabAAb"):
        found = matrices(TricksPosition(cards, LEFT), objective)
        assert found.left_leads == value(TricksPosition(cards, LEFT), objective)
        assert found.right_leads == value(TricksPosition(cards, RIGHT), objective)
        assert bool(found.saddles) == (found.left_leads == found.right_leads)


def test_solve_counts_every_deal():
    data = commands.solve(n=4).data
    assert (data["hands"], data["bytes"]) == (70, 280)
    for row in data["rows"]:
        assert row["left_leads"] + row["right_leads"] == row["k"]
        assert sum(row["replying_gains"].values()) == 70
    with pytest.raises(SaizenError, match="1 to 14"):
        commands.solve(n=15)


def test_explore_by_name_and_by_expression():
    assert commands.explore("theorem5", upto=4).data["holds"]
    answer = commands.explore("swap(border) >= 0", upto=4)
    assert answer.data["counterexample"]["swap"] == (2, 1)
    assert answer.notes[0].startswith("false")
    vacuous = commands.explore("theorem7", upto=3)
    assert vacuous.data["holds"] is None
    assert "no deal has what it speaks of" in vacuous.notes[0]
    assert len(commands.explore().data["claims"]) > 20
    assert not commands.explore("V0 == V1", when="", upto=2, score="block", objective="avoid").data["holds"]
