"""The first hint of a game is asked for in the background, while the person looks at the board.

On a machine that has never answered one, kernels have to be compiled and perhaps a table built. A process of
its own does that, so that no key waits; what it makes is kept on disk, and the game goes on with it.
"""

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from saizen.background import start_python
from saizen.kernels.directory import is_ready, note_compiled
from saizen.kernels.waiting import seconds_for_hint
from saizen.work import HEARTBEAT, Progress

if TYPE_CHECKING:
    from saizen.sitting import Sitting
    from saizen.store import Store

CHILD = "from saizen.cli.ahead import hint_once; hint_once()"


def hint_once() -> None:
    """Ask for a hint in the sitting whose text comes on standard input."""
    from saizen.games import load
    from saizen.sitting import Sitting

    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)
    name, text = sys.stdin.readline().strip(), sys.stdin.readline()
    Sitting.from_text(text, load(name)).hint()
    note_compiled(name)


class Ahead:
    """Gets hints ready before they are wanted; whoever wants one earlier waits, and is told for what."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._child: subprocess.Popen[str] | None = None
        self._solved = False

    def before(self, solve: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Return what makes a solution, after whatever is under way here."""

        def wait_and_solve(rules: Any) -> Any:
            self._solved = True
            self._wait()
            return solve(rules)

        return wait_and_solve

    def start(self, sitting: "Sitting", store: "Store | None") -> str:
        """Begin, if this machine has not answered in this game before; return what to tell the person."""
        from saizen.store import Store

        name = sitting.entry.name
        seconds = seconds_for_hint(f"saizen.games.{name}")
        if self._solved or seconds is None or is_ready(name) or not sys.stdin.isatty():
            return ""
        self._child = start_python(CHILD, (store or Store()).directory)
        if self._child is None or self._child.stdin is None:
            return ""
        with contextlib.suppress(OSError):
            self._child.stdin.write(f"{name}\n{sitting.to_text()}\n")
            self._child.stdin.close()
        return f"Hints are being prepared, first use only, about {seconds} s; play on meanwhile."

    def _wait(self) -> None:
        if self._child is not None and self._child.poll() is None:
            self._progress.stage("preparing hints, first use only")
            while self._child.poll() is None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._child.wait(HEARTBEAT)
                self._progress.advance(0)

    def close(self) -> None:
        """End what is under way; what it has compiled so far is kept."""
        if self._child is not None:
            self._child.kill()
            self._child.wait()
