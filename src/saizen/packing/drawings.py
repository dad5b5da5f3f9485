"""Drawings of all positions of a game, each as the change from the one before it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from saizen.drawing import Drawing
from saizen.packing import ItemTable, varints

SEATS = (0, 1)


class Drawings:
    """What all drawings of a game are numbered of: cells, and the forms in which they stand."""

    def __init__(self, moves: ItemTable) -> None:
        self._moves = moves
        self._cells, self._shapes = ItemTable(), ItemTable()

    def columns(
        self, drawings: Mapping[int, Sequence[Drawing | None]], parents: Sequence[int], ways: bool
    ) -> dict[str, bytes]:
        """Return the columns of the drawings of each seat, in the order of the nodes; None draws nothing new.

        A cell is 0 where it is as in the drawing of the node's parent, else its number and 1. Where all seats
        see the same, one drawing is enough. With ``ways`` the paths on the board are those of the moves.
        """
        numbered = {seat: self._numbered(shown, ways) for seat, shown in drawings.items()}
        if numbered[0] == numbered[1]:
            del numbered[1]
        columns = {}
        for seat, (shapes, cells) in numbered.items():
            changes = []
            for node, own in enumerate(cells):
                before = cells[parents[node]]
                same = node > 0 and shapes[node] == shapes[parents[node]]
                changes += [0 if same and before[at] == cell else cell + 1 for at, cell in enumerate(own)]
            columns[f"shape{seat}"] = varints(shapes)
            columns[f"draw{seat}"] = varints(changes)
        return columns

    def _numbered(
        self, drawings: Sequence[Drawing | None], ways: bool
    ) -> tuple[list[int], list[tuple[int, ...]]]:
        shapes: list[int] = []
        cells: list[tuple[int, ...]] = []
        for drawing in drawings:
            if drawing is None:
                shapes.append(0)
                cells.append(())
                continue
            parts = dict(drawing.parts)
            if ways and "paths" in parts:
                parts["paths"] = None
            shape = [[len(row) for row in drawing.rows], list(drawing.notes), parts]
            shapes.append(1 + self._shapes.number(json.dumps(shape, ensure_ascii=False), shape))
            cells.append(
                tuple(
                    self._cells.number((cell.text, cell.kind, cell.move, cell.title))
                    for row in drawing.rows
                    for cell in row
                )
            )
        return shapes, cells

    def header(self) -> dict[str, Any]:
        """Return the cells and the forms: lengths of rows, notes, parts."""
        return {"cells": self._cells.items, "shapes": self._shapes.items}


def ways_of_moves(drawings: Sequence[tuple[Drawing | None, Sequence[str]]]) -> dict[str, list[int]] | None:
    """Return from where to where each move goes, by its text; None where that is not the move's alone.

    Every drawing comes with the moves that there are, in their order.

    >>> from saizen.drawing import Drawing
    >>> board = Drawing.of([], (), {"paths": [{"move": "a2 a3", "from": 4, "to": 1}]})
    >>> ways_of_moves([(board, ["a2 a3", "stay"])])
    {'a2 a3': [4, 1]}
    """
    ways: dict[str, list[int]] = {}
    without: set[str] = set()
    for drawing, moves in drawings:
        if drawing is None or "paths" not in drawing.parts:
            continue
        listed = drawing.parts["paths"]
        drawn = {path["move"]: [path["from"], path["to"]] for path in listed}
        if [path["move"] for path in listed] != [move for move in moves if move in drawn]:
            return None
        without.update(move for move in moves if move not in drawn)
        if any(ways.setdefault(move, way) != way for move, way in drawn.items()):
            return None
    return None if without & set(ways) else ways
