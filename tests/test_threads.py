"""Threads that are used again."""

import subprocess
import sys
import threading

import pytest

from saizen.errors import Cancelled
from saizen.work import run_watched
from saizen.work.progress import Stoppable
from saizen.work.threads import Threads

MEMORY = """
import sys
from flint import fmpq, fmpq_mat
from saizen.web.jobs import Jobs
from saizen.work import SILENT, run_watched

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4

def question(_):
    entries = [fmpq((i * 7919) % 101 + 1, (i * 31) % 97 + 1) for i in range(144)]
    return run_watched(lambda: str(fmpq_mat(12, 12, entries).det())[:3], SILENT, lambda: None)

jobs, before = Jobs(), 0
for number in range(1000):
    jobs.start(question).future.result()
    before = before or number == 100 and resident()
print(resident() - before)
"""


def test_an_idle_thread_is_used_again():
    threads = Threads("test")
    assert len({threads.submit(threading.get_ident).result() for _ in range(20)}) == 1


def test_threads_that_are_busy_keep_nobody_waiting():
    threads, gate = Threads("test"), threading.Event()
    waiting = [threads.submit(gate.wait) for _ in range(30)]
    assert threads.submit(lambda: "at once").result(10) == "at once"
    gate.set()
    assert all(future.result(10) for future in waiting)


def test_an_error_reaches_who_asked_and_the_thread_goes_on():
    threads = Threads("test")
    with pytest.raises(ZeroDivisionError):
        threads.submit(lambda: 1 // 0).result()
    assert threads.submit(lambda: 7).result() == 7


def test_a_long_question_that_is_stopped_has_ended_when_the_error_comes():
    progress, gate, ended = Stoppable(), threading.Event(), []

    def question():
        gate.wait(10)
        ended.append(True)

    progress.stop()
    with pytest.raises(Cancelled):
        run_watched(question, progress, gate.set)
    assert ended == [True]


@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory of a process from /proc")
def test_a_thousand_questions_with_large_numbers_leave_no_memory_behind():
    grown = int(subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, check=True).stdout)
    assert grown < 40_000, f"{grown} kB; a thread a question keeps 230 kB each"
