"""Positions that recur: one strongly connected part of a game, solved exactly by policy iteration.

Two structures have a value that exact arithmetic can find:

*stopping*    whatever both players do, play leaves the part with probability 1
              (Pig: a bad roll gives the turn back and forth, but not for ever);
*costly*      one player alone decides, staying is possible but costs that player something each
              time round (searching, guessing: a turn that teaches nothing still counts as a turn).

Anything else is refused: play could go round for ever at no cost, so the rules do not say what the
position is worth, or both players choose at once, where the value can be irrational.

Each round fixes a policy, solves the linear system of its values, and improves; floats find the
policy that exact arithmetic then confirms. Cost: a few linear systems in the size of the part,
each cubic in it.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from saizen.errors import GameError
from saizen.exact import solve_linear
from saizen.game import MAX, MIN
from saizen.solver.explore import Graph, name_of
from saizen.work import SILENT, Progress

FLOAT_GAIN = 1e-11
"""In floats a change of policy must gain more than this, so that rounding cannot make it cycle."""

Policy = list[int]


@dataclass(slots=True)
class Action:
    """One move seen from inside the part: what it pays at once and where inside it leads."""

    step: Any
    """Expected immediate reward, without the value of what follows."""
    gain: Any
    """The same plus the (known) values of positions outside."""
    inside: tuple[tuple[Any, int], ...]
    """Pairs (probability, member of the part)."""
    leaves: bool
    """Whether some probability goes outside (or ends the game)."""


@dataclass(slots=True)
class Part:
    """A strongly connected part: its members, who decides at each, and their actions."""

    names: Callable[[int], str]
    players: list[int | None]
    actions: list[list[Action]]

    def __len__(self) -> int:
        return len(self.players)


def solve_part(
    graph: Graph[Any], members: list[int], values: list[Any], progress: Progress = SILENT
) -> list[Any]:
    """Return the values of the members of one part; ``values`` holds those of all it leads to."""
    part = _part(graph, members, values)
    policy = _first_policy(part)
    if not graph.exact:
        return _iterate(part, policy, exact=False, progress=progress)[1]
    # Beyond the range or precision of floats, rationals start from the first policy.
    with suppress(ArithmeticError, GameError):
        policy = _iterate(part, policy, exact=False, progress=progress)[0]
    return _iterate(part, policy, exact=True, progress=progress)[1]


def _part(graph: Graph[Any], members: list[int], values: list[Any]) -> Part:
    local = {at: i for i, at in enumerate(members)}
    places = [graph.places[at] for at in members]
    # Whoever has only one move decides nothing.
    players = [place.player if len(place.lotteries) > 1 else None for place in places]
    part = Part(lambda i: name_of(graph.game, graph.positions[members[i]]), players, [])
    for i, place in enumerate(places):
        if place.column_moves is not None:
            raise GameError(
                f"position {part.names(i)} can recur and both players choose at once there: its value can be "
                "irrational, so it has no exact solution; let the game end after a number of turns"
            )
        actions = []
        for step, branches, ends in place.lotteries:
            inside = tuple((p, local[child]) for p, child in branches if child in local)
            gain = sum((p * values[child] for p, child in branches if child not in local), step)
            leaves = ends or len(inside) < len(branches)
            actions.append(Action(step, gain, inside, leaves))
        part.actions.append(actions)
    return part


def _stayers(part: Part, allowed: Callable[[Action], bool]) -> set[int]:
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


def _first_policy(part: Part) -> Policy:
    """Check that the part has one of the two structures; return a policy under which play leaves."""
    staying = _stayers(part, lambda action: True)
    if staying:
        deciders = {player for player in part.players if player is not None}
        if not any(a.leaves for actions in part.actions for a in actions):
            raise GameError(f"the game never ends from position {part.names(0)}")
        if len(deciders) > 1:
            raise GameError(
                f"position {part.names(min(staying))} can recur for ever if both players wish, and the "
                "rules do not say what endless play is worth: forbid it, or end it after a number of turns"
            )
        sign = -1 if deciders == {MAX} else 1
        costly = all(
            a.step * sign >= 0
            for i in staying
            for a in part.actions[i]
            if not a.leaves and all(j in staying for _, j in a.inside)
        )
        free = _stayers(part, lambda action: action.step == 0)
        if free or not costly:
            raise GameError(
                f"position {part.names(min(free or staying))} can recur for ever without a cost to "
                "the player who moves at every turn on the way: give each repeated turn a cost, or forbid it"
            )
    return _way_out(part)


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


def _iterate(
    part: Part, policy: Policy, *, exact: bool, progress: Progress = SILENT
) -> tuple[Policy, list[Any]]:
    """Strategy iteration: MAX answers MIN's policy in full before MIN improves (Hoffman and Karp)."""
    policy = list(policy)
    values = _values(part, policy, exact=exact)
    while True:
        progress.advance(0)
        while _improve(part, policy, values, MAX, exact=exact):
            values = _values(part, policy, exact=exact)
        if not _improve(part, policy, values, MIN, exact=exact):
            return policy, values
        values = _values(part, policy, exact=exact)


def _values(part: Part, policy: Policy, *, exact: bool) -> list[Any]:
    """Solve ``value = gain + inside probabilities times values`` for one policy."""
    size = len(part)
    chosen = [part.actions[i][policy[i]] for i in range(size)]
    if not exact:
        import numpy as np

        matrix = np.eye(size)
        for i, action in enumerate(chosen):
            for p, j in action.inside:
                matrix[i, j] -= _float(p)
        right = np.array([_float(action.gain) for action in chosen])
        try:
            return [float(v) for v in np.linalg.solve(matrix, right)]
        except np.linalg.LinAlgError:
            raise GameError(
                f"position {part.names(0)} recurs too often for floats to tell its value: solve exactly"
            ) from None
    zero = 0 * chosen[0].gain
    rows = [[zero] * size for _ in range(size)]
    for i, action in enumerate(chosen):
        rows[i][i] = rows[i][i] + 1
        for p, j in action.inside:
            rows[i][j] = rows[i][j] - p
    solution = solve_linear(rows, [action.gain for action in chosen])
    if solution is None:
        raise GameError(f"the game never ends from position {part.names(0)} under a policy that looked best")
    return solution


def _improve(part: Part, policy: Policy, values: list[Any], player: int, *, exact: bool) -> bool:
    """Switch each of the player's members to its best action; tell whether any changed."""
    sign = 1 if player == MAX else -1
    changed = False
    for i, owner in enumerate(part.players):
        if owner != player:
            continue
        best, best_value = policy[i], values[i]
        for k, action in enumerate(part.actions[i]):
            if exact:
                value = sum((p * values[j] for p, j in action.inside), action.gain)
                better = sign * (value - best_value) > 0
            else:
                value = sum((_float(p) * values[j] for p, j in action.inside), _float(action.gain))
                better = sign * (value - best_value) > FLOAT_GAIN * (1 + abs(best_value))
            if better:
                best, best_value = k, value
        if best != policy[i]:
            policy[i] = best
            changed = True
    return changed


def _float(number: Any) -> float:
    """Convert an ``fmpq`` or a float to a float."""
    return number if isinstance(number, float) else int(number.p) / int(number.q)
