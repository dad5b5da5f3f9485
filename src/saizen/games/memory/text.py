"""Boards and positions as text.

=====================  ==========================================================================
``(na,nf,ka,kf)``      the paper's two-player board, letters of two and four cards
``(na,nf,m)``          the paper's one-player board; ``m`` is 0, 2 or 4: the type of the known card
``4x2+2x1``            two letters of four cards, one of two; nothing known (``4x2+2x1:nothing``)
``4x2+2x1:4x1+2x1``    the same; one card of a letter of four is known, one of the letter of two
``4x2:4x1@2``          two cards of one letter of four are known
``4x2:4x1#1#3+4x1#2``  the order in which three known cards were seen, the oldest first
=====================  ==========================================================================
"""

import re
from collections import Counter

from saizen import notation
from saizen.errors import PositionError, SaizenError
from saizen.games.memory.board import Board, Kind

_NUMBER = r"[0-9]{1,4}"
_LETTERS = re.compile(rf"({_NUMBER})[x×]({_NUMBER})$")
_KNOWN = re.compile(rf"({_NUMBER})[x×]({_NUMBER})(?:@({_NUMBER})|((?:#{_NUMBER})+))?$")
MOST_TERMS = 1000
"""Terms of a board that is read."""
NOTHING = "nothing"
"""What is known of a board of which nothing is known; without it the text is that of a deck."""
VALID = (
    "write (na,nf,ka,kf), (na,nf,m) or cards x letters : what is known, such as 4x2+2x1:4x1, "
    "with numbers of at most four digits"
)


def kind_text(kind: Kind) -> str:
    """Write a kind as number of cards and what is known of it.

    >>> kind_text(Kind(4, (0, 0))), kind_text(Kind(2)), kind_text(Kind(4, (1, 3)))
    ('4@2', '2@0', '4#1#3')
    """
    return f"{kind.cards}{_marks(kind)}"


def board_text(board: Board) -> str:
    """Write a board; `parse_board` reads it back.

    >>> board_text(Board.paper(3, 1, 2, 1)), board_text(Board.deck({4: 13}))
    ('4x1+2x2:4x1+2x1', '4x13')
    """
    letters: Counter[int] = Counter()
    for kind, count in board.kinds:
        letters[kind.cards] += count
    all_of_them = "+".join(f"{cards}x{letters[cards]}" for cards in sorted(letters, reverse=True))
    known_letters = "+".join(
        f"{kind.cards}x{count}{_marks(kind) if kind.seen != (0,) else ''}"
        for kind, count in board.kinds
        if kind.known_cards
    )
    return (all_of_them or "empty") + (f":{known_letters}" if known_letters else "")


def _marks(kind: Kind) -> str:
    if any(kind.seen):
        return "".join(f"#{mark}" for mark in kind.seen)
    return f"@{kind.known_cards}"


def parse_board(text: str) -> Board:
    """Read a board in any of the forms above, or say what is wrong with it.

    >>> parse_board("(3,1,2,1)") == parse_board("4x1+2x2:4x1+2x1") == parse_board("4x1+2x2 : 2x1 + 4x1")
    True
    """
    if text.count("+") > MOST_TERMS:
        raise PositionError(f"{notation.short(text)!r}: more than {MOST_TERMS} terms; {VALID}")
    squeezed = notation.remove_blanks(text)
    if squeezed.startswith("("):
        return _parse_paper(squeezed)
    if squeezed == "empty":
        return Board(())
    all_of_them, colon, known_letters = squeezed.partition(":")
    if colon and not known_letters:
        raise PositionError(f"{text!r}: nothing follows the colon; {VALID}")
    known_letters = "" if known_letters == NOTHING else known_letters
    unknown: Counter[int] = Counter()
    for term in all_of_them.split("+"):
        match = _LETTERS.match(term)
        if not match:
            raise PositionError(f"{text!r}: cannot read {term!r}; {VALID}")
        cards = int(match[1])
        if cards < 2 or cards % 2:
            raise PositionError(
                f"{text!r}: {term!r} has letters of {cards} cards; the number must be even, 2 or more"
            )
        unknown[cards] += int(match[2])
    counts: Counter[Kind] = Counter()
    for term in known_letters.split("+") if known_letters else []:
        match = _KNOWN.match(term)
        if not match:
            raise PositionError(f"{text!r}: cannot read {term!r}; {VALID}")
        kind = _known_kind(text, term, match)
        counts[kind] += int(match[2])
        unknown[kind.cards] -= int(match[2])
        if unknown[kind.cards] < 0:
            raise PositionError(
                f"{text!r}: {term!r} knows more letters of {kind.cards} cards than lie on the table"
            )
    marks = sorted(mark for kind, count in counts.items() for mark in kind.seen for _ in range(count) if mark)
    if marks != list(range(1, len(marks) + 1)):
        raise PositionError(f"{text!r}: the order of the known cards must be #1, #2, ..., each once")
    counts.update({Kind(cards): count for cards, count in unknown.items()})
    return Board.of(counts)


def parse_deck(text: str) -> Board:
    """Read a deck: a board of which nothing is known yet.

    >>> parse_deck("4x13").cards
    52
    """
    board = parse_board(text)
    if board.hidden != board.cards:
        raise SaizenError(
            f"--deck {text}: a deck has no known cards; write it as cards x letters, such as 4x13"
        )
    return board


def _known_kind(text: str, term: str, match: re.Match[str]) -> Kind:
    cards = int(match[1])
    seen = tuple(int(mark) for mark in match[4].split("#")[1:]) if match[4] else (0,) * int(match[3] or 1)
    if len(seen) > cards:
        raise PositionError(f"{text!r}: {term!r} knows {len(seen)} cards of a letter that has {cards}")
    return Kind(cards, tuple(sorted(seen)))


def _parse_paper(text: str) -> Board:
    if not re.fullmatch(rf"\((-?{_NUMBER})(,-?{_NUMBER}){{2,3}}\)", text):
        raise PositionError(f"{text!r}: cannot read this; {VALID}")
    numbers = [int(number) for number in text[1:-1].split(",")]
    if len(numbers) == 4:
        return Board.paper(*numbers)
    na, nf, m = numbers
    if m not in (0, 2, 4):
        raise PositionError(f"{text!r}: m = {m}; it is the type of the known card: 0 (none), 2 or 4")
    if m == 4 and nf == 0:
        raise PositionError(f"{text!r}: m = 4, but no letter of four is on the table")
    if m == 2 and nf == na:
        raise PositionError(f"{text!r}: m = 2, but no letter of two is on the table")
    return Board.paper(na, nf, int(m > 0), int(m == 4))
