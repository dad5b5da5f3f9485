"""First games and puzzles of the packaged games: their answers are those of the solution."""

import importlib
import json
from pathlib import Path

import pytest

import saizen.games
from saizen.games import GAMES
from saizen.games.puzzles import puzzle_at

FOLDER = Path(saizen.games.__file__).parent
EXACT = ("abgame", "memory", "rivals", "tricks")


def criteria_of(name):
    return importlib.import_module(f"saizen.games.{name}.puzzles").CRITERIA


def listed(name, file):
    return json.loads((FOLDER / name / "page" / file).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", EXACT)
def test_the_answers_of_a_first_game_are_best(name):
    steps = listed(name, "first.json")
    assert 3 <= len(steps) <= 5
    assert "question" in steps[-1]
    for step in steps:
        game, position = GAMES[name].read(step["start"])
        solution = GAMES[name].solution(game)
        moves = [game.parse_move(position, move) for move in step["best"]]
        assert all(choice.optimal for choice in solution.moves(position, step["seat"], among=moves))
        assert len(step["say"]) < 260


def test_a_first_game_of_calculation_is_made_of_moves_that_can_be_made():
    for step in listed("calculation", "first.json"):
        game, position = GAMES["calculation"].read(step["start"])
        names = [game.move_text(position, move) for move in game.look(position).options]
        assert set(step["best"]) <= set(names)


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_has_one_best_move_and_a_tempting_second(name):
    criteria = criteria_of(name)
    puzzles = listed(name, "puzzles.json")
    assert len(puzzles) >= 7  # another one on every day of a week
    game = GAMES[name].game(**criteria.options)
    solution = GAMES[name].solution(game)
    for puzzle in puzzles[:: max(1, len(puzzles) // 3)]:
        assert puzzle_at(game, solution, game.parse(puzzle["start"]), criteria) == puzzle


def test_a_position_with_two_best_moves_is_no_puzzle():
    game = GAMES["tricks"].game()
    solution = GAMES["tricks"].solution(game)
    assert puzzle_at(game, solution, game.parse("ABABAabbab lead=L"), criteria_of("tricks")) is None


def test_the_page_offers_them(page):
    games = {game["name"]: game for game in page.get("/api/v1/games").json()["games"]}
    for name in GAMES:
        assert page.get(games[name]["first"]).status_code == 200
        assert page.get(games[name]["puzzles"]).status_code == 200
    assert games["nim"]["first"] is None
