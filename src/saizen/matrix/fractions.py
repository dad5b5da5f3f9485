"""The values of many matrix games whose payoffs are fractions of machine integers, compiled.

A fraction is a numerator and a denominator in lowest terms, both below 2**62; a denominator of 0 says that
the number is longer, and then so is every value that depends on it: that is FLINT's turn.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.jit import kernel, part
from saizen.kernels.wide import LIMIT, LIMIT_BITS, greatest_divisor, short_cross
from saizen.matrix.integers import integer_value

Integers = NDArray[np.int64]


@part
def common_denominator(denominators: Any, rows: Any, columns: Any) -> Any:
    """Return the least common denominator of a matrix; 0 when it is too long."""
    common = np.int64(1)
    for i in range(rows):
        for j in range(columns):
            one = denominators[i, j]
            if one == 0:
                return np.int64(0)
            if common % one:
                common = short_cross(common // greatest_divisor(common, one), one, np.int64(0), np.int64(0))
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


@part
def fraction_value(numerators: Any, denominators: Any, rows: Any, columns: Any, basis: Any, work: Any) -> Any:
    """Return the value of the game in the first places of two matrices; the numerators are overwritten.

    ``basis`` and ``work`` are scratch, as for `saizen.matrix.integers.integer_value`.
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
    """Tell whether numerator and denominator of a ``fmpq`` are short enough.

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
    places: Any, numerators: Integers, denominators: Integers, found: Integers, below: Integers
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
        found[g], below[g] = fraction_value(squares[0], squares[1], rows, columns, basis, squares[2])
