"""Positions as one line of text, and the hands as lists of card numbers."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise

from saizen.errors import PositionError
from saizen.games.tricks.rules import LEFT, RIGHT, TricksPosition

LARGEST_HAND = 20
"""More cards a hand than this do not fit the solver's machine words with its marks."""

_OWNER = {"a": LEFT, "b": RIGHT}


def position_text(position: TricksPosition) -> str:
    """Write a position: the cards from the strongest (``-`` for none), who leads, and the card led.

    The numbers that the cards were dealt with follow where they are not 1 to 2n.

    >>> position_text(TricksPosition("AABBbaba", RIGHT, 4))
    'AABBbaba lead=R led=4'
    >>> position_text(TricksPosition("ABab", RIGHT, 3, (1, 2, 4, 7)))
    'ABab lead=R led=4 dealt=7,4,2,1'
    """
    led = "" if position.led is None else f" led={position.number(position.led)}"
    numbers = _numbers(position)
    dealt = "" if numbers is None else f" dealt={','.join(map(str, reversed(numbers)))}"
    return f"{position.cards or '-'} lead={position.lead}{led}{dealt}"


def _numbers(position: TricksPosition) -> tuple[int, ...] | None:
    """Return the numbers that the cards were dealt with; None where these are their ranks."""
    ranks = tuple(range(1, len(position.cards) + 1))
    return None if position.dealt in (None, ranks) else position.dealt


def parse_position(text: str) -> TricksPosition:
    """Read a position text; who leads is Left unless it says ``lead=R``.

    >>> parse_position("AABBbaba lead=R led=4")
    TricksPosition(cards='AABBbaba', lead='R', led=4)
    >>> parse_position("ABab lead=R led=4 dealt=7,4,2,1")
    TricksPosition(cards='ABab', lead='R', led=3)
    >>> parse_position("AABA lead=L")
    Traceback (most recent call last):
    saizen.errors.PositionError: 'AABA lead=L': Left has 3 cards and Right 1; both need the same number
    """
    words = text.split()
    if not words or "=" in words[0]:
        raise PositionError(f"{text!r}: a position begins with its cards, such as 'AABBbaba lead=L'")
    cards = "" if words[0] == "-" else words[0]
    said: dict[str, str] = {}
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if key in said or not equals or key not in ("lead", "led", "dealt"):
            raise PositionError(
                f"{text!r}: {word!r} is not understood; lead=L, lead=R, led=CARD or dealt=CARD,CARD,... may "
                "follow"
            )
        said[key] = value
    dealt = _read_dealt(said["dealt"], len(cards), text) if "dealt" in said else None
    position = check_position(TricksPosition(cards, said.get("lead", LEFT), None, dealt), text)
    return position.with_led(_read_led(said["led"], position, text)) if "led" in said else position


def _read_dealt(value: str, count: int, text: str) -> tuple[int, ...]:
    """Read the numbers that the cards were dealt with, from the strongest to the weakest."""
    if not re.fullmatch(r"[0-9]{1,4}(,[0-9]{1,4})*", value):
        raise PositionError(f"{text!r}: dealt={value} is not a list of card numbers such as dealt=7,4,2,1")
    numbers = tuple(reversed([int(number) for number in value.split(",")]))
    if len(numbers) != count:
        raise PositionError(f"{text!r}: dealt={value} has {len(numbers)} numbers for {count} cards")
    return numbers


def _read_led(value: str, position: TricksPosition, text: str) -> int:
    """Return the rank of the card led, which is written by the number it was dealt with."""
    if not re.fullmatch(r"[0-9]{1,4}", value):
        raise PositionError(f"{text!r}: led={value} is not a card number")
    hand = position.hand(position.lead)
    rank = {position.number(card): card for card in hand}.get(int(value))
    if rank is None:
        held = ",".join(str(position.number(card)) for card in hand)
        raise PositionError(f"{text!r}: led={value} is not a card of the leader, who holds {held}")
    return rank


def check_position(position: TricksPosition, text: str | None = None) -> TricksPosition:
    """Return the position if it is one; else say, in one line, what is wrong with it."""
    shown = repr(position_text(replace(position, dealt=None)) if text is None else text)
    wrong = sorted(set(position.cards) - set("AaBb"))
    if wrong:
        raise PositionError(f"{shown}: {wrong[0]!r} is not a card; cards are A, a (Left's), B, b (Right's)")
    left, right = (sum(_OWNER[c.lower()] == player for c in position.cards) for player in (LEFT, RIGHT))
    if left != right:
        raise PositionError(f"{shown}: Left has {left} cards and Right {right}; both need the same number")
    if left > LARGEST_HAND:
        raise PositionError(f"{shown}: {left} cards a hand; at most {LARGEST_HAND} can be solved")
    if position.lead not in (LEFT, RIGHT):
        raise PositionError(f"{shown}: lead={position.lead} is not a player; the players are L and R")
    numbers = range(1, len(position.cards) + 1) if position.dealt is None else position.dealt
    if len(numbers) != len(position.cards) or any(high <= low for low, high in pairwise((0, *numbers))):
        listed = ",".join(map(str, reversed(numbers)))
        raise PositionError(
            f"{shown}: dealt={listed} are not the numbers of {len(position.cards)} cards, the strongest first"
        )
    if position.led is not None and position.led not in position.hand(position.lead):
        hand = ",".join(map(str, position.hand(position.lead)))
        raise PositionError(f"{shown}: led={position.led} is not a card of the leader, who holds {hand}")
    return position


def deal(left: str, right: str, score: str, lead: str = LEFT, led: int | None = None) -> TricksPosition:
    """Make a position from two lists of card numbers and the score cards.

    >>> position_text(deal("8,7,3,1", "6,5,4,2", "4"))
    'AABBbaba lead=L'
    """
    hands = {LEFT: _cards(left, "left"), RIGHT: _cards(right, "right")}
    everything = hands[LEFT] + hands[RIGHT]
    twice = sorted(card for card, times in Counter(everything).items() if times > 1)
    if twice:
        raise PositionError(f"card {twice[0]} is dealt twice: --left {left} --right {right}")
    if len(hands[LEFT]) != len(hands[RIGHT]):
        raise PositionError(
            f"--left {left} has {len(hands[LEFT])} cards and --right {right} {len(hands[RIGHT])}; "
            "both need the same number"
        )
    size = len(everything)
    if set(everything) != set(range(1, size + 1)):
        missing = min(set(range(1, size + 1)) - set(everything))
        raise PositionError(f"--left {left} --right {right}: card {missing} of 1 to {size} is missing")
    counts = score_set(score, size)
    letters = {card: letter for player, letter in ((LEFT, "a"), (RIGHT, "b")) for card in hands[player]}
    cards = "".join(letters[card].upper() if card in counts else letters[card] for card in range(size, 0, -1))
    return check_position(TricksPosition(cards, lead, led))


def score_set(text: str, size: int) -> frozenset[int]:
    """Read which of the cards 1 to ``size`` count.

    ``4`` means the strongest four, ``bottom:4`` the weakest four, ``3..6`` the cards 3 to 6, and
    ``8,5,2`` these cards.

    >>> [sorted(score_set(text, 8)) for text in ("3", "bottom:2", "3..5", "8,2")]
    [[6, 7, 8], [1, 2], [3, 4, 5], [2, 8]]
    """
    if "," in text:
        listed = _cards(text, "score")
        cards = frozenset(listed)
        if len(cards) < len(listed):
            raise PositionError(f"--score {text}: a card is named twice")
    elif match := re.fullmatch(r"([0-9]{1,3})\.\.([0-9]{1,3})", text):
        cards = frozenset(range(int(match[1]), int(match[2]) + 1))
        if not cards:
            raise PositionError(f"--score {text}: the range is empty; write the smaller number first")
    elif match := re.fullmatch(r"(bottom:)?([0-9]{1,3})", text):
        count = int(match[2])
        if count > size:
            raise PositionError(
                f"--score {text}: there are only {size} cards, so 0 to {size} can be score cards"
            )
        cards = frozenset(range(1, count + 1) if match[1] else range(size - count + 1, size + 1))
    else:
        raise PositionError(f"--score {text}: use a number such as 4, bottom:4, 3..6 or a list such as 8,5,2")
    outside = sorted(card for card in cards if not 1 <= card <= size)
    if outside:
        raise PositionError(f"--score {text}: card {outside[-1]} is not one of 1 to {size}")
    return cards


def _cards(text: str, option: str) -> list[int]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    for word in words:
        if not re.fullmatch(r"[0-9]{1,3}", word):
            raise PositionError(f"--{option} {text}: {word!r} is not a card number")
    return [int(word) for word in words]
