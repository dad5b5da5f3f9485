"""Many exact matrix games at once: lists of games of any numbers, and games of short fractions.

A short fraction has a numerator and a denominator in lowest terms, both below 2**62; a denominator of 0 says
that the number is longer, and then so is every value that depends on it: that is FLINT's turn.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq_mat

from saizen.exact import Number, to_flint
from saizen.kernels.compile import kernel, merged, part
from saizen.kernels.wide import LIMIT, LIMIT_BITS, greatest_divisor, short_cross
from saizen.matrix.float_simplex import split_basis
from saizen.matrix.integer_simplex import Integers, integer_value, make_scratch, solve_integer_game

Matrix = Sequence[Sequence[Any]]


class Answers(NamedTuple):
    """The output of `solve_integer_games`, one line per game."""

    known: Integers
    """Bits of `saizen.matrix.integer_simplex`; where it is 0 (too long) nothing else is written."""
    numerators: Integers
    totals: Integers
    """The value is ``numerators / totals``."""
    row_weights: Integers
    column_weights: Integers
    """Probabilities times ``totals``."""
    bases: Integers
    """See `saizen.matrix.pivoting`."""


def make_answers(count: int, rows: int, columns: int) -> Answers:
    """Return room for the answers to so many games of at most so many rows and columns."""
    sides = rows, columns, rows + columns
    return Answers(*np.zeros((3, count), np.int64), *(np.zeros((count, side), np.int64) for side in sides))


@kernel
def solve_integer_games(matrices: Integers, rows: Integers, columns: Integers, answers: Answers) -> None:
    """Solve a batch: ``matrices[g, :rows[g], :columns[g]]`` for every ``g``, answers into line ``g``.

    The matrices are padded with anything to one size.

    Examples
    --------
    >>> games, sizes = np.array([[[3, -1], [-1, 1]], [[2, 0], [0, 0]]]), np.array([2, 2])
    >>> answers = make_answers(2, 2, 2)
    >>> solve_integer_games(games, sizes, sizes, answers)
    >>> (answers.numerators / answers.totals).round(3).tolist(), answers.totals.tolist()
    ([0.333, 0.0], [6, 1])
    >>> answers.row_weights.tolist(), answers.known.tolist()
    ([[2, 4], [1, 0]], [7, 5])
    """
    scratch = make_scratch(max(matrices.shape[1], matrices.shape[2]) + 1)
    for g in range(matrices.shape[0]):
        answers.known[g], answers.numerators[g], answers.totals[g] = solve_integer_game(
            matrices[g],
            rows[g],
            columns[g],
            answers.row_weights[g],
            answers.column_weights[g],
            answers.bases[g],
            scratch,
        )


class BatchSolution(NamedTuple):
    """A solved game, in public numbers."""

    value: Number
    row_strategy: tuple[Number, ...]
    column_strategy: tuple[Number, ...]
    row_basis: tuple[int, ...]
    column_basis: tuple[int, ...]


def solve_batch(games: Sequence[Matrix]) -> Iterator[BatchSolution | None]:
    """Yield for each game, whatever its shape, what `saizen.matrix.exact.solve_exact` finds; None: too long.

    >>> [found and found.value for found in solve_batch([[[3, -1], [-1, 1]], [[2**70]]])]
    [Fraction(1, 3), None]
    """
    shapes = np.array([(len(game), len(game[0])) for game in games])
    count, (height, width) = len(games), shapes.max(axis=0)
    matrices, scales = np.zeros((count, height, width), np.int64), []
    for matrix, (high, wide), game in zip(matrices, shapes.tolist(), games, strict=True):
        matrix[:high, :wide], scale = integers(game)
        scales.append(scale)
    answers = make_answers(count, height, width)
    rows, columns = shapes.T.copy()
    solve_integer_games(matrices, rows, columns, answers)
    for scale, (high, wide), solved, numerator, total, mine, yours, basis in zip(
        scales, *(array.tolist() for array in (shapes, *answers)), strict=True
    ):
        if not scale or not solved:
            yield None
            continue
        row_basis, column_basis = split_basis(basis, high, wide)
        yield BatchSolution(
            quotient(numerator, total * scale),
            tuple([quotient(weight, total) for weight in mine[:high]]),
            tuple([quotient(weight, total) for weight in yours[:wide]]),
            tuple(row_basis),
            tuple(column_basis),
        )


def integers(game: Matrix) -> tuple[Integers, int]:
    """Return a game over its common denominator, and that; zeros and 0 if its numbers are too long.

    >>> from fractions import Fraction
    >>> integers([[1, Fraction(1, 2)]])[0].tolist(), integers([[2**70]])[1]
    ([[2, 1]], 0)
    """
    entries: Any = np.array(game)
    if entries.dtype.kind == "i":
        return entries, 1
    numbers, scale = fmpq_mat(
        *entries.shape, [to_flint(entry) for row in game for entry in row]
    ).numer_denom()
    try:
        return np.array([int(entry) for entry in numbers.entries()], np.int64).reshape(entries.shape), int(
            scale
        )
    except OverflowError:
        return np.zeros(entries.shape, np.int64), 0


def quotient(part: int, whole: int) -> Number:
    """Return a quotient as ``int`` where it is one, else as ``Fraction``.

    >>> quotient(4, 2), quotient(2, 4)
    (2, Fraction(1, 2))
    """
    return Fraction(part, whole) if part % whole else part // whole


@merged
def common_denominator(denominators: Any, rows: Any, columns: Any) -> Any:
    """Return the least common denominator of a matrix; 0 when it is too long."""
    common = np.int64(1)
    for i in range(rows):
        for j in range(columns):
            denominator = denominators[i, j]
            if denominator == 0:
                return np.int64(0)
            if common % denominator:
                common = short_cross(
                    common // greatest_divisor(common, denominator), denominator, np.int64(0), np.int64(0)
                )
                if common == LIMIT:
                    return np.int64(0)
    return common


@part
def make_integers(numerators: Any, denominators: Any, rows: Any, columns: Any) -> Any:
    """Overwrite the numerators with those over the common denominator; return that, 0 when too long."""
    common = common_denominator(denominators, rows, columns)
    if common == 0:
        return common
    for i in range(rows):
        for j in range(columns):
            factor = common // denominators[i, j]
            numerators[i, j] = short_cross(numerators[i, j], factor, np.int64(0), np.int64(0))
            if numerators[i, j] == LIMIT:
                return np.int64(0)
    return common


@merged
def fraction_value(numerators: Any, denominators: Any, rows: Any, columns: Any, basis: Any, work: Any) -> Any:
    """Return the value of the game in the first places of two matrices; the numerators are overwritten.

    ``basis`` and ``work`` are scratch, as for `saizen.matrix.integer_simplex.integer_value`.
    """
    common = make_integers(numerators, denominators, rows, columns)
    if common == 0:
        return np.int64(0), np.int64(0)
    value, total = integer_value(numerators, rows, columns, basis, work)
    denominator = short_cross(total, common, np.int64(0), np.int64(0))
    if total == 0 or denominator == LIMIT:
        return np.int64(0), np.int64(0)
    shared = greatest_divisor(value, denominator)
    return value // shared, denominator // shared


def fits(number: Any) -> bool:
    """Return whether numerator and denominator of a ``fmpq`` are short enough.

    >>> from flint import fmpq
    >>> fits(fmpq(1, 2**61)), fits(fmpq(1, 2**62))
    (True, False)
    """
    return bool(number.height_bits() <= LIMIT_BITS)


def machine_fractions(numbers: Sequence[Any]) -> tuple[Integers, Integers]:
    """Return the numerators and denominators of ``fmpq``; 0 and 0 where they are too long.

    >>> from flint import fmpq
    >>> [part.tolist() for part in machine_fractions([fmpq(-1, 2), fmpq(1, 2**80)])]
    [[-1, 0], [2, 0]]
    """
    parts = np.zeros((2, len(numbers)), np.int64)
    for place, number in enumerate(numbers):
        if fits(number):
            parts[:, place] = int(number.p), int(number.q)
    return parts[0], parts[1]


@kernel
def game_values(
    places: Any, numerators: Integers, denominators: Integers, above: Integers, below: Integers
) -> None:
    """Solve a batch of games of one shape: the payoffs of game ``g`` are the fractions at ``places[g]``.

    Parameters
    ----------
    places
        Games by rows by columns: where each payoff stands among the fractions.
    numerators, denominators
        The fractions, in lowest terms.
    found, below
        Written: numerator and denominator of each value.

    Examples
    --------
    >>> found, below = np.zeros((2, 1), np.int64)
    >>> game_values(np.array([[[2, 0], [0, 1]]]), np.array([-1, 1, 3]), np.array([2, 2, 2]), found, below)
    >>> found.tolist(), below.tolist()
    ([1], [6])
    """
    rows, columns = places.shape[1], places.shape[2]
    squares, basis = np.empty((3, rows + 1, columns + 1), np.int64), np.empty(rows + columns, np.int64)
    for g in range(places.shape[0]):
        for i in range(rows):
            for j in range(columns):
                squares[0, i, j] = numerators[places[g, i, j]]
                squares[1, i, j] = denominators[places[g, i, j]]
        above[g], below[g] = fraction_value(squares[0], squares[1], rows, columns, basis, squares[2])
