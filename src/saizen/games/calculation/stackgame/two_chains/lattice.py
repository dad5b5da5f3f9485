"""Conversion between orders and keys: a deck of at most two chains as paths and points (see `keys`)."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from saizen.errors import PositionError, SaizenError
from saizen.games.calculation.stackgame.partial_order import Order
from saizen.games.calculation.stackgame.two_chains import keys
from saizen.games.calculation.stackgame.two_chains.keys import MOST_CARDS, Position, new_position
from saizen.kernels.hash_table import Ints


@cache
def binomials() -> Ints:
    """Return the one table of binomials that all kernels read."""
    return keys.binomials()


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a stack game of at most two chains, with which a key can be read as a position.

    ``used`` is how many stacks forbid something in the beginning.

    >>> start = Start.of(Order((0, 0), (0, 0, 0)))
    >>> start.cards, start.stacks, start.used, start.key_of(Order((0,), (1, 0, 0)))
    (2, 3, 0, 1)
    """

    cards: int
    stacks: int
    used: int
    first: Order

    @classmethod
    def of(cls, order: Order) -> "Start":
        """Begin with an order; refuse those whose keys could need more than 63 bits."""
        used = sum(f > 0 for f in order.forbidden)
        start = cls(order.cards, len(order.forbidden), used, order)
        if not start.fits():
            raise SaizenError(
                f"{order.cards} cards on {start.stacks} stacks: the positions do not fit into 64 bits; "
                "use fewer cards or stacks"
            )
        return start

    @classmethod
    def fresh(cls, cards: int, stacks: int, foundations: int = 2) -> "Start":
        """Begin with empty stacks and one or two foundations of some cards each.

        >>> Start.fresh(2, 3).first
        Order(below=(0, 1, 0, 4), forbidden=(0, 0, 0))
        """
        if not 1 <= foundations <= 2:
            raise SaizenError(f"{foundations} foundations: tables are of 1 or 2")
        below = [((1 << rank) - 1) << cards * f for f in range(foundations) for rank in range(cards)]
        return cls.of(Order(tuple(below), (0,) * stacks))

    def used_at(self, cards: int) -> int:
        """Return how many stacks can forbid something when some cards are left."""
        return min(self.stacks, self.used + self.cards - cards)

    def fits(self) -> bool:
        """Return whether all keys fit into 63 bits."""
        if not 1 <= self.cards <= MOST_CARDS:
            return False
        for cards in range(1, self.cards + 1):
            points, used = (cards // 2 + 1) * ((cards + 1) // 2 + 1), self.used_at(cards)
            if int(binomials()[points + used - 1, used]) > 1 << (65 - 2 * cards):
                return False
        return True

    def key_of(self, order: Order) -> int:
        """Return the key of an order; refuse one that cannot follow from this start.

        >>> Start.fresh(2, 3).key_of(Order((0, 0, 2), (1, 2, 0)))
        Traceback (most recent call last):
        saizen.errors.PositionError: 3 cards and 2 stacks in use: that cannot follow from 4 cards and 0
        """
        used = self.used_at(order.cards)
        taken = sum(f > 0 for f in order.forbidden)
        if not 1 <= order.cards <= self.cards or taken > used or len(order.forbidden) != self.stacks:
            raise PositionError(
                f"{order.cards} cards and {taken} stacks in use: "
                f"that cannot follow from {self.cards} cards and {self.used}"
            )
        room = keys.scratch()
        room["position"] = tuple(paths_of(order))
        return int(keys.pack(order.cards, self.stacks, used, binomials(), room))

    def first_layer(self) -> Ints:
        """Return the layer of the start alone."""
        return np.array([self.key_of(self.first)], np.int64)

    def order_of(self, key: int, cards: int) -> Order:
        """Return the order that a key means.

        >>> start = Start.fresh(2, 2)
        >>> start.order_of(start.key_of(start.first), 4)
        Order(below=(0, 1, 0, 4), forbidden=(0, 0))
        """
        room = keys.scratch()
        keys.unpack(key, cards, self.stacks, self.used_at(cards), binomials(), room)
        return order_from(cards, self.stacks, *(row.tolist() for row in room["position"]))


def chains_of(order: Order) -> tuple[list[int], list[int]]:
    """Split the cards into two chains, each from low to high; refuse orders that need three.

    Cards that are not ordered must lie on different chains: a graph to be coloured with two colours.

    >>> chains_of(Order((0, 0, 1), (0,)))
    ([0, 2], [1])
    """
    colours: dict[int, int] = {}
    for root in range(order.cards):
        colours.setdefault(root, 0)
        waiting = [root]
        while waiting:
            card = waiting.pop()
            for other in range(order.cards):
                apart = other != card and not (order.below[card] >> other | order.below[other] >> card) & 1
                if apart and other not in colours:
                    colours[other] = 1 - colours[card]
                    waiting.append(other)
                elif apart and colours[other] == colours[card]:
                    raise PositionError("the deck's cards form more than two chains")
    by_height = sorted(range(order.cards), key=lambda card: order.below[card].bit_count())
    return [c for c in by_height if colours[c] == 0], [c for c in by_height if colours[c] == 1]


def is_two_chains(order: Order) -> bool:
    """Return whether the cards can be split into two chains.

    >>> is_two_chains(Order((0, 0), (0,))), is_two_chains(Order((0, 0, 0), (0,)))
    (True, False)
    """
    try:
        chains_of(order)
    except PositionError:
        return False
    return True


def paths_of(order: Order) -> Position:
    """Return both paths and the coordinates of the stacks' points."""
    chain_a, chain_b = chains_of(order)
    mask_a, mask_b = (sum(1 << card for card in chain) for chain in (chain_a, chain_b))
    position = new_position()
    hi, lo = position.hi, position.lo
    for t in range(order.cards):
        a, b = int(hi[t]), t - int(hi[t])
        ready = a < len(chain_a) and (order.below[chain_a[a]] & mask_b).bit_count() <= b
        hi[t + 1] = a + ready
        a, b = int(lo[t]), t - int(lo[t])
        ready = b < len(chain_b) and (order.below[chain_b[b]] & mask_a).bit_count() <= a
        lo[t + 1] = a + (not ready)
    for n, forbidden in enumerate(order.forbidden):
        position.a[n] = (mask_a & ~forbidden).bit_count()
        position.b[n] = (mask_b & ~forbidden).bit_count()
    return position


def order_from(cards: int, stacks: int, hi: list[int], lo: list[int], a: list[int], b: list[int]) -> Order:
    """Build the order that paths and points describe; cards of a come first."""
    most = hi[cards]
    low_a = [(1 << rank) - 1 for rank in range(cards)]
    below = []
    for rank in range(most):
        step = hi.index(rank + 1)
        below.append(low_a[rank] | low_a[step - rank - 1] << most)
    for rank in range(cards - most):
        step = next(t for t in range(cards + 1) if t - lo[t] == rank + 1)
        below.append(low_a[rank] << most | ((1 << lo[step]) - 1))
    everything = (1 << cards) - 1
    allowed = [(1 << a[n]) - 1 | ((1 << b[n]) - 1) << most for n in range(stacks)]
    return Order(tuple(below), tuple(everything & ~mask for mask in allowed))
