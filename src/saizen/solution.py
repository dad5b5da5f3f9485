"""The protocol of a solved game, which every interface of saizen uses, whatever the solver.

The generic solver's `saizen.solver.solution.GraphSolution` is one implementation; each of the five games
has another over its own tables or its own search. Values are MAX's. A value of None is not known.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from saizen.game import MAX, Chance, Decision, Game, Move, Terminal
from saizen.notation import checked
from saizen.outcomes import paid

if TYPE_CHECKING:
    from saizen.answer.table import Table

P_contra = TypeVar("P_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A legal move: its value, whether it is optimal, and its probability in the strategy.

    ``optimal`` and ``probability`` are None if the solution does not know them. ``line`` is the whole turn
    that starts with the move, if a turn has several moves. ``remoteness`` is the number of moves to the end
    under best play, including this one, or None if it is unknown.
    """

    move: Move
    value: Any | None
    optimal: bool | None
    probability: Any | None = None
    line: tuple[Move, ...] = ()
    remoteness: int | None = None


@dataclass(frozen=True, slots=True)
class Notes:
    """Additions of a solution to an answer: reasons, names, tables.

    ``moves`` and ``turns`` have one mapping for each move or turn of the answer, in its order: more keys of
    the data, more columns of the table. ``data`` has further keys of the answer itself.
    """

    moves: Sequence[Mapping[str, Any]] = ()
    turns: Sequence[Mapping[str, Any]] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    tables: "Sequence[Table]" = ()
    sentences: Sequence[str] = ()


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
        """Whether values are estimates; then a cost is a share of the best."""
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
        return {
            choice.move: choice.probability for choice in self.moves(position, player) if choice.probability
        }

    def unique(self, position: P_contra | str, player: int | None = None) -> bool | None:
        """Return whether the optimal strategy at a position is the only one; None where it is not known."""
        return sum(bool(choice.optimal) for choice in self.moves(position, player)) <= 1

    def remoteness(self, position: P_contra | str) -> int | None:
        """Return how many moves the game takes under best play; None where that is not known."""
        return None

    def never_ends(self, position: P_contra | str) -> bool:
        """Return whether best play from a position is known to go on for ever."""
        return False

    def matrix(self, position: P_contra | str) -> list[list[Any]] | None:
        """Return what MAX gets for each move of his (rows) against each of MIN's; None where one chooses."""
        return None

    def interval(self, position: P_contra | str) -> tuple[Any, Any] | None:
        """Return numbers between which a value lies that is not exact; None where none are proven."""
        return None

    @property
    def positions(self) -> Iterator[Any] | None:
        """Every position that was solved; None where nobody has a list of them."""
        return None

    def notes(
        self, position: P_contra | str, moves: Sequence[MoveValue], turns: Sequence[MoveValue]
    ) -> Notes:
        """Return what there is to add to an answer with these moves and turns."""
        return Notes()

    def best_line(self, position: P_contra | str) -> list[Move]:
        """Return the moves of best play from a position, as far as nothing is left to chance or unseen.

        Among equally good moves it takes the one that `moves` has first; it stops where play repeats.

        >>> from nim import Nim
        >>> from saizen import solve
        >>> solve(Nim((2, 1))).best_line(((2, 1), 0))
        ['2 to 1', '1 to 0', '1 to 0']
        """
        game, line, seen = self.game, list[Move](), set[Any]()
        at: Any = as_position(game, position)
        while not isinstance(at, Terminal | Chance) and at not in seen:
            seen.add(at)
            node = game.look(at)
            if isinstance(node, Chance) and len(node.outcomes) == 1:
                at = node.outcomes[0][1]
            elif isinstance(node, Decision):
                line.append(self.moves(at)[0].move)
                at = node.options[line[-1]]
            else:
                break
            _, at = paid(at)
        return line

    def _repr_html_(self) -> str:
        from saizen.answer import ask

        return ask(self, self.game.start())._repr_html_()


def as_position(game: Game[Any], position: Any) -> Any:
    """Return a position that may be given as its text.

    >>> from nim import Nim
    >>> as_position(Nim((2, 1)), "((2, 1), 0)")
    ((2, 1), 0)
    """
    return game.parse(checked(position)) if isinstance(position, str) else position


def best_first(
    moves: Iterable[MoveValue], player: int, tie: Callable[[MoveValue], Any] = lambda move: 0
) -> list[MoveValue]:
    """Put the moves of a player in the order of their values, those of no known value last.

    Ties are kept as they are, or put in the order of ``tie``.

    >>> moves = [MoveValue("a", 1, False), MoveValue("b", None, None), MoveValue("c", 2, True)]
    >>> [move.move for move in best_first(moves, MAX)], [move.move for move in best_first(moves, 1)]
    (['c', 'a', 'b'], ['a', 'c', 'b'])
    """
    sign = -1 if player == MAX else 1

    def rank(move: MoveValue) -> tuple[bool, Any, Any]:
        return move.value is None, 0 if move.value is None else sign * move.value, tie(move)

    return sorted(moves, key=rank)


def rate_moves(
    values: Mapping[Any, Any], player: int, tie: Callable[[MoveValue], Any] = lambda move: 0
) -> list[MoveValue]:
    """Rate the moves of a player who alone decides, best first; the best ones are equally likely.

    >>> [(move.move, move.probability) for move in rate_moves({"a": 1, "b": 2, "c": 2}, MAX)]
    [('b', Fraction(1, 2)), ('c', Fraction(1, 2)), ('a', Fraction(0, 1))]
    """
    if not values:
        return []
    best = max(values.values()) if player == MAX else min(values.values())
    share = Fraction(1, sum(value == best for value in values.values()))
    moves = (
        MoveValue(move, value, value == best, share if value == best else Fraction(0))
        for move, value in values.items()
    )
    return best_first(moves, player, tie)


def select(moves: Iterable[MoveValue], among: Iterable[Move] | None) -> list[MoveValue]:
    """Return those of some moves that are ``among`` others, all of them for None."""
    allowed = None if among is None else set(among)
    return [move for move in moves if allowed is None or move.move in allowed]


def cost(
    chosen: MoveValue,
    moves: Sequence[MoveValue],
    player: int,
    value: Any | None = None,
    estimates: bool = False,
) -> Any | None:
    """Return what a move costs its chooser, never negative; None where that is not known.

    It is compared with ``value``, what the position is worth, else with the best of ``moves``. With estimates
    the cost is the share of the best one that the move gives away.

    >>> moves = [MoveValue("stand", 3, True), MoveValue("draw", 1, False)]
    >>> [cost(move, moves, MAX) for move in moves], cost(moves[1], moves, MAX, estimates=True)
    ([0, 2], 0.6666666666666667)
    """
    if chosen.value is None:
        return None
    if chosen.optimal:
        return 0 * chosen.value
    values = [move.value for move in moves if move.value is not None]
    if estimates:
        return 1 - chosen.value / max(values) if max(values) > 0 else 0.0
    best = value if value is not None else max(values) if player == MAX else min(values)
    return max(0 * best, best - chosen.value if player == MAX else chosen.value - best)


def mover(game: Game[Any], position: Any) -> int:
    """Return the player who decides at a position; MAX where both do or nobody does."""
    node = game.look(position)
    return node.player if isinstance(node, Decision) else MAX
