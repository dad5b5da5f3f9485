"""The rules in words, for a person who has never seen the game; settings as they are played."""

import textwrap
from functools import cache

from saizen.drawing import width
from saizen.games.rivals.variants import Ability, Rules

COLUMNS = 78


def ability_words(rules: Rules, ability: Ability) -> str:
    """Say what an ability does under these rules.

    >>> from saizen.games.rivals.variants import PAPER
    >>> ability_words(PAPER, Ability.GENERAL)
    "its owner's next card is 2 stronger"
    """
    return _abilities(rules.princess_takes, rules.minister_points, rules.general_bonus)[ability]


@cache
def _abilities(princess_takes: str, points: int, bonus: int) -> dict[Ability, str]:
    prize = "and wins the whole game with it" if princess_takes == "game" else "and takes the trick"
    return {
        Ability.NONE: "nothing but its strength",
        Ability.CLOWN: "the trick is a draw",
        Ability.PRINCESS: f"beats the prince, {prize}",
        Ability.SPY: "the opponent shows the next card first",
        Ability.ASSASSIN: "the weaker card wins; loses to the prince",
        Ability.MINISTER: f"the trick is worth {points} point{'s' * (points != 1)} to its owner",
        Ability.WIZARD: "the opposing card loses its ability",
        Ability.GENERAL: f"its owner's next card is {bonus} stronger",
        Ability.PRINCE: "beats the assassin, falls to the princess",
    }


def rules_in_words(rules: Rules) -> str:
    """Write the rules on lines of at most 80 columns.

    >>> from saizen.games.rivals.variants import PAPER
    >>> print(rules_in_words(PAPER).splitlines()[0])
    R-Rivals (アールライバルズ), also sold as Brave Rats.
    """
    count = len(rules.hand)
    told = [
        "R-Rivals (アールライバルズ), also sold as Brave Rats.",
        f"Blue and red hold the same {count} card{'s' * (count != 1)}. In each trick both choose one card, "
        "face down, and turn them up together. The stronger card wins the trick and a point, unless an "
        "ability says otherwise; played cards are gone. Hands are open: everybody knows what is left.",
        "\n".join(_card_lines(rules)),
        f"Whoever has {rules.points_to_win} point{'s' * (rules.points_to_win != 1)} first wins the game. "
        "A drawn trick is carried over: its points go to the winner of the next decided trick, "
        "the minister's included. When no cards are left the game is a draw.",
        "Spy: the next trick is not played face down; who has to show lays a card open, and the other "
        "answers it. Two spies, or two generals, cancel out. Two assassins, one of them stronger through a "
        f"general: the {'weaker' if rules.assassins == 'lower' else 'stronger'} wins.",
    ]
    return "\n\n".join(part if "\n" in part else "\n".join(textwrap.wrap(part, COLUMNS)) for part in told)


def _card_lines(rules: Rules) -> list[str]:
    lines = []
    for number in rules.hand:
        card = rules.cards[number]
        strength = "" if card.strength == number else f"(strength {card.strength}) "
        japanese = card.japanese + " " * (7 - width(card.japanese))
        lines.append(
            f"  {number} {card.name:9}{japanese}{strength}{ability_words(rules, card.ability)}".rstrip()
        )
    return lines
