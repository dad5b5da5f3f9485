"""Plans in whole numbers from plans in floats: true strategies, so what they secure is proved."""

from typing import Any

from flint import fmpq

from saizen.solver.hidden.sequence_form import PlayerSide

BITS = 44
"""Weights are multiples of ``2**-BITS``."""


def rounded(side: PlayerSide, plan: Any) -> list[Any]:
    """Return the plan closest to floats whose weights are multiples of one small number."""
    weights = [0] * side.sequences
    weights[0] = whole = 1 << BITS
    floats, first, parents = plan.tolist(), side.first.tolist(), side.parents.tolist()
    for place in range(side.sets):
        begin, end, total = first[place], first[place + 1], weights[parents[place]]
        shares = [max(0.0, share) for share in floats[begin:end]]
        mass = sum(shares)
        if total and 0 < mass < float("inf"):
            counts = [int(total * (share / mass)) for share in shares]
        else:
            counts = [total // (end - begin)] * (end - begin)
        counts[counts.index(max(counts))] += total - sum(counts)
        weights[begin:end] = counts
    return [fmpq(weight, whole) if weight else fmpq(0) for weight in weights]
