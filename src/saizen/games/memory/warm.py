"""The code to compile for Memory: the exact table that most boards share; floats are for programs alone."""

from typing import Any

from saizen.kernels.prewarm import CompileJob


def exact() -> None:
    """Compile the sweep over all boards, in fractions, and what reads its rows."""
    from saizen.games.memory.board_table import SHARED, Boards
    from saizen.games.memory.rules import Memory

    Boards(Memory(f"4x{SHARED[-1]}")).fractions()


def needs_table(game: Any) -> bool:
    """Return whether a board is too large for a table made by plain Python."""
    from saizen.games.memory.board_table import is_plain

    return not is_plain(getattr(game, "rules", game))  # of a board, or of a table with places


JOBS = {"exact": CompileJob(exact, small_loops=6, serves_hints=needs_table)}
