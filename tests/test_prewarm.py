"""Jobs are done by child processes; whatever goes wrong with one costs time only."""

import json
import subprocess
import sys
import time

import pytest

from saizen.errors import Cancelled
from saizen.kernels import code_cache, policy, prewarm
from saizen.kernels.prewarm import CompileJob, CompileReport, Prewarm, expected_seconds, is_ready, note_done
from saizen.work import SILENT, Stoppable

ANSWERS = """
import json, sys
for line in sys.stdin:
    game, job = json.loads(line)
    if job == "broken":
        answer = {"error": "no"}
    elif job == "deadly":
        sys.exit(1)
    else:
        answer = {"seconds": 2.5, "compiled": job != "loaded"}
    print(json.dumps(answer), flush=True)
"""
SLEEPS = "import time; time.sleep(600)"
WAITS = "import sys, time; time.sleep(1); print('{}', flush=True)"
JOBS = {"long": CompileJob(lambda: None, 20), "loaded": CompileJob(lambda: None, 3)}


@pytest.fixture(autouse=True)
def root(monkeypatch, tmp_path):
    """A machine that has compiled nothing, and games that may be called anything."""
    monkeypatch.setenv("SAIZEN_CODE", str(tmp_path))
    return tmp_path


@pytest.fixture
def child(monkeypatch):
    """Let children run some lines of Python instead of saizen; return the children."""
    started = []

    def runs(lines):
        def start(*words):
            assert words == ("warm", "--child")
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
            started.append(subprocess.Popen([sys.executable, "-c", lines], **pipes, text=True))
            return started[-1]

        monkeypatch.setattr(prewarm, "start_saizen", start)
        return started

    yield runs
    for process in started:
        process.kill()


def reports(ahead):
    return sorted((report.job, report.seconds) for report in ahead.reports())


def test_jobs_are_done_and_noted(child):
    started = child(ANSWERS)
    ahead = Prewarm()
    assert not is_ready("tricks", JOBS)
    assert ahead.start("tricks", list(JOBS))
    ahead.wait("tricks")
    assert reports(ahead) == [("loaded", 2.5), ("long", 2.5)]
    assert is_ready("tricks", JOBS)
    assert not is_ready("tricks", ["another"])
    assert not is_ready("memory", JOBS)
    assert started[0].wait(30) == 0, "a child without work ends"
    assert ahead.start("tricks", ["another"])
    ahead.wait("tricks")
    assert is_ready("tricks", [*JOBS, "another"])
    assert len(started) == 2


def test_expected_seconds_are_recorded_when_something_was_compiled(child):
    assert expected_seconds("tricks", JOBS) == pytest.approx(23 * policy.SMALL_LOOP)
    code_cache.write_note(prewarm.MACHINE, {"small_loop": 0.5})
    assert expected_seconds("tricks", JOBS) == pytest.approx(23 * 0.5)
    child(ANSWERS)
    ahead = Prewarm()
    ahead.start("tricks", JOBS)
    ahead.wait("tricks")
    assert expected_seconds("tricks", JOBS) == pytest.approx(2.5 + 3 * 0.5)  # loading was fast: no measure


def test_other_sources_need_the_jobs_again_and_take_about_as_long(monkeypatch):
    note_done("tricks", "long", 9.0, compiled=True)
    assert is_ready("tricks", ["long"])
    monkeypatch.setattr(prewarm, "_code", lambda game: "other")
    assert not is_ready("tricks", ["long"])
    assert expected_seconds("tricks", {"long": JOBS["long"]}) == 9.0
    note_done("tricks", "loaded", 1.0, compiled=True)
    assert not is_ready("tricks", ["long"])
    assert is_ready("tricks", ["loaded"])


def test_a_job_that_fails_is_reported_and_the_next_one_is_done(child):
    child(ANSWERS)
    ahead = Prewarm()
    ahead.start("tricks", ["broken", "long"])
    ahead.wait("tricks")
    assert reports(ahead) == [("broken", None), ("long", 2.5)]
    assert not is_ready("tricks", ["broken"])


@pytest.mark.parametrize("workers", [1, 2])
def test_a_child_that_dies_leaves_the_rest_to_the_host(child, workers):
    started = child(ANSWERS)
    ahead = Prewarm(workers)
    ahead.start("tricks", ["deadly", "deadly", "long"] if workers == 1 else ["deadly", "long", "loaded"])
    ahead.wait("tricks")
    found = dict(reports(ahead))
    assert found["deadly"] is None
    assert found["long"] == (None if workers == 1 else 2.5)
    assert len(started) == workers


def test_where_no_child_can_be_started_the_host_does_everything(monkeypatch):
    monkeypatch.setattr(prewarm, "start_saizen", lambda *_: None)
    ahead = Prewarm(2)
    assert ahead.start("tricks", JOBS)
    ahead.wait("tricks")
    assert reports(ahead) == [("loaded", None), ("long", None)]


def test_nothing_is_started_that_could_not_be_kept_or_that_nobody_would_use(monkeypatch, root):
    monkeypatch.setattr(prewarm, "start_saizen", lambda *_: pytest.fail("a process was started"))
    with policy.forced("plain"):
        assert not Prewarm().start("tricks", JOBS)
    (root / "file").write_text("")
    monkeypatch.setenv("SAIZEN_CODE", str(root / "file" / "below"))
    assert not Prewarm().start("tricks", JOBS)
    note_done("tricks", "long", 1.0, compiled=True)
    assert not is_ready("tricks", ["long"])


def test_waiting_can_be_cancelled_and_closing_ends_the_child(child):
    started = child(SLEEPS)
    ahead, progress = Prewarm(), Stoppable()
    ahead.start("tricks", JOBS)
    while not ahead._under_way or not started:
        time.sleep(0.01)
    ahead.wait("memory")  # nobody waits for another game
    progress.stop()
    with pytest.raises(Cancelled):
        ahead.wait("tricks", progress)
    assert started[0].poll() is None
    ahead.close()
    assert started[0].poll() is not None
    ahead.wait("tricks")
    assert not ahead.start("tricks", JOBS)


def test_closing_ends_whoever_waits(child):
    child(SLEEPS)
    ahead = Prewarm()
    ahead.start("tricks", JOBS)

    class Closing:
        def stage(self, label, total=None):
            assert label == "preparing"

        def advance(self, steps=1):
            ahead.close()

    ahead.wait("tricks", Closing(), "preparing")


def test_what_is_wanted_first_is_done_first(child):
    child(WAITS + ANSWERS)
    ahead = Prewarm()
    ahead.start("tricks", ["a"])
    while ahead._queue:
        time.sleep(0.01)
    ahead.start("memory", ["b", "c"])
    ahead.start("rivals", ["d"])
    ahead.start("rivals", ["d"], first=True)
    assert [job for _, job in ahead._queue] == ["d", "b", "c"]
    ahead.start("memory", ["c"], first=True)
    assert [job for _, job in ahead._queue] == ["c", "d", "b"]
    assert {report.game for report in ahead.reports(SILENT)} == {"tricks", "memory", "rivals"}


def test_a_real_child_compiles_answers_and_ends_with_its_parent(root):
    child = prewarm.start_saizen("warm", "--child")
    out, _ = child.communicate(json.dumps(["tricks", "sets"]) + "\n" + json.dumps(["tricks", "none"]) + "\n")
    done, failed = map(json.loads, out.splitlines())
    assert CompileReport(done["game"], done["job"], done["seconds"]) == CompileReport(
        "tricks", "sets", done["seconds"]
    )
    assert done["compiled"]
    assert failed == {"game": "tricks", "job": "none", "error": "KeyError: 'none'"}
    assert child.returncode == 0
    assert list(root.glob("games-tricks-*"))
    assert json.loads((root / "machine.json").read_text())["small_loop"] > 0


def test_a_module_in_the_current_directory_is_not_taken_for_ours(monkeypatch, tmp_path):
    (tmp_path / "numba.py").write_text("raise SystemExit(3)", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    child = prewarm.start_saizen("--version")
    assert child.communicate()[0].startswith("saizen")
