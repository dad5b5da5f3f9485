"""The generic exact solver: rules in, the value of every reachable position out."""

from typing import Any

from saizen.game import Game, P
from saizen.solver.explore import CHUNK, components, explore
from saizen.solver.recur import solve_part
from saizen.solver.solution import GraphSolution, place_value
from saizen.work import SILENT, Progress


def solve(
    game: Game[P], *, exact: bool = True, progress: Progress = SILENT, max_positions: int | None = None
) -> GraphSolution[P]:
    """Solve a game from its start: retrograde analysis over every reachable position.

    Positions that recur are solved by policy iteration (see `saizen.solver.recur`). Cost grows with the
    number of moves in all positions; a simultaneous position costs one small linear program. There
    is no recursion, so depth is no limit; memory is a few hundred bytes a move.

    Parameters
    ----------
    game
        The rules.
    exact
        Rationals (the default), or floats with the same code.
    progress
        Who watches; may stop the work by raising `saizen.errors.Cancelled`.
    max_positions
        Give up with an error beyond this many positions, for a game that may be infinite.

    Examples
    --------
    >>> from rock_paper_scissors import RockPaperScissors
    >>> solution = solve(RockPaperScissors())
    >>> solution.value("start"), solution.strategy("start")
    (0, {'rock': Fraction(1, 3), 'paper': Fraction(1, 3), 'scissors': Fraction(1, 3)})
    """
    graph = explore(game, exact=exact, progress=progress, max_positions=max_positions)
    values: list[Any] = [None] * len(graph.positions)
    progress.stage("solving positions", len(values))
    unreported = 0
    for members in components(graph, progress):
        at = members[0]
        if len(members) == 1 and at not in graph.successors(at):
            values[at] = place_value(graph, at, values)
        else:
            for member, value in zip(members, solve_part(graph, members, values, progress), strict=True):
                values[member] = value
        unreported += len(members)
        if unreported >= CHUNK:
            progress.advance(unreported)
            unreported = 0
    progress.advance(unreported)
    return GraphSolution(graph, values)
