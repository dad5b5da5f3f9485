"""The proof: two vectors are strategies, and what best replies to both get is one number.

Nothing is taken from the solver: a vector that is no strategy proves nothing, whatever it seems to secure.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq

from saizen.game import MAX, MIN
from saizen.solver.hidden.sequence_form import PlayerSide, SequenceForm, best_reply, value_of

Plan = Sequence[Any]
"""The weight of every sequence, in exact fractions."""


class HiddenBounds(NamedTuple):
    """What is proved of a value: what MAX secures, what MIN concedes; None where a vector was no strategy."""

    low: Fraction | None
    high: Fraction | None

    @property
    def proved(self) -> bool:
        """Whether both are known and the same."""
        return self.low is not None and self.low == self.high

    @property
    def width(self) -> Fraction | float:
        """How far both are apart; infinite where one is not known."""
        return inf if self.low is None or self.high is None else self.high - self.low


def is_plan(side: PlayerSide, plan: Plan) -> bool:
    """Return whether a vector is a strategy: 1 at the root, nothing negative, every sum as it must be."""
    if len(plan) != side.sequences or plan[0] != 1 or min(plan) < 0:
        return False
    return sums_agree(side, plan)


def sums_agree(side: PlayerSide, plan: Plan) -> bool:
    """Return whether the moves of every information set share the weight that leads there."""
    first, parents = side.first.tolist(), side.parents.tolist()
    for place in range(side.sets):
        total = plan[parents[place]]
        for sequence in range(first[place], first[place + 1]):
            if plan[sequence]:
                total = total - plan[sequence]
        if total:
            return False
    return True


def secured(form: SequenceForm, player: int, plan: Plan) -> Fraction | None:
    """Return what a strategy of a player is worth against the best reply; None where it is no strategy."""
    if not is_plan(form.sides[player], plan):
        return None
    reply = replies(form, player, plan)
    return value_of(form, best_reply(form.sides[1 - player], reply, 1 - player)[0])


def replies(form: SequenceForm, player: int, plan: Plan) -> list[Any]:
    """Return what each sequence of the other player pays against a plan, in units of 1 / scale."""
    own, other = (form.rows, form.columns) if player == MAX else (form.columns, form.rows)
    played = np.array([bool(weight) for weight in plan])
    entries = np.flatnonzero(played[own])
    gains = [fmpq(0)] * form.sides[1 - player].sequences
    mine, yours, payoffs = own[entries].tolist(), other[entries].tolist(), form.payoffs[entries].tolist()
    for sequence, answer, payoff in zip(mine, yours, payoffs, strict=True):
        gains[answer] += payoff * plan[sequence]
    return gains


def prove(form: SequenceForm, max_plan: Plan, min_plan: Plan) -> HiddenBounds:
    """Return what two vectors prove of the value."""
    return HiddenBounds(secured(form, MAX, max_plan), secured(form, MIN, min_plan))
