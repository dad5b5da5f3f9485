"""Connect Four for large boards: a position is one integer, and the rules compile."""

from dataclasses import dataclass
from typing import Annotated

from saizen import MAX, PLAYING, CompiledGame


@dataclass(frozen=True)
class ConnectFour(CompiledGame):
    """Drop stones into columns; four in a line win.

    A column has one bit more than rows. Its bits are its stones from below, 1 for MAX, and above them a 1
    that marks the next place.
    """

    columns: Annotated[int, range(1, 11)] = 4
    rows: Annotated[int, range(1, 11)] = 4

    @property
    def bottom(self):
        return sum(1 << column * (self.rows + 1) for column in range(self.columns))

    @property
    def board(self):
        return self.bottom * ((1 << self.rows) - 1)

    @property
    def steps(self):
        """Shifts that fill a column downwards from its mark, and which bits stay in their column."""
        shifts = [1 << power for power in range(4) if 1 << power <= self.rows]
        below = [self.bottom * ((1 << max(0, self.rows + 1 - shift)) - 1) for shift in shifts]
        return tuple(zip(shifts, below, strict=True))

    def start(self):
        return self.bottom

    def stones(self, position):
        filled = position
        for step in range(len(self.steps)):
            filled |= filled >> self.steps[step][0] & self.steps[step][1]
        return filled >> 1 & self.board

    def layer(self, position):
        return self.stones(position).bit_count()

    def turn(self, position):
        return self.stones(position).bit_count() % 2

    def ended(self, position):
        stones = self.stones(position)
        count = stones.bit_count()
        last = stones & (position if count % 2 else ~position)
        if self.has_four(last):
            return 1 if count % 2 else -1
        return 0 if stones == self.board else PLAYING

    def has_four(self, stones):
        high = self.rows + 1
        pairs = stones & stones >> 1
        four = pairs & pairs >> 2
        pairs = stones & stones >> high
        four |= pairs & pairs >> 2 * high
        pairs = stones & stones >> high - 1
        four |= pairs & pairs >> 2 * (high - 1)
        pairs = stones & stones >> high + 1
        four |= pairs & pairs >> 2 * (high + 1)
        return four != 0

    def children(self, position, out):
        stones = self.stones(position)
        marks = (stones << 1 | self.bottom) & ~stones & self.board
        taller = 1 if stones.bit_count() % 2 == MAX else 0
        count = 0
        while marks:
            mark = marks & -marks
            out[count] = position + (mark << taller)
            count += 1
            marks ^= mark
        return count

    def signs(self, position):
        stones, high = self.stones(position), self.rows + 1
        places = [c * high + row for row in reversed(range(self.rows)) for c in range(self.columns)]
        return ["xo"[1 - (position >> at & 1)] if stones >> at & 1 else "" for at in places]

    def move_name(self, position, child):
        changed = position ^ child
        return (changed.bit_length() - 1) // (self.rows + 1) + 1


if __name__ == "__main__":
    from saizen import solve

    game = ConnectFour()
    print("connect four on 4 columns and 4 rows is worth", solve(game).value(game.start()))
