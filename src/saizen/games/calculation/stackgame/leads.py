"""A lead: an order, one of its cards, and the height of the stack that takes it (see `walk`)."""

from saizen.games.calculation.stackgame.batches import (
    ALLOWS,
    HEIGHT,
    IMAGE,
    INSIDE,
    MIRROR,
    NEW,
    START,
    SYMMETRIC,
    A,
    B,
)
from saizen.games.calculation.stackgame.kernel import MOST_CARDS, canonical_paths, number_of, steps_of
from saizen.games.calculation.stackgame.laying import without
from saizen.kernels.bits import popcount
from saizen.kernels.hashing import Ints
from saizen.kernels.jit import inlined

MOST_LEADS = MOST_CARDS * MOST_CARDS
"""Leads of a batch, at most."""


@inlined
def _step_of(steps: int, rank: int) -> int:
    """Return in which step, counted from 1, a path takes its card of some rank; 0 for rank 0."""
    for _ in range(rank - 1):
        steps &= steps - 1
    return popcount((steps & -steps) - 1) + 1 if rank else 0


@inlined
def take(k: int, card: int, paths: int, points: int, room: Ints) -> tuple[int, int, int, int, int, int]:
    """Take a card out of an order, and write the heights of stacks that allow it.

    Returns its side, its rank there, the steps of both paths from that side (the upper one without the card),
    the step in which the lower one takes it, and all heights as bits. Cards of b come after those of a; from
    their side, a and b are exchanged.
    """
    upper, lower = steps_of(paths, k)
    side, rank = 0, card + 1
    if card >= popcount(upper):
        side, rank, every = 1, rank - popcount(upper), (1 << k) - 1
        upper, lower = ~lower & every, ~upper & every
    first, last = _step_of(upper, rank), _step_of(lower, rank)
    heights = 0
    for point in range(points):
        height = -1
        if room[A + side, point] >= rank:
            height = min(room[B - side, point], last - rank)
            heights |= 1 << height
        room[HEIGHT, point] = height
    upper = (upper & ((1 << (first - 1)) - 1)) | ((upper >> first) << (first - 1))
    return side, rank, upper, lower, last, heights


@inlined
def lead(
    k: int, side: int, rank: int, upper: int, lower: int, last: int, height: int, points: int, room: Ints
) -> tuple[int, int]:
    """Lay a card onto a stack of some height; return the new paths, and how many summands are symmetric.

    The new numbers of all points are written, and last that of the stack itself.
    """
    # the lower path takes ``height`` cards of b, then those of a before the card, then the other cards of b
    turn = _step_of(~lower, height)
    clipped = (lower & ((1 << turn) - 1)) | ((1 << (height + rank - 1)) - (1 << turn))
    clipped |= (lower >> last) << (last - 1)
    start, mirror, symmetric = room[START], room[MIRROR], room[SYMMETRIC]
    paths, turned, symmetrics = canonical_paths(k - 1, upper, clipped, start, mirror, symmetric)
    most = popcount(upper)
    for point in range(points + 1):
        a, b = rank - 1, height
        if point < points:
            a, b = without(rank, height, room[A + side, point], room[B - side, point])
        number = number_of(a, a + b, start, turned)
        room[NEW, point] = number
        room[ALLOWS, point] = (a == most) + 2 * (b == k - 1 - most)
        room[INSIDE, point] = symmetric[a + b]
        room[IMAGE, point] = mirror[a + b] - number
    return paths, symmetrics
