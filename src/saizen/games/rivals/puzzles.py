"""Puzzles of R-Rivals from its solved table: exactly one card is best, and a second one is tempting.

``python -m saizen.games.rivals.puzzles`` writes the puzzles again: the same seed, the same puzzles.
"""

import json
import random
from pathlib import Path
from typing import Any

from saizen.game import MAX, MIN, Decision, Simultaneous, legal_moves
from saizen.games.rivals import entry
from saizen.games.rivals.rules import RivalsPosition
from saizen.outcomes import paid

FILE = Path(__file__).parent / "page" / "puzzles.json"
COUNT = 60
MOST_GAMES = 40_000
TEMPTING, CLEAR = 0.8, 0.15
"""The second card costs at most and at least so much, on the scale from -1 to 1."""
FEWEST_CARDS = 3


def find_puzzles(count: int = COUNT, seed: int = 2021) -> list[dict[str, Any]]:
    """Find positions in which the player answers a card that the spy made visible, and one answer wins."""
    game = entry.game()
    solution = entry.solution(game)
    puzzles: dict[str, dict[str, Any]] = {}
    dice = random.Random(seed)
    for _ in range(MOST_GAMES):
        place: Any = game.start()
        while isinstance(place, RivalsPosition):
            node = game.look(place)
            if isinstance(node, Decision) and node.player == MAX and place.seen is not None:
                puzzle = puzzle_at(game, solution, place)
                if puzzle and puzzle["start"] not in puzzles:
                    puzzles[puzzle["start"]] = puzzle
            if isinstance(node, Simultaneous):
                cards = [dice.choice(list(legal_moves(node, seat))) for seat in (MAX, MIN)]
                outcome = node.outcome(*cards)
            else:
                assert isinstance(node, Decision)
                outcome = node.options[dice.choice(list(node.options))]
            _, place = paid(outcome)
        if len(puzzles) >= count:
            break
    return list(puzzles.values())[:count]


def puzzle_at(game: Any, solution: Any, position: Any) -> dict[str, Any] | None:
    """Return the puzzle of a position; None where several cards are good, or nothing tempts."""
    rated = sorted(solution.moves(position, 0), key=lambda move: -move.value)
    if len(rated) < FEWEST_CARDS:
        return None
    lead = rated[0].value - rated[1].value
    if rated[0].value < 1 or not CLEAR <= lead <= TEMPTING:
        return None
    mine, yours = position.my_points, position.your_points
    state = "losing" if mine < yours else "winning" if mine > yours else "level at"
    card = game.rules.cards[position.seen].name
    return {
        "start": game.text(position),
        "seat": 0,
        "question": f"You are {state} {mine}–{yours}. One card wins for certain. Which?",
        "say": f"Your spy made Momo show the {card}. Touch the card that you would play.",
        "best": game.move_text(position, rated[0].move),
    }


if __name__ == "__main__":
    puzzles = find_puzzles()
    FILE.write_text(json.dumps(puzzles, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
