"""The rules of R-Rivals as data: the cards, their strengths and abilities, and the other settings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Literal

from saizen.errors import SaizenError


class Ability(StrEnum):
    """What a card does besides its strength; a wizard on the other side undoes it."""

    NONE = "none"
    CLOWN = "clown"
    """The trick is a draw."""
    PRINCESS = "princess"
    """Wins against a prince, and the whole game with it."""
    SPY = "spy"
    """The other player shows the next card first; two spies cancel out."""
    ASSASSIN = "assassin"
    """The weaker card wins; a prince is immune and beats the assassin."""
    MINISTER = "minister"
    """This trick is worth two points to its owner, also when it is carried over."""
    WIZARD = "wizard"
    """The opposing card loses its ability."""
    GENERAL = "general"
    """The owner's next card is two stronger."""
    PRINCE = "prince"
    """Immune to the assassin, falls to the princess."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card's name, strength and ability; its number is its place in `Rules.cards`."""

    name: str
    japanese: str
    strength: int
    ability: Ability


CARDS = tuple(
    Card(ability.value, japanese, strength, ability)
    for strength, (ability, japanese) in enumerate(
        (
            (Ability.CLOWN, "道化"),
            (Ability.PRINCESS, "姫"),
            (Ability.SPY, "密偵"),
            (Ability.ASSASSIN, "暗殺者"),
            (Ability.MINISTER, "大臣"),
            (Ability.WIZARD, "魔術師"),
            (Ability.GENERAL, "将軍"),
            (Ability.PRINCE, "王子"),
        )
    )
)

MAX_STRENGTH = 50
MAX_POINTS = 12


@dataclass(frozen=True)
class Rules:
    """Everything that can be varied; the defaults are the rules of the paper."""

    cards: tuple[Card, ...] = CARDS
    removed: frozenset[int] = frozenset()
    """Numbers of cards that neither player holds."""
    points_to_win: int = 4
    general_bonus: int = 2
    minister_points: int = 2
    assassins: Literal["lower", "higher"] = "lower"
    """Which of two assassins wins when a general made one stronger."""
    princess_takes: Literal["game", "trick"] = "game"

    def __post_init__(self) -> None:
        _need(
            len(self.cards) == len(CARDS), "cards", len(self.cards), "8 cards (use removed to leave one out)"
        )
        for card in self.cards:
            valid = isinstance(card.strength, int) and 0 <= card.strength <= MAX_STRENGTH
            _need(valid, f"{card.name}.strength", card.strength, f"a whole number from 0 to {MAX_STRENGTH}")
        _need(self.removed < set(range(8)), "removed", sorted(self.removed), "some, not all, of 0 to 7")
        points = isinstance(self.points_to_win, int) and 1 <= self.points_to_win <= MAX_POINTS
        _need(points, "points_to_win", self.points_to_win, f"a whole number from 1 to {MAX_POINTS}")
        bonus = isinstance(self.general_bonus, int) and 0 <= self.general_bonus <= MAX_STRENGTH
        _need(bonus, "general_bonus", self.general_bonus, f"a whole number from 0 to {MAX_STRENGTH}")
        minister = isinstance(self.minister_points, int) and 1 <= self.minister_points <= MAX_POINTS
        _need(minister, "minister_points", self.minister_points, f"a whole number from 1 to {MAX_POINTS}")
        _need(self.assassins in ("lower", "higher"), "assassins", self.assassins, "lower or higher")
        _need(
            self.princess_takes in ("game", "trick"), "princess_takes", self.princess_takes, "game or trick"
        )

    @cached_property
    def hand(self) -> tuple[int, ...]:
        """The cards each player begins with."""
        return tuple(number for number in range(len(self.cards)) if number not in self.removed)

    @cached_property
    def id(self) -> str:
        """A short name that tells these rules from all others: a preset's name, or every setting."""
        for name, rules in PRESETS.items():
            if rules == self:
                return name
        cards = "-".join(f"{card.strength}{card.ability.value}" for card in self.cards)
        left_out = "".join(map(str, sorted(self.removed))) or "none"
        return (
            f"{cards}-out.{left_out}-win{self.points_to_win}-gen{self.general_bonus}-min{self.minister_points}"
            f"-{self.assassins}-{self.princess_takes}"
        )

    def number(self, name: str) -> int:
        """Return the number of a card given by name or number."""
        for number, card in enumerate(self.cards):
            if name in (card.name, card.japanese, str(number)):
                return number
        raise SaizenError(f"{name!r} is not a card; the cards are: {', '.join(c.name for c in self.cards)}")

    def changed(self, setting: str) -> "Rules":
        """Return the rules with one setting changed.

        >>> PAPER.changed("prince.strength=6").cards[7].strength
        6
        >>> PAPER.changed("points_to_win=3").points_to_win
        3
        >>> PAPER.changed("remove=clown").hand
        (1, 2, 3, 4, 5, 6, 7)
        """
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or not value:
            raise SaizenError(f"setting {setting!r} is not of the form NAME=VALUE, such as prince.strength=6")
        if key == "remove":
            return replace(self, removed=self.removed | {self.number(value)})
        if "." in key:
            name, _, attribute = key.partition(".")
            number = self.number(name)
            if attribute == "strength":
                card = replace(self.cards[number], strength=_whole(key, value))
            elif attribute == "ability":
                if value not in list(Ability):
                    raise SaizenError(f"{key}={value!r}: the abilities are {', '.join(Ability)}")
                card = replace(self.cards[number], ability=Ability(value))
            else:
                raise SaizenError(f"setting {key!r}: a card has strength and ability")
            return replace(self, cards=(*self.cards[:number], card, *self.cards[number + 1 :]))
        if key in ("points_to_win", "general_bonus", "minister_points"):
            return replace(self, **{key: _whole(key, value)})  # type: ignore[arg-type]
        if key in ("assassins", "princess_takes"):
            return replace(self, **{key: value})  # type: ignore[arg-type]
        raise SaizenError(
            f"setting {key!r} is unknown; valid are CARD.strength, CARD.ability, remove, points_to_win, "
            "general_bonus, minister_points, assassins, princess_takes"
        )


def _need(valid: bool, name: str, value: object, expected: str) -> None:
    if not valid:
        raise SaizenError(f"{name} = {value!r} is not possible: it must be {expected}")


def _whole(key: str, value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise SaizenError(f"{key}={value!r} is not a whole number") from None


PRESETS = {"paper": Rules(), "assassin-reversed": Rules(assassins="higher")}
PAPER = PRESETS["paper"]


def preset(name: str) -> Rules:
    """Return rules by name; an unknown name is an error that lists the known ones."""
    if name not in PRESETS:
        raise SaizenError(f"rules {name!r} are unknown; the presets are: {', '.join(PRESETS)}")
    return PRESETS[name]


def read_rules(name: str = "paper", settings: Sequence[str] = ()) -> Rules:
    """Return a preset with settings applied one after the other.

    >>> read_rules("paper", ["remove=clown", "prince.strength=6"]).hand
    (1, 2, 3, 4, 5, 6, 7)
    """
    rules = preset(name)
    for setting in settings:
        rules = rules.changed(setting)
    return rules
