"""The loop of `saizen.solver.passes.settle` in fractions of machine integers, where both choose too.

Most values of a game are short fractions, a few are long: those stop the loop, are found in rationals and
kept beside it, and so is every value that depends on one. Answers are the same as in rationals alone.
"""

from array import array
from typing import Any

import numpy as np

from saizen.kernels.jit import kernel, part
from saizen.kernels.thrift import Thrift
from saizen.kernels.wide import cross, fraction_product, fraction_sum
from saizen.matrix.fractions import fraction_value, machine_fractions
from saizen.solver.graph import BOTH, BY_MAX, Graph
from saizen.solver.values import Pairs

LARGEST_SIDE = 32
"""Moves of a player up to which a game where both choose is solved here."""


def numbers_of(graph: Graph[Any], values: Pairs) -> list[Any]:
    """Return the arrays of numbers that `settle_fractions` takes."""
    parts = [*machine_fractions(graph.amounts.numbers), *machine_fractions(graph.chances.numbers)]
    return [*(array("q", part.tobytes()) for part in parts), values.numerators, values.denominators]


@part
def mean_of(
    worth: Any,
    below: Any,
    begin: Any,
    end: Any,
    branches: Any,
    weights: Any,
    chances: Any,
    chances_below: Any,
    values: Any,
    values_below: Any,
) -> Any:
    """Return a reward and the mean of what follows; a denominator of 0: a number is long or not known."""
    for branch in range(begin, end):
        child, weight = branches[branch], weights[branch]
        more, more_below = values[child], values_below[child]
        if below == 0 or more_below == 0 or chances_below[weight] == 0:
            return np.int64(0), np.int64(0)
        if chances[weight] != chances_below[weight]:
            more, more_below = fraction_product(chances[weight], chances_below[weight], more, more_below)
            if more_below == 0:
                return np.int64(0), np.int64(0)
        worth, below = fraction_sum(worth, below, more, more_below)
    return worth, below


@kernel
def settle_fractions(
    sequence: Any,
    last: Any,
    kinds: Any,
    first: Any,
    targets: Any,
    rewards: Any,
    spans: Any,
    branches: Any,
    weights: Any,
    amounts: Any,
    amounts_below: Any,
    chances: Any,
    chances_below: Any,
    values: Any,
    values_below: Any,
    begin: int,
    end: int,
) -> int:
    """Find the values of the positions ``sequence[begin:end]`` from those that follow them.

    Return where it had to stop: ``end``, or the place of a position that recurs or has a long number. A value
    that is not known yet has the denominator 0, as a long one has, so what recurs is noticed too.
    """
    side = LARGEST_SIDE + 1
    squares, basis = np.empty((3, side, side), np.int64), np.empty(2 * side, np.int64)
    for place in range(begin, end):
        at = sequence[place]
        kind = kinds[at]
        columns = max(1, kind - BOTH)
        rows = (first[at + 1] - first[at]) // columns if kind > BOTH else 1
        if last[place] == 0 or rows > LARGEST_SIDE or columns > LARGEST_SIDE:
            return place
        best, best_below = np.int64(0), np.int64(0)
        for move in range(first[at], first[at + 1]):
            target = targets[move]
            if target >= 0:
                worth, below = values[target], values_below[target]
            else:
                reward, inside, outside = rewards[-1 - target], spans[-1 - target], spans[-target]
                worth, below = mean_of(
                    amounts[reward], amounts_below[reward], inside, outside,
                    branches, weights, chances, chances_below, values, values_below,
                )  # fmt: skip
            if below == 0:
                return place
            if kind > BOTH:
                number = move - first[at]
                squares[0, number // columns, number % columns] = worth
                squares[1, number // columns, number % columns] = below
            elif best_below == 0 or (cross(worth, best_below, best, below)[0] >= 0) == (kind == BY_MAX):
                best, best_below = worth, below
        if kind > BOTH:
            best, best_below = fraction_value(squares[0], squares[1], rows, columns, basis, squares[2])
        if best_below == 0:
            return place
        values[at], values_below[at] = best, best_below
    return end


THRIFT = Thrift(settle_fractions, 100_000)
"""Compiling takes as long as so many positions in rationals."""
