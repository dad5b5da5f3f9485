"""Goofspiel with prizes 1 to N in rising order: bid a card at once, the higher bid takes the prize."""

from dataclasses import dataclass

from saizen import Game, Simultaneous, Step, Terminal, solve


@dataclass(frozen=True)
class Goofspiel(Game[tuple[frozenset[int], frozenset[int]]]):
    """A position is the cards each player still holds; the value is the difference of prize points."""

    cards: int = 4

    def start(self):
        hand = frozenset(range(1, self.cards + 1))
        return hand, hand

    def look(self, position):
        mine, yours = position
        prize = self.cards - len(mine) + 1
        if not mine:
            return Terminal(0)

        def outcome(a, b):
            return Step(((a > b) - (a < b)) * prize, (mine - {a}, yours - {b}))

        return Simultaneous(sorted(mine), sorted(yours), outcome)


if __name__ == "__main__":
    game = Goofspiel(4)
    print(solve(game).strategy(game.start()))
