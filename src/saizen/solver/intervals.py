"""Positions that recur and where both players choose at once: a proven interval.

The value can be irrational. Any strategy of MAX, never changed, is worth at most the value; any of MIN's at
least: what MIN can do best against the one is a lower bound, what MAX can do best against the other an upper
bound. However a strategy was found, the bound that it gives is exact:

1. The rules are read in rationals, floats as the fractions that they are.
2. A strategy is chosen: solve the matrix of each position with the bound so far, and play what is best there,
   until the bound rises no more (Hoffman and Karp 1966). Where play may be endless, this is done in the game
   in which each turn may be the last, with a small probability: its values are the only ones.
3. The best reply to it is found in rationals. In a large part the values of the reply are proved instead: if
   the residual of some values is at most ``d`` and play stays ``u`` turns at most, the bound is not further
   away from them than ``d u``.
4. Bounds go back to all positions in rationals, and are rounded outwards.
"""

from array import array
from collections.abc import Sequence
from contextlib import suppress
from math import ceil
from typing import Any

from flint import fmpq

from saizen.errors import GameError, SaizenError
from saizen.exact import floor_float, to_rational
from saizen.game import MAX, MIN
from saizen.matrix import solve_matrix
from saizen.matrix.exact import solve_exact
from saizen.solver.graph import BOTH, Graph
from saizen.solver.loops import SettlingOrder
from saizen.solver.policy_iteration import (
    Action,
    RecurringPart,
    action_value,
    in_floats,
    iterate,
    longest_play,
    part_with_endings,
    policy_values,
    residual,
)
from saizen.solver.recurring import REMEDY, part_of, solve_recurring, stayers
from saizen.work import SILENT, Progress

FLOAT_ROUNDS, NEWTON_ROUNDS, ROUNDS = 200, 15, 40
CLOSE = 1e-11
"""Rationals take over when a round in floats changes less than this, relative to the values."""
STILL = fmpq(1, 2**70)
"""The same for rationals, which stop then."""
BITS = 200
"""Bits of a number from which it is rounded."""
SMALLEST = 2000
"""Numbers are not divided more finely than a half this often halved."""
LARGE = 40
"""Members from which a reply is proved, not solved in rationals."""
LAST_TURN = (16, 40, 80)
"""Each turn is the last with a probability of a half, so many times halved, where play may be endless."""
REFINEMENTS = 4

Mix = list[Any]


def has_unseen_cycles(graph: Graph[Any], order: SettlingOrder) -> bool:
    """Return whether both players choose at once at a position that recurs."""
    if max(graph.kinds) <= BOTH:
        return False
    alone = True
    for at, last in zip(*order, strict=True):
        single = alone and last
        if graph.kinds[at] > BOTH and (not single or at in graph.successors(at)):
            return True
        alone = bool(last)
    return False


class Outward(list[Any]):
    """Bounds of all positions, each rounded to its own side where it is long."""

    def __init__(self, count: int, player: int) -> None:
        super().__init__([None] * count)
        self.player = player

    def __setitem__(self, at: Any, number: Any) -> None:
        super().__setitem__(at, rounded_outwards(number, self.player))


def rounded_outwards(number: Any, player: int) -> Any:
    """Return a number of few bits that is not above the bound of MAX, or not below that of MIN.

    >>> low = rounded_outwards(fmpq(1, 3**999), MAX)
    >>> low < fmpq(1, 3**999) < rounded_outwards(fmpq(1, 3**999), MIN), int(low.p).bit_length() <= BITS + 1
    (True, True)
    """
    above, below = int(number.p), int(number.q)
    length = above.bit_length() - below.bit_length()
    if max(above.bit_length(), below.bit_length()) <= BITS:
        return number
    shift = min(BITS - length, SMALLEST)
    numerator, denominator = (above << shift, below) if shift >= 0 else (above, below << -shift)
    whole = numerator // denominator if player == MAX else -(-numerator // denominator)
    return fmpq(whole, 1 << shift) if shift >= 0 else fmpq(whole << -shift)


def as_floats(bounds: Sequence[Any], player: int) -> list[float]:
    """Return bounds as floats, rounded outwards."""
    try:
        return [floor_float(b) if player == MAX else -floor_float(-b) for b in bounds]
    except OverflowError:
        raise GameError("a value is beyond all floats, and the game has no exact solution") from None


def bound_part(
    graph: Graph[Any],
    members: "array[int]",
    values: Sequence[Any],
    player: int,
    progress: Progress = SILENT,
) -> list[Any]:
    """Return what a player can make sure of at each member: MAX's is a lower bound, MIN's an upper one."""
    part = part_of(graph, members, values)
    widths = [graph.columns(at) for at in members]
    if not stayers(part, lambda action: True):
        mixes, _ = _best_mixes(part, widths, player, [fmpq(0)] * len(part), progress)
        return _reply(_against(part, widths, mixes, player), None, player, progress)
    if graph.endless is None:
        raise GameError(
            f"position {part.names(0)} can recur for ever, and the rules do not say what endless play is "
            f"worth: {REMEDY}forbid it, or end it after a number of turns"
        )
    bounds: list[list[Any]] = []
    obstacle = None
    guess = [graph.endless] * len(part)
    for bits in LAST_TURN:
        shorter = part_with_endings(part, graph.endless, bits, exact=True)
        mixes, guess = _best_mixes(shorter, widths, player, guess, progress)
        for least in (0, fmpq(1, 1 << bits * 3 // 4), fmpq(1, 1 << bits // 4)):
            replied = _against(part, widths, [_without_rare(mix, least) for mix in mixes], player)
            try:
                bounds.append(_reply(replied, graph.endless, player, progress))
            except GameError as error:
                obstacle = error
    if obstacle is not None and not bounds:
        raise obstacle
    best = max if player == MAX else min
    return [best(choices) for choices in zip(*bounds, strict=True)]


def _best_mixes(
    part: RecurringPart, widths: list[int], player: int, guess: list[Any], progress: Progress
) -> tuple[list[Mix], list[Any]]:
    """Return a strategy of a player that makes sure of nearly all that can be, and what it is worth.

    Play leaves the part, whatever is chosen; ``guess`` is about what its members are worth.
    """
    sign = 1 if player == MAX else -1
    own = _float_guess(part, widths, player, guess, progress)
    if len(part) > LARGE:
        return _mixes(part, widths, own, player, exact=True), own
    other = _float_guess(part, widths, MIN if player == MAX else MAX, guess, progress)
    starts = (own, other, [(a + b) / 2 for a, b in zip(own, other, strict=True)])
    guess = _near_fixed_point(part, widths, starts, progress)
    mixes = _mixes(part, widths, guess, player, exact=True)
    # The guess may be too good to be true; from the first reply on values only get better.
    for number in range(ROUNDS):
        progress.advance(0)
        before, guess = guess, solve_recurring(_against(part, widths, mixes, player), None, progress)
        limit = STILL * (1 + max(map(abs, guess)))
        if number and all(sign * (a - b) <= limit for a, b in zip(guess, before, strict=True)):
            break
        guess = [rounded_outwards(value, player) for value in guess]
        mixes = _mixes(part, widths, guess, player, exact=True)
    return mixes, guess


def _float_guess(
    part: RecurringPart, widths: list[int], player: int, guess: list[Any], progress: Progress
) -> list[Any]:
    """Return what a player can make sure of, as far as floats get from a guess before they break down."""
    sign = 1 if player == MAX else -1
    first = [0] * len(part)
    with suppress(ArithmeticError, SaizenError, ValueError):
        floats, values = in_floats(part), list(map(float, guess))
        for _ in range(FLOAT_ROUNDS):
            progress.advance(0)
            replied = _against(floats, widths, _mixes(floats, widths, values, player, exact=False), player)
            before, values = values, iterate(replied, first, exact=False, progress=progress)[1]
            guess = list(map(to_rational, values))
            limit = CLOSE * (1 + max(map(abs, values)))
            if all(sign * (a - b) <= limit for a, b in zip(values, before, strict=True)):
                break
    return guess


def _near_fixed_point(
    part: RecurringPart, widths: list[int], starts: Sequence[list[Any]], progress: Progress
) -> list[Any]:
    """Return values that change little when each member is solved with them as what follows.

    Newton's method from each start (Pollatschek and Avi-Itzhak 1969): both players keep what is best there,
    and the values of that are next. It is fast and need not converge: the best values met are returned.
    """
    best: tuple[Any, list[Any]] | None = None
    for start in starts:
        guess = start
        for _ in range(NEWTON_ROUNDS):
            progress.advance(0)
            local = [
                _local(*member, guess) for member in zip(part.players, part.actions, widths, strict=True)
            ]
            error = max(abs(value - former) for (value, _), former in zip(local, guess, strict=True))
            if best is None or error < best[0]:
                best = error, guess
            if error <= STILL * STILL * (1 + max(map(abs, guess))):
                return guess
            chain = RecurringPart(part.names, [None] * len(part), [[action] for _, action in local])
            try:
                values = policy_values(chain, [0] * len(part), exact=True)
            except GameError:  # these choices stay for ever
                break
            guess = [rounded_outwards(value, MAX) for value in values]
    assert best is not None
    return best[1]


def _local(player: int | None, actions: list[Action], width: int, guess: list[Any]) -> tuple[Any, Action]:
    """Return what a member is worth when it is solved with a guess of what follows, and what is played."""
    worth = [action_value(action, guess) for action in actions]
    if not width:
        best = min(worth) if player == MIN else max(worth)
        return best, actions[worth.index(best)]
    solved = solve_exact([worth[k : k + width] for k in range(0, len(worth), width)])
    rows, columns = _shortest(solved.row_strategy), _shortest(solved.column_strategy)
    return solved.value, _mixed([row * column for row in rows for column in columns], actions)


def _mixes(
    part: RecurringPart, widths: list[int], guess: list[Any], player: int, *, exact: bool
) -> list[Mix]:
    """Return for each member what a player does best there if the guess is what follows."""
    mixes: list[Mix] = []
    for actions, width in zip(part.actions, widths, strict=True):
        if not width:
            mixes.append([])
            continue
        worth = [action_value(action, guess) for action in actions]
        rows = [worth[k : k + width] for k in range(0, len(worth), width)]
        solved: Any = solve_exact(rows) if exact else solve_matrix(rows, exact=False)
        mix = solved.row_strategy if player == MAX else solved.column_strategy
        mixes.append(_shortest(mix) if exact else [share / sum(mix) for share in mix])
    return mixes


def _shortest(mix: Sequence[Any]) -> Mix:
    """Return probabilities of few bits near those of a mix, with the sum 1."""
    shares = [(int(share.p) << BITS) // int(share.q) for share in mix]
    shares[shares.index(max(shares))] += (1 << BITS) - sum(shares)
    return [fmpq(share, 1 << BITS) for share in shares]


def _without_rare(mix: Mix, least: Any) -> Mix:
    """Return a mix without the moves that are played more seldom.

    They may be there only because the next turn might be the last, and ruin a strategy when it is not.
    """
    total = sum((share for share in mix if share >= least), fmpq(0))
    return [share / total if share >= least else fmpq(0) for share in mix]


def _against(part: RecurringPart, widths: list[int], mixes: list[Mix], player: int) -> RecurringPart:
    """Return the part in which a player keeps to his mixes."""
    replied = RecurringPart(part.names, [], [])
    for owner, actions, width, mix in zip(part.players, part.actions, widths, mixes, strict=True):
        if width:
            rows = [actions[k : k + width] for k in range(0, len(actions), width)]
            lines = [list(column) for column in zip(*rows, strict=True)] if player == MAX else rows
            replied.actions.append([_mixed(mix, line) for line in lines])
            replied.players.append((MIN if player == MAX else MAX) if len(lines) > 1 else None)
        else:
            replied.actions.append(actions)
            replied.players.append(owner)
    return replied


def _mixed(mix: Mix, line: Sequence[Action]) -> Action:
    """Return the action that is each of a line's with its probability."""
    step = gain = 0 * line[0].gain
    inside: dict[int, Any] = {}
    leaves = False
    for share, action in zip(mix, line, strict=True):
        if share <= 0:
            continue
        step, gain = step + share * action.step, gain + share * action.gain
        leaves = leaves or action.leaves
        for p, j in action.inside:
            inside[j] = inside.get(j, 0) + share * p
    return Action(step, gain, tuple((p, j) for j, p in inside.items()), leaves)


def _reply(part: RecurringPart, endless: Any | None, player: int, progress: Progress) -> list[Any]:
    """Return what the best reply to a player leaves him at each member, or a little less than that."""
    if len(part) > LARGE and not stayers(part, lambda action: True):
        with suppress(ArithmeticError, SaizenError, ValueError):
            proved = _proved_reply(part, player, progress)
            if proved is not None:
                return proved
    return solve_recurring(part, endless, progress)


def _proved_reply(part: RecurringPart, player: int, progress: Progress) -> list[Any] | None:
    """Return values of a part that play leaves, proved to be no better for a player than those of the reply.

    Values ``v`` come from floats, refined by their exact residuals. Whole numbers ``u`` with
    ``u >= 1 + P u`` for every action bound the turns left; then ``v - d u`` is a bound if no residual is
    below ``-d``: each turn loses at most ``d`` (for MAX; for MIN the same upwards). None where ``u`` fails.
    """
    sign = 1 if player == MAX else -1
    turns = [ceil(1.001 * left) + 1 for left in longest_play(part, progress)]
    for own, actions in zip(turns, part.actions, strict=True):
        if any(sum((p * turns[j] for p, j in action.inside), fmpq(1)) > own for action in actions):
            return None
    floats = in_floats(part)
    policy, start = iterate(floats, [0] * len(part), exact=False, progress=progress)
    values = [to_rational(value) for value in start]
    for _ in range(REFINEMENTS):
        progress.advance(0)
        rest = residual(part, values)
        largest = max(map(abs, rest))
        if not largest:
            break
        chosen = [[actions[k]] for actions, k in zip(floats.actions, policy, strict=True)]
        missing = [
            [Action(0.0, float(r / largest), a.inside, a.leaves)]
            for r, (a,) in zip(rest, chosen, strict=True)
        ]
        change = policy_values(
            RecurringPart(part.names, [None] * len(part), missing), [0] * len(part), exact=False
        )
        values = [
            rounded_outwards(value + largest * to_rational(c), player)
            for value, c in zip(values, change, strict=True)
        ]
    loss = max(fmpq(0), *(-sign * r for r in residual(part, values)))
    return [value - sign * loss * left for value, left in zip(values, turns, strict=True)]
