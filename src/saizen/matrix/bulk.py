"""Many exact matrix games of ``int`` and ``Fraction`` at once, by the compiled batch."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq_mat

from saizen.exact import Number, to_flint
from saizen.kernels.thrift import Thrift
from saizen.matrix.integers import Integers, solve_integer_games
from saizen.matrix.kernel import split_basis

Matrix = Sequence[Sequence[Any]]
THRIFT = Thrift(solve_integer_games, 40_000)
"""Compiling takes as long as so many games in rationals."""


class Found(NamedTuple):
    """A solved game, in public numbers."""

    value: Number
    row_strategy: tuple[Number, ...]
    column_strategy: tuple[Number, ...]
    row_basis: tuple[int, ...]
    column_basis: tuple[int, ...]


def solve_batch(games: Sequence[Matrix]) -> Iterator[Found | None]:
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
    known, numerators, totals = np.zeros((3, count), np.int64)
    row_weights, column_weights = np.zeros((count, height), np.int64), np.zeros((count, width), np.int64)
    bases = np.zeros((count, height + width), np.int64)
    rows, columns = shapes.T.copy()
    solve_integer_games(
        matrices, rows, columns, known, numerators, totals, row_weights, column_weights, bases
    )
    arrays = (shapes, known, numerators, totals, row_weights, column_weights, bases)
    for scale, (high, wide), solved, numerator, total, mine, yours, basis in zip(
        scales, *(array.tolist() for array in arrays), strict=True
    ):
        if not scale or not solved:
            yield None
            continue
        row_basis, column_basis = split_basis(basis, high, wide)
        yield Found(
            share(numerator, total * scale),
            tuple([share(weight, total) for weight in mine[:high]]),
            tuple([share(weight, total) for weight in yours[:wide]]),
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


def share(part: int, whole: int) -> Number:
    """Return a quotient as ``int`` where it is one, else as ``Fraction``.

    >>> share(4, 2), share(2, 4)
    (2, Fraction(1, 2))
    """
    return Fraction(part, whole) if part % whole else part // whole
