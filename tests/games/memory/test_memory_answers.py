"""One answer by every route, texts that every route reads, and options that make a difference."""

import json
import subprocess
import sys
from dataclasses import fields

import pytest

import saizen
from saizen.errors import SaizenError
from saizen.games import load
from saizen.games.memory import MemoryOptions
from saizen.games.memory.board_table import best_value
from saizen.games.memory.entry import ENTRY
from saizen.games.memory.rules import Memory

ASKED = [
    ("", {}),
    ("(4,1,2,1)", {}),
    ("(4,1,2,1)", {"take": "free"}),
    ("(3,1,0,0)", {}),
    ("6x1+2x1:nothing", {"take": "free"}),
    ("2x3", {}),
    ("2x3", {"memory": "2"}),
    ("2x3:2x1#1+2x1#2 min", {"memory": "2"}),
    ("(4,1,3,0) min", {"objective": "win", "lead": 1}),
    ("(4,1,3,0) passed lead=0", {"objective": "win", "lead": 1}),
    ("(3,2,1,1) first=4@1", {}),
    ("(3,1,2)", {"players": 1}),
    ("6x1+2x1", {"players": 1}),
    ("4x1+2x1:4x1+2x1 choose", {"players": 1}),
    ("4x1+2x2:4x1@2", {"players": 1, "memory": "2", "forget": "fewer"}),
    ("4x1+2x2 | A ? ? B ? ? ? ?", {}),
    ("4x1+2x2 | A ? ? B ? C ? ? | second first=6", {"seen": True}),
    ("4x1+2x2 | A ? ? B ? ? ? ? | again=4", {"take": "free"}),
    ("2x2 | A ? ? ? | second", {"objective": "win", "lead": 1}),
    ("| A ? ? ?", {"deck": "2x2"}),
]


@pytest.mark.parametrize(("position", "options"), ASKED)
def test_every_route_gives_the_same_answer(cli, position, options):
    answer = saizen.advise("memory", position, **options)
    words = [f"--{name}" if value is True else f"--{name}={value}" for name, value in options.items()]
    printed = json.loads(cli("advise", "memory", position, *words, "--json").out)
    hint = saizen.sit("memory", start=position, seat="all", **options).hint()
    again = saizen.advise("memory", answer.data["position"], **options)
    assert printed == answer.json_data()
    assert hint.data == again.data == answer.data
    assert hint.notes == answer.notes


def test_many_positions_are_answered_line_by_line(cli):
    ran = cli("advise", "memory", "-", "--json", stdin="(4,1,2,1)\nnonsense\n2x2 | A ? ? ?\n")
    first, wrong, second = map(json.loads, ran.out.splitlines())
    assert ran.code == 2
    assert first == saizen.advise("memory", "(4,1,2,1)").json_data()
    assert second == saizen.advise("memory", "2x2 | A ? ? ?").json_data()
    assert set(wrong) == {"position", "error"}


def test_what_a_whole_game_passes_through_is_answered_alike():
    """Positions late in a game have fewer letters and fewer cards than their start."""
    for options in (
        {"start": "6x1+2x1", "players": 1},
        {"start": "2x3", "memory": "4"},
        {"start": "(4,0,0,0)", "objective": "win", "lead": 1},
        {"deck": "4x1+2x2", "objective": "win", "take": "free", "lead": -1},
    ):
        sitting = saizen.sit("memory", seat="none", opponent=0.5, seed=2, **options)
        rules = {name: value for name, value in options.items() if name != "start"}
        asked = 0
        while not sitting.ended:
            hint = sitting.hint().data
            if "outcomes" not in hint:
                asked += 1
                assert saizen.advise("memory", hint["position"], **rules).data == hint
            sitting.step()
        assert asked > 5


@pytest.mark.parametrize(
    ("position", "name", "value", "options"),
    [
        ("", "deck", "2x2", {}),
        ("4x1+2x1:4x1@2+2x1", "take", "free", {}),
        ("(4,1,3,0)", "objective", "win", {}),
        ("(4,1,3,0)", "lead", 1, {"objective": "win"}),
        ("2x2 | A ? ? ?", "lead", 1, {"objective": "win"}),
        ("(2,1,0,0)", "players", 1, {"memory": "all"}),
        ("2x3", "memory", "1", {}),
        ("4x1+2x2", "forget", "random", {"players": 1}),
        ("(4,1,3,0)", "passes", 1, {"objective": "win", "lead": 1}),
    ],
)
def test_each_option_changes_the_answer(position, name, value, options):
    usual = saizen.advise("memory", position, **options).data
    assert saizen.advise("memory", position, **options, **{name: value}).data != usual


def test_there_are_nine_options_and_what_was_seen_is_shown_by_one():
    names = " ".join(field.name for field in fields(MemoryOptions))
    assert names == "deck take objective lead players memory forget passes seen"
    hidden, shown = (ENTRY.read("2x2 | A ? ? ?", seen=seen) for seen in (False, True))
    assert hidden[0].describe(hidden[1]).text() != shown[0].describe(shown[1]).text()


def test_a_board_a_deck_and_a_table_are_told_apart():
    board, deck, table = (saizen.advise("memory", text) for text in ("(2,0,0,0)", "2x2", "2x2 | ? ? ? ?"))
    assert board.data["position"] == "2x2:nothing"
    assert deck.data == table.data
    assert [move["move"] for move in board.moves] == ["unknown"]
    assert [move["move"] for move in deck.moves] == [1, 2, 3, 4]
    assert ENTRY.read("2x2 : nothing lead=0")[1] == ENTRY.read("2x2:nothing")[1]


def test_the_lead_is_the_movers_unless_the_text_has_one():
    for text in ("(3,1,2,1)", "4x1+2x2 | A B ? ? ? ? ? ?"):
        word = "second" if "|" in text else "min"
        plain, other = text, f"{text} | {word}" if "|" in text else f"{text} {word}"
        for position, lead in ((plain, 1), (other, -1)):
            assert saizen.advise("memory", position, objective="win", lead=1).data["lead"] == lead
        said = f"{other} lead=0"
        answer = saizen.advise("memory", said, objective="win", lead=1).data
        assert answer["lead"] == 0
        assert answer["position"].endswith("lead=0")


def test_more_memory_than_cards_is_all_of_it():
    answer = saizen.advise("memory", "2x3", memory="99")
    assert answer.data["value"] == best_value("2x3")


def test_an_answer_has_the_plans_the_policy_and_what_they_mean():
    answer = saizen.advise("memory", "(3,2,1,1)")
    assert [plan["move"] for plan in answer.data["turns"]] == ["mixed", "2-move", "1-move"]
    assert [table.title for table in answer.tables[1:]] == [
        "whole turns",
        "when an unknown card is turned first",
    ]
    said = " ".join(answer.notes)
    assert "Expected pairs more than the other player from here on: 13/126 (≈ 0.1032)." in said
    assert "mixed: an unknown card" in said
    opened = saizen.advise("memory", "4x1+2x2 | A ? ? B ? ? ? ? | again=4", take="free").data
    assert opened["policy"] == []
    assert "turns" not in opened
    over = saizen.advise("memory", "2x1 lead=2", objective="win").data
    assert (over["value"], over["moves"], over["policy"]) == (1, [], [])


def test_solve_takes_every_option():
    from saizen.games.memory import commands

    for lead in (0, 1):
        options = MemoryOptions(deck="2x4", objective="win", lead=lead)
        value = commands.solve(options).data["value"]
        assert value == best_value("2x4", objective="win", lead=lead)
    cells = commands.solve(MemoryOptions(objective="win", lead=1), letters=4).data["boards"]
    cell = next(cell for cell in cells if (cell["na"], cell["ka"]) == (4, 3))
    assert cell["value"] == best_value("(4,0,3,0)", objective="win", lead=1)
    with pytest.raises(SaizenError, match="forget"):
        commands.solve(MemoryOptions(players=1, forget="random"), letters=3)


def test_simulate_reads_what_advise_reads():
    from saizen.games.memory import commands

    for position in ("", "2x3", "2x3 | A b b ? ? ?", "2x3:2x1 min"):
        answer = commands.simulate(position, MemoryOptions(deck="2x3"), games=20).data
        asked = saizen.advise("memory", position, deck="2x3").data
        assert (answer["position"], answer["exact"]) == (asked["position"], asked["value"])
    for position in ("2x3:2x1 first=2@1", "2x3 | A ? ? ? ? ? | first=1", "2x3 | A ? ? ? ? ? | again=1"):
        with pytest.raises(SaizenError, match="where a turn begins"):
            commands.simulate(position)


def test_the_entry_is_light():
    code = "import sys, saizen.games.memory.entry; print({'numpy', 'numba', 'flint'} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert ran.stdout == "set()\n"
    assert load("memory") is ENTRY
    assert isinstance(ENTRY.instances()["board, forced"], Memory)
