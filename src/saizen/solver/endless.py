"""Positions that recur by chance, where endless play has a worth: strategy iteration, proved afterwards.

If every turn ended the game with a small probability, at the worth of endless play, each play would end, and
strategy iteration would find the best policies. For a probability that is small enough they are best in the
game itself. So the probability is made smaller until the proof succeeds: no move is better than the policy's,
and nobody gains by staying for ever where the value is below, or above, what that is worth.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from saizen.errors import GameError
from saizen.game import MAX, MIN
from saizen.solver.policies import Action, Part, Policy, iterate, policy_values
from saizen.work import SILENT, Progress

FLOAT_BITS = (12, 20, 28, 36)
EXACT_BITS = (16, 32, 64, 128, 256, 512, 1024, 2048)
"""The game ends at each turn with a probability of a half, so many times halved."""
NEAR = 1e-9


def endless_values(part: Part, endless: Any, *, exact: bool, progress: Progress = SILENT) -> list[Any]:
    """Return the values of a part's members, where play that stays for ever is worth ``endless``."""
    tries = [(bits, False) for bits in FLOAT_BITS] + [(bits, True) for bits in EXACT_BITS if exact]
    for bits, in_rationals in tries:
        shorter = _shortened(part, endless, bits, exact=exact)
        with suppress(ArithmeticError, GameError):  # beyond floats, rationals follow
            policy = iterate(shorter, [0] * len(part), exact=in_rationals, progress=progress)[0]
            values = _worth(part, policy, endless, exact=exact)
            if _proved(part, policy, values, endless, exact=exact):
                return values
    raise GameError(
        f"position {part.names(0)} recurs in a way whose value could not be proved: end it after a number of "
        "turns, or solve exactly"
    )


def _shortened(part: Part, endless: Any, bits: int, *, exact: bool) -> Part:
    """Return the part in which each turn that stays may end the game, at what endless play pays."""
    stop: Any = 0.5**bits
    if exact:
        from flint import fmpq

        stop = fmpq(1, 2**bits)

    def shortened(action: Action) -> Action:
        stays = sum((p for p, _ in action.inside), 0 * endless)
        inside = tuple((p * (1 - stop), j) for p, j in action.inside)
        return Action(action.step, action.gain + stays * stop * endless, inside, True)

    return Part(part.names, part.players, [[shortened(a) for a in actions] for actions in part.actions])


def _worth(part: Part, policy: Policy, endless: Any, *, exact: bool) -> list[Any]:
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
    smaller = Part(lambda n: part.names(members[n]), [None] * len(members), [])
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


def _proved(part: Part, policy: Policy, values: list[Any], endless: Any, *, exact: bool) -> bool:
    """Tell whether values are right: no player gains by another move, nor by staying for ever."""
    tight: list[list[bool]] = []
    for i, actions in enumerate(part.actions):
        tight.append([])
        for action in actions:
            worth = sum((p * values[j] for p, j in action.inside), action.gain)
            gain = worth - values[i]
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
    part: Part, policy: Policy, tight: list[list[bool]], player: int, worse: Callable[[int], bool]
) -> bool:
    """Tell whether a player can stay for ever among members that are worse for him than staying is worth."""
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
