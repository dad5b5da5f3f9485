"""Machines play, step by step on the board."""

import json

import pytest

PIG = ("examples/pig.py:Pig", "--set", "goal=6")
NIM = ("examples/nim.py:Nim", "--set", "heaps=(3,2)")
MEMORY = ("memory", "--deck", "2x2")


@pytest.mark.parametrize("game", [PIG, NIM, MEMORY], ids=["pig", "nim", "memory"])
def test_a_whole_game_is_shown(cli, game):
    ran = cli("watch", *game, "--seed", 3)
    assert (ran.code, ran.err) == (0, "")
    assert "The game is over: " in ran.out
    assert ran.out == cli("watch", *game, "--seed", 3).out


def test_lines_of_json(cli):
    lines = [json.loads(line) for line in cli("watch", *NIM, "--seed", 3, "--json").out.splitlines()]
    assert [len(view["happened"]) for view in lines] == list(range(len(lines)))
    assert lines[-1]["ended"]
    assert lines[-1]["record"]["costs"] == {"max": 0, "min": 0}
    assert not any(view["ended"] for view in lines[:-1])


def test_pausing_and_leaving(cli):
    ran = cli("watch", *NIM, "--seed", 3, "--pause", stdin="\nq\n")
    assert ran.code == 0
    assert ran.out.count("Enter continues") == 2
    assert "The game is over" not in ran.out
    assert "You left the game." in cli("watch", *NIM, "--pause").out


@pytest.mark.parametrize(
    "words", [("--speed", "-1"), ("--speed", "nan"), ("--opponent", "x"), ("--start", "(")]
)
def test_wrong_options_are_one_line(cli, words):
    ran = cli("watch", *NIM, *words)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
