import pytest

from saizen.games.memory import theory
from saizen.games.memory.board import Board
from saizen.games.memory.board_table import Boards
from saizen.games.memory.plans import Plans
from saizen.games.memory.rules import Memory
from saizen.games.memory.text import parse_board

REACH = 14


@pytest.fixture(scope="module", params=["forced", "free"])
def table(request):
    return Boards(Memory(f"4x1+2x{REACH - 1}", take=request.param))


def test_closed_form_holds_forced_and_free(table):
    for n in range(3, REACH + 1):
        assert table.value(Board.paper(n, 1, n, 1)) == theory.all_known_one_four_closed(n)


def test_one_letter_unknown_is_worth_nothing(table):
    for n in range(4, REACH + 1):
        assert table.value(Board.paper(n, 0, n - 1, 0)) == 0
        assert theory.one_letter_unknown(n, 0) < 0


def test_theorem_and_its_failure(table):
    """Forced, the 2-move is the only best move at (n, 1, n-1, 1), n >= 4; free, the 1-move is."""
    for n in range(4, REACH + 1):
        rules = Memory(Board.paper(n, 1, n - 1, 1), take=table.rules.take)
        moves = {choice.move: choice for choice in Plans(rules, table).moves()}
        free = table.rules.take == "free"
        gain = moves["2-move"].value - moves["1-move"].value
        assert gain == theory.two_move_gain(n, free)
        assert moves["1-move" if free else "2-move"].optimal
        assert not moves["2-move" if free else "1-move"].optimal


def test_a_held_pair_wins_the_table(table):
    for n in range(4, REACH + 1):
        board = parse_board(f"4x1+2x{n - 1}:4x1@2+2x{n - 1}")
        assert table.value(board) == theory.held_pair(n)[table.rules.take == "free"]
