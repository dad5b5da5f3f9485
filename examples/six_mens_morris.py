"""Six men's morris: a row of three takes a man; positions come again, so endless play is a draw."""

from dataclasses import dataclass
from typing import Annotated

from saizen import PLAYING, CompiledGame

RING = ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))
"""Rows and columns of the points of a square, clockwise from the upper left corner."""


@dataclass(frozen=True)
class SixMensMorris(CompiledGame):
    """Players place their men, then slide them along the lines of two squares; a row takes a man.

    A man in a row is only taken where all are. Whoever has two men left, or cannot move, has lost.

    A position is MAX's men (16 bits: the outer square clockwise from a corner, then the inner one), MIN's
    men, the men placed by both (4 bits), and who moves. Symmetric positions, and those with the squares
    exchanged, are one.
    """

    men: Annotated[int, range(3, 7)] = 6
    endless = 0

    @property
    def rows_of_three(self):
        sides = [sum(1 << (first + step) % 8 for step in range(3)) for first in (0, 2, 4, 6)]
        return tuple(side << 8 * square for square in (0, 1) for side in sides)

    @property
    def neighbours(self):
        """The points next to each point: around the square, and between the middles of sides."""
        points = [
            [square * 8 + (at + 1) % 8, square * 8 + (at - 1) % 8] + [(1 - square) * 8 + at] * (at % 2)
            for square in (0, 1)
            for at in range(8)
        ]
        return tuple(sum(1 << point for point in around) for around in points)

    def start(self):
        return 0

    def turn(self, position):
        return position >> 36

    def placing(self, position):
        return (position >> 32 & 15) < 2 * self.men

    def free(self, position):
        return 0xFFFF & ~(position | position >> 16)

    def ended(self, position):
        if self.placing(position):
            return PLAYING
        mine = position >> 16 * self.turn(position) & 0xFFFF
        lost = 1 if self.turn(position) else -1
        if mine.bit_count() < 3:
            return lost
        free = self.free(position)
        for point in range(16):
            if mine >> point & 1 and free & self.neighbours[point]:
                return PLAYING
        return lost

    def in_rows(self, men):
        """Return the men that stand in rows of three."""
        standing = 0
        for row in self.rows_of_three:
            if men & row == row:
                standing |= row
        return standing

    def children(self, position, out):
        shift, other = 16 * self.turn(position), 16 - 16 * self.turn(position)
        mine, theirs, free = position >> shift & 0xFFFF, position >> other & 0xFFFF, self.free(position)
        can_be_taken = theirs & ~self.in_rows(theirs)
        if can_be_taken == 0:
            can_be_taken = theirs
        placing = self.placing(position)
        count = 0
        for origin in range(16):
            if placing:
                if origin > 0:
                    break
                targets, left, after = free, mine, (position ^ 1 << 36) + (1 << 32)
            else:
                if not mine >> origin & 1:
                    continue
                targets, left = free & self.neighbours[origin], mine ^ 1 << origin
                after = position ^ 1 << 36 ^ 1 << shift + origin
            for target in range(16):
                if targets >> target & 1:
                    child = after | 1 << shift + target
                    if self.in_rows(left | 1 << target) >> target & 1 and can_be_taken:
                        for taken in range(16):
                            if can_be_taken >> taken & 1:
                                out[count] = child ^ 1 << other + taken
                                count += 1
                    else:
                        out[count] = child
                        count += 1
        return count

    def canonical(self, position):
        men, above = position & 0xFFFFFFFF, position >> 32 << 32
        best = men
        for turned in range(16):
            if turned == 8:
                men = self.mirrored(men)
            elif turned % 4 == 0 and turned > 0:
                men = (men & 0x00FF00FF) << 8 | men >> 8 & 0x00FF00FF
            men = (men & 0x3F3F3F3F) << 2 | men >> 6 & 0x03030303
            best = min(best, men)
        return above | best

    def mirrored(self, men):
        """Return the mirror image: point 1 of each square is point 7, and so on."""
        return (
            men & 0x11111111
            | (men & 0x02020202) << 6
            | men >> 6 & 0x02020202
            | (men & 0x04040404) << 4
            | men >> 4 & 0x04040404
            | (men & 0x08080808) << 2
            | men >> 2 & 0x08080808
        )

    def move_name(self, position, child):
        """Name the points: ``12`` places, ``3-12`` slides, ``3-12x7`` takes a man."""
        shift, other = 16 * self.turn(position), 16 - 16 * self.turn(position)
        left, there = (((before >> shift) & 0xFFFF) for before in (position & ~child, child & ~position))
        taken = (position & ~child) >> other & 0xFFFF
        origin = f"{left.bit_length()}-" if left else ""
        return f"{origin}{there.bit_length()}" + (f"x{taken.bit_length()}" if taken else "")

    def describe(self, position, seat=None):
        lines = [[" "] * 5 for _ in range(5)]
        for point in range(16):
            row, column = RING[point % 8]
            row, column = (2 * row, 2 * column) if point < 8 else (row + 1, column + 1)
            lines[row][column] = ".xo"[(position >> point & 1) + 2 * (position >> 16 + point & 1)]
        left = [self.men - ((position >> 32 & 15) + 1 - player) // 2 for player in (0, 1)]
        mover = "xo"[self.turn(position)]
        return (
            "\n".join(map(" ".join, lines)) + f"\n{mover} moves; x has {left[0]} men to place, o {left[1]}."
        )


if __name__ == "__main__":
    from saizen import solve

    game = SixMensMorris(men=3)
    print("six men's morris with three men each is worth", solve(game).value(game.start()))
