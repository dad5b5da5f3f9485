"""The seats of a game: names and numbers, people and machines."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from saizen.errors import SaizenError
from saizen.game import (
    DEALER,
    Chance,
    Decision,
    Game,
    Lazy,
    find_seat,
    hides,
    legal_moves,
    names_of,
    outcome_names,
)
from saizen.sitting.replay import Moment, begin, follow, typed_move
from saizen.solution import Solution

PERSON: Literal["person"] = "person"
Seat = Literal["person"] | float
"""The occupant of a seat: a person, or a machine of that strength."""


def checked_seats(game: Game[Any], seats: Mapping[int, Seat] | None) -> dict[int, Seat]:
    """Return the occupant of every seat; seats without one get machines of full strength."""
    names = names_of(game)
    seated = dict(seats or {})
    unknown = [seat for seat in seated if seat not in names]
    if unknown:
        listed = ", ".join(f"{seat} ({name})" for seat, name in names.items())
        raise SaizenError(f"seat {unknown[0]!r} is not at this table; the seats are: {listed}")
    filled: dict[int, Seat] = {}
    for seat in names:
        who: Any = seated.get(seat, 1.0)
        filled[seat] = PERSON if who == PERSON else read_strength(who)
    if hides(game) and filled.get(DEALER) == PERSON:
        raise SaizenError("nobody at this table can enter what is dealt, since nobody sees all of it")
    return filled


def seat_list(game: Game[Any], seat: str | int | Sequence[str | int] | None) -> list[int]:
    """Read which seats people take: names or numbers, ``all``, ``none``; by default the first player."""
    if seat is None:
        return [_first_seat(game)]
    listed: list[int] = []
    for name in [seat] if isinstance(seat, str | int) else seat:
        if name == "all":
            listed += names_of(game)
        elif name != "none":
            listed.append(find_seat(game, name))
    return list(dict.fromkeys(listed))


def _first_seat(game: Game[Any]) -> int:
    """Return the first player in the game's list, or else the first player to move."""
    names = names_of(game)
    if "players" in _declared(game) and isinstance(game.players, Mapping):
        return next(seat for seat in names if seat != DEALER)
    moment = begin(game, game.start())
    for _ in range(100):
        if not isinstance(moment.node, Chance):
            break
        moment = follow(game, moment, DEALER, outcome_names(game, moment.node)[0]).after
    players = [seat for seat in moment.seats if seat != DEALER]
    return players[0] if players else 0


def _declared(game: Game[Any]) -> set[str]:
    """Return the names that a game declares itself, not those it has from `Game`."""
    classes = type(game).__mro__[: type(game).__mro__.index(Game)]
    return {name for kind in classes for name in vars(kind)} | set(getattr(game, "__dict__", ()))


NAMED = {"perfect": 1.0, "random": 0.0}


def read_strength(text: str | float) -> float:
    """Read how strong a machine is: ``perfect``, ``random`` or a number from 0 to 1.

    >>> read_strength("perfect"), read_strength("0.7")
    (1.0, 0.7)
    """
    try:
        strength = NAMED[text] if isinstance(text, str) and text in NAMED else float(text)
    except (ValueError, TypeError):
        strength = -1.0
    if not 0 <= strength <= 1:
        raise SaizenError(
            f"strength {text!r}: use perfect, random, or a number from 0 (random) to 1 (perfect)"
        )
    return strength


def choose(
    game: Game[Any],
    moment: Moment[Any],
    seat: int,
    strength: float,
    solution: Solution[Any] | None,
    dice: random.Random,
) -> str:
    """Return the text of the move that a machine makes; without a solution it plays at random."""
    perfect = dice.random() < strength
    if perfect and solution is not None:
        strategy = solution.strategy(moment.position, seat)
        if strategy:
            moves = list(strategy)
            chosen = dice.choices(moves, [float(strategy[move]) for move in moves])[0]
            return typed_move(game, moment.position, chosen)
    if isinstance(moment.node, Decision) and isinstance(moment.node.options, Lazy):
        options = moment.node.options  # there may be too many to list
        return typed_move(game, moment.position, options.at(dice.randrange(len(options))))
    moves = list(legal_moves(moment.node, seat))
    return typed_move(game, moment.position, moves[dice.randrange(len(moves))])
