"""The hidden layout of a table: which letter really lies at each place."""

import random
from collections import Counter
from collections.abc import Mapping

from saizen.game import DEALER, Chance, Dice, Move
from saizen.games.memory.places.position import UNSEEN, TablePosition


class Layout:
    """Letters by place, fixed when the game begins; only the card that is turned is shown.

    The names in the layout are its own. A letter that nobody has seen yet gets its name at the table when
    it is first turned: the next that is free. So names at the table reveal nothing about the layout.
    """

    def __init__(self, letters: Mapping[str, int], start: TablePosition, seed: int) -> None:
        lying = Counter(card.upper() for card in start.cards if card != UNSEEN)
        pool = [name for name, cards in letters.items() for _ in range(cards - lying[name])]
        random.Random(f"memory {seed}").shuffle(pool)
        rest = iter(pool)
        self._letters = letters
        self._cards = [next(rest) if card == UNSEEN else card.upper() for card in start.cards]

    def __repr__(self) -> str:
        return f"<layout of {len(self._cards)} cards>"

    def outcome(
        self, position: TablePosition, moves: Mapping[int, Move], chance: Chance, dice: random.Random
    ) -> int:
        """Return which letter is turned, by its place in the list."""
        place = next(move for seat, move in moves.items() if seat != DEALER)
        assert isinstance(place, int)
        called = {
            own: card.upper() for own, card in zip(self._cards, position.cards, strict=True) if card != UNSEEN
        }
        own = self._cards[place - 1]
        names = list(chance.names or ())
        free = [
            name
            for name in names
            if self._letters[name] == self._letters[own] and name not in called.values()
        ]
        name = called.get(own, free[0] if free else None)
        # Where somebody else has entered other cards than lie here, there is nothing to tell but dice.
        return names.index(name) if name in names else Dice().outcome(position, moves, chance, dice)
