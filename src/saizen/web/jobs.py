"""Work in threads: everything starts at once, long work becomes a job, and the number of jobs is limited.

A piece of work that is not done after `Jobs.patience` seconds is long. Only so many long ones run at once:
one more is stopped, and begins again when there is room; so no quick question waits behind a long one.
Everything can be cancelled, and is after a time limit.
"""

import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from typing import Any

from saizen.errors import Cancelled, SaizenError
from saizen.work import SILENT, Progress, Stoppable, cores
from saizen.work.threads import WORKERS

HEARTBEAT = 0.05
"""Seconds between two looks at the jobs that run."""
OVER = ("done", "failed", "cancelled", "timed out")
logger = logging.getLogger("saizen.web")


class Busy(SaizenError):  # noqa: N818 - the name reads as the condition it is
    """There is too much work already: the answer is 503."""


class Job:
    """A piece of work, and what is known of it; it watches its own progress.

    ``status`` is the HTTP status that an answer in time would have had.
    """

    def __init__(self, work: Callable[["Job"], Any]) -> None:
        self.id = secrets.token_urlsafe(18)
        self.work = work
        self.state, self.stage_text, self.note = "queued", "", ""
        self.done, self.total = 0, None
        self.status: int | None = None
        self.result: Any = None
        self.error: str | None = None
        self.more: dict[str, Any] = {}
        self.future: Future[None] = Future()
        self.began = self.created = time.monotonic()
        self.ended: float | None = None
        self.long = self.idle = self.again = False
        self.progress = Stoppable(self)
        self._lock = threading.Lock()

    total: int | None

    def stage(self, label: str, total: int | None = None) -> None:
        """Begin a stage."""
        self.stage_text, self.total, self.done, self.note = label, total, 0, ""

    def advance(self, steps: int = 1) -> None:
        """Count steps."""
        self.done += steps

    def tell(self, label: str) -> None:
        """Keep what was said last."""
        self.note = label

    def agree(self, question: str) -> bool:
        """Agree to nothing: a server has better things to do for minutes."""
        return False

    @contextmanager
    def idling(self) -> Iterator[None]:
        """Wait for somebody else's work: that is not long work of one's own."""
        self.idle, self.state = True, "queued"
        try:
            yield
        finally:
            with self._lock:
                self.idle = False
                if self.state not in OVER:  # whoever gave the job up meanwhile has ended it
                    self.state, self.began = "running", time.monotonic()

    def settle(self, state: str, status: int, *, result: Any = None, error: str | None = None) -> bool:
        """End the job, once: what comes later is passed over; return whether this was it."""
        with self._lock:
            if self.state in OVER:
                return False
            self.result, self.error, self.status = result, error, status
            self.ended = time.monotonic()
            self.state = state
        self.future.set_result(None)
        return True

    def snapshot(self) -> dict[str, Any]:
        """Return the state of the job for a client."""
        ended = self.ended
        progress: dict[str, Any] = {
            "job": self.id,
            "state": self.state,
            "stage": self.stage_text,
            "done": self.done,
            "total": self.total,
            "told": self.note,
            "seconds": round((ended or time.monotonic()) - self.created, 1),
        }
        if ended is None:
            return progress
        if self.error is not None:
            return {**self.more, **progress, "status": self.status, "error": self.error}
        return {**progress, "status": self.status, "result": self.result}


class Jobs:
    """All work of a server.

    Parameters
    ----------
    at_once
        How many long pieces of work run at the same time; two, or as many as there are cores.
    queue
        How many may wait.
    threads
        How many pieces of work of any kind run at the same time.
    patience
        Seconds after which work is long.
    limit
        Seconds after which long work is stopped.
    kept
        Seconds for which the result of a job is stored.
    """

    def __init__(
        self,
        *,
        at_once: int | None = None,
        queue: int = 64,
        threads: int = 64,
        patience: float = 1.0,
        limit: float = 900.0,
        kept: float = 300.0,
    ) -> None:
        self.at_once = max(2, cores()) if at_once is None else at_once
        self.queue, self.threads = queue, threads
        self.patience, self.limit, self.kept = patience, limit, kept
        self.closed = False
        self._jobs: dict[str, Job] = {}
        self._running: dict[str, Job] = {}
        self._waiting: deque[Job] = deque()
        self._change = threading.Condition()
        self._keeper: threading.Thread | None = None

    def start(self, work: Callable[[Job], Any]) -> Job:
        """Start a piece of work, or let it wait; raise `Busy` where too many wait already."""
        job = Job(work)
        with self._change:
            if self.closed:
                raise Busy("the server is stopping")
            if len(self._running) >= self.threads:
                if len(self._waiting) >= self.queue:
                    raise Busy("too many questions are waiting already; ask again in a moment")
                self._waiting.append(job)
            else:
                self._launch(job)
            self._jobs[job.id] = job
            if self._keeper is None:
                self._keeper = threading.Thread(target=self._keep, daemon=True, name="saizen jobs")
                self._keeper.start()
            elif len(self._running) == 1:
                self._change.notify_all()  # the keeper sleeps while nothing runs
        return job

    def find(self, number: str) -> Job | None:
        """Return a job by its id; None where there is none, or it is forgotten."""
        with self._change:
            return self._jobs.get(number)

    def forget(self, job: Job) -> None:
        """Forget a job whose result was delivered."""
        with self._change:
            self._jobs.pop(job.id, None)

    def cancel(self, job: Job) -> None:
        """Stop a job; its thread ends when the work next reports its progress."""
        job.settle("cancelled", 409, error="cancelled")
        job.progress.stop()
        with self._change:
            if job in self._waiting:
                self._waiting.remove(job)

    def close(self, seconds: float = 2.0) -> bool:
        """Stop everything and wait a little; return whether all threads have ended."""
        with self._change:
            self.closed = True
            jobs = list(self._jobs.values()) + list(self._running.values())
            self._change.notify_all()
        for job in jobs:
            self.cancel(job)
        end = time.monotonic() + seconds
        while self._running and time.monotonic() < end:
            time.sleep(HEARTBEAT)
        return not self._running

    # ------------------------------------------------------------------ inside

    def _launch(self, job: Job) -> None:
        """Give a job a thread."""
        job.state, job.stage_text, job.began = "running", "", time.monotonic()
        self._running[job.id] = job
        WORKERS.submit(partial(self._run, job))

    def _run(self, job: Job) -> None:
        _here.progress = job.progress
        try:
            job.settle("done", 200, result=job.work(job))
        except Cancelled:
            if not job.again:
                job.settle("cancelled", 409, error="cancelled")
        except Exception as error:
            status, message = explained(error)
            job.more = dict(getattr(error, "data", {}))
            job.settle("failed", status, error=message)
        finally:
            _here.progress = SILENT
            with self._change:
                del self._running[job.id]
                if job.again and job.state not in OVER:
                    job.again, job.state, job.progress = False, "queued", Stoppable(job)
                    job.stage_text = "waiting for other work to end"
                    self._waiting.append(job)
                self._next()

    def _next(self) -> None:
        """Start waiting jobs while there is room."""
        while self._waiting and not self.closed and len(self._running) < self.threads:
            if sum(job.long for job in self._running.values()) >= self.at_once:
                return
            job = self._waiting.popleft()
            if job.state not in OVER:
                job.long = True
                self._launch(job)

    def _keep(self) -> None:
        """Look after the jobs: which are long, which take too long, which can be forgotten."""
        while not self.closed:
            with self._change:
                self._change.wait(HEARTBEAT if self._running else self.kept / 10)
                now = time.monotonic()
                for job in list(self._running.values()):
                    self._look(job, now)
                old = [j for j in self._jobs.values() if j.ended is not None and now - j.ended > self.kept]
                for job in old:
                    del self._jobs[job.id]

    def _look(self, job: Job, now: float) -> None:
        seconds = now - job.began
        if job.state in OVER or job.idle:
            return
        if seconds > self.limit:
            words = f"stopped after {self.limit:.0f} s, the time limit here; ask for something smaller"
            job.settle("timed out", 408, error=words)
            job.progress.stop()
        elif seconds > self.patience and not (job.long or job.again):
            if sum(other.long for other in self._running.values()) < self.at_once:
                job.long = True
            elif len(self._waiting) < self.queue:
                job.again = True
                job.progress.stop()
            else:
                words = "too much work is waiting already; ask again in a moment"
                job.settle("failed", 503, error=words)
                job.progress.stop()


def explained(error: Exception) -> tuple[int, str]:
    """Return the HTTP status of an error and its one line."""
    if isinstance(error, SaizenError):
        return 422, " ".join(str(error).split())
    if isinstance(error, MemoryError):
        return 422, "the memory is full; ask for something smaller"
    if isinstance(error, ValueError | OverflowError | RecursionError):
        return 422, " ".join((str(error) or type(error).__name__).split())[:3000]
    message = f"something went wrong in saizen itself: {type(error).__name__}: {error}"
    logger.error(message, exc_info=error)
    return 500, " ".join(message.split())[:3000]


_here = threading.local()


class _Relay:
    """Progress of the current visitor of this thread, for solutions that visitors share."""

    def _now(self) -> Progress:
        progress: Progress = getattr(_here, "progress", SILENT)
        return progress

    def stage(self, label: str, total: int | None = None) -> None:
        self._now().stage(label, total)

    def advance(self, steps: int = 1) -> None:
        self._now().advance(steps)

    def tell(self, label: str) -> None:
        self._now().tell(label)

    def agree(self, question: str) -> bool:
        return self._now().agree(question)


RELAY: Progress = _Relay()
