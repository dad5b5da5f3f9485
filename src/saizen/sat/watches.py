"""Propagation: when all literals of a clause but one are false, that one must be true.

The first two literals of a clause watch it: while neither is false, the clause needs no look.
"""

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.jit import part
from saizen.sat.state import DONE, END, NONE, POOL, TRAIL, Ints32, State, assign


@part
def watch(
    pool: Ints32, starts: Ints32, lengths: Ints32, rooms: Ints32, counts: NDArray[np.int64], literal: int,
    clause: int, other: int,
) -> bool:  # fmt: skip
    """Append to the watch list of a literal, which moves if it is full; tell whether the pool had room."""
    length = lengths[literal]
    if length == rooms[literal]:
        room = 2 * length + 4
        begin = counts[POOL]
        if begin + 2 * room > len(pool):
            return False
        old = starts[literal]
        for at in range(2 * length):
            pool[begin + at] = pool[old + at]
        starts[literal] = begin
        rooms[literal] = room
        counts[POOL] += 2 * room
    at = starts[literal] + 2 * length
    pool[at] = clause
    pool[at + 1] = other
    lengths[literal] = length + 1
    return True


@part
def watch_all(state: State) -> bool:
    """Write the watch lists anew, and propagate everything again."""
    arena, lengths = state.arena, state.lengths
    lengths[:] = 0
    clause = 2
    while clause < state.counts[END]:
        lengths[arena[clause]] += 1
        lengths[arena[clause + 1]] += 1
        clause += arena[clause - 2] + 2
    state.counts[POOL] = 0
    for literal in range(len(lengths)):
        state.starts[literal] = state.counts[POOL]
        state.rooms[literal] = lengths[literal] + (lengths[literal] >> 1) + 4
        state.counts[POOL] += 2 * state.rooms[literal]
    if state.counts[POOL] > len(state.pool):
        return False
    lengths[:] = 0
    clause = 2
    while clause < state.counts[END]:
        for front in range(2):
            watch(
                state.pool, state.starts, lengths, state.rooms, state.counts, arena[clause + front], clause,
                arena[clause + 1 - front],
            )  # fmt: skip
        clause += arena[clause - 2] + 2
    state.counts[DONE] = 0
    return True


@part
def propagate(state: State, level: int) -> tuple[int, bool]:
    """Assign what follows; return the clause that became false, if any, and whether all watches had room."""
    values, arena, pool = state.values, state.arena, state.pool
    starts, lengths, rooms, counts = state.starts, state.lengths, state.rooms, state.counts
    while counts[DONE] < counts[TRAIL]:
        false = state.trail[counts[DONE]] ^ 1
        counts[DONE] += 1
        begin = starts[false]
        end = begin + 2 * lengths[false]
        keep = at = begin
        conflict = NONE
        while at < end:
            clause, other = pool[at], pool[at + 1]
            at += 2
            if values[other] == 1:
                pool[keep], pool[keep + 1] = clause, other
                keep += 2
                continue
            first = arena[clause]
            if first == false:
                first = arena[clause + 1]
                arena[clause] = first
                arena[clause + 1] = false
            if values[first] != 1:
                moved = False
                for place in range(clause + 2, clause + arena[clause - 2]):
                    literal = arena[place]
                    if values[literal] >= 0:
                        arena[clause + 1] = literal
                        arena[place] = false
                        if not watch(pool, starts, lengths, rooms, counts, literal, clause, first):
                            return NONE, False
                        moved = True
                        break
                if moved:
                    continue
            pool[keep], pool[keep + 1] = clause, first
            keep += 2
            if values[first] < 0:
                conflict = clause
                break
            if values[first] == 0:
                assign(state, first, level, clause)
        while at < end:
            pool[keep], pool[keep + 1] = pool[at], pool[at + 1]
            keep += 2
            at += 2
        lengths[false] = (keep - begin) >> 1
        if conflict >= 0:
            return conflict, True
    return NONE, True
