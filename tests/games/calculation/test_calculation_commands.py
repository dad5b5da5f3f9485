"""What ``saizen COMMAND calculation`` answers."""

import json
from fractions import Fraction

import pytest
from named_options import advise, build, solve

from saizen.errors import PositionError, SaizenError
from saizen.games.calculation.stackgame.rules import order_of, parse_arrangement
from saizen.games.calculation.stackgame.two_chains.build_time import extrapolate


class Told:
    """Progress that remembers what it was told."""

    def __init__(self):
        self.labels = []

    def stage(self, label, total=None):
        self.labels.append(label)

    def advance(self, steps=1):
        pass

    def tell(self, label):
        self.labels.append(label)

    def agree(self, question):
        raise AssertionError(question)


def values(position):
    return {move["move"]: move["value"] for move in advise(position).data["moves"]}


def test_figure_2_with_a_card_drawn():
    answer = advise("A6 B6 / B6 B5A3B3 A5 / B1").data
    assert answer["value"] == Fraction(49, 60)
    assert [(m["move"], m["value"], m["optimal"]) for m in answer["moves"]] == [
        (2, Fraction(49, 60), True),
        (3, Fraction(1, 2), False),
        (1, 0, False),
    ]


def test_before_drawing_every_card_is_answered_and_the_mean_is_the_value():
    answer = advise("A6 B6 / B6 B5A3B3 A5").data
    best = [m["value"] for m in answer["by_card"] if m["optimal"]]
    by_card = {m["card"]: m["value"] for m in answer["by_card"] if m["optimal"]}
    assert len(by_card) == answer["cards_left"] == 7 <= len(best)
    assert by_card == {card: advise(f"A6 B6 / B6 B5A3B3 A5 / {card}").data["value"] for card in by_card}
    assert Fraction(answer["value"]) == sum(by_card.values()) / 7


def test_stacks_that_contradict_each_other_are_lost():
    assert set(values("A6 B6 / B3A6 A5B4 - / A1").values()) == {0}


def test_three_chains_are_solved_by_the_generic_solver():
    assert values("A2 B2 C2 / A2 B2 / C1") == {1: 1, 2: 1}
    answer = advise("A2 B2 C3 / B2 -").data
    order = order_of(parse_arrangement("A2 B2 C3 / B2 -"))
    assert Fraction(answer["value"]) == plain_value(order)
    assert 0 < plain_value(order) < 1


def plain_value(order):
    if order.lost() or not order.cards:
        return Fraction(int(not order.cards))
    best = [max(plain_value(order.lay(x, n)) for n in order.allowed(x)) for x in range(order.cards)]
    return sum(best) / order.cards


@pytest.mark.parametrize("text", ["nonsense!", "A1 B1 / A1 A1", "A2 / A3"])
def test_what_is_no_position_is_named(text):
    with pytest.raises(PositionError) as error:
        advise(text)
    assert repr(text) in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        (
            "A4 B4 C4 / - -",
            None,
            "12 cards in the deck: exact values of more than two chains are for at most 10",
        ),
        ("A12 B12 / - - - / A3", None, "24 cards in the deck: exact values of two chains are for at most 20"),
        ("A1 / A1", 1, "The deck is empty: there is nothing left to choose."),
        ("A6 B6 / B3A6 A5B4 -", 0, "Whatever comes, the position is lost."),
    ],
)
def test_where_there_is_no_choice_the_answer_says_why(text, value, said):
    answer = advise(text)
    assert answer.data["value"] == value
    assert "by_card" not in answer.data
    assert said in answer.notes[-1]


def test_solve_counts():
    assert solve(stacks=4, cards=5).data["states"] == [2, 12, 71, 459, 2937]
    assert solve(foundations=1, cards=12).data["states"][-1] == 298
    assert solve(foundations=4, cards=2).data["states"] == [4, 114]
    for bad in ({"stacks": 9}, {"foundations": 5}, {"foundations": 3, "cards": 9}, {"cards": 0}):
        with pytest.raises(SaizenError):
            solve(**bad)


def test_build_tells_states_bytes_and_path(tmp_path, cli, monkeypatch):
    monkeypatch.setenv("SAIZEN_STORE", str(tmp_path))
    ran = cli("build", "calculation", "--stacks", "3", "--cards", "5", "--json")
    data = json.loads(ran.out.splitlines()[-1])
    assert list(data) == ["states", "seconds", "bytes", "path"]
    assert data["states"] == 1665
    assert ran.err == ""
    told = Told()
    build(cards=4, progress=told)
    assert any(label.startswith(f"{tmp_path}: about 339 states") for label in told.labels)
    assert build(cards=5).data["bytes"] == data["bytes"]
    for bad in ({"cards": 14}, {"stacks": 4, "cards": 13}, {"foundations": 3}):
        with pytest.raises(SaizenError):
            build(**bad)


def test_estimates_are_close():
    assert extrapolate([17851, 102750, 566037, 3016568], 1) == pytest.approx(15680903, rel=0.01)
