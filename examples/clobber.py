"""Clobber: move a stone onto a neighbouring stone of the other colour; who cannot move loses."""

from dataclasses import dataclass
from typing import Annotated

from saizen import Decision, Game, Terminal, solve


@dataclass(frozen=True)
class Clobber(Game[tuple[str, int]]):
    """A position is the board, row by row (x for MAX, o for MIN, a dot for nothing), and who moves."""

    rows: Annotated[int, range(1, 11)] = 3
    columns: Annotated[int, range(1, 11)] = 4

    def start(self):
        squares = [(row + column) % 2 for row in range(self.rows) for column in range(self.columns)]
        return "".join("xo"[colour] for colour in squares), 0

    def look(self, position):
        board, player = position
        options = {}
        for square, stone in enumerate(board):
            for to in self.beside(square):
                if stone == "xo"[player] and board[to] == "xo"[1 - player]:
                    after = list(board)
                    after[square], after[to] = ".", stone
                    options[square, to] = ("".join(after), 1 - player)
        return Decision(player, options) if options else Terminal(1 if player else -1)

    def beside(self, square):
        row, column = divmod(square, self.columns)
        steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return [r * self.columns + c for r, c in steps if 0 <= r < self.rows and 0 <= c < self.columns]


if __name__ == "__main__":
    print("clobber on 3 x 4 squares is worth", solve(Clobber()).value(Clobber().start()))
