"""The memory of a search: the table of solved positions, the stacks, the tables of bounds."""

from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from saizen.games.abgame.bounds import Bounds
from saizen.games.abgame.canon import Scratch, scratch
from saizen.games.abgame.packing import bits_per_place
from saizen.games.abgame.position import shown_patterns

INTERRUPTED = -1
"""What `search` returns when the budget or a table is used up."""
OPEN = -2
"""What a step returns when the position is not settled yet."""
ENTER = -3
"""What the search is about to do with a new frame."""
STACK = 1 << 20
"""Patterns on the stack of a search, and guesses where there are few places."""
LARGEST_SET = 1 << 16
LEVELS = 128
RESPONSES = 64
MOST_WORDS = 1024
"""Words of a plane: lists of up to 65,536 patterns."""

# where the counters lie
ENTRIES, KEYS, NODES, BUDGET, FULL, REJECTED, LEVEL, WORK, WRITTEN, BAR, LARGEST = range(11)
# what a frame of the search remembers
(
    FIRST, COUNT, LABELS, UNUSED, DEAD, LIMIT, BEST, ONLY, TOP, GUESS_TOP, OWN, HEAD, WORD, BASE,
    LOW, LISTED, LEFT, TRYING, NEW, TOTAL, DEEP, DEEPEST, PART, PROBE, ALLOWED,
) = range(25)  # fmt: skip
BUDGET_SPENT, TABLE_FULL, STACK_FULL = 1, 2, 3


class MemoArrays(NamedTuple):
    """Positions solved so far: open addressing over entries, keys in one long array."""

    slots: Any
    hashes: Any
    offsets: Any
    lengths: Any
    heads: Any
    """Unused symbols, dead symbols, limit and objective in one integer."""
    lows: Any
    """Proved lower bound; the exact value where ``depths`` is positive."""
    depths: Any
    """Worst case of the strategy that attains the exact value, 0 while only a bound is known."""
    keys: Any


class Work(NamedTuple):
    """Everything `search` needs besides the position."""

    places: int
    bits: int
    repeat: bool
    answers: Any
    """Codes of the possible answers: A * (places + 1) + (A + B); the last is "found"."""
    bounds: Bounds
    table: MemoArrays
    counters: Any
    scratch: Scratch
    growth: Any
    """[0, stars]: patterns one becomes in the longest list with new symbols shown; [1, stars]: in all."""
    pat: Any
    hot: Any
    sym: Any
    star: Any
    guesses: Any
    """Stack of guess lists: bound << 32 | packed guess."""
    planes: Any
    star_planes: Any
    counts: Any
    sums: Any
    members: Any
    after: Any
    first_plane: Any
    choice: Any
    never: Any
    """Planes, counters, set and guess of `saizen.games.abgame.listing`; places that a label never has."""
    seats: Any
    """Every order: the place of each member of a set."""
    tally: Any
    part_first: Any
    part_count: Any
    part_bound: Any
    list_first: Any
    list_count: Any
    frames: Any
    """[level, field]: the stack of the search."""
    depth: Any
    """[level]: worst case of the strategy last found at this level."""


def new_table(entries: int, keys: int) -> MemoArrays:
    """Allocate an empty table."""
    slots = 1 << (2 * entries - 1).bit_length()
    return MemoArrays(
        np.zeros(slots, np.int32),
        np.zeros(entries, np.int64),
        np.zeros(entries, np.int64),
        np.zeros(entries, np.int32),
        np.zeros(entries, np.int32),
        np.zeros(entries, np.int64),
        np.zeros(entries, np.int8),
        np.zeros(keys, np.uint32),
    )


def new_work(
    places: int, repeat: bool, answers: list[int], bounds: Bounds, table: MemoArrays, room: int, guesses: int
) -> Work:
    """Allocate what a search needs; ``room`` and ``guesses`` are the lengths of the two stacks."""
    kinds = range(places + 1)
    widest = [shown_patterns(stars, places) for stars in kinds]
    together = [sum(shown_patterns(stars, new) for new in kinds) for stars in kinds]

    def whole(*shape: int) -> Any:
        return np.zeros(shape, np.int64)

    return Work(
        places, bits_per_place(places), repeat,
        np.array(answers, np.int64), bounds, table, whole(11),
        scratch(), np.array([widest, together], np.int64),
        whole(room), whole(room), whole(room), whole(room), whole(guesses),
        whole(MOST_WORDS * 136), whole(MOST_WORDS * 8), whole(MOST_WORDS * 32), whole(MOST_WORDS * 8),
        whole(8), whole(8), whole(8), whole(8), whole(256),
        np.array(list(permutations(range(places))), np.int64),
        whole(RESPONSES * 8), whole(LEVELS, RESPONSES), whole(LEVELS, RESPONSES), whole(LEVELS, RESPONSES),
        whole(LEVELS, 8), whole(LEVELS, 8), whole(LEVELS, 25), whole(LEVELS),
    )  # fmt: skip
