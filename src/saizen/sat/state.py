"""What a search remembers, on flat arrays, and which variable it decides next.

Variable ``v`` (from 0) has the literals ``2 v`` and, negated, ``2 v + 1``. A clause lies in the ``arena``
as its size, its rating, and its literals; it is known by where its first literal lies. The rating is 0 for
a given clause, and for a learned one the number of decision levels among its literals (Audemard and Simon,
Predicting Learnt Clauses Quality in Modern SAT Solvers, IJCAI 2009): few levels, good clause.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.jit import part

Ints32 = NDArray[np.int32]
NONE = -1
COUNTS = 12
TRAIL, DONE, END, HEAP, POOL, CONFLICTS, FORGET, PROOF, STAMP, MARKS, FORGETS, STOP = range(COUNTS)
"""What ``counts`` holds: literals assigned and propagated, ends of arena, heap and pool, and so on;
a 1 under ``STOP`` asks the search to end."""
STEP, FAST, SLOW = range(3)
"""What ``rates`` holds: by how much activity grows, and recent and long averages of the ratings."""
_ROOM, _PROOF = 1 << 22, 1 << 20
"""Room for learned clauses and for watch lists beyond the first, and for the proof until the next pause."""


class State(NamedTuple):
    """All that a search remembers, so that it can pause and go on."""

    values: NDArray[np.int8]
    """By literal: 1 true, -1 false, 0 not assigned."""
    phases: NDArray[np.int8]
    levels: Ints32
    reasons: Ints32
    trail: Ints32
    bounds: Ints32
    """Where on the trail each decision level begins."""
    activity: NDArray[np.float64]
    heap: Ints32
    where: Ints32
    seen: NDArray[np.int8]
    stamps: Ints32
    marks: Ints32
    work: Ints32
    learned: Ints32
    arena: Ints32
    pool: Ints32
    """Watch lists: pairs of a clause and another literal of it; if that is true, the clause needs no look."""
    starts: Ints32
    lengths: Ints32
    rooms: Ints32
    proof: Ints32
    """The learned clauses since the last pause, each after its size."""
    counts: NDArray[np.int64]
    rates: NDArray[np.float64]


def new_state(codes: Ints32, sizes: NDArray[np.int64], variables: int, units: Ints32) -> State:
    """Write the clauses into the arena, make unit clauses true, and leave all else open."""

    def zeros(size: int) -> Ints32:
        return np.zeros(size, np.int32)

    long = sizes > 1
    begins = np.cumsum(np.where(long, sizes + 2, 0)) - sizes
    total = int((sizes[long] + 2).sum())
    arena = zeros(total + _ROOM)
    arena[begins[long] - 2] = sizes[long]
    kept = np.repeat(long, sizes)
    within = np.arange(len(codes)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    arena[(np.repeat(begins, sizes) + within)[kept]] = codes[kept]
    occurring = np.unique(codes >> 1).astype(np.int32)
    state = State(
        values=np.zeros(2 * variables, np.int8),
        phases=np.ones(variables, np.int8),
        levels=zeros(variables),
        reasons=np.full(variables, NONE, np.int32),
        trail=zeros(variables),
        bounds=zeros(variables + 1),
        activity=np.zeros(variables),
        heap=zeros(variables),
        where=np.full(variables, -1, np.int32),
        seen=np.zeros(variables, np.int8),
        stamps=zeros(variables + 1),
        marks=zeros(variables),
        work=zeros(2 * variables + 8),
        learned=zeros(variables + 1),
        arena=arena,
        pool=zeros(16 * len(sizes) + _ROOM),
        starts=zeros(2 * variables),
        lengths=zeros(2 * variables),
        rooms=zeros(2 * variables),
        proof=zeros(_PROOF + variables + 2),
        counts=np.zeros(COUNTS, np.int64),
        rates=np.array([1.0, 0.0, 0.0]),
    )
    state.heap[: len(occurring)] = occurring
    state.where[occurring] = range(len(occurring))
    state.values[units], state.values[units ^ 1] = 1, -1
    state.trail[: len(units)] = units
    state.counts[[TRAIL, END, HEAP]] = len(units), total, len(occurring)
    return state


@part
def _swap(state: State, one: int, other: int) -> None:
    heap, where = state.heap, state.where
    heap[one], heap[other] = heap[other], heap[one]
    where[heap[one]], where[heap[other]] = one, other


@part
def _rise(state: State, at: int) -> None:
    while at > 0 and state.activity[state.heap[at]] > state.activity[state.heap[(at - 1) >> 1]]:
        _swap(state, at, (at - 1) >> 1)
        at = (at - 1) >> 1


@part
def _insert(state: State, variable: int) -> None:
    """Put a variable back among those to decide."""
    if state.where[variable] < 0:
        at = state.counts[HEAP]
        state.heap[at] = variable
        state.where[variable] = at
        state.counts[HEAP] += 1
        _rise(state, at)


@part
def most_active(state: State) -> int:
    """Take the most active variable from the heap."""
    top = state.heap[0]
    state.counts[HEAP] -= 1
    count = state.counts[HEAP]
    _swap(state, 0, count)
    state.where[top] = -1
    at = 0
    while 2 * at + 1 < count:
        child = 2 * at + 1
        if child + 1 < count and state.activity[state.heap[child + 1]] > state.activity[state.heap[child]]:
            child += 1
        if state.activity[state.heap[child]] <= state.activity[state.heap[at]]:
            break
        _swap(state, at, child)
        at = child
    return int(top)


@part
def bump(state: State, variable: int) -> None:
    """Make a variable more active; all others fade, since the step grows with each conflict."""
    state.activity[variable] += state.rates[STEP]
    if state.activity[variable] > 1e100:
        for other in range(len(state.activity)):
            state.activity[other] *= 1e-100
        state.rates[STEP] *= 1e-100
    if state.where[variable] >= 0:
        _rise(state, state.where[variable])


@part
def assign(state: State, literal: int, level: int, reason: int) -> None:
    """Make a literal true."""
    state.values[literal] = 1
    state.values[literal ^ 1] = -1
    state.levels[literal >> 1] = level
    state.reasons[literal >> 1] = reason
    state.trail[state.counts[TRAIL]] = literal
    state.counts[TRAIL] += 1


@part
def back_to(state: State, level: int, now: int) -> None:
    """Take back all assignments above a decision level."""
    if level >= now:
        return
    for at in range(state.counts[TRAIL] - 1, state.bounds[level] - 1, -1):
        literal = state.trail[at]
        state.values[literal] = state.values[literal ^ 1] = 0
        state.phases[literal >> 1] = literal & 1
        _insert(state, literal >> 1)
    state.counts[TRAIL] = state.counts[DONE] = state.bounds[level]
