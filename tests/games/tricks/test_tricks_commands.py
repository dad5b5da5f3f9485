"""The commands: what they answer, what they refuse, and what a table of theirs shows."""

import pytest

from saizen.errors import SaizenError
from saizen.games.tricks import commands
from saizen.games.tricks.entry import TricksOptions, game
from saizen.games.tricks.matrix import matrices
from saizen.games.tricks.rules import LEFT, RIGHT, Objective, TricksPosition
from saizen.games.tricks.values import value


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
    with pytest.raises(SaizenError, match="not both"):
        commands.matrix("AB", TricksOptions(left="2", right="1", score="1"))
    listed = commands.matrix(options=TricksOptions(left="4,2", right="3,1", score="4", objective="avoid"))
    assert listed.data == commands.matrix("ABAB", TricksOptions(objective="avoid")).data
    assert commands.matrix().data["position"] == game().start().cards
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
