"""The values of all positions, a few bytes each: small numbers in place, others in a table of distinct."""

from array import array
from collections.abc import Sequence
from typing import Any

from flint import fmpq, fmpz

from saizen.solver.graph import Distinct

SHORT = (("b", 7), ("h", 15), ("i", 31), ("q", 63))
"""Machine integers by their bits."""


class Shares(Sequence[Any]):
    """The rationals with one denominator, by their numerators; nothing is kept."""

    def __init__(self, denominator: int) -> None:
        self.denominator = denominator

    def __len__(self) -> int:
        return 0

    def __getitem__(self, numerator: Any) -> Any:
        return fmpq(int(numerator), self.denominator)


class Values(Sequence[Any]):
    """One number a position: ``fmpq``, or floats.

    >>> Values.of([fmpq(1, 2), fmpq(3), fmpq(1, 2)], exact=True)[1]
    3
    """

    def __init__(self, codes: Any, numbers: Sequence[Any] | None) -> None:
        self.codes, self.numbers = codes, numbers

    @classmethod
    def of(cls, numbers: Sequence[Any], *, exact: bool) -> "Values":
        """Keep a list of numbers."""
        if not exact:
            return cls(array("d", numbers), None)
        table = Distinct()
        places = [table.place(number) for number in numbers]
        return cls(array(_shortest(0, len(table.numbers)), places), table.numbers)

    @classmethod
    def shares(cls, numerators: Any, denominator: int) -> "Values":
        """Keep integers over one denominator, in an array as narrow as they allow."""
        narrow = _shortest(int(numerators.min()), int(numerators.max()))
        return cls(array(narrow, numerators.astype(narrow).tobytes()), Shares(denominator))

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, at: Any) -> Any:
        code = self.codes[at]
        return code if self.numbers is None else self.numbers[code]

    def table(self) -> tuple[list[Any], "array[int]"]:
        """Return the distinct numbers in the order of their first use, and the place of each value there."""
        places: dict[Any, int] = {}
        used = array("i", (places.setdefault(code, len(places)) for code in self.codes))
        return [code if self.numbers is None else self.numbers[code] for code in places], used


def common_denominator(numbers: Sequence[Any]) -> int:
    """Return the least common denominator of rationals.

    >>> common_denominator([fmpq(1, 6), fmpq(3, 4)])
    12
    """
    found = fmpz(1)
    for number in numbers:
        found = found * number.q // found.gcd(number.q)
    return int(found)


def _shortest(least: int, most: int) -> str:
    return next(code for code, bits in SHORT if -(1 << bits) <= least and most < 1 << bits)
