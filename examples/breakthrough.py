"""Breakthrough: pieces step forward, capture forward to the side; the first on the last row wins."""

from dataclasses import dataclass
from typing import Annotated

from saizen import Decision, Game, Terminal, solve


@dataclass(frozen=True)
class Breakthrough(Game[tuple[frozenset[int], frozenset[int], int]]):
    """A position is MAX's squares, MIN's squares and who moves; squares are numbered row by row.

    Each player begins with so many rows filled.
    """

    rows: Annotated[int, range(2, 11)] = 4
    columns: Annotated[int, range(1, 11)] = 3
    filled: Annotated[int, range(1, 6)] = 1

    def start(self):
        squares, pieces = range(self.rows * self.columns), self.filled * self.columns
        return frozenset(squares[:pieces]), frozenset(squares[-pieces:]), 0

    def look(self, position):
        player = position[2]
        mine, yours = position[player], position[1 - player]
        if not mine or any(square // self.columns == (self.rows - 1) * player for square in yours):
            return Terminal(1 if player else -1)
        options = {}
        forward = -self.columns if player else self.columns
        for square in sorted(mine):
            for side in (-1, 0, 1):
                to = square + forward + side
                inside = 0 <= square % self.columns + side < self.columns
                if inside and to not in mine and not (side == 0 and to in yours):
                    after = [mine - {square} | {to}, yours - {to}]
                    options[square, to] = (after[player], after[1 - player], 1 - player)
        return Decision(player, options)


if __name__ == "__main__":
    game = Breakthrough()
    print("breakthrough on 4 rows and 3 columns is worth", solve(game).value(game.start()))
