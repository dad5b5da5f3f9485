"""Formulas from values: the polynomial that a sequence follows from some point on."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from saizen.exact import from_flint, solve_linear


@dataclass(frozen=True, slots=True)
class Fit:
    """A polynomial, highest power first, and the range of values that lie on it."""

    coefficients: tuple[Fraction, ...]
    first: int
    last: int


def fit(values: Mapping[int, int | Fraction], degree: int) -> Fit:
    """Lay a polynomial through the last ``degree + 1`` values and follow it back as far as it holds.

    >>> fit({n: n * n + (n == 1) for n in range(1, 9)}, 2)
    Fit(coefficients=(Fraction(1, 1), Fraction(0, 1), Fraction(0, 1)), first=2, last=8)
    """
    numbers = sorted(values)
    last = numbers[-degree - 1 :]
    rows = [[fmpq(n) ** power for power in range(degree, -1, -1)] for n in last]
    right = [fmpq(Fraction(values[n]).numerator, Fraction(values[n]).denominator) for n in last]
    solved = solve_linear(rows, right)
    assert solved is not None  # different places make the system regular
    coefficients = tuple(Fraction(from_flint(c)) for c in solved)
    first = numbers[-1]
    for n in reversed(numbers):
        if (
            sum(c * n**power for c, power in zip(coefficients, range(degree, -1, -1), strict=True))
            != values[n]
        ):
            break
        first = n
    return Fit(coefficients, first, numbers[-1])


def formula_text(coefficients: tuple[Fraction, ...]) -> str:
    """Write a polynomial in N.

    >>> formula_text((Fraction(1, 2), Fraction(-1), Fraction(0)))
    '1/2 N^2 - N'
    """
    degree = len(coefficients) - 1
    text = ""
    for power, number in zip(range(degree, -1, -1), coefficients, strict=True):
        if number == 0:
            continue
        size = "" if abs(number) == 1 and power else str(abs(number))
        name = "" if power == 0 else "N" if power == 1 else f"N^{power}"
        sign = ("-" if number < 0 else "") if not text else (" - " if number < 0 else " + ")
        text += sign + " ".join(part for part in (size, name) if part)
    return text or "0"
