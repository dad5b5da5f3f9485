"""The order of the steps: from rules to strategies and what is proved of them."""

from concurrent.futures import Executor
from fractions import Fraction
from typing import Any, NamedTuple

from saizen.errors import SaizenError
from saizen.game import Game
from saizen.solver.hidden.exact_basis import Plans, plans_of_basis
from saizen.solver.hidden.exploration import explore
from saizen.solver.hidden.interval_so_far import CONTINUES, IntervalSoFar, interval_text
from saizen.solver.hidden.kept import HiddenTable
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
PREDICTED = Fraction(1, 100_000)
"""Intervals that are narrower come sooner by predictive regrets, others by discounted ones."""
FIRST_LOOK = 100
"""Iterations of regret minimisation before its interval is proved for the first time."""
BY_SIMPLEX = 2_000
"""Beyond it an interior point method with crossover begins."""


class HiddenStrategies(NamedTuple):
    """A plan for each player, and what they prove; the regrets that they come from, if they do."""

    plans: Plans
    bounds: HiddenBounds
    regrets: Any = None


def solve_hidden(
    game: Game[Any],
    *,
    exact: bool = True,
    progress: Progress = SILENT,
    max_positions: int | None = None,
    within: Fraction | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    table: HiddenTable | None = None,
) -> HiddenSolution:
    """Solve a game in which players do not see everything, with a proof.

    ``exact`` is whether strategies and value are exact; in floats they are rounded to strategies that secure
    an exact interval. ``within`` is how narrow that interval must be: regrets are minimised until it is.
    An executor or several workers visit the histories; the result is the same. ``table`` is where a solution
    may be kept, and regrets are where the work was stopped.

    >>> from kuhn import Kuhn
    >>> solution = solve_hidden(Kuhn())
    >>> solution.value(None), solution.proved, solution.information_sets
    (Fraction(-1, 18), True, (6, 6))
    """
    highs()
    most = MOST_HISTORIES if max_positions is None else max_positions
    exploration = explore(game, most=most, exact=exact, progress=progress, executor=executor, workers=workers)
    form = sequence_form(exploration.memories, exploration.payments)
    if within is not None:
        computed = close_strategies(form, within, progress, table)
    elif table is not None and (plans := table.plans(form)) is not None:
        computed = _proved_again(form, plans, exact, table, progress)
    else:
        computed = strategies(form, progress) if exact else float_strategies(form, progress)
    return HiddenSolution(game, form, exploration.memories, exploration.histories, *computed, exact)


def _proved_again(
    form: SequenceForm, plans: Plans, exact: bool, table: HiddenTable, progress: Progress
) -> HiddenStrategies:
    progress.stage("proving what was kept")
    bounds = prove(form, *plans)
    if bounds.low is None or bounds.high is None or not (bounds.proved or not exact):
        raise table.damaged()
    return HiddenStrategies(plans, bounds)


def strategies(form: SequenceForm, progress: Progress = SILENT) -> HiddenStrategies:
    """Return optimal plans and their proof."""
    so_far = IntervalSoFar(form)
    with so_far.named():
        if form.size > WHOLE and (proved := _grown(form, progress, so_far)) is not None:
            return proved
        return _of_whole_program(form, progress, so_far)


def _of_whole_program(form: SequenceForm, progress: Progress, so_far: IntervalSoFar) -> HiddenStrategies:
    """Return optimal plans from the program of all sequences."""
    program = program_of(form)
    progress.stage(f"linear program of {program.shape[0]:,} rows")
    floats = solve_floats(program, "simplex" if program.shape[0] <= WHOLE else "ipm", progress=progress)
    progress.stage("proving")
    if floats.valid:
        plans = plans_of_basis(program, floats.basic_columns, floats.basic_rows)
        if plans is not None and (bounds := prove(form, *plans)).proved:
            return HiddenStrategies(plans, bounds)
        so_far.prove(floats.max_plan, floats.min_plan)
    elif program.shape[0] > WHOLE:
        raise SaizenError(
            f"HiGHS found no basis of the linear program of {program.shape[0]:,} rows ({floats.status}), "
            "which is too large for exact pivots alone"
        )
    return repaired(program, floats.basic_columns, floats.basic_rows, floats.valid, progress)


def _grown(form: SequenceForm, progress: Progress, so_far: IntervalSoFar) -> HiddenStrategies | None:
    from saizen.solver.hidden.growth import grown  # Numba loads where it is needed

    proved = grown(form, progress, so_far)
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


def close_strategies(
    form: SequenceForm, within: Fraction, progress: Progress = SILENT, table: HiddenTable | None = None
) -> HiddenStrategies:
    """Return plans that prove an interval so narrow, by regret minimisation; progress shows it shrink.

    Where the work is stopped, regrets go into the table, and from there on the next time.
    """
    from saizen.solver.hidden.regret import Regrets  # Numba loads where it is needed

    progress.stage("minimising regrets")
    regrets = Regrets(form, discounted=within >= PREDICTED)
    if table is not None:
        table.resume(regrets)
    iterations = regrets.done or FIRST_LOOK
    so_far = IntervalSoFar(form)
    with so_far.named("a larger W ends sooner" if table is None else CONTINUES):
        try:
            while True:
                regrets.run(iterations - regrets.done, progress)
                plans, bounds = so_far.prove(*regrets.means)
                progress.tell(f"minimising regrets: between {interval_text(bounds)}")
                if bounds.width <= within:
                    if table is not None:
                        table.drop_unfinished()
                    return HiddenStrategies(plans, bounds, regrets)
                iterations += max(FIRST_LOOK, iterations // 4)
        except BaseException:
            if table is not None and regrets.done:
                table.save_regrets(regrets)
            raise


def float_strategies(form: SequenceForm, progress: Progress = SILENT) -> HiddenStrategies:
    """Return plans from floats, rounded to true ones, and the interval that these secure."""
    program = program_of(form)
    progress.stage(f"linear program of {program.shape[0]:,} rows")
    floats = solve_floats(program, "simplex" if program.shape[0] <= BY_SIMPLEX else "ipm", progress=progress)
    first, second = form.sides
    plans = rounded(first, floats.max_plan), rounded(second, floats.min_plan)
    progress.stage("proving")
    return HiddenStrategies(plans, prove(form, *plans))
