"""Simplex steps in fractions from any basis: they end at an optimum, whatever the floats said.

Columns that depend on others give way to slacks. Costs are shifted until no column wants to enter, exact
dual steps make every variable keep its bounds, the true costs come back, exact primal steps finish. The
smallest index decides between equals (Bland 1977), so no basis comes twice.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from flint import fmpq

from saizen.solver.hidden.exact_basis import Plans
from saizen.solver.hidden.linear_program import Program
from saizen.solver.hidden.rational_factors import ZERO, RationalFactors
from saizen.work import SILENT, Progress


class Simplex:
    """A program as ``min cost``, variables between bounds: its columns, then a slack for each row."""

    def __init__(self, program: Program, progress: Progress = SILENT) -> None:
        self.progress = progress
        first, second = program.form.sides
        self.program = program
        self.height, self.width = program.shape
        self.columns: list[dict[int, Any]] = [{} for _ in range(self.height + self.width)]
        listed = zip(program.rows.tolist(), program.columns.tolist(), program.entries.tolist(), strict=True)
        for row, column, entry in listed:
            there = self.columns[column]
            there[row] = there.get(row, ZERO) + fmpq(entry, int(program.multipliers[row]))
        for row in range(self.height):
            self.columns[self.width + row] = {row: fmpq(-1)}
        self.rows: list[list[tuple[int, Any]]] = [[] for _ in range(self.height)]
        for column, entries in enumerate(self.columns):
            for row, entry in entries.items():
                self.rows[row].append((column, entry))
        self.low = (
            [ZERO] * first.sequences
            + [None] * (second.sets + 1)
            + [ZERO] * first.sets
            + [None] * second.sequences
        )
        self.high = [None] * self.width + [ZERO] * self.height
        self.low[0] = self.high[0] = fmpq(1)
        self.costs = [ZERO] * (self.width + self.height)
        self.costs[self.width - 1] = fmpq(-1)
        self.steps = 0

    def optimum(self, basis: Sequence[int]) -> Plans:
        """Step from a basis to an optimal one, and return its plans."""
        members = list(dict.fromkeys(basis))[: self.height]
        chosen = set(members)
        spare = (slack for slack in range(self.width, self.width + self.height) if slack not in chosen)
        members += [next(spare) for _ in range(self.height - len(members))]
        factors = self._factors(members)
        inside = set(members)
        reduced = self._reduced(factors, members, self.costs)[1]
        costs = [
            cost - reduced[place] if place not in inside and self._wants_in(place, reduced[place]) else cost
            for place, cost in enumerate(self.costs)
        ]
        factors = self._dual_steps(factors, members, costs)
        return self._primal_steps(factors, members)

    def _factors(self, members: list[int]) -> RationalFactors:
        """Factorise a basis; columns that depend on others give way to slacks."""
        self.progress.advance(0)
        while True:
            factors = RationalFactors([self.columns[column] for column in members])
            if not factors.missing:
                return factors
            for place, row in factors.missing:
                members[place] = self.width + row

    def _rest(self, column: int) -> Any:
        """Return the value of a variable outside the basis."""
        low, high = self.low[column], self.high[column]
        return low if low is not None else high if high is not None else ZERO

    def _values(self, factors: RationalFactors, members: Sequence[int]) -> list[Any]:
        right_side, inside = [ZERO] * self.height, set(members)
        for column in range(self.width + self.height):
            if column not in inside and (value := self._rest(column)):
                for row, entry in self.columns[column].items():
                    right_side[row] = right_side[row] - entry * value
        return factors.solve(right_side)

    def _combined(self, weights: Sequence[Any], start: Sequence[Any], sign: int) -> list[Any]:
        """Add weighted rows to a vector over all columns."""
        total = list(start)
        for row, weight in enumerate(weights):
            if weight:
                for column, entry in self.rows[row]:
                    total[column] = total[column] + sign * (entry * weight)
        return total

    def _reduced(
        self, factors: RationalFactors, members: Sequence[int], costs: Sequence[Any]
    ) -> tuple[list[Any], list[Any]]:
        """Return the prices of the rows and the reduced costs of the columns."""
        prices = factors.solve_transposed([costs[column] for column in members])
        return prices, self._combined(prices, costs, -1)

    def _wants_in(self, column: int, reduced: Any) -> bool:
        low, high = self.low[column], self.high[column]
        if low is not None and high is not None:
            return False
        if low is None and high is None:
            return bool(reduced != 0)
        return bool(reduced < 0) if low is not None else bool(reduced > 0)

    def _dual_steps(
        self, factors: RationalFactors, members: list[int], costs: Sequence[Any]
    ) -> RationalFactors:
        while True:
            values = self._values(factors, members)
            outside = list(self._out_of_bounds(members, values))
            if not outside:
                return factors
            _, place, sign = min(outside)
            self.steps += 1
            reduced = self._reduced(factors, members, costs)[1]
            unit = [ZERO] * self.height
            unit[place] = fmpq(1)
            row = self._combined(factors.solve_transposed(unit), [ZERO] * (self.width + self.height), 1)
            inside = set(members)
            entering = min(
                (abs(reduced[column] / row[column]), column)
                for column in range(self.width + self.height)
                if row[column] and column not in inside and self._can_move(column, row[column] * sign)
            )[1]
            members[place] = entering
            factors = self._factors(members)

    def _out_of_bounds(self, members: Sequence[int], values: Sequence[Any]) -> Iterator[tuple[int, int, int]]:
        for place, (column, value) in enumerate(zip(members, values, strict=True)):
            low, high = self.low[column], self.high[column]
            if low is not None and value < low:
                yield column, place, 1
            elif high is not None and value > high:
                yield column, place, -1

    def _can_move(self, column: int, entry: Any) -> bool:
        """Return whether a variable outside may change so that the leaving one returns to its bound."""
        low, high = self.low[column], self.high[column]
        if low is None and high is None:
            return True
        return (low is None or high is None) and bool(entry < 0 if low is not None else entry > 0)

    def _primal_steps(self, factors: RationalFactors, members: list[int]) -> Plans:
        while True:
            prices, reduced = self._reduced(factors, members, self.costs)
            inside = set(members)
            every = range(self.width + self.height)
            entering = next((c for c in every if c not in inside and self._wants_in(c, reduced[c])), None)
            values = self._values(factors, members)
            if entering is None:
                return self._plans(members, values, prices)
            self.steps += 1
            column = [ZERO] * self.height
            for row, entry in self.columns[entering].items():
                column[row] = entry
            rising = reduced[entering] < 0
            moves = factors.solve(column)
            steps = []
            for place, member in enumerate(members):
                move = moves[place] if rising else -moves[place]
                low, high = self.low[member], self.high[member]
                if move > 0 and low is not None:
                    steps.append(((values[place] - low) / move, member, place))
                elif move < 0 and high is not None:
                    steps.append(((high - values[place]) / -move, member, place))
            members[min(steps)[2]] = entering
            factors = self._factors(members)

    def _plans(self, members: Sequence[int], values: Sequence[Any], prices: Sequence[Any]) -> Plans:
        first, second = self.program.form.sides
        max_plan = [fmpq(0)] * first.sequences
        max_plan[0] = fmpq(1)
        for column, value in zip(members, values, strict=True):
            if column < first.sequences:
                max_plan[column] = value
        return max_plan, [-prices[first.sets + sequence] for sequence in range(second.sequences)]


def optimal_plans(
    program: Program, basic_columns: Any, basic_rows: Any, progress: Progress = SILENT
) -> Plans:
    """Return optimal plans by exact steps from a basis; an empty one will do."""
    width = program.shape[1]
    basis = [column for column in range(width) if basic_columns[column]]
    basis += [width + row for row in range(program.shape[0]) if basic_rows[row]]
    return Simplex(program, progress).optimum(basis)
