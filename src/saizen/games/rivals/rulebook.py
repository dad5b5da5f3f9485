"""The rules in words, settings as they are played; and a trick in words: who won what, and why."""

import textwrap
from collections.abc import Mapping
from functools import cache
from typing import Any

from saizen.drawing import width
from saizen.game import MAX, MIN, Move, Terminal
from saizen.games.rivals.rules import Rivals, RivalsPosition, active_abilities, duel
from saizen.games.rivals.variants import Ability, Rules

COLUMNS = 78
TWINS = {Ability.SPY: "spies", Ability.GENERAL: "generals"}


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
    paragraphs = [
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
    return "\n\n".join(
        part if "\n" in part else "\n".join(textwrap.wrap(part, COLUMNS)) for part in paragraphs
    )


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


def explain_trick(game: Rivals, position: RivalsPosition, moves: Mapping[int, Move], after: Any) -> str:
    """Say what the cards played at a position brought about.

    >>> game = Rivals()
    >>> here = game.parse("45/46 0-0 1-1 gen-")
    >>> print(explain_trick(game, here, {0: 5, 1: 4}, game.look(here).outcome(5, 4)))
    Blue's wizard (5) meets red's minister (4). The wizard takes the minister's ability away. The
    general's +2 makes red's minister 6. 6 beats 5: red wins the trick and 1 point. Blue 0, red 1.
    """
    if isinstance(after, RivalsPosition) and after.seen is not None:
        ((seat, card),) = moves.items()
        return _shown(game, seat, card)
    played = {MAX: position.seen, MIN: position.seen, **moves}
    mine, yours = played[MAX], played[MIN]
    assert isinstance(mine, int)
    assert isinstance(yours, int)
    return " ".join(_Trick(game, position, mine, yours).sentences(after))


def trick_opening(game: Rivals, position: RivalsPosition, mine: int, yours: int) -> str:
    """Say of two cards what comes before the result; of the position only the general matters.

    >>> game = Rivals()
    >>> trick_opening(game, game.start(), 1, 7)
    "Blue's princess (1) meets red's prince (7). The princess beats the prince"
    """
    return _Trick(game, position, mine, yours).opening()


def _shown(game: Rivals, seat: int, card: Any) -> str:
    who, other = (game.players[seat_shown] for seat_shown in (seat, 1 - seat))
    name = game.rules.cards[card].name
    return f"{who.capitalize()} shows the {name} ({card}); {other} answers it."


def _points(count: int) -> str:
    return f"{count} point{'s' * (count != 1)}"


class _Trick:
    """Two cards that meet, and the words for it."""

    def __init__(self, game: Rivals, position: RivalsPosition, mine: int, yours: int) -> None:
        rules = game.rules
        self.rules: Rules = rules
        self.position = position
        self.who = (game.players[MAX], game.players[MIN])
        self.cards = (rules.cards[mine], rules.cards[yours])
        self.numbers = (mine, yours)
        self.acting = active_abilities(rules, mine, yours)
        self.result, self.decides = duel(rules, mine, yours, position.general)
        bonus = rules.general_bonus * position.general
        self.strengths = (self.cards[0].strength + max(0, bonus), self.cards[1].strength - min(0, bonus))

    def sentences(self, after: Any) -> list[str]:
        """Return everything there is to say, in the order in which it happens."""
        won = f"{self.opening()}: {self._won()}."
        return [won, *self._carried(after), *self._next(after), self._end(after)]

    def opening(self) -> str:
        """Say what meets, what is cancelled, and why the trick ends as it does."""
        named = [f"{self.who[s]}'s {self.cards[s].name} ({self.numbers[s]})" for s in (MAX, MIN)]
        sentences = [f"{named[0].capitalize()} meets {named[1]}.", *self._cancelled()]
        reason, by_strength = self._reason()
        if by_strength and self.position.general:
            sentences.append(self._general())
        return " ".join([*sentences, reason])

    def _cancelled(self) -> list[str]:
        """Say what a wizard undid."""
        sentences = []
        for seat in (MAX, MIN):
            lost = self.cards[seat].ability
            if lost not in (Ability.NONE, Ability.WIZARD) and self.acting[seat] is Ability.NONE:
                wizard, victim = self.cards[1 - seat].name, self.cards[seat].name
                sentences.append(f"The {wizard} takes the {victim}'s ability away.")
        return sentences

    def _general(self) -> str:
        seat = MAX if self.position.general > 0 else MIN
        card = f"{self.who[seat]}'s {self.cards[seat].name}"
        return f"The general's +{self.rules.general_bonus} makes {card} {self.strengths[seat]}."

    def _reason(self) -> tuple[str, bool]:
        """Say why the trick ends as it does, and whether strengths had a part in it."""
        by_ability = {self.acting[seat]: self.cards[seat].name for seat in (MAX, MIN)}
        if self.decides or {Ability.PRINCESS, Ability.PRINCE} == set(self.acting):
            return f"The {by_ability[Ability.PRINCESS]} beats the {by_ability[Ability.PRINCE]}", False
        if Ability.CLOWN in by_ability:
            return f"The {by_ability[Ability.CLOWN]} acts", False
        high, low = max(self.strengths), min(self.strengths)
        if Ability.ASSASSIN in by_ability and Ability.PRINCE in by_ability:
            return f"The {by_ability[Ability.ASSASSIN]} cannot harm the {by_ability[Ability.PRINCE]}", False
        if high == low:
            return "Equal strength", True
        if Ability.ASSASSIN in by_ability:
            both = self.acting[MAX] is self.acting[MIN]
            if both and self.rules.assassins == "higher":
                return f"Two assassins, the stronger wins, {high} against {low}", True
            return f"The {by_ability[Ability.ASSASSIN]} lets the weaker card win, {low} against {high}", True
        return f"{high} beats {low}", True

    def _stake(self, seat: int) -> int:
        """Return what the trick is worth to a player, the minister counted."""
        own = self.position.my_stake if seat == MAX else self.position.your_stake
        return own + (self.rules.minister_points - 1) * (self.acting[seat] is Ability.MINISTER)

    def _won(self) -> str:
        if self.result == 0:
            return "a draw"
        seat = MAX if self.result > 0 else MIN
        who = self.who[seat]
        if self.decides:
            return f"{who} wins the whole game"
        own = self.position.my_stake if seat == MAX else self.position.your_stake
        causes = [f"{own - 1} carried over"] * (own > 1)
        extra = self._stake(seat) - own
        causes += [f"the {self.cards[seat].name} adds {extra}"] * (extra > 0)
        because = f" ({', '.join(causes)})" if causes else ""
        return f"{who} wins the trick and {_points(self._stake(seat))}{because}"

    def _carried(self, after: Any) -> list[str]:
        """Say what the next trick is worth after a draw."""
        if self.result != 0 or not isinstance(after, RivalsPosition):
            return []
        ministers = [
            f"the {self.cards[seat].name} adds {self.rules.minister_points - 1} for {self.who[seat]}"
            for seat in (MAX, MIN)
            if self.acting[seat] is Ability.MINISTER and self.rules.minister_points > 1
        ]
        because = f" ({', '.join(ministers)})" if ministers else ""
        worth = f"{after.my_stake} to {self.who[MAX]}, {after.your_stake} to {self.who[MIN]}"
        return [f"The points are carried over{because}: the next trick is worth {worth}."]

    def _next(self, after: Any) -> list[str]:
        """Say what spies and generals do to the next trick."""
        if not isinstance(after, RivalsPosition):
            return []
        sentences = []
        for ability, plural in TWINS.items():
            if self.acting == (ability, ability):
                sentences.append(f"Two {plural} cancel out.")
        if after.spy:
            seat = MAX if after.spy > 0 else MIN
            sentences.append(
                f"{self.who[seat].capitalize()}'s {self.cards[seat].name}: "
                f"{self.who[1 - seat]} shows the next card first."
            )
        if after.general:
            seat = MAX if after.general > 0 else MIN
            sentences.append(
                f"{self.who[seat].capitalize()}'s {self.cards[seat].name}: "
                f"the next card is {self.rules.general_bonus} stronger."
            )
        return sentences

    def _end(self, after: Any) -> str:
        """Return the score, and how the game ended."""
        if self.decides:
            return "The game is over."
        points = [self.position.my_points, self.position.your_points]
        if self.result:
            points[MAX if self.result > 0 else MIN] += self._stake(MAX if self.result > 0 else MIN)
        score = f"{self.who[MAX].capitalize()} {points[MAX]}, {self.who[MIN]} {points[MIN]}"
        if not isinstance(after, Terminal):
            return f"{score}."
        if after.value == 0 or max(points) < self.rules.points_to_win:
            return f"{score}. No cards are left: the game is a draw."
        winner = self.who[MAX if after.value > 0 else MIN]
        return f"{score}: {winner} wins the game."
