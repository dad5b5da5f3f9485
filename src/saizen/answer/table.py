"""A table for people and how its cells are written; numbers stay numbers until they are shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from saizen.exact import decimal, text

if TYPE_CHECKING:
    from saizen.answer.pictures import Picture

LONGEST_CELL = 24
"""Characters of a fraction in a table; a longer one is rounded, since the data has it in full."""
SHORT_CELL = 6
"""Signs of a number that is written as it is into a matrix."""
LONGEST_FRACTION = 40
"""Characters of a fraction in the JSON of an answer; a longer one is the nearest float there."""
MOST_BITS = 14_000
"""Bits of a whole number that is written as one: some 4,200 digits, which Python still reads."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table for people: cells are shown with `cell_text`.

    ``heat`` marks a matrix, whose numbers are coloured by size where there are colours.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    heat: bool = False

    def __repr__(self) -> str:
        return f"<table {self.title!r}: {len(self.rows)} rows>"

    def _repr_html_(self) -> str:
        from saizen.answer.html import table_html

        return table_html(self)

    def save(self, path: str | Path) -> Path:
        """Write the table to FILE.csv, FILE.parquet or FILE.tex (booktabs), with the version that made it."""
        from saizen.answer import Answer

        return Answer({}, [self]).save(path)[0]

    def plot(self) -> "Picture":
        """Draw the table: a matrix as a heat map, moves as bars, rates with their intervals."""
        from saizen.answer.pictures import table_picture

        return table_picture(self)


def plain(value: Any) -> Any:
    """Turn a value into what JSON knows, all the way down: a whole number is a number, a fraction a text.

    A whole number that is too long for Python's own reader is also a text.
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        value = value.numerator
    if isinstance(value, Fraction) or (isinstance(value, int) and value.bit_length() > MOST_BITS):
        return text(value)
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return value


def short_numbers(value: Any, longest: int = LONGEST_FRACTION) -> tuple[Any, bool]:
    """Return a value as JSON knows it, with floats for long fractions, and whether there were any.

    A fraction of more than ``longest`` characters is long.

    >>> short_numbers({"value": Fraction(1, 3), "moves": [Fraction(10**40, 3**90)]})
    ({'value': '1/3', 'moves': [0.0011457426376713198]}, True)
    """
    if isinstance(value, Fraction) and value.denominator != 1:
        written = text(value)
        rounded = None if len(written) <= longest else nearest_float(value)
        return (written, False) if rounded is None else (rounded, True)
    if isinstance(value, Mapping):
        entries = {str(key): short_numbers(entry, longest) for key, entry in value.items()}
        return {key: entry for key, (entry, _) in entries.items()}, any(cut for _, cut in entries.values())
    if isinstance(value, list | tuple):
        items = [short_numbers(entry, longest) for entry in value]
        return [item for item, _ in items], any(cut for _, cut in items)
    return plain(value), False


def nearest_float(value: Fraction) -> float | None:
    """Return the float nearest to a fraction; None where it is beyond all floats."""
    try:
        return float(value)
    except OverflowError:
        return None


def is_number(cell: Any) -> bool:
    """Return whether a table cell is a number; a flag is not."""
    return isinstance(cell, int | float | Fraction) and not isinstance(cell, bool)


def cell_text(value: Any) -> str:
    """Write one table cell: yes or nothing for a flag, six decimals for a long number, else its text.

    >>> [cell_text(x) for x in (True, False, None, 0.25, Fraction(1, 3), "a")]
    ['yes', '', '', '0.250000', '1/3', 'a']
    >>> cell_text(Fraction(10**20, 3**50))
    '0.000139'
    >>> cell_text(-1e-9)
    '0.000000'
    """
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, float):
        written = f"{value:.6f}"
        return written.removeprefix("-") if not written.strip("-0.") else written  # a rounded 0 has no sign
    if not isinstance(value, Fraction):
        return text(value) if isinstance(value, int) else str(value)
    written = text(value)
    return written if len(written) <= LONGEST_CELL else decimal(value, 6)


def short_text(value: Any) -> str:
    """Write a cell of a matrix in few signs, since matrices are wide.

    >>> [short_text(x) for x in (Fraction(1977388, 7050833), Fraction(-1, 2), 0.011765, "2*")]
    ['0.280', '-1/2', '0.012', '2*']
    """
    written = cell_text(value)
    return written if not is_number(value) or len(written) <= SHORT_CELL else f"{float(value):.3f}"
