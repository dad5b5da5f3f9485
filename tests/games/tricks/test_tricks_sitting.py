"""Whole games through a sitting: people, machines, hints, taking back, resuming."""

import random

import pytest

import saizen
from saizen.errors import MoveError, SaizenError
from saizen.games.tricks.rules import Objective
from saizen.games.tricks.values import value
from saizen.sitting import Sitting


@pytest.mark.parametrize("objective", ["take", "avoid"])
@pytest.mark.parametrize("seat", ["left", "right"])
def test_a_whole_game_with_its_hints_costs_nothing(seat, objective):
    sitting = saizen.sit("tricks", seat=seat, seed=5, objective=objective, n=4)
    first = sitting.turns[0].before.position if sitting.turns else sitting.position
    while not sitting.ended:
        assert sitting.view()["awaits"]["player"] == seat
        hint = sitting.hint()
        assert {str(move["move"]) for move in hint.moves} == set(sitting.moves())
        sitting.play(str(hint.moves[0]["move"]))
    record = sitting.record()
    assert record["costs"] == {"left": 0, "right": 0}
    assert sitting.gained == value(first, Objective(objective))
    assert set(record["values"]) == {sitting.gained}
    assert "takes the last trick" in sitting.view()["happened"][-1]["words"]
    assert sitting.view()["text"] == "All cards are played."


def test_a_mistake_is_found_and_taken_back():
    sitting = saizen.sit("tricks", seat="left", start="ABABba lead=L", seed=1)
    sitting.play("6")
    assert sitting.cost(0).cost == 2
    assert sitting.record()["entries"][0]["best"] == "1"
    sitting.undo()
    assert (sitting.taken_back, sitting.log) == (1, ())
    sitting.play("1")
    assert sitting.cost(0).cost == 0


def test_resumed_from_text_with_the_numbers_dealt():
    sitting = saizen.sit("tricks", seat="all", seed=9, n=6)
    rng = random.Random(1)
    for _ in range(7):
        sitting.play(rng.choice(sitting.moves()))
    again = Sitting.from_text(sitting.to_text())
    assert again.view() == sitting.view()
    assert again.moves() == sitting.moves()
    while not again.ended:
        again.play(rng.choice(again.moves()))
    played = [event.move for event in again.log]
    assert sorted(map(int, played)) == list(range(1, 13))  # every card once, by its number
    assert again.gained == sum(t.after.gained - t.before.gained for t in again.turns) <= 6


def test_a_position_with_a_card_led_can_be_played():
    sitting = saizen.sit("tricks", seat="left", start="AABBbaba lead=R led=4", seed=0)
    assert sitting.moves() == ["8", "7", "3", "1"]
    sitting.play("3")
    assert sitting.view()["happened"][0]["words"].startswith("Right's 4 beats Left's 3")


def test_a_finished_position_is_over_at_once():
    assert saizen.sit("tricks", start="- lead=L").ended


def test_the_same_seed_deals_the_same_hands():
    one, two = (saizen.sit("tricks", seat="all", seed=12, n=8, score="bottom:5") for _ in range(2))
    assert one.position == two.position
    assert one.position.score_cards == 5


def test_bad_moves_and_seats_are_one_clear_line():
    sitting = saizen.sit("tricks", seat="left", start="ABABba lead=L", seed=1)
    for bad in ("5", "0", "7", "x", "", "6 6"):
        with pytest.raises(MoveError, match="possible: 6, 4, 1") as error:
            sitting.play(bad)
        assert "\n" not in str(error.value)
    with pytest.raises(SaizenError, match="possible: left, right"):
        saizen.sit("tricks", seat="middle")
    text = sitting.to_text().replace('"options":{}', '"options":{"n":"many"}')
    with pytest.raises(SaizenError):
        Sitting.from_text(text)


def test_random_machines_play_to_the_end():
    sitting = saizen.sit("tricks", seat="none", opponent="random", seed=3, n=10, score="3..9")
    while sitting.step():
        pass
    assert sitting.ended
    assert 0 <= sitting.gained <= 7
