"""Theorems 1 and 2 and the representation of section 2.1, by playing small stack games card by card.

Nothing here knows an order: cards lie on stacks, and when the deck is empty they are moved to the foundations
as long as one can be moved. The solver's verdicts are held against that.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from saizen.games.calculation.stackgame.partial_order import Order
from saizen.games.calculation.stackgame.rules import Arrangement, Card, order_of
from saizen.papers.report import Check, Verdict, claimed

Stacks = tuple[tuple[Card, ...], ...]
GAMES: tuple[tuple[tuple[int, ...], int], ...] = (((2, 2), 2), ((3, 2), 2), ((2, 1, 1), 2), ((2, 2), 3))
"""Cards of each foundation, and stacks."""


def compare_theorems() -> Iterator[Check]:
    """Look at every position of small stack games."""
    where = "section 2.1"
    first = second = hidden = 0
    wrong_first = wrong_second = False
    worth: dict[tuple[int, Order], set[Fraction]] = {}
    for sizes, stacks in GAMES:
        for laid in _positions(sizes, ((),) * stacks):
            lost = success(sizes, laid) == 0
            order = order_of(Arrangement(sizes, laid))
            if order is None:
                first, wrong_first = first + 1, wrong_first or not lost
            elif order.lost():
                second, wrong_second = second + 1, wrong_second or not lost
            else:
                hidden += lost
                worth.setdefault((stacks, order.canonical()), set()).add(success(sizes, laid))
    yield claimed(where, f"theorem 1, {first} failures of small games", not wrong_first and first > 0)
    yield claimed(where, f"theorem 2, {second} failures of small games", not wrong_second and second > 0)
    alike = all(len(values) == 1 for values in worth.values())
    what = f"positions with the same representation succeed alike, {len(worth)} of them"
    yield claimed(where, what, alike and len(worth) > 0)
    number = f"{hidden} of these small games"
    yield Check(where, "failures that neither theorem sees", "not printed", number, Verdict.BEYOND)


def _positions(sizes: tuple[int, ...], laid: Stacks) -> set[Stacks]:
    """Return all positions in which cards lie on stacks, however they came there."""
    reached, fresh = {laid}, [laid]
    while fresh:
        stacks = fresh.pop()
        for card in Arrangement(sizes, stacks).deck():
            for following in _laid(stacks, card):
                if following not in reached:
                    reached.add(following)
                    fresh.append(following)
    return reached


def _laid(stacks: Stacks, card: Card) -> Iterator[Stacks]:
    for n, stack in enumerate(stacks):
        yield (*stacks[:n], (*stack, card), *stacks[n + 1 :])


@cache
def success(sizes: tuple[int, ...], laid: Stacks) -> Fraction:
    """Return the probability of success under best play.

    >>> success((2,), (((0, 0), (0, 1)),)), success((2,), (((0, 1), (0, 0)),))
    (Fraction(0, 1), Fraction(1, 1))
    """
    deck = Arrangement(sizes, laid).deck()
    if not deck:
        return Fraction(_clears(sizes, laid))
    best = (max(success(sizes, following) for following in _laid(laid, card)) for card in deck)
    return sum(best, Fraction(0)) / len(deck)


def _clears(sizes: tuple[int, ...], laid: Stacks) -> bool:
    """Move cards to the foundations as long as one can be moved."""
    stacks, filled = [list(stack) for stack in laid], [0] * len(sizes)
    moved = True
    while moved:
        moved = False
        for stack in stacks:
            if stack and stack[-1][1] == filled[stack[-1][0]]:
                filled[stack.pop()[0]] += 1
                moved = True
    return not any(stacks)
