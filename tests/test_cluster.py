"""A Dask cluster in processes of its own, on this machine: what is lost, what is missing, what travels."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from saizen.errors import SaizenError
from saizen.work import cluster

pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
pytestmark = [
    pytest.mark.cluster,
    pytest.mark.skipif(os.name == "nt", reason="POSIX signals"),
]
ROOT = Path(__file__).parents[1]
WORDS = ["simulate", "calculation", "--quick", "--player", "swift", "--labellings", "5", "--json", "--deals"]


def start(words, log, cwd, **more):
    """Start Python in a process of its own, in another directory."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **more}
    with log.open("wb") as file:
        return subprocess.Popen(
            [sys.executable, *words], stdout=file, stderr=subprocess.STDOUT, cwd=cwd, env=environment
        )


def start_scheduler(directory):
    """Return the address of a scheduler without workers, and the process."""
    log = directory / "scheduler.log"
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
    process = start(words, log, directory)
    for _ in range(300):
        if found := re.search(r"tcp://127\.0\.0\.1:[0-9]+", log.read_text()):
            break
        time.sleep(0.1)
    return found[0], process


def start_worker(address, directory):
    """Return a worker whose store is empty."""
    directory.mkdir()
    words = f"-m distributed.cli.dask_worker {address} --nthreads 1 --no-nanny --no-dashboard".split()
    return start(words, directory / "worker.log", directory, SAIZEN_STORE=str(directory / "store"))


def end(*processes):
    for process in processes:
        process.kill()
        process.wait()


@pytest.fixture
def scheduler(tmp_path):
    """Yield the address of a scheduler without workers, and the process; a test may kill it."""
    address, process = start_scheduler(tmp_path)
    yield address, process
    end(process)


@pytest.fixture
def workers(scheduler, tmp_path):
    """Two workers that a test may kill."""
    processes = [start_worker(scheduler[0], tmp_path / name) for name in ("far", "further")]
    yield processes
    end(*processes)


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """Yield the address of a cluster for all tests that leave it alive, and its worker's store."""
    directory = tmp_path_factory.mktemp("cluster")
    address, process = start_scheduler(directory)
    worker = start_worker(address, directory / "far")
    yield address, directory / "far" / "store"
    end(worker, process)


def saizen(*words, cwd):
    return start(["-m", "saizen", *words], cwd / "client.log", cwd)


def test_no_worker_is_one_line_after_a_while(scheduler, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    with pytest.raises(SaizenError, match="no worker has joined in 1 s"), cluster.connect(scheduler[0]):
        pass


def test_no_scheduler_is_one_line(monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT", 1)
    with pytest.raises(SaizenError, match="no scheduler answers"), cluster.connect("tcp://127.0.0.1:9"):
        pass


def test_the_table_travels_to_a_worker_that_lacks_it(running, cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    near, far = tmp_path / "near", running[1]
    words = [*WORDS, "1-10", "--cluster", running[0], "--store", "near"]  # no such place for a worker
    there = cli(*words, "--out", "there.csv")
    assert there.code == 0, there.err
    tables = [path.name for path in near.iterdir() if not path.name.startswith(".")]
    assert tables
    for name in tables:
        for part in (near / name).iterdir():
            assert (far / name / part.name).read_bytes() == part.read_bytes()
    assert cli(*WORDS, "1-10", "--store", near, "--out", tmp_path / "here.csv", "--workers", "1").code == 0
    assert (tmp_path / "here.csv").read_bytes() == (tmp_path / "there.csv").read_bytes()


def test_a_scheduler_that_dies_is_one_line_and_loses_no_finished_deal(scheduler, workers, cli, tmp_path):
    """What was finished ahead of its turn is not played again, and the file becomes the same."""
    address, process = scheduler
    out, beside = tmp_path / "deals.csv", tmp_path / "deals.csv.ahead"
    client = saizen(*WORDS, "1-100000", "--cluster", address, "--out", str(out), cwd=tmp_path)
    for _ in range(1500):
        if out.exists() and out.read_bytes().count(b"\n") > 10:
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGKILL)
    code = client.wait(timeout=100)
    end(*workers)
    told = (tmp_path / "client.log").read_text()
    assert code == 2, told
    assert "connection to the scheduler is lost" in told.splitlines()[-1]
    assert "Traceback" not in told
    assert out.read_bytes().count(b"\n") > 10
    numbers = [
        int(line.split(b",")[0])
        for path in (out, beside)
        if path.exists()
        for line in path.read_bytes().splitlines()[1:]
    ]
    top = max(numbers)
    for file in (out, tmp_path / "whole.csv"):
        assert cli(*WORDS, f"1-{top}", "--workers", "1", "--out", file).code == 0
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
    yield
    sys.modules.pop("beside", None)


def test_a_game_of_ones_own_is_solved_there_and_killed_workers_lose_nothing(
    scheduler, workers, rules, cli, tmp_path
):
    """The file travels; a worker that dies is another's work; the file of values is the same."""
    marker = tmp_path / "died"
    solve = ["--set", f"trap={marker}", "--json", "--out"]
    there = saizen("solve", "walk.py:Walk", *solve, "there", "--cluster", scheduler[0], cwd=tmp_path)
    assert there.wait(timeout=150) == 0, (tmp_path / "client.log").read_text()
    told = (tmp_path / "client.log").read_text()
    assert marker.exists()
    assert '"positions": 1594' in told, told
    assert cli("solve", f"{tmp_path}/walk.py:Walk", *solve, tmp_path / "here").code == 0
    assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()


def test_what_fails_there_is_one_line(running, rules, cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failing = cli("solve", "walk.py:Walk", "--set", "trap=raise it", "--cluster", running[0])
    assert failing.code == 2
    assert failing.err == "saizen: walk.py:Walk: look() fails at position (500, 0): LookupError: raise it\n"


def test_deals_and_claims_are_decided_there_as_here(running, cli, tmp_path):
    for words, out in (
        (["limit", "calculation", "--stacks", "1", "--deals", "1-6"], "--out"),
        (["explore", "tricks", "V0 - V1 <= 1", "--upto", "3"], "--state"),
    ):
        there, here = tmp_path / f"there{out}", tmp_path / f"here{out}"
        client = cli(*words, out, there, "--cluster", running[0])
        assert client.code == 0, client.err
        assert cli(*words, out, here, "--workers", "1").code == 0
        assert here.read_bytes() == there.read_bytes()


def test_layers_are_solved_there_and_a_killed_worker_loses_nothing(scheduler, workers, cli, tmp_path):
    """Slices of layers travel; those of a worker that dies are done again; the table is the same."""
    words = ["solve", str(ROOT / "examples/connect_four_compiled.py:ConnectFour"), "--set", "columns=5"]
    words += ["--files", "--json", "--store"]
    there = saizen(*words, "there", "--cluster", scheduler[0], cwd=tmp_path)
    while there.poll() is None and not list((tmp_path / "there").glob("large.*/keys-0014")):
        time.sleep(0.05)
    workers[0].send_signal(signal.SIGKILL)
    assert there.wait(timeout=150) == 0, (tmp_path / "client.log").read_text()
    assert '"value": 0, "positions": 3945711' in (tmp_path / "client.log").read_text()
    assert cli(*words, str(tmp_path / "here")).code == 0
    tables = [
        {path.name: path.read_bytes() for path in (tmp_path / place).glob("large.*/*")}
        for place in ("there", "here")
    ]
    assert len(tables[0]) > 100
    assert tables[0] == tables[1]
