"""Dots and boxes for larger boards: a position is one integer, and the rules compile."""

from dataclasses import dataclass
from typing import Annotated

from saizen import PLAYING, CompiledGame


@dataclass(frozen=True)
class DotsAndBoxes(CompiledGame):
    """Draw a line; who draws the fourth side of a box has it and moves again. Values are boxes.

    A position is the lines drawn, as bits, and above them who moves.
    """

    rows: Annotated[int, range(1, 6)] = 2
    columns: Annotated[int, range(1, 6)] = 2

    @property
    def lines(self):
        return self.rows * (self.columns + 1) + self.columns * (self.rows + 1)

    @property
    def boxes(self):
        """The four lines of every box; a row of lines across lies above a row of lines down."""
        wide = 2 * self.columns + 1
        corners = [row * wide + column for row in range(self.rows) for column in range(self.columns)]
        return tuple(
            1 << at | 1 << at + self.columns | 1 << at + self.columns + 1 | 1 << at + wide for at in corners
        )

    def start(self):
        return 0

    def drawn(self, position):
        return position & (1 << self.lines) - 1

    def layer(self, position):
        return self.drawn(position).bit_count()

    def turn(self, position):
        return position >> self.lines

    def ended(self, position):
        return 0 if self.layer(position) == self.lines else PLAYING

    def closed(self, position):
        count = 0
        for box in self.boxes:
            count += position & box == box
        return count

    def children(self, position, out):
        count = 0
        before = self.closed(position)
        for line in range(self.lines):
            if not position >> line & 1:
                after = position | 1 << line
                out[count] = after if self.closed(after) > before else after ^ 1 << self.lines
                count += 1
        return count

    def reward(self, position, child):
        boxes = self.closed(child) - self.closed(position)
        return -boxes if self.turn(position) else boxes

    def move_name(self, position, child):
        return self.drawn(position ^ child).bit_length() - 1

    def describe(self, position, seat=None):
        drawn, at, rows = self.drawn(position), 0, []
        for row in range(2 * self.rows + 1):
            count, sign = (self.columns + 1, "|") if row % 2 else (self.columns, "—")
            there = [sign if drawn >> line & 1 else " " for line in range(at, at + count)]
            rows.append(" ".join(there) if row % 2 else "·" + "·".join(there) + "·")
            at += count
        return "\n".join(rows)


if __name__ == "__main__":
    from saizen import solve

    game = DotsAndBoxes()
    print("dots and boxes with 2 x 2 boxes is worth", solve(game).value(game.start()))
