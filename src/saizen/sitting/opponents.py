"""Machines of any strength: perfect play for a share of the choices, any legal move for the rest."""

import random
from typing import Any

from saizen.errors import SaizenError
from saizen.game import Decision, Game, Lazy, legal_moves
from saizen.sitting.replay import Moment, written
from saizen.solution import Solution

NAMED = {"perfect": 1.0, "random": 0.0}


def read_strength(text: str | float) -> float:
    """Read how strong a machine is: ``perfect``, ``random`` or a number from 0 to 1.

    >>> read_strength("perfect"), read_strength("0.7")
    (1.0, 0.7)
    """
    try:
        strength = NAMED[text] if isinstance(text, str) and text in NAMED else float(text)
    except (ValueError, TypeError):
        strength = -1.0
    if not 0 <= strength <= 1:
        raise SaizenError(
            f"strength {text!r}: use perfect, random, or a number from 0 (random) to 1 (perfect)"
        )
    return strength


def choose(
    game: Game[Any],
    moment: Moment[Any],
    seat: int,
    strength: float,
    solution: Solution[Any] | None,
    dice: random.Random,
) -> str:
    """Return the text of the move that a machine makes; without a solution it plays at random."""
    perfect = dice.random() < strength
    if perfect and solution is not None:
        strategy = solution.strategy(moment.position, seat)
        if strategy:
            moves = list(strategy)
            chosen = dice.choices(moves, [float(strategy[move]) for move in moves])[0]
            return written(game, moment.position, chosen)
    if isinstance(moment.node, Decision) and isinstance(moment.node.options, Lazy):
        options = moment.node.options  # there may be too many to list
        return written(game, moment.position, options.at(dice.randrange(len(options))))
    moves = list(legal_moves(moment.node, seat))
    return written(game, moment.position, moves[dice.randrange(len(moves))])
