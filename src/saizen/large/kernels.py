"""The loops over millions of positions: children listed, sorted runs united, values found from later layers.

They are compiled once for all games: the rules come in as addresses.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.compile import kernel, part
from saizen.large.game import ROOM
from saizen.large.glue import BEYOND, FACTS, LAYER, NO_FIT, NOT_PAID, UNKNOWN, CompiledRules

Whole = int | np.integer[Any]
"""A whole number, wherever it comes from."""
UNSETTLED: Final = -128
"""The value of a position that no child has settled yet."""
ANY_LAYER: Final = -(1 << 63)
"""What a layer is called where it does not matter; no layer has this number."""
LONGEST: Final = 65_534
"""Moves that best play takes at most."""
NEVER: Final = 65_535
"""The length of a position from which best play never ends, or that is not settled."""


class LargeLayer(NamedTuple):
    """Positions in rising order, a value for each, and how many moves best play takes (empty: not asked)."""

    keys: NDArray[np.int64]
    values: NDArray[np.int8]
    lengths: NDArray[np.uint16]


class RuleProblem(NamedTuple):
    """What is wrong with the rules: a code of `saizen.large.glue`, a position, a child, a number."""

    numbers: NDArray[np.int64]


@part
def note_problem(problem: RuleProblem, code: Whole, position: Whole, child: Whole, number: Whole) -> None:
    """Remember the first thing that is wrong."""
    if problem.numbers[0] == 0:
        problem.numbers[0] = code
        problem.numbers[1] = position
        problem.numbers[2] = child
        problem.numbers[3] = number


@kernel
def list_children(
    rules: CompiledRules, keys: NDArray[np.int64], first: int, buffer: NDArray[np.int64], problem: RuleProblem
) -> tuple[int, int]:
    """List the children of positions from ``first`` on, as long as there is room; the first one not done."""
    children, rewards, facts = np.empty(ROOM, np.int64), np.empty(ROOM, np.int64), np.zeros(FACTS, np.int64)
    facts[1] = 1
    filled, at = 0, first
    while at < len(keys) and filled + ROOM <= len(buffer):
        count = rules.expand(keys[at], children, rewards, facts)
        if count < 0:
            note_problem(problem, count, keys[at], facts[2], facts[0])
            break
        for place in range(count):
            buffer[filled + place] = children[place]
        filled += count
        at += 1
    return filled, at


@kernel
def distinct(keys: NDArray[np.int64]) -> int:
    """Move the distinct numbers of a sorted array to its front; return how many there are."""
    if len(keys) == 0:
        return 0
    filled = 1
    for at in range(1, len(keys)):
        key = keys[at]
        keys[filled] = key
        filled += key != keys[filled - 1]
    return filled


@kernel
def unite(left: NDArray[np.int64], right: NDArray[np.int64], union: NDArray[np.int64]) -> int:
    """Merge two runs, each sorted and without doubles, into one; return its length."""
    i = j = filled = 0
    while i < len(left) and j < len(right):
        a, b = left[i], right[j]
        union[filled] = min(a, b)
        i += a <= b
        j += b <= a
        filled += 1
    while i < len(left):
        union[filled] = left[i]
        i += 1
        filled += 1
    while j < len(right):
        union[filled] = right[j]
        j += 1
        filled += 1
    return filled


@kernel
def remove(keys: NDArray[np.int64], others: NDArray[np.int64]) -> int:
    """Move the numbers of a sorted array that are not among others, sorted too, to its front; count them."""
    filled = j = 0
    for i in range(len(keys)):
        key = keys[i]
        while j < len(others) and others[j] < key:
            j += 1
        if j == len(others) or others[j] != key:
            keys[filled] = key
            filled += 1
    return filled


@kernel
def find_layers(
    rules: CompiledRules, keys: NDArray[np.int64], layers: NDArray[np.int64]
) -> tuple[Whole, Whole]:
    """Write the layer of every position; return the least and the greatest."""
    least, greatest = np.int64((1 << 63) - 1), np.int64(-(1 << 63))
    for at in range(len(keys)):
        layers[at] = rules.layer_of(keys[at])
        least, greatest = min(least, layers[at]), max(greatest, layers[at])
    return least, greatest


@part
def search(keys: NDArray[np.int64], key: int, near: int) -> int:
    """Return the place of a number in a sorted array, beginning near a place; -1 where it is not there.

    Consecutive positions have children that lie close together, so a few steps from the last one are enough.
    """
    size = len(keys)
    if size == 0:
        return -1
    low = high = min(near, size - 1)
    step = 1
    if keys[low] <= key:
        high = low + 1
        while high < size and keys[high] <= key:
            low = high
            high += step
            step *= 2
        high = min(high, size)
    else:
        low = high - 1
        while low >= 0 and keys[low] > key:
            high = low
            low -= step
            step *= 2
        if low < 0:
            low = 0
            if keys[0] > key:
                return -1
    while high - low > 1:
        middle = (low + high) >> 1
        if keys[middle] <= key:
            low = middle
        else:
            high = middle
    return low if keys[low] == key else -1


@part
def is_better(value: Whole, length: Whole, old: Whole, old_length: Whole, player: Whole, draw: Whole) -> bool:
    """Return whether a move is better: by value, then the gainer hurries, and the loser delays."""
    if old == UNSETTLED:
        return True
    if value != old:
        return (value > old) == (player == 0)
    loses = value < draw if player == 0 else value > draw
    return bool(length > old_length if loses else length < old_length)


@kernel
def settle(
    rules: CompiledRules,
    span: tuple[int, int],
    layer: LargeLayer,
    later: LargeLayer,
    target: int,
    draw: int,
    problem: RuleProblem,
) -> None:
    """Find values of a span of a layer from a later one.

    Children in other layers than ``target`` are passed over, and what is already settled is improved; where
    all children are in one layer, ``target`` is `ANY_LAYER`.
    """
    children, rewards, facts = np.empty(ROOM, np.int64), np.empty(ROOM, np.int64), np.zeros(FACTS, np.int64)
    near = np.zeros(ROOM, np.int64)
    timed = len(layer.lengths) > 0
    for at in range(span[0], span[1]):
        count = rules.expand(layer.keys[at], children, rewards, facts)
        if count <= 0:
            if count < 0:
                note_problem(problem, count, layer.keys[at], facts[2], facts[0])
                return
            layer.values[at] = facts[0]
            if timed:
                layer.lengths[at] = 0
            continue
        best, best_length = np.int64(layer.values[at]), np.int64(layer.lengths[at]) if timed else np.int64(0)
        for place in range(count):
            if target != ANY_LAYER and rules.layer_of(children[place]) != target:
                continue
            child = search(later.keys, children[place], near[place])
            if child < 0:
                note_problem(problem, UNKNOWN, layer.keys[at], children[place], 0)
                return
            near[place] = child
            value = later.values[child] + rewards[place]
            length = np.int64(later.lengths[child]) + 1 if timed else np.int64(0)
            if is_better(value, length, best, best_length, facts[0], draw):
                best, best_length = value, length
        if not -127 <= best <= 127 and best != UNSETTLED:
            note_problem(problem, NO_FIT, layer.keys[at], 0, best)
            return
        layer.values[at] = best
        if timed:
            layer.lengths[at] = best_length if best_length < LONGEST else LONGEST


# ------------------------------------------------------------------ positions that can come again


class Aim(NamedTuple):
    """What a pass looks for: positions worth ``value`` whose best play takes ``length`` moves."""

    rule: int
    """One of the five below."""
    value: int
    length: int
    draw: int


END: Final = 0
"""Games that are over."""
ATTRACT: Final = 1
"""Positions from which the player who gains can force a value."""
SHORT: Final = 2
"""Draws that end, both players willing."""
ORDERLY: Final = 3
"""Positions all of whose children are settled."""
DISTANCE: Final = 4
"""Positions from which one player alone pays this much, every move costing at least 1."""


@kernel
def sweep(
    rules: CompiledRules, span: tuple[int, int], table: LargeLayer, aim: Aim, problem: RuleProblem
) -> int:
    """Settle what an aim names among a span of unsettled positions; return how many.

    What another thread settles in the same pass has the length of this pass and is passed over, so that the
    answer does not depend on the order.
    """
    children, rewards, facts = np.empty(ROOM, np.int64), np.empty(ROOM, np.int64), np.zeros(FACTS, np.int64)
    near = np.zeros(ROOM, np.int64)
    settled = 0
    for at in range(span[0], span[1]):
        if table.lengths[at] != NEVER:
            continue
        count = rules.expand(table.keys[at], children, rewards, facts)
        if count < 0:
            note_problem(problem, count, table.keys[at], facts[2], facts[0])
            return settled
        if aim.rule == END or count == 0:
            if count == 0 and aim.rule == END:
                table.values[at] = facts[0]
                table.lengths[at] = 0
                settled += 1
            continue
        gains = (aim.value > aim.draw) == (facts[0] == 0)
        everything = aim.rule == ORDERLY or (aim.rule == ATTRACT and not gains)
        staged = aim.rule == ATTRACT or aim.rule == SHORT
        best, best_length, ready = np.int64(UNSETTLED), np.int64(0), True
        for place in range(count):
            child = search(table.keys, children[place], near[place])
            if child < 0:
                note_problem(problem, UNKNOWN, table.keys[at], children[place], 0)
                return settled
            near[place] = child
            length, value = np.int64(table.lengths[child]), np.int64(table.values[child])
            if aim.rule == DISTANCE and (rewards[place] < 1 or facts[0] != 1):
                note_problem(problem, NOT_PAID, table.keys[at], children[place], rewards[place])
                return settled
            if (
                length == NEVER
                or value == UNSETTLED
                or (staged and value == aim.value and length >= aim.length)
            ):
                ready = ready and not everything
                continue
            value += rewards[place]
            if aim.rule == SHORT and value != aim.draw:
                continue
            if is_better(value, length + 1, best, best_length, facts[0], aim.draw):
                best, best_length = value, length + 1
        if not ready or best == UNSETTLED:
            continue
        if aim.rule != ORDERLY and best != aim.value:
            continue
        if not -127 <= best <= 127:
            note_problem(problem, NO_FIT, table.keys[at], 0, best)
            return settled
        table.values[at] = best
        table.lengths[at] = best_length
        settled += 1
    return settled


@kernel
def check_layers(keys: NDArray[np.int64], layers: NDArray[np.int64], now: int, problem: RuleProblem) -> None:
    """Note the first position whose layer is not beyond another one."""
    for at in range(len(keys)):
        if keys[at] < 0:
            note_problem(problem, BEYOND, 0, keys[at], 0)
        if layers[at] <= now:
            note_problem(problem, LAYER, keys[at], keys[at], layers[at])
