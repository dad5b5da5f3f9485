"""Positions that recur without chance, where endless play has a worth: retrograde analysis.

Whoever can force an end that is better than endless play does so; where nobody can, endless play it is.
Wins are found backwards from the ends, the best first; cost grows with the number of moves.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from saizen.game import MAX, MIN
from saizen.solver.graph import Graph


@dataclass(slots=True)
class Maze:
    """A part without chance: who chooses where, the moves inside it backwards, and the best way out."""

    owners: list[int]
    before: list[list[int]]
    """For each member, the members with a move to it, one for each such move."""
    inside: list[int]
    """How many moves of a member stay in the part."""
    out: list[Any | None]
    """The best that its owner gets by leaving at once; None where no move leaves."""


def maze(graph: Graph[Any], members: Sequence[int], values: Sequence[Any]) -> Maze | None:
    """Return a part as a maze; None where chance or an unseen choice is in it, or points are won inside."""
    local = {at: i for i, at in enumerate(members)}
    found = Maze([], [[] for _ in members], [], [])
    for i, at in enumerate(members):
        if graph.columns(at):
            return None
        owner = graph.player(at)
        found.owners.append(MAX if owner is None else owner)
        best, inside = None, 0
        for reward, branches, ends in graph.lotteries(at):
            if len(branches) + ends > 1:
                return None
            child = local.get(branches[0][1]) if branches else None
            if child is None:
                worth = reward + values[branches[0][1]] if branches else reward
                if best is None or (worth > best if found.owners[i] == MAX else worth < best):
                    best = worth
            elif reward == 0:
                found.before[child].append(i)
                inside += 1
            else:
                return None
        found.inside.append(inside)
        found.out.append(best)
    return found


def maze_values(maze: Maze, endless: Any) -> list[Any]:
    """Return the value of every member, where play that goes round for ever is worth ``endless``."""
    values: list[Any] = [None] * len(maze.owners)
    for player in (MAX, MIN):
        _force(maze, values, player, endless)
    return [endless if value is None else value for value in values]


def _force(maze: Maze, values: list[Any], player: int, endless: Any) -> None:
    """Find where a player can force an end that is better for him than endless play."""
    left = list(maze.inside)  # the other player's moves that do not lose yet
    by_worth: dict[Any, list[int]] = {}
    for i, worth in enumerate(maze.out):
        if worth is not None and (worth > endless if player == MAX else worth < endless):
            by_worth.setdefault(worth, []).append(i)
    for worth in sorted(by_worth, reverse=player == MAX):
        reached = deque(
            i for i in by_worth[worth] if values[i] is None and (maze.owners[i] == player or not left[i])
        )
        for i in reached:
            values[i] = worth
        while reached:
            for i in maze.before[reached.popleft()]:
                if values[i] is not None:
                    continue
                left[i] -= 1
                out = maze.out[i]
                worse = out is not None and (out < worth if player == MAX else out > worth)
                if maze.owners[i] == player or not (left[i] or worse):
                    values[i] = worth
                    reached.append(i)
