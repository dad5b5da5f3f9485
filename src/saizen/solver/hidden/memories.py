"""The memories of a player, what he has seen and done, as a tree with numbers.

A player observes at every position that the game comes to, his turn or not; a view equal to his last one adds
nothing. His own moves are always remembered. So he never forgets, whatever `saizen.Game.sees` returns.
"""

from array import array
from collections.abc import Hashable
from typing import Any, NamedTuple

from saizen.errors import GameError
from saizen.game import Move

ROOT = 0
"""The memory of one who has seen nothing."""


class InformationSet(NamedTuple):
    """The histories that a mover cannot distinguish."""

    memory: int
    """What he has seen and done."""
    parent: int
    """The sequence of his own moves so far."""
    moves: tuple[Move, ...]
    first: int
    """The sequence that his first move makes, the others follow; ``parent`` where there is one move only."""
    after: int
    """The memory after his first move, the others follow."""
    position: Any
    """The position of the history that was met first."""


class Memories:
    """All memories of one player."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.sequence = array("q", [0])
        """By memory: the sequence of own moves that belongs to it."""
        self.last_view = array("q", [-1])
        """By memory: the view that was seen last."""
        self.following: dict[int, int] = {}
        """By memory and view, as one number: the memory in which that view was seen, too."""
        self.views: dict[Hashable, int] = {}
        self.sets: list[InformationSet] = []
        self.set_of: dict[int, int] = {}
        """By memory: the information set in which its owner decides there."""
        self.sequences = 1
        self._moves: dict[tuple[Move, ...], tuple[Move, ...]] = {}

    def observe(self, memory: int, view: Hashable) -> int:
        """Return the memory after a view was seen."""
        token = self.views.setdefault(view, len(self.views))
        if self.last_view[memory] == token:
            return memory
        key = memory << 32 | token
        after = self.following.get(key)
        if after is None:
            after = self.following[key] = len(self.sequence)
            self.sequence.append(self.sequence[memory])
            self.last_view.append(token)
        return after

    def decide(self, memory: int, moves: tuple[Move, ...], position: Any) -> InformationSet:
        """Return a new information set: a mover decides here for the first time."""
        moves = self._moves.setdefault(moves, moves)  # equal lists are kept once
        parent, count = self.sequence[memory], len(moves)
        first = self.sequences if count > 1 else parent
        self.sequences += count if count > 1 else 0
        information_set = InformationSet(memory, parent, moves, first, len(self.sequence), position)
        self.sequence.extend(range(first, first + count))
        self.last_view.extend([self.last_view[memory]] * count)
        self.set_of[memory] = len(self.sets)
        self.sets.append(information_set)
        return information_set

    def seen(self, memory: int, view: Hashable) -> int | None:
        """Return the memory after a view was seen; None where that never happens."""
        token = self.views.get(view)
        if token is None or self.last_view[memory] == token:
            return None if token is None else memory
        return self.following.get(memory << 32 | token)


def differing_moves(
    name: str, before: str, here: str, moves: tuple[tuple[Move, ...], tuple[Move, ...]]
) -> GameError:
    """Return the error that says that a mover could tell two histories apart by his moves."""
    return GameError(
        f"{name} cannot tell {before} from {here}, but the moves differ: {_listed(moves[0])} and "
        f"{_listed(moves[1])}; let sees() tell them apart, or give the same moves"
    )


def _listed(moves: tuple[Move, ...]) -> str:
    return ", ".join(map(str, moves[:12])) + (" ..." if len(moves) > 12 else "")
