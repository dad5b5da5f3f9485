"""The rules of Memory at a table in words, and what each card brought about."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from saizen.game import DEALER, Chance, Move, Terminal, names_of
from saizen.games.memory.explanation import next_turn_words, rules_text

if TYPE_CHECKING:
    from saizen.games.memory.places.game import MemoryTable
    from saizen.games.memory.places.position import TablePosition
    from saizen.games.memory.rules import Memory


def table_rules_text(rules: "Memory") -> str:
    """Add to the rules what is done at a table."""
    sentences = [
        "Every card has a number; type it to turn the card. (7) is a card face down, <7:B> one that lies "
        "open, a dot a card that is gone. What was turned back you have to remember, unless the table "
        "shows what was seen."
    ]
    if rules.memory is not None:
        sentences.append("After a failure type the number of the card to remember.")
    return rules_text(rules, *sentences)


def explain_table(
    table: "MemoryTable", position: "TablePosition", moves: Mapping[int, Move], after: Any
) -> str:
    """Say what a card was and what came of it.

    A mate is named only if it must be taken or if seen cards are shown; otherwise the player must remember.
    """
    if isinstance(after, Chance):
        return ""
    place = moves[position.mover]
    assert isinstance(place, int)
    letter = str(moves.get(DEALER) or position.cards[place - 1])
    who = names_of(table)[position.mover]
    if position.choosing:
        return f"{who} remembers card {place}, {letter}, and forgets the rest; the turn is over"
    if position.turned is None:
        return _first_words(table, position, place, letter, DEALER in moves)
    said = f"card {place} is {letter}"
    if letter == position.letter:
        last = not any(other not in (place, position.turned) for other in position.left)
        return f"{said}; a pair: {who} takes {letter} {letter}" + ("" if last else " and goes on")
    if position.fresh or DEALER in moves:
        keep = getattr(after, "choosing", False)
        ending = "choose which card to remember" if keep else next_turn_words(table.rules, position.mover)
        return f"{said}; no pair, {ending}"
    over = isinstance(after, Terminal)
    passed = not over and getattr(after, "passed", False)
    return f"{said}; both cards were known: {next_turn_words(table.rules, position.mover, passed, over)}"


def _first_words(table: "MemoryTable", position: "TablePosition", place: int, letter: str, new: bool) -> str:
    said = f"card {place} is {letter}" if new else f"card {place} is {letter} again"
    if not (table.seen or table.rules.take == "forced"):
        return said
    mates = [str(other) for other in position.known_places(letter) if other != place]
    if mates:
        return f"{said}; {letter}'s mate is known at {' and '.join(mates)}"
    return f"{said}; no mate of {letter} is known"
