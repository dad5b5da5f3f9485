"""Positions that recur: one strongly connected part of a game, solved exactly.

Four structures have a value that exact arithmetic can find:

*stopping*    whatever both players do, play leaves the part with probability 1
              (Pig: a bad roll gives the turn back and forth, but not for ever);
*costly*      one player alone decides, staying is possible but costs that player something each
              time round (searching, guessing: a turn that teaches nothing still counts as a turn);
*repeating*   there is no chance in it, and the rules say what endless play is worth
              (`saizen.solver.repeat`);
*endless*     there is, and the rules say it (`saizen.solver.endless`).

Anything else is refused: play could go round for ever at no cost, so the rules do not say what the
position is worth. Where both players choose at once the value can be irrational: floats give an
interval (`saizen.solver.unseen`).

Floats find the policy that exact arithmetic then confirms.
"""

from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from saizen.errors import GameError
from saizen.game import MAX, name_of
from saizen.solver.endless import endless_values
from saizen.solver.graph import Graph
from saizen.solver.policies import Action, Part, Policy, iterate
from saizen.solver.repeat import maze, maze_values
from saizen.work import SILENT, Progress

REMEDY = "say what endless play is worth (endless = 0 for a draw), "
"""What helps where play can go round for ever."""


def solve_part(
    graph: Graph[Any], members: "array[int]", values: Sequence[Any], progress: Progress = SILENT
) -> list[Any]:
    """Return the values of the members of one part; ``values`` holds those of all it leads to."""
    if graph.endless is not None:
        simple = maze(graph, members, values, progress)
        if simple is not None:
            return maze_values(simple, graph.endless, progress)
    for at in members:
        if graph.columns(at):
            raise GameError(
                f"position {name_of(graph.game, graph.positions[at])} can recur and both players choose at "
                "once there: its value can be irrational, so it has no exact solution; solve in floats "
                "(exact=False, --float) for an interval, or let the game end after a number of turns"
            )
    return solve_recurring(part_of(graph, members, values), graph.endless, graph.exact, progress)


def solve_recurring(part: Part, endless: Any | None, exact: bool, progress: Progress = SILENT) -> list[Any]:
    """Return the values of a part's members, whichever of the structures it has."""
    obstacle = _obstacle(part)
    if obstacle is not None:
        if endless is None:
            raise obstacle
        _check_unpaid(part)
        return endless_values(part, endless, exact=exact, progress=progress)
    policy = _way_out(part)
    if not exact:
        return iterate(part, policy, exact=False, progress=progress)[1]
    # Beyond the range or precision of floats, rationals start from the first policy.
    with suppress(ArithmeticError, GameError):
        policy = iterate(part, policy, exact=False, progress=progress)[0]
    return iterate(part, policy, exact=True, progress=progress)[1]


def part_of(graph: Graph[Any], members: "array[int]", values: Sequence[Any]) -> Part:
    """Return a part with its actions seen from inside."""
    local = {at: i for i, at in enumerate(members)}
    part = Part(lambda i: name_of(graph.game, graph.positions[members[i]]), [], [])
    for at in members:
        actions = []
        for step, branches, ends in graph.lotteries(at):
            inside = tuple((p, local[child]) for p, child in branches if child in local)
            gain = sum((p * values[child] for p, child in branches if child not in local), step)
            leaves = ends or len(inside) < len(branches)
            actions.append(Action(step, gain, inside, leaves))
        part.actions.append(actions)
        # Whoever has only one move decides nothing.
        part.players.append(graph.player(at) if len(actions) > 1 else None)
    return part


def stayers(part: Part, allowed: Callable[[Action], bool]) -> set[int]:
    """Return the members where play can stay for ever with allowed actions (greatest closed set)."""
    staying = set(range(len(part)))
    changed = True
    while changed:
        gone = {
            i
            for i in staying
            if not any(
                not a.leaves and allowed(a) and all(j in staying for _, j in a.inside)
                for a in part.actions[i]
            )
        }
        staying -= gone
        changed = bool(gone)
    return staying


def _obstacle(part: Part) -> GameError | None:
    """Return what is missing where play can go round for ever at no cost; None where it cannot."""
    staying = stayers(part, lambda action: True)
    if not staying:
        return None
    deciders = {player for player in part.players if player is not None}
    if not any(a.leaves for actions in part.actions for a in actions):
        return GameError(f"the game never ends from position {part.names(0)}: {REMEDY}or give it an end")
    if len(deciders) > 1:
        return GameError(
            f"position {part.names(min(staying))} can recur for ever if both players wish, and the "
            f"rules do not say what endless play is worth: {REMEDY}forbid it, or end it after a number "
            "of turns"
        )
    sign = -1 if deciders == {MAX} else 1
    costly = all(
        a.step * sign >= 0
        for i in staying
        for a in part.actions[i]
        if not a.leaves and all(j in staying for _, j in a.inside)
    )
    free = stayers(part, lambda action: action.step == 0)
    if free or not costly:
        return GameError(
            f"position {part.names(min(free or staying))} can recur for ever without a cost to "
            f"the player who moves at every turn on the way: {REMEDY}give each repeated turn a cost, or "
            "forbid it"
        )
    return None


def _check_unpaid(part: Part) -> None:
    """Refuse points that are won again and again: endless play would not be worth what the rules say."""
    staying = stayers(part, lambda action: True)
    for i in sorted(staying):
        for action in part.actions[i]:
            if action.step != 0 and not action.leaves and all(j in staying for _, j in action.inside):
                raise GameError(
                    f"position {part.names(i)} can recur for ever and points are won or lost on the way: "
                    "endless play has no worth then; count them at the end, or forbid it"
                )


def _way_out(part: Part) -> Policy:
    """Return a policy that leaves the part with probability 1: always a move that may come nearer an exit."""
    policy = [-1] * len(part)
    reached: set[int] = set()
    while len(reached) < len(part):
        layer = {}
        for i in range(len(part)):
            if i not in reached:
                for k, action in enumerate(part.actions[i]):
                    if action.leaves or any(j in reached for _, j in action.inside):
                        layer[i] = k
                        break
        if not layer:
            raise GameError(f"the game never ends from position {part.names(0)}")
        for i, k in layer.items():
            policy[i] = k
        reached |= set(layer)
    return policy
