"""All codes of a size as a field of cells, and how full each cell still is.

A cell is a code where that makes a field of moderate size, else all codes that begin alike. The cells stand
in the order of the codes, so that a cell stays where it is while the field empties.
"""

import math
from collections import Counter
from functools import lru_cache
from itertools import permutations

from saizen.games.abgame.position import STAR, AbPosition
from saizen.games.abgame.size import Code, Size

MOST_CELLS = 5184
"""Cells of a field: 4x10 has 5,040 codes, 4x8r and 6x4r have 4,096."""
FULL = 9
"""The digit of a cell that has lost nothing; 0 is empty."""


def beginnings(size: Size) -> Size:
    """Return the size of what a cell has in common: whole codes, or as many first symbols as make few cells.

    >>> str(beginnings(Size(4, 10))), str(beginnings(Size(3, 21)))
    ('4x10', '2x21')
    """
    known = Size(size.places, size.symbols, size.repeat)
    while known.places > 1 and known.codes > MOST_CELLS:
        known = Size(known.places - 1, size.symbols, size.repeat)
    return known


@lru_cache(maxsize=64)
def columns(size: Size) -> int:
    """Return how many cells a row of the field has: all rows alike, if that is possible.

    >>> columns(Size(3, 10)), columns(Size(4, 10)), columns(Size(1, 4))
    (36, 90, 2)
    """
    cells = beginnings(size).codes
    wanted = math.sqrt(1.6 * cells)
    fitting = [n for n in range(1, cells + 1) if cells % n == 0 and wanted / 1.5 <= n <= wanted * 1.5]
    return min(fitting or [round(wanted)], key=lambda n: abs(n - wanted))


def full(size: Size) -> str:
    """Return the field before the first guess.

    >>> full(Size(2, 2))
    '99'
    """
    return str(FULL) * beginnings(size).codes


def filled(position: AbPosition) -> str:
    """Return a digit for each cell, 0 for empty to 9 for full, at least 1 where anything is left.

    >>> from saizen.games.abgame.text import parse
    >>> filled(parse("2x4 12:0A1B")), filled(parse("2x4"))
    ('000099900900', '999999999999')
    """
    size, known = position.size, beginnings(position.size)
    each = size.codes // known.codes
    if len(position) == size.codes:
        return full(size)
    counts: Counter[Code] = Counter()
    if position.starred:
        for pattern in position.patterns:
            _count(pattern, known.places, position, counts)
    else:
        counts.update(code[: known.places] for code in position.patterns)
    cells, numbers = ["0"] * known.codes, _numbers(known)
    for code, many in counts.items():
        cells[numbers[code]] = str(-(-FULL * many // each))
    return "".join(cells)


@lru_cache(maxsize=8)
def _numbers(known: Size) -> dict[Code, int]:
    """Return which cell has which first symbols in common."""
    return {code: number for number, code in enumerate(known.secrets())}


def _count(pattern: Code, known: int, position: AbPosition, counts: Counter[Code]) -> None:
    """Add the codes of a pattern to the cells that they belong to."""
    head, tail, unused = pattern[:known], pattern[known:], position.unused
    stars = head.count(STAR)
    ways = math.perm(len(unused) - stars, tail.count(STAR)) if len(unused) >= stars else 0
    for symbols in permutations(unused, stars) if ways else ():
        filling = iter(symbols)
        counts[tuple(next(filling) if symbol == STAR else symbol for symbol in head)] += ways
