"""What choices cost, looked up afterwards: the record of a game with its mistakes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from saizen.game import DEALER, MAX, NAMES, Game, Move, Real, names_of
from saizen.sitting.replay import Moment, Turn, written
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
    value = None if solution.estimates else solution.value(moment.position)
    best = tuple(one.move for one in found if one.optimal)
    chosen = next((one for one in found if one.move == turn.move), None)
    cost = None if chosen is None else _difference(found, chosen, turn.seat, value, solution.estimates)
    return Cost(cost, best, None if value is None else moment.gained + value)


def _difference(
    found: Sequence[MoveValue], chosen: MoveValue, seat: int, value: Any, estimates: bool
) -> Any | None:
    if chosen.value is None:
        return None
    if chosen.optimal:
        return 0 * chosen.value
    known = [one.value for one in found if one.value is not None]
    if estimates:
        top = max(known)
        return 1 - chosen.value / top if top > 0 else 0.0
    best = value if value is not None else max(known) if seat == MAX else min(known)
    return max(0, best - chosen.value if seat == MAX else chosen.value - best)


def value_now(turns: Sequence[Turn[Any]], solution: Solution[Any] | None) -> list[Real | None]:
    """Return what the game was worth to MAX before each turn, and in the end; None where it is not known."""
    if solution is None or solution.estimates or not turns:
        return []
    return [_worth(moment, solution) for moment in [*(turn.before for turn in turns), turns[-1].after]]


def _worth(moment: Moment[Any], solution: Solution[Any]) -> Real | None:
    """Return what is gained and still to be gained; not known while a choice or a lottery is half done."""
    if moment.ended:
        return moment.gained
    value = None if moment.moves else solution.value(moment.position)
    return None if value is None else moment.gained + value


def record_of(
    game: Game[Any], turns: Sequence[Turn[Any]], costs: Sequence[Cost], solution: Solution[Any] | None
) -> dict[str, Any]:
    """Return the entries with what each choice cost, the sums by player, and the values on the way."""
    names = names_of(game)
    entries: list[dict[str, Any]] = []
    totals: dict[str, Any] = {}
    for ply, (turn, found) in enumerate(zip(turns, costs, strict=True)):
        who = names.get(turn.seat, NAMES[turn.seat])
        entries.append(
            {
                "ply": ply,
                "seat": turn.seat,
                "player": who,
                "position": game.text(turn.before.position),
                "move": turn.text,
                "words": turn.words,
                "cost": found.cost,
                "best": words_for(game, turn.before.position, found.best),
                "value": found.value,
            }
        )
        if found.cost is not None:
            totals[who] = totals.get(who, 0) + found.cost
    exact = None if solution is None else solution.exact
    return {"exact": exact, "entries": entries, "costs": totals, "values": value_now(turns, solution)}


def words_for(game: Game[Any], position: Any, moves: Sequence[Move]) -> str:
    """List moves for people.

    >>> from nim import Nim
    >>> words_for(Nim((2, 1)), ((2, 1), 0), ["2 to 1", "2 to 0"])
    '2 to 1 or 2 to 0'
    """
    return " or ".join(written(game, position, move) for move in moves)
