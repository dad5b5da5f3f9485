"""Von Neumann's poker (1928): bet or check, call or fold; with ever more hands the value tends to 1/9."""

from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any

from saizen import MAX, MIN, Chance, Decision, Game, Terminal, solve
from saizen.drawing import Cell, Drawing


@dataclass(frozen=True)
class VonNeumannPoker(Game[Any]):
    """A position is both hands, numbers dealt apart, and whether there was a bet. Each has put 1 in."""

    hands: Annotated[int, range(2, 61)] = 10
    bet: Annotated[int, range(1, 11)] = 2

    def start(self):
        return None

    def look(self, position):
        if position is None:
            return Chance.uniform((hands, False) for hands in product(range(1, self.hands + 1), repeat=2))
        (mine, yours), raised = position
        better = (mine > yours) - (mine < yours)
        if raised:
            return Decision(MIN, {"call": Terminal(better * (1 + self.bet)), "fold": Terminal(1)})
        return Decision(MAX, {"bet": ((mine, yours), True), "check": Terminal(better)})

    def sees(self, position, player):
        return position and (position[0][player], "bet" * position[1])

    def describe(self, position, seat=None):
        if position is None:
            return "The hands are dealt."
        hands, raised = position
        shown = [
            Cell(str(hand), "card") if seat in (None, player) else Cell("", "back", title="hidden")
            for player, hand in enumerate(hands)
        ]
        note = f"max bets {self.bet}." if raised else f"Hands go from 1 to {self.hands}."
        return Drawing.of([["max", shown[MAX]], ["min", shown[MIN]]], [note])


if __name__ == "__main__":
    print(solve(VonNeumannPoker()).value(None))
