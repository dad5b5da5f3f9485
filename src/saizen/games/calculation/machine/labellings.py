"""Lists of labellings: their update after a choice, and the selection of the best.

After a choice, a labelling loses the cards that were moved. A card whose place on its foundation was taken
by another card of its rank, and the card just laid, get a new label, in all ways that are left.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from saizen.games.calculation.machine.choices import copy, new_board
from saizen.games.calculation.machine.style import MOST_LABELLINGS
from saizen.games.calculation.machine.valuation.precedence import FOUNDATIONS, RANKS, StackedCards, label_of
from saizen.games.calculation.machine.valuation.value import Valuer
from saizen.kernels.compile import part, variable
from saizen.kernels.hash_table import Floats, Ints, Keys, is_used, new_keys, put, slot_for

Valuation = Callable[[Valuer, StackedCards, int, int, float], float]
"""`saizen.games.calculation.machine.valuation.value.value_of`, by its address: compiled once, called from
many places."""
PROBES = 64
"""Slots of the set that are looked at for a labelling."""
MOST_NEW = 6
"""How many cards of one labelling may need a new label at once."""


class Labellings(NamedTuple):
    """Labellings with their values, best first: how ``many``, and for how many there is ``room``."""

    low: Ints
    high: Ints
    value: Floats
    many: Ints
    room: int


class Seen(NamedTuple):
    """The labellings that were looked at since the set was last emptied, and the cards that need a label."""

    keys: Keys
    card: Ints
    label: Ints


def room_for(labellings: int) -> int:
    """Return how many labellings lists have room for if some are stored from turn to turn."""
    return 8 * labellings + 512


MOST = room_for(MOST_LABELLINGS)


def new_labellings(room: int) -> Labellings:
    """Return room for some labellings, holding the one of no cards."""
    words = np.zeros((2, MOST), np.int64)
    return Labellings(words[0], words[1], np.zeros(MOST), np.ones(1, np.int64), room)


def new_seen(room: int) -> Seen:
    """Return a set for about as many labellings."""
    return Seen(new_keys(4 * room, 4 * MOST), *np.zeros((2, 64), np.int64))


@part
def is_new(seen: Seen, low: int, high: int) -> bool:
    """Add a labelling to the set; return whether it was not there. A full set says yes."""
    slot = slot_for(seen.keys, low, high, variable(PROBES))
    if slot < 0:
        return True
    if is_used(seen.keys, slot):
        return False
    put(seen.keys, slot, low, high)
    return True


@part
def _with_label(low: int, high: int, card: int, label: int) -> tuple[int, int]:
    if card < 31:
        return (low & ~(3 << (2 * card))) | (label << (2 * card)), high
    return low, (high & ~(3 << (2 * (card - 31)))) | (label << (2 * (card - 31)))


@part
def look_at(board: StackedCards, place: Ints, keep: Ints) -> None:
    """Write what labellings of a position have in common.

    In the first two words every card on a stack has both bits set; the third is the set of labels of a rank,
    4 rank + label, whose places are gone.
    """
    keep[0] = keep[1] = keep[2] = 0
    for n in range(board.stacks):
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


class Trial(NamedTuple):
    """A position on trial: what its labellings have in common (`look_at`), those found, and those seen."""

    board: StackedCards
    keep: Ints
    labellings: Labellings
    seen: Seen


def new_trial(stacks: int, room: int) -> Trial:
    """Return room for a position on trial and so many labellings."""
    return Trial(new_board(stacks), np.zeros(3, np.int64), new_labellings(room), new_seen(room))


@part
def inherit(
    valuer: Valuer,
    value_of: Valuation,
    trial: Trial,
    drawn: int,
    low: int,
    high: int,
    floor: float,
    room: int,
) -> None:
    """Add what becomes of a labelling in the position on trial, with values (see `add`)."""
    board, seen, gone, many = trial.board, trial.seen, trial.keep[2], 0
    taken = gone
    for n in range(board.stacks):
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
            add(valuer, value_of, trial, low, high, floor, room)
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
    valuer: Valuer, value_of: Valuation, trial: Trial, low: int, high: int, floor: float, room: int
) -> None:
    """Value a labelling that was not seen yet and add it while there is room.

    Room -n means that only the best n are stored. Values that are not above ``floor`` do not matter.
    """
    if not is_new(trial.seen, low, high):
        return
    out = trial.labellings
    count = out.many[0]
    if count == -room:
        floor = max(floor, out.value[count - 1])
    value = value_of(valuer, trial.board, low, high, floor)
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
    sorted_count = min(count, 1)
    for i in range(1, count):
        low, high, value = out.low[i], out.high[i], out.value[i]
        if sorted_count == most and value <= out.value[sorted_count - 1]:
            continue
        j = sorted_count if sorted_count < most else sorted_count - 1
        while j > 0 and out.value[j - 1] < value:
            out.low[j], out.high[j], out.value[j] = out.low[j - 1], out.high[j - 1], out.value[j - 1]
            j -= 1
        out.low[j], out.high[j], out.value[j] = low, high, value
        sorted_count = min(sorted_count + 1, most)
    out.many[0] = sorted_count


@part
def how_many_good(some: Labellings) -> float:
    """Return how many labellings there are, each counted by its value as a share of the best one's."""
    total = 0.0
    for i in range(some.many[0]):
        total += some.value[i]
    return total / some.value[0] if total > 0.0 else 1.0


@part
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
def improve(valuer: Valuer, value_of: Valuation, trial: Trial, first: int, room: int) -> float:
    """Climb from the labelling found at a place: move a card to a free place, or exchange two of a rank.

    Every step up is added while there is room. Returns the best value.
    """
    board, out = trial.board, trial.labellings
    low, high, value = out.low[first], out.high[first], out.value[first]
    better = True
    while better:
        better = False
        for n in range(board.stacks):
            for h in range(board.height[n]):
                card = board.pile[n, h]
                rank, label = board.rank[card], label_of(low, high, card)
                for other in range(FOUNDATIONS):
                    if other == label or valuer.place[other, rank] < board.size[other]:
                        continue
                    new_low, new_high = _with_label(low, high, card, other)
                    for m in range(board.stacks):
                        for i in range(board.height[m]):
                            third = board.pile[m, i]
                            same = third != card and board.rank[third] == rank
                            if same and label_of(low, high, third) == other:
                                new_low, new_high = _with_label(new_low, new_high, third, label)
                    if not is_new(trial.seen, new_low, new_high):
                        continue
                    new_value = value_of(valuer, board, new_low, new_high, value)
                    if new_value > value:
                        low, high, value, better = new_low, new_high, new_value, True
                        label = other
                        count = out.many[0]
                        if count < room:
                            out.low[count], out.high[count], out.value[count] = low, high, value
                            out.many[0] = count + 1
    return value  # type: ignore[no-any-return]
