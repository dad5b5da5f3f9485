"""A trick of R-Rivals in words: which abilities acted, who won what, and what comes of it."""

from collections.abc import Mapping
from typing import Any

from saizen.game import MAX, MIN, Move, Terminal
from saizen.games.rivals.rules import Rivals, RivalsPosition, acting, duel
from saizen.games.rivals.variants import Ability, Rules

TWINS = {Ability.SPY: "spies", Ability.GENERAL: "generals"}


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


def _shown(game: Rivals, seat: int, card: Any) -> str:
    who, other = (game.players[one] for one in (seat, 1 - seat))
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
        self.acting = acting(rules, mine, yours)
        self.result, self.decides = duel(rules, mine, yours, position.general)
        bonus = rules.general_bonus * position.general
        self.strengths = (self.cards[0].strength + max(0, bonus), self.cards[1].strength - min(0, bonus))

    def sentences(self, after: Any) -> list[str]:
        """Return everything there is to say, in the order in which it happens."""
        named = [f"{self.who[s]}'s {self.cards[s].name} ({self.numbers[s]})" for s in (MAX, MIN)]
        told = [f"{named[0].capitalize()} meets {named[1]}.", *self._cancelled()]
        reason, by_strength = self._reason()
        if by_strength and self.position.general:
            told.append(self._general())
        told.append(f"{reason}: {self._won()}.")
        told += self._carried(after)
        return [*told, *self._next(after), self._end(after)]

    def _cancelled(self) -> list[str]:
        """Say what a wizard undid."""
        told = []
        for seat in (MAX, MIN):
            lost = self.cards[seat].ability
            if lost not in (Ability.NONE, Ability.WIZARD) and self.acting[seat] is Ability.NONE:
                wizard, victim = self.cards[1 - seat].name, self.cards[seat].name
                told.append(f"The {wizard} takes the {victim}'s ability away.")
        return told

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
        told = []
        for ability, plural in TWINS.items():
            if self.acting == (ability, ability):
                told.append(f"Two {plural} cancel out.")
        if after.spy:
            seat = MAX if after.spy > 0 else MIN
            told.append(
                f"{self.who[seat].capitalize()}'s {self.cards[seat].name}: "
                f"{self.who[1 - seat]} shows the next card first."
            )
        if after.general:
            seat = MAX if after.general > 0 else MIN
            told.append(
                f"{self.who[seat].capitalize()}'s {self.cards[seat].name}: "
                f"the next card is {self.rules.general_bonus} stronger."
            )
        return told

    def _end(self, after: Any) -> str:
        """Tell the score, and how the game ended."""
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
