"""Puzzles of Memory: one card is best to turn.

``python -m saizen.games.memory.puzzles`` writes them again: the same seed, the same puzzles.
"""

from typing import Any

from saizen.games.puzzles import Criteria, write_puzzles


def ask(game: Any, position: Any) -> tuple[str, str] | None:
    """Ask which card to turn."""
    if position.over or len(position.known_places()) < 2:
        return None
    return "It is your turn. Which card do you turn?", "The small windows show cards that were open before."


CRITERIA = Criteria(ask, clear=0.2, tempting=1.0)

if __name__ == "__main__":
    write_puzzles("memory", CRITERIA)
