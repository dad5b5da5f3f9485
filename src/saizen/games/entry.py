"""The door to a game: the same for the five games, the examples and a user's own file."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from html import escape
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

from saizen.advice import Advice
from saizen.errors import SaizenError, rules_at_work
from saizen.game import Game, name_of
from saizen.notation import not_among, short
from saizen.solution import Solution, as_position
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.balance.measures import Balance, Careless
    from saizen.store import Store


PLAIN = (bool, int, float, str, list, tuple, dict, NoneType)
"""What options are made of when they come as text; other objects are the caller's own business."""
WORDS: dict[Any, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    NoneType: "nothing",
}
WORDS |= {list: "a list of texts", Literal: "one of its words"}


def named(function: Callable[..., Any], options: Mapping[str, Any], game: str) -> dict[str, Any]:
    """Return options by the names of a function's parameters (``set`` for ``set_``); refuse unknown ones.

    >>> named(lambda *, set_=None, exact=False: 0, {"set": ["a=1"]}, "rivals")
    {'set_': ['a=1']}
    """
    parameters = list(inspect.signature(function).parameters.values())
    known = {p.name.rstrip("_"): p.name for p in parameters if p.kind is p.KEYWORD_ONLY}
    open_ended = any(p.kind is p.VAR_KEYWORD for p in parameters)
    hints = {p.name: p.annotation for p in parameters if p.kind is p.KEYWORD_ONLY}
    found = {}
    for name, value in options.items():
        bare = name.rstrip("_")
        if bare not in known and not open_ended:
            shown = [option for option in known if option not in ("store", "progress", "agree")]
            raise SaizenError(not_among(name, shown, f"an option of {game}"))
        right = known.get(bare, name)
        hint = hints.get(right, inspect.Parameter.empty)
        found[right] = value if hint is inspect.Parameter.empty else fitted(bare, value, hint)
    return found


def fitted(name: str, value: Any, hint: Any) -> Any:
    """Return an option as its parameter wants it, a number as text where texts are taken, or refuse it.

    >>> fitted("deck", 5, str), fitted("seed", 5, int | None)
    ('5', 5)
    """
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    if not isinstance(value, PLAIN) or any(_is(value, kind) for kind in kinds):
        return value
    if str in kinds and isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    wanted = " or ".join(dict.fromkeys(WORDS.get(get_origin(kind) or kind, str(kind)) for kind in kinds))
    raise SaizenError(f"{name} = {short(repr(value))}: it must be {wanted}")


def _is(value: Any, kind: Any) -> bool:
    """Tell whether a plain value can be given where a kind is wanted; kinds of our own take anything."""
    if get_origin(kind) in (list, tuple):
        inside = get_args(kind)[:1] or (Any,)
        return isinstance(value, list | tuple) and all(_is(entry, inside[0]) for entry in value)
    if get_origin(kind) is Literal:
        return isinstance(value, str) or value in get_args(kind)
    if kind in (int, float):
        return isinstance(value, int | kind) and not isinstance(value, bool)
    if kind in (str, bool, NoneType):
        return isinstance(value, kind)
    return not isinstance(kind, type) or not issubclass(kind, Path) or isinstance(value, str)


class Entry(ABC):
    """How a game is reached by name: its rules with options, a position text, its solution, advice."""

    name: str
    """What the game is called on the command line, in links and in answers."""
    title: str
    summary: str
    """One sentence on what is solved."""
    lengths: bool = False
    """Whether advice tells how many moves best play takes."""

    def __repr__(self) -> str:
        return f"<saizen entry {self.name}>"

    def _repr_html_(self) -> str:
        return (
            f"<p><b>{escape(self.title)}</b> (<code>{escape(self.name)}</code>): {escape(self.summary)}</p>"
        )

    @property
    @abstractmethod
    def example(self) -> str:
        """A position text to start from."""

    @property
    @abstractmethod
    def make(self) -> Callable[..., Game[Any]]:
        """The function behind `game`; its keyword parameters are the options of every command."""

    @property
    @abstractmethod
    def solver(self) -> Callable[..., Solution[Any] | None]:
        """The function behind `solution`: its keyword parameters are options of commands that solve."""

    def game(self, /, **options: Any) -> Game[Any]:
        """Return the rules with these options; what is not an option is refused in words."""
        return self.make(**named(self.make, options, self.name))

    def read(self, text: str, /, **options: Any) -> tuple[Game[Any], Any]:
        """Read a position: the game it is of (size, deck or stacks may stand in the text) and itself."""
        game = self.game(**options)
        return game, as_position(game, text)

    def at_work(self) -> AbstractContextManager[None]:
        """Run somebody's rules: what goes wrong in them is told as such. In saizen's own it is a bug."""
        return rules_at_work(self.name)

    def asked(self, game: Game[Any], position: Any) -> AbstractContextManager[None]:
        """Ask somebody's rules about a position, which is named where they fail."""
        return rules_at_work(
            lambda: f"{self.name} at position {name_of(game, position)}",
            f"saizen check {self.name} tells what a game must keep to",
        )

    def solution(
        self, game: Game[Any], store: "Store | None" = None, progress: Progress = SILENT, **options: Any
    ) -> Solution[Any] | None:
        """Return the solution of a game, from the store or computed; None where there is none."""
        options = named(self.solver, options, self.name)
        return self.solver(game, store=store, progress=progress, **options)

    def measure(
        self,
        game: Game[Any],
        *,
        careless: "Sequence[Careless]",
        par: Any | None = None,
        max_positions: int,
        store: "Store | None" = None,
        progress: Progress = SILENT,
    ) -> "Balance":
        """Measure the balance of a game, by visiting every position where the game has no way of its own."""
        own = self.own_measure
        if own is not None:
            walked = {"par": par, "max_positions": max_positions}
            taken = {
                name: value for name, value in walked.items() if name in inspect.signature(own).parameters
            }
            return own(game, careless=careless, store=store, progress=progress, **taken)
        from saizen.balance.measuring import measure

        return measure(game, careless=careless, par=par, max_positions=max_positions, progress=progress)

    @property
    def own_measure(self) -> "Callable[..., Balance] | None":
        """How the game itself measures its balance, faster than by visiting every position; None if not."""
        return None

    @property
    def measured(self) -> Mapping[str, Any]:
        """The options of a size that can be measured, where the usual one has too many positions to visit."""
        return {}

    def original(self, options: Mapping[str, Any]) -> str | None:
        """Return what a changed game is compared with where nothing is said; None for nothing."""
        return None

    @abstractmethod
    def advise(self, position: str, /, **options: Any) -> Advice:
        """Answer what is best at a position; what ``saizen advise`` prints."""

    def text_of(self, position: Any, /, **options: Any) -> str:
        """Write a position of the game that the options make; options of other kinds are passed over."""
        known = [name.rstrip("_") for name in inspect.signature(self.make).parameters]
        game = self.game(**{name: value for name, value in options.items() if name.rstrip("_") in known})
        return game.text(position)

    @abstractmethod
    def small(self) -> Mapping[str, Game[Any]]:
        """Return small instances by name, on which the contract is checked."""
