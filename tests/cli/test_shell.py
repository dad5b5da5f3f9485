"""What one meets at a shell: bare commands, help, completion, tables in eighty columns, bars that move."""

import io
import os
import re
import subprocess
import sys

import pytest
from rich.console import Console

from saizen.answer import Answer
from saizen.answer.table import Table
from saizen.cli.prepare import compile_all
from saizen.cli.terminal import show
from saizen.games import GAMES
from saizen.kernels.prewarm import CompileReport, Prewarm
from saizen.work import Silent

COMMANDS = sorted({command for game in GAMES.values() for command in game.names})


@pytest.fixture
def completed(cli, monkeypatch):
    """What a shell offers for the last of some words."""

    def complete(*words):
        monkeypatch.setenv("_SAIZEN_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", " ".join(["saizen", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        ran = cli()
        assert ran.err == ""
        return ran.out.split()

    return complete


def test_a_bare_command_tells_line_by_line_what_can_follow(cli):
    ran = cli("play")
    assert (ran.code, ran.out) == (2, "")
    lines = [line.split()[0] for line in ran.err.splitlines() if re.match(r"  \S", line)]
    assert [word for word in lines if word in GAMES] == list(GAMES)
    assert "FILE.py:Class" in lines
    whole = cli()
    assert whole.code == 2
    assert {line.split()[0] for line in whole.err.splitlines() if line.startswith("  ")} >= set(COMMANDS)


def test_games_and_options_are_completed(completed):
    assert completed("pl") == ["play", "plot"]
    assert completed("play", "") == list(GAMES)
    assert completed("play", "r") == ["rivals"]
    assert {"--rules", "--seat", "--hints"} <= set(completed("play", "rivals", "--"))
    assert completed("advise", "tricks", "--objective", "") == ["take", "avoid"]
    assert completed("warm", "m") == ["memory"]


def test_a_game_that_there_is_not_completes_to_nothing_and_complains_of_nothing(completed):
    assert completed("play", "chess", "--") == ["--help"]


@pytest.mark.parametrize("game", GAMES)
def test_flags_are_not_listed_with_a_type(cli, game):
    for command in GAMES[game].names:
        assert "bool" not in cli(command, game, "--help").out


def test_a_title_is_as_long_as_the_line_whatever_the_table(monkeypatch):
    out = io.StringIO()
    title = "what blue gets, by the choices of blue (rows) and red (columns)"
    show(Answer({}, [Table(title, ("a", "b"), [(1, 2)])]), Console(file=out, width=80))
    assert out.getvalue().splitlines()[0] == title


def test_names_of_cards_are_whole_in_eighty_columns(cli, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    kept = [f"remove={card}" for card in ("princess", "spy", "wizard")]
    words = [word for setting in kept for word in ("--set", setting, "--against", setting)]
    shown = cli("balance", "rivals", *words, "--against", "prince.strength=6").out
    assert all(len(line) <= 80 for line in shown.splitlines())
    for name in ("clown", "assassin", "minister", "general", "prince"):
        assert f"│ {name} " in shown


def test_the_bar_of_warm_moves_when_a_later_job_is_done_first(monkeypatch):
    class Steps(Silent):
        def __init__(self):
            self.seen = []

        def stage(self, label, total=None):
            self.seen.append((label, total))

        def advance(self, steps=1):
            self.seen += [steps] * (steps > 0)

    class Children(Prewarm):
        """The second of two jobs is done by a child, the other one is left to the host."""

        def start(self, game, jobs, *, first=False):
            return True

        def reports(self, progress=None):
            yield CompileReport("tricks", "sets", 0.25)
            assert steps.seen == [("compiling", 2), 1]

    steps = Steps()
    monkeypatch.setattr("saizen.cli.prepare.Prewarm", Children)
    monkeypatch.setattr("saizen.cli.prepare.compile_one", lambda *job: (CompileReport(*job, 0.25), True))
    answer = compile_all(["tricks"], steps)
    assert steps.seen == [("compiling", 2), 1, 1]
    assert [job["seconds"] for job in answer.data["jobs"]] == [0.2, 0.2]


def test_the_package_can_be_run():
    words = [sys.executable, "-m", "saizen", "--version"]
    ran = subprocess.run(words, capture_output=True, text=True, env=dict(os.environ), check=True)
    assert ran.stdout.startswith("saizen ")
