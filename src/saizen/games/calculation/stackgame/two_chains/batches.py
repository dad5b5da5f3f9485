"""Positions of one order, read together: which points occur, and which stacks can take a card there.

This is where the room is that `successors` works in.
"""

from functools import cache
from threading import local
from typing import Any, NamedTuple

import numpy as np

from saizen.games.calculation.stackgame.partial_order import MOST_STACKS
from saizen.games.calculation.stackgame.two_chains.keys import (
    MOST_POINTS,
    ROOM,
    read_numbers,
    read_paths,
    read_point,
)
from saizen.games.calculation.stackgame.two_chains.lattice import binomials
from saizen.kernels.compile import merged, part
from saizen.kernels.hash_table import Ints
from saizen.kernels.record import record_type

BATCH = 1 << 10
"""Positions of one order that are walked at a time."""
MOST_SEEN = 255 - MOST_STACKS
"""Points that may occur in a batch: each is a byte of a word, as is the stack that takes the card."""
WEIGHED = 4
"""Stacks whose points are ranked by a table."""


class Sizes(NamedTuple):
    """Cards left, stacks, and how many of them can forbid something: now, and after the next card."""

    cards: int
    stacks: int
    used: int
    next_used: int


class OrderBatch(NamedTuple):
    """The workspace of one thread: rows by point, by diagonal, by stack, and by position."""

    binom: Ints
    coordinates: Ints
    """By point: how many cards of a, and of b."""
    seen: Ints
    """By number: which point it is in this batch, -1 if it does not occur."""
    numbers: Ints
    height: Ints
    """By point: the height of a stack there for the card that is laid; -1: it does not allow the card."""
    new: Ints
    """By point: its number after a lead, that of its mirror image, its symmetric summand (0: none), and
    whether it allows all cards of a (1) and b (2)."""
    image: Ints
    inside: Ints
    allows: Ints
    hi: Ints
    lo: Ints
    before: Ints
    first: Ints
    mirror: Ints
    symmetric: Ints
    number: Ints
    """By stack, as in `keys`."""
    image_of: Ints
    inside_of: Ints
    own: Ints
    other: Ints
    weights: Ints
    """The contribution of the first, second, ... point's number to a rank."""
    begins: Ints
    """By point: where its takers begin."""
    members: Ints
    """By position: its points, a byte each. By taker: the same with the stack marked; where it writes."""
    takers: Ints
    writes: Ints


@cache
def _layout() -> np.dtype[Any]:
    points, each = np.zeros(MOST_POINTS + 2, np.int64), np.zeros(BATCH * MOST_STACKS, np.int64)
    short, pair = np.zeros(ROOM, np.int64), np.zeros((2, len(points)), np.int64)
    weights = np.zeros((WEIGHED, len(points)), np.int64)
    lists = (each[:BATCH], each, each)
    by_point = (pair, points, points, points, points, points, points, points)
    return record_type(OrderBatch(binomials(), *by_point, *(short,) * 11, weights, points, *lists))


def new_batch() -> Any:
    """Return working memory for one thread, as a record."""
    batch = np.zeros(1, _layout())[0]
    batch["binom"], batch["seen"] = binomials(), -1
    return batch


class _Room(local):
    def __init__(self) -> None:
        self.batch = new_batch()


_ROOM = _Room()


def own_batch() -> Any:
    """Return the working memory of this thread."""
    return _ROOM.batch


@part
def read_batch(keys: Ints, at: int, sizes: Sizes, room: OrderBatch) -> tuple[int, int]:
    """Read positions of one order from a place on; return how many, and how many points occur.

    The points of each are sorted by their numbers.
    """
    number, seen, members, stacks = room.number, room.seen, room.members, sizes.stacks
    shift = 65 - 2 * sizes.cards
    paths = keys[at] >> shift
    total = read_paths(paths, sizes.cards, room.hi, room.lo, room.before)
    for m in range(stacks):
        number[m] = 0
    states = points = 0
    while states < BATCH and points < MOST_SEEN and at + states < len(keys):
        key = keys[at + states]
        if key >> shift != paths:
            break
        read_numbers(key & ((1 << shift) - 1), total, sizes.used, room.binom, number[stacks - sizes.used :])
        members[states] = 0
        for m in range(stacks):
            n = number[m]
            if seen[n] < 0:
                seen[n], room.numbers[points] = points, n
                a, b = read_point(n, total, sizes.cards, room.lo, room.before)
                room.coordinates[0, points], room.coordinates[1, points] = a, b
                points += 1
            members[states] |= seen[n] << 8 * m
        states += 1
    for point in range(points):
        seen[room.numbers[point]] = -1
    return states, points


@merged
def list_takers(states: int, points: int, stacks: int, width: int, room: OrderBatch) -> None:
    """List by point the positions with a stack there, that stack marked, and where to write what follows."""
    members, takers, writes, begins = room.members, room.takers, room.writes, room.begins
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
