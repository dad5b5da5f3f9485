"""How an interactive game speaks with a person, so that a terminal and a test script look alike."""

from collections.abc import Sequence
from typing import Any, Protocol


class Talk(Protocol):
    """One conversation. `ask` raises ``EOFError`` when the person leaves."""

    def say(self, something: Any = "") -> None:
        """Show a text, a `saizen.advice.Table` or anything rich can print."""

    def ask(self, question: str, choices: Sequence[str] | None = None) -> str:
        """Ask until the answer is one of ``choices`` (any text when there are none)."""
