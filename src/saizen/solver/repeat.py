"""Positions that recur without chance, where endless play has a worth: retrograde analysis.

Whoever can force an end that is better than endless play does so; where nobody can, endless play it is.
Wins are found backwards from the ends, the best first; cost grows with the number of moves. Moves inside
the part stand backwards in one array, and worths are machine integers, their ranks: so the loops are compiled
for a large part, as those of `saizen.solver.passes` are for a large graph.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from saizen.game import MAX, MIN
from saizen.solver.graph import KINDS, Graph
from saizen.solver.passes import CHUNK, STEPS, twin, unpacked, views_of
from saizen.work import SILENT, Progress

NONE = -1
"""No rank, no member; as an answer: no maze."""


@dataclass(slots=True)
class Maze:
    """A part without chance: who chooses where, the moves inside it backwards, and the best way out."""

    kinds: "array[int]"
    begin: "array[int]"
    """Where the moves to a member begin in ``before``."""
    before: "array[int]"
    """The members with a move to a member, one for each such move."""
    inside: "array[int]"
    """How many moves of a member stay in the part."""
    out: "array[int]"
    """The rank of the best that its owner gets by leaving at once; below 0 where no move leaves."""
    worths: list[Any]
    """What the ranks are worth, rising."""


class _Inside(dict[int, int]):
    """The places of a part's members; what is no member has none."""

    def __missing__(self, at: int) -> int:
        return NONE


def inner_moves(
    members: Any,
    local: Any,
    kinds: Any,
    first: Any,
    targets: Any,
    rewards: Any,
    ending: Any,
    spans: Any,
    branches: Any,
    inside: Any,
    begin: Any,
    before: Any,
    exits: Any,
    found: int,
    listed: int,
    start: int,
    stop: int,
) -> int:
    """Count the moves of ``members[start:stop]`` that stay and that leave; list them if ``listed`` is 1.

    Return how many leave, with ``found`` before; below 0 if this is no maze. Counting adds to ``inside`` and
    to ``begin``; listing needs ``begin`` to be where the moves to each member end, and makes it where they
    begin.
    """
    packed = targets.itemsize == 1
    for i in range(start, stop):
        at = members[i]
        if kinds[at] > 2:
            return NONE
        target, move = at, first[at]
        while move < first[at + 1]:
            if packed:
                target, move = unpacked(targets, move, target)
            else:
                target, move = targets[move], move + 1
            child = target
            if target < 0:
                width = spans[-target] - spans[-1 - target]
                if width + ending[-1 - target] > 1:
                    return NONE
                child = branches[spans[-1 - target]] if width > 0 else NONE
            here = local[child] if child >= 0 else NONE
            if here < 0:
                if listed == 1:
                    exits[2 * found], exits[2 * found + 1] = i, target
                found += 1
            elif target < 0 and rewards[-1 - target] != 0:
                return NONE
            elif listed == 1:
                begin[here] -= 1
                before[begin[here]] = i
            else:
                inside[i] += 1
                begin[here] += 1
    return found


def force(
    order: Any,
    kinds: Any,
    begin: Any,
    before: Any,
    out: Any,
    left: Any,
    found: Any,
    queue: Any,
    state: Any,
    chooser: int,
    budget: int,
) -> None:
    """Find where a player can force an end, for ``budget`` moves; ``state[3]`` is 0 when all is done.

    ``order`` has the members that can leave to an end that is better for him than endless play, the best
    first. ``left`` is how many moves of the other player do not lose yet; ``state`` is how many of ``order``
    are done, and the ends of the queue.
    """
    place, head, tail = state[0], state[1], state[2]
    while budget > 0 and (head < tail or place < len(order)):
        if head == tail:
            worth = out[order[place]]
            head = tail = 0
            while place < len(order) and out[order[place]] == worth:
                i = order[place]
                place += 1
                budget -= 1
                if found[i] < 0 and (kinds[i] == chooser or left[i] == 0):
                    found[i] = worth
                    queue[tail] = i
                    tail += 1
            continue
        j = queue[head]
        head += 1
        worth = found[j]
        for move in range(begin[j], begin[j + 1]):
            i = before[move]
            budget -= 1
            if found[i] >= 0:
                continue
            left[i] -= 1
            worse = out[i] >= 0 and ((chooser == 1 and out[i] < worth) or (chooser != 1 and out[i] > worth))
            if kinds[i] == chooser or not (left[i] > 0 or worse):
                found[i] = worth
                queue[tail] = i
                tail += 1
    state[0], state[1], state[2] = place, head, tail
    state[3] = 1 if head < tail or place < len(order) else 0


def maze(
    graph: Graph[Any], members: "array[int]", values: Sequence[Any], progress: Progress = SILENT
) -> Maze | None:
    """Return a part as a maze; None where chance or an unseen choice is in it, or points are won inside."""
    count = len(members)
    run = twin(inner_moves, count)
    plain = run is inner_moves
    local: Any = _Inside(zip(members, range(count), strict=True)) if plain else _places(members, len(graph))
    inside, begin = array("i", bytes(4 * count)), array("i", bytes(4 * count + 4))
    whole = [members, local, graph.kinds, graph.first, graph.targets, graph.rewards, graph.ending]
    whole += [graph.spans, graph.branches]
    before, exits = array("i"), array("i")
    for listed in (0, 1):
        arrays = [*whole, inside, begin, before, exits]
        views = arrays if plain else views_of(arrays)
        found = 0
        for start in range(0, count, CHUNK):
            found = int(run(*views, found, listed, start, min(count, start + CHUNK)))
            if found < 0:
                return None
            progress.advance(0)
        if not listed:
            begin = array("i", accumulate(begin))
            before, exits = array("i", bytes(4 * begin[-1])), array("i", bytes(8 * found))
    kinds = array("i", (graph.kinds[at] or KINDS[MAX] for at in members))
    out, worths = _ways_out(graph, kinds, exits, values)
    return Maze(kinds, begin, before, inside, out, worths)


def _places(members: "array[int]", count: int) -> "array[int]":
    """Return for each position of a graph its place among the members of a part, or that it is none."""
    import numpy as np

    places = array("i", [NONE]) * count
    np.frombuffer(places, "i")[np.frombuffer(members, "i")] = np.arange(len(members), dtype="i")
    return places


def _ways_out(
    graph: Graph[Any], kinds: "array[int]", exits: "array[int]", values: Sequence[Any]
) -> "tuple[array[int], list[Any]]":
    """Return the rank of the best way out of each member, and what the ranks are worth."""
    best: dict[int, Any] = {}
    for i, target in zip(exits[::2], exits[1::2], strict=True):
        reward, branches, _ = graph.lottery(target)
        worth = reward + values[branches[0][1]] if branches else reward
        if i not in best or (worth > best[i] if kinds[i] == KINDS[MAX] else worth < best[i]):
            best[i] = worth
    worths = sorted(set(best.values()))
    ranks = {worth: rank for rank, worth in enumerate(worths)}
    return array("i", (ranks[best[i]] if i in best else NONE for i in range(len(kinds)))), worths


def maze_values(maze: Maze, endless: Any, progress: Progress = SILENT) -> list[Any]:
    """Return the value of every member, where play that goes round for ever is worth ``endless``."""
    count = len(maze.kinds)
    run = twin(force, count)
    found, queue = array("i", [NONE]) * count, array("i", bytes(4 * count))
    leaving = sorted((i for i in range(count) if maze.out[i] >= 0), key=maze.out.__getitem__)
    ranks = [maze.out[i] for i in leaving]
    below = bisect_left(ranks, bisect_left(maze.worths, endless))
    above = bisect_left(ranks, bisect_right(maze.worths, endless))
    for player, chosen in ((MAX, leaving[above:][::-1]), (MIN, leaving[:below])):
        state = array("i", [0, 0, 0, 1])
        arrays = [array("i", chosen), maze.kinds, maze.begin, maze.before, maze.out]
        arrays += [array("i", maze.inside), found, queue, state]
        views = arrays if run is force else views_of(arrays)
        while chosen and state[3]:
            run(*views, KINDS[player], CHUNK if run is force else STEPS)
            progress.advance(0)
    return [endless if rank < 0 else maze.worths[rank] for rank in found]
