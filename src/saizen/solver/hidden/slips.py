"""Advice where best play never comes, in large games: everybody slips with a chance that is a number.

At each information set every move has at least some small chance. Regret minimisation under these floors
(Farina, Kroer and Sandholm 2017) comes close to best play of the game with slips, and best replies under the
same floors prove how close.
"""

from fractions import Fraction
from typing import Any, NamedTuple

from flint import fmpq

from saizen.game import MAX, MIN
from saizen.solver.hidden.exact_basis import Plans
from saizen.solver.hidden.proof import replies
from saizen.solver.hidden.sequence_form import PlayerSide, SequenceForm, value_of
from saizen.work import SILENT, Progress

SLIP = Fraction(1, 64)
"""The chance of a slip at an information set, shared by its moves."""
UNIT = 1 << 20
"""Chances of moves are whole multiples of ``1 / UNIT``."""
ITERATIONS, WORK = 50_000, 3e9
"""Iterations, and entries that they look at, at most."""


class SlippingPlans(NamedTuple):
    """Plans with slips, and what each sequence brings against the other's; how far they are from the best."""

    plans: Plans
    gains: list[list[Any]]
    gap: Fraction


def floor_of(count: int) -> int:
    """Return the least chance of each of so many moves, in units.

    >>> floor_of(2), floor_of(16)
    (8192, 1024)
    """
    return int(SLIP * UNIT) // count


def slipping_plans(form: SequenceForm, progress: Progress = SILENT) -> SlippingPlans:
    """Return plans of the game with slips, and the proof of how good they are."""
    from saizen.solver.hidden.regret import Regrets  # Numba loads where it is needed

    iterations = max(50, min(ITERATIONS, int(WORK / (4 * len(form.payoffs) + form.size))))
    progress.stage("looking at slips", iterations)
    regrets = Regrets(form, slip=float(SLIP))
    regrets.run(iterations, progress)
    progress.stage("proving")
    plans = _exact(form.sides[MAX], regrets.means[MAX]), _exact(form.sides[MIN], regrets.means[MIN])
    gains = [replies(form, 1 - player, plans[1 - player]) for player in (MAX, MIN)]
    best = [_best_with_slips(form.sides[player], gains[player], player) for player in (MAX, MIN)]
    return SlippingPlans(plans, gains, value_of(form, best[MAX] - best[MIN]))


def _exact(side: PlayerSide, mean: Any) -> list[Any]:
    """Return a plan whose moves have chances in whole units, none below its floor."""
    plan = [fmpq(0)] * side.sequences
    plan[0] = fmpq(1)
    floats, first, parents = mean.tolist(), side.first.tolist(), side.parents.tolist()
    for place in range(side.sets):
        begin, end, above = first[place], first[place + 1], floats[parents[place]]
        floor = floor_of(end - begin)
        free = UNIT - floor * (end - begin)
        shares = [max(0.0, share / above * UNIT - floor) if above else 1.0 for share in floats[begin:end]]
        whole = sum(shares) or 1.0
        counts = [int(share / whole * free) for share in shares]
        counts[counts.index(max(counts))] += free - sum(counts)
        for sequence, count in zip(range(begin, end), counts, strict=True):
            plan[sequence] = plan[parents[place]] * fmpq(count + floor, UNIT)
    return plan


def _best_with_slips(side: PlayerSide, gains: list[Any], player: int) -> Any:
    """Add to what each sequence pays what follows it under best play with slips; return the whole."""
    pick, first, parents = max if player == MAX else min, side.first.tolist(), side.parents.tolist()
    for place in range(side.sets - 1, -1, -1):
        listed = gains[first[place] : first[place + 1]]
        share = fmpq(floor_of(len(listed)), UNIT)
        gains[parents[place]] += share * sum(listed, fmpq(0)) + (1 - share * len(listed)) * pick(listed)
    return gains[0]
