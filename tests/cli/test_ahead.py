"""Hints are prepared in the background while a person looks at the board."""

import io
import sys

import pytest

import saizen
from saizen.cli import ahead, play
from saizen.cli.ahead import Ahead, hint_once
from saizen.errors import Cancelled
from saizen.kernels import directory
from saizen.kernels.directory import is_ready, note_compiled
from saizen.work import SILENT, Silent, Stoppable

READS = "import sys; print(sys.stdin.read(), end='', flush=True)"
SLEEPS = "import time; time.sleep(600)"


class Watched(Silent):
    """Remembers the stages."""

    def __init__(self):
        self.stages = []

    def stage(self, label, total=None):
        self.stages.append(label)


@pytest.fixture(autouse=True)
def fresh(monkeypatch, tmp_path):
    """A terminal, and a machine that has compiled nothing."""
    monkeypatch.setenv("SAIZEN_CODE", str(tmp_path))
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stdin", terminal)
    return terminal


@pytest.fixture
def sitting():
    return saizen.sit("calculation", seed=1, options={"stacks": 2}, solve=lambda rules: None)


def test_a_process_is_given_the_sitting_and_whoever_wants_a_hint_waits_for_it(monkeypatch, sitting):
    monkeypatch.setattr(ahead, "CHILD", READS)
    progress = Watched()
    prepared = Ahead(progress)
    solve = prepared.before(lambda rules: (rules, prepared._child.poll()))
    told = prepared.start(sitting, None)
    assert told == "Hints are being prepared, first use only, about 20 s; play on meanwhile."
    assert solve("rules") == ("rules", 0)
    assert prepared._child.stdout.read() == f"calculation\n{sitting.to_text()}\n"
    assert progress.stages in ([], ["preparing hints, first use only"])
    prepared.close()


def test_waiting_can_be_stopped_and_leaving_ends_the_process(monkeypatch, sitting):
    monkeypatch.setattr(ahead, "CHILD", SLEEPS)
    progress = Stoppable()
    prepared = Ahead(progress)
    assert prepared.start(sitting, None)
    progress.stop()
    with pytest.raises(Cancelled):
        prepared.before(lambda rules: rules)("rules")
    assert prepared._child.poll() is None
    prepared.close()
    assert prepared._child.poll() is not None


def test_nothing_is_prepared_twice_or_for_nobody(monkeypatch, sitting, fresh):
    monkeypatch.setattr(ahead, "start_python", lambda *_: pytest.fail("a process was started"))
    solved = Ahead(SILENT)
    assert solved.before(lambda rules: rules)("rules") == "rules"
    assert solved.start(sitting, None) == ""  # the machine's move has needed the solution already
    nim = saizen.sit("examples/nim.py:Nim", seed=1)
    assert Ahead(SILENT).start(nim, None) == ""  # plain rules compile nothing worth a process
    note_compiled("calculation")
    assert Ahead(SILENT).start(sitting, None) == ""
    (directory.wanted_directory() / "calculation.ready").write_text("saizen 0.0.1")
    fresh.isatty = lambda: False
    assert Ahead(SILENT).start(sitting, None) == ""


def test_where_no_process_can_be_started_the_game_goes_on(monkeypatch, sitting):
    monkeypatch.setattr(ahead, "start_python", lambda *_: None)
    prepared = Ahead(SILENT)
    assert prepared.start(sitting, None) == ""
    assert prepared.before(lambda rules: rules)("rules") == "rules"
    prepared.close()


def test_the_process_asks_for_a_hint_and_notes_it(monkeypatch, fresh):
    sitting = saizen.sit("tricks", seed=1, options={"n": 3})
    fresh.write(f"tricks\n{sitting.to_text()}\n")
    fresh.seek(0)
    monkeypatch.setattr("os.nice", lambda by: by)
    assert not is_ready("tricks")
    hint_once()
    assert is_ready("tricks")
    assert not is_ready("abgame")


def test_a_place_that_cannot_be_written_is_no_error(monkeypatch, tmp_path):
    monkeypatch.setenv("SAIZEN_CODE", str(tmp_path / "file" / "below"))
    (tmp_path / "file").write_text("")
    note_compiled("tricks")
    assert not is_ready("tricks")


def test_play_says_it_after_the_board_and_ends_it_with_the_game(monkeypatch, cli):
    closed = []

    class Told(Ahead):
        def start(self, sitting, store):
            return "Hints are being prepared."

        def close(self):
            closed.append(True)

    monkeypatch.setattr(play, "Ahead", Told)
    ran = cli("play", "memory", "--deck", "2x3", "--seed", 1, stdin="q\n")
    assert ran.out.index("Hints are being prepared.") < ran.out.index("your move")
    assert closed == [True]


def test_a_game_whose_hints_need_no_compiler_prepares_nothing(monkeypatch, fresh):
    monkeypatch.setattr(ahead, "start_python", lambda *_: pytest.fail("a process"))
    assert Ahead(SILENT).start(saizen.sit("rivals", seed=1), None) == ""
