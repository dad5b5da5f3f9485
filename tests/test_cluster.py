"""A Dask cluster in processes of its own, on this machine: what is lost, what is missing, what travels."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from saizen import cluster
from saizen.errors import SaizenError

pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
pytestmark = [
    pytest.mark.cluster,
    pytest.mark.skipif(os.name == "nt", reason="POSIX signals"),
]
ROOT = Path(__file__).parents[1]
WORDS = ["simulate", "calculation", "--quick", "--player", "swift", "--labellings", "5", "--json", "--deals"]


def start(words, log, cwd, **more):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **more}
    with log.open("wb") as file:
        return subprocess.Popen(
            [sys.executable, *words], stdout=file, stderr=subprocess.STDOUT, cwd=cwd, env=environment
        )


@pytest.fixture
def scheduler(tmp_path):
    """Yield the address of a scheduler without workers, and the process."""
    log = tmp_path / "scheduler.log"
    words = [
        "-m",
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-dashboard",
        "--no-show",
    ]
    process = start(words, log, tmp_path)
    for _ in range(300):
        if found := re.search(r"tcp://127\.0\.0\.1:[0-9]+", log.read_text()):
            break
        time.sleep(0.1)
    yield found[0], process
    process.kill()
    process.wait()


@pytest.fixture
def worker(scheduler, tmp_path):
    """Yield a worker whose store is empty, and the store."""
    address, _ = scheduler
    far = tmp_path / "far"
    far.mkdir()
    words = f"-m distributed.cli.dask_worker {address} --nthreads 1 --no-nanny --no-dashboard".split()
    process = start(words, tmp_path / "worker.log", far, SAIZEN_STORE=str(far / "store"))
    yield process, far / "store"
    process.kill()
    process.wait()


def saizen(*words, cwd):
    return start(["-m", "saizen", *words], cwd / "client.log", cwd)


def test_no_worker_is_one_line_after_a_while(scheduler, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    with pytest.raises(SaizenError, match="no worker has joined in 1 s"), cluster.connected(scheduler[0]):
        pass


def test_no_scheduler_is_one_line(monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT", 1)
    with pytest.raises(SaizenError, match="no scheduler answers"), cluster.connected("tcp://127.0.0.1:9"):
        pass


def test_the_table_travels_to_a_worker_that_lacks_it(scheduler, worker, tmp_path):
    words = [*WORDS, "1-10", "--store", "near", "--out", "there.csv"]
    there = saizen(*words, "--cluster", scheduler[0], cwd=tmp_path)
    assert there.wait(timeout=150) == 0, (tmp_path / "client.log").read_text()
    near, far = tmp_path / "near", worker[1]
    tables = [path.name for path in near.iterdir() if not path.name.startswith(".")]
    assert tables
    for name in tables:
        for part in (near / name).iterdir():
            assert (far / name / part.name).read_bytes() == part.read_bytes()
    here = saizen(*words[:-1], "here.csv", "--workers", "1", cwd=tmp_path)
    assert here.wait(timeout=150) == 0
    assert (tmp_path / "here.csv").read_bytes() == (tmp_path / "there.csv").read_bytes()


def test_a_scheduler_that_dies_is_one_line_and_rows_are_kept(scheduler, worker, tmp_path, monkeypatch):
    address, process = scheduler
    out = tmp_path / "deals.csv"
    client = saizen(*WORDS, "1-100000", "--cluster", address, "--out", str(out), cwd=tmp_path)
    for _ in range(1500):
        if out.exists() and out.read_bytes().count(b"\n") > 3:
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGKILL)
    code = client.wait(timeout=100)
    told = (tmp_path / "client.log").read_text()
    assert code == 2, told
    assert "connection to the scheduler is lost" in told
    assert told.count("\n") == 1, told
    assert out.read_bytes().count(b"\n") > 3


def test_two_workers_and_a_scheduler_that_dies_lose_no_finished_deal(scheduler, worker, tmp_path):
    """What was finished ahead of its turn is not played again, and the file becomes the same."""
    address, process = scheduler
    far = tmp_path / "further"
    far.mkdir()
    words = f"-m distributed.cli.dask_worker {address} --nthreads 1 --no-nanny --no-dashboard".split()
    second = start(words, tmp_path / "second.log", far, SAIZEN_STORE=str(far / "store"))
    out, beside = tmp_path / "deals.csv", tmp_path / "deals.csv.ahead"
    try:
        client = saizen(*WORDS, "1-100000", "--cluster", address, "--out", str(out), cwd=tmp_path)
        for _ in range(1500):
            if out.exists() and out.read_bytes().count(b"\n") > 40:
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGKILL)
        client.wait(timeout=100)
    finally:
        second.kill()
        second.wait()
    numbers = [
        int(line.split(b",")[0])
        for path in (out, beside)
        if path.exists()
        for line in path.read_bytes().splitlines()[1:]
    ]
    top = max(numbers)
    again = saizen(*WORDS, f"1-{top}", "--workers", "1", "--out", str(out), cwd=tmp_path)
    assert again.wait(timeout=150) == 0, (tmp_path / "client.log").read_text()
    whole = saizen(*WORDS, f"1-{top}", "--workers", "1", "--out", "whole.csv", cwd=tmp_path)
    assert whole.wait(timeout=150) == 0
    assert out.read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert not beside.exists()


RULES = """
from pathlib import Path
import os
from beside import STEP
from saizen import Decision, Game, Terminal

class Walk(Game):
    def __init__(self, goal=700, trap=""):
        self.goal, self.trap = goal, trap

    def start(self):
        return (0, 0)

    def look(self, position):
        at, player = position
        if at == 500 and self.trap.startswith("raise"):
            raise LookupError(self.trap)
        if at == 500 and self.trap and not Path(self.trap).exists():
            Path(self.trap).touch()
            os._exit(1)
        if at >= self.goal:
            return Terminal(1 if player else -1)
        return Decision(player, {n: (at + n * STEP, 1 - player) for n in range(1, 99)})
"""


@pytest.fixture
def rules(tmp_path):
    """A game whose files no worker has."""
    (tmp_path / "walk.py").write_text(RULES)
    (tmp_path / "beside.py").write_text("STEP = 1\n")


def test_a_game_of_ones_own_is_solved_there_and_killed_workers_lose_nothing(
    scheduler, worker, rules, tmp_path
):
    """The file travels; a worker that dies is another's work; the file of values is the same."""
    address, marker = scheduler[0], tmp_path / "died"
    far = tmp_path / "further"
    far.mkdir()
    words = f"-m distributed.cli.dask_worker {address} --nthreads 1 --no-nanny --no-dashboard".split()
    second = start(words, tmp_path / "second.log", far)
    solve = ["solve", "walk.py:Walk", "--set", f"trap={marker}", "--json", "--out"]
    try:
        there = saizen(*solve, "there", "--cluster", address, cwd=tmp_path)
        assert there.wait(timeout=150) == 0, (tmp_path / "client.log").read_text()
    finally:
        second.kill()
        second.wait()
    told = (tmp_path / "client.log").read_text()
    assert marker.exists()
    assert '"positions": 1594' in told, told
    here = saizen(*solve, "here", cwd=tmp_path)
    assert here.wait(timeout=100) == 0, (tmp_path / "client.log").read_text()
    assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()


def test_what_fails_there_is_one_line(scheduler, worker, rules, tmp_path):
    failing = saizen(
        "solve", "walk.py:Walk", "--set", "trap=raise it", "--cluster", scheduler[0], cwd=tmp_path
    )
    assert failing.wait(timeout=150) == 2
    told = (tmp_path / "client.log").read_text()
    assert told == "saizen: walk.py:Walk: look() fails at position (500, 0): LookupError: raise it\n"


def test_deals_and_claims_are_decided_there_as_here(scheduler, worker, tmp_path):
    for words, out in (
        (["limit", "calculation", "--stacks", "1", "--deals", "1-6"], ["--out"]),
        (["explore", "tricks", "V0 - V1 <= 1", "--upto", "3"], ["--state"]),
    ):
        there = saizen(*words, *out, "there", "--cluster", scheduler[0], cwd=tmp_path)
        assert there.wait(timeout=150) == 0, (tmp_path / "client.log").read_text()
        here = saizen(*words, *out, "here", "--workers", "1", cwd=tmp_path)
        assert here.wait(timeout=150) == 0
        assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()
        for name in ("here", "there"):
            (tmp_path / name).unlink()
