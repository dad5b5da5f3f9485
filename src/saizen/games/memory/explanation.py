"""The rules of Memory in words, and what happens at a board in words."""

from collections.abc import Mapping
from functools import lru_cache
from textwrap import fill
from typing import TYPE_CHECKING, Any

from saizen.game import DEALER, Chance, Move, Terminal, names_of
from saizen.games.memory.board import Kind

if TYPE_CHECKING:
    from saizen.games.memory.position import MemoryPosition
    from saizen.games.memory.rules import Memory

_filled = lru_cache(maxsize=64)(fill)
"""Every game has its rules as a text, and most have the same ones."""
PAIR = "pair"
"""The name of the outcome in which the second card matches the first."""
BASICS = (
    "Memory (concentration, 神経衰弱). Cards lie face down; every letter is on an even number of them. "
    "A turn: turn a card, then another. If they show the same letter, the player takes both and has "
    "another turn; otherwise both are turned back where they lie. The game ends when all cards are taken."
)
FORCED = (
    "A known pair must be taken before anything else, and a card whose mate is known must be matched with it."
)
OVER = "nobody gains by turning another card, so the game ends"
FREE = "Nothing must be taken: every card may be turned at any time."

REMEMBERED = {
    "choice": "the player chooses",
    "fewer": "the player chooses, and may remember fewer",
    "random": "chance chooses",
    "oldest": "what was seen last",
}
"""The words for each rule of forgetting, by its name."""


def rules_text(rules: "Memory", *more: str) -> str:
    """Write the rules with their options for a new player, in lines of 80 columns."""
    parts = [BASICS, FORCED if rules.take == "forced" else FREE]
    if rules.player_count == 1:
        parts.append("One player wants few turns.")
    else:
        goal = "more pairs than the other; a draw is half a win"
        if rules.objective == "difference":
            goal = "as many pairs more than the other as possible"
        parts.append(f"Two players take turns; a failure ends a turn. Each wants {goal}.")
        when = (
            "ends the game: nobody gains by turning another card"
            if rules.passes == 1
            else "passes; the second one in succession ends the game"
        )
        parts.append(f"Turning two known cards that do not match (a 0-move) {when}.")
    if rules.memory is not None:
        chosen = REMEMBERED[rules.forget]
        cards = "1 known card is" if rules.memory == 1 else f"{rules.memory} known cards are"
        parts.append(f"From turn to turn {cards} remembered: {chosen}.")
    # Japanese signs are twice as wide as textwrap thinks: 76 and the four of 神経衰弱 make 80.
    return "\n".join(_filled(part, 76) for part in (*parts, *more))


def letter_words(kind: Kind) -> str:
    """Say what a kind is.

    >>> letter_words(Kind(4, (0,))), letter_words(Kind(2))
    ('a letter of 4, 1 known', 'a letter of 2, not known')
    """
    return f"a letter of {kind.cards}, " + (f"{kind.known_cards} known" if kind.known_cards else "not known")


def next_turn_words(rules: "Memory", mover: int, passed: bool = False, over: bool = False) -> str:
    """Say how a turn without a pair ends."""
    if over:
        return OVER
    if rules.player_count == 1:
        return "the turn is over"
    names = names_of(rules)
    said = f"the turn goes to {names[1 - mover]}"
    return f"{said}; another such turn would end the game" if passed else said


def explain_board(rules: "Memory", position: "MemoryPosition", moves: Mapping[int, Move], after: Any) -> str:
    """Say what a move at an abstract board brought about."""
    if isinstance(after, Chance):
        return ""
    who = names_of(rules)[position.mover]
    move, came = str(moves.get(position.mover, "")), moves.get(DEALER)
    if move.startswith("take "):
        return f"a known pair: {who} takes it and goes on"
    if move == "match" or came == PAIR:
        return f"a pair: {who} takes it and goes on"
    if move.startswith("0-move"):
        over = isinstance(after, Terminal)
        passed = not over and getattr(after, "passed", False)
        return f"two known cards that do not match: {next_turn_words(rules, position.mover, passed, over)}"
    if move.startswith("keep "):
        return f"{who} remembers {move.removeprefix('keep ')} and forgets the rest; the turn is over"
    opened = getattr(after, "first", None)
    if opened is not None:
        return f"it is {letter_words(Kind(opened.cards, opened.seen[:-1]))}"
    if getattr(after, "choosing", False):
        return "no pair; one chooses what stays remembered"
    return f"no pair; {next_turn_words(rules, position.mover)}"
