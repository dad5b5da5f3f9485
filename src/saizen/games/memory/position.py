"""A moment of the game, the age of remembered cards, and both as text."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from saizen.errors import PositionError
from saizen.game import MAX, MIN
from saizen.games.memory.board import Board, Kind
from saizen.games.memory.text import NOTHING, board_text, kind_text, parse_board

FIRST, SECOND = 1_000_001, 1_000_002
"""Marks of the cards turned in the running turn where age decides: younger than all others."""


@dataclass(frozen=True, slots=True)
class MemoryPosition:
    """A moment of the game; ``lead`` is MAX's pairs minus MIN's where the objective needs it."""

    board: Board
    mover: int = MAX
    lead: int = 0
    first: Kind | None = None
    """The letter of the card that lies open, counted with that card as known; it was not known before."""
    passed: bool = False
    """The turn before was a 0-move."""
    choosing: bool = False
    """The turn is over; the mover chooses which cards stay remembered."""
    over: bool = False
    """Nobody gains by turning another card; such a position is only drawn."""


def ages(board: Board, memory: int | None) -> dict[int, int]:
    """Return 1, 2, ... for the ``memory`` youngest marks (all for ``None``), the oldest first."""
    marks = sorted(mark for kind, _ in board.kinds for mark in kind.seen)
    newest = marks if memory is None else marks[max(0, len(marks) - memory) :]
    return {mark: age for age, mark in enumerate(newest, 1)}


def renumber_cards(board: Board, memory: int | None) -> Board:
    """Forget all but the ``memory`` youngest cards and number the rest 1, 2, ... by age.

    >>> renumber_cards(parse_board("4x1+2x2:4x1#1+2x1#2+2x1#3"), 2)
    Board('4x1+2x2:2x1#2+2x1#1')
    """
    number = ages(board, memory)
    counts: dict[Kind, int] = {}
    for kind, count in board.kinds:
        new = Kind(kind.cards, tuple(sorted(number[mark] for mark in kind.seen if mark in number)))
        counts[new] = counts.get(new, 0) + count
    return Board.of(counts)


def position_text(position: MemoryPosition, players: int, usual_lead: int = 0) -> str:
    """Write a position: the board, then what differs from the plain start of MAX's turn.

    A lead is written unless it is 0, as usual.

    >>> position_text(MemoryPosition(Board.paper(2, 0, 1, 0), MIN, lead=-1), players=2)
    '2x2:2x1 min lead=-1'
    >>> position_text(MemoryPosition(Board.deck({2: 3})), players=2)
    '2x3:nothing'
    """
    board, first = position.board, position.first
    if any(mark for kind, _ in board.kinds for mark in kind.seen):
        number = ages(board, None)
        first = first and Kind(first.cards, tuple(number[mark] for mark in first.seen))
        board = renumber_cards(board, None)
    words = [board_text(board)]
    words += ["min"] * (position.mover == MIN and players == 2)
    words += [f"lead={position.lead}"] * (position.lead != 0 or usual_lead != 0)
    words += [f"first={kind_text(first)}"] if first else []
    words += ["passed"] * position.passed
    words += ["choose"] * position.choosing
    if len(words) == 1 and board.cards == board.hidden > 0:
        return f"{words[0]}:{NOTHING}"  # the bare board would be read as the deck of a table
    return " ".join(words)


def parse_position(text: str, players: int, usual_lead: int = 0) -> MemoryPosition:
    """Read a position as `position_text` writes it; where no lead is given, the mover has the usual one.

    >>> parse_position("2x2:2x1 min lead=-1", players=2).lead
    -1
    """
    board, words = split_position(text)
    read: dict[str, Any] = {"mover": MIN if players == 1 else MAX}
    for word in words:
        key, _, value = word.partition("=")
        try:
            read.update(_WORDS[key](value))
        except (KeyError, ValueError):
            valid = "min, lead=N, first=KIND, passed, choose"
            raise PositionError(f"{word!r}: not part of a position; after the board come {valid}") from None
    if players == 1 and "min" in words:
        raise PositionError(f"{text!r}: one player has every turn; leave out 'min'")
    read.setdefault("lead", -usual_lead if read["mover"] == MIN else usual_lead)
    position = MemoryPosition(parse_board(board), **read)
    first = position.first
    if first is not None and not first.known_cards:
        raise PositionError(f"{text!r}: the card that lies open counts as known, such as first=2@1")
    if first is not None and first not in dict(position.board.kinds):
        raise PositionError(f"{text!r}: the board has no letter of the kind that lies open")
    if first is not None and any(first.seen):
        if first.seen[-1] != max(mark for kind, _ in position.board.kinds for mark in kind.seen):
            raise PositionError(f"{text!r}: the card that lies open must be the one seen last")
        young = Kind(first.cards, (*first.seen[:-1], FIRST))
        position = replace(position, board=position.board.change((first, young)), first=young)
    return position


def split_position(text: str) -> tuple[str, list[str]]:
    """Part the board, which may have spaces in it, from the words after it.

    >>> split_position("4x1 + 2x2 : 2x1 min lead=-1")
    ('4x1 + 2x2 : 2x1', ['min', 'lead=-1'])
    """
    words = text.split()
    begin = next(
        (i for i, word in enumerate(words) if i and _A_WORD.match(word) and word != NOTHING), len(words)
    )
    return " ".join(words[:begin]), words[begin:]


_A_WORD = re.compile(r"[a-wyz]|x[^0-9]", re.IGNORECASE)
"""What begins like a word; an x with or without numbers is part of a board, as in ``4 x 2``."""


def _read_kind(text: str) -> Kind:
    if not _KIND.fullmatch(text):
        raise ValueError(text)
    cards, at, known_cards = text.partition("@")
    if at:
        return Kind(int(cards), (0,) * int(known_cards))
    cards, *marks = text.split("#")
    return Kind(int(cards), tuple(int(mark) for mark in marks))


_KIND = re.compile(r"[0-9]{1,4}(@[0-9]{1,4}|(#[0-9]{1,4})+)")
_WORDS: dict[str, Callable[[str], dict[str, Any]]] = {
    "min": lambda _: {"mover": MIN},
    "lead": lambda value: {"lead": int(value)},
    "first": lambda value: {"first": _read_kind(value)},
    "passed": lambda _: {"passed": True},
    "choose": lambda _: {"choosing": True},
}
