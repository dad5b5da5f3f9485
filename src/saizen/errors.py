"""Errors that a user can cause, each in one line that names the input and what would be valid."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

LONGEST = 3000
"""Characters of a message."""
NEW_MOVES = (
    "look() gives other moves each time it is asked; moves must be equal and hash alike: use texts, "
    "numbers, tuples or frozen dataclasses"
)


class SaizenError(ValueError):
    """Bad input. The command line prints the message on one line and exits with code 2.

    A message quotes what was given; where that is very long the middle of the message is left out. ``data``
    is what more there is to say, as plain JSON for faces that can show it: a place, a way to mend it.

    >>> len(str(SaizenError("x" * 10**6)))
    3000
    """

    data: Mapping[str, Any] = MappingProxyType({})

    def __str__(self) -> str:
        message = super().__str__()
        if len(message) <= LONGEST:
            return message
        return f"{message[:500]} ... {message[505 - LONGEST :]}"


class GameError(SaizenError):
    """A game's rules contradict the contract; the message names the position."""


class PositionError(SaizenError):
    """A position text that cannot be read or is impossible in the game."""


class MoveError(SaizenError):
    """A move text that is not a legal move at the position; the message lists the legal ones."""


class TableError(SaizenError):
    """A table file that is damaged, of another version, or in use by another process."""


class NotStrategy(SaizenError):  # noqa: N818
    """Chances that should be a strategy are none: one is negative, or they do not sum to 1."""


class MissingTable(TableError, LookupError):  # noqa: N818 - the name reads as the condition it is
    """A table that has not been built yet; the message names the command that builds it."""


class MissingExtra(SaizenError):  # noqa: N818
    """An optional dependency is not installed; the message names the extra."""

    @classmethod
    def of(cls, what: str, package: str, extra: str) -> "MissingExtra":
        """Say what needs which package, and how to get it: from the index, or in a clone of saizen.

        >>> print(MissingExtra.of("Parquet", "pyarrow", "tables"))
        Parquet needs pyarrow: pip install pyarrow, or pip install '.[tables]' in saizen's directory
        """
        ways = f"pip install {package}, or pip install '.[{extra}]' in saizen's directory"
        return cls(f"{what} needs {package}: {ways}")


class Unsaved(SaizenError):  # noqa: N818
    """What was found could not be saved; ``answer`` has it all the same, the cause says why."""

    answer: Any = None


class Cancelled(Exception):  # noqa: N818
    """Work was asked to stop. Finished parts stay on disk; unfinished parts leave no file."""


class Stopped(Cancelled):
    """Work was stopped; the message says where it seemed endless, or what is proved so far."""


class Terminated(BaseException):
    """The process was asked to end."""


@contextmanager
def name_rules(name: str) -> Iterator[None]:
    """Name the game in what goes wrong with its rules.

    >>> with name_rules("mypig.py:Pig"):
    ...     raise GameError("look() fails at position 7")
    Traceback (most recent call last):
    saizen.errors.GameError: mypig.py:Pig: look() fails at position 7
    """
    try:
        yield
    except (GameError, Stopped) as error:
        if name in str(error):
            raise
        raise type(error)(f"{name}: {error}") from error
    except SystemExit as error:
        raise GameError(f"{name} fails: SystemExit: {error}") from error


@contextmanager
def rules_at_work(what: str | Callable[[], str], remedy: str = "") -> Iterator[None]:
    """Run code of a user's game: any exception becomes a message that names the game.

    ``what`` says what is run; where that is long to write, a function that writes it when it is needed.
    ``remedy`` says what to do about it.

    >>> with rules_at_work("look()"):
    ...     {}["a"]
    Traceback (most recent call last):
    saizen.errors.GameError: look() fails: KeyError: 'a'
    """
    try:
        yield
    except (SaizenError, Cancelled, KeyboardInterrupt, Terminated, GeneratorExit):
        raise
    except BaseException as error:  # rules may even ask to leave the program
        subject = what if isinstance(what, str) else what()
        more = f"; {remedy}" if remedy else ""
        raise GameError(f"{subject} fails: {type(error).__name__}: {error}{more}") from error
