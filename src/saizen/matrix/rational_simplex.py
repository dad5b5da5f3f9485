"""An exact simplex for matrix games: integer pivoting on a condensed tableau.

The program is that of `saizen.matrix.pivoting`, MIN's ``maximise sum(y) subject to A y <= 1, y >= 0``
with the entries shifted to be positive. Every line is scaled to integers and all of them share one
denominator, which each pivot divides out again without remainder (Edmonds, Bareiss), so numbers grow
as determinants do and no common factor is ever searched for. Bland's rule makes it end.

It is the fallback when a float basis proves wrong, and it walks the set of all optimal strategies.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq, fmpq_mat, fmpz

_ZERO, _ONE = fmpz(0), fmpz(1)


@dataclass
class Tableau:
    """A condensed tableau; the true entries are ``lines / denominator``.

    ``lines[i]`` belongs to the basic variable ``basic[i]``, the further lines are objectives; the last
    entry of a line is its right side. Variable ``j < columns`` is the weight of column ``j`` and
    ``columns + i`` the slack of row ``i``, scaled by ``scales[i]``.
    """

    lines: list[list[Any]]
    basic: list[int]
    nonbasic: list[int]
    denominator: Any
    scales: list[Any]
    shift: Any

    @property
    def columns(self) -> int:
        """How many columns the game has."""
        return len(self.basic) + len(self.nonbasic) - len(self.scales)

    def pivot(self, line: int, place: int) -> None:
        """Exchange the basic variable of ``line`` and the nonbasic variable at ``place``."""
        old, lines = self.denominator, self.lines
        head = lines[line]
        centre = head[place]
        for i, other in enumerate(lines):
            if i != line:
                factor = other[place]
                if factor:
                    changed = [(a * centre - factor * b) // old for a, b in zip(other, head, strict=True)]
                elif centre == old:
                    continue
                else:
                    changed = [a * centre // old for a in other]
                changed[place] = -factor
                lines[i] = changed
        head[place] = old
        self.denominator = centre
        if centre < 0:  # only on the way to a given basis; a denominator stays positive
            self.denominator = -centre
            for i, other in enumerate(lines):
                lines[i] = [-a for a in other]
        self.basic[line], self.nonbasic[place] = self.nonbasic[place], self.basic[line]

    def enter(self, rows: Sequence[int], columns: Sequence[int]) -> bool:
        """Move from the slack basis to the one of ``columns`` with ``rows`` tight; say if that is optimal."""
        waiting = list(columns)
        for row in rows:
            place = next((c for c in waiting if self.lines[row][c]), None)
            if place is None:
                return False
            waiting.remove(place)
            self.pivot(row, place)
        feasible = all(line[-1] >= 0 for line in self.lines[: len(self.basic)])
        return feasible and all(cost >= 0 for cost in self.lines[len(self.basic)][:-1])

    def entering(self, objective: int) -> int | None:
        """Return the place of the variable that Bland's rule lets in; ``None`` at the optimum."""
        costs = self.lines[objective]
        improving = [j for j in range(len(self.nonbasic)) if costs[j] < 0]
        return min(improving, key=self.nonbasic.__getitem__, default=None)

    def leaving(self, place: int) -> int:
        """Return the line of the variable that has to leave, lowest number among ties."""
        chosen = -1
        for i, variable in enumerate(self.basic):
            size = self.lines[i][place]
            if size > 0:
                if chosen < 0:
                    chosen = i
                    continue
                ratio = self.lines[i][-1] * self.lines[chosen][place]
                best = self.lines[chosen][-1] * size
                if ratio < best or (ratio == best and variable < self.basic[chosen]):
                    chosen = i
        return chosen

    def maximise(self, objective: int, *, until_progress: bool = False) -> bool:
        """Pivot to the optimum of the objective in line ``objective``; say if its value moved.

        With ``until_progress`` it stops at the first pivot that moves the value.
        """
        progress = False
        while (place := self.entering(objective)) is not None:
            line = self.leaving(place)
            progress = progress or self.lines[line][-1] > 0
            if progress and until_progress:
                break
            self.pivot(line, place)
        return progress

    def keep_optimal(self) -> None:
        """Drop the variables that are zero in every optimum of the game, given an optimal basis."""
        costs = self.lines[len(self.basic)]
        places = [j for j, variable in enumerate(self.nonbasic) if not costs[j]]
        self.nonbasic = [self.nonbasic[j] for j in places]
        self.lines = [[line[j] for j in places] + [line[-1]] for line in self.lines]

    def value(self) -> Any:
        """Return the value of the game, given an optimal basis."""
        return fmpq(self.denominator, self.lines[len(self.basic)][-1]) - self.shift

    def strategies(self) -> tuple[list[Any], list[Any]]:
        """Return MAX's and MIN's strategy, given an optimal basis."""
        costs = self.lines[len(self.basic)]
        row_strategy = [fmpq(0)] * len(self.scales)
        column_strategy = [fmpq(0)] * self.columns
        for line, variable in zip(self.lines, self.basic, strict=False):
            if variable < self.columns:
                column_strategy[variable] = fmpq(line[-1], costs[-1])
        for cost, variable in zip(costs, self.nonbasic, strict=False):
            row = variable - self.columns
            if row >= 0:
                row_strategy[row] = fmpq(cost * self.scales[row], costs[-1])
        return row_strategy, column_strategy

    def basis(self) -> tuple[list[int], list[int]]:
        """Return the tight rows and the basic columns."""
        rows = [variable - self.columns for variable in self.nonbasic if variable >= self.columns]
        return sorted(rows), sorted(variable for variable in self.basic if variable < self.columns)


def tableau(matrix: Sequence[Sequence[Any]]) -> Tableau:
    """Write the tableau of the slack basis of a game given in ``fmpq``.

    >>> from flint import fmpq
    >>> pennies = tableau([[fmpq(1), fmpq(-1)], [fmpq(-1), fmpq(1)]])
    >>> pennies.maximise(2), pennies.value(), pennies.strategies()
    (True, 0, ([1/2, 1/2], [1/2, 1/2]))
    """
    columns = len(matrix[0])
    lines, scales = [], []
    for row in matrix:
        numerators, scale = fmpq_mat(1, columns, list(row)).numer_denom()
        lines.append(numerators.entries())
        scales.append(scale)
    shift = 1 - min(min(line) // scale for line, scale in zip(lines, scales, strict=True))
    for i, scale in enumerate(scales):
        lines[i] = [entry + shift * scale for entry in lines[i]] + [scale]
    lines.append([-_ONE] * columns + [_ZERO])
    rows = len(matrix)
    return Tableau(lines, list(range(columns, columns + rows)), list(range(columns)), _ONE, scales, shift)
