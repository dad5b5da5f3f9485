"""Goofspiel with prizes 1 to N in rising order: bid a card at once, the higher bid takes the prize."""

from dataclasses import dataclass

from saizen import Game, Simultaneous, Step, Terminal, solve


@dataclass(frozen=True)
class Goofspiel(Game[tuple[frozenset[int], frozenset[int]]]):
    """A position is the cards each player still holds; the value is the difference of prize points."""

    cards: int = 4

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


if __name__ == "__main__":
    print(solve(Goofspiel(4)))
