"""Compiling ahead, in child processes; Numba is not imported here.

A child process is ``python -m saizen warm --child``. It reads the names of jobs, does them, and answers each
with one line of JSON; what it compiled is then in the cache. Whatever goes wrong with a child costs time
only: the process that asks compiles what is missing by itself.
"""

import contextlib
import json
import subprocess
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from saizen.kernels import policy
from saizen.kernels.code_cache import SOURCE, code_directory, is_writable, read_note, write_note
from saizen.work import HEARTBEAT, SILENT, Progress
from saizen.work.child import start_saizen

MACHINE = "machine"
"""The note of what is known about this machine."""


def _never(_: Any) -> bool:
    return False


@dataclass(frozen=True)
class CompileJob:
    """Something that a game compiles ahead."""

    compile: Callable[[], object]
    small_loops: float
    """Its time, as a multiple of importing Numba and compiling one small loop."""
    serves_hints: Callable[[Any], bool] = _never
    """Whether the first hint under these rules would wait for it."""


class CompileReport(NamedTuple):
    """How a job ended; no seconds if it was not done."""

    game: str
    job: str
    seconds: float | None


def is_ready(game: str, jobs: Iterable[str]) -> bool:
    """Return whether these jobs were done with these sources and this Numba."""
    names, note = set(jobs), read_note(game)
    return not names or (note.get("code") == _code(game) and names <= set(note.get("ready", ())))


def expected_seconds(game: str, jobs: Mapping[str, CompileJob]) -> float:
    """Return how long jobs take: as they did on this machine, else estimated from one small loop."""
    recorded = read_note(game).get("seconds", {})
    loop = read_note(MACHINE).get("small_loop", policy.SMALL_LOOP)
    return float(sum(recorded.get(name, job.small_loops * loop) for name, job in jobs.items()))


def note_done(game: str, job: str, seconds: float, *, compiled: bool) -> None:
    """Note that a job is done, and its seconds if something was compiled and not just loaded."""
    note, code = read_note(game), _code(game)
    if code is None:
        return
    ready = note.get("ready", []) if note.get("code") == code else []
    taken = {**note.get("seconds", {}), **({job: round(seconds, 2)} if compiled else {})}
    write_note(game, {"code": code, "ready": sorted({*ready, job}), "seconds": taken})


def _code(game: str) -> str | None:
    """Return the name of the folder of a game's compiled code, which changes with its sources."""
    directory = code_directory(SOURCE / "games" / game / "warm.py")
    return None if directory is None else directory.name


class Prewarm:
    """Does jobs in child processes: `start` them, `wait` for those of a game, `close` to end everything."""

    def __init__(self, workers: int = 1) -> None:
        self._most = workers
        self._queue: list[tuple[str, str]] = []
        self._under_way: set[tuple[str, str]] = set()
        self._reports: list[CompileReport] = []
        self._children: list[subprocess.Popen[str]] = []
        self._threads = 0
        self._closed = False
        self._changed = threading.Condition()

    def start(self, game: str, jobs: Collection[str], *, first: bool = False) -> bool:
        """Put jobs of a game into the queue, before all others if wanted, and return at once.

        Nothing is started where nothing could be cached, or where plain Python answers everything.
        """
        if policy.MODE == "plain" or not is_writable():
            return False
        keys = [(game, job) for job in jobs]
        with self._changed:
            if self._closed:
                return False
            keys = [key for key in keys if key not in self._under_way]
            others = [key for key in self._queue if key not in keys]
            self._queue = [*keys, *others] if first else [*others, *keys]
            while self._threads < min(self._most, len(self._queue) + len(self._under_way)):
                self._threads += 1
                threading.Thread(target=self._work, daemon=True, name="saizen prewarm").start()
        return True

    def wait(self, game: str, progress: Progress = SILENT, label: str = "compiling, first use only") -> None:
        """Wait until no job of a game is open, done or not; ``progress`` may cancel that."""
        if not self._is_open(game):
            return
        progress.stage(label)
        while self._is_open(game):
            progress.advance(0)
            with self._changed:
                self._changed.wait(HEARTBEAT)

    def reports(self, progress: Progress = SILENT) -> Iterator[CompileReport]:
        """Yield a report of each job as soon as it ends; the others at the end, if no child is left."""
        while True:
            with self._changed:
                if not self._reports and self._threads:
                    self._changed.wait(HEARTBEAT)
                reports, self._reports = self._reports, []
                is_over = not self._threads
            yield from reports
            if is_over:
                return
            progress.advance(0)

    def close(self) -> None:
        """End the children; what they have compiled so far stays in the cache."""
        with self._changed:
            self._closed = True
            self._give_up()
        for child in self._children:
            child.kill()
            child.wait()

    def _is_open(self, game: str) -> bool:
        with self._changed:
            return any(name == game for name, _ in (*self._queue, *self._under_way))

    def _work(self) -> None:
        """Let one child do jobs until there are none, or until it dies."""
        child = start_saizen("warm", "--child")
        if child is not None:
            with self._changed:
                self._children.append(child)
                if self._closed:
                    child.kill()
        while (key := self._next(child)) is not None:
            assert child is not None
            answer = _ask(child, key)
            if not answer:
                child.kill()
                child.wait()
            with self._changed:
                self._under_way.discard(key)
                seconds = answer.get("seconds")
                self._reports.append(CompileReport(*key, seconds))
                if seconds is not None:
                    note_done(*key, seconds, compiled=answer["compiled"])
                self._changed.notify_all()
        if child is not None and child.stdin is not None:
            with contextlib.suppress(OSError):
                child.stdin.close()

    def _next(self, child: "subprocess.Popen[str] | None") -> tuple[str, str] | None:
        """Return the next job for a child; None ends its thread."""
        with self._changed:
            if self._queue and not self._closed and child is not None and child.poll() is None:
                key = self._queue.pop(0)
                self._under_way.add(key)
                return key
            self._threads -= 1
            if not self._threads:
                self._give_up()
            return None

    def _give_up(self) -> None:
        """Report the jobs that no child will do."""
        self._reports += [CompileReport(*key, None) for key in self._queue]
        self._queue = []
        self._changed.notify_all()


def _ask(child: "subprocess.Popen[str]", key: tuple[str, str]) -> dict[str, Any]:
    """Let a child do a job; return its answer, an empty one if it died."""
    assert child.stdin is not None
    assert child.stdout is not None
    with contextlib.suppress(OSError, ValueError):
        child.stdin.write(json.dumps(key) + "\n")
        child.stdin.flush()
        return dict(json.loads(child.stdout.readline()))
    return {}
