"""The plans of a basis, exactly: a float factorisation, residuals in whole numbers (Wan 2006), fractions.

The digits of the solution come from the factorisation, a few at a time; what is left over is computed in
machine integers, so nothing is lost. Fractions are read off the digits, and sums show whether there were
enough of them.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq

from saizen.solver.hidden.linear_program import Program
from saizen.solver.hidden.proof import sums_agree

FIRST_BITS, MOST_BITS = 128, 1 << 15
STEPS = (28, 20, 12, 6)
"""Bits of the digits that are tried: fewer where the basis is worse."""
OVERFLOW = 1 << 61
SHARED = 3
"""Denominators that the next number may have, too."""
SAMPLE = 12
"""Numbers that show whether there are digits enough."""

Plans = tuple[list[Any], list[Any]]


class Basis(NamedTuple):
    """The rows that hold with equality, the columns that are free, and the square matrix between them."""

    tight: Any
    basic: Any
    matrix: Any


def plans_of_basis(program: Program, basic_columns: Any, basic_rows: Any) -> Plans | None:
    """Return the exact vectors of a basis, negative entries included; None where it is singular."""
    basis = _basis(program, basic_columns, basic_rows)
    if basis is None:
        return None
    from scipy.sparse.linalg import splu

    try:
        factors = splu(basis.matrix.astype(float).tocsc(), options={"Equil": True})
    except RuntimeError:
        return None
    size = len(basis.basic)
    right_side, cost = np.zeros(size, np.int64), np.zeros(size, np.int64)
    if not basic_columns[0]:
        place = np.full(program.shape[0], -1)
        place[basis.tight] = np.arange(size)
        first = np.flatnonzero(program.columns == 0)
        at = place[program.rows[first]]
        np.subtract.at(right_side, at[at >= 0], program.entries[first][at >= 0])
    cost[np.searchsorted(basis.basic, program.shape[1] - 1)] = 1
    transposed = basis.matrix.T.tocsr()
    bits = FIRST_BITS
    while bits <= MOST_BITS:
        for step in STEPS:
            weights = _digits(factors, "N", basis.matrix, right_side, bits, step)
            prices = None if weights is None else _digits(factors, "T", transposed, cost, bits, step)
            if weights is not None and prices is not None:
                break
        else:
            return None
        most = bits // 2 - 8
        if not (_enough(weights, step, most) and _enough(prices, step, most)):
            bits *= 2
            continue
        plans = _plans(program, basis, *(_fractions(digits, step, most) for digits in (weights, prices)))
        if all(
            plan[0] == 1 and sums_agree(side, plan)
            for side, plan in zip(program.form.sides, plans, strict=True)
        ):
            return plans
        bits *= 2
    return None


def _basis(program: Program, basic_columns: Any, basic_rows: Any) -> Basis | None:
    """Return the matrix of a basis; None where it is not square, too wide, or the value is not in it."""
    from scipy.sparse import csr_matrix

    tight, basic = np.flatnonzero(~basic_rows), np.flatnonzero(basic_columns)
    size = len(tight)
    if program.wide or size != len(basic) or not basic_columns[-1]:
        return None
    row_place, column_place = np.full(program.shape[0], -1), np.full(program.shape[1], -1)
    row_place[tight], column_place[basic] = np.arange(size), np.arange(size)
    inside = np.flatnonzero((row_place[program.rows] >= 0) & (column_place[program.columns] >= 0))
    at = row_place[program.rows[inside]], column_place[program.columns[inside]]
    return Basis(tight, basic, csr_matrix((program.entries[inside], at), shape=(size, size)))


def _digits(factors: Any, way: str, matrix: Any, right_side: Any, bits: int, step: int) -> list[Any] | None:
    """Return digits in base ``2**step`` of a system's solution; None where the floats are not good enough."""
    digits, rest = [], right_side.copy()
    most = min(OVERFLOW >> step, max(1, int(np.abs(rest).max())) << 20)
    for _ in range(-(-bits // step)):
        rounded = np.rint(factors.solve(rest.astype(float), trans=way) * float(1 << step))
        if not np.all(np.abs(rounded) < OVERFLOW):
            return None
        digit = rounded.astype(np.int64)
        digits.append(digit)
        rest = (rest << step) - matrix @ digit
        if int(np.abs(rest).max()) > most:
            return None
        if not rest.any():
            break
    return digits


def _fractions(digits: Sequence[Any], step: int, most: int) -> list[Any]:
    """Return the fractions with denominators below ``2**most`` that digits stand for."""
    whole = digits[0].astype(object)
    for digit in digits[1:]:
        whole = (whole << step) + digit
    power = step * len(digits)
    recent: list[int] = []
    fractions = []
    for number in whole:
        fraction = fmpq(0)
        if number:
            fraction = _shared(int(number), power, most, recent) or _simplest(int(number), power, most)
            if (below := int(fraction.q)) not in recent:
                recent = [below, *recent[: SHARED - 1]]
        fractions.append(fraction)
    return fractions


def _enough(digits: Sequence[Any], step: int, most: int) -> bool:
    """Return, from a few numbers, whether there are digits enough to read off fractions."""
    power, places = step * len(digits), np.flatnonzero(digits[0])
    if power <= 2 * most and len(places):
        return True  # the digits ended: the numbers are whole multiples of a power of two
    for place in places[:: max(1, len(places) // SAMPLE)].tolist():
        whole = 0
        for digit in digits:
            whole = (whole << step) + int(digit[place])
        if int(_simplest(whole, power, most).q).bit_length() > most - 2:
            return False
    return True


def _shared(number: int, power: int, most: int, recent: Sequence[int]) -> Any:
    """Return the fraction close to ``number / 2**power`` over one of the last denominators, if any."""
    for below in recent:
        above = (number * below + (1 << power - 1)) >> power
        error = abs((above << power) - number * below)
        if error.bit_length() <= below.bit_length() + power - 2 * most:
            return fmpq(above, below)
    return None


def _simplest(number: int, power: int, most: int) -> Any:
    """Return the simplest fraction close to ``number / 2**power``, by continued fractions."""
    above, below = number, 1 << power
    before, last = (0, 1), (1, 0)
    while below:
        whole, rest = divmod(above, below)
        following = before[0] + whole * last[0], before[1] + whole * last[1]
        if following[1].bit_length() > most:
            break
        before, last = last, following
        above, below = below, rest
        error = abs((last[0] << power) - number * last[1])
        if error.bit_length() <= last[1].bit_length() + power - 2 * most:
            break
    return fmpq(*last)


def _plans(program: Program, basis: Basis, weights: Sequence[Any], prices: Sequence[Any]) -> Plans:
    first, second = program.form.sides
    max_plan, min_plan = [fmpq(0)] * first.sequences, [fmpq(0)] * second.sequences
    max_plan[0] = fmpq(1)
    for column, weight in zip(basis.basic.tolist(), weights, strict=True):
        if column < first.sequences:
            max_plan[column] = weight
    for row, price in zip(basis.tight.tolist(), prices, strict=True):
        if row >= first.sets:
            min_plan[row - first.sets] = price * int(program.multipliers[row])
    return max_plan, min_plan
