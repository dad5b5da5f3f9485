"""Puzzles of R-Rivals: the player answers a card that the spy made visible, and one answer wins.

``python -m saizen.games.rivals.puzzles`` writes them again: the same seed, the same puzzles.
"""

from typing import Any

from saizen.games.puzzles import Criteria, write_puzzles


def ask(game: Any, position: Any) -> tuple[str, str] | None:
    """Ask for the answer to a card that the opponent shows."""
    if position.seen is None:
        return None
    mine, yours = position.my_points, position.your_points
    state = "losing" if mine < yours else "winning" if mine > yours else "level at"
    card = game.rules.cards[position.seen].name
    question = f"You are {state} {mine}–{yours}. One card wins for certain. Which?"
    return question, f"Your spy made Momo show the {card}. Touch the card that you would play."


CRITERIA = Criteria(ask, clear=0.15, tempting=0.8, least=1)

if __name__ == "__main__":
    write_puzzles("rivals", CRITERIA)
