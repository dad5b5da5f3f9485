"""``saizen warm``, and the doors to it."""

import gc
import io
import json
import os
import signal
import subprocess
import sys
import time

import pytest
from typer.testing import CliRunner

from saizen.cli import prepare
from saizen.cli.app import app
from saizen.cli.prepare import compile_all, compile_one, serve_jobs
from saizen.errors import SaizenError
from saizen.games import GAMES
from saizen.kernels import policy, prewarm
from saizen.kernels.code_cache import code_root
from saizen.kernels.prewarm import CompileJob, CompileReport, is_ready


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_what_is_compiled(game):
    assert GAMES[game].jobs
    assert all(job.small_loops > 0 for job in GAMES[game].jobs.values())


def test_what_was_compiled_is_told_and_kept():
    answer = compile_all(["memory", "memory"], workers=1)
    done = [(job["game"], job["job"]) for job in answer.data["jobs"]]
    assert done == [("memory", "exact")]
    code = code_root()
    assert answer.data["code"] == str(code)
    assert any("sweep" in file.name for file in code.rglob("*.nbi"))
    assert str(code) in answer.notes[0]
    assert is_ready("memory", ["exact"])


@pytest.fixture
def jobs(monkeypatch, tmp_path):
    """Tricks compiles something else, noted elsewhere; no child can be started."""
    monkeypatch.setenv("SAIZEN_CODE", str(tmp_path))
    monkeypatch.setattr(prewarm, "start_saizen", lambda *_: None)
    done = {}
    monkeypatch.setattr("saizen.games.tricks.warm.JOBS", done)
    return done


def test_without_a_child_the_host_compiles_and_notes_it(jobs):
    modes = []
    jobs["one"] = CompileJob(lambda: modes.append((policy.MODE, gc.isenabled())), 1)
    answer = compile_all(["tricks"])
    assert [job["job"] for job in answer.data["jobs"]] == ["one"]
    assert modes == [("compiled", True)]  # small questions compile too; the host's collector is left alone
    assert is_ready("tricks", ["one"])


def test_what_is_wrong_with_a_job_is_told_by_the_host(jobs):
    jobs["broken"] = CompileJob({}.popitem, 1)
    with pytest.raises(KeyError):
        compile_all(["tricks"])
    assert policy.MODE != "compiled"
    assert not is_ready("tricks", ["broken"])


def test_a_child_answers_line_by_line_and_collects_no_garbage(jobs, monkeypatch, capsys):
    collects = []
    jobs["one"] = CompileJob(lambda: collects.append(gc.isenabled()), 1)
    jobs["broken"] = CompileJob({}.popitem, 1)
    lines = "".join(json.dumps(["tricks", job]) + "\n" for job in ("broken", "one"))
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    monkeypatch.setattr("os.nice", lambda by: by, raising=False)
    try:
        serve_jobs()
    finally:
        gc.enable()
    broken, done = map(json.loads, capsys.readouterr().out.splitlines())
    assert (broken["job"], broken["error"][:8]) == ("broken", "KeyError")
    assert (done["job"], done["compiled"]) == ("one", False)
    assert collects == [False]


def test_an_interruption_ends_the_children(jobs, monkeypatch):
    children = []

    def start(*_):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        children.append(subprocess.Popen([sys.executable, "-c", "input(); input()"], **pipes, text=True))
        return children[-1]

    class Interrupted:
        def stage(self, label, total=None):
            pass

        def advance(self, steps=1):
            raise KeyboardInterrupt

    monkeypatch.setattr(prewarm, "start_saizen", start)
    jobs["one"] = CompileJob(lambda: pytest.fail("the host compiled"), 1)
    with pytest.raises(KeyboardInterrupt):
        compile_all(["tricks"], Interrupted())
    assert [child.poll() is None for child in children] == [False] * len(children)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_ctrl_c_ends_the_command(tmp_path):
    env = {**os.environ, "SAIZEN_CODE": str(tmp_path)}
    words = [sys.executable, "-m", "saizen", "warm", "abgame", "--json"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(words, env=env, text=True, **pipes) as ran:
        while not (tmp_path / "machine.json").exists():  # the child has begun
            assert ran.poll() is None
            time.sleep(0.05)
        ran.send_signal(signal.SIGINT)
        out, err = ran.communicate(timeout=60)
    assert (ran.returncode, out, err) == (130, "", "saizen: stopped\n")


def test_an_unknown_game_is_refused_before_anything_is_compiled():
    with pytest.raises(SaizenError, match="'chess' is none of the games"):
        compile_all(["memory", "chess"])


def test_the_command_answers_as_json(jobs, monkeypatch):
    jobs |= {"one": CompileJob(lambda: None, 1), "two": CompileJob(lambda: None, 2)}
    monkeypatch.setattr(prepare, "compile_one", lambda game, job: (CompileReport(game, job, 0.5), True))
    found = CliRunner().invoke(app, ["warm", "tricks", "--json"])
    assert found.exit_code == 0
    answer = json.loads(found.output)
    assert list(answer) == ["code", "seconds", "jobs"]
    assert answer["jobs"] == [{"game": "tricks", "job": job, "seconds": 0.5} for job in ("one", "two")]


def test_a_job_says_whether_anything_had_to_be_compiled(jobs):
    import numba

    function = numba.njit(lambda x: x)
    jobs["one"] = CompileJob(lambda: function(1), 1)
    assert [compile_one("tricks", "one")[1] for _ in range(2)] == [True, False]
