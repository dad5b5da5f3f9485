"""The contract: a game is a class with ``start()`` and ``look(position)``.

Two players, `MAX` and `MIN`, or one of them alone. All values are sums of rewards as MAX counts
them: MAX makes the value large, MIN makes it small. A one-player game that wants few turns is
played by MIN with a reward of 1 a turn. Where a lottery decides, the `DEALER` has the turn: dice, a
shuffled deck, or at a real table the person who enters what came.

``look`` tells what a position is, by one of four kinds:

===================  =======================================================================
`Terminal`           the game is over; its value
`Chance`             a lottery over outcomes
`Decision`           one player chooses among named moves, each with its outcome
`Simultaneous`       both players choose, neither seeing the other's choice
===================  =======================================================================

An *outcome* is the next position, or ``Step(reward, next)`` when points are won or a cost is paid on
the way, or, to save naming a position for it, a `Terminal` or a `Chance` written in place.

Everything else of `Game` has a default that works for positions and moves made of numbers, texts,
tuples, frozensets, None and frozen dataclasses: how they are written and read, what a position looks like,
what the players are called.
"""

import inspect
import itertools
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from html import escape
from types import MappingProxyType
from typing import Any, Final, Generic, Protocol, TypeVar

from saizen import notation
from saizen.drawing import Drawing
from saizen.errors import Cancelled, GameError, MoveError, PositionError, SaizenError, Terminated

MAX: Final = 0
"""The player who makes the value large."""
MIN: Final = 1
"""The player who makes the value small."""
DEALER: Final = 2
"""The seat that answers `Chance`."""
NAMES: Final[Mapping[int, str]] = MappingProxyType({MAX: "max", MIN: "min", DEALER: "dealer"})
"""The default names of the seats."""

Real = int | Fraction | float
Move = Hashable
MOST_MOVES: Final = 1_000_000
"""Moves of a player at one position; more are taken for a list without end."""
P = TypeVar("P", bound=Hashable)
P_contra = TypeVar("P_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Terminal:
    """The game is over and worth ``value`` to MAX.

    ``final`` is what a player sees in the end, where the last move did not lead to a position: one that is
    only drawn (`Game.describe`), or a `Drawing`. Ends of the same value are equal, whatever they look like.
    """

    value: Real
    final: Any = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Step:
    """An outcome that pays ``reward`` to MAX on the way to ``next`` (a position, Terminal or Chance)."""

    reward: Real
    next: Any


@cache
def _share(count: int) -> Fraction:
    """Return one of so many equal probabilities: the same object each time, which solvers notice."""
    return Fraction(1, count)


@dataclass(frozen=True, slots=True)
class Chance:
    """A lottery: pairs of (probability, outcome) whose probabilities sum to 1.

    ``names`` has the name of each outcome, shown and entered: "3" for a die, "K" for a card.
    """

    outcomes: Sequence[tuple[Real, Any]]
    names: Sequence[str] | None = None

    @classmethod
    def uniform(cls, outcomes: Iterable[Any], names: Iterable[str] | None = None) -> "Chance":
        """Make a lottery in which every outcome is equally likely.

        >>> Chance.uniform("ab").outcomes
        ((Fraction(1, 2), 'a'), (Fraction(1, 2), 'b'))
        """
        listed = tuple(outcomes)
        share = _share(len(listed) or 1)
        return cls(tuple((share, outcome) for outcome in listed), None if names is None else tuple(names))


@dataclass(frozen=True, slots=True)
class Decision:
    """``player`` (MAX or MIN) chooses one of ``options``, a mapping from move to outcome.

    Where outcomes are costly or many, let ``options`` be `Lazy`: an outcome is computed when it is asked for.
    """

    player: int
    options: Mapping[Move, Any]


class Lazy(Mapping[Move, Any]):
    """Options whose outcomes are computed when they are asked for.

    >>> Lazy(range(1, 4), lambda move: move * 10)[2]
    20
    """

    def __init__(self, moves: Collection[Move], outcome: Callable[[Any], Any]) -> None:
        self._moves, self._outcome = moves, outcome

    def __getitem__(self, move: Move) -> Any:
        if move not in self._moves:
            raise KeyError(move)
        return self._outcome(move)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __len__(self) -> int:
        return len(self._moves)

    def __contains__(self, move: object) -> bool:
        return move in self._moves

    def at(self, place: int) -> Move:
        """Return the move in a place, without listing the others where the moves are a sequence."""
        moves: Any = self._moves
        if isinstance(moves, Sequence):
            move: Move = moves[place]
            return move
        return next(itertools.islice(self._moves, place, None))


@dataclass(frozen=True, slots=True)
class Simultaneous:
    """MAX chooses a row move and MIN a column move at once; ``outcome(row, column)`` follows."""

    row_moves: Sequence[Move]
    column_moves: Sequence[Move]
    outcome: Callable[[Any, Any], Any]


Node = Terminal | Chance | Decision | Simultaneous


class Deal(Protocol[P_contra]):
    """The hidden part of a game: a shuffled deck, a secret code, or nothing but dice."""

    def outcome(
        self, position: P_contra, moves: Mapping[int, Move], chance: Chance, dice: random.Random
    ) -> int:
        """Return which outcome of a lottery comes, by its place in the list.

        ``moves`` are the moves made at ``position`` before the lottery. ``dice`` is new at every turn; what
        must be the same after a move was taken back comes from the deal itself.
        """


class Dice:
    """The deal of a game that hides nothing: every lottery is drawn when it is due."""

    def outcome(self, position: Any, moves: Mapping[int, Move], chance: Chance, dice: random.Random) -> int:
        """Draw an outcome by its probability."""
        weights = [float(probability) for probability, _ in chance.outcomes]
        return dice.choices(range(len(weights)), weights)[0]


class Game(ABC, Generic[P]):
    """A game written once, as readable rules; everything else takes it as input.

    Positions are hashable and equal when the game continues in the same way. ``parse(text(p)) == p`` and
    ``parse_move(p, move_text(p, m)) == m`` hold for every position and move that can arise; `saizen check`
    tries them all.
    """

    players: Mapping[int, str] = NAMES
    """The seats that the game has and what they are called, the first player first."""
    rules_text: str = ""
    """The rules in words; where it is empty, the class's own documentation."""
    move_form: str = ""
    """The form of a move when it is typed, such as ``a guess, as 123``."""

    endless: Real | None = None
    """The value of endless play to MAX (0 for a draw); None: the rules do not say, and the solver
    refuses a game in which it can happen."""
    par: Real | None = None
    """The result at which neither player is ahead, for `saizen balance`; None: 0, or 1/2 for chances."""

    @abstractmethod
    def start(self) -> P:
        """Return the position in which the game begins."""

    @abstractmethod
    def look(self, position: P) -> Node:
        """Return what a position is: `Terminal`, `Chance`, `Decision` or `Simultaneous`."""

    def canonical(self, position: P) -> P:
        """Return the one position that stands for all that are the same up to symmetry.

        The players and the value must be the same; `saizen check` compares them. Merged positions are solved
        once.
        """
        return position

    def sees(self, position: P, player: int) -> Hashable:
        """Return what a player (MAX or MIN) can see of a position: everything, unless a game says less.

        A player observes at every position the game comes to, his turn or not, and a view equal to his last
        one adds nothing; his own moves are always remembered. Outcomes written in place are not positions.
        Histories that a mover cannot distinguish must offer the same moves.
        """
        return position

    def text(self, position: P) -> str:
        """Write a position as one line of text."""
        return notation.write(position, bare=isinstance(self.start(), str))

    def parse(self, text: str) -> P:
        """Read a position text; raise `PositionError` when it makes no sense."""
        start = self.start()
        try:
            position: P = notation.read(text, self, bare=isinstance(start, str))
            hash(position)
        except (ValueError, TypeError) as error:
            example = notation.short(self.text(start))
            raise PositionError(
                f"{notation.short(text)!r} is not a position ({error}); one looks like {example}"
            ) from None
        return position

    def move_text(self, position: P, move: Move) -> str:
        """Write a move as it is typed at a position."""
        return notation.write(move)

    def parse_move(self, position: P, text: str) -> Move:
        """Read a move at a position: the legal move with that text, small and capital letters alike."""
        word = text.strip()
        listed = []
        for move in legal_moves(self.look(position)):
            name = self.move_text(position, move)
            if str(name) == word:
                return move
            listed.append((name, move))
        for name, move in listed:
            if str.casefold(name) == word.casefold():
                return move
        for _, move in listed:
            if move == word:  # a text that is written in quotes, typed without them
                return move
        names = list(dict.fromkeys(name for name, _ in listed))
        raise MoveError(notation.not_among(text, names, "a move here"))

    def describe(self, position: P, seat: int | None = None) -> "str | Drawing":
        """Show a position to the person in a seat (nobody's in particular for None), as text or drawing.

        By default a board of squares, where the game says its size (`saizen.grid`), else the position's text.
        """
        from saizen.grid import draw_position

        drawing = draw_position(self, position)
        return self.text(position) if drawing is None else drawing

    def explain(self, position: P, moves: Mapping[int, Move], after: Any) -> str:
        """Say in words what moves brought about; nothing where the move says it all.

        ``moves`` has the move of every seat that has moved at ``position``, under `DEALER` the name of what
        came; ``after`` is the next position, a `Terminal`, or a `Chance` that is still to come.
        """
        return ""

    def dealt(self, seed: int) -> P:
        """Return the position in which a game with this seed begins, where open cards are dealt first."""
        return self.start()

    def deal(self, seed: int, start: P | None = None) -> "Deal[P]":
        """Return what the dealer holds for a game from ``start`` with this seed."""
        return Dice()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def _repr_html_(self) -> str:
        """Show how the game begins."""
        shown = self.describe(self.start())
        board = shown if isinstance(shown, Drawing) else Drawing.from_text(shown)
        return f"<b>{escape(repr(self).strip('<>'))}</b>{board._repr_html_()}"


def name_of(game: Game[Any], position: Any) -> str:
    """Write a position for an error message, even when the game's own text fails on it."""
    for write in (game.text, repr):
        try:
            return str(write(position))
        except (Cancelled, KeyboardInterrupt, Terminated):
            raise
        except BaseException:
            continue
    return object.__repr__(position)


def names_of(game: Game[Any]) -> Mapping[int, str]:
    """Return what the seats of a game are called, the dealer's included; default names where it has none."""
    players: Any = game.players
    well_formed = isinstance(players, Mapping) and players and all(seat in NAMES for seat in players)
    if not well_formed:
        return NAMES
    return {seat: str(name) for seat, name in {**players, DEALER: players.get(DEALER, NAMES[DEALER])}.items()}


def find_seat(game: Game[Any], name: str | int) -> int:
    """Return the seat of a name or number; ``dealer`` is the dealer's, whatever the game calls it."""
    names = names_of(game)
    word = str(name).casefold()
    for seat, seat_name in names.items():
        if word in (str(seat_name).casefold(), str(seat)):
            return seat
    if word == NAMES[DEALER]:
        return DEALER
    listed = list(dict.fromkeys([*map(str, names.values()), NAMES[DEALER]]))
    raise SaizenError(notation.not_among(str(name), listed, "a seat of this game"))


def hides(game: Game[Any]) -> bool:
    """Return whether players do not see everything: whether a game has a `sees` of its own.

    >>> from kuhn import Kuhn
    >>> from nim import Nim
    >>> hides(Kuhn()), hides(Nim((1,)))
    (True, False)
    """
    return type(game).sees is not Game.sees


def open_only(game: Game[Any], what: str) -> None:
    """Refuse a game with hidden information where it would be taken for one in which both see everything."""
    if hides(game):
        raise SaizenError(f"{type(game).__name__} has hidden information, and {what} would not hide it")


def rules_of(game: Game[Any]) -> str:
    """Return the rules in words: the game's own, or what its class says of itself."""
    return game.rules_text or inspect.getdoc(type(game)) or "This game does not describe its rules."


def listed_moves(moves: Iterable[Move]) -> list[Move]:
    """Return moves as a list, `GameError` for too many: reading a list without end could not be stopped.

    >>> listed_moves("ab")
    ['a', 'b']
    """
    listed = list(itertools.islice(moves, MOST_MOVES + 1))
    if len(listed) > MOST_MOVES:
        raise GameError(f"a player has more than {MOST_MOVES:,} moves; does their list come to an end?")
    return listed


def legal_moves(node: Node, player: int | None = None) -> Collection[Move]:
    """Return the moves at a node, those of one player at a simultaneous one (all of them for None)."""
    match node:
        case Decision(mover, options):
            return options.keys() if player in (None, mover) else ()
        case Simultaneous(row_moves, column_moves, _):
            if player is None:
                return list(dict.fromkeys([*listed_moves(row_moves), *listed_moves(column_moves)]))
            return listed_moves(row_moves if player == MAX else column_moves if player == MIN else ())
    return ()


def outcome_names(game: Game[Any], chance: Chance) -> list[str]:
    """Name the outcomes of a lottery: as the game calls them, else by what they lead to.

    Outcomes that lead to the same place have the same name.
    """
    if chance.names is not None:
        return [str(name) for name in chance.names]
    return [_outcome_name(game, outcome) for _, outcome in chance.outcomes]


def _outcome_name(game: Game[Any], outcome: Any) -> str:
    match outcome:
        case Step(reward, following):
            return f"{notation.write(reward)} and {_outcome_name(game, following)}"
        case Terminal(value):
            return f"end {notation.write(value)}"
        case Chance(outcomes):
            return " or ".join(_outcome_name(game, following) for _, following in outcomes)
    return game.text(outcome)
