"""Who sits where: names and numbers of seats, people and machines."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from saizen.errors import SaizenError
from saizen.game import DEALER, Chance, Game, find_seat, names_of, outcome_names
from saizen.sitting.opponents import read_strength
from saizen.sitting.replay import begin, follow

PERSON: Literal["person"] = "person"
Seat = Literal["person"] | float
"""Who sits in a seat: a person, or a machine of that strength."""


def checked_seats(game: Game[Any], seats: Mapping[int, Seat] | None) -> dict[int, Seat]:
    """Return who sits where: every seat of the game, machines of full strength where nothing is said."""
    names = names_of(game)
    given = dict(seats or {})
    unknown = [seat for seat in given if seat not in names]
    if unknown:
        listed = ", ".join(f"{seat} ({name})" for seat, name in names.items())
        raise SaizenError(f"seat {unknown[0]!r} is not at this table; the seats are: {listed}")
    filled: dict[int, Seat] = {}
    for seat in names:
        who: Any = given.get(seat, 1.0)
        filled[seat] = PERSON if who == PERSON else read_strength(who)
    return filled


def seat_list(game: Game[Any], seat: str | int | Sequence[str | int] | None) -> list[int]:
    """Read which seats people take: names or numbers, ``all``, ``none``; by default the first player."""
    if seat is None:
        return [_first_seat(game)]
    found: list[int] = []
    for one in [seat] if isinstance(seat, str | int) else seat:
        if one == "all":
            found += names_of(game)
        elif one != "none":
            found.append(find_seat(game, one))
    return list(dict.fromkeys(found))


def _first_seat(game: Game[Any]) -> int:
    """Return the first player: as the game lists them, else who is first to move."""
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
