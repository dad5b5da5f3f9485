"""Clauses: every verdict against all assignments, every proof against an independent check."""

import random
import sys
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saizen.errors import Cancelled, MissingExtra, SaizenError
from saizen.sat import Clauses, Outcome, decide, holds, is_refutation, solver
from saizen.sat.check import new_sheet, refutes
from saizen.work import Stoppable

literals = st.sampled_from([sign * variable for variable in range(1, 7) for sign in (1, -1)])


ALL = set(product([False, True], repeat=6))
TRUE = {
    sign * variable: {values for values in ALL if values[variable - 1] == (sign > 0)}
    for variable in range(1, 7)
    for sign in (1, -1)
}
"""The assignments that make a literal true."""


def by_trying(clauses: list[list[int]]) -> bool:
    """Tell whether one of all assignments makes every clause true."""
    return bool(ALL.intersection(*(set().union(*map(TRUE.__getitem__, clause)) for clause in clauses)))


def pigeons(holes: int) -> list[list[int]]:
    """One pigeon more than holes, and no two in the same."""
    place = {(p, h): 1 + p * holes + h for p in range(holes + 1) for h in range(holes)}
    each = [[place[p, h] for h in range(holes)] for p in range(holes + 1)]
    apart = [[-place[p, h], -place[q, h]] for h in range(holes) for p, q in combinations(range(holes + 1), 2)]
    return each + apart


def hard(seed: int, variables: int = 170) -> Clauses:
    """Random clauses of three literals, about as many as are true together every other time."""
    chance = random.Random(seed)
    return Clauses.of(
        [chance.choice((1, -1)) * v for v in chance.sample(range(1, variables + 1), 3)]
        for _ in range(int(4.3 * variables))
    )


def check(clauses: Clauses) -> bool:
    """Decide and check the reason."""
    return is_right(clauses, decide(clauses))


def is_right(clauses: Clauses, outcome: Outcome) -> bool:
    """Check the reason of a verdict, and return the verdict."""
    if outcome.model is not None:
        assert outcome.refutation is None
        assert holds(clauses, outcome.model)
        return True
    assert outcome.refutation is not None
    assert is_refutation(clauses, outcome.refutation)
    return False


@settings(max_examples=300, deadline=None)
@given(st.lists(st.lists(literals, max_size=4), max_size=30))
def test_every_verdict_is_that_of_all_assignments(lists: list[list[int]]) -> None:
    assert check(Clauses.of(lists)) == by_trying(lists)


def test_small_random_formulas() -> None:
    chance = random.Random(3)
    verdicts = set()
    for _ in range(200):
        lists = [
            [chance.choice((1, -1)) * v for v in chance.sample(range(1, 7), 3)]
            for _ in range(chance.randint(15, 40))
        ]
        verdict = check(Clauses.of(lists))
        assert verdict == by_trying(lists)
        verdicts.add(verdict)
    assert verdicts == {True, False}


def test_formulas_that_take_thousands_of_conflicts() -> None:
    decided = [(clauses, decide(clauses)) for clauses in map(hard, range(4))]
    assert {is_right(clauses, outcome) for clauses, outcome in decided} == {True, False}
    assert max(outcome.conflicts for _, outcome in decided) > 2000


def test_pigeons() -> None:
    assert not check(Clauses.of(pigeons(6)))
    assert check(Clauses.of(pigeons(6)[1:]))


def test_nothing_is_said_when_time_is_up() -> None:
    clauses = Clauses.of(pigeons(7))
    outcome = decide(clauses, conflicts=20)
    assert (outcome.model, outcome.refutation) == (None, None)
    assert outcome.conflicts >= 20
    assert is_right(clauses, decide(clauses, conflicts=10**30)) is False


REFUTATION = list(decide(Clauses.of(pigeons(6))).refutation)
HOSTILE = {
    "the empty clause alone": REFUTATION[-1:],
    "a flipped literal": [(-REFUTATION[0][0], *REFUTATION[0][1:]), *REFUTATION[1:]],
    "a flipped unit": [(-step[0],) if len(step) == 1 else step for step in REFUTATION],
    "missing steps": REFUTATION[len(REFUTATION) // 2 :],
    "a missing end": REFUTATION[: len(REFUTATION) // 2],
    "a missing middle": [*REFUTATION[:20], ()],
    "a step of one's own": [(1,), *REFUTATION],
    "a new variable": [(1000,), *REFUTATION],
}


@pytest.mark.parametrize("steps", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_refutation_is_refused(steps: list[tuple[int, ...]]) -> None:
    clauses = Clauses.of(pigeons(6))
    assert is_refutation(clauses, Clauses.of(REFUTATION))
    assert not is_refutation(clauses, Clauses.of(steps))


def test_the_refutation_of_other_clauses_is_refused() -> None:
    assert not is_refutation(Clauses.of(pigeons(6)[1:]), Clauses.of(REFUTATION))


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.lists(literals, min_size=1, max_size=4), max_size=12),
    st.lists(st.lists(literals, max_size=3), max_size=8),
)
def test_no_steps_refute_what_can_be_true(lists: list[list[int]], steps: list[list[int]]) -> None:
    if by_trying(lists):
        assert not is_refutation(Clauses.of(lists), Clauses.of([*steps, []]))


@pytest.mark.parametrize("lists", [[[1, 1], [-1, -1]], [[1, 2, 1], [-2], [-1, 3], [-1, -3]]])
def test_a_literal_that_is_there_twice_counts_once(lists: list[list[int]]) -> None:
    assert is_refutation(Clauses.of(lists), Clauses.of([[2], []]))


def test_a_solver_that_lies_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    clauses = Clauses.of([[1, 2], [-1]])
    wrong = solver.SolverAnswer(np.array([False, True, True]), None, 0)
    monkeypatch.setattr(solver, "ask", lambda *_: wrong)
    with pytest.raises(SaizenError, match="assignment makes a clause false"):
        decide(clauses)
    unfounded = solver.SolverAnswer(None, Clauses.of([[-2], []]), 0)
    monkeypatch.setattr(solver, "ask", lambda *_: unfounded)
    with pytest.raises(SaizenError, match="a step that does not follow"):
        decide(clauses)


def test_a_missing_solver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    with pytest.raises(MissingExtra, match="deciding clauses needs python-sat: pip install python-sat"):
        decide(Clauses.of([[1]]))


def test_search_and_check_can_be_stopped() -> None:
    progress = Stoppable()
    progress.stop()
    with pytest.raises(Cancelled):
        decide(Clauses.of(pigeons(13)), progress=progress)
    clauses, refutation = Clauses.of(pigeons(6)), Clauses.of(REFUTATION)
    codes = np.concatenate((clauses.codes, refutation.codes))
    sheet = new_sheet(codes, np.concatenate((clauses.ends, refutation.ends + len(clauses.literals))))
    sheet.stop.fill(1)
    assert not refutes(sheet, len(clauses))


def test_no_clause_and_the_empty_clause() -> None:
    assert check(Clauses.of([]))
    assert not check(Clauses.of([[]]))
    assert not check(Clauses.of([[1], [-1]]))
    assert check(Clauses.of([[5], [5]]))


def test_literals_are_not_zero() -> None:
    with pytest.raises(SaizenError, match="literal 0"):
        decide(Clauses.of([[1, 0]]))


def test_the_same_question_has_the_same_answer() -> None:
    first, second = decide(hard(2)), decide(hard(2))
    assert first.conflicts == second.conflicts
    assert np.array_equal(first.model, second.model)
