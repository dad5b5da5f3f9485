"""R-Rivals as one transition function on positions.

Two players hold the same eight cards and play one each, face down, eight times. The stronger card
wins the trick and a point (abilities bend this); a draw carries the point over to the next trick.
Four points win the game; eight tricks without a winner are a draw.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any
from unicodedata import normalize

from saizen.drawing import Drawing
from saizen.errors import MoveError
from saizen.game import MAX, MIN, Decision, Game, Move, Node, Simultaneous, Terminal, legal_moves
from saizen.games.rivals.variants import PAPER, Ability, Rules
from saizen.notation import not_among


@dataclass(frozen=True, slots=True)
class RivalsPosition:
    """A position before a trick, from the side of "me".

    ``spy`` is 1 when the opponent has to show a card first, -1 when I have to; ``seen`` is the card
    already shown. ``general`` is 1 when my coming card is stronger, -1 when the opponent's is.
    """

    mine: frozenset[int]
    yours: frozenset[int]
    my_points: int = 0
    your_points: int = 0
    my_stake: int = 1
    your_stake: int = 1
    spy: int = 0
    general: int = 0
    seen: int | None = None
    result: int | None = None
    """In the end, which is only drawn: 1 where I have won, -1 where the opponent has, 0 for a draw."""

    def flipped(self) -> "RivalsPosition":
        """Return the same position from the opponent's side."""
        return RivalsPosition(
            self.yours,
            self.mine,
            self.your_points,
            self.my_points,
            self.your_stake,
            self.my_stake,
            -self.spy,
            -self.general,
            self.seen,
            None if self.result is None else -self.result,
        )


def duel(rules: Rules, mine: int, yours: int, general: int) -> tuple[int, bool]:
    """Decide a trick: 1, 0 or -1 for me, and whether it decides the game as well.

    >>> duel(PAPER, 1, 7, 0), duel(PAPER, 3, 5, 1), duel(PAPER, 3, 4, 0)
    ((1, True), (0, False), (1, False))
    """
    return _decided(rules, *active_abilities(rules, mine, yours), mine, yours, general)


def _decided(rules: Rules, a: Ability, b: Ability, mine: int, yours: int, general: int) -> tuple[int, bool]:
    """Decide a trick in which the abilities ``a`` and ``b`` act."""
    if (a is Ability.PRINCESS and b is Ability.PRINCE) or (a is Ability.PRINCE and b is Ability.PRINCESS):
        return (1 if a is Ability.PRINCESS else -1), rules.princess_takes == "game"
    if a is Ability.CLOWN or b is Ability.CLOWN:
        return 0, False
    strength = rules.cards[mine].strength - rules.cards[yours].strength + general * rules.general_bonus
    stronger = (strength > 0) - (strength < 0)
    if a is Ability.ASSASSIN or b is Ability.ASSASSIN:
        if a is Ability.PRINCE or b is Ability.PRINCE:
            return (1 if a is Ability.PRINCE else -1), False
        if a is not b or rules.assassins == "lower":
            return -stronger, False
    return stronger, False


def active_abilities(rules: Rules, mine: int, yours: int) -> tuple[Ability, Ability]:
    """Return the abilities that act in a trick: a wizard takes the other card's away."""
    a, b = rules.cards[mine].ability, rules.cards[yours].ability
    return (
        Ability.NONE if b is Ability.WIZARD else a,
        Ability.NONE if a is Ability.WIZARD else b,
    )


def after(rules: Rules, position: RivalsPosition, mine: int, yours: int) -> RivalsPosition | Terminal:
    """Play both cards: the one transition of the game, whoever showed a card first.

    Returns the next position, still from my side, or the end of the game: 1, 0 or -1.
    """
    a, b = active_abilities(rules, mine, yours)
    result, decides = _decided(rules, a, b, mine, yours, position.general)
    my_cards, your_cards = position.mine - {mine}, position.yours - {yours}

    def end(result: int, my_points: int, your_points: int) -> Terminal:
        mine, yours = (min(points, rules.points_to_win) for points in (my_points, your_points))
        return Terminal(result, RivalsPosition(my_cards, your_cards, mine, yours, result=result))

    if decides:
        return end(result, position.my_points, position.your_points)
    extra = rules.minister_points - 1
    my_stake = position.my_stake + extra * (a is Ability.MINISTER)
    your_stake = position.your_stake + extra * (b is Ability.MINISTER)
    my_points = position.my_points + my_stake * (result > 0)
    your_points = position.your_points + your_stake * (result < 0)
    if my_points >= rules.points_to_win or your_points >= rules.points_to_win:
        return end(result, my_points, your_points)
    if not my_cards:
        return end(0, my_points, your_points)
    carried = result == 0
    return RivalsPosition(
        my_cards,
        your_cards,
        my_points,
        your_points,
        min(1 + carried * my_stake, rules.points_to_win - my_points),
        min(1 + carried * your_stake, rules.points_to_win - your_points),
        (a is Ability.SPY) - (b is Ability.SPY),
        (a is Ability.GENERAL) - (b is Ability.GENERAL) if rules.general_bonus else 0,
    )


def mover(position: RivalsPosition) -> int:
    """Return the player who shows a card or replies to one, where a spy acts.

    >>> mover(RivalsPosition(frozenset({2}), frozenset({3}), spy=-1)) == MAX
    True
    """
    i_decide = (position.spy < 0) == (position.seen is None)
    return MAX if i_decide else MIN


class Rivals(Game[RivalsPosition]):
    """R-Rivals in the generic contract, "me" being MAX; the oracle of the kernel."""

    players = MappingProxyType({MAX: "blue", MIN: "red"})
    move_form = "a card: its number (3), its name (assassin) or 暗殺者"

    def __init__(self, rules: Rules = PAPER, start: RivalsPosition | None = None) -> None:
        self.rules = rules
        self.first = start or RivalsPosition(frozenset(rules.hand), frozenset(rules.hand))

    def __repr__(self) -> str:
        return f"<Rivals, rules {self.rules.id}>"

    @cached_property
    def rules_text(self) -> str:  # type: ignore[override]
        """The rules in words, with the strengths and settings that are played."""
        from saizen.games.rivals.rulebook import rules_in_words

        return rules_in_words(self.rules)

    def start(self) -> RivalsPosition:
        """Return the full hands, or the position given."""
        return self.first

    def look(self, position: RivalsPosition) -> Node:
        """Return who plays: both at once, or the one who has to show a card, or the one who saw it."""
        if position.result is not None:
            return Terminal(position.result)
        mine, yours = sorted(position.mine), sorted(position.yours)
        if position.spy == 0:
            return Simultaneous(mine, yours, lambda a, b: after(self.rules, position, a, b))
        seen = position.seen
        if seen is None:
            leader, hand = (MAX, mine) if position.spy < 0 else (MIN, yours)
            return Decision(leader, {card: replace(position, seen=card) for card in hand})
        if position.spy > 0:
            return Decision(MAX, {card: after(self.rules, position, card, seen) for card in mine})
        return Decision(MIN, {card: after(self.rules, position, seen, card) for card in yours})

    def text(self, position: RivalsPosition) -> str:
        """Write the position from MAX's side."""
        from saizen.games.rivals.text import write

        return write(position)

    def parse(self, text: str) -> RivalsPosition:
        """Read a position, MAX being "me"."""
        from saizen.games.rivals.text import read

        return read(text, self.rules)

    def move_text(self, position: RivalsPosition, move: Move) -> str:
        """Write a card as its number."""
        return str(move)

    def parse_move(self, position: RivalsPosition, text: str) -> Move:
        """Read a card by number, name or Japanese name.

        >>> Rivals().parse_move(Rivals().start(), "暗殺者")
        3
        """
        word = normalize("NFKC", text).strip().casefold()
        playable = legal_moves(self.look(position))
        legal = [number for number in range(len(self.rules.cards)) if number in playable]
        for number in legal:
            card = self.rules.cards[number]
            if word in (str(number), card.name, card.japanese):
                return number
        possible = [f"{card} ({self.rules.cards[card].name})" for card in legal]
        raise MoveError(not_among(text, possible, "a card that can be played here"))

    def describe(self, position: RivalsPosition, seat: int | None = None) -> Drawing:
        """Show both hands, the seat's own below, with points, stakes, and what spy and general do."""
        from saizen.games.rivals.drawing import draw

        return draw(self, position, seat)

    def explain(self, position: RivalsPosition, moves: Mapping[int, Move], after: Any) -> str:
        """Say what a trick brought about, ability by ability."""
        from saizen.games.rivals.rulebook import explain_trick

        return explain_trick(self, position, moves, after)
