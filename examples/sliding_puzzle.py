"""Sliding puzzles, such as the 8-puzzle: how many moves back to order from every position."""

from dataclasses import dataclass
from typing import Annotated

from saizen import MIN, PLAYING, CompiledGame


@dataclass(frozen=True)
class SlidingPuzzle(CompiledGame):
    """Slide tiles into the gap until they are in order, with the gap first; every move costs 1.

    A position has four bits for every place, the first place lowest; 0 is the gap. ``scrambled`` is where the
    puzzle begins, as the tiles from the first place on; without it, one move from order, and in the
    8-puzzle as far from it as can be.
    """

    columns: Annotated[int, range(1, 6)] = 3
    rows: Annotated[int, range(1, 6)] = 3
    scrambled: tuple[int, ...] = ()

    players = {MIN: "you"}  # noqa: RUF012 - no field of the dataclass

    @property
    def places(self):
        return self.columns * self.rows

    @property
    def goal(self):
        return sum(tile << 4 * tile for tile in range(self.places))

    def start(self):
        tiles = self.scrambled
        if not tiles and (self.columns, self.rows) == (3, 3):
            tiles = (8, 0, 6, 5, 4, 7, 2, 3, 1)
        if not tiles:
            return self.goal ^ 0x11 if self.columns > 1 else self.goal
        if sorted(tiles) != list(range(self.places)):
            raise ValueError(f"scrambled has each of the numbers 0 to {self.places - 1} once")
        return sum(tile << 4 * place for place, tile in enumerate(tiles))

    def turn(self, position):
        return MIN

    def ended(self, position):
        return 0 if position == self.goal else PLAYING

    def children(self, position, out):
        gap = 0
        while position >> 4 * gap & 15:
            gap += 1
        count = 0
        if gap % self.columns > 0:
            out[count] = self.slid(position, gap - 1, gap)
            count += 1
        if gap % self.columns < self.columns - 1:
            out[count] = self.slid(position, gap + 1, gap)
            count += 1
        if gap >= self.columns:
            out[count] = self.slid(position, gap - self.columns, gap)
            count += 1
        if gap < self.places - self.columns:
            out[count] = self.slid(position, gap + self.columns, gap)
            count += 1
        return count

    def slid(self, position, place, gap):
        tile = position >> 4 * place & 15
        return position ^ tile << 4 * place ^ tile << 4 * gap

    def reward(self, position, child):
        return 1

    def move_name(self, position, child):
        changed = position ^ child
        while not changed & 15:
            changed >>= 4
        return changed & 15

    def signs(self, position):
        return [str(position >> 4 * place & 15 or "") for place in range(self.places)]


if __name__ == "__main__":
    from saizen import solve

    game = SlidingPuzzle(3, 2)
    print("from there the 2 x 3 puzzle takes", solve(game).value(game.start()), "moves")
