"""The door to a game: the same for the five games, the examples and a user's own file."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from saizen.advice import Advice
from saizen.errors import SaizenError
from saizen.game import Game
from saizen.notation import not_among
from saizen.solution import Solution, as_position
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.store import Store


def named(function: Callable[..., Any], options: Mapping[str, Any], game: str) -> dict[str, Any]:
    """Return options by the names of a function's parameters (``set`` for ``set_``); refuse unknown ones.

    >>> named(lambda *, set_=None, exact=False: 0, {"set": ["a=1"]}, "rivals")
    {'set_': ['a=1']}
    """
    parameters = inspect.signature(function).parameters.values()
    known = {p.name.rstrip("_"): p.name for p in parameters if p.kind is p.KEYWORD_ONLY}
    open_ended = any(p.kind is p.VAR_KEYWORD for p in parameters)
    found = {}
    for name, value in options.items():
        bare = name.rstrip("_")
        if bare not in known and not open_ended:
            shown = [option for option in known if option not in ("store", "progress")]
            raise SaizenError(not_among(name, shown, f"an option of {game}"))
        found[known.get(bare, name)] = value
    return found


class Entry(ABC):
    """How a game is reached by name: its rules with options, a position text, its solution, advice."""

    name: str
    """What the game is called on the command line, in links and in answers."""
    title: str
    summary: str
    """One sentence on what is solved."""

    def __repr__(self) -> str:
        return f"<saizen entry {self.name}>"

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

    def game(self, **options: Any) -> Game[Any]:
        """Return the rules with these options; what is not an option is refused in words."""
        return self.make(**named(self.make, options, self.name))

    def read(self, text: str, **options: Any) -> tuple[Game[Any], Any]:
        """Read a position: the game it is of (size, deck or stacks may stand in the text) and itself."""
        game = self.game(**options)
        return game, as_position(game, text)

    def solution(
        self, game: Game[Any], store: "Store | None" = None, progress: Progress = SILENT, **options: Any
    ) -> Solution[Any] | None:
        """Return the solution of a game, from the store or computed; None where there is none."""
        options = named(self.solver, options, self.name)
        return self.solver(game, store=store, progress=progress, **options)

    @abstractmethod
    def advise(self, position: str, **options: Any) -> Advice:
        """Answer what is best at a position; what ``saizen advise`` prints."""

    @abstractmethod
    def small(self) -> Mapping[str, Game[Any]]:
        """Return small instances by name, on which the contract is checked."""
