"""Options, declared once and read once.

A game's options are the fields of a frozen dataclass derived from `Options`. A command's own options are the
parameters of its function. ``Annotated[type, "help"]`` documents either; a `range` in it bounds a number.
Argv, JSON, links and Python all give a mapping from names to values, which `checked_options` reads.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Self, Union, get_args, get_origin

from saizen.errors import SaizenError
from saizen.notation import checked, not_among, short

FILLED = ("store", "progress", "json")
"""Parameters that a face fills in by itself; they are no options."""
REQUIRED = inspect.Parameter.empty
WORDS: dict[Any, str] = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
WORDS |= {NoneType: "nothing", list: "a list of texts", tuple: "a list"}
FORMS = {bool: "flag", int: "number", float: "number", list: "list", tuple: "list"}
"""What a form on a page shows."""


class Options:
    """Base of options classes: ``@dataclass(frozen=True, slots=True) class NimOptions(Options)``."""

    __slots__ = ()

    @classmethod
    def read(cls, settings: Mapping[str, Any], whose: str, listed: "Sequence[Option]" = ()) -> Self:
        """Make the options from values by their names, as argv, JSON, links and Python give them.

        What is unknown or wrong is refused in words, with the names of ``listed``, else of its own options.
        """
        return cls(**checked_options(options_of(cls), settings, whose, listed=listed))

    def changed(self) -> dict[str, Any]:
        """Return the options that differ from their defaults, by name."""
        values = {option: getattr(self, option.parameter) for option in options_of(type(self))}
        return {option.name: value for option, value in values.items() if value != option.default}


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name as people write it, the types it takes, its default and help.

    ``parameter`` is its name in Python (``float_`` for ``float``). ``position`` marks what is given without a
    name: a position, a claim, a file.
    """

    name: str
    parameter: str
    kinds: tuple[Any, ...]
    default: Any
    help: str = ""
    bounds: range | None = None
    position: bool = False

    @property
    def choices(self) -> tuple[Any, ...]:
        """The words that it takes, where there are only a few."""
        return tuple(word for kind in self.kinds if get_origin(kind) is Literal for word in get_args(kind))

    @property
    def names_a_file(self) -> bool:
        """Whether its value is the name of a file."""
        return any(isinstance(kind, type) and issubclass(kind, Path) for kind in self.kinds)

    def data(self) -> dict[str, Any]:
        """Return the option as JSON knows it, for forms."""
        kinds = [get_origin(kind) or kind for kind in self.kinds if kind is not NoneType]
        form = "choice" if self.choices else FORMS.get(kinds[0], "text") if len(kinds) == 1 else "text"
        required = self.default is REQUIRED
        return {
            "name": self.name,
            "kind": form,
            "choices": list(self.choices) or None,
            "default": None if required or self.default == () else self.default,
            "whole": int in self.kinds and float not in self.kinds,
            "required": required,
            "help": self.help,
        }


def options_of(declared: Callable[..., Any], filled: Sequence[str] = FILLED) -> list[Option]:
    """List the options that an options class, a command's function or a user's game class declares.

    ``filled`` are parameters that a face fills in.

    >>> def solve(*, cards: Annotated[int, "Cards.", range(1, 14)] = 4, float_: bool = False, store=None): ...
    >>> [(option.name, option.default, option.bounds) for option in options_of(solve)]
    [('cards', 4, range(1, 14)), ('float', False, None)]
    """
    options = []
    for parameter in _parameters(declared):
        hidden = parameter.name in filled or parameter.name.startswith("_")
        if hidden or parameter.kind is parameter.VAR_KEYWORD:
            continue
        hint, *more = get_args(parameter.annotation) if _annotated(parameter) else [parameter.annotation]
        kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
        text = next((note for note in more if isinstance(note, str)), "")
        bounds = next((note for note in more if isinstance(note, range)), None)
        position = parameter.kind is not parameter.KEYWORD_ONLY and not isinstance(declared, type)
        name = parameter.name.rstrip("_")
        options.append(Option(name, parameter.name, kinds, parameter.default, text, bounds, position))
    return options


def _parameters(declared: Callable[..., Any]) -> Sequence[inspect.Parameter]:
    try:
        signature = inspect.signature(declared, eval_str=True)
    except Exception:  # annotations that are for type checkers alone
        signature = inspect.signature(declared)
    return list(signature.parameters.values())


def _annotated(parameter: inspect.Parameter) -> bool:
    return get_origin(parameter.annotation) is Annotated


def checked_options(
    options: Iterable[Option],
    settings: Mapping[str, Any],
    whose: str,
    noun: str = "an option",
    remedy: str = "",
    listed: Sequence[Option] = (),
) -> dict[str, Any]:
    """Return values by parameter; an unknown option, a wrong value or a missing one is refused in words.

    The words name the options that are ``listed``, else all.

    >>> checked_options(options_of(lambda *, set_=None: 0), {"set": ["a=1"]}, "rivals")
    {'set_': ['a=1']}
    """
    by_name = {option.name: option for option in options}
    values = {}
    for name, value in settings.items():
        option = by_name.get(name.rstrip("_"))
        if option is None:
            names = [option.name for option in listed] or list(by_name)
            raise SaizenError(not_among(name, names, f"{noun} of {whose}"))
        values[option.parameter] = convert_value(option, value, whose)
    for option in by_name.values():
        if option.default is REQUIRED and option.parameter not in values:
            raise SaizenError(f"{whose} needs {option.name}{remedy.format(option.name)}")
    return values


def convert_value(option: Option, value: Any, whose: str = "") -> Any:
    """Return a value as its option wants it, or refuse it.

    >>> convert_value(Option("deck", "deck", (str,), ""), 5)
    '5'
    >>> convert_value(Option("set", "set", (tuple[str, ...],), ()), ["a"])
    ('a',)
    """
    for text in value if isinstance(value, list | tuple) else [value]:
        if isinstance(text, str):
            checked(text)
    kinds = [kind for kind in option.kinds if _is(value, kind)]
    if not kinds:
        if str in option.kinds and isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        if option.choices:
            raise SaizenError(not_among(short(str(value)), list(map(str, option.choices)), option.name))
        words = [WORDS.get(get_origin(kind) or kind, str(kind)) for kind in option.kinds]
        raise SaizenError(
            f"{option.name} = {short(repr(value))}: it must be {' or '.join(dict.fromkeys(words))}"
        )
    if option.bounds is not None and any(number not in option.bounds for number in _numbers(value)):
        low, high = option.bounds[0], option.bounds[-1]
        written = short(f"{option.name}={value!r}")
        raise SaizenError(f"{whose}: {written} is not one of the numbers {low} to {high}")
    return tuple(value) if get_origin(kinds[0]) is tuple and isinstance(value, list) else value


def _is(value: Any, kind: Any) -> bool:
    """Return whether a value can be given where a kind is wanted; kinds that are not plain take anything."""
    origin = get_origin(kind)
    if origin in (list, tuple):
        inside = (get_args(kind) or (Any,))[0]
        return isinstance(value, list | tuple) and all(_is(entry, inside) for entry in value)
    if origin is Literal:
        return value in get_args(kind)
    if kind in (int, float):
        return isinstance(value, int | kind) and not isinstance(value, bool)
    if kind in (str, bool, NoneType):
        return isinstance(value, kind)
    return True


def _numbers(value: Any) -> Sequence[Any]:
    if isinstance(value, list | tuple | set | frozenset):
        return [number for entry in value for number in _numbers(entry)]
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []
