"""Puzzles from solved games: exactly one move is best, and a second one is tempting.

``python -m saizen.games.puzzles`` writes the puzzles of the packaged games again: the same seed, the same
puzzles.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from saizen.game import DEALER, Game
from saizen.games import GAMES
from saizen.games.abgame.size import respond
from saizen.games.calculation.rules import CalculationPosition
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
    solver: Mapping[str, Any] = field(default_factory=dict)
    fewest: int = 3
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
            if seat == DEALER:
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
    costs = sorted(float(cost(move, rated, wanted.seat, None, False) or 0) for move in rated if not move.optimal)
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


def ask_abgame(game: Any, position: Any) -> tuple[str, str] | None:
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


def ask_calculation(game: Any, position: Any) -> tuple[str, str] | None:
    """Ask where the last cards go."""
    left = 52 - sum(position.foundations) - sum(map(len, position.stacks)) - (position.drawn is not None)
    if position.drawn is None or not 3 <= left <= 6:
        return None
    return "Where does this card go? One place is best.", f"{left} cards are left in the deck."


def ask_memory(game: Any, position: Any) -> tuple[str, str] | None:
    """Ask which card to turn."""
    if position.over or len(position.known_places()) < 2:
        return None
    return "It is your turn. Which card do you turn?", "The small windows show cards that were open before."


def ask_tricks(game: Any, position: Any) -> tuple[str, str] | None:
    """Ask which card to play with open hands."""
    if len(position.cards) < 6:
        return None
    who = "You lead." if position.led is None else "Momo has led."
    return "One card takes more stars than the others. Which?", f"{who} All cards are open."


WANTED = {
    "abgame": Wanted(
        ask_abgame,
        seat=1,
        clear=0.05,
        tempting=0.5,
        options={"places": 3, "symbols": 10},
        places=guessed,
        among=lambda game, position: list(game.look(position).options),
    ),
    "calculation": Wanted(ask_calculation, clear=0.1, tempting=0.8, places=nearly_done, fewest=3),
    "memory": Wanted(ask_memory, clear=0.2, tempting=1.0),
    "tricks": Wanted(ask_tricks, clear=1, tempting=2),
}


def write_puzzles(name: str, wanted: Wanted) -> Path:
    """Write the puzzles of a packaged game beside its page."""
    entry = GAMES[name]
    options = entry.options(**wanted.options)
    game = entry.make(options)
    puzzles = find_puzzles(game, entry.solution(game, **wanted.solver), wanted)
    file = Path(__file__).parent / name / "page" / "puzzles.json"
    file.write_text(json.dumps(puzzles, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return file


if __name__ == "__main__":
    for name, wanted in WANTED.items():
        print(write_puzzles(name, wanted))
