"""The float kernel: duality gap, equality with its plain twins and with the exact simplex."""

import random
from itertools import pairwise

import numpy as np
import pytest
from flint import fmpq

from saizen.kernels.plain import plain
from saizen.matrix import float_simplex
from saizen.matrix.exact import solve_by_simplex
from saizen.matrix.float_simplex import find_basis, solve_games, solve_one, split_basis
from saizen.matrix.pivoting import begin

guarantees = plain(float_simplex.guarantees)


def batch(seed, count, low, high, size):
    generator = np.random.default_rng(seed)
    matrices = generator.integers(low, high, (count, size, size), endpoint=True).astype(float)
    rows, columns = generator.integers(1, size, (2, count), endpoint=True)
    return matrices, rows, columns


def solve_batch(matrices, rows, columns):
    count, height, width = matrices.shape
    values, bases = np.zeros(count), np.zeros((count, height + width), np.int64)
    row_strategies, column_strategies = np.zeros((count, height)), np.zeros((count, width))
    solve_games(matrices, rows, columns, values, row_strategies, column_strategies, bases)
    return values, row_strategies, column_strategies, bases


@pytest.mark.parametrize(("low", "high"), [(-3, 3), (-1, 1), (0, 1), (0, 0), (-1000, 1000)])
@pytest.mark.parametrize("size", [3, 8, 16])
def test_duality_gap(low, high, size):
    games = batch(size, 2000, low, high, size)
    values, row_strategies, column_strategies, _ = solve_batch(*games)
    for matrix, height, width, value, p, q in zip(
        *games, values, row_strategies, column_strategies, strict=True
    ):
        floor, ceiling = guarantees(matrix, height, width, p, q)
        assert ceiling - floor < 1e-9
        assert floor - 1e-12 <= value <= ceiling + 1e-12
        assert p[:height].min() >= 0 <= q[:width].min()
        assert p[:height].sum() == pytest.approx(1, abs=1e-12)
        assert q[:width].sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(("low", "high"), [(-3, 3), (-1, 1)])
def test_values_and_bases_are_exact_ones(low, high):
    games = batch(99, 400, low, high, 7)
    values, *_, bases = solve_batch(*games)
    for matrix, height, width, value, basis in zip(*games, values, bases, strict=True):
        game = [[fmpq(int(entry)) for entry in row[:width]] for row in matrix[:height]]
        assert float(solve_by_simplex(game).value) == pytest.approx(value, abs=1e-12)
        assert sorted(basis[: height + width]) == list(range(height + width))
        tight, basic = split_basis(basis.tolist(), height, width)
        square = matrix[np.ix_(tight, basic)]
        bordered = np.block(
            [[square, -np.ones((len(tight), 1))], [np.ones((1, len(basic))), np.zeros((1, 1))]]
        )
        solution = np.linalg.solve(bordered, np.append(np.zeros(len(tight)), 1))
        assert solution[-1] == pytest.approx(value, abs=1e-9)
        assert solution[:-1].min() > -1e-9


def test_batch_equals_single_games():
    games = batch(3, 200, -3, 3, 6)
    values, row_strategies, *_ = solve_batch(*games)
    for matrix, height, width, value, p in zip(*games, values, row_strategies, strict=True):
        single = np.zeros(height + width)
        cut = np.ascontiguousarray(matrix[:height, :width])
        basis, work = np.zeros(height + width, np.int64), np.full((height + 1, width + 1), np.nan)
        again, gap = solve_one(cut, single, basis, work)
        assert again == value
        assert gap <= 1e-9
        assert single[:height].tolist() == p[:height].tolist()
        assert find_basis(cut) == (value, *split_basis(basis.tolist(), height, width))


@pytest.mark.parametrize("entry", [np.nan, np.inf, -np.inf, 1e301, -1e301])
def test_the_gap_is_infinite_where_floats_cannot_solve(entry):
    matrix = np.array([[1.0, 2.0], [entry, 0.0]])
    assert solve_one(matrix, np.zeros(4), np.zeros(4, np.int64), np.zeros((3, 3)))[1] == np.inf


def test_kernels_equal_their_plain_twins():
    games = batch(11, 150, -1, 1, 6)
    compiled = solve_batch(*games)
    count, height, width = games[0].shape
    written = [np.zeros(count), np.zeros((count, height)), np.zeros((count, width))]
    bases = np.zeros((count, height + width), np.int64)
    plain(solve_games)(*games, *written, bases)
    for one, other in zip(compiled[:3], written, strict=True):
        assert np.allclose(one, other, rtol=0, atol=1e-12)
    assert np.array_equal(compiled[3], bases)


def test_the_careful_attempt_solves_too():
    """Bland's rule all the way, which solve_game takes only after a failure."""
    generator = random.Random(4)
    for _ in range(300):
        height, width = generator.randint(2, 8), generator.randint(2, 8)
        matrix = np.array([[float(generator.randint(-1, 1)) for _ in range(width)] for _ in range(height)])
        if matrix.min() == matrix.max():
            continue
        basis, work = np.zeros(height + width, np.int64), np.zeros((height + 1, width + 1))
        low, high = float(matrix.min()), float(matrix.max())
        plain(begin)(matrix, height, width, low, 1 / (high - low), basis, work)
        plain(float_simplex.run_simplex)(work, height, width, basis, 0, True)
        p, q = np.zeros(height), np.zeros(width)
        plain(float_simplex.read_strategies)(work, height, width, basis, p, q)
        floor, ceiling = guarantees(matrix, height, width, p, q)
        assert ceiling - floor < 1e-12


def test_values_grow_with_the_entries():
    generator = np.random.default_rng(8)
    matrix = generator.normal(size=(9, 9))
    values = [find_basis(matrix)[0]]
    for _ in range(20):
        matrix = matrix + generator.random((9, 9))
        values.append(find_basis(matrix)[0])
    assert all(a < b for a, b in pairwise(values))
