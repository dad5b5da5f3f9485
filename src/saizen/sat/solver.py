"""Questions to Glucose (Audemard and Simon), through python-sat; its answers are checked elsewhere."""

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.errors import MissingExtra
from saizen.sat.clauses import Clauses
from saizen.work import Progress, run_watched

_MOST = 1 << 62
"""The largest budget that the solver takes."""


class SolverAnswer(NamedTuple):
    """A model, a refutation, or neither; and how many conflicts were met."""

    model: NDArray[np.bool_] | None
    refutation: Clauses | None
    conflicts: int


def ask(clauses: Clauses, conflicts: int | None, progress: Progress) -> SolverAnswer:
    """Run the solver in a thread of its own, which can be stopped.

    It looks at the button and at its budget of conflicts whenever it restarts, many times a second.
    """
    try:
        from pysat.solvers import Glucose4
    except ImportError:
        raise MissingExtra("deciding clauses needs python-sat: pip install python-sat") from None

    with Glucose4(bootstrap_with=clauses, with_proof=True) as solver:
        if conflicts is not None:
            solver.conf_budget(min(conflicts, _MOST))
        possible = run_watched(
            partial(solver.solve_limited, expect_interrupt=True), progress, solver.interrupt
        )
        met = solver.accum_stats()["conflicts"]
        if possible is None:
            return SolverAnswer(None, None, met)
        if possible:
            return SolverAnswer(_read_model(solver.get_model(), clauses.variables), None, met)
        return SolverAnswer(None, read_proof(solver.get_proof()), met)


def _read_model(literals: list[int], variables: int) -> NDArray[np.bool_]:
    """Read the true ones among literals; the first entry is nobody's."""
    model = np.zeros(variables + 1, np.bool_)
    model[[literal for literal in literals if literal > 0]] = True
    return model


def read_proof(lines: Iterable[str]) -> Clauses:
    """Read a proof in the DRUP format, without what it deletes, up to an empty clause at the end.

    >>> list(read_proof(["1 -2 0", "d 1 2 0", "-2 0", "0"]))
    [(1, -2), (-2,), ()]
    """
    learned = [line for line in lines if line != "0" and not line.startswith("d")]
    numbers = np.fromstring(" ".join([*learned, "0"]), np.int32, sep=" ")
    ends = np.flatnonzero(numbers == 0)
    return Clauses(numbers[numbers != 0], ends - np.arange(len(ends)))
