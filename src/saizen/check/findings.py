"""The findings of a check so far: positions still to visit, problems and remarks in words."""

from collections import deque
from collections.abc import Callable
from numbers import Rational, Real
from typing import Any

from saizen import notation
from saizen.errors import Cancelled, Terminated
from saizen.game import Game, hides, name_of, names_of
from saizen.solver.reading import ONE_NUMBER, is_finite

Words = str | Callable[[], str]
"""The beginning of a sentence, or what makes it: most are never wanted."""


class Findings:
    """Problems and remarks by kind, with the first of each kind in words; and the reachable positions."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.seats = names_of(game)
        """The names of the seats."""
        self.problems: dict[str, str] = {}
        self.remarks: dict[str, str] = {}
        """Facts that are not mistakes but good to know."""
        self.positions: dict[Any, Any] = {}
        """The positions reached, as they were first, in the order of discovery."""
        self.texts: dict[str, Any] = {}
        self.waiting: deque[Any] = deque()
        self.exact = True
        """Whether all numbers so far are exact."""
        self._named: tuple[Any, str] = (object(), "")
        """The position that was named last, since most sentences in a row are about one."""

    def say(self, kind: str, sentence: str) -> None:
        """Note a problem."""
        self.problems.setdefault(kind, " ".join(sentence.split()))

    def remark(self, kind: str, sentence: str) -> None:
        """Note what is no problem, and good to know."""
        self.remarks.setdefault(kind, " ".join(sentence.split()))

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
        if position is None and not (hides(self.game) and origin in ("the start", "the deal")):
            self.say("none", f"{origin} leads to None: an outcome is a position, or a Terminal at the end")
            return
        try:
            new = position not in self.positions
        except TypeError:
            shown = notation.short(repr(position))
            self.say(
                "hash",
                f"position {shown} ({origin}) is not hashable: use tuples, strings or frozen dataclasses",
            )
            return
        except RecursionError:
            self.say("hash", f"a position ({origin}) contains itself")
            return
        if new:
            self.positions[position] = position
            self.waiting.append(position)
        elif "spelled" not in self.remarks and spelled(self.positions[position]) != spelled(position):
            first = notation.short(repr(self.positions[position]))
            self.remark(
                "spelled",
                f"positions {first} and {notation.short(repr(position))} ({origin}) are equal, and saizen "
                "takes them as one: if they are not meant to be the same, use other numbers or texts",
            )

    def number(self, value: Any, position: Any, what: str) -> bool:
        """Return whether something is a finite number, and say so if not."""
        if not isinstance(value, Real) or isinstance(value, bool):
            more = f"; {ONE_NUMBER}" if isinstance(value, tuple | list | dict) else ""
            self.say("number", f"{self.name(position)}: {what} is {value!r}, which is not a number{more}")
            return False
        if not is_finite(value):
            self.say("number", f"{self.name(position)}: {what} is {value!r}, which is not finite")
            return False
        if not isinstance(value, Rational):
            self.exact = False
            self.remark(
                "floats",
                f"{self.name(position)}: {what} is {value!r}, a float: saizen solve wants --float "
                "(exact=False) for these rules; whole numbers and fractions are solved exactly",
            )
        return True


def spelled(position: Any) -> Any:
    """Return what tells equal positions apart that are written with other numbers: 1, True, 1.0 and -0.0.

    >>> spelled((1, "a")) == spelled((True, "a")), spelled((1, "a")) == spelled((1, "a"))
    (False, True)
    """
    if isinstance(position, tuple):
        return type(position), tuple(map(spelled, position))
    return (type(position), repr(position)) if isinstance(position, int | float) else None


def _said(words: Words) -> str:
    return words if isinstance(words, str) else words()
