"""Getting ready: kernels are compiled in a process of their own, then loaded here, game by game.

Compiling holds Python's lock for seconds; in another process nobody here waits for it, and what it compiled
is kept on disk. Until a game is ready its questions wait, and say so.
"""

import contextlib
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any

from saizen.background import start_python
from saizen.errors import Cancelled, SaizenError
from saizen.store import Store
from saizen.web.catalogue import Catalogue, Shown, catalogue
from saizen.web.jobs import Job
from saizen.web.questions import ask
from saizen.work import SILENT

EXPECTED = {"tricks": 6, "memory": 6, "abgame": 9, "rivals": 10, "calculation": 40}
"""Seconds for which a game gets ready on a machine that has never compiled it, more or less."""
PAUSE = 0.1
CHILD = "from saizen.web.warming import compile_by_name; compile_by_name()"


def prepare(game: Shown, store: Store) -> None:
    """Ask a game what visitors ask first, so that its kernels are compiled or loaded."""
    from saizen.doors import sit

    ask(game.entry, "advise", game.entry.example, {}, store, SILENT)
    sitting = sit(game.entry, seed=1, store=store)
    sitting.hint()


def compile_by_name() -> None:
    """Prepare the games whose names come on standard input; answer each name when it is done."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)
    games, store = catalogue(), Store()
    for line in sys.stdin:
        with contextlib.suppress(SaizenError):
            prepare(games[line.strip()], store)
        print(line.strip(), flush=True)


@dataclass
class _Readiness:
    state: str
    expected: float
    since: float = 0.0
    words: str = ""


class Warming:
    """Which games are ready; `start` gets them ready one after the other, those that are asked for first."""

    def __init__(self, games: Catalogue, store: Store, *, compile_first: bool = True) -> None:
        self.games, self.store, self.compile_first = games, store, compile_first
        self._states = {
            name: _Readiness("ready" if game.kind == "own" else "asleep", EXPECTED.get(name, 1))
            for name, game in games.items()
        }
        self._wanted: list[str] = []
        self._child: subprocess.Popen[str] | None = None
        self._started = self._closed = False
        self._speed = 1.0

    def start(self) -> None:
        """Begin, in a thread."""
        self._started = True
        threading.Thread(target=self._run, daemon=True, name="saizen warming").start()

    def close(self) -> None:
        """Stop; what was compiled so far is kept."""
        self._closed = True
        if self._child is not None:
            self._child.kill()

    def state(self, name: str) -> dict[str, Any]:
        """Return whether a game is ready, in words, and how many seconds it may still take."""
        known = self._states[name]
        title = self.games[name].title
        passed = time.monotonic() - known.since if known.state == "getting ready" else 0.0
        seconds = max(
            known.expected * self._speed - passed, passed / 4
        )  # what is late stays late for a while
        left = max(1, round(seconds)) if known.state in ("asleep", "getting ready") else 0
        words = {
            "asleep": f"{title} waits to get ready, about {left} s",
            "getting ready": f"{title} is getting ready, about {left} s",
            "ready": f"{title} is ready",
            "failed": f"{title} could not get ready: {known.words}",
        }
        return {"state": known.state, "words": words[known.state], "seconds": left}

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
        self._child = start_python(CHILD, self.store.directory) if self.compile_first else None
        while not self._closed and (name := self._next()) is not None:
            known = self._states[name]
            known.since, known.state = time.monotonic(), "getting ready"
            try:
                self._compile(name)
                prepare(self.games[name], self.store)
                known.state = "ready"
            except (Exception, Cancelled) as error:  # whoever asks is told what is wrong
                known.words, known.state = " ".join(str(error).split()), "failed"
            if known.expected > 1:  # how fast this machine is, and whether it has compiled before
                self._speed = (time.monotonic() - known.since) / known.expected
        if self._child is not None and self._child.stdin is not None:
            with contextlib.suppress(OSError):
                self._child.stdin.close()
            self._child.wait()

    def _next(self) -> str | None:
        """Return the game that is next: one that is asked for, else the one that is ready soonest."""
        asleep = {name: known.expected for name, known in self._states.items() if known.state == "asleep"}
        wanted = next((name for name in self._wanted if name in asleep), None)
        return wanted or min(asleep, key=asleep.__getitem__, default=None)

    def _compile(self, name: str) -> None:
        """Let the child compile a game; without one it is compiled here, in the next step."""
        child = self._child
        if child is None or child.stdin is None or child.stdout is None or child.poll() is not None:
            return
        with contextlib.suppress(OSError):
            child.stdin.write(f"{name}\n")
            child.stdin.flush()
            child.stdout.readline()
