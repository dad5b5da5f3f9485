"""The player, as kernels: after each draw, go to the position whose best labelling is worth most.

Its loop is `run_task`. One pass is one draw; these are its steps:

1. Set up. A new deal begins with an empty table; a position that comes from elsewhere has its labellings
   found first, card by card. [`begin`, `relabel`]
2. Draw. The player sees no card before it is drawn.
3. List the choices: every position that can be reached until the next draw. [`find_choices`]
4. Label each choice: the labellings of the position before, without the cards that were moved and with all
   ways to label the new ones; the best are improved by local search. [`_put_on_trial`, `_climb`]
5. Value each choice by its best labelling, v. If several labellings count, m good ones are worth as much as
   the square root of m tries: 1 - (1 - v) ** sqrt(m); an experiment takes them as independent.
   [`value_choices`]
6. Look further. The best choices are valued again: by the mean, over the cards that can come, of the worth of
   the best choice then. [`look_further`]
7. Choose. Of equal choices the one with most cards on the foundations counts: a card held back is buried by
   the next one. [`best_choice`]
8. Write down and go: the choice becomes the position, with its best labellings. [`write_turn`, `go_to`]
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
from saizen.games.calculation.machine.labellings import (
    Labellings,
    Trial,
    Valuation,
    add,
    copy_labellings,
    how_many_good,
    improve,
    inherit,
    keep_best,
    look_at,
    new_labellings,
    new_trial,
    one_of_many,
    room_for,
)
from saizen.games.calculation.machine.record import Record, write_turn
from saizen.games.calculation.machine.style import Style
from saizen.games.calculation.machine.valuation.pairs import StoredPairs, forget_pairs
from saizen.games.calculation.machine.valuation.precedence import (
    CARDS,
    FOUNDATIONS,
    RANKS,
    StackedCards,
    label_of,
)
from saizen.games.calculation.machine.valuation.value import Valuer, new_valuer
from saizen.kernels.compile import kernel, merged, part, variable
from saizen.kernels.hash_table import Floats, Ints, empty

PLAY, ADVISE, LABEL, LOOK = range(4)
"""The tasks of a player (see `run_task`), and that of looking one draw further."""


class PlayerWorkspace(NamedTuple):
    """Room to think at one depth: the position, its labellings, the choices, and a choice on trial."""

    board: StackedCards
    labellings: Labellings
    choices: Choices
    worth: Floats
    trial: Trial
    deck: Ints


class Player(NamedTuple):
    """All that a player reads and writes: room for the position, and for the one after the next draw."""

    valuer: Valuer
    now: PlayerWorkspace
    next: PlayerWorkspace


def new_player(pairs: StoredPairs, style: Style) -> Player:
    """Return a player with empty memory."""
    return Player(new_valuer(pairs, style), *(_new_workspace(pairs.stacks, style) for _ in range(2)))


def _new_workspace(stacks: int, style: Style) -> PlayerWorkspace:
    room = room_for(style.labellings)
    return PlayerWorkspace(
        new_board(stacks),
        new_labellings(room),
        new_choices(),
        np.zeros(MOST_CHOICES),
        new_trial(stacks, room),
        np.zeros(RANKS + 1, np.int64),
    )


@part
def _put_on_trial(
    valuer: Valuer,
    value_of: Valuation,
    workspace: PlayerWorkspace,
    choice: int,
    drawn: int,
    floor: float,
    room: int,
) -> None:
    """Make a choice the position on trial and find what becomes of the labellings."""
    trial, labellings = workspace.trial, workspace.labellings
    copy(workspace.choices.size[choice], trial.board.size, FOUNDATIONS)
    copy(workspace.choices.height[choice], trial.board.height, trial.board.stacks)
    look_at(trial.board, valuer.place, trial.keep)
    empty(trial.seen.keys)
    trial.labellings.many[0] = 0
    for i in range(labellings.many[0]):
        low, high = labellings.low[i] & trial.keep[0], labellings.high[i] & trial.keep[1]
        inherit(valuer, value_of, trial, drawn, low, high, floor, room)


@part
def _climb(valuer: Valuer, value_of: Valuation, trial: Trial, climbs: int, room: int) -> float:
    """Improve the first labellings on trial; return the best value there is."""
    labellings, best = trial.labellings, 0.0
    for i in range(labellings.many[0]):
        best = max(best, labellings.value[i])
    for i in range(min(climbs, labellings.many[0])):
        best = max(best, improve(valuer, value_of, trial, i, room))
    return best


@part
def value_choices(
    valuer: Valuer, value_of: Valuation, workspace: PlayerWorkspace, drawn: int, climbs: int, task: int
) -> int:
    """Find all choices after a draw and write their worth; return how many they are.

    To `ADVISE`, a card just laid may be moved on. To `LOOK`, the best one alone matters: no other's worth
    need be right, only not larger.
    """
    style, board = valuer.style, workspace.board
    count = find_choices(board, drawn, valuer.place, workspace.choices, task == ADVISE)
    for n in range(board.stacks):
        copy(board.pile[n], workspace.trial.board.pile[n], board.height[n] + 1)
    floor, counted = 0.0, max(2 if climbs else 1, style.counted)
    for c in range(count):
        _put_on_trial(valuer, value_of, workspace, c, drawn, floor, -counted)
        worth = _climb(valuer, value_of, workspace.trial, climbs, variable(0))
        if style.independent:
            worth = one_of_many(workspace.trial.labellings)
        elif style.counted > 1:
            tries = np.sqrt(how_many_good(workspace.trial.labellings))
            worth = -np.expm1(tries * np.log1p(-min(1.0, worth)))
        workspace.worth[c] = worth
        if task == LOOK and counted == 1:  # climbing begins at labellings that are not the best
            floor = max(floor, worth)
    return count


@part
def best_choice(workspace: PlayerWorkspace, count: int) -> int:
    """Return the choice of the largest worth; of equal ones the one with most cards on foundations."""
    best, best_played = -1, 0
    for c in range(count):
        played = 0
        for f in range(FOUNDATIONS):
            played += workspace.choices.size[c, f]
        equal = best >= 0 and workspace.worth[c] == workspace.worth[best]
        if best < 0 or workspace.worth[c] > workspace.worth[best] or (equal and played > best_played):
            best, best_played = c, played
    return best


@part
def _label(
    valuer: Valuer,
    value_of: Valuation,
    workspace: PlayerWorkspace,
    choice: int,
    drawn: int,
    most: int,
    climbs: int,
) -> None:
    """Put a choice on trial and keep its best labellings, the first of them improved."""
    trial = workspace.trial
    room = trial.labellings.room
    _put_on_trial(valuer, value_of, workspace, choice, drawn, 0.0, room)
    keep_best(trial.labellings, most)
    if climbs:
        _climb(valuer, value_of, trial, climbs, room)
        keep_best(trial.labellings, most)


@part
def go_to(workspace: PlayerWorkspace, to: PlayerWorkspace) -> None:
    """Make the position on trial that of this workspace or another one, with the labellings found."""
    board = workspace.trial.board
    copy_labellings(workspace.trial.labellings, to.labellings)
    copy(board.size, to.board.size, FOUNDATIONS)
    copy(board.height, to.board.height, board.stacks)
    for n in range(board.stacks):
        copy(board.pile[n], to.board.pile[n], board.height[n])


@merged
def look_further(player: Player, value_of: Valuation, drawn: int, count: int) -> None:
    """Value the best choices again by what each next card allows.

    The worth of the choices that are not looked at becomes -1 - worth.
    """
    valuer, now, later = player.valuer, player.now, player.next
    style, left = valuer.style, CARDS - drawn - 1
    for rank in range(1, RANKS + 1):
        now.deck[rank] = FOUNDATIONS
    for card in range(drawn + 1):
        rank = now.board.rank[card]
        now.deck[rank] -= 1
        later.board.rank[card] = later.trial.board.rank[card] = rank
    for i in range(count):
        now.worth[i] = -1.0 - now.worth[i]
    for _ in range(min(style.look, count)):
        best = variable(-1)
        for c in range(count):
            if now.worth[c] < 0 and (best < 0 or now.worth[c] < now.worth[best]):
                best = c
        _label(valuer, value_of, now, best, drawn, style.carried, variable(0))
        go_to(now, later)
        total = 0.0
        for rank in range(1, RANKS + 1):
            if now.deck[rank]:
                later.board.rank[drawn + 1] = later.trial.board.rank[drawn + 1] = rank
                many = value_choices(valuer, value_of, later, drawn + 1, style.look_climbs, variable(LOOK))
                total += now.deck[rank] * later.worth[best_choice(later, many)]
        now.worth[best] = total / left


@merged
def relabel(player: Player, value_of: Valuation) -> None:
    """Label the position again, card by card, each stack from the bottom, and keep the best labellings."""
    valuer, board, before, trial = player.valuer, player.now.board, player.next.labellings, player.next.trial
    labellings, most, placed = trial.labellings, valuer.style.labellings, trial.board
    copy(board.size, placed.size, FOUNDATIONS)
    copy(board.rank, placed.rank, CARDS)
    for n in range(board.stacks):
        placed.height[n] = 0
    before.many[0] = 1
    before.low[0] = before.high[0] = 0
    while True:
        card, stack = variable(CARDS), -1
        for n in range(board.stacks):
            h = placed.height[n]
            if h < board.height[n] and board.pile[n, h] < card:
                card, stack = board.pile[n, h], n
        empty(trial.seen.keys)
        labellings.many[0] = 0
        if stack < 0:
            break
        placed.pile[stack, placed.height[stack]] = card
        placed.height[stack] += 1
        look_at(placed, valuer.place, trial.keep)
        for i in range(before.many[0]):
            inherit(valuer, value_of, trial, card, before.low[i], before.high[i], 0.0, labellings.room)
        keep_best(labellings, most)
        copy_labellings(labellings, before)
    for i in range(before.many[0]):
        add(valuer, value_of, trial, before.low[i], before.high[i], 0.0, labellings.room)
    _climb(valuer, value_of, trial, most, labellings.room)
    keep_best(labellings, most)
    copy_labellings(labellings, player.now.labellings)


@merged
def begin(workspace: PlayerWorkspace) -> None:
    """Begin a deal: nothing lies on the table, and there is one way to label it."""
    workspace.board.size[:] = 0
    workspace.board.height[:] = 0
    workspace.labellings.many[0] = 1
    workspace.labellings.low[0] = workspace.labellings.high[0] = 0


@kernel
def run_task(task: int, player: Player, value_of: Valuation, choice: int, drawn: int, record: Record) -> int:
    """Do one of the player's tasks. All of them are one kernel, since each needs nearly all of the code.

    `PLAY` plays the deal in the ``record``, writes it down there, and returns 1 if it succeeds, else 0; the
    last labelling determines the moves when the deck is empty. `ADVISE` values the choices in the position
    of ``player.now`` and returns how many they are. `LABEL` finds the best labellings of a ``choice``. The
    module explains the steps.
    """
    valuer, now = player.valuer, player.now
    style, labellings = valuer.style, now.labellings
    climbs, end = style.climbs, drawn + 1
    if task != LABEL:  # 1. set up
        forget_pairs(valuer.cache)
    if task == PLAY:
        begin(now)
        end, climbs = CARDS, style.renewed
    elif task == ADVISE:
        copy(now.board.rank, now.trial.board.rank, CARDS)
        relabel(player, value_of)
    while drawn < end:
        if task != LABEL:
            if record.stop[0]:
                return 0
            if task == PLAY:  # 2. draw
                now.board.rank[drawn] = now.trial.board.rank[drawn] = record.cards[drawn]
            # 3. list the choices, 4. label them, 5. value them
            count = value_choices(valuer, value_of, now, drawn, style.climbs, task)
            if style.look and drawn + 1 < CARDS and count > 1:
                look_further(player, value_of, drawn, count)  # 6. look further
            if task == ADVISE:
                return count
            choice = best_choice(now, count)  # 7. choose
            write_turn(now.choices, now.worth, count, choice, drawn, record)  # 8. write down and go
        _label(valuer, value_of, now, choice, drawn, style.labellings, climbs)
        if task == LABEL:
            return 0
        go_to(now, now)
        record.note[drawn, 1] = -1
        if labellings.many[0] > 0 and now.choices.on[choice] >= 0:
            record.note[drawn, 1] = label_of(labellings.low[0], labellings.high[0], drawn)
        drawn += 1
    return int(labellings.many[0] > 0 and labellings.value[0] > 0.0)
