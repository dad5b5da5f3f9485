"""How a position looks: the secret face down, the guesses with their answers, what is left."""

from collections.abc import Iterator
from typing import Any

from saizen.drawing import Cell, Drawing
from saizen.games.abgame import field
from saizen.games.abgame.codes import answers_to, every_code, number_of
from saizen.games.abgame.position import AbPosition, History
from saizen.games.abgame.size import Code, Size
from saizen.games.abgame.text import code_text, is_short

MOST_CODES = 30
"""Candidates that are shown one by one."""
MOST_NAMED = 120
"""Candidates that are named among the parts."""
MOST_GUESSES = 40
"""Guesses that are shown, the last ones."""
WIDTH = 64
"""Columns for a line of candidates."""


def drawn(position: AbPosition) -> Drawing:
    """Draw a position.

    >>> from saizen.games.abgame.text import parse
    >>> print(drawn(parse("3x7 123:0A1B 345:2A0B")).text())
    secret (???)
    1      [123] 0A1B
    2      [345] 2A0B
    left   245   346  347 365 375
    5 codes are possible.
    """
    size, history = position.size, position.history or ()
    found = not position.patterns
    rows: list[list[Cell | str]] = [["secret", _secret(size, history[-1][0] if found and history else None)]]
    first = max(0, len(history) - MOST_GUESSES)
    for number, (guess, answer) in enumerate(history[first:], first + 1):
        rows.append([str(number), Cell(code_text(guess, size), "card"), str(answer)])
    if found:
        guesses = f" after {len(history)} {'guess' if len(history) == 1 else 'guesses'}" if history else ""
        return Drawing.of(rows, [f"The code is found{guesses}."], _parts(position))
    many = len(position)
    if many <= MOST_CODES:
        rows += _left(position)
    told = "Only one code is possible." if many == 1 else f"{many:,} codes are possible."
    return Drawing.of(rows, [told], _parts(position))


def _secret(size: Size, known: Code | None) -> Cell:
    if known is not None:
        return Cell(code_text(known, size), "card", title="the secret")
    return Cell("?" * size.places, "back", title="the secret, hidden")


def _left(position: AbPosition) -> Iterator[list[Cell | str]]:
    """List the candidates, a few in a row; each is a guess that can be made."""
    texts = [code_text(code, position.size) for code in sorted(position.candidates())]
    each = max(1, WIDTH // (max(map(len, texts)) + 1) - 1)
    for at in range(0, len(texts), each):
        cells = [Cell(text, move=text, title="a code that is possible") for text in texts[at : at + each]]
        yield ["" if at else "left", *cells]


def _parts(position: AbPosition) -> dict[str, Any]:
    """Tell what the board is made of; of the secret nothing is known here but what the answers tell."""
    size, history, many = position.size, position.history or (), len(position)
    listed = position.listed_first if position.patterns else None  # the end keeps no list
    now = before = field.filled(position)
    counts = [many] if history else []
    if len(history) > 1 or (history and listed is not None):
        earlier, last = _earlier(size, history[:-1], listed)
        counts, before = [*earlier, many], field.filled(last)
    elif history:
        before = field.full(size)
    told = [
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
        "history": told[-MOST_GUESSES:],
        "earlier": max(0, len(told) - MOST_GUESSES),
        "found": not position.patterns,
        "codes": size.codes,
        "left": many,
        "candidates": [{"text": name, "move": name} for name in names],
        "field": {
            "columns": field.columns(size),
            "codes": size.codes // field.beginnings(size).codes,
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
