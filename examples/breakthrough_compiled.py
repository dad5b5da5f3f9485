"""Breakthrough for larger boards: a position is one integer, and the rules compile."""

from dataclasses import dataclass
from typing import Annotated

from saizen import PLAYING, CompiledGame


@dataclass(frozen=True)
class Breakthrough(CompiledGame):
    """Pieces step forward, capture forward to the side; the first on the last row wins.

    A position is MAX's pieces, MIN's above them, as bits of the squares row by row, and above these who
    moves.
    """

    rows: Annotated[int, range(2, 8)] = 4
    columns: Annotated[int, range(1, 8)] = 3
    filled: Annotated[int, range(1, 4)] = 1

    @property
    def squares(self):
        return self.rows * self.columns

    @property
    def board(self):
        return (1 << self.squares) - 1

    @property
    def last_row(self):
        return ((1 << self.columns) - 1) << self.squares - self.columns

    @property
    def first_row(self):
        return (1 << self.columns) - 1

    def start(self):
        pieces = (1 << self.filled * self.columns) - 1
        return pieces | pieces << 2 * self.squares - self.filled * self.columns

    def turn(self, position):
        return position >> 2 * self.squares

    def layer(self, position):
        """Every step brings a piece nearer to its goal; one that is captured has gone all the way."""
        total = 0
        for row in range(self.rows):
            across = self.first_row << row * self.columns
            total += (self.rows - row) * (position & across).bit_count()
            total += (row + 1) * (position >> self.squares & across).bit_count()
        return 2 * self.squares * self.rows - total

    def ended(self, position):
        mine, yours = position & self.board, position >> self.squares & self.board
        if mine & self.last_row or yours == 0:
            return 1
        if yours & self.first_row or mine == 0:
            return -1
        return PLAYING

    def children(self, position, out):
        player = self.turn(position)
        forward = -self.columns if player else self.columns
        mine = position >> self.squares * player & self.board
        yours = position >> self.squares * (1 - player) & self.board
        count = 0
        for square in range(self.squares):
            if mine >> square & 1:
                for side in range(-1, 2):
                    to = square + forward + side
                    inside = 0 <= square % self.columns + side < self.columns
                    if inside and not mine >> to & 1 and not (side == 0 and yours >> to & 1):
                        after = mine ^ 1 << square | 1 << to
                        left = yours & ~(1 << to)
                        both = left | after << self.squares if player else after | left << self.squares
                        out[count] = both | 1 - player << 2 * self.squares
                        count += 1
        return count

    def signs(self, position):
        mine, yours = position & self.board, position >> self.squares & self.board
        starts = reversed(range(0, self.squares, self.columns))  # x moves upwards
        places = [at for start in starts for at in range(start, start + self.columns)]
        return ["x" if mine >> at & 1 else "o" if yours >> at & 1 else "" for at in places]

    def move_name(self, position, child):
        """Name the squares by column and row: ``a2-b3``."""
        shift = self.squares * self.turn(position)
        before, after = (here >> shift & self.board for here in (position, child))
        squares = ((before & ~after).bit_length() - 1, (after & ~before).bit_length() - 1)
        return "-".join(f"{chr(97 + at % self.columns)}{at // self.columns + 1}" for at in squares)


if __name__ == "__main__":
    from saizen import solve

    game = Breakthrough()
    print("breakthrough on 4 rows and 3 columns is worth", solve(game).value(game.start()))
