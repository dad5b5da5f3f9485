"""Polynomials in an infinitely small chance: compared by their first coefficient that differs."""

from typing import Any

from flint import fmpq


class Infinitesimal:
    """A polynomial with fractions as coefficients, the constant first; fractions count as constants.

    >>> slip = Infinitesimal.power(1)
    >>> fmpq(1) > slip, slip > 0, slip * 1000000 < fmpq(1)
    (True, True, True)
    """

    __slots__ = ("coefficients",)

    def __init__(self, coefficients: dict[int, Any]) -> None:
        self.coefficients = coefficients
        """By power; none is 0."""

    @classmethod
    def power(cls, exponent: int, weight: int = 1) -> "Infinitesimal":
        """Return a weight times the small chance to some power."""
        return cls({exponent: fmpq(weight)})

    def at(self, power: int) -> Any:
        """Return the coefficient of a power."""
        return self.coefficients.get(power, fmpq(0))

    @property
    def lead(self) -> int:
        """The power that decides how large it is."""
        return min(self.coefficients, default=0)

    def _sign(self) -> Any:
        return self.coefficients[self.lead] if self.coefficients else 0

    def __bool__(self) -> bool:
        return bool(self.coefficients)

    def __add__(self, other: Any) -> "Infinitesimal":
        total = dict(self.coefficients)
        for power, weight in _items(other):
            there = total.get(power)
            both = weight if there is None else there + weight
            if both:
                total[power] = both
            else:
                total.pop(power, None)
        return Infinitesimal(total)

    __radd__ = __add__

    def __neg__(self) -> "Infinitesimal":
        return Infinitesimal({power: -weight for power, weight in self.coefficients.items()})

    def __sub__(self, other: Any) -> "Infinitesimal":
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> "Infinitesimal":
        return (-self).__add__(other)

    def __mul__(self, number: Any) -> "Infinitesimal":
        return Infinitesimal({p: w * number for p, w in self.coefficients.items()} if number else {})

    __rmul__ = __mul__

    def __truediv__(self, number: Any) -> "Infinitesimal":
        return Infinitesimal({power: weight / number for power, weight in self.coefficients.items()})

    def __abs__(self) -> "Infinitesimal":
        return -self if self._sign() < 0 else self

    def __eq__(self, other: object) -> bool:
        return not self - other

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.coefficients)))

    def __lt__(self, other: Any) -> bool:
        return bool((self - other)._sign() < 0)

    def __gt__(self, other: Any) -> bool:
        return bool((self - other)._sign() > 0)


def _items(number: Any) -> Any:
    if isinstance(number, Infinitesimal):
        return number.coefficients.items()
    return ((0, fmpq(number)),) if number else ()


def ratio(above: Any, below: Any) -> Any:
    """Return the limit of a quotient, where what is above is not larger in kind than what is below.

    >>> slip = Infinitesimal.power(1)
    >>> ratio(slip * 2, slip * 3 + slip * slip.lead), ratio(fmpq(1), fmpq(2))
    (1/2, 1/2)
    """
    if isinstance(below, Infinitesimal):
        lead = below.lead
        over = above.at(lead) if isinstance(above, Infinitesimal) else above if lead == 0 else fmpq(0)
        return over / below.at(lead)
    return above / below
