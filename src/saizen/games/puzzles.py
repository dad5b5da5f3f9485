"""Puzzles from solved games: exactly one move is best, and a second one is tempting.

A game says in its ``puzzles.py`` what makes a puzzle (`Criteria`). ``python -m saizen.games.NAME.puzzles``
writes the puzzles of that game again: the same seed, the same puzzles.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from saizen.errors import SaizenError
from saizen.game import MAX, MIN, Chance, Decision, Game, Simultaneous, Terminal, legal_moves
from saizen.games import GAMES
from saizen.outcomes import paid
from saizen.solution import Solution, cost

COUNT = 30
MOST_GAMES = 4_000
LONGEST_GAME = 200


@dataclass(frozen=True)
class Criteria:
    """What makes a puzzle of a game: whose moves, how clear, how tempting, and how it is asked.

    The second move costs at least ``clear`` and at most ``tempting``. ``asks`` returns the question and a
    line below it, or None where a position makes no puzzle.
    """

    asks: Callable[[Any, Any], tuple[str, str] | None]
    seat: int = 0
    clear: float = 0.5
    tempting: float = 2.0
    options: Mapping[str, Any] = field(default_factory=dict)
    fewest: int = 3
    least: float | None = None
    """What the position is worth at least, as MAX counts."""
    places: Callable[[Any, int], Any] | None = None
    """Makes a position from a seed, where random games rarely come to a puzzle."""
    among: Callable[[Any, Any], Any] | None = None
    """The moves to compare, where the solution lists one of each kind; then all of the best kind are best."""


def find_puzzles(
    game: Game[Any], solution: Solution[Any], criteria: Criteria, count: int = COUNT, seed: int = 2021
) -> list[dict[str, Any]]:
    """Return puzzles from games played at random: positions with one best move."""
    puzzles: dict[str, dict[str, Any]] = {}
    for number in range(MOST_GAMES):
        places = criteria.places
        positions = _careless_game(game, seed + number) if places is None else [places(game, seed + number)]
        for position in positions:
            puzzle = puzzle_at(game, solution, position, criteria)
            if puzzle and puzzle["start"] not in puzzles:
                puzzles[puzzle["start"]] = puzzle
                break  # one of a game
        if len(puzzles) >= count:
            break
    return list(puzzles.values())


def _careless_game(game: Game[Any], seed: int) -> Iterator[Any]:
    """Yield the positions of a game in which everybody moves at random."""
    dice = random.Random(seed)
    outcome: Any = game.dealt(seed)
    for _ in range(LONGEST_GAME):
        _, reached = paid(outcome)
        if isinstance(reached, Terminal):
            return
        node = reached if isinstance(reached, Chance) else game.look(reached)
        if isinstance(node, Chance):
            weights = [float(probability) for probability, _ in node.outcomes]
            outcome = dice.choices([outcome for _, outcome in node.outcomes], weights)[0]
        elif isinstance(node, Simultaneous):
            outcome = node.outcome(*(dice.choice(list(legal_moves(node, seat))) for seat in (MAX, MIN)))
        elif isinstance(node, Decision):
            yield reached
            outcome = node.options[dice.choice(list(node.options))]
        else:
            return


def puzzle_at(
    game: Game[Any], solution: Solution[Any], position: Any, criteria: Criteria
) -> dict[str, Any] | None:
    """Return the puzzle of a position; None where several moves are good, or nothing tempts."""
    node = game.look(position)
    if not isinstance(node, Decision) or node.player != criteria.seat:
        return None
    asked = criteria.asks(game, position)
    if asked is None:
        return None
    rated = solution.moves(position, criteria.seat)
    if [move.optimal for move in rated].count(True) != 1:
        return None
    if criteria.among:
        rated = solution.moves(position, criteria.seat, among=criteria.among(game, position))
    value = solution.value(position)
    if criteria.least is not None and (value is None or value < criteria.least):
        return None
    costs = sorted(
        float(cost(move, rated, criteria.seat, None, False) or 0) for move in rated if not move.optimal
    )
    if len(rated) < criteria.fewest or not costs or not criteria.clear <= costs[0] <= criteria.tempting:
        return None
    question, say = asked
    text = game.text(position)
    if game.parse(text) != position:  # the text does not carry all of it
        return None
    return {
        "start": text,
        "seat": criteria.seat,
        "question": question,
        "say": say,
        "best": [game.move_text(position, move.move) for move in rated if move.optimal],
    }


def write_puzzles(name: str, criteria: Criteria) -> Path:
    """Write the puzzles of a packaged game beside its page."""
    entry = GAMES[name]
    game = entry.make(entry.options(**criteria.options))
    solution = entry.solution(game)
    if solution is None:
        raise SaizenError(f"{name}: no solution, so there are no puzzles")
    puzzles = find_puzzles(game, solution, criteria)
    file = Path(__file__).parent / name / "page" / "puzzles.json"
    file.write_text(json.dumps(puzzles, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return file
