"""The solver as in a textbook: discover, order, settle. Tests compare `saizen.solve` with it.

1. *Discover*: every position that can be reached from the start, by breadth-first search.
2. *Order*: each position after all that it leads to, by depth-first search; a cycle is refused.
3. *Settle*: the value of each position from the values of those that follow it (Zermelo 1913, "Über eine
   Anwendung der Mengenlehre auf die Theorie des Schachspiels"; where both choose at once, the value of a
   matrix game, von Neumann 1928, "Zur Theorie der Gesellschaftsspiele").
"""

from collections import deque
from collections.abc import Iterable
from typing import Any

from saizen.errors import GameError
from saizen.game import MAX, Decision, Game, Simultaneous
from saizen.matrix import solve_matrix
from saizen.outcomes import END, branches, expectation, outcomes_of

Graph = dict[Any, list[Any]]
"""Every position with its outcomes: one a move, row after row where both choose."""


def solve(game: Game[Any]) -> dict[Any, Any]:
    """Return the exact value of every reachable position to MAX."""
    graph = discover(game)
    values: dict[Any, Any] = {}
    for position in order(graph):
        worths = [expectation(outcome, values.__getitem__) for outcome in graph[position]]
        match game.look(position):
            case Decision(player, _):
                values[position] = max(worths) if player == MAX else min(worths)
            case Simultaneous(_, columns, _):
                rows = [worths[i : i + len(columns)] for i in range(0, len(worths), len(columns))]
                values[position] = solve_matrix(rows).value
            case _:
                values[position] = worths[0]
    return values


def discover(game: Game[Any]) -> Graph:
    """Return every reachable position."""
    graph: Graph = {}
    waiting = deque([game.start()])
    while waiting:
        position = waiting.popleft()
        if position not in graph:
            graph[position] = outcomes_of(game.look(position))
            waiting.extend(successors(graph[position]))
    return graph


def successors(outcomes: Iterable[Any]) -> list[Any]:
    """Return the positions that outcomes lead to."""
    return [branch.after for outcome in outcomes for branch in branches(outcome) if branch.after is not END]


def order(graph: Graph) -> list[Any]:
    """Return the positions, each after all that it leads to."""
    done: dict[Any, bool] = {}
    sequence: list[Any] = []
    stack = list(graph)
    while stack:
        position = stack.pop()
        if done.get(position):
            continue
        later = [after for after in successors(graph[position]) if not done.get(after)]
        if not later:
            done[position] = True
            sequence.append(position)
        elif position in done:
            raise GameError(f"{position!r} recurs: the reference solves games that end")
        else:
            done[position] = False
            stack += [position, *later]
    return sequence
