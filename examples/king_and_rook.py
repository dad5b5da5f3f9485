"""King and rook against king on a small chess board: play can go on for ever, which is a draw."""

from dataclasses import dataclass
from itertools import permutations
from typing import Annotated

from saizen import MAX, MIN, Decision, Game, Terminal, solve
from saizen.grid import draw_grid


@dataclass(frozen=True)
class KingAndRook(Game[tuple[int, int, int, int]]):
    """A position is the squares of white's king, white's rook and black's king, and who moves.

    Black begins by setting up the pieces as he likes, white to move; mate is worth 1.
    """

    size: Annotated[int, range(3, 10)] = 4
    endless = 0

    def start(self):
        return -1, -1, -1, MIN

    def look(self, position):
        king, rook, other, player = position
        if king < 0:
            return Decision(MIN, {placed: (*placed, MAX) for placed in self.placements()})
        if player == MAX:
            barred = {rook, *self.steps(other)}
            moves = [(to, rook) for to in self.steps(king) if to not in barred]
            moves += [(king, to) for to in self.slides(rook, king)]
            return Decision(MAX, {move: (*move, other, MIN) for move in moves})
        guarded = {*self.steps(king), *self.slides(rook, king, through=other)}
        moves = [to for to in self.steps(other) if to not in guarded]
        if not moves:
            return Terminal(1 if other in guarded else 0)
        if rook in moves:
            return Terminal(0)  # the rook is lost, and nobody can win
        return Decision(MIN, {to: (king, rook, to, MAX) for to in moves})

    def describe(self, position, seat=None):
        pieces = dict(zip(position[2::-1], "kRK", strict=True)) if position[0] >= 0 else {}
        return draw_grid(self.size, self.size, lambda row, column: pieces.get(row * self.size + column, ""))

    def placements(self):
        """Yield the squares of the pieces where white may move: the kings apart, black's not in check."""
        squares = range(self.size**2)
        for king, rook in permutations(squares, 2):
            barred = {king, rook, *self.steps(king), *self.slides(rook, king)}
            yield from ((king, rook, other) for other in squares if other not in barred)

    def steps(self, square):
        row, column = divmod(square, self.size)
        near = [(row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
        return [r * self.size + c for r, c in near if 0 <= r < self.size and 0 <= c < self.size]

    def slides(self, rook, blocker, through=None):
        row, column = divmod(rook, self.size)
        found = []
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            r, c = row + down, column + right
            while 0 <= r < self.size and 0 <= c < self.size and r * self.size + c != blocker:
                found.append(r * self.size + c)
                r, c = r + down, c + right
        return found


if __name__ == "__main__":
    game = KingAndRook()
    print("the longest win on 4 x 4 takes", solve(game).remoteness(game.start()) - 1, "moves")
