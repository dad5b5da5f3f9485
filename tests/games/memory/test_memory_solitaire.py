import pytest
from flint import arb

from saizen.errors import PositionError
from saizen.games.memory.rules import Memory
from saizen.games.memory.solitaire import Solitaire, four_save_from
from saizen.solver import solve


@pytest.mark.parametrize("take", ["forced", "free"])
def test_one_card_equals_the_generic_solver_with_every_action(take):
    solved = Solitaire(4)
    for na in range(1, 5):
        for nf in range(na + 1):
            for m in (0, 2, 4):
                if solved.board(na, nf).turns[m // 2] is None:
                    continue
                rules = Memory(f"({na},{nf},{m})", players=1, memory=1, take=take)
                assert solve(rules).value(rules.start()) == solved.turns(na, nf, m)


def test_plans_are_one_turn_ahead():
    solved = Solitaire(6)
    for na in range(1, 7):
        for nf in range(na + 1):
            saves = [save for save, letters in ((2, na - nf), (4, nf)) if letters]
            for m in (0, *saves):
                assert min(solved.plan(na, nf, m, save) for save in saves) == solved.turns(na, nf, m)


def test_letters_of_two_only():
    solved = Solitaire(8)
    for na in range(2, 9):
        assert solved.saves(na, 0) == [2]
        assert solved.saves(na, na) == [4]


def test_four_save_from_seven_letters_on():
    first, exceptions = four_save_from(80)
    assert first == 7
    assert len(exceptions) == 7


def test_intervals_enclose_the_exact_values():
    exact, balls = Solitaire(9), Solitaire(9, arb)
    for nf in range(10):
        value = exact.turns(9, nf, 0)
        ball = balls.turns(9, nf, 0)
        assert ball.contains(arb(value.numerator) / value.denominator) or ball.overlaps(
            arb(value.numerator) / value.denominator
        )


def test_impossible_boards():
    solved = Solitaire(3)
    with pytest.raises(PositionError, match="no letter of 4"):
        solved.turns(3, 0, 4)
    with pytest.raises(PositionError, match="nf <= na"):
        solved.turns(4, 0, 0)
    with pytest.raises(PositionError, match="needs a letter of 2"):
        solved.plan(2, 2, 0, 2)
