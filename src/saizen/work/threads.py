"""Threads that are used again: what a thread's libraries keep for it is stored once, not once a question.

FLINT keeps its free memory for every thread that made a large number, also when the thread has ended. So a
server that started a thread for each question would grow with every question.
"""

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TypeVar

Result = TypeVar("Result")
Task = Callable[[], None]


class Threads:
    """Threads that wait for work; one more is started only where none is idle.

    They end with the process, whatever they do: work that does not listen cannot keep it alive.

    >>> threads = Threads("example")
    >>> threads.submit(lambda: 6 * 7).result()
    42
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._idle: list[SimpleQueue[Task]] = []
        self._lock = threading.Lock()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget)

    def submit(self, function: Callable[[], Result]) -> "Future[Result]":
        """Run a function in a thread that is idle, else in a new one; return its future."""
        future: Future[Result] = Future()

        def task() -> None:
            try:
                result = function()
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        with self._lock:
            tasks = self._idle.pop() if self._idle else self._start()
        tasks.put(task)
        return future

    def _start(self) -> "SimpleQueue[Task]":
        tasks: SimpleQueue[Task] = SimpleQueue()
        threading.Thread(target=self._work, args=(tasks,), daemon=True, name=self._name).start()
        return tasks

    def _work(self, tasks: "SimpleQueue[Task]") -> None:
        while True:
            task = tasks.get()
            task()
            del task  # what it holds is not kept until the next one comes
            with self._lock:
                self._idle.append(tasks)

    def _forget(self) -> None:
        """Begin without threads: a forked process has none of them."""
        self._idle, self._lock = [], threading.Lock()


WORKERS = Threads("saizen worker")
"""The threads of this process for long questions."""
