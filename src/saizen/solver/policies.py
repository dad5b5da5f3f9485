"""Policies for positions that recur: a part of the graph, what a policy is worth there, and better ones.

Each round fixes a policy, solves the linear system of its values, and improves. Cost: a few linear systems in
the size of the part, each cubic in it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from saizen.errors import GameError
from saizen.exact import solve_linear
from saizen.game import MAX, MIN
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


def iterate(
    part: Part, policy: Policy, *, exact: bool, progress: Progress = SILENT
) -> tuple[Policy, list[Any]]:
    """Strategy iteration: MAX answers MIN's policy in full before MIN improves (Hoffman and Karp)."""
    policy = list(policy)
    if not exact:
        part = _in_floats(part)
    values = policy_values(part, policy, exact=exact)
    while True:
        progress.advance(0)
        while _improve(part, policy, values, MAX, exact=exact):
            values = policy_values(part, policy, exact=exact)
        if not _improve(part, policy, values, MIN, exact=exact):
            return policy, values
        values = policy_values(part, policy, exact=exact)


def policy_values(part: Part, policy: Policy, *, exact: bool) -> list[Any]:
    """Solve ``value = gain + inside probabilities times values`` for one policy."""
    size = len(part)
    chosen = [part.actions[i][policy[i]] for i in range(size)]
    if not exact:
        import numpy as np

        matrix = np.eye(size)
        for i, action in enumerate(chosen):
            for p, j in action.inside:
                matrix[i, j] -= p
        right = np.array([action.gain for action in chosen])
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
            value = action.gain
            for p, j in action.inside:
                value = value + p * values[j]
            if sign * (value - best_value) > (0 if exact else FLOAT_GAIN * (1 + abs(best_value))):
                best, best_value = k, value
        if best != policy[i]:
            policy[i] = best
            changed = True
    return changed


def _in_floats(part: Part) -> Part:
    """Return a part whose numbers are floats."""
    if isinstance(part.actions[0][0].gain, float):
        return part

    def converted(action: Action) -> Action:
        inside = tuple((float(p), j) for p, j in action.inside)
        return Action(float(action.step), float(action.gain), inside, action.leaves)

    return Part(part.names, part.players, [list(map(converted, actions)) for actions in part.actions])
