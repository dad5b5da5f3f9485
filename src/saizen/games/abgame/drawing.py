"""How a position looks: the secret face down, the guesses with their answers, what is left."""

from collections.abc import Iterator

from saizen.drawing import Cell, Drawing
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.size import Code, Size
from saizen.games.abgame.text import code_text

MOST_CODES = 30
"""Candidates that are shown one by one."""
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
        return Drawing.of(rows, [f"The code is found{guesses}."])
    many = len(position)
    if many <= MOST_CODES:
        rows += _left(position)
    told = "Only one code is possible." if many == 1 else f"{many:,} codes are possible."
    return Drawing.of(rows, [told])


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
