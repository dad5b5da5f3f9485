"""Connect Four on any board: drop stones into columns; four in a line win."""

from dataclasses import dataclass
from typing import Annotated

from saizen import Decision, Game, Terminal, solve
from saizen.grid import draw_grid


@dataclass(frozen=True)
class ConnectFour(Game[tuple[int, int]]):
    """A position is the mover's stones and the other's, as bits: a column has one bit more than rows."""

    columns: Annotated[int, range(1, 11)] = 4
    rows: Annotated[int, range(1, 11)] = 4

    def start(self):
        return 0, 0

    def look(self, position):
        mine, yours = position
        high = self.rows + 1
        for shift in (1, high - 1, high, high + 1):
            pairs = yours & yours >> shift
            if pairs & pairs >> 2 * shift:
                return Terminal(1 if (mine | yours).bit_count() % 2 else -1)
        stones, options = mine | yours, {}
        for column in range(self.columns):
            place = (stones >> column * high & (1 << high) - 1) + 1 << column * high
            if not place >> column * high + self.rows:
                options[column + 1] = (yours, mine | place)
        return Decision(stones.bit_count() % 2, options) if options else Terminal(0)

    def canonical(self, position):
        return min(position, tuple(self.mirrored(stones) for stones in position))

    def describe(self, position, seat=None):
        later = sum(position).bit_count() % 2
        free = self.look(position)
        columns = free.options if isinstance(free, Decision) else ()

        def sign(row, column):
            place = column * (self.rows + 1) + self.rows - 1 - row
            return next(("xo"[late ^ later] for late in (0, 1) if position[late] >> place & 1), "")

        def move(row, column):
            return column + 1 if column + 1 in columns and not sign(row, column) else None

        return draw_grid(self.rows, self.columns, sign, move)

    def mirrored(self, stones):
        high = self.rows + 1
        columns = [stones >> column * high & (1 << high) - 1 for column in range(self.columns)]
        return sum(stack << place * high for place, stack in enumerate(reversed(columns)))


if __name__ == "__main__":
    print("connect four on 4 columns and 4 rows is worth", solve(ConnectFour()).value((0, 0)))
