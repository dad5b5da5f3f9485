"""Pictures of positions of R-Rivals: two rows of cards, the names between them."""

from typing import Any

from saizen.drawing import Cell, Drawing
from saizen.game import MAX, MIN, Decision, Simultaneous
from saizen.games.rivals.rulebook import ability_words
from saizen.games.rivals.rules import Rivals, RivalsPosition, mover
from saizen.games.rivals.variants import PAPER, Ability, Rules


def draw(game: Rivals, position: RivalsPosition, seat: int | None) -> Drawing:
    """Draw a position from the side of a seat (of MAX for None), whose own hand lies below."""
    below = MIN if seat == MIN else MAX
    rows: list[list[Cell | str]] = [
        [_label(game, 1 - below, seat), *_hand(game, position, 1 - below, seat)],
        ["", *(Cell(game.rules.cards[number].name, "label") for number in game.rules.hand)],
        ["", *(Cell(game.rules.cards[number].japanese, "label") for number in game.rules.hand)],
        [_label(game, below, seat), *_hand(game, position, below, seat)],
    ]
    strengths = [game.rules.cards[number].strength for number in game.rules.hand]
    if strengths != list(game.rules.hand):
        rows.insert(3, ["", *(Cell(f"= {strength}", "label") for strength in strengths)])
    return Drawing.of(rows, _notes(game, position, seat), _parts(game, position, seat))


def _label(game: Rivals, owner: int, seat: int | None) -> str:
    return "you" if owner == seat else game.players[owner]


def _hand(game: Rivals, position: RivalsPosition, owner: int, seat: int | None) -> list[Cell]:
    """Return a cell for each card of the deck: in the hand, shown, or gone."""
    held, shown = _held(position, owner)
    chooses = seat in (None, owner) and _chooses(game, position, owner)
    cells = []
    for number in game.rules.hand:
        card = game.rules.cards[number]
        if number not in held:
            cells.append(Cell("", "empty", None, f"the {card.name} was played"))
            continue
        title = f"{card.name} {card.japanese}: {ability_words(game.rules, card.ability)}"
        kind = "mark" if number == shown else "card"
        cells.append(Cell(str(number), kind, str(number) if chooses else None, title))
    return cells


def _held(position: RivalsPosition, owner: int) -> tuple[frozenset[int], int | None]:
    """Return a hand, and the card of it that lies open because a spy acts."""
    held = position.mine if owner == MAX else position.yours
    return held, position.seen if position.spy != 0 and owner != mover(position) else None


def _chooses(game: Rivals, position: RivalsPosition, owner: int) -> bool:
    node = game.look(position)
    return isinstance(node, Simultaneous) or (isinstance(node, Decision) and node.player == owner)


def _notes(game: Rivals, position: RivalsPosition, seat: int | None) -> list[str]:
    """Say what the cards do not show: points, stakes, what spy and general do."""
    who = [_label(game, owner, seat) for owner in (MAX, MIN)]
    points, stakes = (position.my_points, position.your_points), (position.my_stake, position.your_stake)
    order = (MIN, MAX) if seat == MIN else (MAX, MIN)
    won = ", ".join(f"{who[owner]} {points[owner]}" for owner in order)
    if position.result is not None:
        return [f"Points: {won}. {result_words(game, position, seat)}"]
    worth = ", ".join(f"{stakes[owner]} to {who[owner]}" for owner in order)
    notes = [f"Points: {won} ({game.rules.points_to_win} win). The trick is worth {worth}."]
    if position.general:
        owner = MAX if position.general > 0 else MIN
        whose = "your" if owner == seat else f"{who[owner]}'s"
        notes.append(f"The general acts: {whose} card is {game.rules.general_bonus} stronger now.")
    if position.spy:
        notes.append(spy_words(game, position, seat))
    return notes


def result_words(game: Rivals, position: RivalsPosition, seat: int | None = None) -> str:
    """Say who has won, to the player at a seat or to anybody.

    >>> result_words(Rivals(), RivalsPosition(frozenset(), frozenset(), 4, 2, result=1))
    'Blue has won the game.'
    """
    if not position.result:
        return "The game is a draw."
    winner = MAX if position.result > 0 else MIN
    return (
        "You have won the game."
        if winner == seat
        else f"{game.players[winner].capitalize()} has won the game."
    )


def spy_words(game: Rivals, position: RivalsPosition, seat: int | None = None) -> str:
    """Say whose spy acts and what that means, to the player at a seat or to anybody.

    >>> spy_words(Rivals(), RivalsPosition(frozenset({4}), frozenset({3}), spy=1, seen=3))
    "Blue's spy acts: red has shown the assassin (3)."
    """
    owner = MAX if position.spy > 0 else MIN
    whose = "Your" if owner == seat else f"{game.players[owner].capitalize()}'s"
    other = _label(game, 1 - owner, seat)
    you = 1 - owner == seat
    if position.seen is None:
        return f"{whose} spy acts: {other} show{'' if you else 's'} a card first."
    card = game.rules.cards[position.seen]
    shows = "have" if you else "has"
    return f"{whose} spy acts: {other} {shows} shown the {card.name} ({position.seen})."


def _parts(game: Rivals, position: RivalsPosition, seat: int | None) -> dict[str, Any]:
    """Return what a face needs that draws the cards by itself."""
    return {
        "below": MIN if seat == MIN else MAX,
        "players": [_player(game, position, owner, seat) for owner in (MAX, MIN)],
        "spy": position.spy,
        "general": position.general,
        "seen": position.seen,
        "result": position.result,
        **rule_parts(game.rules),
    }


def rule_parts(rules: Rules) -> dict[str, Any]:
    """Return what every drawing of some rules has: what abilities do, the cards, the settings.

    >>> sorted(rule_parts(PAPER))
    ['abilities', 'changed', 'deck', 'original', 'settings']
    """
    return {
        "abilities": [{"name": ability.value, "words": ability_words(rules, ability)} for ability in Ability],
        "changed": rules != PAPER,
        **_deck_parts(rules),
        "original": _deck_parts(PAPER),
    }


def _deck_parts(rules: Rules) -> dict[str, Any]:
    """Return the cards and the other settings that can be changed."""
    return {
        "deck": [
            {
                "number": number,
                "name": card.name,
                "japanese": card.japanese,
                "strength": card.strength,
                "ability": card.ability.value,
                "words": ability_words(rules, card.ability),
                "in_play": number in rules.hand,
            }
            for number, card in enumerate(rules.cards)
        ],
        "settings": {
            "points_to_win": rules.points_to_win,
            "general_bonus": rules.general_bonus,
            "minister_points": rules.minister_points,
            "assassins": rules.assassins,
            "princess_takes": rules.princess_takes,
        },
    }


def _player(game: Rivals, position: RivalsPosition, owner: int, seat: int | None) -> dict[str, Any]:
    """Return one side: its cards with their moves, its points, and what the trick is worth to it."""
    held, shown = _held(position, owner)
    chooses = seat in (None, owner) and _chooses(game, position, owner)
    sign = 1 if owner == MAX else -1
    return {
        "seat": owner,
        "name": game.players[owner],
        "you": owner == seat,
        "points": position.my_points if owner == MAX else position.your_points,
        "stake": position.my_stake if owner == MAX else position.your_stake,
        "spy": position.spy == sign,
        "general": position.general == sign,
        "hand": [
            {"number": number, "shown": number == shown, "move": str(number) if chooses else None}
            for number in sorted(held)
        ],
    }
