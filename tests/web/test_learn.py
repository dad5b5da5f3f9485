"""What the page tells about each game: whole in both languages, and its positions are worth what it says."""

from fractions import Fraction

import pytest

from saizen.game import hides
from saizen.games import GAMES
from saizen.web.catalogue import catalogue

LANGUAGES = {"en", "ja"}
ENTRIES = catalogue()
LESSONS = {name: game.learn for name, game in ENTRIES.items() if game.learn}
POSITIONS = [(name, one) for name, lesson in LESSONS.items() for one in lesson["positions"]]


def test_every_game_and_example_on_the_page_has_its_lesson():
    assert set(LESSONS) == set(ENTRIES)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_says_everything_in_both_languages(name):
    found = LESSONS[name]
    for key in ("title", "sentence", "headline"):
        assert set(found[key]) == LANGUAGES, key
        assert all(found[key].values()), key
    for key in ("rules", "found"):
        assert set(found[key]) == LANGUAGES, key
        assert len(found[key]["en"]) == len(found[key]["ja"]) > 0, key
    fewest = 5 if name in GAMES else 1  # an example may be as small as Rock-Paper-Scissors
    assert fewest <= len(found["positions"]) <= 10
    for one in found["positions"]:
        assert one["en"]
        assert one["ja"]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_one_japanese_name(name):
    assert LESSONS[name]["title"]["ja"] == GAMES[name].title_ja


@pytest.mark.parametrize(("name", "one"), POSITIONS, ids=[f"{n}: {p['position'][:40]}" for n, p in POSITIONS])
def test_a_position_can_be_opened_and_is_worth_what_is_said(name, one):
    entry = ENTRIES[name].entry
    if hides(entry.game()):  # a position is what a player has seen
        advice = entry.solution(entry.game()).advice(one["position"])
        assert "value" not in one or Fraction(advice.value) == Fraction(one["value"])
        return
    game, position = entry.read(one["position"], **one.get("options", {}))
    if "value" in one:
        patient = {"seconds": None} if name == "abgame" else {}  # a busy machine must not change the answer
        solution = entry.solution(game, **patient)
        assert Fraction(solution.value(position)) == Fraction(one["value"])


def test_the_demonstration_is_the_game_that_the_paper_prints():
    from saizen.games.calculation.deals import deal
    from saizen.games.calculation.game_log import read_log, replay
    from saizen.games.calculation.rules import Calculation, Variant

    shown = LESSONS["calculation"]["demonstration"]
    turns = read_log(shown["log"])
    assert tuple(turn.drawn for turn in turns) == deal(shown["deal"])
    end = replay(Calculation(Variant(stacks=shown["stacks"])), turns)[-1]
    assert end.foundations == (13, 13, 13, 13)
    assert set(shown["words"]) == LANGUAGES
