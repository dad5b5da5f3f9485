"""What is compiled for Memory: the table that most boards share, exact; floats are for programs alone."""

from saizen.games.memory.boards import UNIVERSAL, Boards
from saizen.games.memory.rules import Memory

DECK = f"4x{UNIVERSAL}"
"""Too large for plain Python."""


def exact() -> None:
    """Compile the sweep over all boards, in fractions, and what reads its rows."""
    Boards(Memory(DECK)).fractions()


JOBS = {"exact": exact}
