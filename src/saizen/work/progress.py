"""Progress of long work: silent, cancelled, or with a question to the user."""

import threading
from typing import Protocol

from saizen.errors import Cancelled


class Progress(Protocol):
    """Reports of long work to a listener; every call may raise `saizen.errors.Cancelled`.

    ``advance(0)`` reports nothing; work calls it while it waits, so that it can be cancelled.
    """

    def stage(self, label: str, total: int | None = None) -> None:
        """Begin a stage of ``total`` steps (``None`` when not known)."""

    def advance(self, steps: int = 1) -> None:
        """Report that many more steps are done."""

    def tell(self, label: str) -> None:
        """Say something new of the stage, such as a result so far."""

    def agree(self, question: str) -> bool:
        """Ask whether to begin with what takes long; nobody agrees where there is nobody to ask."""
        return False


class Silent:
    """Progress that nobody watches."""

    def stage(self, label: str, total: int | None = None) -> None:
        """Say nothing."""

    def advance(self, steps: int = 1) -> None:
        """Say nothing."""

    def tell(self, label: str) -> None:
        """Say nothing."""

    def agree(self, question: str) -> bool:
        """Agree to nothing."""
        return False


SILENT: Progress = Silent()


class Stoppable:
    """Progress with a stop button, which any thread may press.

    >>> progress = Stoppable()
    >>> progress.advance()
    >>> progress.stop()
    >>> progress.advance()
    Traceback (most recent call last):
    saizen.errors.Cancelled: stopped on request
    """

    def __init__(self, watched: Progress = SILENT) -> None:
        self._watched = watched
        self._pressed = threading.Event()

    def stop(self) -> None:
        """Make the next call of `stage` or `advance` raise `Cancelled`."""
        self._pressed.set()

    def stage(self, label: str, total: int | None = None) -> None:
        """Begin a stage, or stop."""
        self._check()
        self._watched.stage(label, total)

    def advance(self, steps: int = 1) -> None:
        """Report steps, or stop."""
        self._check()
        self._watched.advance(steps)

    def tell(self, label: str) -> None:
        """Say something new of the stage, or stop."""
        self._check()
        self._watched.tell(label)

    def agree(self, question: str) -> bool:
        """Ask the user, or stop."""
        self._check()
        return self._watched.agree(question)

    def _check(self) -> None:
        if self._pressed.is_set():
            raise Cancelled("stopped on request")


class Waiting:
    """Progress of work inside other work: it reports nothing, but can be stopped."""

    def __init__(self, watched: Progress) -> None:
        self._watched = watched

    def stage(self, label: str, total: int | None = None) -> None:
        """Ask whether to continue."""
        self._watched.advance(0)

    def advance(self, steps: int = 1) -> None:
        """Ask whether to continue."""
        self._watched.advance(0)

    def tell(self, label: str) -> None:
        """Ask whether to continue."""
        self._watched.advance(0)

    def agree(self, question: str) -> bool:
        """Refuse: the user asked for something else."""
        return False
