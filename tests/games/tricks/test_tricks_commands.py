"""The commands: what they answer, what they refuse, and a game played to its end."""

import json

import pytest

from saizen.errors import SaizenError
from saizen.games.tricks import commands
from saizen.games.tricks.matrix import matrices
from saizen.games.tricks.rules import LEFT, RIGHT, Objective, TricksPosition
from saizen.games.tricks.values import value


class Script:
    """A conversation whose answers are written down; it ends when they run out."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.said = []

    def say(self, something=""):
        self.said.append(str(something))

    def ask(self, question, choices=None):
        if not self.answers:
            raise EOFError
        answer = self.answers.pop(0)
        if callable(answer):
            answer = answer(choices)
        assert answer in choices
        return answer


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
    assert "3*" in answer.tables[0].rows[0]
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
    with pytest.raises(SaizenError, match="1 to 12"):
        commands.solve(n=13)


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


def test_a_whole_game():
    def last(choices):
        return choices[-1]

    talk = Script(*[last] * 3)
    answer = commands.play("ABABba lead=L", hint=True, talk=talk)
    assert answer.data["finished"]
    assert answer.data["left_took"] + answer.data["lost"] >= answer.data["value"] == 3
    assert any(line.startswith("You took") for line in talk.said)


def test_cards_keep_the_numbers_dealt():
    talk = Script("6", "4")
    commands.play("ABABba lead=L", talk=talk)
    assert any("your cards: [4] 1" in line for line in talk.said)


def test_leaving_is_polite():
    talk = Script()
    answer = commands.play(n=3, score="2", seed=4, you="R", objective="avoid", talk=talk)
    assert not answer.data["finished"]
    assert talk.said[-1] == "Goodbye."
    again = commands.play(n=3, score="2", seed=4, you="R", objective="avoid", talk=Script())
    assert again.data == answer.data
    small = commands.play(n=2, talk=Script())  # as many score cards as fit
    assert len(small.data["position"].split()[0]) == 4
    with pytest.raises(SaizenError):
        commands.play(n=30, talk=Script())
