"""Best play where best play never comes: quasi-perfect equilibria (Miltersen and Sorensen 2010).

Everybody slips: each sequence of ``k`` own moves has at least the weight of an infinitely small chance to
the power ``k``. These floors enter the bounds of MAX and the costs of MIN alone, so a basis stays a matrix
of fractions; values are polynomials, compared by their first coefficients, and the exact pivots are the
same.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from flint import fmpq

from saizen.game import MAX, MIN
from saizen.solver.hidden.exact_basis import Plans
from saizen.solver.hidden.infinitesimal import Infinitesimal
from saizen.solver.hidden.linear_program import Program, program_of, solve_floats
from saizen.solver.hidden.pivots import Simplex
from saizen.solver.hidden.proof import replies, sums_agree
from saizen.solver.hidden.sequence_form import PlayerSide, SequenceForm
from saizen.work import SILENT, Progress

MOST_ROWS = 2000
"""Larger programs take minutes."""
SLIP = 0.02
"""The chance of a slip in floats, whose basis is where exact steps begin."""


def lengths(side: PlayerSide) -> list[int]:
    """Return by sequence how many moves it has."""
    first, parents, counts = side.first.tolist(), side.parents.tolist(), [0] * side.sequences
    for place in range(side.sets):
        for sequence in range(first[place], first[place + 1]):
            counts[sequence] = counts[parents[place]] + 1
    return counts


class SlippingSimplex(Simplex):
    """The same program with floors under the weights of both players."""

    def __init__(self, program: Program, progress: Progress = SILENT) -> None:
        super().__init__(program, progress)
        first, second = program.form.sides
        for sequence, length in enumerate(lengths(first)):
            self.low[sequence] = Infinitesimal.power(length)
        self.high[0] = Infinitesimal.power(0)
        self.costs = [Infinitesimal({}) for _ in self.costs]
        self.costs[self.width - 1] = Infinitesimal.power(0, -1)
        for sequence, length in enumerate(lengths(second)):
            if sequence:
                self.costs[self.width + first.sets + sequence] = Infinitesimal.power(length)

    def _plans(self, members: Sequence[int], values: Sequence[Any], prices: Sequence[Any]) -> Plans:
        first, second = self.program.form.sides
        max_plan = [self.low[sequence] for sequence in range(first.sequences)]
        for column, value in zip(members, values, strict=True):
            if column < first.sequences:
                max_plan[column] = value
        return max_plan, [-prices[first.sets + sequence] for sequence in range(second.sequences)]


def quasi_perfect_plans(form: SequenceForm, progress: Progress = SILENT) -> Plans | None:
    """Return plans with infinitely small slips, best among all such; None where that is not proved."""
    program = program_of(form)
    first, second = ([SLIP**length for length in lengths(side)] for side in form.sides)
    floats = solve_floats(program, floors=(np.array(first), np.array([0.0, *second[1:]])), progress=progress)
    basis = [column for column in range(program.shape[1]) if floats.basic_columns[column]]
    basis += [program.shape[1] + row for row in range(program.shape[0]) if floats.basic_rows[row]]
    plans = SlippingSimplex(program, progress).optimum(basis)
    return plans if is_quasi_perfect(form, plans) else None


def is_quasi_perfect(form: SequenceForm, plans: Plans) -> bool:
    """Return whether both are plans above their floors, and best replies above theirs get the same."""
    for side, plan in zip(form.sides, plans, strict=True):
        floors = lengths(side)
        if plan[0] != fmpq(1) or any(plan[s] < Infinitesimal.power(floors[s]) for s in range(side.sequences)):
            return False
        if not sums_agree(side, plan):
            return False
    low, high = (
        _best_above_floors(form.sides[1 - player], replies(form, player, plans[player]), 1 - player)
        for player in (MAX, MIN)
    )
    return bool(low == high)


def _best_above_floors(side: PlayerSide, gains: list[Any], player: int) -> Any:
    """Return what a player gets at best where every sequence has at least the weight of its floor."""
    floors, pick, slips = lengths(side), max if player == MAX else min, Infinitesimal({})
    first, parents = side.first.tolist(), side.parents.tolist()
    for place in range(side.sets - 1, -1, -1):
        listed = range(first[place], first[place + 1])
        best = pick(gains[sequence] for sequence in listed)
        for sequence in listed:
            lost = Infinitesimal({}) + gains[sequence] - best
            floor = floors[sequence]
            slips = slips + Infinitesimal({power + floor: w for power, w in lost.coefficients.items()})
        gains[parents[place]] = gains[parents[place]] + best
    return gains[0] + slips
