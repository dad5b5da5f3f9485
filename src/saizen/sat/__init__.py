"""Satisfiability of clauses: an answer with a proof, either way.

A clause is a set of literals, numbers ``v`` or ``-v`` for "variable v is true" and "is false", of which one
at least must hold. If all clauses can hold, the answer is an assignment, which `holds` checks. If they
cannot, it is a list of clauses, each of which follows from those before by unit propagation alone, the last
being empty; `is_refutation` checks that. A library's solver finds them, and no answer rests on it: `decide`
returns what was checked, or nothing.
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from saizen.errors import SaizenError
from saizen.sat.clauses import Clauses
from saizen.store import atomic_write
from saizen.work import SILENT, Progress, run_watched

__all__ = ["Clauses", "Outcome", "decide", "holds", "is_refutation", "write_refutation"]


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """A model (by variable; the first entry is nobody's), a refutation, or neither if it took too long."""

    model: NDArray[np.bool_] | None
    refutation: Clauses | None
    conflicts: int


def decide(clauses: Clauses, *, conflicts: int | None = None, progress: Progress = SILENT) -> Outcome:
    """Find an assignment that makes all clauses true, or a refutation, within a number of conflicts.

    The solver counts them when it restarts, so some more may be met. ``progress`` is asked all the time
    whether to continue.

    >>> decide(Clauses.of([[1, 2], [-1, 2], [1, -2]])).model.tolist()
    [False, True, True]
    >>> outcome = decide(Clauses.of([[1, 2], [-1, 2], [1, -2], [-1, -2]]))
    >>> outcome.model is None, list(outcome.refutation)
    (True, [(2,), ()])
    """
    from saizen.sat.solver import ask

    model, refutation, met = ask(clauses, conflicts, progress)
    if model is not None and not holds(clauses, model):
        raise SaizenError("the solver's assignment makes a clause false: nothing is decided")
    if refutation is not None and not is_refutation(clauses, refutation, progress=progress):
        raise SaizenError("the solver's refutation has a step that does not follow: nothing is decided")
    return Outcome(model, refutation, met)


def write_refutation(clauses: Clauses, refutation: Clauses, path: Path) -> list[Path]:
    """Write clauses (DIMACS) and refutation (DRUP) for other people's checkers; return the two files."""
    files = [path.with_name(f"{path.name}.cnf"), path.with_name(f"{path.name}.drup")]
    head = f"p cnf {clauses.variables} {len(clauses)}\n"
    if not path.parent.is_dir():
        raise SaizenError(f"{path}: there is no folder {path.parent}; use a folder that exists")
    atomic_write(files[0], f"{head}{clauses.text()}\n")
    atomic_write(files[1], f"{refutation.text()}\n")
    return files


def holds(clauses: Clauses, model: NDArray[np.bool_]) -> bool:
    """Return whether an assignment makes every clause true.

    >>> clauses = Clauses.of([[1, 2], [-1]])
    >>> holds(clauses, np.array([False, False, True])), holds(clauses, np.array([False, True, True]))
    (True, False)
    """
    true = model[np.abs(clauses.literals)] == (clauses.literals > 0)
    count = np.concatenate(([0], np.cumsum(true)))
    ends = np.concatenate(([0], clauses.ends))
    return bool((count[ends[1:]] > count[ends[:-1]]).all())


def is_refutation(clauses: Clauses, refutation: Clauses, *, progress: Progress = SILENT) -> bool:
    """Return whether each clause of a refutation follows by unit propagation, and the empty one in the end.

    >>> contradiction = Clauses.of([[1, 2], [-1, 2], [1, -2], [-1, -2]])
    >>> is_refutation(contradiction, Clauses.of([[1], []])), is_refutation(contradiction, Clauses.of([[]]))
    (True, False)
    """
    from saizen.sat.check import new_sheet, refutes

    codes = np.concatenate((clauses.codes, refutation.codes))
    sheet = new_sheet(codes, np.concatenate((clauses.ends, refutation.ends + len(clauses.literals))))
    return bool(run_watched(partial(refutes, sheet, len(clauses)), progress, lambda: sheet.stop.fill(1)))
