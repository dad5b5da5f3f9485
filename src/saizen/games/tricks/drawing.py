"""Pictures of a position, and the result of a trick in words."""

from collections.abc import Container
from typing import Any

from saizen.drawing import Cell, Drawing
from saizen.games.tricks.rules import LEFT, NAME, RIGHT, TricksPosition, finish, other

WIDEST = 14
"""Cards in one row: with two digits each they fit 80 columns; larger hands take two rows."""


def draw_position(position: TricksPosition, player: str | None = None) -> Drawing:
    """Draw both hands, strongest card first, and the card led between them; the player's own hand below.

    >>> print(draw_position(TricksPosition("AABBbaba", "R", 4), "L").text())
    right  <6> <5> [2]
    led    [4]
    left   <8> <7> [3] [1]
    Left replies to 4. 4 score cards are left.
    """
    if not position.cards:
        return Drawing.of([], ["All cards are played."], _parts(position, player))
    below = LEFT if player is None else player
    led: list[Cell | str] = [
        "led",
        Cell("", "empty") if position.led is None else _card(position, position.led),
    ]
    rows = [*_hand(position, other(below)), led, *_hand(position, below)]
    return Drawing.of(rows, [_state(position)], _parts(position, player))


def _hand(position: TricksPosition, player: str) -> list[list[Cell | str]]:
    """Return a hand as one row of cells, or two; the cards that can be played now carry their moves."""
    cards = [
        _card(position, card, playable=player == position.turn)
        for card in position.hand(player)
        if card != position.led
    ]
    length = len(cards) if len(cards) <= WIDEST else (len(cards) + 1) // 2
    parts = [cards[i : i + length] for i in range(0, len(cards), length or 1)] or [[]]
    name = NAME[player].lower().ljust(len("right "))
    return [[name if i == 0 else "", *part] for i, part in enumerate(parts)]


def _card(position: TricksPosition, card: int, *, playable: bool = False) -> Cell:
    number = str(position.number(card))
    counts = position.is_score(card)
    title = f"{number}, a score card" if counts else number
    return Cell(number, "mark" if counts else "card", number if playable else None, title)


def _state(position: TricksPosition) -> str:
    turn = NAME[position.turn]
    does = "leads" if position.led is None else f"replies to {position.number(position.led)}"
    left = position.score_cards
    return f"{turn} {does}. {score_words(left).capitalize()} {'is' if left == 1 else 'are'} left."


def _parts(position: TricksPosition, player: str | None) -> dict[str, Any]:
    """Return what a face needs that draws the cards by itself; ``row`` has all of them, strongest first."""
    over = not position.cards
    free = set(position.hand(position.turn)) - {position.led}
    return {
        "below": LEFT if player is None else player,
        "players": [
            {
                "player": side,
                "name": NAME[side],
                "you": side == player,
                "hand": [_parted(position, card, free) for card in position.hand(side)],
            }
            for side in (LEFT, RIGHT)
        ],
        "row": [
            {**_parted(position, rank, free), "owner": LEFT if letter in "aA" else RIGHT}
            for rank, letter in zip(range(len(position.cards), 0, -1), position.cards, strict=True)
        ],
        "lead": position.lead,
        "turn": None if over else position.turn,
        "led": None if position.led is None else _parted(position, position.led, free),
        "score_cards": position.score_cards,
    }


def _parted(position: TricksPosition, card: int, free: Container[int]) -> dict[str, Any]:
    """Return one card: its rank among those left, the number it was dealt with, its move if it has one."""
    number = position.number(card)
    return {
        "rank": card,
        "number": number,
        "score": position.is_score(card),
        "move": str(number) if card in free else None,
    }


def score_words(count: int) -> str:
    """Say how many score cards.

    >>> score_words(0), score_words(1), score_words(2)
    ('no score cards', '1 score card', '2 score cards')
    """
    return f"{count or 'no'} score card{'' if count == 1 else 's'}"


def describe_trick(position: TricksPosition, lead: int, reply: int) -> str:
    """Say who takes a trick, with how many score cards, and who leads next.

    >>> describe_trick(TricksPosition("AABBbaba", "L"), 8, 5)
    "Left's 8 beats Right's 5: Left takes the trick with 2 score cards and leads next."
    """
    trick = finish(position, lead, reply)
    winner, loser = NAME[trick.winner], NAME[other(trick.winner)]
    strong, weak = (position.number(card) for card in sorted((lead, reply), reverse=True))
    which = "the trick" if trick.after.cards else "the last trick"
    then = " and leads next" if trick.after.cards else ""
    taken = score_words(trick.score)
    return f"{winner}'s {strong} beats {loser}'s {weak}: {winner} takes {which} with {taken}{then}."
