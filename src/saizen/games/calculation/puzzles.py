"""Puzzles of Calculation: a few cards are left, and one place is best for the drawn one.

``python -m saizen.games.calculation.puzzles`` writes them again: the same seed, the same puzzles.
"""

import random
from typing import Any

from saizen.games.calculation.rules import CalculationPosition
from saizen.games.puzzles import Criteria, write_puzzles


def ask(game: Any, position: Any) -> tuple[str, str] | None:
    """Ask where the last cards go."""
    left = 52 - sum(position.foundations) - sum(map(len, position.stacks)) - (position.drawn is not None)
    if position.drawn is None or not 3 <= left <= 6:
        return None
    return "Where does this card go? One place is best.", f"{left} cards are left in the deck."


def nearly_done(game: Any, seed: int) -> Any:
    """Return a position of Calculation in which most cards are placed, and a few lie anyhow on the stacks."""
    dice = random.Random(seed)
    placed = [dice.randint(7, 13) for _ in range(4)]
    left = [(step * count - 1) % 13 + 1 for step in range(1, 5) for count in range(placed[step - 1] + 1, 14)]
    dice.shuffle(left)
    drawn = left.pop()
    stacks: list[list[int]] = [[] for _ in range(4)]
    for card in left[dice.randint(3, 5) :]:
        dice.choice(stacks).append(card)
    return CalculationPosition(tuple(placed), tuple(map(tuple, stacks)), drawn)


CRITERIA = Criteria(ask, clear=0.1, tempting=0.8, places=nearly_done)

if __name__ == "__main__":
    write_puzzles("calculation", CRITERIA)
