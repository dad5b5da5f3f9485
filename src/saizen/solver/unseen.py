"""Positions that recur and where both players choose at once: a proven interval, in floats.

The value can be irrational. Any strategy of MAX, kept whatever happens, is worth at most the value; any of
MIN's at least: what MIN can do best against the one is a lower bound, what MAX can do best against the other
an upper bound. Both strategies are improved in turn (solve the matrix of each position with the bound so far,
keep its strategy) until nothing changes. The ends of the interval are widened for rounding.
"""

from array import array
from collections.abc import Sequence
from typing import Any

from saizen.errors import GameError
from saizen.game import MAX, MIN
from saizen.matrix import solve_matrix
from saizen.solver.graph import BOTH, Graph
from saizen.solver.policies import Action, Part
from saizen.solver.recur import REMEDY, part_of, solve_recurring, stayers
from saizen.work import SILENT, Progress

ROUNDS = 200
CLOSE = 1e-11
"""Where a round changes less than this, relative to the values, nothing changes any more."""
ROUNDING = 1e-10
"""How much the ends are widened, relative to their size."""


def has_unseen_cycles(graph: Graph[Any], sequence: Any, last: Any) -> bool:
    """Tell whether both players choose at once at a position that recurs."""
    if max(graph.kinds) <= BOTH:
        return False
    alone = True
    for place, at in enumerate(sequence):
        single = alone and last[place]
        if graph.kinds[at] > BOTH and (not single or at in graph.successors(at)):
            return True
        alone = bool(last[place])
    return False


def bound_part(
    graph: Graph[Any],
    members: "array[int]",
    values: Sequence[Any],
    player: int,
    progress: Progress = SILENT,
) -> list[float]:
    """Return what a player can make sure of at each member: MAX's is a lower bound, MIN's an upper one."""
    part = part_of(graph, members, values)
    if graph.endless is None and stayers(part, lambda action: True):
        raise GameError(
            f"position {part.names(0)} can recur for ever, and the rules do not say what endless play is "
            f"worth: {REMEDY}forbid it, or end it after a number of turns"
        )
    widths = [graph.columns(at) for at in members]
    bound: list[float] | None = None
    guess = [0.0] * len(part)
    sign = 1 if player == MAX else -1
    for _ in range(ROUNDS):
        progress.advance(0)
        kept = _against(part, widths, guess, player)
        found = solve_recurring(kept, graph.endless, False, progress)
        better = (
            found
            if bound is None
            else [sign * max(sign * a, sign * b) for a, b in zip(found, bound, strict=True)]
        )
        scale = CLOSE * (1 + max(map(abs, better)))
        still = bound is not None and all(abs(a - b) <= scale for a, b in zip(better, bound, strict=True))
        bound = guess = better
        if still:
            break
    assert bound is not None
    return [value - sign * ROUNDING * (1 + abs(value)) for value in bound]


def _against(part: Part, widths: list[int], guess: list[float], player: int) -> Part:
    """Return the part in which a player keeps the strategies that the guess makes best."""
    made = Part(part.names, [], [])
    for i, width in enumerate(widths):
        actions = part.actions[i]
        if not width:
            made.players.append(part.players[i])
            made.actions.append(actions)
            continue
        rows = [actions[k : k + width] for k in range(0, len(actions), width)]
        worth = [[a.gain + sum(p * guess[j] for p, j in a.inside) for a in row] for row in rows]
        solved = solve_matrix(worth, exact=False)
        if player == MAX:
            mix, lines = solved.row_strategy, [list(column) for column in zip(*rows, strict=True)]
        else:
            mix, lines = solved.column_strategy, rows
        made.actions.append([_mixed(mix, line) for line in lines])
        made.players.append((MIN if player == MAX else MAX) if len(lines) > 1 else None)
    return made


def _mixed(mix: Sequence[float], line: Sequence[Action]) -> Action:
    """Return the action that is each of a line's with its probability."""
    total = sum(mix)
    step = gain = 0.0
    inside: dict[int, float] = {}
    leaves = False
    for weight, action in zip(mix, line, strict=True):
        share = weight / total
        if share <= 0:
            continue
        step, gain = step + share * action.step, gain + share * action.gain
        leaves = leaves or action.leaves
        for p, j in action.inside:
            inside[j] = inside.get(j, 0.0) + share * p
    return Action(step, gain, tuple((p, j) for j, p in inside.items()), leaves)
