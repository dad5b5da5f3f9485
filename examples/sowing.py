"""A sowing game like Oware (マンカラ): seeds go round, and so can the game; then nobody gets more."""

from dataclasses import dataclass
from typing import Annotated

from saizen import MAX, Decision, Game, Step, Terminal, solve
from saizen.drawing import Cell, Drawing


@dataclass(frozen=True)
class Sowing(Game[tuple[tuple[int, ...], int]]):
    """A position is the pits, the mover's first, and who moves; the value is by how many seeds MAX leads.

    The seeds of a pit are sown one by one into the pits that follow. If the last one makes two in a pit of
    the other side, both are taken. Who has no seeds leaves the rest to the other player.
    """

    pits: Annotated[int, range(1, 51)] = 3
    seeds: Annotated[int, range(1, 101)] = 1
    endless = 0

    def start(self):
        return (self.seeds,) * (2 * self.pits), MAX

    def look(self, position):
        board, player = position
        sign = 1 if player == MAX else -1
        if not any(board[: self.pits]):
            return Terminal(-sign * sum(board))
        options = {}
        for pit in range(self.pits):
            if board[pit]:
                after, taken = self.sown(board, pit)
                turned = after[self.pits :] + after[: self.pits]
                options[pit + 1] = Step(sign * taken, (tuple(turned), 1 - player))
        return Decision(player, options)

    def describe(self, position, seat=None):
        board, player = position
        near = [
            Cell(str(seeds), "card", str(pit + 1) if seeds else None)
            for pit, seeds in enumerate(board[: self.pits])
        ]
        far = [Cell(str(seeds), "card") for seeds in board[self.pits :]][::-1]
        return Drawing.of(
            [["xo"[1 - player], *far], ["xo"[player], *near]], ["x is max, o is min; the mover is below."]
        )

    def sown(self, board, pit):
        after, at = list(board), pit
        hand, after[pit] = board[pit], 0
        for _ in range(hand):
            at = (at + 1) % len(board)
            after[at] += 1
        taken = 2 if at >= self.pits and after[at] == 2 else 0
        after[at] -= taken
        return after, taken


if __name__ == "__main__":
    game = Sowing()
    print("the first player wins by", solve(game).value(game.start()))
