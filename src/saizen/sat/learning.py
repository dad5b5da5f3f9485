"""Learning a clause from every conflict, and forgetting those that are of little use."""

from saizen.kernels.jit import part
from saizen.sat.state import END, MARKS, NONE, PROOF, STAMP, TRAIL, Ints32, State, assign, bump
from saizen.sat.watches import watch

KEEP = 2
"""Learned clauses with at most this rating are never forgotten."""


@part
def rating_of(state: State, literals: Ints32, begin: int, size: int) -> int:
    """Count the decision levels among literals."""
    state.counts[STAMP] += 1
    stamp = state.counts[STAMP]
    rating = 0
    for at in range(begin, begin + size):
        level = state.levels[literals[at] >> 1]
        if level > 0 and state.stamps[level] != stamp:
            state.stamps[level] = stamp
            rating += 1
    return rating


@part
def _mark(state: State, variable: int, mark: int) -> None:
    state.seen[variable] = mark
    state.marks[state.counts[MARKS]] = variable
    state.counts[MARKS] += 1


@part
def _is_implied(state: State, literal: int) -> bool:
    """Tell whether a literal of the learned clause follows from its others, so that it can be left out.

    A literal follows if all other literals of its reason are in the clause (marked 1) or follow (marked 2);
    those that do not are marked 3.
    """
    work, seen, arena = state.work, state.seen, state.arena
    if state.reasons[literal >> 1] == NONE:
        return False
    work[0], work[1] = literal >> 1, 1
    depth = 2
    while depth > 0:
        variable, at = work[depth - 2], work[depth - 1]
        clause = state.reasons[variable]
        if at == arena[clause - 2]:
            if seen[variable] == 0:
                _mark(state, variable, 2)
            depth -= 2
            continue
        work[depth - 1] += 1
        below = arena[clause + at] >> 1
        if state.levels[below] == 0 or seen[below] == 1 or seen[below] == 2:
            continue
        if seen[below] == 3 or state.reasons[below] == NONE:
            for failed in range(0, depth, 2):
                if seen[work[failed]] == 0:
                    _mark(state, work[failed], 3)
            return False
        work[depth], work[depth + 1] = below, 1
        depth += 2
    return True


@part
def analyse(state: State, conflict: int, level: int) -> tuple[int, int]:
    """Learn a clause from a conflict; return its size and the level on which its first literal becomes true.

    Literals of this level are replaced by their reasons until one is left.
    """
    arena, learned = state.arena, state.learned
    clause, skip, waiting, size = conflict, 0, 0, 1
    at = state.counts[TRAIL]
    literal = 0
    while True:
        if arena[clause - 1] > KEEP:
            arena[clause - 1] = min(arena[clause - 1], rating_of(state, arena, clause, arena[clause - 2]))
        for place in range(clause + skip, clause + arena[clause - 2]):
            variable = arena[place] >> 1
            if state.seen[variable] == 0 and state.levels[variable] > 0:
                _mark(state, variable, 1)
                bump(state, variable)
                if state.levels[variable] == level:
                    waiting += 1
                else:
                    learned[size] = arena[place]
                    size += 1
        at -= 1
        while state.seen[state.trail[at] >> 1] == 0:
            at -= 1
        literal = state.trail[at]
        waiting -= 1
        if waiting == 0:
            break
        clause, skip = state.reasons[literal >> 1], 1
    learned[0] = literal ^ 1
    kept = 1
    for place in range(1, size):
        if not _is_implied(state, learned[place]):
            learned[kept] = learned[place]
            kept += 1
    back = 0
    for place in range(1, kept):
        if state.levels[learned[place] >> 1] > back:
            back = state.levels[learned[place] >> 1]
            learned[1], learned[place] = learned[place], learned[1]
    for mark in range(state.counts[MARKS]):
        state.seen[state.marks[mark]] = 0
    state.counts[MARKS] = 0
    return kept, back


@part
def learn(state: State, size: int, back: int) -> bool:
    """Write the learned clause down, make its first literal true; tell whether the watch lists had room."""
    arena, learned, counts = state.arena, state.learned, state.counts
    state.proof[counts[PROOF]] = size
    for at in range(size):
        state.proof[counts[PROOF] + 1 + at] = learned[at]
    counts[PROOF] += size + 1
    if size == 1:
        assign(state, learned[0], 0, NONE)
        return True
    clause = counts[END] + 2
    arena[clause - 2] = size
    for at in range(size):
        arena[clause + at] = learned[at]
    arena[clause - 1] = rating_of(state, arena, clause, size)
    counts[END] = clause + size
    whole = True
    for front in range(2):
        whole &= watch(
            state.pool,
            state.starts,
            state.lengths,
            state.rooms,
            counts,
            learned[front],
            clause,
            learned[1 - front],
        )
    assign(state, learned[0], back, clause)
    return whole


@part
def forget(state: State) -> None:
    """Leave out clauses that are true for good, and the worse half of the learned (the older, if equal)."""
    arena, histogram = state.arena, state.work
    histogram[:] = 0
    count = 0
    clause = 2
    while clause < state.counts[END]:
        if arena[clause - 1] > KEEP:
            histogram[min(arena[clause - 1], len(histogram) - 1)] += 1
            count += 1
        clause += arena[clause - 2] + 2
    limit, excess = len(histogram) - 1, count >> 1
    while limit > KEEP and excess > histogram[limit]:
        excess -= histogram[limit]
        limit -= 1
    end = 0
    clause = 2
    while clause < state.counts[END]:
        size, rating = arena[clause - 2], arena[clause - 1]
        stays = rating <= limit
        if rating == limit and excess > 0 and rating > KEEP:
            excess -= 1
            stays = False
        for at in range(clause, clause + size):
            stays &= state.values[arena[at]] != 1
        if stays:
            for at in range(size + 2):
                arena[end + at] = arena[clause - 2 + at]
            end += size + 2
        clause += size + 2
    state.counts[END] = end
