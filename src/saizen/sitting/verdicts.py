"""What a choice was worth, in words: the same for the terminal and the page."""

from collections.abc import Sequence
from typing import Any

from saizen.exact import number
from saizen.game import Game, legal_moves
from saizen.sitting.costs import Cost
from saizen.sitting.replay import Turn, written

FEW = 4
"""Moves that are named where several are best."""


def verdict(game: Game[Any], turn: Turn[Any], found: Cost) -> str:
    """Judge a choice: the best, one of several, or what it cost; nothing where there was no choice."""
    legal = len(legal_moves(turn.before.node, turn.seat))
    if found.cost is None or legal < 2:
        return ""
    if len(found.best) == legal:
        return "all moves are equally good"
    others = [written(game, turn.before.position, move) for move in found.best if move != turn.move]
    if found.cost:
        return f"costs {number(found.cost)}" + (f"; best: {several(others)}" if others else "")
    return "best" if not others else f"best, like {several(others)}"


def several(names: Sequence[str]) -> str:
    """List a few names, and count the rest.

    >>> several(["a", "b"]), several(list("abcdefg"))
    ('a or b', 'a or b or 5 others')
    """
    if len(names) <= FEW:
        return " or ".join(names)
    return f"{names[0]} or {names[1]} or {len(names) - 2} others"
