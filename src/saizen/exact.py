"""Exact rationals: python-flint inside, ``int`` and ``fractions.Fraction`` at the border.

FLINT's ``fmpq`` is several times faster than ``Fraction`` and has matrices; ``Fraction`` is what
users know. Values cross the border through `to_flint` and `from_flint` only.
"""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from math import inf, nextafter
from numbers import Rational
from typing import Any

from flint import fmpq, fmpq_mat, fmpz

from saizen.errors import SaizenError

Number = int | Fraction
"""An exact public value."""
LONG = 2000
"""Bits from which Python may refuse to write a whole number: never below 640 digits."""


class LongInteger(int):
    """A whole number of any length that prints: Python's own ``str`` refuses more than 4,300 digits.

    >>> len(str(LongInteger(10**5000)))
    5001
    """

    def __repr__(self) -> str:
        return str(fmpz(self))

    __str__ = __repr__


class LongFraction(Fraction):
    """A fraction of any length that prints, like `LongInteger`.

    >>> str(LongFraction(1, 10**5000)) == "1/1" + 5000 * "0"
    True
    """

    __slots__ = ()

    def __str__(self) -> str:
        return text(self)

    def __repr__(self) -> str:
        return f"Fraction({fmpz(self.numerator)}, {fmpz(self.denominator)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.numerator, self.denominator)


def to_flint(value: Any) -> Any:
    """Convert an exact number to ``fmpq``; a float is refused, since its fraction is rarely meant.

    >>> to_flint(Fraction(1, 3)) + 1
    4/3
    """
    if type(value) is int:
        return fmpq(value)
    if type(value) is fmpq:
        return value
    if isinstance(value, Rational):
        return fmpq(int(value.numerator), int(value.denominator))
    raise SaizenError(f"{value!r} is not an exact number: use int or Fraction, or solve with exact=False")


def to_rational(value: Any) -> Any:
    """Convert any number to ``fmpq``, a float to the fraction that it is.

    >>> to_rational(0.75), to_rational(Fraction(1, 3))
    (3/4, 1/3)
    """
    return to_flint(value) if isinstance(value, Rational | fmpq) else fmpq(*float(value).as_integer_ratio())


def floor_float(value: Any) -> float:
    """Return the largest float that is not above an ``fmpq``; ``OverflowError`` beyond all floats.

    >>> floor_float(fmpq(1, 3)) < Fraction(1, 3), floor_float(fmpq(1, 4))
    (True, 0.25)
    """
    nearest = int(value.p) / int(value.q)
    return nearest if to_rational(nearest) <= value else nextafter(nearest, -inf)


def from_flint(value: Any) -> Number:
    """Convert ``fmpq`` to ``int`` where it is one, else to ``Fraction``; long ones are of kinds that print.

    >>> from_flint(fmpq(6, 3)), from_flint(fmpq(1, 3))
    (2, Fraction(1, 3))
    """
    numerator, denominator = int(value.p), int(value.q)
    if max(numerator.bit_length(), denominator.bit_length()) < LONG:
        return numerator if denominator == 1 else Fraction(numerator, denominator)
    return LongInteger(numerator) if denominator == 1 else LongFraction(numerator, denominator)


def hashable(value: Any) -> Any:
    """Return what equal numbers of one arithmetic have in common, as a key: ``fmpq`` itself is slow to hash.

    >>> hashable(fmpq(2, 6)) == hashable(fmpq(1, 3)), hashable(0.5)
    (True, 0.5)
    """
    return (value.p, value.q) if type(value) is fmpq else value


def solve_linear(rows: list[list[Any]], right: list[Any]) -> list[Any] | None:
    """Solve a square system of ``fmpq`` exactly; ``None`` when it is singular.

    Cost grows with the cube of the size (times the length of the numbers).

    >>> solve_linear([[fmpq(2), fmpq(1)], [fmpq(1), fmpq(-1)]], [fmpq(5), fmpq(1)])
    [2, 1]
    """
    size = len(rows)
    if size == 0:
        return []
    matrix = fmpq_mat(size, size, [entry for row in rows for entry in row])
    try:
        solution = matrix.solve(fmpq_mat(size, 1, right))
    except ZeroDivisionError:
        return None
    return list(solution.entries())


def decimal(value: Number, places: int) -> str:
    """Round an exact value to a decimal string, half away from zero, as papers print.

    >>> decimal(Fraction(1, 8), 2), decimal(Fraction(-2, 3), 3), decimal(1, 0)
    ('0.13', '-0.667', '1')
    """
    scale = 10**places
    fraction = Fraction(value)
    doubled = 2 * abs(fraction.numerator) * scale + fraction.denominator
    digits = doubled // (2 * fraction.denominator)
    sign = "-" if fraction < 0 and digits else ""
    with localcontext() as context:
        context.prec = max(28, digits.bit_length() // 3 + 3)  # as many digits, or a few more
        context.rounding = ROUND_HALF_UP
        return sign + str(Decimal(digits).scaleb(-places).quantize(Decimal(1).scaleb(-places)))


def text(value: Number | float) -> str:
    """Write a value as people type it: ``3``, ``-1/2``; a float with its shortest digits.

    >>> text(Fraction(-1, 2)), text(3), text(0.25)
    ('-1/2', '3', '0.25')
    """
    # FLINT writes numbers of any length; Python's own int refuses above some thousands of digits.
    return repr(value) if isinstance(value, float) else str(to_flint(value))


def read_number(written: str) -> Any:
    """Read what `text` wrote for an exact value, as ``fmpq``; raise ``ValueError`` for anything else.

    >>> read_number("-1/2") + 1
    1/2
    """
    numerator, _, denominator = written.partition("/")
    return fmpq(fmpz(numerator), fmpz(denominator or "1"))


def number(value: Any) -> str:
    """Write a value for people: a whole number or a short fraction as it is, else decimals.

    >>> number(2), number(Fraction(1, 3)), number(Fraction(10**9, 3**20)), number(0.25)
    ('2', '1/3', '0.2868', '0.2500')
    """
    if isinstance(value, float):
        return f"{value:.4f}"
    written = text(value)
    return written if len(written) <= 7 else decimal(value, 4)
