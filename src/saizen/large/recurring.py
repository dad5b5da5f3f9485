"""Games without a counter: positions are found outwards from the start, values inwards from the ends.

1. *List*: breadth first; the positions so far are one sorted array.
2. *Settle*, in passes over what is not settled yet. Each pass settles positions whose best play takes one
   move more than in the pass before (retrograde analysis, as in Thompson 1986, "Retrograde analysis of
   certain endgames", by forward moves). Where the rules say what endless play is worth, values beyond that
   are taken one after the other, the best for MAX first, then the best for MIN; the rest has endless play's
   value. Where a player alone pays for every move, the passes go through the costs. Else positions must not
   come again.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from saizen.errors import GameError
from saizen.large.game import LARGEST_VALUE
from saizen.large.kernels import (
    ATTRACT,
    DISTANCE,
    END,
    LONGEST,
    NEVER,
    ORDERLY,
    SHORT,
    UNSETTLED,
    Aim,
    LargeLayer,
    remove,
    sweep,
)
from saizen.large.layers import Plan, Work
from saizen.large.machines import side_by_side
from saizen.large.problems import new_problem, raise_problem
from saizen.large.runs import Keys, SortedRuns, Span, children_runs, shrunk, spans
from saizen.large.shelf import part_name

Pass = Callable[[int, int, int], int]
"""``settle(rule, value, length)`` settles what it names and returns how many positions that are."""


def solve_recurring(work: Work) -> Plan:
    """Solve a game without a counter; the one layer is on the shelf."""
    names = [part_name(kind, 0) for kind in ("keys", "values", "lengths")]
    with ThreadPoolExecutor(work.workers) as threads:
        if names[0] not in work.shelf:
            work.shelf.put(names[0], list_positions(work, threads))
        keys = work.shelf.array(names[0])
        if names[1] not in work.shelf or names[2] not in work.shelf:
            values, lengths = settle_positions(work, keys, threads)
            for name, part in zip(names[1:], (values, lengths), strict=True):
                if name not in work.shelf:  # a run may have been killed between them
                    work.shelf.put(name, part)
    return Plan([0], [len(keys)], [[]])


def list_positions(work: Work, threads: ThreadPoolExecutor) -> Keys:
    """Return all positions that can be reached, in rising order."""
    fresh = np.array([work.first()], np.int64)
    positions = fresh
    while len(fresh):
        following, label = SortedRuns(), f"{len(positions):,} positions so far"

        def listed(span: Span, keys: Keys = fresh) -> list[Keys]:
            return children_runs(work.rules, keys[span[0] : span[1]])

        for runs in side_by_side(listed, spans(len(fresh)), threads, work.progress, label):
            for run in runs:
                following.add(shrunk(run, remove(run, positions)))
        fresh = following.whole()
        both = SortedRuns()
        both.add(positions)
        both.add(fresh.copy())
        positions = both.whole()
        work.check_room(len(positions), len(positions))
    return positions


def settle_positions(
    work: Work, keys: Keys, threads: ThreadPoolExecutor
) -> tuple[NDArray[np.int8], NDArray[np.uint16]]:
    """Return the value of every position, and how many moves best play takes."""
    size, endless = len(keys), work.game.endless
    table = LargeLayer(keys, np.full(size, UNSETTLED, np.int8), np.full(size, NEVER, np.uint16))
    pays = work.game.declares("reward")
    draw = LARGEST_VALUE if pays and endless is None else int(endless or 0)
    if endless is not None and (draw != endless or abs(draw) > LARGEST_VALUE):
        raise GameError(f"endless = {endless} does not fit, use a whole number from -127 to 127")
    if endless is not None and pays:
        raise GameError(
            "moves pay and positions can come again: endless play has no worth then; pay at the end, "
            "or write a layer"
        )

    def settle(rule: int, value: int, length: int) -> int:
        label = f"values: {int(np.count_nonzero(table.lengths == NEVER)):,} positions left"

        def part(span: Span) -> int:
            problem = new_problem()
            count = sweep(work.rules, span, table, Aim(rule, value, length, draw), problem)
            raise_problem(problem)
            return int(count)

        return sum(side_by_side(part, spans(size), threads, work.progress, label))

    left = size - settle(END, 0, 0)
    ends = np.unique(table.values[table.values != UNSETTLED]).tolist()
    if endless is not None:
        _settle_endless(settle, ends, draw, table)
    else:
        left -= _settle_costs(settle, ends, left) if pays else _settle_orderly(settle)
        if left:
            position = int(keys[int(np.argmax(table.lengths == NEVER))])
            raise GameError(_unsettled(work, position, pays))
    return table.values, table.lengths


def _settle_endless(settle: Pass, ends: list[int], draw: int, table: LargeLayer) -> None:
    """Settle what can be forced, then what is worth as much as endless play."""
    for value in [*(v for v in reversed(ends) if v > draw), *(v for v in ends if v < draw)]:
        _until_none(settle, ATTRACT, value)
    _until_none(settle, SHORT, draw)
    table.values[table.values == UNSETTLED] = draw


def _until_none(settle: Pass, rule: int, value: int) -> None:
    for length in range(1, LONGEST):
        if not settle(rule, value, length):
            return


def _settle_costs(settle: Pass, ends: list[int], left: int) -> int:
    """Settle by what one player pays, the least first; return how many were settled."""
    settled = 0
    for value in range(min(ends, default=LARGEST_VALUE) + 1, LARGEST_VALUE + 1):
        if settled == left:
            break
        settled += settle(DISTANCE, value, 0)
    return settled


def _settle_orderly(settle: Pass) -> int:
    """Settle positions after all that they lead to; return how many were settled."""
    settled = 0
    while more := settle(ORDERLY, 0, 0):
        settled += more
    return settled


def _unsettled(work: Work, position: int, pays: bool) -> str:
    if pays:
        return (
            f"position {position}: no way to an end costs {LARGEST_VALUE} or less, and larger values do not "
            "fit; start where every position can come to an end"
        )
    return (
        f"position {position} can go on for ever, or leads to one that can, and the rules do not say "
        "what endless play is worth: say it (endless = 0 for a draw), or write a layer if the game ends"
    )
