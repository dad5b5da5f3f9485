"""The loop of `saizen.solver.loops.settle` in fractions of machine integers, where both choose too.

Most values of a game are short fractions, a few are long: those stop the loop, are found in rationals and
kept beside it, and so is every value that depends on one. Answers are the same as in rationals alone.
"""

from array import array
from typing import Any, NamedTuple

import numpy as np

from saizen.kernels.compile import kernel, part
from saizen.kernels.wide import cross, fraction_product, fraction_sum
from saizen.matrix.integer_batches import fraction_value, machine_fractions
from saizen.solver.graph import BOTH, BY_MAX, Graph
from saizen.solver.loops import GraphArrays, SettlingOrder
from saizen.solver.values import Pairs

LARGEST_SIDE = 32
"""Moves of a player up to which a game where both choose is solved here."""


class Fractions(NamedTuple):
    """Numerators and denominators of rewards, chances and values; a denominator of 0: long or not known."""

    amounts: Any
    amounts_below: Any
    chances: Any
    chances_below: Any
    values: Any
    values_below: Any


def fractions_of(graph: Graph[Any], values: Pairs) -> Fractions:
    """Return the numbers of a graph and its values as the loop takes them."""
    parts = [*machine_fractions(graph.amounts.numbers), *machine_fractions(graph.chances.numbers)]
    amounts, amounts_below, chances, chances_below = (array("q", part.tobytes()) for part in parts)
    return Fractions(amounts, amounts_below, chances, chances_below, values.numerators, values.denominators)


@part
def mean_of(graph: GraphArrays, numbers: Fractions, lottery: Any) -> Any:
    """Return a reward and the mean of what follows; a denominator of 0: a number is long or not known."""
    reward = graph.rewards[lottery]
    worth, below = numbers.amounts[reward], numbers.amounts_below[reward]
    for branch in range(graph.spans[lottery], graph.spans[lottery + 1]):
        child, weight = graph.branches[branch], graph.weights[branch]
        more, more_below = numbers.values[child], numbers.values_below[child]
        if below == 0 or more_below == 0 or numbers.chances_below[weight] == 0:
            return np.int64(0), np.int64(0)
        chance, chance_below = numbers.chances[weight], numbers.chances_below[weight]
        if chance != chance_below:
            more, more_below = fraction_product(chance, chance_below, more, more_below)
            if more_below == 0:
                return np.int64(0), np.int64(0)
        worth, below = fraction_sum(worth, below, more, more_below)
    return worth, below


@kernel
def settle_fractions(
    graph: GraphArrays, order: SettlingOrder, numbers: Fractions, begin: int, end: int
) -> int:
    """Find the values of the positions ``order.sequence[begin:end]`` from those that follow them.

    Return where it had to stop: ``end``, or the place of a position that recurs or has a long number. A value
    that is not known yet has the denominator 0, as a long one has, so what recurs is noticed too.
    """
    side = LARGEST_SIDE + 1
    squares, basis = np.empty((3, side, side), np.int64), np.empty(2 * side, np.int64)
    for place in range(begin, end):
        at = order.sequence[place]
        kind, first = graph.kinds[at], graph.first[at]
        columns = max(1, kind - BOTH)
        rows = (graph.first[at + 1] - first) // columns if kind > BOTH else 1
        if order.last[place] == 0 or rows > LARGEST_SIDE or columns > LARGEST_SIDE:
            return place
        best, best_below = np.int64(0), np.int64(0)
        for move in range(first, graph.first[at + 1]):
            target = graph.targets[move]
            if target >= 0:
                worth, below = numbers.values[target], numbers.values_below[target]
            else:
                worth, below = mean_of(graph, numbers, -1 - target)
            if below == 0:
                return place
            if kind > BOTH:
                number = move - first
                squares[0, number // columns, number % columns] = worth
                squares[1, number // columns, number % columns] = below
            elif best_below == 0 or (cross(worth, best_below, best, below)[0] >= 0) == (kind == BY_MAX):
                best, best_below = worth, below
        if kind > BOTH:
            best, best_below = fraction_value(squares[0], squares[1], rows, columns, basis, squares[2])
        if best_below == 0:
            return place
        numbers.values[at], numbers.values_below[at] = best, best_below
    return end
