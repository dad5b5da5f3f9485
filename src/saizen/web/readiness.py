"""Preparing the games: kernels are compiled in a child process, then loaded here, game by game.

Compiling holds Python's lock for seconds; in another process nobody here waits for it, and what it compiled
is cached on disk. Until a game is ready its questions wait, and say so.
"""

import threading
import time
from dataclasses import dataclass
from typing import Any

from saizen.errors import Cancelled
from saizen.kernels.prewarm import CompileJob, Prewarm, expected_seconds, is_ready
from saizen.store import Store
from saizen.web.catalogue import Catalogue, Shown
from saizen.web.jobs import Job
from saizen.web.questions import ask
from saizen.work import SILENT

PAUSE = 0.1
LOADING = 1.0
"""About how many seconds a game takes that needs no compiler."""


def prepare(game: Shown, store: Store) -> None:
    """Ask a game what visitors ask first, so that its kernels are loaded."""
    from saizen.sitting import sit

    ask(game.entry, "advise", game.entry.example, {}, store, SILENT)
    sitting = sit(game.entry, seed=1, store=store)
    sitting.hint()


@dataclass
class _Readiness:
    state: str
    expected: float
    since: float = 0.0
    words: str = ""


class Warming:
    """The games that are ready; `start` prepares them one after the other, requested games first."""

    def __init__(self, games: Catalogue, store: Store, *, prewarm: Prewarm | None = None) -> None:
        self.games, self.store = games, store
        self._prewarm = prewarm or Prewarm()
        self._jobs = {name: _first_jobs(game) for name, game in games.items()}
        self._states = {
            name: _Readiness("ready" if game.kind == "own" else "asleep", self._expected(name))
            for name, game in games.items()
        }
        self._wanted: list[str] = []
        self._started = self._closed = False

    def start(self) -> None:
        """Begin, in a thread."""
        self._started = True
        threading.Thread(target=self._run, daemon=True, name="saizen warming").start()

    def close(self) -> None:
        """Stop; what was compiled so far is cached."""
        self._closed = True
        self._prewarm.close()

    def state(self, name: str) -> dict[str, Any]:
        """Return whether a game is ready, in words, and how many seconds it may still take."""
        readiness = self._states[name]
        title = self.games[name].title
        passed = time.monotonic() - readiness.since if readiness.state == "getting ready" else 0.0
        seconds = max(readiness.expected - passed, passed / 4)  # what is late stays late for a while
        left = max(1, round(seconds)) if readiness.state in ("asleep", "getting ready") else 0
        words = {
            "asleep": f"{title} waits to get ready, about {left} s",
            "getting ready": f"{title} is getting ready, about {left} s",
            "ready": f"{title} is ready",
            "failed": f"{title} could not get ready: {readiness.words}",
        }
        return {"state": readiness.state, "words": words[readiness.state], "seconds": left}

    def wait(self, name: str, job: Job) -> None:
        """Let a job wait visibly until a game is ready; at once where nothing is getting ready."""
        if not self._started or self._states[name].state in ("ready", "failed"):
            return
        self._wanted.append(name)
        with job.idling():
            while self._states[name].state in ("asleep", "getting ready") and not self._closed:
                job.progress.stage(self.state(name)["words"])
                time.sleep(PAUSE)

    def _run(self) -> None:
        while not self._closed and (name := self._next()) is not None:
            readiness = self._states[name]
            readiness.since, readiness.state = time.monotonic(), "getting ready"
            try:
                if readiness.expected > LOADING:
                    self._prewarm.start(name, self._jobs[name], first=True)
                    self._prewarm.wait(name)
                if self._closed:
                    return
                prepare(self.games[name], self.store)
                readiness.state = "ready"
            except (Exception, Cancelled) as error:  # whoever asks is told what is wrong
                readiness.words, readiness.state = " ".join(str(error).split()), "failed"
        for game in self.games.values():  # what larger questions need
            others = [job for job in game.entry.jobs if not is_ready(game.entry.name, [job])]
            self._prewarm.start(game.entry.name, others)

    def _next(self) -> str | None:
        """Return the game that is next: one that is asked for, else the one that is ready soonest."""
        asleep = {
            name: readiness.expected
            for name, readiness in self._states.items()
            if readiness.state == "asleep"
        }
        asked_for = next((name for name in self._wanted if name in asleep), None)
        return asked_for or min(asleep, key=asleep.__getitem__, default=None)

    def _expected(self, name: str) -> float:
        jobs = self._jobs[name]
        return LOADING + (0.0 if is_ready(name, jobs) else expected_seconds(name, jobs))


def _first_jobs(game: Shown) -> dict[str, CompileJob]:
    """Return what a game compiles before its first hint."""
    jobs = game.entry.jobs
    rules = game.entry.game() if jobs else None
    return {name: job for name, job in jobs.items() if job.serves_hints(rules)}
