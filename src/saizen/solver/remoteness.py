"""The remoteness of every position of a game without chance: the number of moves under best play.

Among moves of the best value the player who gains takes the shortest way to the end and the one who loses the
longest; where nobody gains (a draw) the way is the shortest. A move is a decision. The word, and the rule for
games that are won and lost, are those of Smith 1966, "Graphs and composite games".
"""

from array import array
from collections.abc import Iterator, Sequence
from typing import Any

from saizen.game import MAX
from saizen.solver.graph import NOBODY, Graph
from saizen.solver.loops import NEVER, Lengths, Numbers, bind, is_large, measure
from saizen.solver.retrograde import order_of, run_loop
from saizen.solver.values import Shares, Values
from saizen.work import SILENT, Progress


def lengths_of(
    graph: Graph[Any], values: Values, tolerance: float, progress: Progress = SILENT
) -> "array[int]":
    """Return how many moves best play takes from each position; below 0 where it never ends."""
    lengths = array("i", bytes(4 * len(graph)))
    order = order_of(graph, progress)
    draw = graph.draw
    amounts: Any = graph.amounts.numbers
    scaled: Any = values
    large = is_large(len(graph))
    if large and isinstance(values.numbers, Shares):
        scale = values.numbers.denominator
        amounts = array("q", [int((number * scale).p) for number in amounts])
        scaled, draw = array("q", values.codes), int((draw * scale).p)
    elif large and not graph.exact:
        amounts, scaled = array("d", amounts), values.codes
    else:
        large = False
    near = 0 if graph.exact else tolerance
    numbers = Numbers(amounts, array("b"), scaled)  # nothing is left to chance
    run, steps = bind(measure, large, graph.arrays, order, numbers, Lengths(lengths, draw, near))

    def measure_component(component: Sequence[int]) -> None:
        _measure_part(graph, component, values, lengths, near)

    run_loop(run, steps, order, measure_component, progress)
    return lengths


def _measure_part(
    graph: Graph[Any], members: Sequence[int], values: Values, lengths: "array[int]", near: float
) -> None:
    """Find the lengths of positions that recur: outwards from the ends, the nearest first."""
    before: dict[int, list[int]] = {at: [] for at in members}
    left: dict[int, int] = {}
    waits: dict[int, bool] = {}
    by_length: dict[int, list[int]] = {}
    for at in members:
        value, chosen = values[at], graph.kinds[at] != NOBODY
        waits[at] = chosen and bool(value < graph.draw if graph.player(at) == MAX else value > graph.draw)
        left[at] = 0
        for child in _best(graph, at, values, near):
            left[at] += 1
            if child in before:
                before[child].append(at)
            elif child is None or lengths[child] >= 0:
                by_length.setdefault((0 if child is None else lengths[child]) + chosen, []).append(at)
        lengths[at] = NEVER
    while by_length:
        length = min(by_length)
        for at in by_length[length]:  # forced moves take no time: the list may grow
            left[at] -= 1
            if lengths[at] != NEVER or (waits[at] and left[at]):
                continue
            lengths[at] = length
            for other in before[at]:
                by_length.setdefault(length + (graph.kinds[other] != NOBODY), []).append(other)
        del by_length[length]


def _best(graph: Graph[Any], at: int, values: Values, near: float) -> Iterator[int | None]:
    """Yield where each move that keeps the value leads; None is an end."""
    codes, value = values.codes, values[at]
    for target in graph.moves(at):
        if target >= 0 and graph.exact:
            if codes[target] == codes[at]:  # one number has one code
                yield target
            continue
        reward, branches, _ = graph.lottery(target)
        child = branches[0][1] if branches else None
        worth = reward if child is None else reward + values[child]
        if abs(worth - value) <= near * (1 + abs(value)):
            yield child
