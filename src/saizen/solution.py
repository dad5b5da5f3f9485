"""What a solved game answers, whoever solved it: the protocol that every face of saizen asks.

The generic solver's `saizen.solver.solution.GraphSolution` is one implementation; each of the five games
has another over its own tables or its own search. Values are MAX's. A value of None is not known.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

from saizen.game import MAX, Chance, Decision, Game, Move, Step, Terminal
from saizen.notation import checked

P_contra = TypeVar("P_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A legal move: its value, whether it is optimal, and its probability in the strategy.

    ``optimal`` and ``probability`` are None where the solution cannot tell. ``line`` is the whole turn that
    the move begins, where a turn has several moves. ``remoteness`` is how many moves, this one included,
    best play takes to the end, where the solution tells.
    """

    move: Move
    value: Any | None
    optimal: bool | None
    probability: Any | None = None
    line: tuple[Move, ...] = ()
    remoteness: int | None = None


@runtime_checkable
class Solution(Protocol[P_contra]):
    """Answers about the positions of a game. A position may be given as an object or as its text."""

    @property
    def game(self) -> Game[Any]:
        """The rules that were solved."""

    @property
    def exact(self) -> bool:
        """Whether values are exact numbers; floats and estimates are not."""

    @property
    def estimates(self) -> bool:
        """Whether values are estimates, not solved at all; then a cost is a share of the best."""
        return False

    def value(self, position: P_contra | str) -> Any | None:
        """Return what a position is worth to MAX under best play of all that follows."""

    def moves(
        self, position: P_contra | str, player: int | None = None, *, among: Iterable[Move] | None = None
    ) -> list[MoveValue]:
        """Return every legal move, or those in ``among``, with its value, best first, ties kept.

        ``player`` matters where both choose at once (MAX if it is None).
        """

    def turns(self, position: P_contra | str) -> list[MoveValue]:
        """Return the plans for a whole turn, best first; empty where a turn is one move."""
        return []

    def strategy(self, position: P_contra | str, player: int | None = None) -> dict[Move, Any]:
        """Return optimal probabilities by move; moves never played are left out."""
        return {found.move: found.probability for found in self.moves(position, player) if found.probability}

    def unique(self, position: P_contra | str, player: int | None = None) -> bool | None:
        """Tell whether the optimal strategy at a position is the only one; None where it is not known."""
        return sum(bool(found.optimal) for found in self.moves(position, player)) <= 1

    def remoteness(self, position: P_contra | str) -> int | None:
        """Return how many moves the game takes under best play; None where that is not known."""
        return None

    def best_line(self, position: P_contra | str) -> list[Move]:
        """Return the moves of best play from a position, as far as nothing is left to chance or unseen.

        Among equally good moves it takes the one that `moves` has first; it stops where play repeats.

        >>> from nim import Nim
        >>> from saizen import solve
        >>> solve(Nim((2, 1))).best_line(((2, 1), 0))
        ['2 to 1', '1 to 0', '1 to 0']
        """
        game, line, seen = self.game, list[Move](), set[Any]()
        here: Any = as_position(game, position)
        while not isinstance(here, Terminal | Chance) and here not in seen:
            seen.add(here)
            node = game.look(here)
            if isinstance(node, Chance) and len(node.outcomes) == 1:
                here = node.outcomes[0][1]
            elif isinstance(node, Decision):
                line.append(self.moves(here)[0].move)
                here = node.options[line[-1]]
            else:
                break
            while isinstance(here, Step):
                here = here.next
        return line

    def _repr_html_(self) -> str:
        from saizen.advice import position_advice

        return position_advice(self, self.game.start())._repr_html_()


def as_position(game: Game[Any], position: Any) -> Any:
    """Return a position that may be given as its text.

    >>> from nim import Nim
    >>> as_position(Nim((2, 1)), "((2, 1), 0)")
    ((2, 1), 0)
    """
    return game.parse(checked(position)) if isinstance(position, str) else position


def mover(game: Game[Any], position: Any) -> int:
    """Return the player who decides at a position; MAX where both do or nobody does."""
    node = game.look(position)
    return node.player if isinstance(node, Decision) else MAX
