"""The maps of best moves and of values."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from saizen.answer.pictures import Picture, checked_ending, new_figure

MOVES = ("0", "0,1", "0,2", "0,1,2", "1", "1,2", "2", "other")
COLOURS = ("#b2182b", "#d6604d", "#ef8a62", "#fddbc7", "#4393c3", "#92c5de", "#5aae61", "#999999")


def draw(table: str, out: Path, grids: Mapping[str, Sequence[Mapping[str, Any]]], fours: int) -> None:
    """Draw one panel for each way of taking and write the file."""
    checked_ending(out)
    figure = new_figure(6.2 * len(grids), 5.4)
    panels = figure.subplots(1, len(grids), squeeze=False)[0]
    for axes, (take, cells) in zip(panels, grids.items(), strict=True):
        _panel(figure, axes, table, cells)
        axes.set_title(f"take {take}: boards (na, {fours}, ka, {fours})")
        axes.set_xlabel("ka, known cards")
        axes.set_ylabel("na, letters")
    Picture(figure).save(out)


def _panel(figure: Any, axes: Any, table: str, cells: Sequence[Mapping[str, Any]]) -> None:
    import numpy as np
    from matplotlib.colors import ListedColormap
    from matplotlib.ticker import MaxNLocator

    letters = max(cell["na"] for cell in cells)
    picture = np.full((letters + 1, letters + 1), np.nan)
    for cell in cells:
        picture[cell["na"], cell["ka"]] = (
            _move_number(cell["text"]) if table == "moves" else float(cell["value"])
        )
    if table == "values":
        largest = float(np.nanpercentile(np.abs(picture), 90)) or 1.0
        image = axes.imshow(picture, origin="lower", cmap="RdBu_r", vmin=-largest, vmax=largest)
        figure.colorbar(image, ax=axes, label="pairs ahead", shrink=0.8, extend="both")
    else:
        colours = ListedColormap(COLOURS)
        axes.imshow(picture, origin="lower", cmap=colours, vmin=-0.5, vmax=len(MOVES) - 0.5)
        used = sorted({_move_number(cell["text"]) for cell in cells})
        for number in used:
            axes.plot([], [], "s", color=COLOURS[number], label=MOVES[number])
        axes.legend(title="best move", loc="lower right")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    first = min(cell["na"] for cell in cells)
    axes.set_xlim(min(cell["ka"] for cell in cells) - 0.5, letters + 0.5)
    axes.set_ylim(first - 0.5, letters + 0.5)


def _move_number(text: str) -> int:
    return MOVES.index(text) if text in MOVES else len(MOVES) - 1
