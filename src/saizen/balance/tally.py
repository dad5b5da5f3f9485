"""Means over play, in one compiled backward pass.

A *tally* is a row of numbers to be averaged for each state: chances of results, moves still to come,
rewards, how often each move is made. Both players choose among corners of their strategies: with a single
corner each it is the mean of two fixed strategies; with all corners of the optimal ones, and ``sign``, the
least or the largest mean over all equilibria, since a mean is linear in either strategy.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.balance.walk import END, Mix
from saizen.errors import GameError
from saizen.kernels.compile import kernel, part
from saizen.work import SILENT, Progress

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
ENOUGH = 1e-14
"""A round that changes no number by more than this share of it is the last."""
MOST_ROUNDS = 200_000


@part
def best_at_once(cells: Floats, rows: Floats, columns: Floats, mixed: Floats, best: Floats) -> None:
    """Write the largest mean cell over corners of both players' strategies."""
    _, count, width = cells.shape
    height = rows.shape[1]
    best[:] = -np.inf
    for corner in range(len(rows)):
        for k in range(count):
            for m in range(width):
                mixed[k, m] = 0.0
                for j in range(height):
                    mixed[k, m] += rows[corner, j] * cells[j, k, m]
        for other in range(len(columns)):
            for m in range(width):
                total = 0.0
                for k in range(count):
                    total += columns[other, k] * mixed[k, m]
                best[m] = max(best[m], total)


class Strategies(NamedTuple):
    """Strategies of one player: corner after corner, state after state, as one row of numbers."""

    moves: Ints
    """How many moves each state has."""
    start: Ints
    """The index of the first corner of each state, and the end of the last one."""
    weights: Floats
    labels: Ints
    """The number that each move adds to, or -1; in the place of the state's moves."""
    label_start: Ints


class States(NamedTuple):
    """The successors: cells by state (rows of MAX by columns of MIN), branches by cell."""

    cell_start: Ints
    gain: Floats
    """The amounts that each cell adds to the first numbers of the tally."""
    branch_start: Ints
    chance: Floats
    child: Ints


@kernel
def one_round(
    states: States, rows: Strategies, columns: Strategies, order: Ints, sign: float, tally: Floats
) -> float:
    """Recompute every state in order; return the largest change, relative to the size of the number."""
    width, gains = tally.shape[1], states.gain.shape[1]
    height, breadth = rows.moves.max(), columns.moves.max()
    room, mixed, best = np.empty((height, breadth, width)), np.empty((breadth, width)), np.empty(width)
    change = 0.0
    for i in order:
        many, wide = rows.moves[i], columns.moves[i]
        cells = room[:many, :wide]
        for j in range(many):
            for k in range(wide):
                cell = states.cell_start[i] + j * wide + k
                for m in range(width):
                    cells[j, k, m] = states.gain[cell, m] if m < gains else 0.0
                for b in range(states.branch_start[cell], states.branch_start[cell + 1]):
                    for m in range(width):
                        cells[j, k, m] += states.chance[b] * tally[states.child[b], m]
                label = rows.labels[rows.label_start[i] + j]
                if label >= 0:
                    cells[j, k, label] += 1.0
                label = columns.labels[columns.label_start[i] + k]
                if label >= 0:
                    cells[j, k, label] += 1.0
                for m in range(width):
                    cells[j, k, m] *= sign
        own = rows.weights[rows.start[i] : rows.start[i + 1]]
        other = columns.weights[columns.start[i] : columns.start[i + 1]]
        best_at_once(
            cells,
            own.reshape((len(own) // many, many)),
            other.reshape((len(other) // wide, wide)),
            mixed[:wide],
            best,
        )
        for m in range(width):
            new = sign * best[m]
            change = max(change, abs(new - tally[i, m]) / (1.0 + abs(new)))
            tally[i, m] = new
    return change


def strategies(corners: Sequence[Sequence[Mix]], labels: Sequence[Sequence[int]] | None = None) -> Strategies:
    """Put one player's strategies into arrays; ``labels`` are the numbers that each move adds to."""
    moves = [len(mixes[0]) for mixes in corners]
    marks = labels if labels is not None else [[-1] * count for count in moves]
    return Strategies(
        np.array(moves, np.int64),
        _starts([sum(map(len, mixes)) for mixes in corners]),
        np.array([weight for mixes in corners for mix in mixes for weight in mix], np.float64),
        np.array([label for line in marks for label in line], np.int64),
        _starts(moves),
    )


def states(cells: Sequence[Sequence[Sequence[tuple[float, Any, int]]]], gains: Sequence[Any]) -> States:
    """Put what follows into arrays; ``gains`` has the numbers that each cell adds at once, in order."""
    flat = [cell for state in cells for cell in state]
    going = [[(chance, child) for chance, _, child in cell if child != END] for cell in flat]
    return States(
        _starts([len(state) for state in cells]),
        np.array(gains, np.float64).reshape(len(flat), -1),
        _starts([len(cell) for cell in going]),
        np.array([chance for cell in going for chance, _ in cell], np.float64),
        np.array([child for cell in going for _, child in cell], np.int64),
    )


def _starts(counts: Sequence[int]) -> Ints:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(np.array(counts, np.int64))])


def tally_of(
    table: States,
    players: Sequence[Strategies],
    order: Sequence[int],
    *,
    width: int,
    recurs: bool,
    sign: float = 1.0,
    progress: Progress = SILENT,
) -> Floats:
    """Return the tally of the first state; where states recur, rounds are repeated until nothing changes."""
    tally = np.zeros((len(order), width))
    line = np.array(order, np.int64)
    for _ in range(MOST_ROUNDS if recurs else 1):
        change = one_round(table, players[0], players[1], line, sign, tally)
        progress.advance(0)
        if not recurs or change <= ENOUGH:
            return np.asarray(tally[0])
    raise GameError("play lasts too long to be measured: after 200,000 rounds the numbers still change")
