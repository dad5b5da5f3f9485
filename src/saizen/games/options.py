"""A signature is the option list: what a command takes, for the command line as for the page."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from saizen.games.entry import Entry
from saizen.games.packaged import PackagedGame

INJECTED = ("progress", "store", "json", "agree")
"""Parameters that a face fills in by itself."""
KINDS = {bool: "flag", int: "number", float: "number", list: "list"}


@dataclass(frozen=True, slots=True)
class Option:
    """One option as its parameter declares it; ``required`` is an argument without a default."""

    name: str
    parameter: str
    hint: Any
    default: Any
    help: str
    required: bool
    argument: bool

    @property
    def kinds(self) -> tuple[Any, ...]:
        """The types that it takes."""
        return get_args(self.hint) if get_origin(self.hint) in (Union, UnionType) else (self.hint,)

    @property
    def choices(self) -> tuple[Any, ...] | None:
        """The words that it takes, where there are only a few."""
        words = [word for kind in self.kinds if get_origin(kind) is Literal for word in get_args(kind)]
        return tuple(words) or None

    @property
    def whole(self) -> bool:
        """Whether a number has to be a whole one."""
        return int in self.kinds and float not in self.kinds

    @property
    def names_a_file(self) -> bool:
        """Whether its value is the name of a file."""
        return any(isinstance(kind, type) and issubclass(kind, Path) for kind in self.kinds)

    def data(self) -> dict[str, Any]:
        """Return the option as JSON knows it."""
        kinds = [get_origin(kind) or kind for kind in self.kinds if kind is not NoneType]
        kind = "choice" if self.choices else KINDS.get(kinds[0], "text") if len(kinds) == 1 else "text"
        shown = self.choices and list(self.choices)
        plain = {"name": self.name, "kind": kind, "choices": shown, "default": self.default}
        return {**plain, "whole": self.whole, "required": self.required, "help": self.help}


def parameters_of(function: Callable[..., Any]) -> Sequence[inspect.Parameter]:
    """Return the parameters of a function."""
    return list(inspect.signature(function).parameters.values())


def options_of(function: Callable[..., Any]) -> list[Option]:
    """Return what a function takes, without what a face fills in by itself.

    >>> from saizen.games.rivals.commands import advise
    >>> [option.name for option in options_of(advise)]
    ['position', 'rules', 'set', 'exact']
    """
    found = []
    for parameter in parameters_of(function):
        if parameter.name in INJECTED or parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        hint, text = parameter.annotation, ""
        if get_origin(hint) is Annotated:
            hint, text = get_args(hint)[:2]
        argument = parameter.kind is not parameter.KEYWORD_ONLY
        required = parameter.default is parameter.empty
        default = None if required else parameter.default
        name = parameter.name.rstrip("_")
        found.append(Option(name, parameter.name, hint, default, text, required, argument))
    return found


def function_of(entry: Entry, command: str) -> Callable[..., Any]:
    """Return the function behind a command that answers: what the game's package or its door has."""
    if command == "check":
        from saizen.games.contract import check_command

        return check_command(entry)
    if command == "balance":
        from saizen.games.balance import balance_command

        return balance_command(entry)
    if isinstance(entry, PackagedGame):
        return getattr(entry.command_module, command)  # type: ignore[no-any-return]
    return getattr(entry, f"{command}_command")  # type: ignore[no-any-return]


def with_options(function: Callable[..., Any], *sources: Callable[..., Any]) -> Callable[..., Any]:
    """Give a function the keyword options of other functions too, which reach it as ``**options``."""
    own = [p for p in parameters_of(function) if p.kind is not p.VAR_KEYWORD]
    names = {p.name for p in own}
    more = []
    for source in sources:
        for parameter in parameters_of(source):
            if parameter.kind is parameter.KEYWORD_ONLY and parameter.name not in names:
                names.add(parameter.name)
                more.append(parameter)

    def combined(**given: Any) -> Any:
        return function(**given)

    combined.__signature__ = inspect.Signature([*more, *own])  # type: ignore[attr-defined]
    combined.__doc__ = function.__doc__
    return combined


def split_options(given: dict[str, Any], entry: Entry) -> tuple[dict[str, Any], dict[str, Any]]:
    """Divide options into those that make the rules and those of the solution; defaults are left out."""
    divided: list[dict[str, Any]] = []
    for source in (entry.make, entry.solver):
        known = {p.name: p.default for p in parameters_of(source) if p.kind is p.KEYWORD_ONLY}
        taken = {name: given[name] for name in given if name in known}
        divided.append({name.rstrip("_"): v for name, v in taken.items() if v != known[name]})
    return divided[0], divided[1]
