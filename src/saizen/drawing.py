"""Pictures of positions: rows of cells, the same data for the terminal, the page and notebooks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any
from unicodedata import east_asian_width

LOOKS = {
    "card": "border:1px solid currentcolor;font-weight:600",
    "mark": "border:2px solid rgb(230,97,1);font-weight:600",
    "back": "border:1px solid rgb(33,102,172);background:rgb(33,102,172);color:#fff",
    "empty": "border:1px dashed currentcolor;opacity:0.6",
    "label": "opacity:0.8",
}
"""The styles of the kinds of cells in a notebook."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One thing on the board: what stands there, what it is, and the move that touching it makes.

    ``kind`` is a word for how it looks: ``card`` (face up), ``back`` (face down), ``empty`` (a place where
    something could lie), ``mark`` (a card that counts more), ``label`` (words beside the board), or ``""``.
    ``move`` is the text of a legal move. ``title`` says more, for people who point at it or cannot see it.
    """

    text: str
    kind: str = ""
    move: str | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Rows of cells, and sentences under them.

    ``parts`` is what the drawing is made of, for faces that draw by themselves: plain JSON data, in words of
    the game. A thing that can be touched carries its ``move``.

    >>> Drawing.of([["a", "b"]], ["two letters"]).data()["notes"]
    ['two letters']
    """

    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str] = ()
    parts: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @classmethod
    def of(
        cls,
        rows: Iterable[Iterable["Cell | str"]],
        notes: Iterable[str] = (),
        parts: Mapping[str, Any] | None = None,
    ) -> "Drawing":
        """Make a drawing; a text is a cell of words."""
        cells = tuple(tuple(c if isinstance(c, Cell) else Cell(c, "label") for c in row) for row in rows)
        return cls(cells, tuple(notes), dict(parts or {}))

    @classmethod
    def from_text(cls, text: str) -> "Drawing":
        """Make a drawing of lines of text."""
        return cls.of([line] for line in text.splitlines())

    def without_moves(self) -> "Drawing":
        """Return the same drawing with nothing to touch: the game is over."""
        rows = tuple(tuple(replace(cell, move=None) for cell in row) for row in self.rows)
        return Drawing(rows, self.notes, self.parts)

    def data(self) -> dict[str, Any]:
        """Return the drawing as JSON knows it."""
        rows = [
            [{"text": c.text, "kind": c.kind, "move": c.move, "title": c.title} for c in row]
            for row in self.rows
        ]
        return {"rows": rows, "notes": list(self.notes), "parts": dict(self.parts)}

    def text(self) -> str:
        """Write the drawing with plain characters: cards in brackets, places as dots, columns aligned.

        >>> rows = [["hand", Cell("3", "card"), Cell("", "empty")], ["", Cell("10", "mark")]]
        >>> print(Drawing.of(rows).text())
        hand [3]  .
             <10>
        """
        signs = [[plain_cell(cell) for cell in row] for row in self.rows]
        columns = max((len(row) for row in signs), default=0)
        widths = [
            max((width(row[i]) for row in signs if len(row) > max(i, 1)), default=0) for i in range(columns)
        ]
        lines = [
            " ".join(sign + " " * (widths[i] - width(sign)) for i, sign in enumerate(row)).rstrip()
            for row in signs
        ]
        return "\n".join([*lines, *self.notes])

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr>{''.join(map(cell_html, row))}</tr>" for row in self.rows)
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return f"<table>{rows}</table>{notes}"


def cell_html(cell: Cell) -> str:
    """Write one cell for a notebook, light or dark: cards are boxes, backs are blue, places are dashed.

    >>> cell_html(Cell("<3>", "label"))
    '<td style="text-align:center;opacity:0.8">&lt;3&gt;</td>'
    """
    look = LOOKS.get(cell.kind, LOOKS["label"])
    title = f' title="{escape(cell.title)}"' if cell.title else ""
    if cell.kind in ("", "label"):
        return f'<td style="text-align:center;{look}"{title}>{escape(cell.text)}</td>'
    box = f"display:inline-block;min-width:1.4em;padding:1px 5px;border-radius:4px;{look}"
    shown = escape(cell.text) or "&nbsp;"
    return f'<td style="text-align:center"{title}><span style="{box}">{shown}</span></td>'


def width(text: str) -> int:
    """Return how many columns a text takes: a Japanese character takes two.

    >>> width("assassin"), width("暗殺者")
    (8, 6)
    """
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def plain_cell(cell: Cell) -> str:
    """Write one cell with plain characters."""
    match cell.kind:
        case "card":
            return f"[{cell.text}]"
        case "mark":
            return f"<{cell.text}>"
        case "back":
            return f"({cell.text})"
        case "empty":
            return cell.text or "."
    return cell.text
