import operator
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.errors import Cancelled, SaizenError
from saizen.work import SILENT, Here, Stoppable, cores, run


def slow_first(task: int) -> int:
    time.sleep(0.05 if task == 0 else 0)
    return task * task


def divide(task: int) -> float:
    return 12 / task


def die_once(task: tuple[int, str]) -> int:
    """Kill the worker that gets number 3, unless one has already died of it."""
    number, marker = task
    if number == 3 and not Path(marker).exists():
        Path(marker).touch()
        os._exit(1)
    return number


def die(task: int) -> int:
    if task == 2:
        os._exit(1)
    return task


def sleep_and_tell(directory: str) -> None:
    Path(directory, str(os.getpid())).touch()
    time.sleep(60)


class Steps:
    def __init__(self) -> None:
        self.seen: list[Any] = []

    def stage(self, label: str, total: int | None = None) -> None:
        self.seen.append((label, total))

    def advance(self, steps: int = 1) -> None:
        if steps:
            self.seen.append(steps)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(), max_size=30), st.integers(1, 4), st.integers(1, 5))
def test_results_come_in_the_order_of_the_tasks(tasks: list[int], threads: int, in_flight: int) -> None:
    with ThreadPoolExecutor(threads) as pool:
        assert list(run(operator.neg, tasks, pool, in_flight=in_flight)) == [-task for task in tasks]


@pytest.mark.parametrize("workers", [1, 2])
def test_processes_here_and_elsewhere_agree(workers: int) -> None:
    progress = Steps()
    assert list(run(slow_first, range(6), None, progress, "squares", workers=workers)) == [0, 1, 4, 9, 16, 25]
    assert progress.seen == [("squares", 6), 1, 1, 1, 1, 1, 1]


def test_tasks_are_taken_only_as_they_are_needed() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for task in range(100):
            taken.append(task)
            yield task

    with ThreadPoolExecutor(2) as pool:
        results = run(abs, tasks(), pool, in_flight=3)
        assert next(results) == 0
        assert len(taken) == 3
        assert next(results) == 1
        assert len(taken) == 4
        results.close()
    here = run(abs, tasks(), workers=1)
    taken.clear()
    next(here)
    assert taken == [0]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_task_reaches_the_caller(workers: int) -> None:
    results = run(divide, [4, 3, 0, 2], workers=workers)
    assert next(results) == 3
    assert next(results) == 4
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_an_error_cancels_what_is_pending() -> None:
    ran = []
    gate = threading.Event()

    def work(task: int) -> None:
        if task == 0:
            raise KeyError(task)
        gate.wait(10)
        ran.append(task)

    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(KeyError):
            list(run(work, range(50), pool, in_flight=50))
        gate.set()
    assert len(ran) <= 1, "only the task that was already running"


def test_a_foreign_executor_stays_open() -> None:
    with ThreadPoolExecutor(1) as pool:
        list(run(abs, [1], pool))
        assert pool.submit(abs, -1).result() == 1


def test_stopping_while_a_result_is_awaited() -> None:
    gate = threading.Event()
    progress = Stoppable(SILENT)
    with ThreadPoolExecutor(1) as pool:
        threading.Timer(0.1, progress.stop).start()
        with pytest.raises(Cancelled, match="stopped on request"):
            list(run(lambda task: gate.wait(10), range(3), pool, progress))
        gate.set()


def test_stopping_here_comes_after_the_result_is_used() -> None:
    progress = Stoppable()
    results = run(abs, range(10), progress=progress, workers=1)
    assert [next(results), next(results)] == [0, 1]
    progress.stop()
    with pytest.raises(Cancelled):
        next(results)
    with pytest.raises(Cancelled):
        progress.stage("another")


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def wait_until(condition: Any) -> bool:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return False


def test_cancelling_ends_running_processes(tmp_path: Path) -> None:
    progress = Stoppable()

    def stop_when_running() -> None:
        wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
        progress.stop()

    threading.Thread(target=stop_when_running).start()
    before = time.monotonic()
    with pytest.raises(Cancelled):
        list(run(sleep_and_tell, [str(tmp_path)] * 8, progress=progress, workers=2))
    assert time.monotonic() - before < 50, "nobody waits for the sleepers"
    workers = [int(path.name) for path in tmp_path.iterdir()]
    assert len(workers) == 2
    assert wait_until(lambda: not any(map(alive, workers)))


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_processes_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    import subprocess

    code = (
        "import sys; sys.path.insert(0, sys.argv[2])\n"
        "from test_work import sleep_and_tell\n"
        "from saizen.work import run\n"
        "list(run(sleep_and_tell, [sys.argv[1]] * 2, workers=2))"
    )
    parent = subprocess.Popen([sys.executable, "-c", code, str(tmp_path), str(Path(__file__).parent)])
    assert wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    workers = [int(path.name) for path in tmp_path.iterdir()]
    assert wait_until(lambda: not any(map(alive, workers)))


def test_a_task_whose_worker_died_is_done_again(tmp_path: Path) -> None:
    marker = tmp_path / "died"
    tasks = [(number, str(marker)) for number in range(8)]
    assert list(run(die_once, tasks, workers=2)) == list(range(8))
    assert marker.exists()


def test_a_task_that_always_kills_its_worker_is_given_up() -> None:
    results = run(die, range(4), label="dying", workers=2)
    assert next(results) == 0
    assert next(results) == 1
    with pytest.raises(SaizenError, match="dying: workers died 4 times in a row"):
        next(results)


def test_a_foreign_pool_that_is_broken_is_told() -> None:
    import multiprocessing

    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, spawn) as pool, pytest.raises(SaizenError, match="workers died 4 times"):
        list(run(die, [2], pool))


class Healing(Executor):
    """A cluster that loses a worker on its second task and goes on."""

    def __init__(self) -> None:
        self.submitted = 0

    def submit(self, function: Any, /, *args: Any, **keywords: Any) -> Future[Any]:
        self.submitted += 1
        future: Future[Any] = Future()
        if self.submitted == 2:
            future.set_exception(BrokenProcessPool("worker lost"))
        else:
            future.set_result(function(*args, **keywords))
        return future


def test_a_cluster_that_heals_gets_the_lost_task_again() -> None:
    cluster = Healing()
    assert list(run(abs, [-1, -2, -3], cluster)) == [1, 2, 3]
    assert cluster.submitted == 4


def test_the_number_of_workers_is_checked() -> None:
    assert cores() >= 1
    with pytest.raises(SaizenError, match="workers=0: at least 1"):
        list(run(abs, [1], workers=0))


def test_here_lets_an_interrupt_through() -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Here().submit(interrupt)


@pytest.mark.cluster
def test_a_dask_cluster_is_an_executor_like_any_other() -> None:
    distributed = pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    with distributed.Client(
        processes=False, n_workers=1, threads_per_worker=2, dashboard_address=None
    ) as client:
        assert list(run(operator.neg, range(20), client.get_executor())) == [-n for n in range(20)]
