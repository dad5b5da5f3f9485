"""A drawing and the course of a game in a terminal: colours where there are some, 80 columns."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from saizen.drawing import Drawing, plain_cell
from saizen.exact import number

STYLES = {
    "card": "bold black on white",
    "mark": "bold white on dark_orange3",
    "back": "white on blue",
    "empty": "dim",
    "label": "",
}
COLUMNS = 80
WIDTH = 17
"""Columns of the picture of a game's value."""


def drawn(drawing: Drawing) -> Text:
    """Draw a board: the same characters as `Drawing.text`, with colours."""
    signs = [[plain_cell(cell) for cell in row] for row in drawing.rows]
    columns = max((len(row) for row in signs), default=0)
    widths = [
        max((cell_len(row[i]) for row in signs if len(row) > max(i, 1)), default=0) for i in range(columns)
    ]
    board = Text()
    for row, cells in zip(signs, drawing.rows, strict=True):
        for i, (sign, cell) in enumerate(zip(row, cells, strict=True)):
            board.append(sign, STYLES.get(cell.kind, ""))
            if i + 1 < len(row):
                board.append(" " * (max(0, widths[i] - cell_len(sign)) + 1))
        board.append("\n")
    for note in drawing.notes:
        board.append(f"{note}\n")
    return board


def course(record: Mapping[str, Any]) -> list[str]:
    """Draw a game's value move by move, what each choice cost, and mark the mistakes.

    Where the solution estimates there is no value to draw; the costs are shares of the best choice.
    """
    entries: Sequence[Mapping[str, Any]] = record["entries"]
    values: Sequence[Any] = record["values"]
    known = [value for value in values if value is not None]
    low, high = (min(known), max(known)) if known else (0, 0)
    lines = []
    for ply, entry in enumerate(entries):
        after = values[ply + 1] if values else None
        cost = entry["cost"]
        mark = (
            ""
            if not cost
            else f"  costs {number(cost)}" + (f", best: {entry['best']}" if entry["best"] else "")
        )
        sign = "?" if cost else " "
        shown = "" if after is None else f"{number(after):>8} {_dot(after, low, high)}"
        line = f"{ply + 1:>3} {entry['player']:<8.8} {entry['move']:<14.14}{sign} {shown}{mark}".rstrip()
        lines.append(line if len(line) <= COLUMNS else line[: COLUMNS - 3] + "...")
    return lines


def _dot(value: Any, low: Any, high: Any) -> str:
    """Draw where a value lies; exact ones stay so, since they may be beyond floats."""
    place = round((value - low) / (high - low) * (WIDTH - 1)) if high > low else WIDTH // 2
    return "|" + "." * place + "o" + "." * (WIDTH - 1 - place) + "|"
