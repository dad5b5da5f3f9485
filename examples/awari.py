"""Awari (Oware) with few seeds: rules that compile; seeds can go round for ever, which is a draw."""

from dataclasses import dataclass
from typing import Annotated

from saizen import PLAYING, CompiledGame
from saizen.drawing import Cell, Drawing


@dataclass(frozen=True)
class Awari(CompiledGame):
    """The seeds of a pit are sown one by one; the value is by how many seeds MAX leads at the end.

    If the last seed makes two or three in a pit of the other side, they are captured, and so are twos and
    threes before it. Whoever captures all seeds of the other side captures none. The other player must be
    left seeds to move if possible; otherwise the mover takes all that are left. A game that goes round for
    ever is a draw, whatever was captured.

    A position has five bits for every pit, MAX's first; above them, what MAX has captured (6 bits), and who
    moves.
    """

    pits: Annotated[int, range(1, 6)] = 3
    seeds: Annotated[int, range(1, 6)] = 1
    endless = 0

    @property
    def board(self):
        return (1 << 10 * self.pits) - 1

    @property
    def total(self):
        return 2 * self.pits * self.seeds

    def start(self):
        return sum(self.seeds << 5 * pit for pit in range(2 * self.pits))

    def turn(self, position):
        return position >> 10 * self.pits + 6

    def captured(self, position):
        """Return what MAX has captured."""
        return position >> 10 * self.pits & 63

    def sown_from(self, position, first):
        """Return how many seeds lie in the pits of one side, which begins at a pit."""
        seeds = 0
        for pit in range(first, first + self.pits):
            seeds += position >> 5 * pit & 31
        return seeds

    def ended(self, position):
        taken = self.captured(position)
        near, far = self.sown_from(position, 0), self.sown_from(position, self.pits)
        if self.turn(position) == 0 and near == 0:  # MIN, who fed nobody, takes the rest
            return taken - (self.total - taken)
        if self.turn(position) == 1 and far == 0:
            return taken + near - (self.total - taken - near)
        return PLAYING

    def sow(self, position, pit):
        """Return the position after the seeds of a pit are sown, captured ones taken, the other's turn."""
        after = position & ~(31 << 5 * pit)
        at = pit
        for _ in range(position >> 5 * pit & 31):
            at = (at + 1) % (2 * self.pits)
            if at == pit:  # a pit that is sown from stays empty
                at = (at + 1) % (2 * self.pits)
            after += 1 << 5 * at
        other = self.pits * (1 - self.turn(position))
        sown, taken = after, 0
        while other <= at < other + self.pits and 2 <= after >> 5 * at & 31 <= 3:
            taken += after >> 5 * at & 31
            after &= ~(31 << 5 * at)
            at -= 1
        if taken and self.sown_from(after, other) == 0:
            after, taken = sown, 0
        if self.turn(position) == 0:
            after += taken << 10 * self.pits
        return after ^ 1 << 10 * self.pits + 6

    def children(self, position, out):
        first = self.pits * self.turn(position)
        feeds = False
        for pit in range(first, first + self.pits):
            if position >> 5 * pit & 31 and self.sown_from(self.sow(position, pit), self.pits - first):
                feeds = True
        count = 0
        for pit in range(first, first + self.pits):
            if position >> 5 * pit & 31:
                after = self.sow(position, pit)
                if not feeds or self.sown_from(after, self.pits - first):
                    out[count] = after
                    count += 1
        return count

    def move_name(self, position, child):
        first = self.pits * self.turn(position)
        pits = range(first, first + self.pits)
        return 1 + next(
            pit - first for pit in pits if position >> 5 * pit & 31 and self.sow(position, pit) == child
        )

    def describe(self, position, seat=None):
        seeds = [position >> 5 * pit & 31 for pit in range(2 * self.pits)]
        near = [Cell(str(number), "card") for number in seeds[: self.pits]]
        far = [Cell(str(number), "card") for number in reversed(seeds[self.pits :])]
        taken = self.captured(position)
        other = self.total - sum(seeds) - taken
        mover = "xo"[self.turn(position)]
        return Drawing.of(
            [["o", *far], ["x", *near]], [f"{mover} moves; x has captured {taken} and o {other}."]
        )


if __name__ == "__main__":
    from saizen import solve

    game = Awari()
    print("the first player leads by", solve(game).value(game.start()))
