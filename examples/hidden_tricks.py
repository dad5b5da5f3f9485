"""Trick taking with hidden hands: the strongest cards score, some cards stay out, nobody knows which."""

from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any

from saizen import MAX, MIN, Chance, Decision, Game, Step, Terminal, solve
from saizen.drawing import Cell, Drawing


@dataclass(frozen=True)
class HiddenTricks(Game[Any]):
    """A position is both hands, all cards played so far, the card that was led (0 if none), and who plays.

    MAX leads first. The stronger card takes both and leads; the ``score`` strongest of all cards count.
    """

    cards: Annotated[int, range(2, 15)] = 6
    hand: Annotated[int, range(1, 6)] = 2
    score: Annotated[int, range(1, 15)] = 2

    def start(self):
        return None

    def look(self, position):
        if position is None:
            deck = range(1, self.cards + 1)
            return Chance.uniform(
                ((mine, yours), (), 0, MAX)
                for mine in combinations(deck, self.hand)
                for yours in combinations([card for card in deck if card not in mine], self.hand)
            )
        hands, _, _, player = position
        if not hands[player]:
            return Terminal(0)
        return Decision(player, {card: self.after(position, card) for card in hands[player]})

    def after(self, position, card):
        """Return what playing a card leads to."""
        hands, played, led, player = position
        left = tuple(c for c in hands[player] if c != card)
        hands = (left, hands[MIN]) if player == MAX else (hands[MAX], left)
        played = (*played, card)
        if not led:
            return hands, played, card, 1 - player
        taker = player if card > led else 1 - player
        counted = sum(c > self.cards - self.score for c in (led, card))
        return Step(counted if taker == MAX else -counted, (hands, played, 0, taker))

    def sees(self, position, player):
        return position and (position[0][player], position[1])

    def describe(self, position, seat=None):
        if position is None:
            return "The cards are dealt."
        hands, played, led, player = position
        rows = []
        for who, name in enumerate(("max", "min")):
            open_hand = seat in (None, who)
            move = player == who and open_hand
            faces = [Cell(str(c), self.kind(c), str(c) if move else None) for c in hands[who]]
            rows.append([name, *(faces if open_hand else [Cell("", "back", title="hidden")] * len(faces))])
        rows.append(["led", Cell(str(led), self.kind(led)) if led else Cell("", "empty")])
        return Drawing.of(rows, [f"Played: {', '.join(map(str, played)) or 'nothing'}."])

    def kind(self, card):
        """Return how a card looks: cards that count are marked."""
        return "mark" if card > self.cards - self.score else "card"


if __name__ == "__main__":
    print(solve(HiddenTricks()).value(None))
