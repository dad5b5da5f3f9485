"""Goofspiel with prizes 1 to N in rising order: bid a card at once, the higher bid takes the prize."""

from dataclasses import dataclass
from typing import Annotated

from saizen import MAX, Game, Simultaneous, Step, Terminal, solve
from saizen.drawing import Cell, Drawing


@dataclass(frozen=True)
class Goofspiel(Game[tuple[frozenset[int], frozenset[int]]]):
    """A position is the cards each player still holds; the value is the difference of prize points."""

    cards: Annotated[int, range(1, 14)] = 4

    def start(self):
        return (frozenset(range(1, self.cards + 1)),) * 2

    def look(self, position):
        mine, yours = position
        prize = self.cards - len(mine) + 1
        if not mine:
            return Terminal(0)
        return Simultaneous(
            sorted(mine),
            sorted(yours),
            lambda a, b: Step(((a > b) - (a < b)) * prize, (mine - {a}, yours - {b})),
        )

    def describe(self, position, seat=None):
        left = range(self.cards + 1 - len(position[0]), self.cards + 1)
        rows = [["prizes", *(Cell(str(prize), "mark") for prize in left)]]
        for who, name in enumerate(("max", "min")):
            own = who == (seat or MAX)
            rows.append(
                [name, *(Cell(str(n), "card", str(n) if own else None) for n in sorted(position[who]))]
            )
        return Drawing.of(rows)


if __name__ == "__main__":
    print(solve(Goofspiel(4)))
