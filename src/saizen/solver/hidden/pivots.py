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

EXCHANGES = 60
"""Columns that are exchanged before the basis is factorised again."""


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
        values, reduced = self._values(factors, members), self._reduced(factors, members, costs)[1]
        while True:
            outside = list(self._out_of_bounds(members, values))
            if not outside:
                return factors
            _, place, sign = min(outside)
            row = self._row(factors, place)
            inside = set(members)
            entering = min(
                (abs(reduced[column] / entry), column)
                for column, entry in row
                if column not in inside and self._can_move(column, entry * sign)
            )[1]
            bound = self.low[members[place]] if sign > 0 else self.high[members[place]]
            moves = factors.solve(self._dense(entering))
            step = (values[place] - bound) / moves[place]
            self._update(values, reduced, row, entering, place, moves, step)
            factors = self._exchanged(factors, members, place, entering, moves)

    def _row(self, factors: RationalFactors, place: int) -> list[tuple[int, Any]]:
        """Return how a variable of the basis depends on every variable: those on which it does."""
        unit = [ZERO] * self.height
        unit[place] = fmpq(1)
        row: dict[int, Any] = {}
        for at, weight in enumerate(factors.solve_transposed(unit)):
            if weight:
                for column, entry in self.rows[at]:
                    row[column] = row.get(column, ZERO) + entry * weight
        return [(column, entry) for column, entry in row.items() if entry]

    def _dense(self, column: int) -> list[Any]:
        entries = [ZERO] * self.height
        for row, entry in self.columns[column].items():
            entries[row] = entry
        return entries

    def _update(
        self,
        values: list[Any],
        reduced: list[Any],
        row: Sequence[tuple[int, Any]],
        entering: int,
        place: int,
        moves: Sequence[Any],
        step: Any,
    ) -> None:
        """Let a variable enter the basis: its value changes by ``step``, those of the basis by ``moves``."""
        self.steps += 1
        if step:
            for at, move in enumerate(moves):
                if move:
                    values[at] = values[at] - step * move
        values[place] = step + self._rest(entering)
        if ratio := reduced[entering] / moves[place]:
            for column, entry in row:
                reduced[column] = reduced[column] - ratio * entry
        reduced[entering] = ZERO

    def _exchanged(
        self, factors: RationalFactors, members: list[int], place: int, entering: int, moves: Sequence[Any]
    ) -> RationalFactors:
        """Put a variable into the basis; factorise again from time to time."""
        members[place] = entering
        if len(factors.exchanges) >= EXCHANGES:
            return self._factors(members)
        self.progress.advance(0)
        factors.exchange(place, moves)
        return factors

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
        values, reduced = self._values(factors, members), self._reduced(factors, members, self.costs)[1]
        while True:
            inside = set(members)
            every = range(self.width + self.height)
            entering = next((c for c in every if c not in inside and self._wants_in(c, reduced[c])), None)
            if entering is None:
                prices = self._reduced(factors, members, self.costs)[0]
                return self._plans(members, values, prices)
            rising = reduced[entering] < 0
            moves = factors.solve(self._dense(entering))
            steps = []
            for place, member in enumerate(members):
                move = moves[place] if rising else -moves[place]
                low, high = self.low[member], self.high[member]
                if move > 0 and low is not None:
                    steps.append(((values[place] - low) / move, member, place))
                elif move < 0 and high is not None:
                    steps.append(((high - values[place]) / -move, member, place))
            step, _, place = min(steps)
            row = self._row(factors, place)
            self._update(values, reduced, row, entering, place, moves, step if rising else -step)
            factors = self._exchanged(factors, members, place, entering, moves)

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
