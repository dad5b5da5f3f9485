"""Many games at once in NumPy: values and bases as the compiled simplex has them."""

import numpy as np
import pytest
from flint import fmpq

from saizen.matrix.exact import SMALL, _only_solution, solve_basis, solve_by_simplex, solve_exact
from saizen.matrix.kernel import find_basis
from saizen.matrix.together import solve_together


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (3, 2), (4, 4), (5, 7), (8, 8)])
def test_values_are_those_of_the_kernel_and_bases_prove_them(shape):
    dice = np.random.default_rng(sum(shape))
    for games in (dice.normal(size=(60, *shape)), dice.integers(-2, 3, (200, *shape)).astype(float)):
        solved = solve_together(games)
        assert (solved.gaps <= 1e-12).all()
        assert np.einsum("gij,gi->gj", games, solved.row_strategies).min(1) == pytest.approx(solved.values)
        assert np.einsum("gij,gj->gi", games, solved.column_strategies).max(1) == pytest.approx(solved.values)
        for game, value, rows, columns in zip(games, *solved[:1], *solved[2:4], strict=True):
            assert value == pytest.approx(find_basis(game)[0], abs=1e-11)
            exact = [[fmpq(*entry.as_integer_ratio()) for entry in row] for row in game.tolist()]
            basis = np.flatnonzero(rows).tolist(), np.flatnonzero(columns).tolist()
            proved = solve_basis(exact, game.tolist(), float(value), *basis)
            assert proved is not None
            assert proved.value == solve_by_simplex(exact).value


def test_numbers_that_break_down_are_told_by_the_gap():
    game = np.array([[[1e308, -1e308, 0.0], [-1e308, 1e308, 0.0], [0.0, 0.0, -1.0]]])
    assert not solve_together(game).gaps[0] <= 1e-12


def test_only_solutions_are_those_that_any_basis_gives():
    """Games whose solution is the only one need no Numba; the others are left to the float simplex."""
    dice = np.random.default_rng(8)
    taken = 0
    for game in dice.integers(-2, 3, (150, 5, 4)).tolist():
        matrix = [[fmpq(entry) for entry in row] for row in game]
        assert len(game) * len(game[0]) > SMALL
        floats = np.array(game, float)
        only = _only_solution(matrix, floats)
        if only is not None:
            taken += 1
            assert only == solve_exact(matrix, floats)
    assert 20 < taken < 150
