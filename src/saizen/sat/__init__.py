"""Can these clauses all be true? An answer with a proof, either way.

A clause is a set of literals, numbers ``v`` or ``-v`` for "variable v is true" and "is false", of which one
at least must hold. If all clauses can hold, the answer is an assignment, which `holds` checks. If they
cannot, it is a list of clauses, each of which follows from those before by unit propagation alone, the last
being empty; `is_refutation` checks that without the solver.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from saizen.errors import SaizenError
from saizen.store import atomic_write
from saizen.work import SILENT, Progress, attended

Literals = NDArray[np.int32]
_PAUSE = 20_000


@dataclass(frozen=True, slots=True, eq=False)
class Clauses:
    """Clauses one after the other in one array, and where each ends.

    >>> list(Clauses.of([[1, 2], [-1]]))
    [(1, 2), (-1,)]
    """

    literals: Literals
    ends: NDArray[np.int64]

    @classmethod
    def of(cls, clauses: Iterable[Iterable[int]]) -> "Clauses":
        """Collect clauses."""
        lists = [list(clause) for clause in clauses]
        flat = [literal for clause in lists for literal in clause]
        return cls(np.array(flat, np.int32), np.cumsum([len(clause) for clause in lists], dtype=np.int64))

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        literals, begin = self.literals.tolist(), 0
        for end in self.ends.tolist():
            yield tuple(literals[begin:end])
            begin = end

    def __len__(self) -> int:
        return len(self.ends)

    def text(self) -> str:
        """Write a line a clause, each ended by a 0, as in the DIMACS format and in DRUP proofs.

        >>> print(Clauses.of([[1, 2], [-1], []]).text())
        1 2 0
        -1 0
        0
        """
        return "\n".join(" ".join(map(str, (*clause, 0))) for clause in self)

    @property
    def variables(self) -> int:
        """The largest variable."""
        return int(np.abs(self.literals).max(initial=0))

    @property
    def codes(self) -> Literals:
        """The literals as numbers from 0: twice the variable before, and one more if negated."""
        if not self.literals.all():
            raise SaizenError("literal 0 in a clause: use v or -v for a variable v from 1")
        return (2 * (np.abs(self.literals) - 1) + (self.literals < 0)).astype(np.int32)

    @property
    def sizes(self) -> NDArray[np.int64]:
        """The number of literals of each clause."""
        return np.diff(self.ends, prepend=0)


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """A model (by variable; the first entry is nobody's), a refutation, or neither if it took too long."""

    model: NDArray[np.bool_] | None
    refutation: Clauses | None
    conflicts: int


def decide(clauses: Clauses, *, conflicts: int | None = None, progress: Progress = SILENT) -> Outcome:
    """Find an assignment that makes all clauses true, or a refutation, within a number of conflicts.

    ``progress`` is asked all the time whether to go on.

    >>> decide(Clauses.of([[1, 2], [-1, 2], [1, -2]])).model.tolist()
    [False, True, True]
    >>> outcome = decide(Clauses.of([[1, 2], [-1, 2], [1, -2], [-1, -2]]))
    >>> outcome.model is None, list(outcome.refutation)
    (True, [(1,), ()])
    """
    from saizen.sat import search as kernel
    from saizen.sat.state import CONFLICTS, PROOF, STOP, new_state

    variables, codes, sizes = clauses.variables, clauses.codes, clauses.sizes
    units = np.unique(codes[clauses.ends[sizes == 1] - 1])
    clash = not sizes.all() or (len(units) > 1 and bool((units[:-1] ^ 1 == units[1:]).any()))
    if clash:
        return Outcome(None, Clauses.of([[]]), 0)
    state = new_state(codes, sizes, variables, units)
    learned: list[Literals] = []

    def stop() -> None:
        state.counts[STOP] = 1

    end, done = kernel.PAUSED, 0
    while end == kernel.PAUSED and (conflicts is None or done < conflicts):
        most = _PAUSE if conflicts is None else min(_PAUSE, conflicts - done)
        end = attended(partial(kernel.search, state, most), progress, stop)
        done = int(state.counts[CONFLICTS])
        learned.append(state.proof[: state.counts[PROOF]].copy())
        state.counts[PROOF] = 0
    if end == kernel.SATISFIABLE:
        return Outcome(np.concatenate(([False], state.values[::2] == 1)), None, done)
    if end == kernel.UNSATISFIABLE:
        return Outcome(None, _refutation(learned), done)
    return Outcome(None, None, done)


def _refutation(learned: list[Literals]) -> Clauses:
    """Read the kernel's record, each clause after its size, and end with the empty clause."""
    clauses: list[list[int]] = []
    for record in learned:
        numbers = record.tolist()
        at = 0
        while at < len(numbers):
            size = numbers[at]
            clauses.append(
                [-(code // 2 + 1) if code % 2 else code // 2 + 1 for code in numbers[at + 1 : at + 1 + size]]
            )
            at += 1 + size
    return Clauses.of([*clauses, []])


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
    """Tell whether an assignment makes every clause true.

    >>> clauses = Clauses.of([[1, 2], [-1]])
    >>> holds(clauses, np.array([False, False, True])), holds(clauses, np.array([False, True, True]))
    (True, False)
    """
    true = model[np.abs(clauses.literals)] == (clauses.literals > 0)
    count = np.concatenate(([0], np.cumsum(true)))
    ends = np.concatenate(([0], clauses.ends))
    return bool((count[ends[1:]] > count[ends[:-1]]).all())


def is_refutation(clauses: Clauses, refutation: Clauses) -> bool:
    """Tell whether each clause of a refutation follows by unit propagation, and the empty one in the end.

    >>> contradiction = Clauses.of([[1, 2], [-1, 2], [1, -2], [-1, -2]])
    >>> is_refutation(contradiction, Clauses.of([[1], []])), is_refutation(contradiction, Clauses.of([[]]))
    (True, False)
    """
    from saizen.sat.check import Sheet, refutes

    variables = max(clauses.variables, refutation.variables)
    ends = np.concatenate(([0], clauses.ends, refutation.ends + len(clauses.literals)))
    sheet = Sheet(
        np.concatenate((clauses.codes, refutation.codes)),
        ends.astype(np.int64),
        np.zeros(2 * variables, np.int8),
        np.zeros(variables, np.int32),
        np.full(2 * variables, -1, np.int32),
        np.zeros(2 * len(ends), np.int32),
    )
    return bool(refutes(sheet, len(clauses)))
