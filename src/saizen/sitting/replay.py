"""Carrying out moves: from a position and its moves to the next one. No other module does this.

Nothing here asks a solution or draws a card. What happened is applied, what is illegal is refused.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Real as AnyReal
from typing import Any, Generic

from saizen import notation
from saizen.drawing import Drawing
from saizen.errors import NEW_MOVES, GameError, MoveError, rules_at_work
from saizen.game import (
    DEALER,
    MAX,
    MIN,
    Chance,
    Decision,
    Game,
    Move,
    Node,
    P,
    Real,
    Simultaneous,
    Terminal,
    legal_moves,
    name_of,
    names_of,
    outcome_names,
)
from saizen.outcomes import paid


@dataclass(frozen=True, slots=True)
class Moment(Generic[P]):
    """A moment of a game: the position, the awaited seats, and the choices made at it so far.

    ``node`` is what is awaited: a choice, a simultaneous choice of which one half may be in ``moves``, a
    lottery (of the position itself, or one that the moves in ``moves`` led to), or the end. ``gained`` is the
    sum of rewards so far, as MAX counts them.
    """

    position: P
    node: Node
    gained: Real = 0
    moves: Mapping[int, Move] = field(default_factory=dict)

    @property
    def shown(self) -> Any:
        """What is drawn: the position; in the end what the last move left, a position or a `Drawing`."""
        final = self.node.final if isinstance(self.node, Terminal) else None
        return self.position if final is None else final

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return isinstance(self.node, Terminal)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that something is awaited from."""
        match self.node:
            case Decision(player, _):
                return (player,)
            case Simultaneous():
                return tuple(seat for seat in (MAX, MIN) if seat not in self.moves)
            case Chance():
                return (DEALER,)
        return ()


@dataclass(frozen=True, slots=True)
class Turn(Generic[P]):
    """An event: the seat, the move, the position it led to, and the words for it."""

    seat: int
    move: Move
    text: str
    before: Moment[P]
    after: Moment[P]
    words: str


def draw_moment(game: Game[Any], moment: Moment[Any], seat: int | None) -> Drawing:
    """Draw where a game stands as a seat sees it; in the end what the last move left, nothing to touch."""
    shown = moment.shown
    described = shown if isinstance(shown, Drawing) else game.describe(shown, seat)
    drawing = described if isinstance(described, Drawing) else Drawing.from_text(described)
    return drawing.without_moves() if moment.ended else drawing


def begin(game: Game[P], position: P) -> Moment[P]:
    """Return the moment at which a game stands at a position."""
    return _arrive(game, position, 0)


def texts(game: Game[P], moment: Moment[P], seat: int) -> Sequence[str]:
    """Return the texts of everything that can happen at a seat now, each once."""
    if seat not in moment.seats:
        return []
    if isinstance(moment.node, Chance):
        return list(dict.fromkeys(outcome_names(game, moment.node)))
    return [typed_move(game, moment.position, move) for move in legal_moves(moment.node, seat)]


def typed_move(game: Game[P], position: P, move: Move) -> str:
    """Write a move as it is typed; refuse a move text of the rules that is not a string."""
    text: Any = game.move_text(position, move)
    if not isinstance(text, str):
        raise GameError(
            f"position {name_of(game, position)}: move_text() returned {text!r}; it must be a text"
        )
    return text


def follow(game: Game[P], moment: Moment[P], seat: int, text: str) -> Turn[P]:
    """Carry out what a seat does, given as text; refuse in one line what is not possible."""
    with rules_at_work(lambda: f"{notation.short(text)!r} at position {name_of(game, moment.position)}"):
        return _follow(game, moment, seat, text)


def _follow(game: Game[P], moment: Moment[P], seat: int, text: str) -> Turn[P]:
    if seat not in moment.seats:
        who = names_of(game).get(seat, str(seat))
        raise MoveError(f"{notation.short(text)!r}: it is not the turn of {who}")
    if isinstance(moment.node, Chance):
        return _come(game, moment, moment.node, text)
    move = game.parse_move(moment.position, text)
    if move not in legal_moves(moment.node, seat):
        possible = texts(game, moment, seat)
        if text in possible:
            raise GameError(f"position {name_of(game, moment.position)}: {NEW_MOVES}")
        raise MoveError(notation.not_among(text, list(possible), "a move here"))
    moves = {**moment.moves, seat: move}
    name = typed_move(game, moment.position, move)
    match moment.node:
        case Simultaneous(_, _, outcome):
            if len(moves) < 2:
                return Turn(seat, move, name, moment, replace(moment, moves=moves), "")
            result = outcome(moves[MAX], moves[MIN])
        case Decision(_, options):
            result = options[move]
    return _settle(game, moment, seat, move, name, moves, result)


def _come(game: Game[P], moment: Moment[P], chance: Chance, text: str) -> Turn[P]:
    """Let a lottery end with the outcome of that name."""
    names = outcome_names(game, chance)
    word = text.strip()
    same = [i for i, name in enumerate(names) if name == word]
    same = same or [i for i, name in enumerate(names) if name.casefold() == word.casefold()]
    same = [i for i in same if chance.outcomes[i][0] != 0]
    if not same:
        possible = [name for (p, _), name in zip(chance.outcomes, names, strict=True) if p != 0]
        raise MoveError(notation.not_among(text, list(dict.fromkeys(possible)), "possible here"))
    name = names[same[0]]
    moves = {**moment.moves, DEALER: name}
    return _settle(game, moment, DEALER, name, name, moves, chance.outcomes[same[0]][1])


def _settle(
    game: Game[P],
    moment: Moment[P],
    seat: int,
    move: Move,
    text: str,
    moves: Mapping[int, Move],
    outcome: Any,
) -> Turn[P]:
    """Carry out an outcome and say in words what it brought about."""
    _, reached = paid(outcome)
    if isinstance(reached, Decision | Simultaneous | None):
        raise GameError(
            f"position {name_of(game, moment.position)}: {text} leads to {reached!r}, not to a position"
        )
    after = lead(game, moment, moves, outcome)
    with rules_at_work(lambda: f"explain() at position {name_of(game, moment.position)}"):
        words = game.explain(moment.position, moves, reached)
    return Turn(seat, move, text, moment, after, words)


def lead(game: Game[P], moment: Moment[P], moves: Mapping[int, Move], outcome: Any) -> Moment[P]:
    """Find where an outcome leads: pay the rewards on the way, stop at a position, a lottery or the end."""
    rewards, reached = paid(outcome)
    gained = sum((_number(game, moment.position, reward) for reward in rewards), moment.gained)
    match reached:
        case Terminal(value):
            return Moment(moment.position, reached, gained + _number(game, moment.position, value), moves)
        case Chance():
            return Moment(moment.position, reached, gained, moves)
    return _arrive(game, reached, gained)


def _arrive(game: Game[P], position: P, gained: Real) -> Moment[P]:
    with rules_at_work(lambda: f"look() at position {name_of(game, position)}"):
        node = game.look(position)
        if wrong := _wrong(game, node):
            raise GameError(f"position {name_of(game, position)}: look() returned {wrong}")
    if isinstance(node, Terminal):
        return Moment(position, node, gained + _number(game, position, node.value))
    return Moment(position, node, gained)


def _wrong(game: Game[Any], node: Any) -> str:
    """Return what is wrong with the form of what ``look`` returned; nothing where it can be played."""
    match node:
        case Terminal() | Chance():
            return ""
        case Decision(player, options):
            if not isinstance(player, int) or player not in names_of(game):
                return f"a Decision where player {player!r} has the turn and is not in players"
            if not isinstance(options, Mapping):
                return f"a Decision with options {options!r}; they must be a mapping from moves to outcomes"
            return "" if options else "a Decision without options; an end is a Terminal"
        case Simultaneous(rows, columns, _):
            for moves in (rows, columns):
                if not isinstance(moves, Collection):
                    return f"a Simultaneous with moves {moves!r}; they must be a list"
                if not moves:
                    return "a Simultaneous with a player without moves; an end is a Terminal"
            return ""
    return f"{node!r}; it must be a Terminal, Chance, Decision or Simultaneous"


def _number(game: Game[P], position: P, number: Any) -> Any:
    """Return a reward, which must be a number."""
    if not isinstance(number, AnyReal):
        raise GameError(f"position {name_of(game, position)}: {number!r} is not a number")
    return number
