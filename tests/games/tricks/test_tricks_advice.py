"""Advice: what is noted of each card, one answer by every route, and options that change it."""

import json
from dataclasses import fields

import pytest

import saizen
from saizen.errors import SaizenError
from saizen.games import load
from saizen.games.tricks.entry import TricksOptions
from saizen.games.tricks.rules import LEFT, Objective, TricksPosition, finish
from saizen.games.tricks.values import best_replies, value

ENTRY = load("tricks")
KEYS = ["game", "position", "value", "exact", "player", "unique", "moves", "turn", "score_cards", "objective"]
GIVEN = {"left": "8,7,3,1", "right": "6,5,4,2", "score": "4"}
CHANGES = {
    "n": ({}, {"n": 4}),
    "score": ({}, {"score": "bottom:3"}),
    "left": (GIVEN, {"left": "8,6,3,1", "right": "7,5,4,2"}),
    "right": (GIVEN, {"left": "8,7,4,1", "right": "6,5,3,2"}),
    "lead": (GIVEN, {"lead": "R"}),
    "led": (GIVEN, {"led": 3}),
    "objective": ({}, {"objective": "avoid"}),
}


def test_advice_on_a_lead():
    data = json.loads(ENTRY.advise("ABABba lead=L").to_json())
    assert list(data) == KEYS
    assert (data["value"], data["turn"], data["score_cards"], data["objective"]) == (3, "L", 4, "take")
    assert [(m["move"], m["value"], m["optimal"], m["cost"]) for m in data["moves"]] == [
        (1, 3, True, 0),
        (4, 2, False, 1),
        (6, 1, False, 2),
    ]
    assert [move["replies"] for move in data["moves"]] == [[5, 3], [5], [2]]
    assert data["moves"][0]["reason"] == (
        "Right's best replies are 5, 3: after 5 Right takes 1 score card and gets the lead; "
        "AABb lead=R gives Left 3 more"
    )
    assert not {"card", "costs"} & set(data["moves"][0])


def test_advice_on_a_reply():
    advice = ENTRY.advise("AABBbaba lead=R led=4")
    assert {move["move"] for move in advice.moves} == {8, 7, 3, 1}
    assert "keeps the lead" in advice.moves[-1]["reason"]
    assert "replies" not in advice.moves[0]
    assert advice.notes[-1].startswith("Left to reply to 4; when both take them")
    listed = ENTRY.advise(**GIVEN, lead="R", led=4)
    assert listed.data == advice.data
    assert listed.notes == advice.notes


def test_advice_avoiding():
    taking, avoiding = (ENTRY.advise("ABABba lead=L", objective=o) for o in ("take", "avoid"))
    assert taking.data["value"] == avoiding.data["value"] == 3
    assert [move["value"] for move in avoiding.moves] == sorted(move["value"] for move in avoiding.moves)
    assert [move["cost"] for move in avoiding.moves] == [move["value"] - 3 for move in avoiding.moves]
    assert avoiding.data["value"] == value(TricksPosition("ABABba", LEFT), Objective.AVOID)
    assert "avoid them" in avoiding.notes[-1]


@pytest.mark.parametrize(
    "options",
    [
        {"position": "AB", "left": "2", "right": "1"},
        {"position": "AB", "score": "1"},
        {"left": "2"},
        {"position": "", "left": "2", "right": "1"},
    ],
)
def test_advice_wants_one_position(options):
    with pytest.raises(SaizenError):
        ENTRY.command("advise")(options)


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_position_is_the_start(text):
    assert ENTRY.read(text)[1] == ENTRY.game().start()
    assert ENTRY.advise(text).data == ENTRY.advise(ENTRY.game().text(ENTRY.game().start())).data


def test_a_finished_position_has_nothing_to_choose():
    advice = ENTRY.advise("- lead=R")
    assert (advice.data["value"], advice.data["turn"], advice.moves) == (0, None, [])
    assert "All cards are played." in advice.notes


def routes(cli, text, **options):
    """Return the answer at a position from the command line, from Python and from a hint."""
    words = [word for name, given in options.items() for word in (f"--{name}", str(given))]
    line = json.loads(cli("advise", "tricks", text, *words, "--json").out)
    python = saizen.advise("tricks", text, **options).json_data()
    hint = saizen.sit("tricks", seat="all", start=text, **options).hint().json_data()
    return line, python, hint


@pytest.mark.parametrize("objective", ["take", "avoid"])
def test_every_route_gives_one_answer(cli, objective):
    texts = [game.text(game.start()) for game in ENTRY.instances().values()]
    for text in [ENTRY.sample, "AABBbaba lead=R led=4", *texts]:
        line, python, hint = routes(cli, text, objective=objective)
        assert line == python == hint
    hands = saizen.sit("tricks", seat="all", **GIVEN, led=3).hint()
    assert hands.data == ENTRY.advise(**GIVEN, led=3).data
    assert ran_in_batch(cli, texts) == [ENTRY.advise(text).json_data() for text in texts]


def ran_in_batch(cli, texts):
    ran = cli("advise", "tricks", "-", "--json", stdin="\n".join(texts) + "\n")
    return [json.loads(line) for line in ran.out.splitlines()]


def test_notes_call_cards_by_the_numbers_they_were_dealt_with():
    sitting = saizen.sit("tricks", seat="all", start="ABABba lead=L")
    sitting.play("1")
    sitting.play("3")  # left: 6 and 4, right: 5 and 2
    hint = sitting.hint()
    assert [int(move["move"]) for move in hint.moves] == [5, 2]
    assert [move["replies"] for move in hint.moves] == [[6], [4]]
    assert "best reply is 4" in hint.moves[1]["reason"]
    sitting.play("5")
    assert "Left to reply to 5;" in sitting.hint().notes[-1]


def test_replies_are_those_that_give_the_value():
    game, position = ENTRY.read("aBAbbAaB lead=R", objective="avoid")
    for move in ENTRY.solution(game).moves(position):
        replies = best_replies(position, move.move, move.value, Objective.AVOID)
        tricks = {reply: finish(position, move.move, reply) for reply in position.hand(LEFT)}
        values = {r: t.left_takes + value(t.after, Objective.AVOID) for r, t in tricks.items()}
        assert replies == [reply for reply in values if values[reply] == min(values.values()) == move.value]


def test_every_option_changes_the_game():
    assert set(CHANGES) == {field.name for field in fields(TricksOptions)}
    for usual, change in CHANGES.values():
        before, after = ENTRY.game(**usual), ENTRY.game(**{**usual, **change})
        assert (before.start(), before.objective) != (after.start(), after.objective)


def test_a_game_begins_where_a_card_has_been_led():
    game, position = ENTRY.read("AABBbaba lead=R led=4")
    assert game.start() == position == ENTRY.game(**GIVEN, lead="R", led=4).start()
    assert saizen.sit("tricks", seat="all", **GIVEN, lead="R", led=4).moves() == ["8", "7", "3", "1"]
