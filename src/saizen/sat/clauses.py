"""Clauses, sets of literals of which at least one must hold: reading, writing, testing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from saizen.errors import SaizenError

Literals = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Clauses:
    """Clauses one after the other in one array, and where each ends.

    >>> list(Clauses.of([[1, 2], [-1]]))
    [(1, 2), (-1,)]
    """

    literals: Literals
    ends: NDArray[np.int64]

    def __post_init__(self) -> None:
        if not self.literals.all():
            raise SaizenError("literal 0 in a clause: use v or -v for a variable v from 1")

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
        return (2 * (np.abs(self.literals) - 1) + (self.literals < 0)).astype(np.int32)
