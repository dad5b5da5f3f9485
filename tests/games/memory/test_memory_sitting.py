"""Whole games at the table through a sitting: hints, take-backs, resuming, and nothing hidden shown."""

import json
import random
import re

import pytest

import saizen
from saizen.drawing import Drawing
from saizen.errors import MoveError, SaizenError
from saizen.game import DEALER, MAX, MIN
from saizen.games import memory
from saizen.games.memory.places.game import MemoryTable
from saizen.games.memory.rules import Memory
from saizen.sitting import Sitting


def play_out(sitting, seed=0):
    rng = random.Random(seed)
    while not sitting.ended:
        sitting.play(rng.choice(sitting.moves()))
    return sitting


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"take": "free"},
        {"objective": "win"},
        {"take": "free", "objective": "win", "seen": True},
        {"players": 1},
        {"players": 1, "memory": "all", "take": "free"},
    ],
)
def test_a_whole_game(options):
    sitting = play_out(saizen.sit("memory", deck="4x1+2x3", seed=5, **options))
    record = sitting.record()
    assert record["ended"]
    assert all(entry["cost"] is None or entry["cost"] >= 0 for entry in record["entries"])
    assert all(entry["cost"] == 0 for entry in record["entries"] if entry["player"] == "second")
    assert all(entry["words"] for entry in record["entries"] if entry["seat"] == DEALER)
    if options.get("players") == 1:
        assert sitting.position.score[0] == sitting.gained
    elif "objective" not in options:
        last = sitting.position
        assert last.score[0] - last.score[1] == sitting.gained
    again = Sitting.from_text(sitting.to_text())
    assert again.position == sitting.position
    assert again.view() == sitting.view()


def test_perfect_play_against_itself_costs_nothing():
    for options in ({"take": "free"}, {"players": 1}):
        sitting = saizen.sit("memory", deck="4x1+2x2", seat="none", seed=3, **options)
        while sitting.step():
            pass
        assert sitting.ended
        assert not any(sitting.record()["costs"].values())


def test_hint_undo_and_resume():
    sitting = saizen.sit("memory", deck="4x1+2x2", seed=2)
    hint = sitting.hint()
    assert hint.data["turns"][0]["optimal"]
    assert {move["move"] for move in hint.data["moves"]} == set(range(1, 9))
    sitting.play("3")
    letter = sitting.log[-1].move
    sitting.play(sitting.moves()[0])
    resumed = Sitting.from_text(sitting.to_text())
    for one in (sitting, resumed):
        while len(one.log) > 0:
            one.undo()
        one.play("3")
        assert one.log[1].move == letter, "what lies on the table stays"
    with pytest.raises(MoveError, match="'99' is not a move here; possible: 1, 2"):
        sitting.play("99")


def test_a_game_can_begin_at_a_table_a_deck_or_a_board():
    table = saizen.sit("memory", start="4x1+2x1 | A A b b ? ? | second score=1-0", seed=1, seat="second")
    assert table.moves() == ["1", "2"]
    assert isinstance(saizen.sit("memory", start="2x3", seed=1).game, MemoryTable)
    board = saizen.sit("memory", start="(3,1,2,1)", seed=1)
    assert isinstance(board.game, Memory)
    assert play_out(board).record()["values"]
    own = saizen.sit("memory", start="2x3:2x2 min first=2@1 lead=-1", objective="win", seed=1, seat="second")
    assert "known" in own.moves()
    short = saizen.sit("memory", start="| A ? ? ?", deck="2x2", seed=1)
    assert short.game.text(short.position) == "2x2 | A ? ? ?"


def test_an_assistant_beside_a_real_table():
    """All seats: cards are entered; a new letter goes by the next free name."""
    sitting = saizen.sit("memory", deck="4x1+2x2", seat="all", take="free")
    sitting.play("1")
    assert sitting.moves() == ["A", "B"]
    with pytest.raises(MoveError, match="possible: A, B"):
        sitting.play("C")
    sitting.play("B")
    sitting.play("2")
    assert sitting.moves() == ["A", "B", "C"]
    sitting.play("c")
    assert sitting.turns[-1].words == "card 2 is C; no pair, the turn goes to second"
    assert sitting.game.text(sitting.position) == "4x1+2x2 | B C ? ? ? ? ? ? | second"
    for move in ("1", "2"):
        sitting.play(move)
    assert (
        sitting.turns[-1].words
        == "card 2 is C; both cards were known: nobody gains by turning another card, so the game ends"
    )
    assert sitting.ended


def test_words_tell_what_happens():
    sitting = saizen.sit("memory", start="2x3 | A B ? ? ? ?", seat="all")
    sitting.play("3")
    assert sitting.turns[-1].words == ""
    sitting.play("B")
    assert sitting.turns[-1].words == "card 3 is B; B's mate is known at 2"
    assert sitting.moves() == ["2"]
    sitting.play("2")
    assert sitting.turns[-1].words == "card 2 is B; a pair: first takes B B and goes on"
    assert sitting.position.score == (1, 0)
    sitting.play("1")
    assert sitting.turns[-1].words == "card 1 is A again; no mate of A is known"
    board = saizen.sit("memory", start="(3,1,2,1)", seat="all", objective="win")
    board.play("0-move")
    assert (
        board.turns[-1].words
        == "two known cards that do not match: the turn goes to second; another such turn would end the game"
    )
    board.play("unknown")
    board.play("4@1")
    assert board.turns[-1].words == "it is a letter of 4, 1 known"


def shown(view):
    return json.dumps(view["board"], ensure_ascii=False) + view["text"]


@pytest.mark.parametrize("take", ["forced", "free"])
def test_backs_look_alike_whether_seen_or_not(take):
    """Nothing but the open card has a letter on the board; letters enter the log when they are turned."""
    for seed in range(5):
        sitting = saizen.sit("memory", deck="4x1+2x3", take=take, seed=seed)
        rng = random.Random(seed)
        while not sitting.ended:
            view = sitting.view()
            letters = set(re.findall(r"\d+:([A-Z])", shown(view)))
            assert letters == ({sitting.position.letter} - {None})
            turned = {event.move for event in sitting.log if event.seat == DEALER}
            assert {c.upper() for c in sitting.position.cards} - {"?"} <= turned
            sitting.play(rng.choice(sitting.moves()))


def test_a_switch_shows_what_was_seen():
    position = "4x1+2x1 | A ? ? B ? ? | second"
    for seen in (False, True):
        game, here = memory.read(position, memory.MemoryOptions(seen=seen))
        drawing = game.describe(here)
        assert isinstance(drawing, Drawing)
        assert ("[1:A]" in drawing.text()) is seen
        assert "Deck 4x1+2x1" in drawing.text()
        assert "Pairs: first 0, second 0." in drawing.text()


def test_the_layout_depends_on_the_seed_alone_and_keeps_what_was_seen():
    game, start = memory.read("4x1+2x2 | ? A ? B ? ? ? ?")
    one, two, other = game.deal(7, start), game.deal(7, start), game.deal(8, start)
    assert one._cards == two._cards != other._cards
    assert (one._cards[1], one._cards[3]) == ("A", "B")
    assert sorted(one._cards) == sorted("AAAABBCC")
    assert "A" not in repr(one)


def test_a_log_that_contradicts_the_layout_goes_on():
    sitting = saizen.sit("memory", deck="2x2", seed=1)
    data = json.loads(sitting.to_text())
    data["log"] = [[0, "1"], [2, "A"], [0, "2"], [2, "A"]]
    for letter in "AB":
        data["log"][-1][1] = letter
        other = Sitting.from_text(json.dumps(data))
        other.advance()
        assert play_out(other).ended


def test_seats_and_rules():
    two, one = memory.game(), memory.game(memory.MemoryOptions(players=1))
    assert dict(two.players) == {MAX: "first", MIN: "second", DEALER: "table"}
    assert dict(one.players) == {MIN: "player", DEALER: "table"}
    free = memory.game(memory.MemoryOptions(take="free", objective="win"))
    for game in (two, one, free, Memory("2x3", memory=2)):
        assert "神経衰弱" in game.rules_text
        assert all(len(line) <= 80 for line in game.rules_text.splitlines())
    assert repr(two) == "<MemoryTable 4x2+2x4, forced, difference>"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"deck": "2x2:2x1"}, "a deck has no known cards"),
        ({"deck": "3x2"}, "must be even"),
        ({"deck": "2x500"}, "2 to 200"),
        ({"deck": "empty"}, "2 to 200"),
        ({"memory": "2"}, "one player who chooses 1 card"),
        ({"players": 1, "memory": "1", "forget": "oldest"}, "one player who chooses 1 card"),
        ({"players": 3}, "1 or 2"),
        ({"take": "maybe"}, "forced"),
        ({"depth": 3}, "option"),
    ],
)
def test_bad_options_are_told_in_one_line(options, words):
    with pytest.raises(SaizenError, match=words) as caught:
        saizen.sit("memory", seed=1, **options)
    assert "\n" not in str(caught.value)


def test_public_names():
    assert set(memory.__all__) == set(dir(memory))
    assert all(getattr(memory, name) is not None for name in memory.__all__)
    found = saizen.advise("memory", memory.game(memory.MemoryOptions(deck="2x2")).start(), deck="2x2")
    assert found.data == saizen.advise("memory", "2x2").data
    abstract = saizen.advise("memory", memory.Memory("2x2").start())
    assert abstract.data["position"] == "2x2:nothing"
    assert abstract.data["value"] == found.data["value"]
    assert [move["move"] for move in abstract.moves] == ["unknown"]
