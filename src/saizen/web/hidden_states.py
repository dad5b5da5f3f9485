"""States of games with hidden cards: what a seat may know, and a sealed text of the rest.

The browser of an open game holds everything and acts for the machines. Here the server acts for them and for
the dice, each by what it has seen, and an answer has only what the person sees until the hand is over.
"""

from collections.abc import Callable, Mapping
from typing import Any

from saizen.errors import MoveError, SaizenError
from saizen.game import DEALER, Game, names_of
from saizen.games import Entry
from saizen.sitting import PERSON, Sitting, seat_list, seen
from saizen.solution import Solution, cost
from saizen.web.requests import StateRequest
from saizen.web.sealed import Seal, open_sitting, seal_sitting

Solve = Callable[[Any], Solution[Any] | None]


def hidden_answer(
    act: str,
    entry: Entry,
    game: Game[Any],
    rules: Mapping[str, Any],
    asked: StateRequest,
    seal: Seal,
    solve: Solve,
) -> dict[str, Any]:
    """Answer one question about a state: start, look, step or rate."""
    if asked.state is None:
        sitting = _dealt(entry, game, rules, asked, seal, solve)
    else:
        sitting = open_sitting(seal, asked.state, entry, solve)
    seat = next(seat for seat, who in sitting.seats.items() if who == PERSON)
    if asked.seat not in (None, seat):
        raise MoveError(f"seat {asked.seat} is not the person's, who sits in seat {seat}")
    match act:
        case "came":
            raise MoveError("what is hidden is drawn by the server, with the move before it")
        case "rate":
            return _rated(sitting, seat)
        case "step":
            for made in asked.entries:
                if made.seat != seat:
                    raise MoveError(f"seat {made.seat} is not the person's, who sits in seat {seat}")
                sitting.play(made.move)
    return look_hidden(sitting, seat, seal)


def _dealt(
    entry: Entry, game: Game[Any], rules: Mapping[str, Any], asked: StateRequest, seal: Seal, solve: Solve
) -> Sitting:
    seat = seat_list(game, None if asked.seat is None else str(asked.seat))[0]
    seats: dict[int, Any] = dict.fromkeys(names_of(game), asked.strength)
    seats |= {DEALER: 1.0, seat: PERSON} if DEALER in seats else {seat: PERSON}
    sitting = Sitting(
        entry, options=rules, start=asked.start, seats=seats, seed=seal.seed(asked.seed), solve=solve
    )
    sitting.advance()
    return sitting


def look_hidden(sitting: Sitting, seat: int, seal: Seal) -> dict[str, Any]:
    """Return what a state is, as far as a seat may know it; in the end everything."""
    view = sitting.view()
    listed = [] if view["awaits"] is None else view["awaits"]["moves"]
    gained = view["gained"]
    return {
        "state": seal_sitting(seal, sitting),
        "hidden": True,
        "kind": "end" if sitting.ended else "move",
        "seats": [] if sitting.ended else [seat],
        "moves": {} if sitting.ended else {str(seat): listed},
        "form": sitting.game.move_form,
        "odds": [],
        "gained": 0 if gained is None else short_number(sitting.gained),
        "position": view["position"],
        "board": view["board"],
        "happened": [{key: turn[key] for key in ("seat", "move", "words")} for turn in view["happened"]],
    }


def _rated(sitting: Sitting, seat: int) -> dict[str, Any]:
    """Return what each move is worth by what a seat has seen, and what it must think of the rest."""
    if sitting.awaited != seat:
        raise MoveError("nobody chooses here")
    solution: Any = sitting.solution()
    if solution is None:
        raise SaizenError("no solution for this game, so there are no hints")
    game, position = sitting.game, sitting.position
    with sitting.asked():
        advice = seen.advice(solution, seat, sitting.course())
        moves = [
            {
                "move": game.move_text(position, rated.move),
                "value": short_number(rated.value),
                "cost": short_number(cost(rated, advice.moves, seat, advice.value)),
                "optimal": rated.optimal,
                "probability": short_number(rated.probability),
            }
            for rated in advice.moves
        ]
        beliefs = [
            {"sees": seen.seen_text(game, at, 1 - seat), "probability": short_number(share)}
            for at, share in advice.beliefs
        ]
    return {
        "value": short_number(advice.value),
        "exact": bool(solution.exact),
        "estimate": False,
        "moves": moves,
        "beliefs": beliefs,
    }


def short_number(value: Any) -> float | int | None:
    """Return a number as the wire has it: short. The exact one is an answer of ``advise``.

    >>> from fractions import Fraction
    >>> short_number(Fraction(1, 2)), short_number(Fraction(4, 2)), short_number(None)
    (0.5, 2, None)
    """
    if value is None or isinstance(value, int):
        return value
    return int(value) if value == int(value) else float(value)
