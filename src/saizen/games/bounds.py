"""How large a setting of one's own game may be: rules that come by name refuse what would fill the memory."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, get_args, get_origin

from saizen.errors import SaizenError
from saizen.notation import short


def check_bounds(kind: Callable[..., Any], settings: Mapping[str, Any], whose: str) -> None:
    """Refuse a number outside the range that its setting is declared with.

    A setting that is ``Annotated[int, range(1, 14)]``, or a tuple of numbers that is annotated so, takes the
    numbers 1 to 13.

    >>> def make(cards: Annotated[int, range(1, 14)] = 4): ...
    >>> check_bounds(make, {"cards": 13}, "mygame.py:Cards")
    >>> check_bounds(make, {"cards": 10**12}, "mygame.py:Cards")
    Traceback (most recent call last):
        ...
    saizen.errors.SaizenError: mygame.py:Cards: cards=1000000000000 is not one of the numbers 1 to 13
    """
    for name, hint in _hints(kind).items():
        if name not in settings or get_origin(hint) is not Annotated:
            continue
        for bounds in (extra for extra in get_args(hint)[1:] if isinstance(extra, range)):
            if any(number not in bounds for number in _numbers(settings[name])):
                given = short(f"{name}={settings[name]!r}")
                raise SaizenError(f"{whose}: {given} is not one of the numbers {bounds[0]} to {bounds[-1]}")


def _hints(kind: Callable[..., Any]) -> dict[str, Any]:
    """Return the types of the settings; what cannot be read declares no range."""
    try:
        parameters = inspect.signature(kind, eval_str=True).parameters.values()
    except Exception:
        return {}
    return {parameter.name: parameter.annotation for parameter in parameters}


def _numbers(value: Any) -> Iterator[int | float]:
    """Yield the numbers in a setting; true and false are not meant as such."""
    if isinstance(value, int | float):
        yield value
    elif isinstance(value, list | tuple | set | frozenset):
        for entry in value:
            yield from _numbers(entry)
