"""The loops over a whole graph, written once: plain Python for small games, compiled for large ones.

Loops take records of arrays, which are described here, and work in any arithmetic: machine integers and
floats when compiled, rationals when not. The long ones do a bounded number of steps a call, so that whoever
waits can stop them. Each takes the arrays out of its records first: compiled code would count references at
every access otherwise. What a loop needs of how moves are stored is in `saizen.solver.packing`.
"""

from collections.abc import Callable
from functools import cache, partial
from types import FunctionType
from typing import Any, NamedTuple, TypeVar

from saizen.kernels.policy import is_small
from saizen.solver.packing import next_child, next_target, unpack_target

SECONDS = 50e-6
"""The cost of a position in plain Python, including its rules."""
CHUNK = 4096
"""Steps of a plain loop between two chances to stop it, and positions of a batch."""
STEPS = 2_000_000
"""The same for a compiled loop."""
CLOSED = 2_000_000_000
"""The index of a position whose component is complete: later than all others."""
NEVER = -1
"""The length of best play that goes on for ever."""


class GraphArrays(NamedTuple):
    """The facts about every position: see `saizen.solver.graph.Graph`."""

    kinds: Any
    first: Any
    targets: Any
    rewards: Any
    ending: Any
    spans: Any
    branches: Any
    weights: Any


class SettlingOrder(NamedTuple):
    """Positions in the order in which they can be settled."""

    sequence: Any
    """Each component (positions that lead to one another) after all that it leads to."""
    last: Any
    """1 where a component ends."""


class Tarjan(NamedTuple):
    """The state of the search for components."""

    index: Any
    """When a position was found first; 0 for one that was not, `CLOSED` where its component is complete."""
    low: Any
    """The least index that is known to be in its component."""
    waiting: Any
    """Positions whose component is not complete."""
    path: Any
    move_at: Any
    """The next move at each position of the path, and the input of `next_child`."""
    branch_at: Any
    state: Any
    """The clock, how many positions wait, how many are in order, and the length of the path."""


class Numbers(NamedTuple):
    """One arithmetic: what rewards, chances and values are written in."""

    amounts: Any
    chances: Any
    values: Any


class Lengths(NamedTuple):
    """How many moves best play takes, and what decides whether a player hurries."""

    lengths: Any
    draw: Any
    """The value at which nobody gains."""
    near: Any
    """Numbers that differ by less, relative to their size, are equal."""


def is_large(count: int) -> bool:
    """Return whether compiled loops should work on so many positions."""
    return not is_small(SECONDS * count)


Record = TypeVar("Record", bound=tuple[Any, ...])


def bind(loop: Callable[..., Any], compile_it: bool, *records: Any) -> tuple[Callable[..., Any], int]:
    """Return a loop over records of arrays, and how many steps it should do a call."""
    if not compile_it:
        return partial(loop, *records), CHUNK
    return partial(compiled_twin(loop), *map(views_of, records)), STEPS


@cache
def compiled_twin(loop: Callable[..., Any]) -> Callable[..., Any]:
    """Return the compiled twin of a loop, with the compiled parts that it may call."""
    from saizen.kernels.compile import kernel

    names = {**loop.__globals__, **_compiled_parts()}
    return kernel(FunctionType(loop.__code__, names, loop.__name__, loop.__defaults__))


@cache
def _compiled_parts() -> dict[str, Callable[..., Any]]:
    from saizen.kernels.compile import merged

    names: dict[str, Callable[..., Any]] = {}
    for walk in (unpack_target, next_target, next_child):
        names[walk.__name__] = merged(FunctionType(walk.__code__, names, walk.__name__))
    return names


def views_of(record: Record) -> Record:
    """Return a record as a compiled loop wants it: views of its arrays, nothing is copied."""
    import numpy as np

    def view(field: Any) -> Any:
        if not hasattr(field, "typecode"):
            return field
        return np.frombuffer(field, field.typecode) if len(field) else np.zeros(1, field.typecode)

    kind: Any = type(record)
    viewed: Record = kind(*map(view, record))
    return viewed


def find_order(graph: GraphArrays, tarjan: Tarjan, order: SettlingOrder, budget: int) -> None:
    """Continue Tarjan's search (1972) from position 0, for ``budget`` steps.

    ``tarjan.state[3]``, the length of the path, is 0 when ``order`` is complete.
    """
    first, targets, spans, branches = graph.first, graph.targets, graph.spans, graph.branches
    index, low, waiting, path, move_at, branch_at, state = tarjan
    sequence, last = order
    clock, height, done, depth = state[0], state[1], state[2], state[3]
    while depth > 0 and budget > 0:
        budget -= 1
        at = path[depth - 1]
        move, branch, end = move_at[depth - 1], branch_at[depth - 1], first[at + 1]
        least, child = low[at], -1
        while move < end:
            following, move, branch = next_child(targets, spans, branches, move, branch)
            if following >= 0:
                if index[following] == 0:
                    child = following
                    break
                least = min(least, index[following])
        low[at] = least
        if child >= 0:
            move_at[depth - 1], branch_at[depth - 1] = move, branch
            clock += 1
            index[child] = clock
            low[child] = clock
            waiting[height] = child
            height += 1
            path[depth] = child
            move_at[depth], branch_at[depth] = first[child], child if targets.itemsize == 1 else 0
            depth += 1
            continue
        depth -= 1
        if depth > 0 and least < low[path[depth - 1]]:
            low[path[depth - 1]] = least
        if least == index[at]:
            member = -1
            while member != at:
                height -= 1
                member = waiting[height]
                index[member] = CLOSED
                sequence[done] = member
                last[done] = 0
                done += 1
            last[done - 1] = 1
    state[0], state[1], state[2], state[3] = clock, height, done, depth


def settle(graph: GraphArrays, order: SettlingOrder, numbers: Numbers, begin: int, end: int) -> int:
    """Find the values of the positions ``order.sequence[begin:end]`` from those that follow them.

    Return where it had to stop: ``end``, or the place of a position where both choose, or one that recurs.
    """
    kinds, first, targets, rewards = graph.kinds, graph.first, graph.targets, graph.rewards
    spans, branches, weights = graph.spans, graph.branches, graph.weights
    sequence, last = order
    amounts, chances, values = numbers
    for place in range(begin, end):
        at = sequence[place]
        kind = kinds[at]
        if kind > 2 or last[place] == 0:
            return place
        best = amounts[0]
        target, following = at, first[at]
        while following < first[at + 1]:
            move = following
            target, following = next_target(targets, move, target)
            if target == at:
                return place
            if target >= 0:
                worth = values[target]
            else:
                worth = amounts[rewards[-1 - target]]
                for branch in range(spans[-1 - target], spans[-target]):
                    if branches[branch] == at:
                        return place
                    worth = worth + chances[weights[branch]] * values[branches[branch]]
            if move == first[at] or (kind == 1 and worth > best) or (kind == 2 and worth < best):
                best = worth
        values[at] = best
    return end


def measure(
    graph: GraphArrays, order: SettlingOrder, numbers: Numbers, measured: Lengths, begin: int, end: int
) -> int:
    """Find how many moves best play takes from ``order.sequence[begin:end]``; return where it had to stop.

    For games without chance. Among moves of the best value, whoever gains from the position takes the
    shortest way, whoever loses the longest; where the value is that of a draw the way is the shortest. It
    stops where positions recur.
    """
    kinds, first, targets, rewards = graph.kinds, graph.first, graph.targets, graph.rewards
    spans, branches, (sequence, last) = graph.spans, graph.branches, order
    amounts, values = numbers.amounts, numbers.values
    lengths, draw, near = measured
    for place in range(begin, end):
        at = sequence[place]
        kind, value = kinds[at], values[at]
        if last[place] == 0:
            return place
        least, most = NEVER, NEVER
        target, move = at, first[at]
        while move < first[at + 1]:
            target, move = next_target(targets, move, target)
            if target == at:
                return place
            if target >= 0:
                worth, length = values[target], lengths[target]
            else:
                worth, length = amounts[rewards[-1 - target]], 0
                for branch in range(spans[-1 - target], spans[-target]):
                    if branches[branch] == at:
                        return place
                    worth, length = worth + values[branches[branch]], lengths[branches[branch]]
            if length >= 0 and (kind == 0 or abs(worth - value) <= near * (1 + abs(value))):
                least = length if least == NEVER else min(least, length)
                most = max(most, length)
        if least == NEVER or kind == 0:
            lengths[at] = least
        elif (kind == 1 and value < draw) or (kind == 2 and value > draw):
            lengths[at] = most + 1
        else:
            lengths[at] = least + 1
    return end
