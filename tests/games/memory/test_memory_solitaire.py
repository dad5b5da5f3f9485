from fractions import Fraction

import pytest
from flint import arb

from saizen.errors import PositionError
from saizen.exact import from_flint
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


def differences(solved, a):
    """Return c, epsilon, p, D and E2 - E4 of the docs for one letter of four."""
    g0, g2 = (solved.turns(a, 0, m) for m in (0, 2))
    f0, f2, f4 = (solved.turns(a, 1, m) for m in (0, 2, 4))
    board = solved.board(a, 1)
    kept = from_flint(board.alpha2 + board.beta2 - board.alpha4 - board.beta4)
    return g0 - g2, f4 - g0 - Fraction(a, 3), f0 - f4, f2 - f4, kept


def test_the_equations_of_one_letter_of_four():
    solved = Solitaire(60)
    last = differences(solved, 7)
    for a in range(8, 61):
        (c, e, p, d, kept), (c1, e1, p1, d1, _) = differences(solved, a), last
        q, more = c - c1 / 2, 4 * a - 4
        assert c == Fraction(1, 2) + c1 / (4 * a - 2)
        assert (8 * a - 2) * e == Fraction(13 * a - 1, 3) - (2 * a - 2) * q + (2 * a - 2) * e1
        right = Fraction(8 * a - 2, 3) - more * (q + e - e1) - 12 * (e + c) + 2 * a * p1 + (2 * a - 4) * d1
        assert (4 * a + 8) * kept == (20 * a - 20) * d == right
        assert (2 * a + 2) * (2 * a + 1) * (p - 1) == (
            (2 * a - 2) * (p1 - a + Fraction(1, 6) - e + e1 - q)
            - 12 * e
            - more
            - 4
            + (2 * a - 2) * (2 * a - 4) * d
        )
        last = c, e, p, d, kept


def test_the_base_of_one_letter_of_four():
    solved = Solitaire(10)
    assert solved.saves(6, 1) == [2]
    for a in range(7, 11):
        c, e, p, d, kept = differences(solved, a)
        assert Fraction(1, 2) <= c <= Fraction(11, 20)
        assert Fraction(3, 5) <= e <= Fraction(13, 20)
        assert min(p, d, kept) > 0


def test_what_two_save_costs_in_the_end():
    solved = Solitaire(400, arb)
    board = solved.board(400, 1)
    assert abs(float(board.alpha2 + board.beta2 - board.alpha4 - board.beta4) - 5 / 6) < 0.02
    assert abs(float(board.turns[1] - board.turns[2]) - 1 / 6) < 0.004
