"""Small stack games solved completely: one chain of up to twelve cards, and any order of four cards."""

from functools import cache
from itertools import combinations_with_replacement

import numpy as np

from saizen.kernels.compile import kernel, part
from saizen.kernels.hash_table import Floats, Ints

SIDES = 13
"""A chain has 0 to 12 cards, and a stack allows 0 to 12 of them."""
ORDERS = 24
"""The orders in which four cards can come."""


@cache
def chain_values(stacks: int) -> Floats:
    """Return the value of every stack game of one chain: [cards, how many of them each stack allows].

    >>> values = chain_values(2)
    >>> float(values[2, 2, 2]), float(values[2, 2, 0]), float(values[2, 1, 1])
    (1.0, 0.5, 0.0)
    """
    values = np.zeros((SIDES,) * (stacks + 1))
    _fill_chains(stacks, values.reshape(SIDES, -1))
    values.setflags(write=False)
    return values


@kernel
def _fill_chains(stacks: int, values: Floats) -> None:
    allowed = np.zeros(stacks, np.int64)
    values[0, 0] = 1.0
    for k in range(1, SIDES):
        for code in range(values.shape[1]):
            rest, most = code, 0
            for m in range(stacks):
                allowed[m], rest = rest % SIDES, rest // SIDES
                most = max(most, allowed[m])
            if most != k:
                continue  # the last card may go nowhere, or a stack allows more cards than there are
            total = 0.0
            for card in range(1, k + 1):
                best = 0.0
                for stack in range(stacks):
                    if allowed[stack] < card:
                        continue
                    after = 0
                    for m in range(stacks - 1, -1, -1):
                        left = allowed[m] - 1 if allowed[m] >= card else allowed[m]
                        after = after * SIDES + (card - 1 if m == stack else left)
                    best = max(best, values[k - 1, after])
                total += best
            values[k, code] = total / k


@cache
def number_multisets(stacks: int) -> tuple[Ints, int]:
    """Give a number to what stacks can forbid of four cards, whatever the order of the stacks.

    The index has four bits for each stack.

    >>> number, count = number_multisets(2)
    >>> count, bool(number[0x3A] == number[0xA3])
    (136, True)
    """
    number = np.zeros((16,) * stacks, np.int64)
    chosen = list(combinations_with_replacement(range(16), stacks))
    place = {masks: n for n, masks in enumerate(chosen)}
    for masks in np.ndindex(number.shape):
        number[masks] = place[tuple(sorted(masks))]
    return number.reshape(-1), len(chosen)


@part
def orders_won(stacks: int, below: int, forbidden: int, rows: Ints) -> int:
    """Count the orders of four cards in which all can be laid, with the best play.

    ``below`` has, from bit 4 x on, the cards before card x; ``forbidden`` has four bits for each stack. Row d
    of ``rows`` is the position after d cards: the cards laid, what is below each, what is forbidden, the next
    step (card * stacks + stack), the best count for that card so far, and the sum over the cards before it.
    """
    rows[0, 0], rows[0, 1], rows[0, 2], rows[0, 3], rows[0, 4], rows[0, 5] = 0, below, forbidden, 0, 0, 0
    depth = 0
    while True:
        row = rows[depth]
        card, stack = row[3] // stacks, row[3] % stacks
        if card == 4:
            if depth == 0:
                return row[5]  # type: ignore[no-any-return]
            depth -= 1
            rows[depth, 4] = max(rows[depth, 4], 1 if depth == 3 else row[5])
        elif not (row[0] >> card) & 1 and not (row[2] >> (4 * stack + card)) & 1:
            after = (row[2] >> (4 * stack)) & 15
            down = ((row[1] >> (4 * card)) & 15) | (1 << card)
            new_below, up = row[1], 0
            for x in range(4):
                if (after >> x) & 1:
                    new_below |= down << (4 * x)
                if (row[1] >> (4 * x + card)) & 1:
                    up |= 1 << x
            new_forbidden = row[2] | (up << (4 * stack))
            for m in range(stacks):
                if (row[2] >> (4 * m + card)) & 1:
                    new_forbidden |= after << (4 * m)
            depth += 1
            following = rows[depth]
            following[0], following[1], following[2] = row[0] | (1 << card), new_below, new_forbidden
            following[3], following[4], following[5] = 4 * stacks if depth == 4 else 0, 0, 0
            continue
        row = rows[depth]
        row[3] += 1
        if row[3] % stacks == 0:
            row[5] += row[4]
            row[4] = 0


@kernel
def count_orders(stacks: int, below: int, forbidden: int) -> int:
    """Count the orders of four cards in which all can be laid, for callers outside of kernels.

    >>> count_orders(2, 0, 0), count_orders(1, 0b0111_0011_0001_0000, 0)
    (24, 1)
    """
    return orders_won(stacks, below, forbidden, np.zeros((5, 6), np.int64))
