"""The text of a sitting, taken apart and distrusted."""

import json
from dataclasses import dataclass
from typing import Any

from saizen.errors import SaizenError
from saizen.sitting.seats import PERSON, Seat
from saizen.sitting.settings import read_setting
from saizen.sitting.sitting import FORMAT, MOST_EVENTS, Event

LONGEST = 10_000_000
"""Characters of a sitting that is read."""


@dataclass(frozen=True, slots=True)
class Written:
    """What the text of a sitting says."""

    entry: str
    options: dict[str, Any]
    start: str | None
    seed: int
    seats: dict[int, Seat]
    log: tuple[Event, ...]
    taken_back: int


def read_sitting(text: str) -> Written:
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
    return Written(
        _field(data, "entry", str),
        {key: read_setting(key, value) for key, value in _field(data, "options", dict).items()},
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
