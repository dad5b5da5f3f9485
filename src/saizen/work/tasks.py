"""Running tasks: progress, cancelling, and mapping over an executor.

`run` maps a function over tasks and yields the results in the order of the tasks, so an answer never
depends on how many workers there are. It takes any ``concurrent.futures.Executor``: threads for
kernels that release the interpreter lock, processes, or a Dask cluster's ``Client.get_executor()``.
Without one it starts a process for each core.
"""

import operator
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from saizen.errors import SaizenError
from saizen.work.progress import SILENT, Progress
from saizen.work.threads import WORKERS

Task = TypeVar("Task")
Result = TypeVar("Result")

HEARTBEAT = 0.2
"""Seconds between two chances to cancel while a result is awaited."""
DEATHS = 3
"""The number of failures of workers in a row after which the work stops with an error."""


class Here(Executor):
    """The executor that runs each task at once, in this thread: no processes, plain tracebacks."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **keywords: Any) -> Future[Any]:
        """Run the function and return its finished future."""
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args, **keywords))
        except Exception as error:
            future.set_exception(error)
        return future


def run_watched(question: Callable[[], Result], progress: Progress, stop: Callable[[], None]) -> Result:
    """Run one long question that cannot ask by itself whether to continue: a kernel in another thread.

    The caller's thread asks progress meanwhile. If that, or an interruption, ends the wait, ``stop`` must let
    the question return soon, whatever it returns then; only after that is the error passed on.

    >>> run_watched(lambda: 6 * 7, SILENT, lambda: None)
    42
    """
    future = WORKERS.submit(question)
    try:
        while not wait([future], timeout=HEARTBEAT).done:
            progress.advance(0)
    except BaseException:
        stop()
        wait([future])
        raise
    return future.result()


def cores() -> int:
    """Count the processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def width(executor: Executor | None, workers: int) -> int:
    """Return how many tasks run at a time: on ``workers`` processes, or on an executor if it knows.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> width(None, 3), width(ThreadPoolExecutor(5), 1)
    (3, 5)
    """
    if executor is None:
        return workers
    processes = getattr(executor, "workers", None) or getattr(executor, "_max_workers", None)
    return processes if isinstance(processes, int) else cores()


def memory_left() -> int | None:
    """Return how many bytes of memory are available; None if the system does not report it."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            available = next(line for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return None
    return int(available.split()[1]) * 1024


@dataclass
class _Entry(Generic[Task, Result]):
    """A task in flight; it has no future before it is submitted and after its worker died."""

    task: Task
    future: Future[Result] | None = None
    seen: bool = False
    """Whether it is known how the future ended."""

    def lost(self) -> bool:
        future = self.future
        if future is None or not future.done() or future.cancelled():
            return False
        return isinstance(future.exception(), BrokenExecutor)


def run(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    executor: Executor | None = None,
    progress: Progress = SILENT,
    label: str = "working",
    *,
    workers: int | None = None,
    in_flight: int | None = None,
    early: Callable[[Result], object] | None = None,
) -> Iterator[Result]:
    """Yield ``function(task)`` for every task, in the order of the tasks.

    An error in a task, ``Cancelled`` or an interrupt reaches the caller, and everything still pending is
    cancelled. Tasks whose worker died are submitted again, a few times.

    Parameters
    ----------
    function
        With processes: a function at the top level of a module. The tasks are sent by value.
    tasks
        Taken one by one, never more than ``in_flight`` ahead of the results. There may be none for now and
        more after the next result: they are asked for again until none is in flight.
    executor
        The executor. It is not shut down. Without one, ``workers`` processes are started; also in the place
        of a process pool that has lost a process and cannot be used again.
    progress
        Told one step a result, once the caller comes back for the next one.
    label
        The name of the stage that progress shows.
    workers
        How many processes when there is no executor: all cores by default; 1 means right here.
    in_flight
        How many tasks may be submitted and not yet yielded; give more for a large cluster.
    early
        Called with each result that is there before its turn, as soon as it is, and when the work ends
        before its turn comes: so nothing that was finished needs to be lost.

    Examples
    --------
    >>> list(run(abs, [-3, 1, -2], workers=1))
    [3, 1, 2]
    """
    workers = cores() if workers is None else workers
    if workers < 1:
        raise SaizenError(f"workers={workers}: at least 1 is needed")
    total = operator.length_hint(tasks, -1)
    progress.stage(label, total if total >= 0 else None)
    pool, own = executor or _new_pool(workers), executor is None
    ahead = in_flight or (1 if isinstance(pool, Here) else 4 * max(width(executor, workers), cores()))
    waiting = iter(tasks)
    flying: deque[_Entry[Task, Result]] = deque()
    deaths = 0
    whole = False
    try:
        while True:
            flying.extend(_Entry(task) for _, task in zip(range(ahead - len(flying)), waiting, strict=False))
            if not flying:
                break
            try:
                for entry in flying:
                    entry.future = entry.future or pool.submit(function, entry.task)
                result = _await(flying, progress, getattr(pool, "check", None), early)
            except BrokenExecutor as error:
                deaths += 1
                if deaths > DEATHS:
                    raise SaizenError(
                        f"{label}: workers died {deaths} times in a row (out of memory, or a script that "
                        "starts work outside `if __name__ == '__main__':`); workers=1 runs without them"
                    ) from error
                if isinstance(pool, ProcessPoolExecutor):  # it will not work again
                    size = width(pool, workers)
                    if own:
                        _close(pool, kill=True)
                    pool, own = _processes(size), True
                for entry in flying:
                    if entry.lost():
                        entry.future, entry.seen = None, False
                continue
            flying.popleft()
            deaths = 0
            yield result
            progress.advance()
        whole = True
    finally:
        try:
            _tell(flying, early)
        finally:
            if own:
                _close(pool, kill=not whole)
            else:
                for entry in flying:
                    if entry.future:
                        entry.future.cancel()


def _await(
    flying: Sequence[_Entry[Any, Result]],
    progress: Progress,
    check: Callable[[], None] | None = None,
    early: Callable[[Result], object] | None = None,
) -> Result:
    """Wait for the first result; ask progress, and an executor that knows, whether to continue."""
    first = flying[0].future
    assert first is not None
    while not first.done():
        progress.advance(0)
        if check is not None:
            check()
        awaited = [entry.future for entry in flying if entry.future and not entry.seen] if early else [first]
        wait(awaited, timeout=HEARTBEAT, return_when=FIRST_COMPLETED)
        if not first.done():
            _tell(flying, early)
    return first.result()


def _tell(flying: Iterable[_Entry[Any, Result]], early: Callable[[Result], object] | None) -> None:
    """Hand over the results that are there and were not handed over yet."""
    for entry in flying:
        future = entry.future
        if early and future and future.done() and not entry.seen:
            entry.seen = True
            if not future.cancelled() and future.exception() is None:
                early(future.result())


def _new_pool(workers: int) -> Executor:
    return Here() if workers == 1 else _processes(workers)


def _processes(workers: int) -> ProcessPoolExecutor:
    """Start processes that share nothing with this one: forking a program that has threads can hang it."""
    import multiprocessing

    clean = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(clean)
    return ProcessPoolExecutor(min(workers, 61), mp_context=context, initializer=_enter_worker)


def _enter_worker() -> None:
    """Leave Ctrl-C to the parent, and end with it even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _close(pool: Executor, kill: bool) -> None:
    """End our own pool; ``kill`` does not wait for the tasks that are running."""
    if kill and isinstance(pool, ProcessPoolExecutor):
        for process in list((pool._processes or {}).values()):
            process.kill()
        # A worker killed while it sends a result leaves half of it in the pipe. Closing our end of the
        # pipe makes the pool's thread see the end instead of waiting for the other half.
        pool._result_queue._writer.close()  # type: ignore[attr-defined]
    pool.shutdown(wait=True)
