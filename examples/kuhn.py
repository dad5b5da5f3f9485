"""Kuhn's poker (1950) with any number of cards: a card each, one bet; with three the first loses 1/18."""

from dataclasses import dataclass
from itertools import permutations
from typing import Annotated

from saizen import MAX, MIN, Chance, Decision, Game, Terminal, solve
from saizen.drawing import Cell, Drawing


@dataclass(frozen=True)
class Kuhn(Game[tuple[tuple[int, int], str] | None]):
    """A position is both cards and what was said: p to pass, b to bet. Each has put 1 in, a bet is 1 more."""

    cards: Annotated[int, range(2, 60)] = 3

    def start(self):
        return None

    def look(self, position):
        if position is None:
            return Chance.uniform((deal, "") for deal in permutations(range(self.cards), 2))
        (mine, yours), said = position
        winner = 1 if mine > yours else -1
        if said in ("pp", "bb", "pbb"):
            return Terminal(winner * (1 if said == "pp" else 2))
        if said in ("bp", "pbp"):
            return Terminal(1 if said == "bp" else -1)
        player = MIN if len(said) == 1 else MAX
        return Decision(player, {word: (position[0], said + word) for word in "pb"})

    def sees(self, position, player):
        return position and (position[0][player], position[1])

    def describe(self, position, seat=None):
        if position is None:
            return "The cards are dealt."
        cards, said = position
        words = [{"p": "pass", "b": "bet"}[word] for word in said]
        rows = [
            [name, Cell(str(card), "card") if seat in (None, player) else Cell("", "back", title="hidden")]
            for player, (name, card) in enumerate(zip(("max", "min"), cards, strict=True))
        ]
        return Drawing.of(rows, [f"Said: {', '.join(words) or 'nothing'}."])


if __name__ == "__main__":
    print(solve(Kuhn()).value(None))
