"""What a check has found so far: positions still to look at, and problems in words."""

from collections import deque
from collections.abc import Callable
from math import isfinite
from numbers import Rational, Real
from typing import Any

from saizen import notation
from saizen.errors import Cancelled, Terminated
from saizen.game import Game, name_of, names_of

Words = str | Callable[[], str]
"""The beginning of a sentence, or what makes it: most are never wanted."""


class Findings:
    """Problems by kind, the first of each kind told; and the positions that can be reached."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.seats = names_of(game)
        """What the seats are called."""
        self.problems: dict[str, str] = {}
        self.known: dict[Any, None] = {}
        """What was reached, in the order of discovery."""
        self.texts: dict[str, Any] = {}
        self.waiting: deque[Any] = deque()
        self.exact = True
        """Whether all numbers so far are exact."""
        self._named: tuple[Any, str] = (object(), "")
        """The position that was named last, since most sentences in a row are about one."""

    def say(self, kind: str, sentence: str) -> None:
        """Note a problem."""
        self.problems.setdefault(kind, " ".join(sentence.split()))

    def tried(self, kind: str, what: Words, work: Callable[[], Any]) -> tuple[Any] | None:
        """Return what a part of the game's code returns, in a tuple of one; where it fails, say so."""
        try:
            return (work(),)
        except (Cancelled, KeyboardInterrupt, Terminated):
            raise
        except BaseException as error:  # rules may even ask to leave the program
            self.say(kind, f"{_said(what)}: {type(error).__name__}: {error}")
            return None

    def name(self, position: Any) -> str:
        """Write a position for a sentence, even where the game's own text fails."""
        if self._named[0] is not position:
            self._named = (position, notation.short(name_of(self.game, position)))
        return self._named[1]

    def line(self, kind: str, what: Words, text: Any) -> str | None:
        """Return a text if it is one line, else say what it is."""
        if isinstance(text, str) and text.strip() and "\n" not in text:
            return text
        self.say(kind, f"{_said(what)} is {text!r}: it must be one line of text")
        return None

    def arrive(self, position: Any, origin: str) -> None:
        """Note a position that can be reached."""
        if position is None:
            self.say("none", f"{origin} leads to None: an outcome is a position, or a Terminal at the end")
            return
        try:
            new = position not in self.known
        except TypeError:
            shown = notation.short(repr(position))
            self.say(
                "hash",
                f"position {shown} ({origin}) is not hashable: use tuples, strings or frozen dataclasses",
            )
            return
        if new:
            self.known[position] = None
            self.waiting.append(position)

    def number(self, value: Any, position: Any, what: str) -> bool:
        """Tell whether something is a finite number, and say so if not."""
        if not isinstance(value, Real) or isinstance(value, bool):
            self.say("number", f"{self.name(position)}: {what} is {value!r}, which is not a number")
            return False
        if not isfinite(float(value)):
            self.say("number", f"{self.name(position)}: {what} is {value!r}, which is not finite")
            return False
        self.exact &= isinstance(value, Rational)
        return True


def _said(words: Words) -> str:
    return words if isinstance(words, str) else words()
