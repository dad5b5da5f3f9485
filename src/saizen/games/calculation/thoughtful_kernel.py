"""Search with a known deck: all positions after each draw, or the most promising ones when they are too many.

A position is 256 bits: four bits for each foundation's size, then the stacks in lexicographic order, four
bits a card and a zero after each stack. Nothing is lost in that, so two positions are taken for the same only
if they are the same up to the names of the stacks. How many cards were drawn follows from it.

The positions after a draw are found by placing the drawn card in every way, and then moving top cards in
every way until nothing is new. A layer that is larger than the ``width`` keeps the positions with the least
`burden`. If that never happened and no position is left, the deal is impossible.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.games.calculation.hashing import Ints, Words
from saizen.games.calculation.relaxation import Board, Memory, Puzzle, burden, can_be_cleared, is_clear
from saizen.jit import kernel, part

NIBBLES = 64
WON, IMPOSSIBLE, NARROW, LONG = 1, 0, 2, 3
"""How a search ends; `NARROW`: the width was too small to tell, `LONG`: the node limit was reached."""
ROOM = 32
"""Positions that a layer may have before the best are chosen, as a multiple of the width."""
_SCORES = 1 << 16


class Layer(NamedTuple):
    """The positions after one draw: keys, numbers, scores, whether a move is forced, and a hash table."""

    keys: Words
    numbers: Ints
    scores: Ints
    forced: NDArray[np.bool_]
    slots: Ints


class Trace(NamedTuple):
    """For each position, by number: the one before, and the action (stack + 1) * 8 + foundation + 1.

    ``tally`` counts positions in the layer, positions in all, and positions that found no room.
    """

    parents: NDArray[np.int32]
    actions: NDArray[np.int8]
    tally: Ints


def new_layer(width: int) -> Layer:
    """Return an empty layer."""
    room = ROOM * width
    return Layer(
        np.zeros((room, 4), np.uint64),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.bool_),
        np.full(1 << (2 * room - 1).bit_length(), -1, np.int64),
    )


@part
def _unpack(key: Words, board: Board) -> None:
    place = 0
    for foundation in range(len(board.sizes)):
        board.sizes[foundation] = np.int64(key[0] >> np.uint64(4 * foundation)) & 15
        place += 1
    for stack in range(len(board.heights)):
        height = 0
        while True:
            card = np.int64(key[place >> 4] >> np.uint64(4 * (place & 15))) & 15
            place += 1
            if card == 0:
                break
            board.cards[stack, height] = card
            height += 1
        board.heights[stack] = height


@part
def _before(board: Board, one: int, other: int) -> bool:
    """Compare two stacks as tuples."""
    for card in range(min(board.heights[one], board.heights[other])):
        if board.cards[one, card] != board.cards[other, card]:
            return bool(board.cards[one, card] < board.cards[other, card])
    return bool(board.heights[one] < board.heights[other])


@part
def _pack(board: Board, order: Ints, key: Words) -> None:
    for stack in range(len(order)):
        at = stack
        while at > 0 and _before(board, stack, order[at - 1]):
            order[at] = order[at - 1]
            at -= 1
        order[at] = stack
    key[:] = np.uint64(0)
    place = 0
    for size in board.sizes:
        key[0] |= np.uint64(size) << np.uint64(4 * place)
        place += 1
    for stack in order:
        for card in range(board.heights[stack]):
            key[place >> 4] |= np.uint64(board.cards[stack, card]) << np.uint64(4 * (place & 15))
            place += 1
        place += 1


@part
def _mixed(key: Words) -> int:
    """Return a hash of a key; it only decides where a search in the table begins, and between equals."""
    mixed = np.uint64(0)
    for word in key:
        mixed = (mixed ^ word) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return np.int64(mixed >> np.uint64(8))  # type: ignore[return-value]


@part
def _add(
    puzzle: Puzzle, board: Board, memory: Memory, layer: Layer, trace: Trace, drawn: int, parent: int,
    action: int, order: Ints, key: Words,
) -> None:  # fmt: skip
    """Put the board into the layer if it is new and there is room."""
    _pack(board, order, key)
    mixed = _mixed(key)
    mask = len(layer.slots) - 1
    at = mixed & mask
    while layer.slots[at] >= 0:
        known = layer.keys[layer.slots[at]]
        if known[0] == key[0] and known[1] == key[1] and known[2] == key[2] and known[3] == key[3]:
            return
        at = (at + 1) & mask
    count, number = trace.tally[0], trace.tally[1]
    if count == len(layer.keys) or number == len(trace.parents):
        trace.tally[2] += 1
        return
    layer.slots[at] = count
    for word in range(4):
        layer.keys[count, word] = key[word]
    layer.numbers[count] = number
    layer.scores[count] = min(_SCORES - 1, 4 * burden(puzzle, board, memory, drawn) + ((mixed >> 40) & 3))
    layer.forced[count] = False
    trace.parents[number] = parent
    trace.actions[number] = action
    trace.tally[0] += 1
    trace.tally[1] += 1


@part
def _place(
    puzzle: Puzzle, board: Board, memory: Memory, layer: Layer, trace: Trace, drawn: int, parent: int,
    order: Ints, key: Words,
) -> None:  # fmt: skip
    """Add what follows from placing the card that is drawn number ``drawn``."""
    card = puzzle.deck[drawn - 1]
    for foundation in range(len(board.sizes)):
        if board.sizes[foundation] == puzzle.places[foundation, card]:
            board.sizes[foundation] += 1
            _add(puzzle, board, memory, layer, trace, drawn, parent, foundation + 1, order, key)
            board.sizes[foundation] -= 1
    for stack in range(len(board.heights)):
        if stack == 0 or _before(board, stack - 1, stack):
            board.cards[stack, board.heights[stack]] = card
            board.heights[stack] += 1
            _add(puzzle, board, memory, layer, trace, drawn, parent, (stack + 1) * 8, order, key)
            board.heights[stack] -= 1


@part
def _move(
    puzzle: Puzzle, board: Board, memory: Memory, layer: Layer, trace: Trace, drawn: int, parent: int,
    order: Ints, key: Words,
) -> bool:  # fmt: skip
    """Add what follows from moving one top card; tell whether one of the moves may be taken as forced.

    A card whose rank is complete otherwise has but one place left. Going there at once only takes a card
    off a stack earlier, so whoever can win by waiting can win without.
    """
    forced = False
    for stack in range(len(board.heights)):
        if board.heights[stack] == 0:
            continue
        card = board.cards[stack, board.heights[stack] - 1]
        for foundation in range(len(board.sizes)):
            if board.sizes[foundation] != puzzle.places[foundation, card]:
                continue
            others = 0
            for other in range(len(board.sizes)):
                others += other != foundation and board.sizes[other] <= puzzle.places[other, card]
            forced |= others == 0
            board.sizes[foundation] += 1
            board.heights[stack] -= 1
            action = (stack + 1) * 8 + foundation + 1
            _add(puzzle, board, memory, layer, trace, drawn, parent, action, order, key)
            board.heights[stack] += 1
            board.sizes[foundation] -= 1
    return forced


@part
def _rank_by_score(layer: Layer, count: int, begin: Ints, ranked: Ints) -> None:
    """Sort the positions of a layer, the lightest first, by counting."""
    begin[:] = 0
    for entry in range(count):
        begin[layer.scores[entry] + 1] += 1
    for score in range(_SCORES):
        begin[score + 1] += begin[score]
    for entry in range(count):
        ranked[begin[layer.scores[entry]]] = entry
        begin[layer.scores[entry]] += 1


@kernel
def search(
    puzzle: Puzzle, board: Board, memory: Memory, layer: Layer, trace: Trace, width: int
) -> tuple[int, int]:
    """Return how the search ended, and the number of the position in which everything is out."""
    keys, numbers = np.zeros((width, 4), np.uint64), np.zeros(width, np.int64)
    ranked, begin = np.zeros(len(layer.keys), np.int64), np.zeros(_SCORES + 1, np.int64)
    order, key = np.zeros(len(board.heights), np.int64), np.zeros(4, np.uint64)
    kept, stamp = 1, 0
    whole = True
    _pack(board, order, keys[0])
    trace.tally[:] = 0
    trace.tally[1] = 1
    for drawn in range(1, len(puzzle.deck) + 1):
        memory.left[puzzle.deck[drawn - 1]] -= 1
        layer.slots[:] = -1
        trace.tally[0] = 0
        for entry in range(kept):
            _unpack(keys[entry], board)
            _place(puzzle, board, memory, layer, trace, drawn, numbers[entry], order, key)
        entry = 0
        while entry < trace.tally[0]:
            _unpack(layer.keys[entry], board)
            layer.forced[entry] = _move(
                puzzle, board, memory, layer, trace, drawn, layer.numbers[entry], order, key
            )
            entry += 1
        if trace.tally[1] == len(trace.parents):
            return LONG, 0
        _rank_by_score(layer, trace.tally[0], begin, ranked)
        kept = 0
        for entry in ranked[: trace.tally[0]]:
            if layer.forced[entry]:
                continue
            if kept == width:
                whole = False
                break
            _unpack(layer.keys[entry], board)
            stamp += 1
            if can_be_cleared(puzzle, board, memory, stamp):
                keys[kept] = layer.keys[entry]
                numbers[kept] = layer.numbers[entry]
                kept += 1
        whole &= trace.tally[2] == 0
        if kept == 0:
            return (IMPOSSIBLE if whole else NARROW), 0
    # Nothing is lighter than everything out; it is missing only if there was no room for it.
    _unpack(keys[0], board)
    return (WON, numbers[0]) if is_clear(board) else (NARROW, 0)
