"""The player, as kernels: after each draw, go to the position whose best labelling is worth most.

A position's worth is the value v of its best labelling. If several count, m good ones are worth as much as
the square root of m tries: 1 - (1 - v) ** sqrt(m); an experiment takes them as independent. Looking one
draw further, the worth is the mean, over the cards that can come, of the worth of the best choice then. Of
equal choices the one with most cards on the foundations counts: a card held back is buried by the next one.
"""

from typing import NamedTuple

import numpy as np

from saizen.games.calculation.machine.choices import (
    MOST_CHOICES,
    Choices,
    copy,
    find_choices,
    new_board,
    new_choices,
)
from saizen.games.calculation.machine.game_record import Record, write_turn
from saizen.games.calculation.machine.labelling import (
    Labellings,
    Seen,
    add,
    copy_labellings,
    forget,
    how_many_good,
    improve,
    inherit,
    keep_best,
    look_at,
    new_labellings,
    new_seen,
    one_of_many,
)
from saizen.games.calculation.machine.precedence import CARDS, FOUNDATIONS, RANKS, Board, label_of
from saizen.games.calculation.machine.probe import forget_pairs
from saizen.games.calculation.machine.style import Style
from saizen.games.calculation.machine.valuation import Judge
from saizen.kernels.hashing import Floats, Ints
from saizen.kernels.jit import kernel, part

PLAY, ADVISE, LABEL = range(3)
"""The tasks of a player; see `asked`."""


class Desk(NamedTuple):
    """Room to think at one depth: the position, its labellings, the choices, and a choice on trial."""

    board: Board
    labellings: Labellings
    choices: Choices
    worth: Floats
    trial: Board
    some: Labellings
    seen: Seen
    keep: Ints
    deck: Ints


def new_desk(stacks: int, labellings: int) -> Desk:
    """Return room for lists of at most some labellings."""
    room = 8 * labellings + 512
    return Desk(
        new_board(stacks),
        new_labellings(room),
        new_choices(stacks),
        np.zeros(MOST_CHOICES),
        new_board(stacks),
        new_labellings(room),
        new_seen(room),
        np.zeros(3, np.int64),
        np.zeros(RANKS + 1, np.int64),
    )


@part
def _put_on_trial(
    judge: Judge, desk: Desk, choice: int, drawn: int, style: Style, floor: float, room: int
) -> None:
    """Make a choice the trial position and write into ``some`` what becomes of the labellings."""
    copy(desk.choices.size[choice], desk.trial.size, FOUNDATIONS)
    copy(desk.choices.height[choice], desk.trial.height, len(desk.trial.height))
    look_at(desk.trial, judge.place, desk.keep)
    forget(desk.seen)
    desk.some.many[0] = 0
    for i in range(desk.labellings.many[0]):
        low, high = desk.labellings.low[i] & desk.keep[0], desk.labellings.high[i] & desk.keep[1]
        inherit(judge, desk.trial, drawn, low, high, desk.keep[2], style, floor, desk.seen, desk.some, room)


@part
def _climb(judge: Judge, desk: Desk, climbs: int, style: Style, room: int) -> float:
    """Improve the first labellings on trial; return the best value there is."""
    some, best = desk.some, 0.0
    for i in range(some.many[0]):
        best = max(best, some.value[i])
    for i in range(min(climbs, some.many[0])):
        value = improve(
            judge, desk.trial, some.low[i], some.high[i], some.value[i], style, desk.seen, some, room
        )
        best = max(best, value)
    return best


@part
def value_choices(
    judge: Judge, desk: Desk, drawn: int, climbs: int, style: Style, alone: bool, whole: bool
) -> int:
    """Find all choices after a draw and write their worth; return how many they are.

    If the best one ``alone`` matters, no other's worth need be right, only not larger. ``whole`` is as in
    `find_choices`.
    """
    count = find_choices(desk.board, drawn, judge.place, desk.choices, whole)
    for n in range(len(desk.board.height)):
        copy(desk.board.pile[n], desk.trial.pile[n], desk.board.height[n] + 1)
    floor, kept = 0.0, max(2 if climbs else 1, style.counted)
    for c in range(count):
        _put_on_trial(judge, desk, c, drawn, style, floor, -kept)
        desk.worth[c] = _climb(judge, desk, climbs, style, 0)
        if style.independent:
            desk.worth[c] = one_of_many(desk.some)
        elif style.counted > 1:
            tries = np.sqrt(how_many_good(desk.some))
            desk.worth[c] = -np.expm1(tries * np.log1p(-min(1.0, desk.worth[c])))
        if alone and kept == 1:  # climbing begins at labellings that are not the best
            floor = max(floor, desk.worth[c])
    return count


@part
def best_choice(desk: Desk, count: int) -> int:
    """Return the choice of the largest worth; of equal ones the one with most cards on foundations."""
    best, best_played = -1, 0
    for c in range(count):
        played = 0
        for f in range(FOUNDATIONS):
            played += desk.choices.size[c, f]
        equal = best >= 0 and desk.worth[c] == desk.worth[best]
        if best < 0 or desk.worth[c] > desk.worth[best] or (equal and played > best_played):
            best, best_played = c, played
    return best


@part
def _label(judge: Judge, desk: Desk, choice: int, drawn: int, style: Style, kept: int, climbs: int) -> None:
    """Put a choice on trial and keep its best labellings, the first of them improved."""
    room = len(desk.some.low)
    _put_on_trial(judge, desk, choice, drawn, style, 0.0, room)
    keep_best(desk.some, kept)
    if climbs:
        _climb(judge, desk, climbs, style, room)
        keep_best(desk.some, kept)


@part
def go_to(
    judge: Judge, desk: Desk, choice: int, drawn: int, style: Style, kept: int, climbs: int, to: Desk
) -> None:
    """Make a choice the position of a desk, this or another, with its best labellings."""
    _label(judge, desk, choice, drawn, style, kept, climbs)
    copy_labellings(desk.some, to.labellings)
    copy(desk.trial.size, to.board.size, FOUNDATIONS)
    copy(desk.trial.height, to.board.height, len(desk.board.height))
    for n in range(len(desk.board.height)):
        copy(desk.trial.pile[n], to.board.pile[n], desk.trial.height[n])


@part
def look_further(judge: Judge, desk: Desk, spare: Desk, drawn: int, count: int, style: Style) -> int:
    """Value the best choices again by what each next card allows; return the best of them.

    The worth of the choices that are not looked at becomes -1 - worth.
    """
    left = 4 * RANKS - drawn - 1
    if left == 0 or count == 1:
        return best_choice(desk, count)
    for rank in range(1, RANKS + 1):
        desk.deck[rank] = FOUNDATIONS
    for card in range(drawn + 1):
        rank = desk.board.rank[card]
        desk.deck[rank] -= 1
        spare.board.rank[card] = spare.trial.rank[card] = rank
    for i in range(count):
        desk.worth[i] = -1.0 - desk.worth[i]
    for _ in range(min(style.look, count)):
        best = -1
        for c in range(count):
            if desk.worth[c] < 0 and (best < 0 or desk.worth[c] < desk.worth[best]):
                best = c
        go_to(judge, desk, best, drawn, style, style.carried, 0, spare)
        total = 0.0
        for rank in range(1, RANKS + 1):
            if desk.deck[rank]:
                spare.board.rank[drawn + 1] = spare.trial.rank[drawn + 1] = rank
                many = value_choices(judge, spare, drawn + 1, style.look_climbs, style, True, False)
                total += desk.deck[rank] * spare.worth[best_choice(spare, many)]
        desk.worth[best] = total / left
    return best_choice(desk, count)


@part
def relabel(judge: Judge, desk: Desk, spare: Desk, style: Style) -> None:
    """Label the position anew, card by card, each stack from the bottom, and keep the best labellings."""
    board, stacks = desk.board, len(desk.board.height)
    copy(board.size, spare.trial.size, FOUNDATIONS)
    copy(board.rank, spare.trial.rank, CARDS)
    spare.trial.height[:] = 0
    spare.labellings.many[0] = 1
    spare.labellings.low[0] = spare.labellings.high[0] = 0
    while True:
        card, stack = CARDS, -1
        for n in range(stacks):
            h = spare.trial.height[n]
            if h < board.height[n] and board.pile[n, h] < card:
                card, stack = board.pile[n, h], n
        if stack < 0:
            break
        spare.trial.pile[stack, spare.trial.height[stack]] = card
        spare.trial.height[stack] += 1
        forget(spare.seen)
        spare.some.many[0] = 0
        look_at(spare.trial, judge.place, spare.keep)
        known, gone, room = spare.labellings, spare.keep[2], len(spare.some.low)
        for i in range(known.many[0]):
            low, high = known.low[i], known.high[i]
            inherit(judge, spare.trial, card, low, high, gone, style, 0.0, spare.seen, spare.some, room)
        keep_best(spare.some, style.labellings)
        copy_labellings(spare.some, spare.labellings)
    known, found, room = spare.labellings, spare.some, len(spare.some.low)
    forget(spare.seen)
    found.many[0] = 0
    for i in range(known.many[0]):
        add(judge, board, known.low[i], known.high[i], style, 0.0, spare.seen, found, room)
    for i in range(min(style.labellings, found.many[0])):
        improve(judge, board, found.low[i], found.high[i], found.value[i], style, spare.seen, found, room)
    keep_best(spare.some, style.labellings)
    copy_labellings(spare.some, desk.labellings)


@part
def think(judge: Judge, desk: Desk, spare: Desk, drawn: int, style: Style, whole: bool) -> tuple[int, int]:
    """Value the choices after a draw; return how many they are and the best."""
    count = value_choices(judge, desk, drawn, style.climbs, style, False, whole)
    if style.look:
        return count, look_further(judge, desk, spare, drawn, count, style)
    return count, best_choice(desk, count)


@part
def advise_choices(judge: Judge, desk: Desk, spare: Desk, drawn: int, style: Style) -> int:
    """Value the choices in a position that comes from elsewhere: its labellings are found first."""
    forget_pairs(judge.memory)
    copy(desk.board.rank, desk.trial.rank, CARDS)
    relabel(judge, desk, spare, style)
    count, _ = think(judge, desk, spare, drawn, style, True)
    return count


@part
def play_deal(judge: Judge, desk: Desk, spare: Desk, cards: Ints, style: Style, record: Record) -> int:
    """Play a whole deal, write it down, and return 1 if it succeeds, else 0.

    The last labelling tells how to go on when the deck is empty. The player sees no card before it is drawn.
    """
    forget_pairs(judge.memory)
    desk.board.size[:] = 0
    desk.board.height[:] = 0
    desk.labellings.many[0] = 1
    desk.labellings.low[0] = desk.labellings.high[0] = 0
    for drawn in range(CARDS):
        if record.stop[0]:
            return 0
        desk.board.rank[drawn] = desk.trial.rank[drawn] = cards[drawn]
        count, choice = think(judge, desk, spare, drawn, style, False)
        write_turn(desk.choices, desk.worth, count, choice, drawn, record)
        go_to(judge, desk, choice, drawn, style, style.labellings, style.renewed, desk)
        record.note[drawn, 1] = -1
        if desk.labellings.many[0] > 0 and desk.choices.on[choice] >= 0:
            record.note[drawn, 1] = label_of(desk.labellings.low[0], desk.labellings.high[0], drawn)
    return int(desk.labellings.many[0] > 0 and desk.labellings.value[0] > 0.0)


@kernel
def asked(
    task: int,
    judge: Judge,
    desk: Desk,
    spare: Desk,
    choice: int,
    drawn: int,
    style: Style,
    cards: Ints,
    record: Record,
) -> int:
    """Do one of the player's tasks. All of them are one kernel, since each needs nearly all of the code.

    `PLAY` plays the deal ``cards`` and tells whether it succeeds (see `play_deal`); `ADVISE` values the
    choices in the position on the desk and returns how many they are (see `advise_choices`); `LABEL` writes
    into ``some`` the best labellings of a ``choice``.
    """
    if task == PLAY:
        return play_deal(judge, desk, spare, cards, style, record)
    if task == ADVISE:
        return advise_choices(judge, desk, spare, drawn, style)
    _label(judge, desk, choice, drawn, style, style.labellings, style.climbs)
    return 0
