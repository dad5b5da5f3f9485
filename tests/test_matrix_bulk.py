"""Matrix games of machine integers: the batch answers like the exact simplex, or says that it cannot."""

import random
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen import Chance, Decision, Game, Simultaneous, Step, Terminal, solve
from saizen.errors import Cancelled, SaizenError
from saizen.exact import to_flint
from saizen.games.rivals import entry
from saizen.games.rivals.solving import rationals
from saizen.games.rivals.solving.layers import find_layers
from saizen.kernels import policy
from saizen.kernels.compile import kernel
from saizen.kernels.wide import (
    LIMIT,
    cross,
    divide_words,
    fraction_product,
    fraction_sum,
    odd_inverse,
    zeros_below,
)
from saizen.matrix import check_certificate, solve_matrices, solve_matrix
from saizen.matrix.exact import solve_exact
from saizen.matrix.float_simplex import split_basis
from saizen.matrix.integer_batches import (
    fits,
    game_values,
    machine_fractions,
    make_answers,
    solve_integer_games,
)
from saizen.matrix.integer_simplex import COLUMNS_UNIQUE, ROWS_UNIQUE, SHORT
from saizen.work import Silent

SIZE = 6
FAMILIES = {
    "0, 1": (0, 1),
    "0, ±1": (-1, 1),
    "small": (-3, 3),
    "far from 0": (10**6, 10**6 + 9),
    "long": (-(10**9), 10**9),
}
words = st.integers(-(2**62) + 1, 2**62 - 1)
unhurried = settings(deadline=None)


# ---------------------------------------------------------------------- numbers


@kernel
def cross_and_divide(a, b, c, d, divisor):
    high, low = cross(a, b, c, d)
    zeros = zeros_below(divisor)
    return high, low, divide_words(high, low, divisor, zeros, odd_inverse(divisor >> zeros))


@kernel
def both_fractions(p, q, r, s):
    return fraction_sum(p, q, r, s), fraction_product(p, q, r, s)


@unhurried
@given(words, words, words, words, st.integers(1, 2**62 - 1))
def test_wide_products(a, b, c, d, divisor):
    high, low, quotient = cross_and_divide(a, b, c, d, divisor)
    result = a * b - c * d
    assert (high << 64) + low % 2**64 == result
    fits = result % divisor == 0 and abs(result // divisor) < 2**62
    assert quotient == (result // divisor if fits else int(LIMIT))
    assert cross_and_divide(a, divisor, 0, 0, divisor)[2] == a


@unhurried
@given(words, st.integers(1, 2**62 - 1), words, st.integers(1, 2**62 - 1), st.integers(0, 60))
def test_fractions_are_exact_or_too_long(p, q, r, s, cut):
    one, other = Fraction(p, q + (1 << cut)) / (1 << cut), Fraction(r >> cut, (s >> cut) + 1)
    if one.denominator >= 2**62:
        one = Fraction(one.numerator, 3)
    found = both_fractions(one.numerator, one.denominator, other.numerator, other.denominator)
    for (numerator, denominator), right in zip(found, (one + other, one * other), strict=True):
        if denominator:
            assert (numerator, denominator) == (right.numerator, right.denominator)
        else:  # something in between was too long
            sizes = [abs(part) for one in (one, other) for part in (one.numerator, one.denominator)]
            assert max(sizes) ** 2 >= 2**61


# ---------------------------------------------------------------------- games


def solved(matrices, rows, columns):
    """Return what the kernel writes."""
    count, height, width = matrices.shape
    answers = make_answers(count, height, width)
    solve_integer_games(matrices, rows, columns, answers)
    return answers


@pytest.mark.parametrize("family", FAMILIES)
def test_the_batch_chooses_what_the_exact_simplex_chooses(family):
    low, high = FAMILIES[family]
    generator = np.random.default_rng(high - low)
    count = 700
    matrices = generator.integers(low, high, (count, SIZE, SIZE), endpoint=True)
    rows, columns = generator.integers(1, SIZE, (2, count), endpoint=True)
    unsolved = 0
    for g, (known, numerator, total, mine, yours, basis) in enumerate(
        zip(*solved(matrices, rows, columns), strict=True)
    ):
        if not known:
            unsolved += 1
            continue
        height, width = int(rows[g]), int(columns[g])
        game = [[fmpq(int(entry)) for entry in row[:width]] for row in matrices[g, :height]]
        right = solve_exact(game)
        assert fmpq(int(numerator), int(total)) == right.value
        assert [fmpq(int(weight), int(total)) for weight in mine[:height]] == right.row_strategy
        assert [fmpq(int(weight), int(total)) for weight in yours[:width]] == right.column_strategy
        assert split_basis(basis.tolist(), height, width) == (right.rows, right.columns)
        assert bool(known & ROWS_UNIQUE) == right.row_unique
        assert bool(known & COLUMNS_UNIQUE) == right.column_unique
    assert (unsolved > 0) == (family == "long")


def test_every_game_of_zeros_and_ones_up_to_three_by_three():
    for height in range(1, 4):
        for width in range(1, 4):
            cells = height * width
            games = (np.arange(2**cells)[:, None] >> np.arange(cells) & 1).reshape(-1, height, width)
            shape = np.full(len(games), height), np.full(len(games), width)
            known, numerators, totals, mine, yours, _ = solved(games, *shape)
            assert known.all()
            gets = np.einsum("gi,gij->gj", mine, games).min(axis=1)
            pays = np.einsum("gij,gj->gi", games, yours).max(axis=1)
            assert (gets == numerators).all()
            assert (pays == numerators).all()
            assert (mine.sum(axis=1) == totals).all()
            assert (yours.sum(axis=1) == totals).all()
            assert min(mine.min(), yours.min()) >= 0


def test_payoffs_at_the_end_of_the_range_are_too_long():
    edge = int(SHORT)
    games = np.array([[[edge, 0], [0, edge]], [[-edge, 1], [1, -edge]], [[edge - 1, 0], [0, edge - 1]]])
    known = solved(games, *np.full((2, 3), 2))[0]
    assert known.tolist() == [0, 0, 0]
    assert [one.value for one in solve_matrices(games.tolist())] == [
        Fraction(edge, 2),
        Fraction(1 - edge, 2),
        Fraction(edge - 1, 2),
    ]


def test_values_of_games_of_fractions():
    generator = random.Random(4)
    numbers = [fmpq(generator.randint(-9, 9), generator.randint(1, 4)) for _ in range(40)] + [fmpq(1, 3**60)]
    generator_of_places = np.random.default_rng(4)
    for shape in ((2, 2), (3, 5), (5, 3), (5, 5)):
        places = generator_of_places.integers(0, len(numbers), (60, *shape)).astype(np.int32)
        found, below = np.zeros((2, 60), np.int64)
        game_values(places, *machine_fractions(numbers), found, below)
        for game, numerator, denominator in zip(places.tolist(), found.tolist(), below.tolist(), strict=True):
            right = solve_exact([[numbers[place] for place in row] for row in game]).value
            if denominator:
                assert (numerator, denominator) == (right.p, right.q)
            else:
                assert any(len(numbers) - 1 in row for row in game)
        assert below.any()


@pytest.mark.parametrize("compile_it", [False, True])
def test_many_games_are_solved_like_single_ones(compile_it, monkeypatch):
    generator = random.Random(5)
    entries = (
        lambda: generator.randint(-2, 2),
        lambda: Fraction(generator.randint(-9, 9), 7),
        lambda: 2**70 + generator.randint(0, 3),
    )
    games = [
        [[entries[k % 3]() for _ in range(1 + k % 5)] for _ in range(1 + k % 4)] for k in range(90)
    ]  # fmt: skip
    if compile_it:
        monkeypatch.setattr(policy, "MODE", "compiled")
    assert solve_matrices(games) == [solve_matrix(game) for game in games]
    assert solve_matrices([]) == []
    for game, found in zip(games, solve_matrices(games), strict=True):
        assert check_certificate(game, found.value, found.row_strategy, found.column_strategy)
    for bad in ([[1, 2], [3]], [[]], [[0.5]]):
        with pytest.raises(SaizenError):
            solve_matrices([[[1]], bad])


def test_solving_many_games_can_be_stopped():
    class Stop(Silent):
        def advance(self, steps=1):
            raise Cancelled

    with pytest.raises(Cancelled):
        solve_matrices([[[1]]], Stop())


# ---------------------------------------------------------------------- whole games


class Auction(Game[tuple[int, ...]]):
    """Both bid, dice decide what is left, then one player chooses: positions of every kind."""

    def __init__(self, depth, odd, loop):
        self.depth, self.odd, self.loop = depth, odd, loop

    def start(self):
        return (self.depth, 0, 1)

    def look(self, position):
        left, kind, seed = position
        if not left:
            return Terminal(Fraction(seed % 7 - 3, 1 + seed % 3))
        if kind == 0:

            def outcome(a, b):
                return Step(Fraction(a * b - a, self.odd), (left, 1, (5 * seed + 3 * a + b) % 11))

            return Simultaneous(range(2 + seed % 3), range(1 + seed % 4), outcome)
        if kind == 1:
            again = [(Fraction(1, 4), (left, 1, seed))] if self.loop else []
            weight = Fraction(1 - sum(chance for chance, _ in again), 3)
            return Chance([*again, *((weight, (left, 2, (seed + k) % 11)) for k in range(3))])
        return Decision(seed % 2, {str(k): (left - 1, 0, (seed * (k + 2)) % 11) for k in range(3)})


@pytest.mark.parametrize(("odd", "loop"), [(1, False), (3, True), (10**12 + 39, False)])
def test_short_fractions_and_rationals_give_the_same_values(odd, loop, monkeypatch):
    game = Auction(4, odd, loop)
    plain = solve(game)
    monkeypatch.setattr(policy, "MODE", "compiled")
    found = solve(game)
    assert list(found.positions) == list(plain.positions)
    values = [found.value(position) for position in found.positions]
    assert values == [plain.value(position) for position in plain.positions]
    assert all(fits(to_flint(value)) for value in values) == (odd <= 3)


def test_rivals_in_machine_integers_are_the_same(monkeypatch):
    layers = find_layers(next(iter(entry.small().values())).rules)
    plain = rationals.solve_rationals(layers)
    monkeypatch.setattr(policy, "MODE", "compiled")
    for one, other in zip(plain, rationals.solve_rationals(layers), strict=True):
        assert one.numbers == other.numbers
        assert (one.ranks == other.ranks).all()
