"""Rules that never end, print, leave or contain themselves; readers that leave, disks that are full."""

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

import pytest

from saizen import MAX, Decision, Game, Simultaneous, Terminal, solve
from saizen.check import check_game
from saizen.cli import terminal
from saizen.errors import GameError, Unsaved

NIM = "examples/nim.py:Nim"
RULES = """
import time
from pathlib import Path

from saizen import MAX, Decision, Game, Terminal


class Cleaning:
    def __del__(self):
        end = time.monotonic() + 0.05
        while time.monotonic() < end:
            pass


class Printing(Game):
    def start(self):
        return 0

    def look(self, position):
        print("looking at", position)
        return Decision(MAX, {"a": Terminal(1)})


class Slow(Game):
    def start(self):
        return 0

    def look(self, position):
        time.sleep(0.05)
        return Decision(MAX, {"on": position + 1, "stop": Terminal(position)})


class Lost(Game):
    def start(self):
        return 0

    def look(self, position):
        Path(__file__).with_suffix(".began").touch()
        while True:
            Cleaning()


class Importing(Game):
    def start(self):
        return 0

    def look(self, position):
        from beside_these_rules import PRIZE

        return Terminal(PRIZE)
"""


@pytest.fixture
def rules(tmp_path):
    (tmp_path / "rules.py").write_text(RULES)
    (tmp_path / "beside_these_rules.py").write_text("PRIZE = 5\n")
    return tmp_path / "rules.py"


class Given(Game):
    """A start and a node for it."""

    def __init__(self, start, node=None):
        self.first, self.node = start, node

    def start(self):
        return self.first

    def look(self, position):
        return self.node if position == self.first else Terminal(0)


@pytest.mark.parametrize("sides", [(itertools.count(), "a"), ("a", itertools.count())])
def test_moves_without_end_are_refused(sides):
    game = Given("start", Simultaneous(*sides, lambda row, column: Terminal(0)))
    with pytest.raises(GameError, match=r"position start: .*more than 1,000,000 moves"):
        solve(game)
    assert any("more than 1,000,000 moves" in problem for problem in check_game(game).problems)


@dataclass(frozen=True)
class Node:
    """A position with another one in it."""

    inner: object = None


def test_a_position_that_contains_itself_is_refused():
    circle = Node()
    object.__setattr__(circle, "inner", circle)
    for game in (Given(circle), Given("start", Decision(MAX, {"a": circle}))):
        with pytest.raises(GameError, match="contains itself"):
            solve(game)
        assert any("contains itself" in problem for problem in check_game(game).problems)


@pytest.mark.parametrize("exact", [True, False])
def test_endless_play_of_any_worth(exact):
    game = Given("start", Decision(MAX, {"on": "start", "stop": Terminal(0)}))
    game.endless = 10**400
    if exact:
        assert solve(game).value("start") == 10**400
    else:
        with pytest.raises(GameError, match="endless"):
            solve(game, exact=False)
    assert not any("Overflow" in problem for problem in check_game(game).problems)


def test_what_rules_print_is_no_part_of_the_answer(cli, rules):
    ran = cli("solve", f"{rules}:Printing", "--json")
    assert json.loads(ran.out)["value"] == 1
    assert "looking at 0" in ran.err
    ran = cli("advise", f"{rules}:Printing", "-", stdin="0\n")
    assert json.loads(ran.out)["value"] == 1


def test_what_look_imports_may_lie_beside_the_file(cli, rules):
    assert json.loads(cli("solve", f"{rules}:Importing", "--json").out)["value"] == 5
    sys.modules.pop("beside_these_rules", None)


def test_an_answer_is_shown_that_cannot_be_kept(cli, tmp_path, monkeypatch):
    from saizen.store import Store

    def full(self, *args, **options):
        raise OSError(28, "No space left on device", str(self.directory))

    monkeypatch.setattr(Store, "save", full)
    ran = cli("solve", NIM, "--keep", "--json", "--store", tmp_path / "store")
    assert json.loads(ran.out)["positions"] == 91
    assert (ran.code, "No space left on device" in ran.err) == (1, True)
    shown = cli("solve", NIM, "--keep", "--store", tmp_path / "store")
    assert "91 positions" in shown.out
    ran = cli("solve", NIM, "--json", "--out", tmp_path)
    assert json.loads(ran.out)["positions"] == 91
    assert ran.code != 0


def test_an_answer_that_cannot_be_kept_reaches_python(tmp_path, monkeypatch):
    from saizen import load
    from saizen.store import Store

    def full(self, *args, **options):
        raise OSError(28, "No space left on device", str(self.directory))

    monkeypatch.setattr(Store, "save", full)
    with pytest.raises(Unsaved, match="No space left") as raised:
        load(NIM).command("solve")({"keep": True}, store=Store(tmp_path))
    assert raised.value.answer.data["positions"] == 91


def saizen(*words, **settings):
    """Start a command as a process."""
    return subprocess.Popen([sys.executable, "-m", "saizen", *map(str, words)], **settings)


@pytest.mark.parametrize("words", [("watch", "rivals", "--opponent", "0"), ("watch", NIM)])
def test_a_reader_that_leaves_is_no_mistake(words):
    """Like ``head -1``: the rest is written into a pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    process = saizen(*words, stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    _, complaint = process.communicate(timeout=120)
    assert (process.returncode, complaint) == (141, "")


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="needs signals")
def test_an_interruption_inside_a_finaliser_is_not_lost(rules):
    process = saizen("solve", f"{rules}:Lost", stderr=subprocess.PIPE, text=True)
    began = rules.with_suffix(".began")
    while not began.exists():  # while modules load, an interruption is another matter
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopped" in complaint


def test_a_pipe_hears_of_long_work(rules, monkeypatch):
    program = f"""
import sys
from saizen.cli import terminal
terminal.SPEAKS = 0.2
from saizen.__main__ import main
sys.argv = ["saizen", "solve", {str(rules) + ":Slow"!r}, "--max-positions", "40"]
main()
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True, timeout=120
    )
    assert any(line.startswith("saizen: finding positions") for line in ran.stderr.splitlines())
    assert terminal.SPEAKS <= 5
