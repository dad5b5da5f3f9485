"""Positions of one order, read together: which points occur, and which stacks can take a card there.

This is where the room is that `leads` and `walk` work in.
"""

import numpy as np

from saizen.games.calculation.stackgame.kernel import MOST_POINTS, read_numbers, read_paths, read_point
from saizen.games.calculation.stackgame.partial_order import MOST_STACKS
from saizen.kernels.hashing import Ints
from saizen.kernels.jit import inlined

BATCH = 1 << 10
"""Positions of one order that are walked at a time."""
MOST_SEEN = 255 - MOST_STACKS
"""Points that may occur in a batch: each is a byte of a word, as is the stack that takes the card."""

# rows of the room to work in, by point: coordinates; where a number was seen, and which; for one card, the
# stack's height (-1: it does not allow the card), and for one lead the new number, its image, the symmetric
# summand (0: none), and whether the point allows all cards of a (1) and b (2)
A, B, SEEN, NUMBERS, HEIGHT, NEW, IMAGE, INSIDE, ALLOWS = range(9)
# rows by diagonal, and others
HI, LO, BEFORE, START, MIRROR, SYMMETRIC, ROW, WEIGHTS, BEGINS, ROWS = 9, 10, 11, 12, 13, 14, 15, 20, 24, 25
MEMBERS, TAKERS, WRITES = range(3)


def room() -> Ints:
    """Return working memory for one thread: rows by point and by diagonal."""
    return np.full((ROWS, MOST_POINTS + 2), -1, np.int64)


def lists() -> Ints:
    """Return working memory for one thread: the points of positions, then stacks and where they write."""
    return np.empty((3, BATCH * MOST_STACKS), np.int64)


@inlined
def read_batch(
    keys: Ints, at: int, k: int, stacks: int, used: int, binom: Ints, room: Ints, members: Ints
) -> tuple[int, int]:
    """Read positions of one order from a place on; return how many, and how many points occur.

    ``members`` has the points of each position, a byte each, sorted by their numbers.
    """
    lo, before, number, seen = room[LO], room[BEFORE], room[ROW], room[SEEN]
    shift = 65 - 2 * k
    paths = keys[at] >> shift
    total = read_paths(paths, k, room[HI], lo, before)
    for m in range(stacks):
        number[m] = 0
    states = points = 0
    while states < BATCH and points < MOST_SEEN and at + states < len(keys):
        key = keys[at + states]
        if key >> shift != paths:
            break
        read_numbers(key & ((1 << shift) - 1), total, used, binom, number[stacks - used :])
        members[states] = 0
        for m in range(stacks):
            n = number[m]
            if seen[n] < 0:
                seen[n], room[NUMBERS, points] = points, n
                room[A, points], room[B, points] = read_point(n, total, k, lo, before)
                points += 1
            members[states] |= seen[n] << 8 * m
        states += 1
    for point in range(points):
        seen[room[NUMBERS, point]] = -1
    return states, points


@inlined
def list_takers(states: int, points: int, stacks: int, width: int, begins: Ints, lists: Ints) -> None:
    """List by point the positions with a stack there, that stack marked, and where to write what follows."""
    members, takers, writes = lists[MEMBERS], lists[TAKERS], lists[WRITES]
    for point in range(points + 2):
        begins[point] = 0
    for counting in range(2):
        for state in range(states):
            before = -1
            for m in range(stacks):
                point = (members[state] >> 8 * m) & 255
                if point != before and counting == 0:
                    begins[point + 2] += 1
                elif point != before:
                    at = begins[point + 1]
                    takers[at] = members[state] ^ ((point ^ points) << 8 * m)
                    writes[at] = state * width + m
                    begins[point + 1] += 1
                before = point
        if counting == 0:
            for point in range(points):
                begins[point + 2] += begins[point + 1]
