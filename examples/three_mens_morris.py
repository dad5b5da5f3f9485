"""Three men's morris: three in a row win; positions come again, so endless play is a draw."""

from dataclasses import dataclass
from typing import Annotated

from saizen import PLAYING, CompiledGame


@dataclass(frozen=True)
class ThreeMensMorris(CompiledGame):
    """Players place their men, then slide them along the lines of a 3 x 3 board (with ``flying`` anywhere).

    A position is MAX's men (9 bits), MIN's men (9 bits), the men placed by both (4 bits), and who moves.
    """

    men: Annotated[int, range(1, 5)] = 3
    flying: bool = False
    endless = 0
    size = 3

    @property
    def rows_of_three(self):
        return 0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124

    @property
    def neighbours(self):
        """The points that a man can slide to from each point: along the sides, and through the centre."""
        if self.flying:
            return (511,) * 9
        sides = (10, 21, 34, 81, 170, 276, 136, 336, 160)
        diagonals = (16, 0, 16, 0, 325, 0, 16, 0, 16)
        return tuple(side | diagonal for side, diagonal in zip(sides, diagonals, strict=True))

    def start(self):
        return 0

    def turn(self, position):
        return position >> 22

    def has_row(self, men):
        for row in self.rows_of_three:  # noqa: SIM110 - any() does not compile
            if men & row == row:
                return True
        return False

    def ended(self, position):
        if self.has_row(position & 511):
            return 1
        if self.has_row(position >> 9 & 511):
            return -1
        return PLAYING if self.can_move(position) else 1 if self.turn(position) else -1

    def free(self, position):
        return 511 & ~(position | position >> 9)

    def placing(self, position):
        return (position >> 18 & 15) < 2 * self.men

    def can_move(self, position):
        """Tell whether there is a move; who has none has lost."""
        mine, free = position >> 9 * self.turn(position), self.free(position)
        if self.placing(position):
            return True
        for point in range(9):  # noqa: SIM110
            if mine >> point & 1 and free & self.neighbours[point]:
                return True
        return False

    def children(self, position, out):
        shift = 9 * self.turn(position)
        mine, free = position >> shift & 511, self.free(position)
        after = position ^ 1 << 22
        count = 0
        for point in range(9):
            if self.placing(position):
                if free >> point & 1:
                    out[count] = (after | 1 << shift + point) + (1 << 18)
                    count += 1
            elif mine >> point & 1:
                for other in range(9):
                    if free & self.neighbours[point] & 1 << other:
                        out[count] = after ^ (1 << point | 1 << other) << shift
                        count += 1
        return count

    def signs(self, position):
        return ["x" if position >> at & 1 else "o" if position >> 9 + at & 1 else "" for at in range(9)]

    def move_name(self, position, child):
        """Name the points, row by row from 1: ``5`` places a man, ``5-6`` slides one."""
        men, after = (here & (1 << 18) - 1 for here in (position, child))
        origin, target = (((here | here >> 9) & 511).bit_length() for here in (men & ~after, after & ~men))
        return f"{origin}-{target}" if origin else str(target)


if __name__ == "__main__":
    from saizen import solve

    game = ThreeMensMorris()
    print("three men's morris is worth", solve(game).value(game.start()))
