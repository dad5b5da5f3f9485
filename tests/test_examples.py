"""The example games against values known from elsewhere."""

from fractions import Fraction
from functools import cache, reduce
from itertools import product
from operator import xor

import numpy as np
import pytest
from scipy.optimize import linprog

from breakthrough import Breakthrough
from clobber import Clobber
from connect_four import ConnectFour
from dots_and_boxes import DotsAndBoxes
from goofspiel import Goofspiel
from hex_board import Hex
from nim import Nim
from pig import Pig
from rock_paper_scissors import MOVES, RockPaperScissors
from saizen import MAX, MIN, solve
from tic_tac_toe import TicTacToe


@pytest.mark.parametrize(
    ("game", "value", "length"),
    [
        (TicTacToe(), 0, 9),
        (DotsAndBoxes(2, 2), 1, 12),
        (Breakthrough(4, 3), 1, 9),
        (Clobber(3, 4), -1, 8),
        (Hex(3), 1, 5),
        (ConnectFour(4, 4), 0, 16),
    ],
    ids=repr,
)
def test_values_that_others_have_found(game, value, length):
    solution = solve(game)
    assert solution.value(game.start()) == value
    assert solution.remoteness(game.start()) == length == len(solution.best_line(game.start()))


def test_mirrored_positions_are_counted_once():
    whole, half = (solve(ConnectFour(4, 3), merge=merge) for merge in (False, True))
    assert len(half) < 0.6 * len(whole)
    assert [half.value(p) for p in whole.positions] == [whole.value(p) for p in whole.positions]
    assert [half.remoteness(p) for p in whole.positions] == [whole.remoteness(p) for p in whole.positions]
    assert len(solve(ConnectFour(4, 4), merge=False)) == 161_029
    assert (len(solve(TicTacToe())), len(solve(TicTacToe(), merge=False))) == (765, 5478)


def test_rock_paper_scissors_mixes_evenly():
    solution = solve(RockPaperScissors())
    assert solution.value("start") == 0
    assert solution.strategy("start") == dict.fromkeys(MOVES, Fraction(1, 3))
    assert solution.unique("start")
    assert [m.value for m in solution.moves("start")] == [0, 0, 0]


@pytest.mark.parametrize("exact", [True, False])
def test_nim_follows_the_xor_rule(exact):
    for heaps in product(range(4), repeat=3):
        game = Nim(tuple(sorted(heaps, reverse=True)))
        assert solve(game, exact=exact).value(game.start()) == (1 if reduce(xor, heaps) else -1)


def test_nim_keeps_every_winning_move():
    solution = solve(Nim((5, 4, 3)))
    winning = [m.move for m in solution.moves(((5, 4, 3), 0)) if m.optimal]
    assert winning == ["3 to 1"]
    tied = solve(Nim((1, 1, 1)))
    assert sum(m.optimal for m in tied.moves(((1, 1, 1), 0))) == 1  # equal heaps are one move
    lost = solve(Nim((2, 2)))
    assert all(m.optimal and m.value == -1 for m in lost.moves(((2, 2), 0)))


def pig_by_value_iteration(goal):
    """Chance that the player to move wins, by iterating until nothing changes; no code of ours."""
    keys = [(a, b, t) for a in range(goal) for b in range(goal) for t in range(goal - a)]
    win = dict.fromkeys(keys, 0.0)
    change = 1.0
    while change > 1e-15:
        change = 0.0
        for a, b, t in keys:
            best = (1 - win[b, a, 0]) / 6
            best += sum(1.0 if a + t + die >= goal else win[a, b, t + die] for die in range(2, 7)) / 6
            if t:
                best = max(best, 1 - win[b, a + t, 0])
            change = max(change, abs(best - win[a, b, t]))
            win[a, b, t] = best
    return win


def test_pig_agrees_with_value_iteration():
    game = Pig(10)
    solution = solve(game)
    win = pig_by_value_iteration(10)
    compared = 0
    for mine, yours, turn, player in solution.positions:
        if mine + turn < 10:
            value = solution.value((mine, yours, turn, player))
            chance = float(value) if player == MAX else 1 - float(value)
            assert chance == pytest.approx(win[mine, yours, turn], abs=1e-12)
            compared += 1
    assert compared > 300
    assert isinstance(solution.value((0, 0, 0, 0)), Fraction)
    floats = solve(game, exact=False)
    assert floats.value((0, 0, 0, 0)) == pytest.approx(float(solution.value((0, 0, 0, 0))), abs=1e-12)


@cache
def goofspiel_by_linear_programs(mine, yours, prize):
    """The value by recursion and SciPy's linear programming."""
    if not mine:
        return 0.0
    matrix = np.array(
        [
            [
                ((a > b) - (a < b)) * prize + goofspiel_by_linear_programs(mine - {a}, yours - {b}, prize + 1)
                for b in sorted(yours)
            ]
            for a in sorted(mine)
        ]
    )
    rows, columns = matrix.shape
    result = linprog(
        np.r_[np.zeros(rows), -1],
        A_ub=np.c_[-matrix.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=[[1] * rows + [0]],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return -result.fun


def test_goofspiel_is_symmetric_and_agrees_with_linear_programs():
    game = Goofspiel(4)
    solution = solve(game)
    assert solution.value(game.start()) == 0
    solution.check()
    for mine, yours in solution.positions:
        assert solution.value((mine, yours)) == -solution.value((yours, mine))
        expected = goofspiel_by_linear_programs(mine, yours, 5 - len(mine))
        assert float(solution.value((mine, yours))) == pytest.approx(expected, abs=1e-9)


def test_goofspiel_strategies_are_an_equilibrium():
    game = Goofspiel(4)
    solution = solve(game)
    for player, sign in ((MAX, 1), (MIN, -1)):
        strategy = solution.strategy(game.start(), player)
        assert sum(strategy.values()) == 1
        assert all(sign * move.value <= 0 for move in solution.moves(game.start(), player))
