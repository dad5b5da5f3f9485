"""Leduc hold'em (Southey et al. 2005): a card each, bets, a common card, bets; a pair wins."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from saizen import MAX, MIN, Chance, Decision, Game, Terminal, solve
from saizen.drawing import Cell, Drawing


@dataclass(frozen=True)
class Leduc(Game[Any]):
    """A position is the cards of both, the common one (None before it lies there), and what was said.

    Each has put 1 in; a raise is 2, and 4 after the common card; a round has at most ``raises``. c is to
    check or call, r to raise, f to fold.
    """

    ranks: Annotated[int, range(2, 30)] = 3
    suits: Annotated[int, range(1, 5)] = 2
    raises: Annotated[int, range(1, 9)] = 2

    def start(self):
        return ()

    def left(self, cards):
        """Return the chance of each rank when these cards are gone."""
        deck = Counter(dict.fromkeys(range(self.ranks), self.suits))
        deck.subtract(card for card in cards if card is not None)
        whole = sum(deck.values())
        return [(Fraction(count, whole), rank) for rank, count in deck.items() if count]

    def look(self, position):
        if position == ():
            return Chance(
                [
                    (p * q, ((mine, yours), None, ""))
                    for p, mine in self.left(())
                    for q, yours in self.left((mine,))
                ]
            )
        hands, common, said = position
        words = said.rpartition("/")[2]
        if words.endswith(("cc", "rc")):
            if common is not None:
                return Terminal(self.compared(hands, common) * self.paid(said)[0])
            return Chance([(p, (hands, card, said + "/")) for p, card in self.left(hands)])
        if words.endswith("f"):
            folded = (len(words) - 1) % 2
            return Terminal(-self.paid(said)[0] if folded == MAX else self.paid(said)[1])
        moves = "c" + "f" * words.endswith("r") + "r" * (words.count("r") < self.raises)
        return Decision((MAX, MIN)[len(words) % 2], {word: (hands, common, said + word) for word in moves})

    def compared(self, hands, common):
        """Tell who wins: 1 for MAX, -1 for MIN, 0 for nobody."""
        mine, yours = ((card == common, card) for card in hands)
        return (mine > yours) - (mine < yours)

    def paid(self, said):
        """Return what both have put in."""
        pot = [1, 1]
        for number, words in enumerate(said.split("/")):
            for turn, word in enumerate(words):
                if word != "f":
                    pot[turn % 2] = max(pot) + (2 << number) * (word == "r")
        return pot

    def sees(self, position, player):
        return position and (position[0][player], position[1], position[2])

    def describe(self, position, seat=None):
        if position == ():
            return "The cards are dealt."
        hands, common, said = position
        rows = [
            [name, Cell(str(card), "card") if seat in (None, player) else Cell("", "back", title="hidden")]
            for player, (name, card) in enumerate(zip(("max", "min"), hands, strict=True))
        ]
        rows.append(["common", Cell("", "empty") if common is None else Cell(str(common), "mark")])
        words = [{"c": "check or call", "r": "raise", "f": "fold", "/": "the common card"}[w] for w in said]
        mine, yours = self.paid(said)
        paid = f"Put in: max {mine}, min {yours}."
        return Drawing.of(rows, [f"Said: {', '.join(words) or 'nothing'}.", paid])


if __name__ == "__main__":
    print(solve(Leduc()).value(()))
