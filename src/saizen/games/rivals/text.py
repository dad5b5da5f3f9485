"""Positions as text: ``OWN/OPP POINTS STAKES [spy+|spy-] [gen+|gen-] [seen=C]``, from the side of "me".

With ``spy+`` the card seen is the opponent's and I reply; with ``spy-`` it is mine and the opponent replies.
"""

import re

from saizen.errors import PositionError
from saizen.games.rivals.rules import RivalsPosition
from saizen.games.rivals.variants import Rules

FORM = "OWN/OPP POINTS STAKES [spy+|spy-] [gen+|gen-] [seen=C], such as 34567/12346 0-3 1-1 spy+ seen=3"


def write(position: RivalsPosition) -> str:
    """Write a position.

    >>> write(RivalsPosition(frozenset({6, 7}), frozenset({4, 7}), 3, 2, spy=-1))
    '67/47 3-2 1-1 spy-'
    """
    hands = "/".join("".join(map(str, sorted(hand))) for hand in (position.mine, position.yours))
    words = [
        hands,
        f"{position.my_points}-{position.your_points}",
        f"{position.my_stake}-{position.your_stake}",
    ]
    if position.spy:
        words.append("spy+" if position.spy > 0 else "spy-")
    if position.general:
        words.append("gen+" if position.general > 0 else "gen-")
    if position.seen is not None:
        words.append(f"seen={position.seen}")
    return " ".join(words)


def read(text: str, rules: Rules) -> RivalsPosition:
    """Read a position and check everything that can be checked without solving.

    >>> from saizen.games.rivals.variants import PAPER
    >>> read("67/47 3-2 1-1 spy-", PAPER).spy
    -1
    >>> read("667/47 3-2 1-1", PAPER)
    Traceback (most recent call last):
    saizen.errors.PositionError: '667/47 3-2 1-1': card 6 stands twice in hand 667
    """
    words = text.split()
    if len(words) < 3:
        raise PositionError(f"{text!r} is not of the form {FORM}")
    mine, yours = _hands(words[0], text, rules)
    my_points, your_points = _pair(words[1], text, "points")
    win = rules.points_to_win
    for points in (my_points, your_points):
        if points >= win:
            raise PositionError(f"{text!r}: {points} points end the game; points are 0 to {win - 1} here")
    my_stake, your_stake = _pair(words[2], text, "stakes")
    for stake, points in ((my_stake, my_points), (your_stake, your_points)):
        if not 1 <= stake <= win - points:
            raise PositionError(
                f"{text!r}: a stake of {stake} with {points} points; stakes there are 1 to {win - points} "
                f"(never more than what is missing to {win})"
            )
    flags: dict[str, str] = {}
    for word in words[3:]:
        if word in ("spy+", "spy-", "gen+", "gen-"):
            kind, value = word[:3], word[3]
        elif re.fullmatch(r"seen=[0-7]", word):
            kind, value = "seen", word[5]
        else:
            raise PositionError(f"{text!r}: {word!r} is none of spy+, spy-, gen+, gen-, seen=C")
        if kind in flags:
            raise PositionError(f"{text!r}: {kind} is given twice")
        flags[kind] = value
    seen = int(flags["seen"]) if "seen" in flags else None
    if seen is not None:
        _check_seen(seen, flags.get("spy"), mine, yours, text)
    sign = {"+": 1, "-": -1, None: 0}
    spy, general = sign[flags.get("spy")], sign[flags.get("gen")]
    return RivalsPosition(mine, yours, my_points, your_points, my_stake, your_stake, spy, general, seen)


def _check_seen(seen: int, spy: str | None, mine: frozenset[int], yours: frozenset[int], text: str) -> None:
    """Refuse a shown card that its owner does not hold: the opponent's with spy+, mine with spy-."""
    if spy is None:
        raise PositionError(
            f"{text!r}: seen={seen} without spy+ or spy-: only a spy makes a player show a card first"
        )
    if spy == "+" and seen not in yours:
        raise PositionError(f"{text!r}: seen={seen} is not in the opponent's hand {_digits(yours)}")
    if spy == "-" and seen not in mine:
        raise PositionError(
            f"{text!r}: seen={seen} is not in my hand {_digits(mine)}; "
            "with spy- it is my card that is shown, with spy+ the opponent's"
        )


def _digits(hand: frozenset[int]) -> str:
    return "".join(map(str, sorted(hand)))


def _hands(word: str, text: str, rules: Rules) -> tuple[frozenset[int], frozenset[int]]:
    halves = word.split("/")
    if len(halves) != 2 or not all(halves):
        raise PositionError(f"{text!r}: {word!r} is not two hands OWN/OPP, such as 34567/12346")
    hands = []
    for half in halves:
        for digit in half:
            if digit not in "01234567":
                raise PositionError(f"{text!r}: {digit!r} in hand {half} is not a card number 0 to 7")
            if half.count(digit) > 1:
                raise PositionError(f"{text!r}: card {digit} stands twice in hand {half}")
            if int(digit) not in rules.hand:
                in_play = _digits(frozenset(rules.hand))
                raise PositionError(f"{text!r}: card {digit} is not in play; these rules have {in_play}")
        hands.append(frozenset(map(int, half)))
    if len(hands[0]) != len(hands[1]):
        raise PositionError(
            f"{text!r}: hands of {len(hands[0])} and {len(hands[1])} cards; both must be equal"
        )
    return hands[0], hands[1]


def _pair(word: str, text: str, what: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,2})-(\d{1,2})", word, re.ASCII)
    if not match:
        raise PositionError(f"{text!r}: {what} {word!r} are not two numbers MINE-YOURS, such as 0-3")
    return int(match[1]), int(match[2])
