import random

import pytest

from saizen.errors import SaizenError
from saizen.games.memory.board import Board
from saizen.games.memory.board_table import best_value
from saizen.games.memory.places.simulate import Tabletop, letter_names, simulate
from saizen.games.memory.rules import Memory
from saizen.games.memory.solitaire import Solitaire
from saizen.games.memory.solved import board_solution
from saizen.games.memory.text import parse_board


@pytest.mark.parametrize(
    ("board", "options"),
    [
        ("(4,1,1,1)", {}),
        ("(4,1,1,1)", {"take": "free"}),
        ("4x2+2x2:4x2@2", {"take": "free"}),
        ("2x5", {"objective": "win"}),
        ("(4,2,0,0)", {"players": 1, "take": "free"}),
    ],
)
def test_mean_of_real_games_lies_within_three_errors(board, options):
    estimate = simulate(Memory(board, **options), 1500, 20221)
    assert abs(estimate.mean - float(best_value(board, **options))) <= 3 * estimate.error


@pytest.mark.parametrize(
    ("position", "options"),
    [
        ("(4,1,3,0)", {"objective": "win", "lead": 1}),
        ("(4,1,3,0) passed", {"objective": "win"}),
        ("(4,1,3,0) min lead=-1", {"objective": "win", "passes": 1}),
        ("(4,0,3,0) min", {"passes": 2}),
    ],
)
def test_games_may_begin_in_the_middle(position, options):
    rules = Memory("4x1+2x3", **options)
    start = rules.parse(position)
    estimate = simulate(rules.at(start), 1500, 3)
    assert abs(estimate.mean - float(board_solution(rules).value(start))) <= 3 * estimate.error


def test_mean_of_a_forgetful_player_lies_within_three_errors():
    estimate = simulate(Memory("(4,2,0)", players=1, memory=1), 1500, 4)
    assert abs(estimate.mean - float(Solitaire(4).turns(4, 2, 0))) <= 3 * estimate.error


def test_the_table_is_the_board_it_was_dealt_from():
    for text in ("4x2+2x3:4x1@2+2x1", "6x2", "2x30"):
        board = parse_board(text)
        tabletop = Tabletop(board, random.Random(5))
        assert tabletop.board() == board
        assert len(set(tabletop.cards)) == len(letter_names(board.letters))


def test_same_seed_same_games():
    assert simulate(Memory("2x3"), 20, 7) == simulate(Memory("2x3"), 20, 7)
    with pytest.raises(SaizenError, match="at least 2"):
        simulate(Memory(Board.deck({2: 1})), 1, 1)
