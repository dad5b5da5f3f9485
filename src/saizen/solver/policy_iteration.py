"""Policy iteration for positions that recur, and its proof where endless play has a worth.

Each round fixes a policy, solves the linear system of its values, and improves it (Howard 1960, "Dynamic
Programming and Markov Processes"). With two players MAX answers MIN's policy in full before MIN improves
(Hoffman and Karp 1966, "On nonterminating stochastic games"). Cost: a few linear systems in the size of the
part, each cubic in it.

Where endless play has a worth, the policies are found in another game. If every turn ended the game with a
small probability, at the worth of endless play, each play would end, and policy iteration would find the best
policies. For a probability that is small enough they are best in the game itself. So the probability is made
smaller until the proof succeeds: no move is better than the policy's, and nobody gains by staying for ever
where the value is below, or above, what that is worth.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from saizen.errors import GameError
from saizen.exact import solve_linear
from saizen.game import MAX, MIN
from saizen.work import SILENT, Progress

FLOAT_GAIN = 1e-13
"""In floats a change of policy must gain more than this, relative to the value."""
FLOAT_BITS = (12, 20, 28, 36)
EXACT_BITS = (16, 32, 64, 128, 256, 512, 1024, 2048)
"""The game ends at each turn with a probability of a half, so many times halved."""
NEAR = 1e-9

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
class RecurringPart:
    """A strongly connected part: its members, who decides at each, and their actions."""

    names: Callable[[int], str]
    players: list[int | None]
    actions: list[list[Action]]

    def __len__(self) -> int:
        return len(self.players)


def iterate(
    part: RecurringPart, policy: Policy, *, exact: bool, progress: Progress = SILENT
) -> tuple[Policy, list[Any]]:
    """Return the best policies and their values, from a policy under which play leaves the part.

    Rationals come to an end. Rounding can make floats return to policies that were left: `GameError` then.
    """
    policy = list(policy)
    if not exact:
        part = in_floats(part)
    values = policy_values(part, policy, exact=exact)
    former = {tuple(policy)}
    while True:
        progress.advance(0)
        for player in (MAX, MIN):
            if _improve(part, policy, values, player, exact=exact):
                break
        else:
            return policy, values
        if not exact:
            if tuple(policy) in former:
                raise recurs_too_often(part)
            former.add(tuple(policy))
        values = policy_values(part, policy, exact=exact)


def recurs_too_often(part: RecurringPart) -> GameError:
    """Return the error that says that floats do not tell the value of a part."""
    return GameError(f"position {part.names(0)} recurs too often for floats to give its value: solve exactly")


def policy_values(part: RecurringPart, policy: Policy, *, exact: bool) -> list[Any]:
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
            raise recurs_too_often(part) from None
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


def action_value(action: Action, values: list[Any]) -> Any:
    """Return what an action is worth when its part has these values."""
    value = action.gain
    for p, j in action.inside:
        value = value + p * values[j]
    return value


def residual(part: RecurringPart, values: list[Any]) -> list[Any]:
    """Return by how much each member is worth more when its owner chooses once than its value says."""
    differences = []
    for player, actions, value in zip(part.players, part.actions, values, strict=True):
        best = min if player == MIN else max
        differences.append(best(action_value(action, values) for action in actions) - value)
    return differences


def longest_play(part: RecurringPart, progress: Progress = SILENT) -> list[float]:
    """Return in floats how many turns play stays at most on average, where it leaves whatever is chosen.

    If ``u`` is that and the largest `residual` of some values is ``d``, these are off by at most ``d * u``.
    """
    turns = [[Action(1.0, 1.0, a.inside, a.leaves) for a in actions] for actions in in_floats(part).actions]
    return iterate(
        RecurringPart(part.names, [MAX] * len(part), turns), [0] * len(part), exact=False, progress=progress
    )[1]


def _improve(part: RecurringPart, policy: Policy, values: list[Any], player: int, *, exact: bool) -> bool:
    """Switch each of the player's members to its best action; return whether any changed."""
    sign = 1 if player == MAX else -1
    changed = False
    for i, owner in enumerate(part.players):
        if owner != player:
            continue
        best, best_value = policy[i], values[i]
        for k, action in enumerate(part.actions[i]):
            value = action_value(action, values)
            if sign * (value - best_value) > (0 if exact else FLOAT_GAIN * (1 + abs(best_value))):
                best, best_value = k, value
        if best != policy[i]:
            policy[i] = best
            changed = True
    return changed


def in_floats(part: RecurringPart) -> RecurringPart:
    """Return a part whose numbers are floats."""
    if isinstance(part.actions[0][0].gain, float):
        return part

    def converted(action: Action) -> Action:
        inside = tuple((float(p), j) for p, j in action.inside)
        return Action(float(action.step), float(action.gain), inside, action.leaves)

    return RecurringPart(
        part.names, part.players, [list(map(converted, actions)) for actions in part.actions]
    )


def endless_values(
    part: RecurringPart, endless: Any, *, exact: bool, progress: Progress = SILENT
) -> list[Any]:
    """Return the values of a part's members, where play that stays for ever is worth ``endless``."""
    tries = [(bits, False) for bits in FLOAT_BITS] + [(bits, True) for bits in EXACT_BITS if exact]
    for bits, in_rationals in tries:
        shorter = part_with_endings(part, endless, bits, exact=exact)
        with suppress(ArithmeticError, GameError):  # beyond floats, rationals follow
            policy = iterate(shorter, [0] * len(part), exact=in_rationals, progress=progress)[0]
            values = _worth(part, policy, endless, exact=exact)
            if _proved(part, policy, values, endless, exact=exact):
                return values
    raise GameError(
        f"position {part.names(0)} recurs in a way whose value could not be proved: end it after a number of "
        "turns, or solve exactly"
    )


def part_with_endings(part: RecurringPart, endless: Any, bits: int, *, exact: bool) -> RecurringPart:
    """Return the part in which each turn that stays may end the game, at what endless play pays."""
    stop: Any = 0.5**bits
    if exact:
        from flint import fmpq

        stop = fmpq(1, 2**bits)

    def shorter(action: Action) -> Action:
        stays = sum((p for p, _ in action.inside), 0 * endless)
        inside = tuple((p * (1 - stop), j) for p, j in action.inside)
        return Action(action.step, action.gain + stays * stop * endless, inside, True)

    return RecurringPart(
        part.names, part.players, [[shorter(a) for a in actions] for actions in part.actions]
    )


def _worth(part: RecurringPart, policy: Policy, endless: Any, *, exact: bool) -> list[Any]:
    """Return what a policy is worth in the game itself: whoever cannot leave gets what endless play pays."""
    chosen = [part.actions[i][policy[i]] for i in range(len(part))]
    leaving = {i for i, action in enumerate(chosen) if action.leaves}
    before: dict[int, list[int]] = {}
    for i, action in enumerate(chosen):
        for _, j in action.inside:
            before.setdefault(j, []).append(i)
    waiting = list(leaving)
    while waiting:
        for i in before.get(waiting.pop(), ()):
            if i not in leaving:
                leaving.add(i)
                waiting.append(i)
    members = sorted(leaving)
    local = {i: n for n, i in enumerate(members)}
    smaller = RecurringPart(lambda n: part.names(members[n]), [None] * len(members), [])
    for i in members:
        action = chosen[i]
        gain = sum((p * endless for p, j in action.inside if j not in local), action.gain)
        inside = tuple((p, local[j]) for p, j in action.inside if j in local)
        smaller.actions.append([Action(action.step, gain, inside, True)])
    values = [endless] * len(part)
    if members:
        for i, value in zip(members, policy_values(smaller, [0] * len(members), exact=exact), strict=True):
            values[i] = value
    return values


def _proved(part: RecurringPart, policy: Policy, values: list[Any], endless: Any, *, exact: bool) -> bool:
    """Return whether values are right: no player gains by another move, nor by staying for ever."""
    tight: list[list[bool]] = []
    for i, actions in enumerate(part.actions):
        tight.append([])
        for action in actions:
            gain = action_value(action, values) - values[i]
            if part.players[i] == MIN:
                gain = -gain
            even = gain == 0 if exact else abs(gain) <= NEAR * (1 + abs(values[i]))
            if part.players[i] is not None and gain > 0 and not even:
                return False
            tight[-1].append(bool(even))
    small = 0 if exact else NEAR * (1 + abs(endless))
    stays_below = _stay(part, policy, tight, MAX, lambda i: values[i] < endless - small)
    stays_above = _stay(part, policy, tight, MIN, lambda i: values[i] > endless + small)
    return not (stays_below or stays_above)


def _stay(
    part: RecurringPart, policy: Policy, tight: list[list[bool]], player: int, worse: Callable[[int], bool]
) -> bool:
    """Return whether a player can stay for ever among members that are worse than staying is worth."""
    staying = {i for i in range(len(part)) if worse(i)}
    while True:
        gone = set()
        for i in staying:
            own = part.players[i] == player
            allowed = [k for k, even in enumerate(tight[i]) if even] if own else [policy[i]]
            kept = (part.actions[i][k] for k in allowed)
            if not any(not a.leaves and all(j in staying for _, j in a.inside) for a in kept):
                gone.add(i)
        if not gone:
            return bool(staying)
        staying -= gone
