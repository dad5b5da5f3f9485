"""The order of the steps: from rules to strategies and what is proved of them."""

from fractions import Fraction
from typing import Any, NamedTuple

from saizen.errors import SaizenError
from saizen.game import Game
from saizen.solver.hidden.exact_basis import Plans, plans_of_basis
from saizen.solver.hidden.exploration import explore
from saizen.solver.hidden.linear_program import Program, highs, program_of, solve_floats
from saizen.solver.hidden.pivots import optimal_plans
from saizen.solver.hidden.proof import HiddenBounds, prove
from saizen.solver.hidden.rounding import rounded
from saizen.solver.hidden.sequence_form import SequenceForm, sequence_form
from saizen.solver.hidden.solution import HiddenSolution
from saizen.work import SILENT, Progress

MOST_HISTORIES = 8_000_000
"""Histories that are explored unless told otherwise: about two and a half gigabytes."""
WHOLE = 5_000
"""Programs with at most so many rows are solved at once; larger ones grow."""
FIRST_LOOK = 100
"""Iterations of regret minimisation before its interval is proved for the first time."""
BY_SIMPLEX = 2_000
"""Beyond it an interior point method with crossover begins."""


class HiddenStrategies(NamedTuple):
    """A plan for each player, and what they prove."""

    plans: Plans
    bounds: HiddenBounds


def solve_hidden(
    game: Game[Any],
    *,
    exact: bool = True,
    progress: Progress = SILENT,
    max_positions: int | None = None,
    within: Fraction | None = None,
) -> HiddenSolution:
    """Solve a game in which players do not see everything, with a proof.

    ``exact`` is whether strategies and value are exact; in floats they are rounded to strategies that secure
    an exact interval. ``within`` is how narrow that interval must be: regrets are minimised until it is.

    >>> from kuhn import Kuhn
    >>> solution = solve_hidden(Kuhn())
    >>> solution.value(None), solution.proved, solution.information_sets
    (Fraction(-1, 18), True, (6, 6))
    """
    highs()
    most = MOST_HISTORIES if max_positions is None else max_positions
    exploration = explore(game, most=most, exact=exact, progress=progress)
    form = sequence_form(exploration.memories, exploration.payments)
    if within is not None:
        computed = close_strategies(form, within, progress)
    else:
        computed = strategies(form, progress) if exact else float_strategies(form, progress)
    return HiddenSolution(
        game, form, exploration.memories, exploration.histories, computed.plans, computed.bounds, exact
    )


def strategies(form: SequenceForm, progress: Progress = SILENT) -> HiddenStrategies:
    """Return optimal plans and their proof."""
    if form.size > WHOLE and (proved := _grown(form, progress)) is not None:
        return proved
    program = program_of(form)
    progress.stage(f"linear program of {program.shape[0]:,} rows")
    floats = solve_floats(program, "simplex" if program.shape[0] <= WHOLE else "ipm", progress=progress)
    progress.stage("proving")
    if floats.valid:
        plans = plans_of_basis(program, floats.basic_columns, floats.basic_rows)
        if plans is not None and (bounds := prove(form, *plans)).proved:
            return HiddenStrategies(plans, bounds)
    return repaired(program, floats.basic_columns, floats.basic_rows, floats.valid, progress)


def _grown(form: SequenceForm, progress: Progress) -> HiddenStrategies | None:
    from saizen.solver.hidden.growth import grown  # Numba loads where it is needed

    proved = grown(form, progress)
    return None if proved is None else HiddenStrategies(*proved)


def repaired(
    program: Program, basic_columns: Any, basic_rows: Any, valid: bool, progress: Progress = SILENT
) -> HiddenStrategies:
    """Return optimal plans by exact steps from a basis, from the slacks where there is none."""
    progress.stage("exact pivots")
    if not valid:
        basic_columns, basic_rows = [False] * program.shape[1], [True] * program.shape[0]
    plans = optimal_plans(program, basic_columns, basic_rows, progress)
    bounds = prove(program.form, *plans)
    if not bounds.proved:
        raise SaizenError("the strategies that exact steps ended with prove nothing: please report this game")
    return HiddenStrategies(plans, bounds)


def close_strategies(form: SequenceForm, within: Fraction, progress: Progress = SILENT) -> HiddenStrategies:
    """Return plans that prove an interval so narrow, by regret minimisation; progress shows it shrink."""
    from saizen.solver.hidden.regret import Regrets  # Numba loads where it is needed

    progress.stage("minimising regrets")
    regrets, iterations = Regrets(form), FIRST_LOOK
    while True:
        regrets.run(iterations - regrets.done, progress)
        first, second = (rounded(side, mean) for side, mean in zip(form.sides, regrets.means, strict=True))
        bounds = prove(form, first, second)
        assert bounds.low is not None
        assert bounds.high is not None
        progress.tell(f"minimising regrets: between {float(bounds.low):.6g} and {float(bounds.high):.6g}")
        if bounds.high - bounds.low <= within:
            return HiddenStrategies((first, second), bounds)
        iterations += max(FIRST_LOOK, iterations // 2)


def float_strategies(form: SequenceForm, progress: Progress = SILENT) -> HiddenStrategies:
    """Return plans from floats, rounded to true ones, and the interval that these secure."""
    program = program_of(form)
    progress.stage(f"linear program of {program.shape[0]:,} rows")
    floats = solve_floats(program, "simplex" if program.shape[0] <= BY_SIMPLEX else "ipm", progress=progress)
    first, second = form.sides
    plans = rounded(first, floats.max_plan), rounded(second, floats.min_plan)
    progress.stage("proving")
    return HiddenStrategies(plans, prove(form, *plans))
