"""Nim: take any number from one heap; whoever takes the last object wins."""

from dataclasses import dataclass
from typing import Annotated

from saizen import Decision, Game, Terminal, solve
from saizen.drawing import Cell, Drawing


@dataclass(frozen=True)
class Nim(Game[tuple[tuple[int, ...], int]]):
    """A position is the heaps (largest first) and the player to move."""

    heaps: Annotated[tuple[int, ...], range(1001)] = (5, 4, 3)

    def start(self):
        return self.heaps, 0

    def look(self, position):
        heaps, player = position
        if not any(heaps):
            return Terminal(1 if player == 1 else -1)
        options = {}
        for i, heap in enumerate(heaps):
            for left in range(heap):
                after = tuple(sorted((*heaps[:i], left, *heaps[i + 1 :]), reverse=True))
                options[f"{heap} to {left}"] = (after, 1 - player)
        return Decision(player, options)

    def describe(self, position, seat=None):
        heaps = [[Cell("●", "card", f"{n} to {left}") for left in range(n)] for n in position[0] if n]
        return Drawing.of(heaps or [["all heaps are empty"]])


if __name__ == "__main__":
    print(solve(Nim((3, 4, 5))).moves(((3, 4, 5), 0))[0])
