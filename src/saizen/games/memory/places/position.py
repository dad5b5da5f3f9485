"""A moment at a real table: which card lies where, as far as it was seen; and its text.

``4x1+2x2 | ? A ? ? b b ? ? | second score=1-0 first=2`` is a table of that deck with eight places. ``?``
was not seen (or is forgotten), ``A`` was seen, ``b`` is gone. Letters are named by the number of their
cards, the largest first: here A has four cards, B and C two.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import Any

from saizen.errors import PositionError
from saizen.game import MAX, MIN
from saizen.notation import short

UNSEEN = "?"


@dataclass(frozen=True, slots=True)
class TablePosition:
    """A moment at the table. Two are equal when the game continues in the same way."""

    cards: tuple[str, ...] = field(compare=False)
    """By place: ``?``, the letter of a card that was seen, or in small letters one that is gone."""
    mover: int = MAX
    lead: int = 0
    turned: int | None = None
    """The place of the card that lies open, from 1."""
    fresh: bool = False
    """Whether the open card had not been known before."""
    passed: bool = False
    """The turn before was a 0-move."""
    choosing: bool = False
    """The turn is over; the player chooses which card stays remembered."""
    score: tuple[int, ...] = field(default=(0, 0), compare=False)
    """For people: the pairs of both players, or the turns of one."""
    over: bool = False
    """Nobody gains by turning another card; such a position is only drawn."""
    lying: tuple[tuple[str, ...], tuple[str, ...]] = field(init=False, repr=False)
    """What lies where, and the letters of the cards that are gone, wherever they lay."""

    def __post_init__(self) -> None:
        """Note what counts when positions are compared."""
        lying, gone = self.cards, tuple(sorted(filter(str.islower, self.cards)))
        if gone:
            lying = tuple("." if card.islower() else card for card in self.cards)
        object.__setattr__(self, "lying", (lying, gone))

    def is_gone(self, place: int) -> bool:
        """Return whether the card of a place was taken."""
        return self.cards[place - 1].islower()

    def is_seen(self, place: int) -> bool:
        """Return whether the letter at a place is known."""
        return self.cards[place - 1].isupper()

    @property
    def letter(self) -> str | None:
        """The letter of the card that lies open."""
        return None if self.turned is None else self.cards[self.turned - 1]

    @property
    def left(self) -> list[int]:
        """The places where cards lie."""
        return [place for place, card in enumerate(self.cards, 1) if not card.islower()]

    def known_places(self, letter: str | None = None) -> list[int]:
        """Return the places whose cards are known, of one letter or of all."""
        return [
            place
            for place, card in enumerate(self.cards, 1)
            if card.isupper() and (letter is None or card == letter)
        ]


def letter_names(count: int) -> list[str]:
    """Name letters A to Z, then A1, B1 and so on.

    >>> letter_names(28)[-3:]
    ['Z', 'A1', 'B1']
    """
    return [
        ascii_uppercase[number % 26] + (str(number // 26) if number >= 26 else "") for number in range(count)
    ]


def table_text(position: TablePosition, deck: str, players: int, usual_lead: int = 0) -> str:
    """Write a table; a lead is written unless it is 0, as usual.

    >>> table_text(TablePosition(("A", "?", "b", "b"), MIN, score=(1, 0)), "2x2", players=2)
    '2x2 | A ? b b | second score=1-0'
    """
    words = ["second"] * (position.mover == MIN and players == 2)
    words += [f"lead={position.lead}"] * (position.lead != 0 or usual_lead != 0)
    if position.turned is not None:
        words.append(f"{'first' if position.fresh else 'again'}={position.turned}")
    words += ["passed"] * position.passed
    words += ["choose"] * position.choosing
    if any(position.score):
        words.append(
            f"turns={position.score[0]}" if players == 1 else f"score={position.score[0]}-{position.score[1]}"
        )
    parts = [deck, " ".join(position.cards), *([" ".join(words)] if words else [])]
    return " | ".join(parts)


def parse_table(text: str, letters: Mapping[str, int], players: int, usual_lead: int = 0) -> TablePosition:
    """Read what stands after the deck: cards by place, then words; ``letters`` counts each letter's cards.

    The player to move has the usual lead if no other is given.
    """
    parts = [part.strip() for part in text.split("|")]
    if len(parts) not in (2, 3):
        raise PositionError(f"{short(text)!r}: a table is DECK | CARDS | WORDS, as 2x2 | A ? b b | second")
    cards = tuple(_CARD.findall(parts[1]))
    if "".join(cards) != "".join(parts[1].split()):
        raise PositionError(f"{short(text)!r}: a card is ? (not seen), A (seen) or a (gone)")
    _check_cards(text, cards, letters)
    read: dict[str, Any] = {
        "mover": MIN if players == 1 else MAX,
        "score": (0,) if players == 1 else (0, 0),
    }
    for word in parts[2].split() if len(parts) == 3 else []:
        key, _, value = word.partition("=")
        allowed = _ONE if players == 1 else _TWO
        if not _WORD.fullmatch(word) or key not in allowed:
            valid = ", ".join(allowed.values())
            raise PositionError(f"{short(word)!r}: not part of a table; after the cards come {valid}")
        read.update(_READ[key](value))
    read.setdefault("lead", -usual_lead if read["mover"] == MIN else usual_lead)
    return TablePosition(cards, **read)


def _check_cards(text: str, cards: tuple[str, ...], letters: Mapping[str, int]) -> None:
    places = sum(letters.values())
    if len(cards) != places:
        raise PositionError(f"{short(text)!r}: {len(cards)} cards, but the deck has {places}")
    for name, count in Counter(card.upper() for card in cards if card != UNSEEN).items():
        if name not in letters:
            raise PositionError(f"{short(text)!r}: the deck's letters are {_span(letters)}, not {name}")
        if count > letters[name]:
            raise PositionError(f"{short(text)!r}: {count} cards {name}, but the deck has {letters[name]}")
    for name, count in Counter(card for card in cards if card.islower()).items():
        if count % 2:
            raise PositionError(f"{short(text)!r}: {count} cards {name.upper()} are gone; they go in pairs")


def _span(letters: Mapping[str, int]) -> str:
    names = list(letters)
    return f"{names[0]} to {names[-1]}" if len(names) > 1 else "".join(names) or "none"


def _turned(value: str, fresh: bool) -> dict[str, Any]:
    return {"turned": int(value), "fresh": fresh}


_CARD = re.compile(r"\?|[A-Za-z][0-9]*")
_WORD = re.compile(
    r"second|passed|choose|lead=-?[0-9]{1,4}|(first|again|turns)=[0-9]{1,6}|score=[0-9]{1,4}-[0-9]{1,4}"
)
_READ: dict[str, Callable[[str], dict[str, Any]]] = {
    "second": lambda _: {"mover": MIN},
    "lead": lambda value: {"lead": int(value)},
    "first": lambda value: _turned(value, True),
    "again": lambda value: _turned(value, False),
    "passed": lambda _: {"passed": True},
    "choose": lambda _: {"choosing": True},
    "score": lambda value: {"score": tuple(map(int, value.split("-")))},
    "turns": lambda value: {"score": (int(value),)},
}
_ONE = {"first": "first=PLACE", "again": "again=PLACE", "choose": "choose", "turns": "turns=N"}
_TWO = {
    "second": "second",
    "lead": "lead=N",
    "first": "first=PLACE",
    "again": "again=PLACE",
    "passed": "passed",
    "score": "score=N-N",
}
