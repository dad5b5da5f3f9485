"""Positions of the solitaire as text: foundation sizes / stacks, bottom to top / drawn card.

``A2 B4 C0 D3 / 85QA 9AQJ6 KK95J / 3``: foundation A has two cards, B four, C none, D three; three stacks;
a 3 was drawn. ``-`` is an empty stack. Before a card is drawn the last part is left out.
"""

import re

from saizen.errors import MoveError, PositionError
from saizen.game import Move as GameMove
from saizen.game import legal_moves
from saizen.games.calculation.rules import (
    FOUNDATIONS,
    RANKS,
    Calculation,
    CalculationPosition,
    Lay,
    Move,
    Put,
)
from saizen.notation import not_among

VALID = "write foundations / stacks / drawn card, such as A2 B4 C0 D3 / 85QA 9AQJ6 KK95J / 3"


def rank_text(ranks: tuple[int, ...]) -> str:
    """Write the ranks of a stack, bottom to top.

    >>> rank_text((8, 5, 12, 1)), rank_text(())
    ('85QA', '-')
    """
    return "".join(RANKS[rank - 1] for rank in ranks) or "-"


def position_text(position: CalculationPosition) -> str:
    """Write a position; `parse_position` reads it back.

    >>> position_text(CalculationPosition((2, 0), ((8, 5), ()), drawn=3))
    'A2 B0 / 85 - / 3'
    """
    sizes = " ".join(f"{FOUNDATIONS[f]}{size}" for f, size in enumerate(position.foundations))
    parts = [sizes, " ".join(map(rank_text, position.stacks))]
    if position.drawn is not None:
        parts.append(rank_text((position.drawn,)))
    return " / ".join(parts)


def parse_ranks(word: str, text: str, ranks: int) -> tuple[int, ...]:
    """Read the ranks of a stack; ``text`` is the whole position, for the error message."""
    if word == "-":
        return ()
    for name in word:
        if name not in RANKS[:ranks]:
            raise PositionError(
                f"{text!r}: {name!r} in {word!r} is not a rank; the ranks are {RANKS[:ranks]}"
            )
    return tuple(RANKS.index(name) + 1 for name in word)


def parse_position(text: str, game: Calculation) -> CalculationPosition:
    """Read a position of some variant; say what is wrong with it.

    >>> parse_position("A2 B4 C0 D3 / 85QA 9AQJ6 KK95J - / 3", Calculation()).stacks[0]
    (8, 5, 12, 1)
    """
    variant = game.variant
    parts = [part.split() for part in text.upper().split("/", 3)]
    if len(parts) not in (2, 3) or (len(parts) == 3 and len(parts[2]) != 1):
        raise PositionError(f"{text!r}: cannot read this; {VALID}")
    names = FOUNDATIONS[: len(variant.steps)]
    matches = [re.fullmatch(r"([A-F])(\d{1,2})", word) for word in parts[0]]
    if [match and match[1] for match in matches] != list(names):
        raise PositionError(
            f"{text!r}: the foundations must be {' '.join(names)}, each with its size; {VALID}"
        )
    sizes = tuple(int(match[2]) for match in matches if match)
    if max(sizes) > variant.ranks:
        raise PositionError(f"{text!r}: a foundation has {max(sizes)} cards; {variant.ranks} complete it")
    if len(parts[1]) != variant.stacks:
        raise PositionError(
            f"{text!r}: {len(parts[1])} stacks where the game has {variant.stacks}; write - for an empty one"
        )
    stacks = tuple(parse_ranks(word, text, variant.ranks) for word in parts[1])
    drawn = parse_ranks(parts[2][0], text, variant.ranks) if len(parts) == 3 else None
    if drawn is not None and len(drawn) != 1:
        raise PositionError(f"{text!r}: one card is drawn at a time, not {parts[2][0]!r}")
    position = CalculationPosition(sizes, stacks, drawn[0] if drawn else None)
    for rank, left in game.deck(position).items():
        if left < 0:
            most = len(variant.steps)
            raise PositionError(f"{text!r}: {most - left} cards of rank {RANKS[rank - 1]}; there are {most}")
    return position


def short_action(action: GameMove) -> str:
    """Write an action in short.

    >>> [short_action(action) for action in (Put(2), Lay(0), Move(6, 0, 2), "DRAW")]
    ['C', '1', '1C', 'd']
    """
    match action:
        case Put(foundation):
            return FOUNDATIONS[foundation]
        case Lay(stack):
            return str(stack + 1)
        case Move(_, stack, foundation):
            return f"{stack + 1}{FOUNDATIONS[foundation]}"
    return "d"


def parse_action(text: str, game: Calculation, position: CalculationPosition) -> GameMove:
    """Read a legal action at a position; small letters, blanks and missing quotes do not matter.

    ``D`` is a foundation while a card is drawn, and draws the next one when none is.

    >>> parse_action("move(6, 1, c)", Calculation(), Calculation().parse("A0 B0 C1 D0 / 6 - - -"))
    Move(rank=6, stack=0, foundation=2)
    """
    plain = _plain(text)
    moves = list(legal_moves(game.look(position)))
    for move in moves:
        if plain in (_plain(str(move)), short_action(move).upper()):
            return move
    raise MoveError(not_among(text, [str(move) for move in moves], "a move here"))


def _plain(text: str) -> str:
    return re.sub(r"[\s'\u2018\u2019]", "", text).upper()
