"""The rules of section 1 as they are written, card by card, and the tricks that sections 4.5 and 4.6 play."""

from collections.abc import Iterator, Mapping
from typing import Any

from saizen.games.rivals.rules import RivalsPosition, after, duel
from saizen.games.rivals.solved import RivalsSolution
from saizen.games.rivals.text import read, write
from saizen.games.rivals.variants import Rules
from saizen.papers.report import Check, claimed, compared

CLOWN, PRINCESS, SPY, ASSASSIN, MINISTER, WIZARD, GENERAL, PRINCE = range(8)
BONUS = 2


def told_duel(mine: int, yours: int, general: int) -> tuple[int, bool]:
    """Decide a trick by the words of section 1: 1, 0 or -1 for me, and whether it decides the game.

    >>> told_duel(PRINCESS, PRINCE, 0), told_duel(ASSASSIN, ASSASSIN, 1)
    ((1, True), (-1, False))
    """
    strength = mine - yours + BONUS * general
    stronger = (strength > 0) - (strength < 0)
    if CLOWN in (mine, yours):  # loses against the wizard, else it is a draw
        if WIZARD in (mine, yours):
            return (1 if mine == WIZARD else -1), False
        return 0, False
    if WIZARD in (mine, yours):  # the other card has no ability
        return stronger, False
    if {mine, yours} == {PRINCESS, PRINCE}:  # wins not only the trick but the game
        return (1 if mine == PRINCESS else -1), True
    if ASSASSIN in (mine, yours):  # loses against the prince, else the smaller strength wins
        if PRINCE in (mine, yours):
            return (1 if mine == PRINCE else -1), False
        return -stronger, False
    return stronger, False


def compare_tricks(
    printed: Mapping[str, Any], paper: RivalsSolution, turned: RivalsSolution
) -> Iterator[Check]:
    """Compare the words on each card with the rules that are solved, and the tricks of the examples."""
    rules = paper.rules
    for card in range(8):
        cases = [(other, bonus) for other in range(8) for bonus in (-1, 0, 1)]
        same = all(duel(rules, card, *case) == told_duel(card, *case) for case in cases)
        name = rules.cards[card].japanese
        yield claimed("section 1", f"{name} ({card}) against every card, either stronger by 2 or none", same)
    for play in printed["section1"]["play"]:
        yield compared("section 1", play["what"], play["then"], _then(rules, play["cards"]))
    section = printed["section4_5"]
    start = read(section["position"], rules)
    assert start.seen is not None
    following = after(rules, start, section["best"], start.seen)
    what = f"after card {section['best']} in {section['position']}"
    yield compared("section 4.5", what, section["then"], _text(following))
    section = printed["section4_6"]
    for solved, name in ((paper, "paper"), (turned, "assassin-reversed")):
        what = f"after {_words(section['history'])}, {name}"
        yield compared("section 4.6", what, section["then"][name], _then(solved.rules, section["history"]))
        position = read(section["position"], solved.rules)
        winning = sorted(str(choice.move) for choice in solved.moves(position) if choice.value == 1)
        what = f"cards that win in {section['position']}, {name}"
        yield compared("section 4.6", what, section["wins"][name], " ".join(winning) or "none")


def _words(cards: list[list[int]]) -> str:
    return ", ".join(f"{mine} on {yours}" for mine, yours in cards)


def _then(rules: Rules, cards: list[list[int]]) -> str:
    """Play tricks from the beginning, each my card and yours."""
    hand = frozenset(rules.hand)
    position: Any = RivalsPosition(hand, hand)
    for mine, yours in cards:
        position = after(rules, position, mine, yours)
    return _text(position)


def _text(outcome: Any) -> str:
    return write(outcome) if isinstance(outcome, RivalsPosition) else f"game over, {outcome.value}"
