"""Hex: MAX connects the top with the bottom, MIN the left with the right; a filled board has one winner."""

from dataclasses import dataclass
from typing import Annotated

from saizen import Decision, Game, Terminal, solve

BESIDE = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))


@dataclass(frozen=True)
class Hex(Game[str]):
    """A position is the cells, row by row: x for MAX, o for MIN, a dot for an empty cell."""

    size: Annotated[int, range(1, 12)] = 3

    def start(self):
        return "." * self.size**2

    def look(self, position):
        for player, stone in enumerate("xo"):
            if self.connected(position, stone, across=player):
                return Terminal(-1 if player else 1)
        player = position.count("x") - position.count("o")
        free = [cell for cell, stone in enumerate(position) if stone == "."]
        return Decision(player, {c + 1: position[:c] + "xo"[player] + position[c + 1 :] for c in free})

    def connected(self, position, stone, across):
        cells = {divmod(cell, self.size) for cell, here in enumerate(position) if here == stone}
        reached = [cell for cell in cells if cell[across] == 0]
        for row, column in reached:
            reached += {(row + r, column + c) for r, c in BESIDE} & cells - set(reached)
        return any(cell[across] == self.size - 1 for cell in reached)

    def canonical(self, position):
        return min(position, position[::-1])


if __name__ == "__main__":
    print("hex on 3 x 3 cells is worth", solve(Hex()).value("." * 9))
