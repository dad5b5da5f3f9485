"""Conflict-driven clause learning: decide, propagate, learn from the conflict, go back, and restart often."""

from saizen.kernels.jit import lean, part
from saizen.sat.learning import analyse, forget, learn, rating_of
from saizen.sat.state import (
    CONFLICTS,
    END,
    FAST,
    FORGET,
    FORGETS,
    HEAP,
    NONE,
    PROOF,
    SLOW,
    STEP,
    STOP,
    TRAIL,
    State,
    assign,
    back_to,
    most_active,
)  # fmt: skip
from saizen.sat.watches import propagate, watch_all

SATISFIABLE, UNSATISFIABLE, PAUSED, FULL = 1, 0, 2, 3
"""How a search ends; `PAUSED`: it wants to go on, `FULL`: there is no room for more clauses."""
_FIRST_FORGETTING, _LATER_FORGETTING = 2000, 300
_RESTART_AFTER, _WORSE = 50, 1.25


@part
def _rest(state: State) -> int:
    """With nothing decided, forget if it is time; tell whether there is room to go on."""
    counts, variables = state.counts, len(state.levels)
    tight = counts[END] + variables + 2 > len(state.arena)
    if counts[CONFLICTS] >= counts[FORGET] or tight:
        forget(state)
        if counts[END] + variables + 2 > len(state.arena) or not watch_all(state):
            return FULL
        if not tight:
            counts[FORGETS] += 1
        counts[FORGET] = counts[CONFLICTS] + _FIRST_FORGETTING + _LATER_FORGETTING * counts[FORGETS]
    return PAUSED


@lean
def search(state: State, conflicts: int) -> int:
    """Search on until it is decided, for a number of conflicts, or until the proof must be taken away."""
    counts, rates, variables = state.counts, state.rates, len(state.levels)
    level, since, last = 0, 0, counts[CONFLICTS] + conflicts
    if counts[FORGET] == 0:
        counts[FORGET] = _FIRST_FORGETTING
        if not watch_all(state):
            return FULL
    while True:
        clause, whole = propagate(state, level)
        if whole and clause >= 0:
            if level == 0:
                return UNSATISFIABLE
            counts[CONFLICTS] += 1
            since += 1
            size, back = analyse(state, clause, level)
            rating = rating_of(state, state.learned, 0, size)
            rates[FAST] += (rating - rates[FAST]) * max(1 / 32, 1 / counts[CONFLICTS])
            rates[SLOW] += (rating - rates[SLOW]) * max(1 / 8192, 1 / counts[CONFLICTS])
            rates[STEP] /= min(0.95, 0.9 + 0.01 * (counts[CONFLICTS] // 5000))
            back_to(state, back, level)
            level = back
            whole = learn(state, size, back)
            tight = (
                counts[END] + variables + 2 > len(state.arena)
                or counts[PROOF] + variables + 1 > len(state.proof)
                or counts[CONFLICTS] >= last
                or counts[STOP] != 0
            )
            worse = since >= _RESTART_AFTER and rates[FAST] > _WORSE * rates[SLOW]
            if whole and not tight and not worse:
                continue
            back_to(state, 0, level)
            level, since = 0, 0
            if _rest(state) == FULL:
                return FULL
            if (
                counts[STOP] != 0
                or counts[CONFLICTS] >= last
                or counts[PROOF] + variables + 1 > len(state.proof)
            ):
                return PAUSED
        elif whole:
            decision = NONE
            while counts[HEAP] > 0 and decision < 0:
                variable = most_active(state)
                if state.values[2 * variable] == 0:
                    decision = 2 * variable + state.phases[variable]
            if decision < 0:
                return SATISFIABLE
            state.bounds[level] = counts[TRAIL]
            level += 1
            assign(state, decision, level, NONE)
        if not whole:
            back_to(state, 0, level)
            level, since = 0, 0
            if not watch_all(state):
                return FULL
