"""Dodgem: drive your cars off the board; positions come again, so endless play is a draw."""

from dataclasses import dataclass
from typing import Annotated

from saizen import PLAYING, CompiledGame


@dataclass(frozen=True)
class Dodgem(CompiledGame):
    """MAX drives his cars to the right and MIN hers upwards; cars may also go sideways, never back.

    Whoever has driven all cars off the board wins. Whoever blocks the other one completely loses. MAX's cars
    begin in the first column and MIN's in the lowest row, none in the corner. A position is MAX's cars, MIN's
    cars above them, as bits of the places row by row from below, and above these who moves.
    """

    size: Annotated[int, range(2, 6)] = 3
    endless = 0

    @property
    def places(self):
        return self.size * self.size

    @property
    def board(self):
        return (1 << self.places) - 1

    def start(self):
        cars = range(1, self.size)
        column, row = (sum(1 << car * step for car in cars) for step in (self.size, 1))
        return column | row << self.places

    def turn(self, position):
        return position >> 2 * self.places

    def ended(self, position):
        if position & self.board == 0:
            return 1
        if position >> self.places & self.board == 0:
            return -1
        if self.can_move(position):
            return PLAYING
        return -1 if self.turn(position) else 1

    def target(self, position, place, direction):
        """Return where a car drives: a place, -1 for off the board, -2 for nowhere."""
        player = self.turn(position)
        row, column = place // self.size, place % self.size
        if direction == 0:
            row, column = row + player, column + 1 - player
            if row == self.size or column == self.size:
                return -1
        elif direction == 1:
            row, column = row + 1 - player, column + player
        else:
            row, column = row - 1 + player, column - player
        if row < 0 or column < 0 or row == self.size or column == self.size:
            return -2
        there = row * self.size + column
        return -2 if (position | position >> self.places) >> there & 1 else there

    def can_move(self, position):
        mine = position >> self.places * self.turn(position)
        for place in range(self.places):
            if mine >> place & 1:
                for direction in range(3):
                    if self.target(position, place, direction) > -2:
                        return True
        return False

    def children(self, position, out):
        shift = self.places * self.turn(position)
        after = position ^ 1 << 2 * self.places
        count = 0
        for place in range(self.places):
            if position >> shift + place & 1:
                for direction in range(3):
                    there = self.target(position, place, direction)
                    if there > -2:
                        out[count] = after ^ 1 << shift + place
                        if there >= 0:
                            out[count] |= 1 << shift + there
                        count += 1
        return count

    def signs(self, position):
        mine, yours = position & self.board, position >> self.places & self.board
        rows = [range(row * self.size, (row + 1) * self.size) for row in reversed(range(self.size))]
        return ["x" if mine >> at & 1 else "o" if yours >> at & 1 else "" for row in rows for at in row]

    def move_name(self, position, child):
        """Name the places by column and row: ``a2-b2``, or ``c2-off``."""
        shift = self.places * self.turn(position)
        before, after = (here >> shift & self.board for here in (position, child))
        names = [
            f"{'abcde'[place % self.size]}{place // self.size + 1}" if place >= 0 else "off"
            for place in ((before & ~after).bit_length() - 1, (after & ~before).bit_length() - 1)
        ]
        return "-".join(names)


if __name__ == "__main__":
    from saizen import solve

    game = Dodgem()
    print("dodgem on a 3 x 3 board is worth", solve(game).value(game.start()))
