"""`CompiledGame`: rules as plain functions of integers, from which everything of `Game` is derived.

The same functions run as plain Python (for `look`, playing, checking) and as machine code (for solving).
"""

from abc import abstractmethod
from collections.abc import MutableSequence
from typing import Any, Final

from saizen.errors import GameError
from saizen.game import MAX, MIN, Decision, Game, Move, Node, Step, Terminal

PLAYING: Final = -128
"""What ``ended`` returns while a game is not over."""
LARGEST_VALUE: Final = 127
"""Values are numbers from minus this to this: a byte each."""
ROOM: Final = 1024
"""Children that a position has at most."""
LARGEST_POSITION: Final = (1 << 63) - 1
"""Positions are numbers from 0 to this one."""


class CompiledGame(Game[int]):
    """A game whose positions are integers from 0 to 2^63 - 1, written so that saizen can compile the rules.

    Write ``start``, ``turn``, ``ended`` and ``children``; optionally ``canonical``, ``layer`` and ``reward``.
    They may use whole numbers, bits, ``if``, ``for``, ``while``, other methods of the class, functions and
    numbers of the file, and ``self.NAME`` where NAME is a number or a tuple of numbers that never changes.
    A derived frozen dataclass, or a class whose ``__init__`` sets its numbers, declares the settings.
    """

    @abstractmethod
    def start(self) -> int:
        """Return the position in which the game begins."""

    @abstractmethod
    def turn(self, position: int) -> int:
        """Return who moves: MAX or MIN."""

    @abstractmethod
    def ended(self, position: int) -> int:
        """Return what a finished game is worth to MAX, from -127 to 127; `PLAYING` while it is not over."""

    @abstractmethod
    def children(self, position: int, out: MutableSequence[int]) -> int:
        """Write the positions that the moves lead to into ``out``, from 0 on; return how many there are.

        They must be distinct; there is room for 1024.
        """

    def canonical(self, position: int) -> int:
        """Return the one position that stands for all that are the same up to symmetry."""
        return position

    def layer(self, position: int) -> int:
        """Return a counter that every move makes larger, such as the pieces on the board.

        A game that has one is solved layer by layer, which takes the least time and memory.
        """
        return 0

    def reward(self, position: int, child: int) -> int:
        """Return what MAX wins by the move from one position to the next."""
        return 0

    def move_name(self, position: int, child: int) -> Move:
        """Return the name of the move to a child; by default the place of the child, from 1 on.

        This method is never compiled: it may return texts, tuples and whatever else a move can be.
        """
        return None

    def __getstate__(self) -> dict[str, Any]:
        """Leave the compiled rules behind when the game is sent elsewhere."""
        return {name: value for name, value in self.__dict__.items() if name != "_compiled_rules"}

    def declares(self, method: str) -> bool:
        """Return whether the class has an optional method of its own."""
        return getattr(type(self), method) is not getattr(CompiledGame, method)

    def look(self, position: int) -> Node:
        """Return what a position is, from the functions of integers."""
        if not isinstance(position, int) or isinstance(position, bool):
            raise GameError(f"position {position!r} is not a whole number")
        if not 0 <= position <= LARGEST_POSITION:
            raise GameError(f"position {position} is beyond 63 bits: use numbers from 0 to 2**63 - 1")
        result = self.ended(position)
        if result != PLAYING:
            if not -LARGEST_VALUE <= result <= LARGEST_VALUE:
                raise GameError(f"position {position}: a value of {result} does not fit, use -127 to 127")
            return Terminal(int(result))
        player = self.turn(position)
        if player not in (MAX, MIN):
            raise GameError(f"position {position}: turn is {player!r}, use MAX (0) or MIN (1)")
        options: dict[Move, Any] = {}
        for place, child in enumerate(self.child_list(position)):
            move = self.move_name(position, child)
            move = place + 1 if move is None else move
            if move in options:
                raise GameError(f"position {position}: two moves are called {move!r}")
            reward = self.reward(position, child) if self.declares("reward") else 0
            options[move] = Step(reward, child) if reward else child
        return Decision(int(player), options)

    def child_list(self, position: int) -> list[int]:
        """Return the children of a position as plain Python lists them; mistakes are refused."""
        out = [0] * ROOM
        try:
            count = self.children(position, out)
        except IndexError:
            raise GameError(f"position {position} has more than {ROOM} children") from None
        if not 0 <= count <= ROOM:
            raise GameError(f"position {position}: {count} children, use 0 to {ROOM}")
        listed = out[:count]
        if not listed:
            raise GameError(f"position {position} has no children, and ended does not say what it is worth")
        for child in listed:
            if not isinstance(child, int) or not 0 <= child <= LARGEST_POSITION:
                raise GameError(
                    f"position {position} has the child {child!r}, beyond 63 bits: use numbers from 0 to "
                    "2**63 - 1"
                )
        if len(set(listed)) < len(listed):
            twice = next(child for child in listed if listed.count(child) > 1)
            raise GameError(f"position {position} has the child {twice} twice: children must be distinct")
        if self.declares("layer"):
            now = self.layer(position)
            for child in listed:
                if self.layer(child) <= now:
                    raise GameError(
                        f"position {position} is in layer {now} and its child {child} in layer "
                        f"{self.layer(child)}: the counter must grow with every move"
                    )
        return listed
