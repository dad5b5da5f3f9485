"""Positions that recur without chance, where endless play has a worth: backward induction over attractors.

Whoever can force an end that is better than endless play does so; where nobody can, endless play it is. The
positions from which a player can force an end are the attractor of that end (the word of McNaughton 1993,
"Infinite games played on finite graphs"; the induction is that of Zermelo 1913). Attractors are found
backwards from the ends, the best first; cost grows with the number of moves. Moves inside the part stand
backwards in one array, and worths are machine integers, their ranks: so the loops are compiled for a large
part, as those of `saizen.solver.loops` are for a large graph.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from saizen.game import MAX, MIN
from saizen.solver.graph import KINDS, Graph
from saizen.solver.loops import CHUNK, GraphArrays, bind, is_large
from saizen.solver.packing import next_target
from saizen.work import SILENT, Progress

NONE = -1
"""No rank, no member; as an answer: no arena."""


class PartArrays(NamedTuple):
    """The members of a part, and the moves between them, listed backwards."""

    members: Any
    local: Any
    """The place of each position among the members; below 0 for those that are none."""
    inside: Any
    """How many moves of a member stay in the part."""
    begin: Any
    """The index in ``before`` of the first move to each member."""
    before: Any
    """The members with a move to a member, one for each such move."""
    exits: Any
    """Pairs (member, target), one for each move that leaves."""
    leaving: Any
    """How many moves leave so far."""


class Arena(NamedTuple):
    """A part without chance: who chooses where, the moves inside it backwards, and the best way out."""

    kinds: Any
    begin: Any
    before: Any
    inside: Any
    out: Any
    """The rank of the best that its owner gets by leaving at once; below 0 where no move leaves."""


class Attractor(NamedTuple):
    """The state of the search for the positions that a player can force."""

    leaving: Any
    """The members that can leave to an end that is better for him than endless play, the best first."""
    left: Any
    """How many moves of the other player do not lose yet."""
    ranks: Any
    """The rank that is forced; below 0 where none is."""
    queue: Any
    state: Any
    """How many of ``leaving`` are done, the ends of the queue, and 0 when all is done."""


class _Inside(dict[int, int]):
    """The places of a part's members; other positions have none."""

    def __missing__(self, at: int) -> int:
        return NONE


def inner_moves(graph: GraphArrays, part: PartArrays, listed: int, start: int, stop: int) -> int:
    """Count the moves of ``part.members[start:stop]`` that stay and that leave; list them if ``listed`` is 1.

    Return how many leave so far; below 0 if it is not an arena. Counting adds to ``inside`` and to ``begin``;
    listing needs ``begin`` to be where the moves to each member end, and makes it where they begin.
    """
    kinds, first, targets, rewards = graph.kinds, graph.first, graph.targets, graph.rewards
    ending, spans, branches = graph.ending, graph.spans, graph.branches
    members, local, inside, begin, before, exits, _ = part
    leaving = part.leaving[0]
    for i in range(start, stop):
        at = members[i]
        if kinds[at] > 2:
            return NONE
        target, move = at, first[at]
        while move < first[at + 1]:
            target, move = next_target(targets, move, target)
            child = target
            if target < 0:
                width = spans[-target] - spans[-1 - target]
                if width + ending[-1 - target] > 1:
                    return NONE
                child = branches[spans[-1 - target]] if width > 0 else NONE
            index = local[child] if child >= 0 else NONE
            if index < 0:
                if listed == 1:
                    exits[2 * leaving], exits[2 * leaving + 1] = i, target
                leaving += 1
            elif target < 0 and rewards[-1 - target] != 0:
                return NONE
            elif listed == 1:
                begin[index] -= 1
                before[begin[index]] = i
            else:
                inside[i] += 1
                begin[index] += 1
    part.leaving[0] = leaving
    return int(leaving)


def force(arena: Arena, attractor: Attractor, chooser: int, budget: int) -> None:
    """Find where a player can force an end, for ``budget`` moves; ``attractor.state[3]`` is 0 at the end."""
    kinds, begin, before, _, out = arena
    leaving, left, ranks, queue, state = attractor
    place, head, tail = state[0], state[1], state[2]
    while budget > 0 and (head < tail or place < len(leaving)):
        if head == tail:
            worth = out[leaving[place]]
            head = tail = 0
            while place < len(leaving) and out[leaving[place]] == worth:
                i = leaving[place]
                place += 1
                budget -= 1
                if ranks[i] < 0 and (kinds[i] == chooser or left[i] == 0):
                    ranks[i] = worth
                    queue[tail] = i
                    tail += 1
            continue
        j = queue[head]
        head += 1
        worth = ranks[j]
        for move in range(begin[j], begin[j + 1]):
            i = before[move]
            budget -= 1
            if ranks[i] >= 0:
                continue
            left[i] -= 1
            worse = out[i] >= 0 and ((chooser == 1 and out[i] < worth) or (chooser != 1 and out[i] > worth))
            if kinds[i] == chooser or not (left[i] > 0 or worse):
                ranks[i] = worth
                queue[tail] = i
                tail += 1
    state[0], state[1], state[2] = place, head, tail
    state[3] = 1 if head < tail or place < len(leaving) else 0


def arena_of(
    graph: Graph[Any], members: "array[int]", values: Sequence[Any], progress: Progress = SILENT
) -> tuple[Arena, list[Any]] | None:
    """Return a part as an arena, and what its ranks are worth, rising.

    None where chance or an unseen choice is in it, or points are won inside.
    """
    count = len(members)
    large = is_large(count)
    local: Any = _places(members, len(graph)) if large else _Inside(zip(members, range(count), strict=True))
    inside, begin = array("i", bytes(4 * count)), array("i", bytes(4 * count + 4))
    before, exits = array("i"), array("i")
    for listed in (0, 1):
        leaving = array("q", [0])
        part = PartArrays(members, local, inside, begin, before, exits, leaving)
        run, _ = bind(inner_moves, large, graph.arrays, part)
        for start in range(0, count, CHUNK):
            if run(listed, start, min(count, start + CHUNK)) < 0:
                return None
            progress.advance(0)
        if not listed:
            begin = array("i", accumulate(begin))
            before, exits = array("i", bytes(4 * begin[-1])), array("i", bytes(8 * leaving[0]))
    kinds = array("i", (graph.kinds[at] or KINDS[MAX] for at in members))
    out, worths = _ways_out(graph, kinds, exits, values)
    return Arena(kinds, begin, before, inside, out), worths


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


def arena_values(arena: Arena, worths: list[Any], endless: Any, progress: Progress = SILENT) -> list[Any]:
    """Return the value of every member, where play that goes round for ever is worth ``endless``."""
    count = len(arena.kinds)
    ranks, queue = array("i", [NONE]) * count, array("i", bytes(4 * count))
    leaving = sorted((i for i in range(count) if arena.out[i] >= 0), key=arena.out.__getitem__)
    ways_out = [arena.out[i] for i in leaving]
    below = bisect_left(ways_out, bisect_left(worths, endless))
    above = bisect_left(ways_out, bisect_right(worths, endless))
    for player, chosen in ((MAX, leaving[above:][::-1]), (MIN, leaving[:below])):
        if not chosen:
            continue
        state = array("i", [0, 0, 0, 1])
        attractor = Attractor(array("i", chosen), array("i", arena.inside), ranks, queue, state)
        run, steps = bind(force, is_large(count), arena, attractor)
        while state[3]:
            run(KINDS[player], steps)
            progress.advance(0)
    return [endless if rank < 0 else worths[rank] for rank in ranks]
