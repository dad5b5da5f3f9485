"""The values of all positions, a few bytes each: small numbers in place, others in a table of distinct."""

import struct
from array import array
from collections.abc import Sequence
from typing import Any

from flint import fmpq, fmpz

from saizen.solver.graph import Distinct

SHORT = (("b", 7), ("h", 15), ("i", 31), ("q", 63))
"""Machine integers by their bits."""
MACHINE_BITS = 62
"""Bits of the numerators and denominators that the loop in fractions works with."""
HEAD = struct.Struct("<II")
"""The ends of the numerator and the denominator of each long number."""


class Shares(Sequence[Any]):
    """The rationals with one denominator, by their numerators; nothing is stored."""

    def __init__(self, denominator: int) -> None:
        self.denominator = denominator

    def __len__(self) -> int:
        return 0

    def __getitem__(self, numerator: Any) -> Any:
        return fmpq(int(numerator), self.denominator)

    def code(self, number: Any) -> int:
        """Return the numerator of a number."""
        return int((number * self.denominator).p)


class Ratios(Sequence[Any]):
    """All rationals, by numerator and denominator; nothing is stored."""

    def __len__(self) -> int:
        return 0

    def __getitem__(self, pair: Any) -> Any:
        return fmpq(*pair)

    def code(self, number: Any) -> tuple[int, int]:
        """Return numerator and denominator of a number."""
        return int(number.p), int(number.q)


class Pairs(Sequence[tuple[int, int]]):
    """Numerators and denominators, each written once: short ones in two arrays, long ones as bytes.

    A long one has the denominator 0 in the arrays, as one that is not known yet, and its place in the bytes
    as numerator. Objects would take ten times the room.

    >>> pairs = Pairs(2)
    >>> pairs[0], pairs[1] = (1, 3), (-(2**99), 5)
    >>> pairs[0], pairs[1] == (-(2**99), 5)
    ((1, 3), True)
    """

    def __init__(self, count: int) -> None:
        self.numerators = array("q", bytes(8 * count))
        self.denominators = array("q", bytes(8 * count))
        self._long = bytearray()

    def __len__(self) -> int:
        return len(self.numerators)

    def __getitem__(self, at: Any) -> Any:
        above, below = self.numerators[at], self.denominators[at]
        if below:
            return above, below
        middle, end = HEAD.unpack_from(self._long, above)
        begin = above + HEAD.size
        parts = self._long[begin : begin + middle], self._long[begin + middle : begin + end]
        return tuple(int.from_bytes(part, "little", signed=True) for part in parts)

    def __setitem__(self, at: int, pair: tuple[int, int]) -> None:
        if max(map(int.bit_length, pair)) <= MACHINE_BITS:
            self.numerators[at], self.denominators[at] = pair
            return
        self.numerators[at] = len(self._long)
        above, below = (part.to_bytes(part.bit_length() // 8 + 1, "little", signed=True) for part in pair)
        self._long += HEAD.pack(len(above), len(above) + len(below)) + above + below


class Values(Sequence[Any]):
    """One number a position: ``fmpq``, or floats.

    >>> Values.of([fmpq(1, 2), fmpq(3), fmpq(1, 2)], exact=True)[1]
    3
    """

    def __init__(self, codes: Any, numbers: Any | None) -> None:
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

    def __setitem__(self, at: int, number: Any) -> None:
        """Write a value, where numbers are `Shares` or `Ratios`."""
        assert self.numbers is not None
        self.codes[at] = self.numbers.code(number)

    def at(self, places: Sequence[int], *, exact: bool) -> "Values":
        """Return the values in some places, in their order; each distinct number is read once."""
        codes = [self.codes[place] for place in places]
        if self.numbers is None:
            return Values.of(codes, exact=exact)
        numbers = {code: self.numbers[code] for code in dict.fromkeys(codes)}
        return Values.of([numbers[code] for code in codes], exact=exact)

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
    common = fmpz(1)
    for number in numbers:
        common = common * number.q // common.gcd(number.q)
    return int(common)


def _shortest(least: int, most: int) -> str:
    return next(code for code, bits in SHORT if -(1 << bits) <= least and most < 1 << bits)
