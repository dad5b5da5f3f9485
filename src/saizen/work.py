"""Where work runs and how it is watched: progress, cancelling, and mapping over an executor."""

from typing import Protocol


class Progress(Protocol):
    """What long work tells whoever watches it; either call may raise `saizen.errors.Cancelled`."""

    def stage(self, label: str, total: int | None = None) -> None:
        """Begin a stage of ``total`` steps (``None`` when not known)."""

    def advance(self, steps: int = 1) -> None:
        """Report that many more steps are done."""


class Silent:
    """Progress that nobody watches."""

    def stage(self, label: str, total: int | None = None) -> None: ...
    def advance(self, steps: int = 1) -> None: ...


SILENT: Progress = Silent()
