"""Goofspiel with hidden cards: prizes 1 to N in rising order, and one learns who won, not with which card."""

from dataclasses import dataclass
from typing import Annotated, Any

from saizen import Game, Simultaneous, Step, Terminal, solve
from saizen.drawing import Cell, Drawing


@dataclass(frozen=True)
class HiddenGoofspiel(Game[Any]):
    """A position is the cards that each holds and who won the prizes so far; the value is in points."""

    cards: Annotated[int, range(1, 8)] = 3

    def start(self):
        return (tuple(range(1, self.cards + 1)),) * 2 + ("",)

    def look(self, position):
        mine, yours, won = position
        if not mine:
            return Terminal(0)
        prize = len(won) + 1

        def bid(a, b):
            left = tuple(n for n in mine if n != a), tuple(n for n in yours if n != b)
            return Step(((a > b) - (a < b)) * prize, (*left, won + "<=>"[(a > b) - (a < b) + 1]))

        return Simultaneous(mine, yours, bid)

    def sees(self, position, player):
        return position[player], position[2]

    def describe(self, position, seat=None):
        won = position[2]
        prizes = [Cell(str(n), "mark") for n in range(len(won) + 1, self.cards + 1)]
        rows = [["prizes", *prizes]]
        for player, name in enumerate(("max", "min")):
            if seat in (None, player):
                faces = [Cell(str(n), "card", None if seat is None else str(n)) for n in position[player]]
            else:
                faces = [Cell("", "back", title="hidden")] * len(position[player])
            rows.append([name, *faces])
        taken = [{"<": "min", "=": "nobody", ">": "max"}[sign] for sign in won]
        return Drawing.of(rows, [f"Prizes so far went to: {', '.join(taken) or 'nobody yet'}."])


if __name__ == "__main__":
    print(solve(HiddenGoofspiel(3)).value(HiddenGoofspiel(3).start()))
