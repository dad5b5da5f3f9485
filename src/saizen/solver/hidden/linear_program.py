"""The linear program of a sequence form (Koller et al. 1996), in whole numbers and for HiGHS.

Columns: the weights of MAX's sequences, the value of each of MIN's information sets, the value of the game.
Rows: the information sets of MAX (his weights are shared out), the sequences of MIN (none gives him less
than the value above it). Each row is over its own whole number, so that its entries are as small as they
can be; HiGHS gets the true payoffs, scaled by powers of two where they lie far apart.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from saizen.errors import MissingExtra, SaizenError
from saizen.game import MAX, MIN
from saizen.solver.hidden.sequence_form import MACHINE, SequenceForm
from saizen.solver.hidden.too_large import check_memory_left
from saizen.work import SILENT, Progress

TOLERANCE = 1e-9
"""What HiGHS takes for 0; beyond it the exact steps decide."""
SMALLEST, LARGEST = 1e-5, 1e5
"""Entries outside are scaled: HiGHS drops small ones."""
SCALINGS = 30
POLL = 0.1
"""Seconds between two looks whether somebody wants to stop."""


@dataclass(frozen=True, slots=True)
class Program:
    """The program; ``multipliers[i]`` is the whole number over which row ``i`` is written."""

    form: SequenceForm
    rows: Any
    columns: Any
    entries: Any
    """Whole numbers."""
    multipliers: Any
    shape: tuple[int, int]
    matrix: Any
    """In floats, scaled, by columns."""
    row_scales: Any
    column_scales: Any
    low: Any
    """The least value of each column, scaled."""

    @property
    def wide(self) -> bool:
        """Whether entries are longer than the machine's integers like."""
        return bool(self.entries.dtype == object)


@dataclass(frozen=True, slots=True)
class FloatResult:
    """What HiGHS found: plans in floats, the basis, and the solver itself, to go on from there."""

    status: str
    max_plan: Any
    min_plan: Any
    basic_columns: Any
    basic_rows: Any
    valid: bool
    """Whether there is a basis."""
    basis: Any


def program_of(form: SequenceForm) -> Program:
    """Write the program of a sequence form."""
    first, second = form.sides
    choices, size = first.sets, (first.sets + second.sequences, first.sequences + second.sets + 1)
    divisors = _divisors(form)
    own = form.scale // divisors if divisors.dtype == object else np.int64(form.scale) // divisors
    multipliers = np.concatenate([np.ones(choices, own.dtype), own])
    later, every = np.arange(1, first.sequences), np.arange(second.sets)
    after = choices + np.arange(1, second.sequences)
    up, value = choices + second.parents, first.sequences + second.sets
    unit = np.ones(1, own.dtype)
    parts: list[tuple[Any, Any, Any]] = [
        (first.owners[1:], later, np.ones(len(later), own.dtype)),
        (np.arange(choices), first.parents, -np.ones(choices, np.int64).astype(own.dtype)),
        (after, first.sequences + second.owners[1:], own[1:]),
        (up, first.sequences + every, -own[second.parents]),
        (np.array([choices]), np.array([value]), own[0] * unit),
        (choices + form.columns, form.rows, -(form.payoffs // divisors[form.columns])),
    ]
    rows, columns, entries = (np.concatenate([part[i] for part in parts]) for i in range(3))
    entries, multipliers = _machine(entries), _machine(multipliers)
    matrix, row_scales, column_scales = _scaled(size, rows, columns, entries, multipliers)
    low = np.zeros(size[1])
    low[first.sequences :] = -np.inf
    low[0] = 1 / column_scales[0]
    return Program(form, rows, columns, entries, multipliers, size, matrix, row_scales, column_scales, low)


def _machine(numbers: Any) -> Any:
    """Return whole numbers as machine integers where they fit."""
    fit = numbers.dtype == object and all(abs(number) < MACHINE for number in numbers)
    return numbers.astype(np.int64) if fit else numbers


def _divisors(form: SequenceForm) -> Any:
    """Return by sequence of MIN what all its payoffs and the scale can be divided by."""
    small = form.scale < MACHINE and form.payoffs.dtype != object
    divisors = np.full(form.sides[1].sequences, form.scale, np.int64 if small else object)
    if len(form.columns):
        begins = np.flatnonzero(np.diff(form.columns, prepend=-1))
        at = form.columns[begins]
        divisors[at] = np.gcd(divisors[at], np.gcd.reduceat(form.payoffs, begins))
    return divisors


def _scaled(
    size: tuple[int, int], rows: Any, columns: Any, entries: Any, multipliers: Any
) -> tuple[Any, Any, Any]:
    """Return the matrix in floats, with the scales of its rows and columns: powers of two."""
    from scipy.sparse import csc_matrix

    if entries.dtype == object or multipliers.dtype == object:
        true = np.array([int(e) / int(m) for e, m in zip(entries, multipliers[rows], strict=True)])
    else:
        true = entries / multipliers[rows]
    row_scales, column_scales = np.ones(size[0]), np.ones(size[1])
    sizes = np.abs(true)
    if len(sizes) and (sizes.min() < SMALLEST or sizes.max() > LARGEST):
        logs = np.log2(np.maximum(sizes, 1e-300))
        by_row, by_column = (
            np.maximum(1, np.bincount(at, minlength=n)) for at, n in ((rows, size[0]), (columns, size[1]))
        )
        of_column = np.zeros(size[1])
        for _ in range(SCALINGS):
            of_row = -np.bincount(rows, logs + of_column[columns], minlength=size[0]) / by_row
            of_column = -np.bincount(columns, logs + of_row[rows], minlength=size[1]) / by_column
        row_scales, column_scales = 2.0 ** np.rint(of_row), 2.0 ** np.rint(of_column)
    matrix = csc_matrix((true * row_scales[rows] * column_scales[columns], (rows, columns)), shape=size)
    matrix.sum_duplicates()
    return matrix, row_scales, column_scales


def solve_floats(
    program: Program,
    solver: str = "simplex",
    *,
    basis: Any = None,
    floors: tuple[Any, Any] | None = None,
    progress: Progress = SILENT,
) -> FloatResult:
    """Let HiGHS solve a program, by ``simplex`` or by ``ipm`` with crossover; ``basis`` is where to begin.

    ``floors`` are the least weights of the sequences of MAX and MIN.
    """
    highspy = highs()
    model = highspy.Highs()
    options = {
        "output_flag": False,
        "threads": 1,
        "solver": solver,
        "primal_feasibility_tolerance": TOLERANCE,
        "dual_feasibility_tolerance": TOLERANCE,
        "small_matrix_value": 1e-12,
    }
    for name, setting in options.items():
        model.setOptionValue(name, setting)
    form, (height, width) = program.form, program.shape
    first = form.sides[0]
    linear = highspy.HighsLp()
    linear.num_row_, linear.num_col_ = height, width
    cost, low, high = np.zeros(width), program.low, np.full(width, np.inf)
    cost[-1], high[0] = -1.0, program.low[0]
    if floors is not None:
        low = low.copy()
        low[1 : first.sequences] = floors[MAX][1:] / program.column_scales[1 : first.sequences]
        slips = np.concatenate([np.zeros(first.sets), floors[MIN]]) / program.row_scales
        cost += program.matrix.T @ slips / program.column_scales[-1]
    row_low = np.full(height, -np.inf)
    row_low[: first.sets] = 0
    linear.col_cost_, linear.col_lower_, linear.col_upper_ = cost, low, high
    linear.row_lower_, linear.row_upper_ = row_low, np.zeros(height)
    linear.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    matrix = program.matrix
    linear.a_matrix_.start_, linear.a_matrix_.index_, linear.a_matrix_.value_ = (
        matrix.indptr,
        matrix.indices,
        matrix.data,
    )
    model.passModel(linear)
    if basis is not None:
        model.setBasis(basis)
    _run(model, progress)
    status, solution = model.modelStatusToString(model.getModelStatus()), model.getSolution()
    reached = model.getBasis()
    basic = highspy.HighsBasisStatus.kBasic
    weights, prices = np.array(solution.col_value), np.array(solution.row_dual)
    if len(weights) != width or len(prices) != height:
        weights, prices = np.zeros(width), np.zeros(height)
    return FloatResult(
        status,
        weights[: first.sequences] * program.column_scales[: first.sequences],
        -prices[first.sets :] * program.row_scales[first.sets :] / program.column_scales[-1],
        np.array([status == basic for status in reached.col_status], bool),
        np.array([status == basic for status in reached.row_status], bool),
        bool(reached.valid),
        reached,
    )


def _run(model: Any, progress: Progress) -> None:
    """Run HiGHS in a thread; stop it when whoever watches wants to, or when the memory is nearly full."""
    model.HandleUserInterrupt = True
    model.startSolve()
    try:
        while not model.wait(POLL)[0]:
            progress.advance(0)
            check_memory_left()
    except BaseException:
        model.cancelSolve()
        model.wait(10 * POLL)
        raise


def highs() -> Any:
    """Import HiGHS when it is needed."""
    try:
        import highspy
    except ImportError:
        raise MissingExtra(
            "games with hidden information need HiGHS, which is not installed: pip install highspy"
        ) from None
    except Exception as error:
        raise SaizenError(
            f"HiGHS cannot be loaded: {error}; pip install --force-reinstall highspy"
        ) from error
    return highspy
