"""The options of a game as JSON knows them, and back: nothing is evaluated, nothing is lost."""

from collections.abc import Mapping
from typing import Any

from saizen import notation
from saizen.errors import SaizenError


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
        return {"mapping": [[write_setting(name, one) for one in pair] for pair in value.items()]}
    try:
        text = notation.write(value, bare=False)
        kept = bool(notation.read(text, bare=False) == value)
    except ValueError:
        kept = False
    if not kept:
        shown = notation.short(repr(value))
        raise SaizenError(f"{name}={shown}: use numbers, texts, tuples, sets and mappings of these")
    return {"literal": text}


def read_setting(name: str, value: Any) -> Any:
    """Read what `write_setting` wrote; lists, which JSON has, become tuples, which games have."""
    match value:
        case list():
            return tuple(read_setting(name, entry) for entry in value)
        case {"literal": str(text), **rest} if not rest:
            try:
                return notation.read(text, bare=False)
            except ValueError as error:
                raise _unreadable(name, text) from error
        case {"mapping": list(pairs), **rest} if not rest:
            try:
                return {read_setting(name, key): read_setting(name, entry) for key, entry in pairs}
            except (TypeError, ValueError) as error:
                raise _unreadable(name, pairs) from error
        case dict():
            raise _unreadable(name, value)
    return value


def _unreadable(name: str, value: Any) -> SaizenError:
    return SaizenError(
        f"sitting: the option {notation.short(name)!r} cannot be {notation.short(repr(value))}"
    )
