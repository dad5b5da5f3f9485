"""Many games at once in NumPy: values and bases as the compiled simplex has them."""

import numpy as np
import pytest
from flint import fmpq

from saizen.games.rivals.solving.batch_numpy import solve_with_numpy
from saizen.matrix.exact import solve_basis, solve_by_simplex
from saizen.matrix.float_simplex import find_basis


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (3, 2), (4, 4), (5, 7), (8, 8)])
def test_values_are_those_of_the_kernel_and_bases_prove_them(shape):
    dice = np.random.default_rng(sum(shape))
    for games in (dice.normal(size=(60, *shape)), dice.integers(-2, 3, (200, *shape)).astype(float)):
        solved = solve_with_numpy(games)
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
    assert not solve_with_numpy(game).gaps[0] <= 1e-12
