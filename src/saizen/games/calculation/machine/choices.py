"""All positions that can be reached after a draw, for kernels.

A choice is where the drawn card goes and which top cards are moved to foundations after it, until the next
draw. Different sequences can lead to one position; it is listed once, with the first sequence found.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.games.calculation.machine.valuation.precedence import (
    CARDS,
    FOUNDATIONS,
    MOST_STACKS,
    RANKS,
    StackedCards,
)
from saizen.kernels.compile import part
from saizen.kernels.hash_table import Ints

Numbers = NDArray[Any]
MOST_CHOICES = 2048
LAY, MOVE = 8, 64
"""Codes of actions: f puts the drawn card on foundation f, LAY + n lays it on stack n, and
MOVE + 8 n + f moves the top of stack n to foundation f."""


class Choices(NamedTuple):
    """The positions found: sizes, heights, the stack of the drawn card (-1: none), and how to get there."""

    size: Ints
    height: Ints
    on: Ints
    before: Ints
    action: Ints


def new_choices() -> Choices:
    """Return room for the choices of one draw."""
    return Choices(
        np.zeros((MOST_CHOICES, FOUNDATIONS), np.int64),
        np.zeros((MOST_CHOICES, MOST_STACKS), np.int64),
        np.zeros(MOST_CHOICES, np.int64),
        np.zeros(MOST_CHOICES, np.int64),
        np.zeros(MOST_CHOICES, np.int64),
    )


def new_board(stacks: int) -> StackedCards:
    """Return an empty position."""
    return StackedCards(
        np.zeros(FOUNDATIONS, np.int64),
        np.zeros(MOST_STACKS, np.int64),
        np.zeros((MOST_STACKS, CARDS + 1), np.int64),
        np.zeros(CARDS, np.int64),
        stacks,
    )


@part
def copy(source: Numbers, target: Numbers, count: int) -> None:
    """Copy the first numbers of one array to another."""
    for i in range(count):
        target[i] = source[i]


@part
def _is_known(choices: Choices, count: int) -> bool:
    """Return whether the position at ``count`` is among those before it."""
    for i in range(count):
        same = choices.on[i] == choices.on[count]
        for f in range(FOUNDATIONS):
            same &= choices.size[i, f] == choices.size[count, f]
        for n in range(MOST_STACKS):
            same &= choices.height[i, n] == choices.height[count, n]
        if same:
            return True
    return False


@part
def find_choices(board: StackedCards, drawn: int, place: Ints, choices: Choices, whole: bool) -> int:
    """List the positions after a draw and return how many they are.

    The drawn card is written above every stack, where only the positions that lay it there see it. Unless the
    list shall be ``whole``, a card just laid stays, even where another move opens its place.
    """
    stacks, rank, count = board.stacks, board.rank[drawn], 0
    empty = False
    for n in range(stacks):
        board.pile[n, board.height[n]] = drawn
    for action in range(FOUNDATIONS + stacks):
        n = action - FOUNDATIONS
        if n < 0 and place[action, rank] != board.size[action]:
            continue
        if n >= 0 and board.height[n] == 0:
            if empty:
                continue  # another empty stack is as good
            empty = True
        copy(board.size, choices.size[count], FOUNDATIONS)
        copy(board.height, choices.height[count], stacks)
        choices.on[count], choices.before[count] = n if n >= 0 else -1, -1
        if n < 0:
            choices.size[count, action] += 1
            choices.action[count] = action
        else:
            choices.height[count, n] += 1
            choices.action[count] = LAY + n
        count += 1
    i = 0
    while i < count:
        for n in range(stacks):
            height = choices.height[i, n]
            if height == 0 or (choices.on[i] == n and not whole):
                continue
            rank = board.rank[board.pile[n, height - 1]]
            for f in range(FOUNDATIONS):
                size = choices.size[i, f]
                if size < RANKS and place[f, rank] == size and count < MOST_CHOICES - 1:
                    copy(choices.size[i], choices.size[count], FOUNDATIONS)
                    copy(choices.height[i], choices.height[count], stacks)
                    choices.size[count, f] += 1
                    choices.height[count, n] -= 1
                    # If nothing opened its place meanwhile, the card could be put: then this is known.
                    choices.on[count] = -1 if choices.on[i] == n else choices.on[i]
                    choices.before[count] = i
                    choices.action[count] = MOVE + 8 * n + f
                    if not _is_known(choices, count):
                        count += 1
        i += 1
    return count
