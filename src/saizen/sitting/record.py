"""The record of a game: the cost of each choice, with its mistakes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from saizen.exact import number
from saizen.game import DEALER, NAMES, Game, Move, Real, legal_moves, names_of
from saizen.sitting.replay import Moment, Turn, typed_move
from saizen.solution import Solution, cost


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a choice to its chooser, never negative; None if it is unknown.

    With a solution that estimates it is a share of the best: 0.25 means a quarter of the best was given away.
    """

    cost: Any | None
    best: tuple[Move, ...]
    value: Any | None
    """The value of the position before, with everything gained until then, as MAX counts it."""


UNKNOWN = Cost(None, (), None)


def cost_of(turn: Turn[Any], solution: Solution[Any] | None) -> Cost:
    """Return what one choice cost; drawing a card costs nobody anything."""
    moment = turn.before
    if solution is None:
        return UNKNOWN
    if turn.seat == DEALER:
        return Cost(None, (), None)
    move_values = solution.moves(moment.position, turn.seat)
    if turn.move not in {choice.move for choice in move_values}:
        move_values = [*move_values, *solution.moves(moment.position, turn.seat, among=[turn.move])]
    value = None if solution.estimates else solution.value(moment.position)
    best = tuple(choice.move for choice in move_values if choice.optimal)
    chosen = next((choice for choice in move_values if choice.move == turn.move), None)
    lost = None if chosen is None else cost(chosen, move_values, turn.seat, value, solution.estimates)
    return Cost(lost, best, None if value is None else moment.gained + value)


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
    for ply, (turn, choice_cost) in enumerate(zip(turns, costs, strict=True)):
        who = names.get(turn.seat, NAMES[turn.seat])
        entries.append(
            {
                "ply": ply,
                "seat": turn.seat,
                "player": who,
                "position": game.text(turn.before.position),
                "move": turn.text,
                "words": turn.words,
                "cost": choice_cost.cost,
                "best": words_for(game, turn.before.position, choice_cost.best),
                "value": choice_cost.value,
            }
        )
        if choice_cost.cost is not None:
            totals[who] = totals.get(who, 0) + choice_cost.cost
    exact = None if solution is None else solution.exact
    return {"exact": exact, "entries": entries, "costs": totals, "values": value_now(turns, solution)}


def words_for(game: Game[Any], position: Any, moves: Sequence[Move]) -> str:
    """List moves for people.

    >>> from nim import Nim
    >>> words_for(Nim((2, 1)), ((2, 1), 0), ["2 to 1", "2 to 0"])
    '2 to 1 or 2 to 0'
    """
    return " or ".join(typed_move(game, position, move) for move in moves)


FEW = 4
"""Moves that are named where several are best."""


def verdict(game: Game[Any], turn: Turn[Any], choice_cost: Cost) -> str:
    """Judge a choice: the best, one of several, or its cost; empty if there was no choice."""
    legal = len(legal_moves(turn.before.node, turn.seat))
    if choice_cost.cost is None or legal < 2:
        return ""
    if len(choice_cost.best) == legal:
        return "all moves are equally good"
    others = [typed_move(game, turn.before.position, move) for move in choice_cost.best if move != turn.move]
    if choice_cost.cost:
        return f"costs {number(choice_cost.cost)}" + (f"; best: {several(others)}" if others else "")
    return "best" if not others else f"best, like {several(others)}"


def several(names: Sequence[str]) -> str:
    """List a few names, and count the rest.

    >>> several(["a", "b"]), several(list("abcdefg"))
    ('a or b', 'a or b or 5 others')
    """
    if len(names) <= FEW:
        return " or ".join(names)
    return f"{names[0]} or {names[1]} or {len(names) - 2} others"
