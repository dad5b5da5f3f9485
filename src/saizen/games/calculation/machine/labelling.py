"""Lists of labellings: what becomes of them after a choice, and which are kept.

After a choice, a labelling loses the cards that were moved. A card whose place on its foundation was taken
by another card of its rank, and the card just laid, get a new label, in all ways that are left.
"""

from typing import NamedTuple

import numpy as np

from saizen.games.calculation.machine.choices import copy
from saizen.games.calculation.machine.precedence import FOUNDATIONS, RANKS, Board, label_of
from saizen.games.calculation.machine.style import Style
from saizen.games.calculation.machine.valuation import Judge, value_of
from saizen.kernels.hashing import Floats, Ints, mixed, slot_of
from saizen.kernels.jit import inlined, part

MOST_NEW = 6
"""How many cards of one labelling may need a new label at once."""


class Labellings(NamedTuple):
    """Labellings with their values, best first; ``many`` has one number, how many."""

    low: Ints
    high: Ints
    value: Floats
    many: Ints


class Seen(NamedTuple):
    """The labellings that were looked at since the last `forget`, and the cards that need a label."""

    words: Ints
    stamp: Ints
    card: Ints
    label: Ints


def new_labellings(room: int) -> Labellings:
    """Return room for some labellings, holding the one of no cards."""
    count = np.ones(1, np.int64)
    words = np.zeros((2, room), np.int64)
    return Labellings(words[0], words[1], np.zeros(room), count)


def new_seen(room: int) -> Seen:
    """Return a set for about as many labellings."""
    size = 4 * room
    return Seen(
        np.zeros((size, 2), np.int64),
        np.zeros(size + 1, np.int64),
        np.zeros(64, np.int64),
        np.zeros(64, np.int64),
    )


@inlined
def forget(seen: Seen) -> None:
    """Empty the set."""
    seen.stamp[-1] += 1


@inlined
def is_new(seen: Seen, low: int, high: int) -> bool:
    """Add a labelling to the set; tell whether it was not there. A full set says yes."""
    size, now = len(seen.words), seen.stamp[-1]
    at = slot_of(mixed(low, high), size)
    for _ in range(64):
        if seen.stamp[at] != now:
            seen.stamp[at] = now
            seen.words[at, 0], seen.words[at, 1] = low, high
            return True
        if seen.words[at, 0] == low and seen.words[at, 1] == high:
            return False
        at += 1
        if at == size:
            at = 0
    return True


@inlined
def _with_label(low: int, high: int, card: int, label: int) -> tuple[int, int]:
    if card < 31:
        return (low & ~(3 << (2 * card))) | (label << (2 * card)), high
    return low, (high & ~(3 << (2 * (card - 31)))) | (label << (2 * (card - 31)))


@part
def look_at(board: Board, place: Ints, keep: Ints) -> None:
    """Write what labellings of a position have in common.

    In the first two words every card on a stack has both bits set; the third is the set of labels of a rank,
    4 rank + label, whose places are gone.
    """
    keep[0] = keep[1] = keep[2] = 0
    for n in range(len(board.height)):
        for h in range(board.height[n]):
            card = board.pile[n, h]
            if card < 31:
                keep[0] |= 3 << (2 * card)
            else:
                keep[1] |= 3 << (2 * (card - 31))
    for f in range(FOUNDATIONS):
        for rank in range(1, RANKS + 1):
            if place[f, rank] < board.size[f]:
                keep[2] |= 1 << (4 * rank + f)


@part
def inherit(
    judge: Judge,
    board: Board,
    drawn: int,
    low: int,
    high: int,
    gone: int,
    style: Style,
    floor: float,
    seen: Seen,
    out: Labellings,
    room: int,
) -> None:
    """Add to ``out`` what becomes of a labelling in a new position, with values (see `add`)."""
    many, taken = 0, gone
    for n in range(len(board.height)):
        for h in range(board.height[n]):
            card = board.pile[n, h]
            spot = 1 << (4 * board.rank[card] + label_of(low, high, card))
            if card == drawn or gone & spot:
                if many == MOST_NEW:
                    return
                seen.card[many] = card
                many += 1
            else:
                taken |= spot
    i = 0
    seen.label[0] = -1
    while i >= 0:
        if i == many:
            add(judge, board, low, high, style, floor, seen, out, room)
            i -= 1
            continue
        card, label = seen.card[i], seen.label[i]
        first = 4 * board.rank[card]
        if label >= 0:
            taken ^= 1 << (first + label)
        label += 1
        while label < FOUNDATIONS and (taken >> (first + label)) & 1:
            label += 1
        if label == FOUNDATIONS:
            i -= 1
            continue
        taken ^= 1 << (first + label)
        low, high = _with_label(low, high, card, label)
        seen.label[i] = label
        i += 1
        seen.label[i] = -1


@part
def add(
    judge: Judge,
    board: Board,
    low: int,
    high: int,
    style: Style,
    floor: float,
    seen: Seen,
    out: Labellings,
    room: int,
) -> None:
    """Value a labelling that was not seen yet and add it while there is room.

    Room -n means that only the best n are kept. Values that are not above ``floor`` do not matter.
    """
    if not is_new(seen, low, high):
        return
    count = out.many[0]
    if count == -room:
        floor = max(floor, out.value[count - 1])
    value = value_of(judge, board, low, high, style, floor)
    if room < 0:
        if count == -room:
            count -= 1
            if value <= out.value[count]:
                return
        out.many[0] = count + 1
        while count > 0 and out.value[count - 1] < value:
            out.low[count], out.high[count] = out.low[count - 1], out.high[count - 1]
            out.value[count] = out.value[count - 1]
            count -= 1
        out.low[count], out.high[count], out.value[count] = low, high, value
    elif count < room:
        out.low[count], out.high[count], out.value[count] = low, high, value
        out.many[0] = count + 1


@part
def keep_best(out: Labellings, most: int) -> None:
    """Sort the labellings by value, equal ones as they came, and keep the first ``most``."""
    count = out.many[0]
    kept = min(count, 1)
    for i in range(1, count):
        low, high, value = out.low[i], out.high[i], out.value[i]
        if kept == most and value <= out.value[kept - 1]:
            continue
        j = kept if kept < most else kept - 1
        while j > 0 and out.value[j - 1] < value:
            out.low[j], out.high[j], out.value[j] = out.low[j - 1], out.high[j - 1], out.value[j - 1]
            j -= 1
        out.low[j], out.high[j], out.value[j] = low, high, value
        kept = min(kept + 1, most)
    out.many[0] = kept


@inlined
def how_many_good(some: Labellings) -> float:
    """Return how many labellings there are, each counted by its value as a share of the best one's."""
    total = 0.0
    for i in range(some.many[0]):
        total += some.value[i]
    return total / some.value[0] if total > 0.0 else 1.0


@inlined
def one_of_many(some: Labellings) -> float:
    """Return the chance that one of the labellings succeeds if they did so independently."""
    total = 0.0
    for i in range(some.many[0]):
        total += np.log1p(-min(1.0 - 1e-15, some.value[i]))
    return -np.expm1(total)  # type: ignore[no-any-return]


@part
def copy_labellings(source: Labellings, target: Labellings) -> None:
    """Copy a list of labellings."""
    count = source.many[0]
    target.many[0] = count
    copy(source.low, target.low, count)
    copy(source.high, target.high, count)
    copy(source.value, target.value, count)


@part
def improve(
    judge: Judge,
    board: Board,
    low: int,
    high: int,
    value: float,
    style: Style,
    seen: Seen,
    out: Labellings,
    room: int,
) -> float:
    """Climb from a labelling: give a card another free place of its rank, or exchange two cards of one rank.

    Every step up is added to ``out`` while there is room. Returns the best value.
    """
    stacks = len(board.height)
    better = True
    while better:
        better = False
        for n in range(stacks):
            for h in range(board.height[n]):
                card = board.pile[n, h]
                rank, label = board.rank[card], label_of(low, high, card)
                for other in range(FOUNDATIONS):
                    if other == label or judge.place[other, rank] < board.size[other]:
                        continue
                    new_low, new_high = _with_label(low, high, card, other)
                    for m in range(stacks):
                        for i in range(board.height[m]):
                            third = board.pile[m, i]
                            same = third != card and board.rank[third] == rank
                            if same and label_of(low, high, third) == other:
                                new_low, new_high = _with_label(new_low, new_high, third, label)
                    if not is_new(seen, new_low, new_high):
                        continue
                    new_value = value_of(judge, board, new_low, new_high, style, value)
                    if new_value > value:
                        low, high, value, better = new_low, new_high, new_value, True
                        label = other
                        count = out.many[0]
                        if count < room:
                            out.low[count], out.high[count], out.value[count] = low, high, value
                            out.many[0] = count + 1
    return value
