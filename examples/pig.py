"""Pig to 10: roll a die as often as you dare, or hold; a 1 loses what the turn has brought."""

from dataclasses import dataclass
from typing import Annotated

from saizen import MAX, MIN, Chance, Decision, Game, Terminal, solve
from saizen.drawing import Cell, Drawing


@dataclass(frozen=True)
class Pig(Game[tuple[int, int, int, int]]):
    """A position is (mover's points, the other's, points of this turn, who moves); value: MAX's chance."""

    goal: Annotated[int, range(1, 1001)] = 10

    def start(self):
        return 0, 0, 0, 0

    def look(self, position):
        mine, yours, turn, player = position
        if mine + turn >= self.goal:
            return Terminal(1 - player)
        lose_turn = (yours, mine, 0, 1 - player)
        rolls = [lose_turn] + [(mine, yours, turn + die, player) for die in range(2, 7)]
        die = Chance.uniform(rolls, names="123456")
        if not turn:
            return die
        hold = (yours, mine + turn, 0, 1 - player)
        return Decision(player, {"roll": die, "hold": hold})

    def describe(self, position, seat=None):
        mine, yours, turn, player = position
        won = mine + turn >= self.goal
        points = {player: mine + turn * won, 1 - player: yours}
        rows = [[name, Cell(str(points[who]), "card")] for who, name in ((MAX, "max"), (MIN, "min"))]
        return Drawing.of(rows if won else [*rows, ["this turn", Cell(str(turn), "mark")]])


if __name__ == "__main__":
    print("the first player wins with probability", solve(Pig(10)).value((0, 0, 0, 0)))
