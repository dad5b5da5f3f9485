"""Matrix games: exact solutions with certificates, all optimal strategies, bad input."""

import random
import subprocess
import sys
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from saizen.errors import SaizenError
from saizen.exact import from_flint, solve_linear, to_flint
from saizen.games.rivals.solving.rationals import balls_prove, value_by_basis
from saizen.matrix import is_unique, optimal_strategies, solve_matrix, strategy_range
from saizen.matrix.certificate import check_certificate
from saizen.matrix.exact import MEDIUM, SMALL, solve_basis, solve_by_simplex, solve_exact
from saizen.matrix.float_simplex import find_basis
from saizen.matrix.optimal_set import unique

unhurried = settings(deadline=None)  # the first example may have to wait for the compiler
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
ROCK_PAPER_SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]


def matrices(entries, size=5):
    """Shipped to Hypothesis: matrices of up to ``size`` by ``size``."""
    shapes = st.tuples(st.integers(1, size), st.integers(1, size))
    return shapes.flatmap(
        lambda shape: st.lists(
            st.lists(entries, min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]
        )
    )


small = matrices(st.integers(-3, 3)) | matrices(st.integers(-1, 1)) | matrices(st.integers(0, 1))
fractions = matrices(st.fractions(-4, 4, max_denominator=50))


def flint(matrix):
    return [[to_flint(entry) for entry in row] for row in matrix]


def turn(matrix):
    return [[-entry for entry in column] for column in zip(*matrix, strict=True)]


def random_matrix(generator, low, high, size):
    height, width = generator.randint(1, size), generator.randint(1, size)
    return [[generator.randint(low, high) for _ in range(width)] for _ in range(height)]


def certified(matrix):
    solution = solve_matrix(matrix)
    assert check_certificate(matrix, solution.value, solution.row_strategy, solution.column_strategy)
    assert len(solution.row_basis) == len(solution.column_basis)
    return solution


def brute_vertices(matrix, value, player):
    """Corners of the optimal set from first principles: every choice of constraints made tight."""
    if player == 1:
        matrix, value = turn(matrix), -value
    moves = len(matrix)
    constraints = [[Fraction(int(i == k)) for i in range(moves)] for k in range(moves)]
    constraints += [[entry - value for entry in column] for column in zip(*matrix, strict=True)]
    corners = set()
    for tight in combinations(constraints, moves - 1):
        system = [[fmpq(1)] * moves, *flint(tight)]
        point = solve_linear(system, [fmpq(1)] + [fmpq(0)] * (moves - 1))
        if point is not None:
            corner = tuple(map(from_flint, point))
            if all(sum(a * x for a, x in zip(row, corner, strict=True)) >= 0 for row in constraints):
                corners.add(corner)
    return sorted(corners, reverse=True)


# -- known games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("matrix", "value", "row_strategy", "column_strategy"),
    [
        ([[7]], 7, (1,), (1,)),
        ([[1, -1], [-1, 1]], 0, (HALF, HALF), (HALF, HALF)),
        (ROCK_PAPER_SCISSORS, 0, (THIRD,) * 3, (THIRD,) * 3),
        ([[3, -1], [-1, 1]], THIRD, (THIRD, 2 * THIRD), (THIRD, 2 * THIRD)),
        ([[4, 2], [3, 1]], 2, (1, 0), (0, 1)),
        ([[int(i == j) for j in range(6)] for i in range(6)], Fraction(1, 6), (Fraction(1, 6),) * 6, None),
        ([[2, 3, 1], [0, 5, 6]], Fraction(12, 7), None, None),
        ([[10**400, 0], [0, 10**400]], 10**400 // 2, (HALF, HALF), (HALF, HALF)),
        ([[Fraction(1, 10**400), 0, 1], [0, Fraction(1, 10**400), 1]], Fraction(1, 2 * 10**400), None, None),
    ],
)
def test_known_games(matrix, value, row_strategy, column_strategy):
    solution = certified(matrix)
    assert solution.value == value
    assert row_strategy in (None, solution.row_strategy)
    assert column_strategy in (None, solution.column_strategy)


@pytest.mark.parametrize("size", range(1, 10))
def test_degenerate_families(size):
    generator = random.Random(size)
    line = [generator.randint(-3, 3) for _ in range(size)]
    assert certified([[5] * size for _ in range(size)]).value == 5
    assert certified([line] * size).value == min(line)
    assert certified([[entry] * size for entry in line]).value == max(line)
    assert certified([[int(i <= j) for j in range(size)] for i in range(size)]).value == 1
    cycle = [[(i - j) % size if size > 1 else 0 for j in range(size)] for i in range(size)]
    assert certified(cycle).value == Fraction(sum(range(size)), size)
    skew = [[(i < j) - (i > j) for j in range(size)] for i in range(size)]
    assert certified(skew).value == 0
    doubled = random_matrix(generator, -1, 1, 6)
    assert certified(doubled * 2).value == certified([row * 2 for row in doubled]).value


# -- every exact solution proved -----------------------------------------------------------------


def test_many_exact_solutions_are_certified():
    generator = random.Random(20)
    for low, high in ((-3, 3), (-1, 1), (0, 1)):
        for _ in range(1000):
            certified(random_matrix(generator, low, high, 8))
        for _ in range(40):
            certified([[generator.randint(low, high) for _ in range(16)] for _ in range(16)])


def exact_value(rows, floats):
    return value_by_basis(rows, floats.tolist(), *find_basis(floats))


@unhurried
@given(small | fractions)
def test_certificate_and_symmetry(matrix):
    solution = certified(matrix)
    assert certified(turn(matrix)).value == -solution.value
    assert certified([[2 * entry + 1 for entry in row] for row in matrix]).value == 2 * solution.value + 1


@unhurried
@given(small | fractions)
def test_basis_and_simplex_agree(matrix):
    rows = flint(matrix)
    floats = np.array([[float(entry) for entry in row] for row in matrix])
    by_basis, by_simplex = solve_exact(rows, floats), solve_by_simplex(rows)
    assert by_basis.value == by_simplex.value == exact_value(rows, floats)
    for solution in (by_basis, by_simplex):
        mixtures = [list(map(from_flint, mixture)) for mixture in solution[1:3]]
        assert check_certificate(matrix, from_flint(solution.value), *mixtures)


@unhurried
@given(matrices(st.integers(-(10**60), 10**60), size=4), st.integers(1, 10**60))
def test_long_entries(matrix, denominator):
    rows = flint([[Fraction(entry, denominator + i) for entry in row] for i, row in enumerate(matrix)])
    floats = np.array([[float(entry) for entry in row] for row in rows])
    assert exact_value(rows, floats) == solve_exact(rows, floats).value == solve_by_simplex(rows).value


def test_floats_that_cannot_tell_entries_apart():
    speck = Fraction(1, 10**40)
    matrix = [[1 + speck * entry for entry in row] for row in ROCK_PAPER_SCISSORS]
    rows, floats = flint(matrix), np.ones((3, 3))
    solution = solve_exact(rows, floats)  # the floats see a saddle point that is none
    assert solution.value == 1 == exact_value(rows, floats)
    assert solution.row_strategy == [fmpq(1, 3)] * 3
    assert not balls_prove(rows, [0, 1, 2], [0, 1, 2])


@pytest.mark.parametrize("scale", [10**308, Fraction(1, 10**308), Fraction(1, 10**323), Fraction(1, 10**330)])
def test_entries_at_the_ends_of_the_float_range(scale):
    generator = random.Random(6)
    for _ in range(20):
        matrix = [[generator.randint(-1, 1) for _ in range(6)] for _ in range(6)]
        assert certified([[scale * entry for entry in row] for row in matrix]).value == (
            scale * certified(matrix).value
        )


def test_a_wrong_basis_is_refused():
    rows = flint(ROCK_PAPER_SCISSORS)
    floats = [[float(entry) for entry in row] for row in ROCK_PAPER_SCISSORS]
    for count in (1, 2, 3):
        for chosen in combinations(range(3), count):
            for columns in combinations(range(3), count):
                found = solve_basis(rows, floats, 0.0, list(chosen), list(columns))
                assert (found is not None) == (count == 3)
                assert balls_prove(rows, list(chosen), list(columns)) == (count == 3)


def test_the_checker_refuses_what_proves_nothing():
    good = (0, [THIRD] * 3, [THIRD] * 3)
    assert check_certificate(ROCK_PAPER_SCISSORS, *good)
    assert not check_certificate(ROCK_PAPER_SCISSORS, Fraction(1, 10**30), *good[1:])
    assert not check_certificate(ROCK_PAPER_SCISSORS, 0, [1, 0, 0], good[2])
    assert not check_certificate(ROCK_PAPER_SCISSORS, 0, [THIRD, THIRD, 1], good[2])
    assert not check_certificate([[0, 0]], 0, [1], [2, -1])
    assert not check_certificate([[0, 0]], 0, [1], [1])
    assert not check_certificate([[0, 0], [0]], 0, [1, 0], [1, 0])


# -- all optimal strategies ----------------------------------------------------------------------


@unhurried
@given(matrices(st.integers(-1, 1), 4) | matrices(st.integers(-3, 3), 4) | matrices(st.just(2), 4))
def test_vertices_by_brute_force(matrix):
    value = solve_matrix(matrix).value
    for player in (0, 1):
        corners = optimal_strategies(matrix, player)
        assert corners == brute_vertices(matrix, value, player)
        assert is_unique(matrix, player) == (len(corners) == 1)
        for k in range(len(corners[0])):
            weights = [Fraction(int(j == k), 3) + j for j in range(len(corners[0]))]
            reached = [sum(w * p for w, p in zip(weights, corner, strict=True)) for corner in corners]
            assert strategy_range(matrix, player, weights) == (min(reached), max(reached))


def test_uniqueness_of_larger_games():
    generator = random.Random(7)
    for _ in range(150):
        matrix = random_matrix(generator, -1, 1, 7)
        solution = solve_matrix(matrix)
        for player, mixture in ((0, solution.row_strategy), (1, solution.column_strategy)):
            corners = optimal_strategies(matrix, player)
            assert mixture in corners
            assert is_unique(matrix, player) == (len(corners) == 1)
            for corner in corners:
                pair = (corner, solution.column_strategy) if player == 0 else (solution.row_strategy, corner)
                assert check_certificate(matrix, solution.value, *pair)


def test_uniqueness_that_needs_the_walk():
    """A degenerate solution leaves the quick test open; the slow one finds that nothing can move."""
    matrix = [[-1, -1, -1], [-1, -1, -1], [-1, 0, 1]]
    rows = flint(matrix)
    solution = solve_exact(rows)
    assert not solution.column_unique
    assert unique(rows, solution, 1)
    assert optimal_strategies(matrix, 1) == [(1, 0, 0)]


def test_whoever_finds_the_basis_the_strategies_are_the_same():
    """Without floats a middling game is solved by the exact simplex, if that finds the only solution."""
    dice = np.random.default_rng(8)
    only = 0
    for game in dice.integers(-2, 3, (200, 5, 4)):
        matrix = flint(game.tolist())
        assert SMALL < game.size <= MEDIUM
        found = solve_exact(matrix)
        assert found == solve_exact(matrix, game.astype(float))
        only += found.row_unique and found.column_unique
    assert 20 < only < 180


# -- floats --------------------------------------------------------------------------------------


def test_floats_against_a_peer():
    generator = np.random.default_rng(5)
    for _ in range(60):
        height, width = generator.integers(1, 13, 2)
        matrix = generator.normal(size=(height, width)) * 10.0 ** generator.integers(-6, 7)
        program = linprog(
            np.append(np.zeros(width), 1),
            A_ub=np.hstack([matrix, -np.ones((height, 1))]),
            b_ub=np.zeros(height),
            A_eq=[[1.0] * width + [0.0]],
            b_eq=[1.0],
            bounds=[(0, None)] * width + [(None, None)],
        )
        solution = solve_matrix(matrix, exact=False)
        assert solution.value == pytest.approx(program.fun, rel=1e-7, abs=1e-9 * np.abs(matrix).max())


@pytest.mark.parametrize("scale", [1e-320, 1e-290, 1e-12, 1.0, 1e12, 1e308])
def test_floats_of_any_size(scale):
    solution = solve_matrix([[scale, -scale], [-scale, scale]], exact=False)
    assert solution.value == pytest.approx(0, abs=1e-15 * scale)
    assert solution.row_strategy == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize(
    "rows",
    [
        np.array([[3, -1], [-1, 1]], np.int8),
        np.array([[3, -1], [-1, 1]], np.float32),
        np.asfortranarray([[3.0, -1.0], [-1.0, 1.0]]),
        np.array([[3, -1], [-1, 1]], object),
        [[Fraction(3), -1], [-1.0, True]],
        [(3, -1), np.array([-1.0, 1.0])],
    ],
)
def test_whatever_holds_the_floats_the_answer_is_the_same(rows):
    found = solve_matrix(rows, exact=False)
    assert found == solve_matrix([[3.0, -1.0], [-1.0, 1.0]], exact=False)
    assert type(found.value) is float
    assert found.row_basis == (0, 1)


# -- bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize(
    ("matrix", "words"),
    [
        ([], "empty"),
        ([[]], "empty"),
        ([[1, 2], [3]], "row 1 has 1 entries"),
        ([[1, float("nan")]], "nan"),
        ([[1, "two"]], "'two'"),
        ([[None]], "None"),
        ([1, 2], "list of rows"),
        (3, "list of rows"),
    ],
)
def test_bad_matrices(matrix, words, exact):
    with pytest.raises(SaizenError, match=words) as told:
        solve_matrix(matrix, exact)
    assert "\n" not in str(told.value)


def test_other_bad_input():
    with pytest.raises(SaizenError, match=r"0\.5"):
        solve_matrix([[0.5]])
    with pytest.raises(SaizenError, match="finite"):
        solve_matrix([[float("inf")]], exact=False)
    with pytest.raises(SaizenError, match="finite"):
        solve_matrix([[10**400]], exact=False)
    with pytest.raises(SaizenError, match="player 2"):
        is_unique([[1]], 2)
    with pytest.raises(SaizenError, match="2 weights for 1 moves"):
        strategy_range([[1]], 0, [1, 2])


def test_small_exact_games_leave_numba_alone():
    code = (
        "import sys; from saizen.matrix import *; solve_matrix([[0, 1, -1], [-1, 0, 1], [1, -1, 0]]);"
        "solve_matrix([[1] * 9] * 9); is_unique([[1, 2], [3, 0]], 0); print('numba' in sys.modules)"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "False\n"
    )


def test_floats_of_very_different_size_are_solved_well():
    found = solve_matrix([[1e12, 0.0], [1.0, 2.0]], exact=False)
    assert found.value == pytest.approx(1.999999999998, rel=1e-12)
    exact = solve_matrix([[10**11, 0, 3], [1, 2, -1], [0, 1, 5]]).value
    found = solve_matrix([[1e11, 0, 3], [1, 2, -1], [0, 1, 5]], exact=False)
    assert found.value == pytest.approx(float(exact), rel=1e-12)
