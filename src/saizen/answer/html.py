"""Answers and games in progress as HTML for notebooks; everything from people is escaped."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from saizen.answer import Answer
from saizen.answer.table import Table, cell_text, is_number, short_text

BEST, COSTLY = (33, 102, 172), (230, 97, 1)
"""Blue is good, orange is bad; colour-blind people can distinguish them."""
BARS = ("probability", "chance")
"""Columns that are drawn as bars."""
RECENT = 3
"""Moves shown below the board of a game in progress."""


def answer_html(answer: Answer) -> str:
    """Write tables, then sentences."""
    notes = "".join(f"<p>{escape(note)}</p>" for note in answer.notes)
    return "".join(map(table_html, answer.tables)) + notes


def table_html(table: Table) -> str:
    """Write one table; the numbers of a matrix are coloured, probabilities get bars."""
    head = "".join(f"<th>{escape(str(column))}</th>" for column in table.columns)
    numbers = [float(cell) for row in table.rows for cell in row if is_number(cell)]
    low, high = (min(numbers), max(numbers)) if table.heat and numbers else (0.0, 0.0)
    body = "".join(f"<tr>{_row(table, row, low, high)}</tr>" for row in table.rows)
    return f"<table><caption>{escape(table.title)}</caption><tr>{head}</tr>{body}</table>"


def _row(table: Table, row: Sequence[Any], low: float, high: float) -> str:
    cells = []
    for column, cell in zip(table.columns, row, strict=True):
        style, bar = "", ""
        if table.heat and is_number(cell) and high > low:
            shade = heat_colour((float(cell) - low) / (high - low))
            style = (
                f' style="background:{shade};color:#111;text-align:center" title="{escape(cell_text(cell))}"'
            )
        elif column in BARS and is_number(cell):
            width = round(100 * max(0.0, min(1.0, float(cell))))
            bar = f'<div style="background:rgb{BEST};height:4px;width:{width}%"></div>'
        written = short_text(cell) if table.heat else cell_text(cell)
        cells.append(f"<td{style}>{escape(written)}{bar}</td>")
    return "".join(cells)


def heat_colour(share: float) -> str:
    """Mix a light colour: orange for the least, white in the middle, blue for the most.

    >>> heat_colour(0.5), heat_colour(1.0)
    ('rgb(255,255,255)', 'rgb(111,156,201)')
    """
    end = BEST if share >= 0.5 else COSTLY
    weight = abs(2 * share - 1) * 0.65
    return "rgb(" + ",".join(str(round(255 + (part - 255) * weight)) for part in end) + ")"


def game_html(view: Mapping[str, Any], board: str, gained: str) -> str:
    """Write a game in progress from what it shows: the board, the latest moves, and who moves next."""
    moves = "".join(
        f"<li>{escape(event['player'])} <b>{escape(event['move'])}</b>"
        f"{': ' if event['words'] else ''}{escape(event['words'])}</li>"
        for event in view["happened"][-RECENT:]
    )
    state = "over" if view["ended"] else f"{view['awaits']['player']} to move"
    result = f"<p>{escape(state)}; gained {escape(gained)}</p>"
    return f"<b>{escape(view['game'])}</b>{board}<ul>{moves}</ul>{result}"
