"""Liar's dice with a die each: bid how many show a face, or call the other a liar; the highest is wild."""

from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any

from saizen import MAX, MIN, Chance, Decision, Game, Terminal, solve
from saizen.drawing import Cell, Drawing


@dataclass(frozen=True)
class LiarsDice(Game[Any]):
    """A position is both dice and the bids so far, as numbers: those of one die, then those of two."""

    faces: Annotated[int, range(2, 10)] = 4

    def start(self):
        return None

    def look(self, position):
        if position is None:
            return Chance.uniform((dice, ()) for dice in product(range(1, self.faces + 1), repeat=2))
        dice, bids = position
        player = (MAX, MIN)[len(bids) % 2]
        last = bids[-1] if bids else -1
        options = {self.bid(new): (dice, (*bids, new)) for new in range(last + 1, 2 * self.faces)}
        if bids:
            wins = 1 if player == MAX else -1
            options["liar"] = Terminal(-wins if self.holds(dice, last) else wins)
        return Decision(player, options)

    def bid(self, number):
        """Write a bid: how many dice, and the face."""
        return f"{number // self.faces + 1}x{number % self.faces + 1}"

    def holds(self, dice, number):
        """Tell whether a bid is true."""
        count, face = number // self.faces + 1, number % self.faces + 1
        return sum(die in (face, self.faces) for die in dice) >= count

    def sees(self, position, player):
        return position and (position[0][player], *map(self.bid, position[1]))

    def describe(self, position, seat=None):
        if position is None:
            return "The dice are thrown."
        dice, bids = position
        rows = [
            [name, Cell(str(die), "card") if seat in (None, player) else Cell("", "back", title="hidden")]
            for player, (name, die) in enumerate(zip(("max", "min"), dice, strict=True))
        ]
        bid = f"{self.bid(bids[-1])} is bid" if bids else "No bid yet"
        return Drawing.of(rows, [f"{bid}; {self.faces} counts as every face."])


if __name__ == "__main__":
    print(solve(LiarsDice(3)).value(None))
