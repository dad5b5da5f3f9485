"""Puzzles of trick taking: one card takes more stars than all others.

``python -m saizen.games.tricks.puzzles`` writes them again: the same seed, the same puzzles.
"""

from typing import Any

from saizen.games.puzzles import Criteria, write_puzzles


def ask(game: Any, position: Any) -> tuple[str, str] | None:
    """Ask which card to play with open hands."""
    if len(position.cards) < 6:
        return None
    who = "You lead." if position.led is None else "Momo has led."
    return "One card takes more stars than the others. Which?", f"{who} All cards are open."


CRITERIA = Criteria(ask, clear=1, tempting=2)

if __name__ == "__main__":
    write_puzzles("tricks", CRITERIA)
