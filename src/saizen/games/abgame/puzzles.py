"""Puzzles of the AB game: a few codes are left, and one kind of guess is best.

``python -m saizen.games.abgame.puzzles`` writes them again: the same seed, the same puzzles.
"""

import random
from typing import Any

from saizen.games.abgame.size import respond
from saizen.games.puzzles import Criteria, write_puzzles


def ask(game: Any, position: Any) -> tuple[str, str] | None:
    """Ask about a few codes that are left."""
    left = len(list(position.candidates()))
    if not 4 <= left <= 12:
        return None
    return f"{left} codes are left. One guess is best. Which?", "It need not be one of the codes itself."


def guessed(game: Any, seed: int) -> Any:
    """Return a position after two or three guesses, each of which could have been the code."""
    dice = random.Random(seed)
    position, code = game.start(), dice.choice(list(game.start().candidates()))
    for _ in range(dice.choice((2, 2, 3))):
        guess = dice.choice(list(position.candidates()))
        position = position.answered(guess, respond(code, guess))
    return position


CRITERIA = Criteria(
    ask,
    seat=1,
    clear=0.05,
    tempting=0.5,
    options={"places": 3, "symbols": 10},
    places=guessed,
    among=lambda game, position: list(game.look(position).options),
)

if __name__ == "__main__":
    write_puzzles("abgame", CRITERIA)
