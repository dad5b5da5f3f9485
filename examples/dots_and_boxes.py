"""Dots and boxes: draw a line; who draws the fourth side of a box has it and moves again."""

from dataclasses import dataclass
from typing import Annotated

from saizen import MAX, Decision, Game, Terminal, solve
from saizen.drawing import Cell, Drawing


@dataclass(frozen=True)
class DotsAndBoxes(Game[tuple[frozenset[int], int, int]]):
    """A position is the lines drawn, by how many boxes MAX is ahead, and who moves; more boxes win."""

    rows: Annotated[int, range(1, 11)] = 2
    columns: Annotated[int, range(1, 11)] = 2

    def start(self):
        return frozenset(), 0, MAX

    def look(self, position):
        drawn, ahead, player = position
        boxes, lines = self.boxes(), set().union(*self.boxes())
        if len(drawn) == len(lines):
            return Terminal((ahead > 0) - (ahead < 0))
        options = {}
        for line in sorted(lines - drawn):
            after = drawn | {line}
            closed = sum(line in box and box <= after for box in boxes)
            gain = closed if player == MAX else -closed
            options[line] = (after, ahead + gain, player if closed else 1 - player)
        return Decision(player, options)

    def describe(self, position, seat=None):
        drawn, ahead, _ = position
        rows, line = [], 0
        for row in range(2 * self.rows + 1):
            flat = row % 2 == 0
            cells = [Cell("·" if flat else " ", "label")] if flat else []
            for _ in range(self.columns + (not flat)):
                there = line in drawn
                sign = ("—" if flat else "|") if there else ""
                cells.append(
                    Cell(sign, "mark" if there else "empty", None if there else str(line), f"line {line}")
                )
                cells.append(Cell("·" if flat else "", "label"))
                line += 1
            rows.append(cells)
        return Drawing.of(rows, [f"max is {ahead} boxes ahead." if ahead else "Both have as many boxes."])

    def boxes(self):
        """Return the four lines of every box; a row of lines across lies above a row of lines down."""
        wide = 2 * self.columns + 1
        corners = [row * wide + column for row in range(self.rows) for column in range(self.columns)]
        return [{at, at + self.columns, at + self.columns + 1, at + wide} for at in corners]


if __name__ == "__main__":
    print("dots and boxes with 2 x 2 boxes is worth", solve(DotsAndBoxes()).value((frozenset(), 0, MAX)))
