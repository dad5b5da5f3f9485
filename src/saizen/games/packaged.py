"""The five games: each is a package with ``entry.py``, imported when it is first used."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from saizen.advice import Advice
from saizen.game import Game
from saizen.games.entry import Entry, named
from saizen.notation import checked
from saizen.solution import Solution

if TYPE_CHECKING:
    from saizen.balance.measures import Balance


class PackagedGame(Entry):
    """A game of this package; ``commands`` are those it has."""

    def __init__(self, name: str, title: str, summary: str, commands: tuple[str, ...], example: str) -> None:
        self.name, self.title, self.summary = name, title, summary
        self.commands, self._example = commands, example

    @property
    def example(self) -> str:
        """A position text to start from."""
        return self._example

    @property
    def _entry(self) -> ModuleType:
        return import_module(f"saizen.games.{self.name}.entry")

    @property
    def command_module(self) -> ModuleType:
        """The module with one function a command."""
        return import_module(f"saizen.games.{self.name}.commands")

    @property
    def make(self) -> Callable[..., Game[Any]]:
        """The function that makes the rules."""
        return self._entry.game  # type: ignore[no-any-return]

    @property
    def solver(self) -> Callable[..., Solution[Any] | None]:
        """The function that solves them."""
        return self._entry.solution  # type: ignore[no-any-return]

    def at_work(self) -> AbstractContextManager[None]:
        """Run our own rules: what goes wrong in them is a bug, and told as one."""
        return nullcontext()

    def asked(self, game: Game[Any], position: Any) -> AbstractContextManager[None]:
        """Ask our own rules."""
        return nullcontext()

    def read(self, text: str, /, **options: Any) -> tuple[Game[Any], Any]:
        """Read a position text, which may say the size, the deck or the number of stacks."""
        read = self._entry.read
        return read(checked(text), **named(read, options, self.name))  # type: ignore[no-any-return]

    @property
    def own_measure(self) -> "Callable[..., Balance] | None":
        """How the game itself measures its balance."""
        return getattr(self._entry, "measure", None)

    @property
    def measured(self) -> Mapping[str, Any]:
        """The options of a size that can be measured."""
        return getattr(self._entry, "MEASURED", {})

    def original(self, options: Mapping[str, Any]) -> str | None:
        """Return what a changed game is compared with where nothing is said."""
        own = getattr(self._entry, "original", None)
        return None if own is None else own(**named(own, options, self.name))

    def advise(self, position: str, /, **options: Any) -> Advice:
        """Answer what is best at a position."""
        advise = self.command_module.advise
        return advise(checked(position), **named(advise, options, self.name))  # type: ignore[no-any-return]

    def small(self) -> Mapping[str, Game[Any]]:
        """Return the instances on which the contract is checked."""
        return self._entry.small()  # type: ignore[no-any-return]
