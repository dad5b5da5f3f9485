"""Puzzles from solved games: exactly one move is best, and a second one is tempting.

A game says in its ``puzzles.py`` what makes a puzzle (`Wanted`). ``python -m saizen.games.NAME.puzzles``
writes the puzzles of that game again: the same seed, the same puzzles.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from saizen.errors import SaizenError
from saizen.game import Chance, Game
from saizen.games import GAMES
from saizen.sitting.replay import begin, follow, texts
from saizen.solution import Solution, cost

COUNT = 30
MOST_GAMES = 4_000
LONGEST_GAME = 200


@dataclass(frozen=True)
class Wanted:
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
    game: Game[Any], solution: Solution[Any], wanted: Wanted, count: int = COUNT, seed: int = 2021
) -> list[dict[str, Any]]:
    """Return puzzles from games played at random: positions with one best move."""
    puzzles: dict[str, dict[str, Any]] = {}
    for number in range(MOST_GAMES):
        for moment in _moments(game, seed + number, wanted):
            if moment.seats != (wanted.seat,):
                continue
            puzzle = puzzle_at(game, solution, moment.position, wanted)
            if puzzle and puzzle["start"] not in puzzles:
                puzzles[puzzle["start"]] = puzzle
                break  # one of a game
        if len(puzzles) >= count:
            break
    return list(puzzles.values())


def _moments(game: Game[Any], seed: int, wanted: Wanted) -> Iterator[Any]:
    """Yield the moments of a game in which everybody moves at random, or one that is made."""
    if wanted.places is not None:
        yield begin(game, wanted.places(game, seed))
        return
    dice = random.Random(seed)
    first = game.dealt(seed)
    moment, deal = begin(game, first), game.deal(seed, first)
    for _ in range(LONGEST_GAME):
        if moment.ended:
            return
        yield moment
        for seat in moment.seats:
            names = texts(game, moment, seat)
            if isinstance(moment.node, Chance):
                place = deal.outcome(moment.position, moment.moves, moment.node, dice)
                moment = follow(game, moment, seat, names[place]).after
                continue
            moment = follow(game, moment, seat, dice.choice(names)).after


def puzzle_at(
    game: Game[Any], solution: Solution[Any], position: Any, wanted: Wanted
) -> dict[str, Any] | None:
    """Return the puzzle of a position; None where several moves are good, or nothing tempts."""
    asked = wanted.asks(game, position)
    if asked is None:
        return None
    rated = solution.moves(position, wanted.seat)
    if [move.optimal for move in rated].count(True) != 1:
        return None
    if wanted.among:
        rated = solution.moves(position, wanted.seat, among=wanted.among(game, position))
    value = solution.value(position)
    if wanted.least is not None and (value is None or value < wanted.least):
        return None
    costs = sorted(
        float(cost(move, rated, wanted.seat, None, False) or 0) for move in rated if not move.optimal
    )
    if len(rated) < wanted.fewest or not costs or not wanted.clear <= costs[0] <= wanted.tempting:
        return None
    question, say = asked
    text = game.text(position)
    if game.parse(text) != position:  # the text does not carry all of it
        return None
    return {
        "start": text,
        "seat": wanted.seat,
        "question": question,
        "say": say,
        "best": [game.move_text(position, move.move) for move in rated if move.optimal],
    }


def write_puzzles(name: str, wanted: Wanted) -> Path:
    """Write the puzzles of a packaged game beside its page."""
    entry = GAMES[name]
    game = entry.make(entry.options(**wanted.options))
    solution = entry.solution(game)
    if solution is None:
        raise SaizenError(f"{name}: no solution, so there are no puzzles")
    puzzles = find_puzzles(game, solution, wanted)
    file = Path(__file__).parent / name / "page" / "puzzles.json"
    file.write_text(json.dumps(puzzles, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return file
