"""Pictures of a position: the secret face down, the guesses with their answers, the codes that are left.

The field has all codes of a size as cells, and how full each cell still is. A cell is a code where that makes
a field of moderate size, else all codes that begin alike. The cells stand in the order of the codes, so that
a cell stays where it is while the field empties.
"""

import math
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import Any

from saizen.drawing import Cell, Drawing
from saizen.games.abgame.position import STAR, AbPosition, History
from saizen.games.abgame.size import Code, Size, answers_to, every_code, number_of
from saizen.games.abgame.text import code_text, is_short

MOST_CODES = 30
"""Candidates that are shown one by one."""
MOST_NAMED = 120
"""Candidates that are named among the parts."""
MOST_GUESSES = 40
"""Guesses that are shown, the last ones."""
MOST_CELLS = 5184
"""Cells of a field: 4x10 has 5,040 codes, 4x8r and 6x4r have 4,096."""
FULL = 9
"""The digit of a cell that has lost nothing; 0 is empty."""
WIDTH = 64
"""Columns for a line of candidates."""


def draw_position(position: AbPosition) -> Drawing:
    """Draw a position.

    >>> from saizen.games.abgame.text import parse
    >>> print(draw_position(parse("3x7 123:0A1B 345:2A0B")).text())
    secret (???)
    1      [123] 0A1B
    2      [345] 2A0B
    left   245   346  347 365 375
    5 codes are possible.
    """
    size, history = position.size, position.history or ()
    is_found = not position.patterns
    secret = history[-1][0] if is_found and history else None
    rows: list[list[Cell | str]] = [["secret", _secret(size, secret)]]
    first = max(0, len(history) - MOST_GUESSES)
    for number, (guess, answer) in enumerate(history[first:], first + 1):
        rows.append([str(number), Cell(code_text(guess, size), "card"), str(answer)])
    if is_found:
        guesses = f" after {len(history)} {'guess' if len(history) == 1 else 'guesses'}" if history else ""
        return Drawing.of(rows, [f"The code is found{guesses}."], _parts(position))
    many = len(position)
    if many <= MOST_CODES:
        rows += _left(position)
    sentence = "Only one code is possible." if many == 1 else f"{many:,} codes are possible."
    return Drawing.of(rows, [sentence], _parts(position))


def _secret(size: Size, secret: Code | None) -> Cell:
    if secret is not None:
        return Cell(code_text(secret, size), "card", title="the secret")
    return Cell("?" * size.places, "back", title="the secret, hidden")


def _left(position: AbPosition) -> Iterator[list[Cell | str]]:
    """List the candidates, a few in a row; each is a guess that can be made."""
    texts = [code_text(code, position.size) for code in sorted(position.candidates())]
    each = max(1, WIDTH // (max(map(len, texts)) + 1) - 1)
    for at in range(0, len(texts), each):
        cells = [Cell(text, move=text, title="a code that is possible") for text in texts[at : at + each]]
        yield ["" if at else "left", *cells]


def _parts(position: AbPosition) -> dict[str, Any]:
    """Return the elements of the board; of the secret only the answers are known."""
    size, history, many = position.size, position.history or (), len(position)
    listed = position.listed_first if position.patterns else None  # the end keeps no list
    now = before = fill_field(position)
    counts = [many] if history else []
    if len(history) > 1 or (history and listed is not None):
        earlier, last = _earlier(size, history[:-1], listed)
        counts, before = [*earlier, many], fill_field(last)
    elif history:
        before = full_field(size)
    rounds = [
        {
            "guess": code_text(guess, size),
            "symbols": [_symbol(symbol, size) for symbol in guess],
            "answer": str(answer),
            "a": answer.a,
            "b": answer.b,
            "left": left,
        }
        for (guess, answer), left in zip(history, counts, strict=True)
    ]
    names = (code_text(code, size) for code in sorted(position.candidates())) if many <= MOST_NAMED else ()
    return {
        "size": str(size),
        "places": size.places,
        "symbols": [_symbol(symbol, size) for symbol in range(1, size.all_symbols + 1)],
        "dummies": size.dummies,
        "repeat": size.repeat,
        "between": "" if is_short(size) else ",",
        "answers": [{"answer": str(answer), "a": answer.a, "b": answer.b} for answer in size.answers()],
        "history": rounds[-MOST_GUESSES:],
        "earlier": max(0, len(rounds) - MOST_GUESSES),
        "found": not position.patterns,
        "codes": size.codes,
        "left": many,
        "candidates": [{"text": name, "move": name} for name in names],
        "field": {
            "columns": columns(size),
            "codes": size.codes // beginnings(size).codes,
            "now": now,
            "before": before,
        },
    }


def _earlier(size: Size, history: History, listed: frozenset[Code] | None) -> tuple[list[int], AbPosition]:
    """Count the candidates after each of the earlier answers, and return the position after all of them."""
    counts = []
    if size.repeat and listed is None:  # as an array: a million codes are not written out for their number
        codes = every_code(size)
        for guess, answer in history:
            codes = codes[answers_to(guess, codes) == number_of(answer, size)]
            counts.append(len(codes))
        return counts, AbPosition.after(size, history)
    position = AbPosition.after(size, (), listed)
    for guess, answer in history:
        position = position.answered(guess, answer)
        counts.append(len(position))
    return counts, position


def _symbol(symbol: int, size: Size) -> str:
    return str(symbol % 10) if is_short(size) else str(symbol)


def beginnings(size: Size) -> Size:
    """Return the size of what a cell has in common: whole codes, or as many first symbols as make few cells.

    >>> str(beginnings(Size(4, 10))), str(beginnings(Size(3, 21)))
    ('4x10', '2x21')
    """
    cell = Size(size.places, size.symbols, size.repeat)
    while cell.places > 1 and cell.codes > MOST_CELLS:
        cell = Size(cell.places - 1, size.symbols, size.repeat)
    return cell


@lru_cache(maxsize=64)
def columns(size: Size) -> int:
    """Return how many cells a row of the field has: all rows alike, if that is possible.

    >>> columns(Size(3, 10)), columns(Size(4, 10)), columns(Size(1, 4))
    (36, 90, 2)
    """
    cells = beginnings(size).codes
    ideal = math.sqrt(1.6 * cells)
    fitting = [n for n in range(1, cells + 1) if cells % n == 0 and ideal / 1.5 <= n <= ideal * 1.5]
    return min(fitting or [round(ideal)], key=lambda n: abs(n - ideal))


def full_field(size: Size) -> str:
    """Return the field before the first guess.

    >>> full_field(Size(2, 2))
    '99'
    """
    return str(FULL) * beginnings(size).codes


def fill_field(position: AbPosition) -> str:
    """Return a digit for each cell, 0 for empty to 9 for full, at least 1 where anything is left.

    >>> from saizen.games.abgame.text import parse
    >>> fill_field(parse("2x4 12:0A1B")), fill_field(parse("2x4"))
    ('000099900900', '999999999999')
    """
    size, cell = position.size, beginnings(position.size)
    each = size.codes // cell.codes
    if len(position) == size.codes:
        return full_field(size)
    counts: Counter[Code] = Counter()
    if position.starred:
        for pattern in position.patterns:
            _count(pattern, cell.places, position, counts)
    else:
        counts.update(code[: cell.places] for code in position.patterns)
    cells, numbers = ["0"] * cell.codes, _numbers(cell)
    for code, many in counts.items():
        cells[numbers[code]] = str(-(-FULL * many // each))
    return "".join(cells)


@lru_cache(maxsize=8)
def _numbers(cell: Size) -> dict[Code, int]:
    """Return which cell has which first symbols in common."""
    return {code: number for number, code in enumerate(cell.secrets())}


def _count(pattern: Code, length: int, position: AbPosition, counts: Counter[Code]) -> None:
    """Add the codes of a pattern to the cells that they belong to."""
    head, tail, unused = pattern[:length], pattern[length:], position.unused
    stars = head.count(STAR)
    ways = math.perm(len(unused) - stars, tail.count(STAR)) if len(unused) >= stars else 0
    for symbols in permutations(unused, stars) if ways else ():
        filling = iter(symbols)
        counts[tuple(next(filling) if symbol == STAR else symbol for symbol in head)] += ways
