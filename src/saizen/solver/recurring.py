"""Positions that recur: one strongly connected part of a game, solved exactly.

Four structures have a value that exact arithmetic can find:

*stopping*    whatever both players do, play leaves the part with probability 1
              (Pig: a bad roll gives the turn back and forth, but not for ever);
*costly*      one player alone decides, staying is possible but costs that player something each
              time round (searching, guessing: a turn that teaches nothing still counts as a turn);
*repeating*   there is no chance in it, and the rules say what endless play is worth
              (`saizen.solver.attractor`);
*endless*     there is, and the rules say it (`saizen.solver.policy_iteration`).

Anything else is refused: play could go round for ever at no cost, so the rules do not say what the
position is worth. Where both players choose at once the value can be irrational: floats give an
interval (`saizen.solver.intervals`).

Floats find the policy that exact arithmetic then confirms.

Where the answer is wanted in floats, theirs is taken if it is right to about nine digits: if what the values
lack of an equilibrium, times how long play stays, is that small. Where it is not, the rules are asked again
and the part is solved in rationals; if it is too large for that, it is refused.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from math import inf
from typing import Any

from saizen.errors import GameError
from saizen.exact import to_rational
from saizen.game import MAX, P, name_of
from saizen.solver.attractor import arena_of, arena_values
from saizen.solver.graph import Graph
from saizen.solver.policy_iteration import (
    Action,
    Policy,
    RecurringPart,
    endless_values,
    iterate,
    longest_play,
    recurs_too_often,
    residual,
)
from saizen.solver.positions import Lottery, NumberedPositions
from saizen.solver.reading import RulesReader
from saizen.work import SILENT, Progress

REMEDY = "say what endless play is worth (endless = 0 for a draw), "
"""The remedy for endless play, in an error message."""
ACCURACY = 1e-9
"""How far a float value may be off, relative to the largest number of its part."""
ROUNDING = 1e-15
"""About how far one turn in floats is off, relative to the same."""
MOST_RATIONAL = 100
"""Members up to which a part is solved in rationals if floats do not decide."""


class Reread(NumberedPositions[P]):
    """The positions of a graph in floats, whose rules are asked again in rationals."""

    def __init__(self, graph: Graph[P]) -> None:
        super().__init__(RulesReader(graph.game, exact=True, merge=graph.rules.merge, floats=True))
        self.graph = graph

    def number_of(self, position: Any) -> int | None:
        """Return the number of a position in the graph."""
        return self.graph.number_of(position)

    def lotteries(self, at: int) -> Sequence[Lottery]:
        """Return what each move of a position leads to, in rationals."""
        return self.place(self.graph.positions[at]).lotteries


def solve_part(
    graph: Graph[Any], members: "array[int]", values: Sequence[Any], progress: Progress = SILENT
) -> list[Any]:
    """Return the values of the members of one part; ``values`` holds those of all it leads to."""
    if graph.endless is not None:
        arena = arena_of(graph, members, values, progress)
        if arena is not None:
            return arena_values(*arena, graph.endless, progress)
    for at in members:
        if graph.columns(at):
            raise GameError(
                f"position {name_of(graph.game, graph.positions[at])} can recur and both players choose at "
                "once there: its value can be irrational, so it has no exact solution; solve in floats "
                "(exact=False, --float) for an interval, or let the game end after a number of turns"
            )
    part = part_of(graph, members, values)
    if graph.exact:
        return solve_recurring(part, graph.endless, progress)
    endless_play = can_be_endless(part, graph.endless)
    if endless_play and len(part) > MOST_RATIONAL:
        return endless_values(part, graph.endless, exact=False, progress=progress)
    if not endless_play:
        with suppress(ArithmeticError, GameError):
            float_values, error = solve_in_floats(part, progress)
            if error <= ACCURACY:
                return float_values
        if len(part) > MOST_RATIONAL:
            raise recurs_too_often(part)
    reread = Reread(graph)
    exit_values = {at: to_rational(values[at]) for at in _followers(graph, members)}
    rational_part = part_of(graph, members, exit_values, reread.lotteries)
    return list(map(float, solve_recurring(rational_part, reread.endless, progress)))


def can_be_endless(part: RecurringPart, endless: Any | None) -> bool:
    """Return whether play can go round for ever for what that is worth; refuse what has no value."""
    obstacle = _obstacle(part)
    if obstacle is None:
        return False
    if endless is None:
        raise obstacle
    _check_unpaid(part)
    return True


def solve_in_floats(part: RecurringPart, progress: Progress = SILENT) -> tuple[list[float], float]:
    """Return the values of a part that play leaves, and how far they are off, relative to its largest number.

    `ArithmeticError` or `GameError` where floats do not tell.
    """
    values = iterate(part, _way_out(part), exact=False, progress=progress)[1]
    gains = [action.gain for actions in part.actions for action in actions]
    largest = max(map(abs, [*values, *gains])) or 1.0
    staying = stayers(part, lambda action: True)
    if staying:  # one player alone decides, and staying costs him something
        costs = [
            abs(a.step)
            for i in staying
            for a in part.actions[i]
            if not a.leaves and all(j in staying for _, j in a.inside)
        ]
        every_turn = all(costs)
        turns = largest / min(filter(None, costs)) * (1 if every_turn else len(part))
    else:
        turns = max(longest_play(part, progress))
    error = (max(map(abs, residual(part, values))) / largest + ROUNDING) * turns
    return values, error if error >= 0 else inf


def _followers(graph: Graph[Any], members: "array[int]") -> set[int]:
    """Return the positions outside a part that can follow it."""
    return {child for at in members for child in graph.successors(at)} - set(members)


def solve_recurring(part: RecurringPart, endless: Any | None, progress: Progress = SILENT) -> list[Any]:
    """Return the values of a part's members in rationals, whichever of the structures it has."""
    if can_be_endless(part, endless):
        return endless_values(part, endless, exact=True, progress=progress)
    policy = _way_out(part)
    # Beyond the range or precision of floats, rationals start from the first policy.
    with suppress(ArithmeticError, GameError):
        policy = iterate(part, policy, exact=False, progress=progress)[0]
    return iterate(part, policy, exact=True, progress=progress)[1]


def part_of(
    graph: Graph[Any],
    members: "array[int]",
    values: Any,
    lotteries: Callable[[int], Iterable[Lottery]] | None = None,
) -> RecurringPart:
    """Return a part with its actions seen from inside; ``lotteries`` says what moves lead to."""
    lotteries = lotteries or graph.lotteries
    local = {at: i for i, at in enumerate(members)}
    part = RecurringPart(lambda i: name_of(graph.game, graph.positions[members[i]]), [], [])
    for at in members:
        actions = []
        for step, branches, ends in lotteries(at):
            inside = tuple((p, local[child]) for p, child in branches if child in local)
            gain = sum((p * values[child] for p, child in branches if child not in local), step)
            leaves = ends or len(inside) < len(branches)
            actions.append(Action(step, gain, inside, leaves))
        part.actions.append(actions)
        # Whoever has only one move decides nothing.
        part.players.append(graph.player(at) if len(actions) > 1 else None)
    return part


def stayers(part: RecurringPart, allowed: Callable[[Action], bool]) -> set[int]:
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


def _obstacle(part: RecurringPart) -> GameError | None:
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


def _check_unpaid(part: RecurringPart) -> None:
    """Refuse points that are won again and again: endless play would not be worth what the rules say."""
    staying = stayers(part, lambda action: True)
    for i in sorted(staying):
        for action in part.actions[i]:
            if action.step != 0 and not action.leaves and all(j in staying for _, j in action.inside):
                raise GameError(
                    f"position {part.names(i)} can recur for ever and points are won or lost on the way: "
                    "endless play has no worth then; count them at the end, or forbid it"
                )


def _way_out(part: RecurringPart) -> Policy:
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
