"""Hints are prepared in a child process while a person looks at the board."""

import io
import sys

import pytest

import saizen
from saizen.cli import play
from saizen.cli.play import _HintsAhead
from saizen.games import GAMES, load
from saizen.kernels.prewarm import Prewarm, note_done
from saizen.work import SILENT

MACHINE = "stack game and machine"


class Recorded(Prewarm):
    """Starts nothing, and remembers what was wanted."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def start(self, game, jobs, *, first=False):
        self.seen.append(("start", game, list(jobs)))
        return True

    def wait(self, game, progress=SILENT, label=""):
        self.seen.append(("wait", game, label))

    def close(self):
        self.seen.append(("close",))


@pytest.fixture(autouse=True)
def fresh(monkeypatch, tmp_path):
    """A terminal, and a machine that has compiled nothing."""
    monkeypatch.setenv("SAIZEN_CODE", str(tmp_path))
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stdin", terminal)
    return terminal


@pytest.fixture
def recorded(monkeypatch):
    ahead = Recorded()
    monkeypatch.setattr(play, "Prewarm", lambda: ahead)
    return ahead.seen


@pytest.fixture
def sitting():
    return saizen.sit("calculation", seed=1, options={"stacks": 2}, solve=lambda rules: None)


def test_a_process_is_started_and_whoever_wants_a_hint_waits_for_it(recorded, sitting):
    ahead = _HintsAhead(sitting.entry, SILENT)
    solve = ahead.before(lambda rules: (rules, len(recorded)))
    told = ahead.start(sitting)
    seconds = round(GAMES["calculation"].jobs[MACHINE].small_loops)
    assert told == f"Hints are being prepared, first use only, about {seconds} s; play on meanwhile."
    assert solve("rules") == ("rules", 2)
    assert recorded == [
        ("start", "calculation", [MACHINE]),
        ("wait", "calculation", "preparing hints, first use only"),
    ]


def test_nothing_is_prepared_twice_or_for_nobody(recorded, sitting, fresh):
    def start(sitting):
        return _HintsAhead(sitting.entry, SILENT).start(sitting)

    solved = _HintsAhead(sitting.entry, SILENT)
    assert solved.before(lambda rules: rules)("rules") == "rules"
    assert solved.start(sitting) == ""  # the machine's move has needed the solution already
    assert start(saizen.sit("examples/nim.py:Nim", seed=1)) == ""  # plain rules compile nothing
    note_done("calculation", MACHINE, 20.0, compiled=True)
    assert start(sitting) == ""
    note_done("calculation", "known deck", 20.0, compiled=True)
    assert start(sitting) == ""
    fresh.isatty = lambda: False
    assert start(saizen.sit("abgame", seed=1)) == ""
    assert [seen for seen in recorded if seen[0] == "start"] == []


def test_where_no_process_is_wanted_nothing_is_said(monkeypatch, tmp_path, sitting):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SAIZEN_CODE", str(tmp_path / "file" / "below"))
    ahead = _HintsAhead(sitting.entry, SILENT)
    assert ahead.start(sitting) == ""
    assert ahead.before(lambda rules: rules)("rules") == "rules"
    ahead.close()


def test_play_says_it_after_the_board_and_ends_it_with_the_game(monkeypatch, recorded, cli):
    monkeypatch.setattr(_HintsAhead, "start", lambda self, sitting: "Hints are being prepared.")
    ran = cli("play", "memory", "--deck", "2x3", "--seed", 1, stdin="q\n")
    assert ran.out.index("Hints are being prepared.") < ran.out.index("your move")
    assert recorded[-1] == ("close",)


@pytest.mark.parametrize(
    ("game", "options", "jobs"),
    [
        ("rivals", {}, []),
        ("tricks", {}, []),
        ("tricks", {"n": 12}, ["chains"]),
        ("memory", {"deck": "2x3"}, []),
        ("memory", {"deck": "4x13"}, ["exact"]),
        ("memory", {"deck": "4x13", "seen": True}, ["exact"]),
        ("abgame", {"places": 3, "symbols": 4}, []),
        ("abgame", {}, ["search"]),
        ("calculation", {}, [MACHINE]),
    ],
)
def test_what_a_hint_compiles_depends_on_the_rules(game, options, jobs):
    entry = load(game)
    rules = entry.game(**options)
    assert [name for name, job in entry.jobs.items() if job.serves_hints(rules)] == jobs


def test_a_game_of_one_s_own_compiles_nothing_ahead():
    assert load("examples/nim.py:Nim").jobs == {}
