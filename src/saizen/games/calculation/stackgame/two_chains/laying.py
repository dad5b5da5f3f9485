"""The effect of laying a card on paths and points (see `keys`).

Laying ``a_card`` onto a stack keeps the down-sets that lie in the stack's or contain the card. For a card of
b, a and b are exchanged first.
"""

from saizen.games.calculation.stackgame.two_chains.keys import KeyScratch, Position
from saizen.kernels.compile import merged, part


@merged
def without(card: int, height: int, a: int, b: int) -> tuple[int, int]:
    """Return where a point goes when ``a_card`` is laid onto a stack that allows ``height`` cards of b."""
    return (a - 1, b) if a >= card else (a, min(b, height))


@part
def lay(k: int, stacks: int, position: Position, card: int, stack: int, after: Position) -> bool:
    """Lay card ``a_card`` onto a stack that allows it: write the position after it, unless that is lost.

    For a card of b, the position must be turned over first.
    """
    hi, lo, height = position.hi, position.lo, position.b[stack]
    first = last = 0  # the steps in which the paths take the card
    while hi[first] < card:
        first += 1
    while lo[last] < card:
        last += 1
    most_a = most_b = 0
    for m in range(stacks):
        if m == stack:
            a, b = card - 1, min(height, last - card)
        else:
            a, b = without(card, height, position.a[m], position.b[m])
        after.a[m], after.b[m] = a, b
        most_a, most_b = max(most_a, a), max(most_b, b)
    if most_a < hi[k] - 1 or most_b < k - hi[k]:
        return False
    for t in range(first):
        after.hi[t] = hi[t]
    for t in range(first, k):
        after.hi[t] = hi[t + 1] - 1
    last = min(last, height + card)
    for t in range(last):
        after.lo[t] = max(lo[t], t - height)
    for t in range(last, k):
        after.lo[t] = max(lo[t + 1], card) - 1
    return True


@part
def turn_over(k: int, stacks: int, room: KeyScratch) -> None:
    """Write the position with a and b exchanged."""
    position, turned = room.position, room.turned
    for t in range(k + 1):
        turned.hi[t], turned.lo[t] = t - position.lo[t], t - position.hi[t]
    for m in range(stacks):
        turned.a[m], turned.b[m] = position.b[m], position.a[m]


@merged
def is_repeated(position: Position, stack: int) -> bool:
    """Return whether an earlier stack forbids the same cards."""
    repeated = False
    for m in range(stack):
        repeated |= position.a[m] == position.a[stack] and position.b[m] == position.b[stack]
    return repeated
