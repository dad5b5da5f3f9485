"""Large games: a program of the moves that matter, which grows by best replies until none gains.

Regret minimisation finds the moves to begin with. The small program is solved in floats; best replies to
its plans on the whole tree bring in moves, and the next program begins from the basis of the last one. What
the floats end with is proved on the whole tree, or not at all.
"""

from typing import Any, NamedTuple

import numpy as np
from flint import fmpq

from saizen.game import MAX, MIN
from saizen.kernels.compile import kernel
from saizen.solver.hidden.exact_basis import Plans, plans_of_basis
from saizen.solver.hidden.interval_so_far import IntervalSoFar
from saizen.solver.hidden.linear_program import FloatResult, Program, highs, program_of, solve_floats
from saizen.solver.hidden.pivots import optimal_plans
from saizen.solver.hidden.proof import HiddenBounds, prove
from saizen.solver.hidden.regret import Regrets
from saizen.solver.hidden.sequence_form import PlayerSide, SequenceForm
from saizen.work import SILENT, Progress

ITERATIONS = 1000
"""Of regret minimisation; a game of millions of sequences has fewer."""
FIRST = 10
"""The share of them, one in so many, after which an interval is proved for the first time."""
WORK = 4e9
"""Entries that regret minimisation looks at, at most."""
SHARE = 1e-3
"""Moves with a smaller share of their information set's weight are left out at first."""
NEVER = 1e-7
"""Information sets that the own plan reaches less often are left out."""
GAIN = 1e-9
"""What counts as a gain in floats."""
NARROWER = 0.1
"""An interval is proved again where it becomes so much narrower: a proof takes longer than floats."""
MOST_ROUNDS = 40
BY_PIVOTS = 2_000
"""Rows of a program up to which exact steps repair its basis."""
BY_SIMPLEX = 2_000
"""Rows beyond which the first program is solved by an interior point method."""


class Kept(NamedTuple):
    """Which sequences and information sets of a side are in the program, as truth values."""

    sequences: Any
    sets: Any


class GrownPart(NamedTuple):
    """A form with some sequences only; where its sequences and information sets are in the whole form."""

    form: SequenceForm
    sequences: tuple[Any, Any]
    sets: tuple[Any, Any]


@kernel
def close(first: Any, parents: Any, moves: Any, sequences: Any, sets: Any) -> None:
    """Keep every information set that kept moves lead to, with its kept moves, else with its first one."""
    sequences[0] = True
    for place in range(len(parents)):
        if sequences[parents[place]]:
            sets[place] = True
            some = False
            for sequence in range(first[place], first[place + 1]):
                if moves[sequence]:
                    sequences[sequence] = True
                    some = True
            if not some:
                sequences[first[place]] = True


class SetTree(NamedTuple):
    """The information sets of a side: the first sequence of each (and the end), and its parent sequence."""

    first: Any
    parents: Any


@kernel
def reply(tree: SetTree, gains: Any, moves: Any, inside: Any, picks: Any, tolerance: float) -> int:
    """Add the moves of a best reply wherever it, or what is kept, comes; return how many are new.

    ``gains`` is overwritten by what each sequence brings, ``picks`` by the best sequence of each
    information set; kept moves are preferred among equals.
    """
    first, parents = tree
    for place in range(len(parents) - 1, -1, -1):
        best = first[place]
        known = -1
        for sequence in range(first[place], first[place + 1]):
            if gains[sequence] > gains[best]:
                best = sequence
            if moves[sequence] and (known < 0 or gains[sequence] > gains[known]):
                known = sequence
        if known >= 0 and gains[known] >= gains[best] - tolerance:
            best = known
        picks[place] = best
        gains[parents[place]] += gains[best]
    comes = np.zeros(len(moves), np.bool_)
    comes[0] = True
    added = 0
    for place in range(len(parents)):
        if comes[parents[place]] or inside[parents[place]]:
            comes[picks[place]] = True
            if not moves[picks[place]]:
                moves[picks[place]] = True
                added += 1
    return added


def grown(
    form: SequenceForm, progress: Progress = SILENT, so_far: IntervalSoFar | None = None
) -> tuple[Plans, HiddenBounds] | None:
    """Return plans of the whole game from a program that grew, and their proof; None where there is none.

    ``so_far`` learns the interval that regret minimisation proves, and narrower ones as the program grows.
    """
    iterations = max(50, min(ITERATIONS, int(WORK / (4 * len(form.payoffs) + form.size))))
    progress.stage("looking for the moves that matter", iterations)
    regrets = Regrets(form)
    for until in (iterations // FIRST, iterations):
        regrets.run(until - regrets.done, progress)
        if so_far is not None:
            so_far.prove(*regrets.means)
    moves = [_mattering(side, mean) for side, mean in zip(form.sides, regrets.means, strict=True)]
    picks = [np.zeros(side.sets, np.int64) for side in form.sides]
    before: tuple[GrownPart, FloatResult] | None = None
    tolerance = GAIN
    for number in range(MOST_ROUNDS):
        choices = [_closed(side, chosen) for side, chosen in zip(form.sides, moves, strict=True)]
        part = _part(form, choices)
        program = program_of(part.form)
        progress.stage(f"linear program of {program.shape[0]:,} rows, round {number + 1}")
        basis = None if before is None else _carried(before, part, picks)
        solver = "ipm" if basis is None and program.shape[0] > BY_SIMPLEX else "simplex"
        floats = solve_floats(program, solver, basis=basis, progress=progress)
        if not floats.valid:
            return None
        plans_in_floats = _whole_floats(form, part, floats)
        gap, added = _replies(form, regrets, plans_in_floats, choices, moves, picks, tolerance)
        if so_far is not None and gap < NARROWER * so_far.bounds.width:
            so_far.prove(*plans_in_floats)
        if not added or gap < GAIN:
            plans = _exact(program, floats, progress)
            if plans is not None:
                whole = _whole(form, part, plans)
                if (bounds := prove(form, *whole)).proved:
                    return whole, bounds
            if tolerance == 0:
                return None
            tolerance = 0.0  # a tie in floats hid a gain
        before = part, floats
    return None


def _exact(program: Program, floats: FloatResult, progress: Progress) -> Plans | None:
    """Return optimal plans of a program, exactly; None where it is too large for exact steps."""
    plans = plans_of_basis(program, floats.basic_columns, floats.basic_rows)
    if plans is not None and prove(program.form, *plans).proved:
        return plans
    if program.shape[0] > BY_PIVOTS:
        return None
    return optimal_plans(program, floats.basic_columns, floats.basic_rows, progress)


def _mattering(side: PlayerSide, mean: Any) -> Any:
    """Return which moves have a share of the weight that leads there."""
    moves = np.zeros(side.sequences, bool)
    above = mean[side.parents[side.owners[1:]]] if side.sets else mean[:0]
    moves[1:] = (mean[1:] > SHARE * np.maximum(above, 1e-12)) & (above > NEVER)
    moves[0] = True
    return moves


def _closed(side: PlayerSide, moves: Any) -> Kept:
    sequences, sets = np.zeros(side.sequences, bool), np.zeros(side.sets, bool)
    close(side.first, side.parents, moves, sequences, sets)
    return Kept(sequences, sets)


def _part(form: SequenceForm, choices: list[Kept]) -> GrownPart:
    """Return the form of the sequences that are kept."""
    sides, places, sequences, sets = [], [], [], []
    for side, (chosen, chosen_sets) in zip(form.sides, choices, strict=True):
        place = np.cumsum(chosen) - 1
        owners = side.owners[chosen][1:]
        starts = np.flatnonzero(np.diff(owners, prepend=-1)) + 1
        first = np.concatenate([starts, [int(chosen.sum())]]).astype(np.int64)
        sides.append(PlayerSide.of(place[side.parents[chosen_sets]], first))
        places.append(place)
        sequences.append(np.flatnonzero(chosen))
        sets.append(np.flatnonzero(chosen_sets))
    inside = np.flatnonzero(choices[MAX].sequences[form.rows] & choices[MIN].sequences[form.columns])
    rows, columns = places[MAX][form.rows[inside]], places[MIN][form.columns[inside]]
    small = SequenceForm((sides[0], sides[1]), rows, columns, form.payoffs[inside], form.scale)
    return GrownPart(small, (sequences[0], sequences[1]), (sets[0], sets[1]))


def _whole_floats(form: SequenceForm, part: GrownPart, floats: FloatResult) -> list[Any]:
    """Return a program's plans as plans of the whole game."""
    plans = []
    for player, weights in enumerate((floats.max_plan, floats.min_plan)):
        plan = np.zeros(form.sides[player].sequences)
        plan[part.sequences[player]] = weights / weights[0] if weights[0] else weights
        plans.append(plan)
    return plans


def _replies(
    form: SequenceForm,
    regrets: Regrets,
    plans: list[Any],
    choices: list[Kept],
    moves: list[Any],
    picks: list[Any],
    tolerance: float,
) -> tuple[float, int]:
    """Let both reply to a program's plans; return the gap between replies and how many moves are new."""
    gap, added = 0.0, 0
    for player, matrix in enumerate((regrets.matrix, regrets.transposed)):
        side, gains = form.sides[player], matrix @ plans[1 - player]
        tree, inside = SetTree(side.first, side.parents), choices[player].sequences
        added += int(reply(tree, gains, moves[player], inside, picks[player], tolerance))
        gap += float(gains[0])
    return gap, added


def _carried(before: tuple[GrownPart, FloatResult], part: GrownPart, picks: list[Any]) -> Any:
    """Return the last program's basis in the next one.

    A new information set of MAX has one move in the basis; one of MIN has its value there and one tight
    row; other new sequences of MAX are 0, of MIN slack.
    """
    highspy = highs()
    status, basis = highspy.HighsBasisStatus, highspy.HighsBasis()
    last, floats = before
    count = last.form.sides
    columns, rows = list(floats.basis.col_status), list(floats.basis.row_status)
    weights = dict(zip(last.sequences[MAX].tolist(), columns[: count[MAX].sequences], strict=True))
    values = dict(zip(last.sets[MIN].tolist(), columns[count[MAX].sequences : -1], strict=True))
    choices = dict(zip(last.sets[MAX].tolist(), rows[: count[MAX].sets], strict=True))
    slacks = dict(zip(last.sequences[MIN].tolist(), rows[count[MAX].sets :], strict=True))
    new_columns = [weights.get(sequence, status.kLower) for sequence in part.sequences[MAX].tolist()]
    new_choices = []
    for place, chosen in enumerate(part.sets[MAX].tolist()):
        new_choices.append(choices.get(chosen, status.kUpper))
        if chosen not in choices:
            new_columns[_pick(part, MAX, place, picks)] = status.kBasic
    new_slacks = [slacks.get(sequence, status.kBasic) for sequence in part.sequences[MIN].tolist()]
    new_values = []
    for place, chosen in enumerate(part.sets[MIN].tolist()):
        new_values.append(values.get(chosen, status.kBasic))
        if chosen not in values:
            new_slacks[_pick(part, MIN, place, picks)] = status.kUpper
    basis.col_status, basis.row_status = [*new_columns, *new_values, columns[-1]], [*new_choices, *new_slacks]
    basis.valid = True
    return basis


def _pick(part: GrownPart, player: int, place: int, picks: list[Any]) -> int:
    """Return the best move of an information set of the part, by the last reply, else its first one."""
    listed, side = part.sequences[player], part.form.sides[player]
    at = int(np.searchsorted(listed, picks[player][part.sets[player][place]]))
    begin, end = int(side.first[place]), int(side.first[place + 1])
    return at if begin <= at < end else begin


def _whole(form: SequenceForm, part: GrownPart, plans: Plans) -> Plans:
    """Return plans of the whole game: what is not kept is never played."""
    whole = []
    for side, places, plan in zip(form.sides, part.sequences, plans, strict=True):
        weights = [fmpq(0)] * side.sequences
        for place, weight in zip(places.tolist(), plan, strict=True):
            weights[place] = weight
        whole.append(weights)
    return whole[0], whole[1]
