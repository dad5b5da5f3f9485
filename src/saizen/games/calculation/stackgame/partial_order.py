"""Positions of the stack game as a partial order of the deck's cards and the places forbidden to them.

Every card must reach its foundation after the cards of lower rank there, and after the cards above it in
its stack. The closure of both over *all* cards, restricted to the cards still in the deck, is a partial
order. Stack ``n`` forbids the cards that must come after one of its own: an up-set of the order. Nothing
else of the past matters, not even which foundation a card belongs to.
"""

import string
from collections.abc import Iterator
from dataclasses import dataclass

from saizen.errors import PositionError

Cell = tuple[int, ...]
MOST_STACKS = 6
"""Stacks of a stack game."""
LETTERS = string.ascii_lowercase + string.ascii_uppercase
"""The names of cards in texts of orders."""


@dataclass(frozen=True, slots=True)
class Order:
    """The cards 0, 1, ...: ``below[x]`` are those before x, ``forbidden[n]`` those that stack n forbids.

    Both are sets of cards as bit masks; ``below`` is transitive and without x itself.
    """

    below: tuple[int, ...]
    forbidden: tuple[int, ...]

    @property
    def cards(self) -> int:
        """How many cards the deck has."""
        return len(self.below)

    def above(self, card: int) -> int:
        """Return the cards that must come after a card.

        >>> bin(Order((0, 1, 3), (0,)).above(0))
        '0b110'
        """
        return sum(1 << other for other, below in enumerate(self.below) if below >> card & 1)

    def lost(self) -> bool:
        """Return whether some card may go nowhere (theorem 2): then no order of the deck succeeds.

        >>> Order((0, 1), (2, 2)).lost(), Order((0, 1), (2, 0)).lost()
        (True, False)
        """
        nowhere = (1 << self.cards) - 1
        for forbidden in self.forbidden:
            nowhere &= forbidden
        return nowhere != 0

    def is_sound(self) -> bool:
        """Return whether ``below`` is transitive and acyclic, and stacks also forbid all later cards.

        >>> Order((0, 1, 3), (4,)).is_sound(), Order((0, 1, 2), (0,)).is_sound()
        (True, False)
        """
        for card, below in enumerate(self.below):
            whole = below
            for other in range(self.cards):
                whole |= self.below[other] if below >> other & 1 else 0
            if whole != below or below >> card & 1:
                return False
            if any(forbidden & below and not forbidden >> card & 1 for forbidden in self.forbidden):
                return False
        return True

    def allowed(self, card: int) -> list[int]:
        """Return the stacks a card may go to, one of each group of stacks that forbid the same."""
        first: dict[int, int] = {}
        for stack, forbidden in enumerate(self.forbidden):
            if not forbidden >> card & 1:
                first.setdefault(forbidden, stack)
        return list(first.values())

    def lay(self, card: int, stack: int) -> "Order":
        """Lay a card onto a stack that allows it.

        The card and all below it now come before all that the stack forbids; stacks that forbid the card
        forbid that too; and the stack forbids what comes after the card.

        >>> Order((0, 0), (0b10, 0)).lay(0, 0)
        Order(below=(0,), forbidden=(1, 0))
        """
        after = self.forbidden[stack]
        down = self.below[card] | 1 << card
        below = [b | down if after >> x & 1 else b for x, b in enumerate(self.below)]
        forbidden = [f | after if f >> card & 1 else f for f in self.forbidden]
        forbidden[stack] = after | self.above(card)
        low = (1 << card) - 1
        return Order(
            tuple(b & low | b >> 1 & ~low for x, b in enumerate(below) if x != card),
            tuple(f & low | f >> 1 & ~low for f in forbidden),
        )

    def relabelled(self, cards: Cell) -> "Order":
        """Give the cards new numbers: ``cards`` lists the old numbers; the stacks are sorted.

        >>> Order((2, 0), (1, 0)).relabelled((1, 0))
        Order(below=(0, 1), forbidden=(0, 2))
        """
        place = {card: new for new, card in enumerate(cards)}

        def moved(mask: int) -> int:
            return sum(1 << new for card, new in place.items() if mask >> card & 1)

        return Order(tuple(moved(self.below[c]) for c in cards), tuple(sorted(map(moved, self.forbidden))))

    def canonical(self) -> "Order":
        """Return the same order for all positions that differ in the names of cards and stacks only.

        Cards are distinguished by what lies below, above and in the same stacks, again and again, until that
        changes nothing; where cards stay alike each of them is tried as the first (one is enough if they
        can be exchanged), and the smallest result counts.

        >>> Order((0, 0), (0b10, 0)).canonical() == Order((0, 0), (0, 0b01)).canonical()
        True
        """
        best = min((o.below, o.forbidden) for o in map(self.relabelled, self._labellings()))
        return Order(*best)

    def _members(self, mask: int) -> list[int]:
        return [card for card in range(self.cards) if mask >> card & 1]

    def _labellings(self) -> Iterator[Cell]:
        above = [self.above(card) for card in range(self.cards)]
        lower, upper = list(map(self._members, self.below)), list(map(self._members, above))
        filled = list(map(self._members, self.forbidden))
        stacks = [[n for n, f in enumerate(self.forbidden) if f >> card & 1] for card in range(self.cards)]

        def refined(colours: list[int]) -> list[int]:
            def colours_of(cards: list[int]) -> Cell:
                return tuple(sorted([colours[card] for card in cards]))

            while True:
                of_stack = list(map(colours_of, filled))
                seen = [
                    (
                        colours[x],
                        colours_of(lower[x]),
                        colours_of(upper[x]),
                        tuple(sorted([of_stack[n] for n in stacks[x]])),
                    )
                    for x in range(self.cards)
                ]
                number = {look: rank for rank, look in enumerate(sorted(set(seen)))}
                new = [number[look] for look in seen]
                if len(number) in (self.cards, len(set(colours))):  # all differ, or nothing new was told
                    return new
                colours = new

        def split(colours: list[int]) -> Iterator[Cell]:
            colours = refined(colours)
            cells: dict[int, list[int]] = {}
            for card, colour in enumerate(colours):
                cells.setdefault(colour, []).append(card)
            tied = next((cells[colour] for colour in sorted(cells) if len(cells[colour]) > 1), None)
            if tied is None:
                yield tuple(sorted(range(self.cards), key=colours.__getitem__))
                return
            twins = set()
            for card in tied:
                look = (self.below[card], above[card], tuple(f >> card & 1 for f in self.forbidden))
                if look not in twins:
                    twins.add(look)
                    yield from split([2 * c - (x == card) for x, c in enumerate(colours)])

        yield from split([0] * self.cards)


def order_text(order: Order) -> str:
    """Write an order: each card, then ``>`` and the cards before it; ``|``; what each stack forbids.

    >>> order_text(Order((0, 0, 1), (4, 0)))
    'a b c>a | c -'
    """
    cards = [f"{_names(1 << x)}{'>' * (b > 0)}{_names(b)}" for x, b in enumerate(order.below)]
    return " ".join([*(cards or "-"), "|", *(_names(f) or "-" for f in order.forbidden)])


def parse_order(text: str) -> Order:
    """Read an order that `order_text` wrote; say what is wrong with it.

    >>> parse_order("a b c>a | c -") == Order((0, 0, 1), (4, 0))
    True
    """
    cards, stroke, stacks = (part.split() for part in text.partition("|"))
    if not stroke or not cards or not stacks:
        raise PositionError(f"{text!r}: write cards | what each stack forbids, such as a b c>a | c -")
    names = LETTERS[: 0 if cards == ["-"] else len(cards)]
    below = []
    for name, word in zip(names, cards, strict=False):
        if word[0] != name or word[1:2] not in ("", ">"):
            raise PositionError(f"{text!r}: cannot read {word!r}; the cards are a, b, ... in this order")
        below.append(_mask(word[2:], names, text))
    order = Order(tuple(below), tuple(0 if word == "-" else _mask(word, names, text) for word in stacks))
    if not order.is_sound():
        raise PositionError(
            f"{text!r}: this is not an order: what comes before a card is incomplete or a circle"
        )
    return order


def _mask(word: str, names: str, text: str) -> int:
    if any(name not in names for name in word):
        raise PositionError(f"{text!r}: cannot read {word!r}; the cards are {' '.join(names) or 'none'}")
    return sum(1 << names.index(name) for name in set(word))


def _names(mask: int) -> str:
    return "".join(LETTERS[card] for card in range(mask.bit_length()) if mask >> card & 1)
