"""A card is laid: where paths and points go (see `kernel`).

Laying ``a_card`` onto a stack keeps the down-sets that lie in the stack's or contain the card. For a card of
b, a and b are exchanged first.
"""

from saizen.kernels.hashing import Ints
from saizen.kernels.jit import inlined


@inlined
def without(card: int, height: int, a: int, b: int) -> tuple[int, int]:
    """Return where a point goes when ``a_card`` is laid onto a stack that allows ``height`` cards of b."""
    if a >= card:
        return a - 1, b
    return a, min(b, height)


@inlined
def lay(
    k: int,
    stacks: int,
    hi: Ints,
    lo: Ints,
    pa: Ints,
    pb: Ints,
    card: int,
    stack: int,
    first: int,
    last: int,
    new_hi: Ints,
    new_lo: Ints,
    new_a: Ints,
    new_b: Ints,
) -> bool:
    """Lay card ``a_card`` onto a stack that allows it: write the new paths and points, unless it is lost.

    ``first`` and ``last`` are the steps in which ``hi`` and ``lo`` take the card.
    """
    most_a = most_b = 0
    for m in range(stacks):
        if m == stack:
            a, b = card - 1, min(pb[m], last - card)
        else:
            a, b = without(card, pb[stack], pa[m], pb[m])
        new_a[m], new_b[m] = a, b
        most_a, most_b = max(most_a, a), max(most_b, b)
    if most_a < hi[k] - 1 or most_b < k - hi[k]:
        return False
    for t in range(first):
        new_hi[t] = hi[t]
    for t in range(first, k):
        new_hi[t] = hi[t + 1] - 1
    last = min(last, pb[stack] + card)
    for t in range(last):
        new_lo[t] = max(lo[t], t - pb[stack])
    for t in range(last, k):
        new_lo[t] = max(lo[t + 1], card) - 1
    return True


@inlined
def turn_over(k: int, stacks: int, work: Ints) -> None:
    """Exchange a and b: rows 6 to 9 (paths and points) become rows 10 to 13 transposed."""
    for t in range(k + 1):
        work[10, t] = t - work[7, t]
        work[11, t] = t - work[6, t]
    for m in range(stacks):
        work[12, m] = work[9, m]
        work[13, m] = work[8, m]


@inlined
def is_repeated(pa: Ints, pb: Ints, stack: int) -> bool:
    """Tell whether an earlier stack forbids the same cards."""
    repeated = False
    for m in range(stack):
        repeated |= pa[m] == pa[stack] and pb[m] == pb[stack]
    return repeated
