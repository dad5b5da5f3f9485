"""A game as the player writes it down, for kernels."""

from typing import NamedTuple

import numpy as np

from saizen.games.calculation.machine.choices import Choices
from saizen.games.calculation.machine.valuation.precedence import CARDS
from saizen.kernels.compile import part, variable
from saizen.kernels.hash_table import Floats, Ints


class Record(NamedTuple):
    """A game as it is played, turn by turn.

    ``cards`` is the deck. ``action`` has the actions, then -1, and ``other`` those of the next best choice;
    ``worth`` what both are worth (-1: there is none); ``note`` how many choices there were, and the
    foundation for the card.
    """

    cards: Ints
    action: Ints
    other: Ints
    worth: Floats
    note: Ints
    stop: Ints
    """A 1 here asks the player to end the game at once, whatever was written."""


def new_record() -> Record:
    """Return room for one game."""
    most = CARDS + 2
    actions = np.zeros((2, CARDS, most), np.int64)
    note, stop = np.zeros((CARDS, 2), np.int64), np.zeros(1, np.int64)
    return Record(np.zeros(CARDS, np.int64), actions[0], actions[1], np.zeros((CARDS, 2)), note, stop)


@part
def _write_actions(choices: Choices, choice: int, out: Ints) -> None:
    """Write the actions of a choice in order, then -1; none for choice -1."""
    many, at = 0, choice
    while at >= 0:
        many, at = many + 1, choices.before[at]
    out[many] = -1
    at = choice
    for i in range(many - 1, -1, -1):
        out[i], at = choices.action[at], choices.before[at]


@part
def write_turn(choices: Choices, worth: Floats, count: int, choice: int, drawn: int, record: Record) -> None:
    """Write down a choice before it is made."""
    _write_actions(choices, choice, record.action[drawn])
    second = variable(-1)
    for c in range(count):
        if c != choice and worth[c] >= 0 and (second < 0 or worth[c] > worth[second]):
            second = c
    record.worth[drawn, 0] = worth[choice]
    record.worth[drawn, 1] = worth[second] if second >= 0 else -1.0
    record.note[drawn, 0] = count
    _write_actions(choices, second, record.other[drawn])
