"""Pictures: matrices as heat maps, moves as bars, rates with their intervals, the value along a game.

matplotlib draws them (extra ``plot``). A `Picture` shows itself in notebooks and is saved as SVG, PNG or PDF.
"""

import io
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isnan
from pathlib import Path
from typing import Any, BinaryIO

from saizen.answer import html
from saizen.answer.table import Table, cell_text, is_number, short_text
from saizen.errors import MissingExtra, SaizenError
from saizen.store.files import atomic_write

ENDINGS = (".svg", ".png", ".pdf")
BEST, COSTLY = ("#{:02x}{:02x}{:02x}".format(*colour) for colour in (html.BEST, html.COSTLY))
MOST_WRITTEN = 400
"""Cells of a matrix whose numbers are written into the picture."""
MOST_BARS = 60


class Picture:
    """A drawn picture; ``figure`` is matplotlib's own object, so that you can change it."""

    def __init__(self, figure: Any) -> None:
        self.figure = figure

    def save(self, path: str | Path) -> Path:
        """Write the picture in the format of the file's ending; the file appears whole or not at all."""
        path = Path(path)
        form = checked_ending(path)
        atomic_write(path, lambda file: self._draw(file, form))
        return path

    def _draw(self, file: BinaryIO, form: str) -> None:
        import matplotlib

        with matplotlib.rc_context({"svg.hashsalt": "saizen"}):  # the same picture is the same file
            self.figure.savefig(file, format=form, metadata={"Date": None} if form == "svg" else None)

    def _repr_svg_(self) -> str:
        buffer = io.BytesIO()
        self._draw(buffer, "svg")
        return buffer.getvalue().decode()

    def __repr__(self) -> str:
        return "<picture; .save(FILE.svg, .png or .pdf) keeps it>"


def checked_ending(path: Path) -> str:
    """Return the format that a file's ending names, as matplotlib calls it.

    >>> checked_ending(Path("map.SVG"))
    'svg'
    """
    if path.suffix.lower() not in ENDINGS:
        raise SaizenError(f"{path}: a picture's name ends in {', '.join(ENDINGS)}")
    return path.suffix.lower()[1:]


def new_figure(width: float, height: float) -> Any:
    """Return an empty figure of matplotlib that no window knows of, or say what is missing."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra.of("drawing", "matplotlib", "plot") from None
    return Figure(figsize=(width, height), layout="constrained")


def table_picture(table: Table) -> Picture:
    """Draw a table: a matrix as a heat map, rates with their intervals, moves with a value as bars."""
    drawer = _drawer(table)
    if drawer is None:
        raise SaizenError(
            f"the table {table.title!r} has no picture: it is not a matrix and has no values or rates"
        )
    return drawer(table)


def has_picture(table: Table) -> bool:
    """Return whether `table_picture` can draw a table."""
    return _drawer(table) is not None


def _drawer(table: Table) -> Callable[[Table], Picture] | None:
    columns = list(table.columns)
    if not table.rows:
        return None
    if table.heat:
        return _heat_map
    if {"rate", "low", "high"} <= set(columns):
        return _rates
    values = columns.index("value") if "value" in columns[1:] else None
    if values is not None and not all(isnan(_number(row[values])) for row in table.rows):
        return _bars
    return None


def _heat_map(table: Table) -> Picture:
    """Draw the numbers of a matrix; the first column names the rows."""
    rows = [[_number(cell) for cell in row[1:]] for row in table.rows]
    names = [cell_text(row[0]) for row in table.rows]
    height, width = len(rows), len(rows[0])
    figure = new_figure(max(3.2, 0.62 * width + 2), max(2.4, 0.42 * height + 1.4))
    axes = figure.subplots()
    image = axes.imshow(rows, cmap="RdBu", aspect="auto", alpha=0.55)
    axes.set_xticks(range(width), labels=[str(name) for name in table.columns[1:]])
    axes.set_yticks(range(height), labels=names)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_title(table.title, size=10, wrap=True)
    figure.colorbar(image, ax=axes, shrink=0.8)
    if height * width <= MOST_WRITTEN:
        for i, row in enumerate(table.rows):
            for j, cell in enumerate(row[1:]):
                axes.text(j, i, short_text(cell), ha="center", va="center", size=8)
    return Picture(figure)


def _number(cell: Any) -> float:
    """Return the number in a cell: a star or dots may stand behind it, and an empty cell has none."""
    try:
        return float(cell) if is_number(cell) else float(Fraction(str(cell).rstrip("*.")))
    except (ValueError, ZeroDivisionError):
        return float("nan")


def _rates(table: Table) -> Picture:
    """Draw success rates in per cent, each with its interval."""
    columns = list(table.columns)
    place = {name: columns.index(name) for name in ("rate", "low", "high")}
    shown = [name for name in ("player", "stacks", "deals") if name in columns]
    names = [", ".join(_named(name, row[columns.index(name)]) for name in shown) for row in table.rows]
    rates, low, high = (
        [100 * float(row[place[name]]) for row in table.rows] for name in ("rate", "low", "high")
    )
    ends = [
        [r - a for r, a in zip(rates, low, strict=True)],
        [b - r for r, b in zip(rates, high, strict=True)],
    ]
    return interval_picture(names, rates, ends, table.title)


def _named(name: str, cell: Any) -> str:
    return cell_text(cell) if name == "player" else f"{cell_text(cell)} {name}"


def interval_picture(
    names: Sequence[str], rates: Sequence[float], ends: Sequence[Sequence[float]], title: str
) -> Picture:
    """Draw rates in per cent as points on lines; ``ends`` has how far each interval goes down and up."""
    figure = new_figure(6.4, 0.5 * len(names) + 1.6)
    axes = figure.subplots()
    axes.errorbar(rates, range(len(names)), xerr=ends, fmt="o", color=BEST, capsize=4)
    axes.set_yticks(range(len(names)), labels=names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlabel("per cent won, with the 95 % interval")
    axes.set_title(title, size=10, wrap=True)
    axes.grid(axis="x", alpha=0.3)
    return Picture(figure)


def _bars(table: Table) -> Picture:
    """Draw the value of each move; the best are blue, and hatched if there is no colour."""
    columns = list(table.columns)
    value, best = columns.index("value"), columns.index("optimal") if "optimal" in columns else None
    rows = [row for row in table.rows if not isnan(_number(row[value]))][:MOST_BARS]
    figure = new_figure(6.4, max(1.8, 0.3 * len(rows) + 1.2))
    axes = figure.subplots()
    good = [best is not None and bool(row[best]) for row in rows]
    axes.barh(
        range(len(rows)),
        [_number(row[value]) for row in rows],
        color=[BEST if is_best else COSTLY for is_best in good],
        hatch=["" if is_best or best is None else "//" for is_best in good],
        edgecolor="white",
    )
    axes.set_yticks(range(len(rows)), labels=[cell_text(row[0]) for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xlabel("value" if best is None else "value (hatched: not optimal)")
    axes.set_title(table.title, size=10, wrap=True)
    return Picture(figure)


def game_picture(values: Sequence[Any], entries: Sequence[Any], title: str, label: str) -> Picture:
    """Draw the value of a game from entry to entry of its record, with the mistakes marked.

    ``values`` and ``entries`` are those of `saizen.sitting.sitting.Sitting.record`.
    """
    points = [(ply, float(value)) for ply, value in enumerate(values) if value is not None]
    if not points:
        raise SaizenError(f"{title}: no value along the game is known, so there is no picture of it")
    figure = new_figure(max(6.4, 0.22 * len(values)), 3.4)
    axes = figure.subplots()
    axes.plot(*zip(*points, strict=True), color=BEST, marker="o", markersize=4, drawstyle="steps-post")
    worth = dict(points)
    lost = [entry for entry in entries if entry["cost"] and entry["ply"] in worth]
    if lost:
        axes.plot(
            [entry["ply"] for entry in lost],
            [worth[entry["ply"]] for entry in lost],
            linestyle="",
            marker="X",
            markersize=9,
            color=COSTLY,
            label="a choice that cost something",
        )
        axes.legend()
    if len(entries) <= MOST_BARS:
        axes.set_xticks(
            range(len(entries)), labels=[entry["move"] for entry in entries], rotation=60, ha="right"
        )
    axes.set_ylabel(label)
    axes.set_title(title, size=10)
    axes.grid(axis="y", alpha=0.3)
    return Picture(figure)
