"""The text of a sitting, for links and files: written and read back, with nothing evaluated or trusted."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from saizen import notation
from saizen.errors import SaizenError
from saizen.sitting.players import PERSON, Seat

FORMAT = 1
MOST_EVENTS = 100_000


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: the seat it happened at, and the text of the move or of what came."""

    seat: int
    move: str


def write_setting(name: str, value: Any) -> Any:
    """Write an option: tuples as lists, everything that JSON does not know by its name.

    >>> from fractions import Fraction
    >>> write_setting("stake", (1, Fraction(1, 3)))
    [1, {'literal': '1/3'}]
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [write_setting(name, entry) for entry in value]
    if isinstance(value, Mapping):
        return {"mapping": [[write_setting(name, item) for item in pair] for pair in value.items()]}
    try:
        text = notation.write(value, bare=False)
        round_trips = bool(notation.read(text, bare=False) == value)
    except ValueError:
        round_trips = False
    if not round_trips:
        shown = notation.short(repr(value))
        raise SaizenError(f"{name}={shown}: use numbers, texts, tuples, sets and mappings of these")
    return {"literal": text}


def read_option_value(name: str, value: Any) -> Any:
    """Read what `write_setting` wrote; lists, which JSON has, become tuples, which games have."""
    match value:
        case list():
            return tuple(read_option_value(name, entry) for entry in value)
        case {"literal": str(text), **rest} if not rest:
            try:
                return notation.read(text, bare=False)
            except ValueError as error:
                raise _unreadable(name, text) from error
        case {"mapping": list(pairs), **rest} if not rest:
            try:
                return {read_option_value(name, key): read_option_value(name, entry) for key, entry in pairs}
            except (TypeError, ValueError) as error:
                raise _unreadable(name, pairs) from error
        case dict():
            raise _unreadable(name, value)
    return value


def _unreadable(name: str, value: Any) -> SaizenError:
    return SaizenError(
        f"sitting: the option {notation.short(name)!r} cannot be {notation.short(repr(value))}"
    )


LONGEST = 10_000_000
"""Characters of a sitting that is read."""


@dataclass(frozen=True, slots=True)
class SittingText:
    """The contents of the text of a sitting."""

    entry: str
    options: dict[str, Any]
    start: str | None
    seed: int
    seats: dict[int, Seat]
    log: tuple[Event, ...]
    taken_back: int


def read_sitting(text: str) -> SittingText:
    """Read the text of a sitting, or say what is wrong with it."""
    if len(text) > LONGEST:
        raise SaizenError(f"a sitting of {len(text)} characters is too long; at most {LONGEST} are read")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise SaizenError("this is not the text of a sitting: it must be one line of JSON") from None
    if not isinstance(data, dict) or data.get("saizen") != FORMAT:
        raise SaizenError(f'this is not the text of a sitting: it must begin with {{"saizen":{FORMAT},...')
    log = _field(data, "log", list)
    if len(log) > MOST_EVENTS:
        raise SaizenError(f"a sitting with {len(log)} entries is too long; at most {MOST_EVENTS} are read")
    start = data.get("start")
    if start is not None and not isinstance(start, str):
        raise SaizenError("sitting: 'start' must be a position text or null")
    return SittingText(
        _field(data, "entry", str),
        {key: read_option_value(key, value) for key, value in _field(data, "options", dict).items()},
        start,
        _field(data, "seed", int),
        {_seat(seat): _who(who) for seat, who in _field(data, "seats", dict).items()},
        tuple(_event(entry) for entry in log),
        _count(data, "taken_back"),
    )


def _field(data: dict[str, Any], name: str, kind: type) -> Any:
    value = data.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise SaizenError(f"sitting: {name!r} is missing or is not {kind.__name__}")
    return value


def _count(data: dict[str, Any], name: str) -> int:
    number: int = _field(data, name, int)
    if number < 0:
        raise SaizenError(f"sitting: {name!r} is {number}, but it counts")
    return number


def _seat(text: str) -> int:
    if text not in ("0", "1", "2"):
        raise SaizenError(f"sitting: {text!r} is not a seat; seats are 0, 1 and 2")
    return int(text)


def _who(who: Any) -> Seat:
    if who == PERSON:
        return PERSON
    if isinstance(who, int | float) and not isinstance(who, bool) and 0 <= who <= 1:
        return float(who)
    raise SaizenError(f'sitting: a seat holds "person" or a strength from 0 to 1, not {who!r}')


def _event(entry: Any) -> Event:
    match entry:
        case [int(seat), str(move)] if seat in (0, 1, 2) and not isinstance(seat, bool):
            return Event(seat, move)
    raise SaizenError(f"sitting: {str(entry)[:60]!r} is not an entry [seat, move]")
