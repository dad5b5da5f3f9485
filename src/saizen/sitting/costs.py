"""What choices cost, looked up afterwards: the record of a game with its mistakes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from saizen.game import DEALER, MAX, Game, Move, Real, Simultaneous
from saizen.sitting.replay import Turn
from saizen.solution import MoveValue, Solution


@dataclass(frozen=True, slots=True)
class Cost:
    """What a choice cost its chooser, never negative; None where it is not known.

    With a solution that estimates it is a share of the best: 0.25 means a quarter of the best was given away.
    """

    cost: Any | None
    best: tuple[Move, ...]
    value: Any | None
    """What the position was worth before, with everything gained until then, as MAX counts it."""


UNKNOWN = Cost(None, (), None)


def cost_of(turn: Turn[Any], solution: Solution[Any] | None) -> Cost:
    """Tell what one choice cost; drawing a card costs nobody anything."""
    moment = turn.before
    if solution is None:
        return UNKNOWN
    if turn.seat == DEALER:
        return Cost(None, (), None)
    found = solution.moves(moment.position, turn.seat)
    if turn.move not in {one.move for one in found}:
        found = [*found, *solution.moves(moment.position, turn.seat, among=[turn.move])]
    value = solution.value(moment.position) if solution.exact else None
    best = tuple(one.move for one in found if one.optimal)
    chosen = next((one for one in found if one.move == turn.move), None)
    cost = None if chosen is None else _difference(found, chosen, turn.seat, value, solution.exact)
    if isinstance(moment.node, Simultaneous) and chosen is not None and chosen.optimal:
        cost = 0 * cost if cost is not None else None
    return Cost(cost, best, None if value is None else moment.gained + value)


def _difference(
    found: Sequence[MoveValue], chosen: MoveValue, seat: int, value: Any, exact: bool
) -> Any | None:
    if chosen.value is None:
        return None
    known = [one.value for one in found if one.value is not None]
    if not exact:
        top = max(known)
        return 1 - chosen.value / top if top > 0 else 0.0
    best = value if value is not None else max(known) if seat == MAX else min(known)
    return best - chosen.value if seat == MAX else chosen.value - best


def value_now(turns: Sequence[Turn[Any]], solution: Solution[Any] | None) -> list[Real | None]:
    """Return what the game was worth to MAX before each turn, and in the end; None where it is not known."""
    if solution is None or not solution.exact or not turns:
        return []
    values: list[Real | None] = []
    for turn in turns:
        moment = turn.before
        pending = bool(moment.moves)
        values.append(None if pending else _plus(moment.gained, solution.value(moment.position)))
    last = turns[-1].after
    values.append(last.gained if last.ended else _plus(last.gained, solution.value(last.position)))
    return values


def _plus(gained: Real, value: Any | None) -> Real | None:
    return None if value is None else gained + value


def words_for(game: Game[Any], position: Any, moves: Sequence[Move]) -> str:
    """List moves for people.

    >>> from nim import Nim
    >>> words_for(Nim((2, 1)), ((2, 1), 0), ["2 to 1", "2 to 0"])
    '2 to 1 or 2 to 0'
    """
    return " or ".join(game.move_text(position, move) for move in moves)
