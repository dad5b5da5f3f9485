"""What is compiled for Memory: the table of a small deck, exact and in floats."""

from saizen.games.memory.boards import Boards
from saizen.games.memory.rules import Memory


def exact() -> None:
    """Compile the sweep over all boards, in fractions, and what reads its rows."""
    Boards(Memory("2x2")).fractions()


def floats() -> None:
    """Compile the sweep in floats."""
    Boards(Memory("2x2"), exact=False)


JOBS = {"exact": exact, "floats": floats}
