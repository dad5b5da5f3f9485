"""The loops over a whole graph, written once: plain Python for small games, compiled for large ones.

Every function takes the arrays of a `saizen.solver.graph.Graph` and works in any arithmetic:
machine integers and floats when compiled, rationals when not. The long ones do a bounded number of steps
a call, so that whoever waits can stop them.

Targets are either machine integers, or *packed*: each is the difference to the one before it (the first of a
position to the position's own number), seven bits a byte, the lowest first, the sign in the lowest bit. Only
graphs without chance are packed, so that a lottery has one branch at most.
"""

from collections.abc import Callable, Sequence
from functools import cache
from types import FunctionType
from typing import Any

COMPILED_FROM = 20_000
"""Positions from which on compiling pays; below, nothing is compiled."""
CHUNK = 4096
"""Steps of a plain loop between two chances to stop it, and positions of a batch."""
STEPS = 2_000_000
"""The same for a compiled loop."""
CLOSED = 2_000_000_000
"""The index of a position whose component is complete: later than all others."""


@cache
def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the compiled twin of a loop; it may call `unpacked`."""
    from saizen.kernels.jit import kernel

    names = {**function.__globals__, "unpacked": _compiled_part()}
    return kernel(FunctionType(function.__code__, names, function.__name__, function.__defaults__))


@cache
def _compiled_part() -> Callable[..., Any]:
    from saizen.kernels.jit import inlined

    return inlined(unpacked)


def twin(function: Callable[..., Any], count: int) -> Callable[..., Any]:
    """Return the twin of a function that is faster for this many positions."""
    return compiled(function) if count >= COMPILED_FROM else function


def views_of(arrays: Sequence[Any]) -> list[Any]:
    """Return arrays as a compiled loop wants them; nothing is copied."""
    import numpy as np

    return [
        np.frombuffer(part, part.typecode) if len(part) else np.zeros(1, part.typecode) for part in arrays
    ]


def unpacked(targets: Any, at: int, before: int) -> tuple[int, int]:
    """Return the packed target that begins at a byte, and where the next one begins."""
    code, shift, byte = 0, 0, 128
    while byte >= 128:
        byte = int(targets[at])
        code |= (byte & 127) << shift
        shift += 7
        at += 1
    return before + ((code >> 1) ^ -(code & 1)), at


def pack(first: Any, targets: Any, own: int, begin: int, into: Any, ends: Any) -> int:
    """Pack the targets of positions that are numbered from ``own`` on; return how many bytes they take.

    ``ends`` becomes where the moves of each end, counted from ``begin``.
    """
    size = 0
    for at in range(len(first) - 1):
        before = own + at
        for move in range(first[at], first[at + 1]):
            difference = targets[move] - before
            code = 2 * difference if difference >= 0 else -2 * difference - 1
            while code >= 128:
                into[size] = code & 127 | 128
                code >>= 7
                size += 1
            into[size] = code
            size += 1
            before = targets[move]
        ends[at] = begin + size
    return size


def unpack(first: Any, targets: Any, into: Any, ends: Any) -> int:
    """Undo `pack` for a whole graph; return how many moves there are."""
    count = 0
    for at in range(len(first) - 1):
        target, place = at, first[at]
        while place < first[at + 1]:
            target, place = unpacked(targets, place, target)
            into[count] = target
            count += 1
        ends[at] = count
    return count


def order(
    first: Any,
    targets: Any,
    spans: Any,
    branches: Any,
    index: Any,
    low: Any,
    waiting: Any,
    path: Any,
    move_at: Any,
    branch_at: Any,
    sequence: Any,
    last: Any,
    state: Any,
    budget: int,
) -> None:
    """Go on with Tarjan's search from position 0, for ``budget`` steps; ``state[3]`` is 0 at the end.

    ``sequence`` becomes the positions, each component after all it leads to; ``last`` is 1 where one ends.
    ``state`` is the clock, how many wait, how many are in sequence, and the length of the path.
    """
    packed = targets.itemsize == 1
    clock, height, done, depth = state[0], state[1], state[2], state[3]
    while depth > 0 and budget > 0:
        budget -= 1
        at = path[depth - 1]
        move, branch, end = move_at[depth - 1], branch_at[depth - 1], first[at + 1]
        least, child = low[at], -1
        while move < end:
            if packed:  # what would be the branch is the target before
                target, move = unpacked(targets, move, branch)
                branch = target
                if target < 0 and spans[-1 - target] == spans[-target]:
                    continue
                following = target if target >= 0 else branches[spans[-1 - target]]
            elif targets[move] >= 0:
                following = targets[move]
                move += 1
            else:
                target = targets[move]
                begin = spans[-1 - target]
                if begin + branch >= spans[-target]:
                    move += 1
                    branch = 0
                    continue
                following = branches[begin + branch]
                branch += 1
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
            move_at[depth], branch_at[depth] = first[child], child if packed else 0
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


def settle(
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
    chances: Any,
    values: Any,
    begin: int,
    end: int,
) -> int:
    """Find the values of the positions ``sequence[begin:end]`` from those that follow them.

    Return where it had to stop: ``end``, or the place of a position where both choose, or one that recurs.
    """
    packed = targets.itemsize == 1
    for place in range(begin, end):
        at = sequence[place]
        kind = kinds[at]
        if kind > 2 or last[place] == 0:
            return place
        best = amounts[0]
        target, move, following = at, first[at], first[at]
        while following < first[at + 1]:
            move = following
            if packed:
                target, following = unpacked(targets, move, target)
            else:
                target, following = targets[move], move + 1
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


NEVER = -1
"""The length of best play that goes on for ever."""


def measure(
    sequence: Any,
    last: Any,
    kinds: Any,
    first: Any,
    targets: Any,
    rewards: Any,
    spans: Any,
    branches: Any,
    amounts: Any,
    values: Any,
    lengths: Any,
    draw: Any,
    near: Any,
    begin: int,
    end: int,
) -> int:
    """Find how many moves best play takes from ``sequence[begin:end]``; return where it had to stop.

    For games without chance. Among moves of the best value, whoever gains from the position takes the
    shortest way, whoever loses the longest; where the value is ``draw`` the way is the shortest. It stops
    where positions recur.
    """
    packed = targets.itemsize == 1
    for place in range(begin, end):
        at = sequence[place]
        kind, value = kinds[at], values[at]
        if last[place] == 0:
            return place
        least, most = NEVER, NEVER
        target, move = at, first[at]
        while move < first[at + 1]:
            if packed:
                target, move = unpacked(targets, move, target)
            else:
                target, move = targets[move], move + 1
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
