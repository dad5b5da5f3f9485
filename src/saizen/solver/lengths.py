"""How long best play takes: the remoteness of every position of a game without chance.

Among moves of the best value the player who gains takes the shortest way to the end and the one who loses the
longest; where nobody gains (a draw) the way is the shortest. A move is a decision.
"""

from array import array
from collections.abc import Iterator, Sequence
from typing import Any

from saizen.game import MAX
from saizen.solver.graph import NOBODY, Graph
from saizen.solver.passes import CHUNK, NEVER, STEPS, measure, twin, views_of
from saizen.solver.retrograde import components
from saizen.solver.values import Shares, Values
from saizen.work import SILENT, Progress


def lengths_of(
    graph: Graph[Any], values: Values, tolerance: float, progress: Progress = SILENT
) -> "array[int]":
    """Return how many moves best play takes from each position; below 0 where it never ends."""
    count = len(graph)
    lengths = array("i", bytes(4 * count))
    sequence, last = components(graph, progress)
    draw = graph.draw
    amounts: Any = graph.amounts.numbers
    known: Any = values
    compile_it = twin(measure, count) is not measure
    if compile_it and isinstance(values.numbers, Shares):
        scale = values.numbers.denominator
        amounts = array("q", [int((number * scale).p) for number in amounts])
        known, draw = array("q", values.codes), int((draw * scale).p)
    elif compile_it and not graph.exact:
        amounts, known = array("d", amounts), values.codes
    else:
        compile_it = False
    arrays: list[Any] = [sequence, last, graph.kinds, graph.first, graph.targets, graph.rewards, graph.spans]
    arrays += [graph.branches, amounts, known, lengths]
    views = views_of(arrays) if compile_it else arrays
    run: Any = twin(measure, count) if compile_it else measure
    near = 0 if graph.exact else tolerance
    done = 0
    while done < count:
        end = min(count, done + (STEPS if compile_it else CHUNK))
        done = int(run(*views, draw, near, done, end))
        if done < end:
            close = done + 1
            while not last[close - 1]:
                close += 1
            _measure_part(graph, sequence[done:close], values, lengths, near)
            done = close
        progress.advance(0)
    return lengths


def _measure_part(
    graph: Graph[Any], members: Sequence[int], values: Values, lengths: "array[int]", near: float
) -> None:
    """Find the lengths of positions that recur: outwards from the ends, the nearest first."""
    before: dict[int, list[int]] = {at: [] for at in members}
    left: dict[int, int] = {}
    waits: dict[int, bool] = {}
    found: dict[int, list[int]] = {}
    for at in members:
        value, chosen = values[at], graph.kinds[at] != NOBODY
        waits[at] = chosen and bool(value < graph.draw if graph.player(at) == MAX else value > graph.draw)
        left[at] = 0
        for child in _best(graph, at, values, near):
            left[at] += 1
            if child in before:
                before[child].append(at)
            elif child is None or lengths[child] >= 0:
                found.setdefault((0 if child is None else lengths[child]) + chosen, []).append(at)
        lengths[at] = NEVER
    while found:
        length = min(found)
        for at in found[length]:  # forced moves take no time: the list may grow
            left[at] -= 1
            if lengths[at] != NEVER or (waits[at] and left[at]):
                continue
            lengths[at] = length
            for other in before[at]:
                found.setdefault(length + (graph.kinds[other] != NOBODY), []).append(other)
        del found[length]


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
