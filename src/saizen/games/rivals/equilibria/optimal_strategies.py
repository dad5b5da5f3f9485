"""All equilibria at once: the optimal strategies of both players at every position.

An equilibrium of the whole game that is optimal in every position (subgame perfect) chooses, position
by position, any point of two polytopes: the optimal strategies of either player in that position's
matrix. Their corners are found exactly and kept as floats. Where a card is shown first, the optimal
cards are kept as bit masks.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saizen.games.rivals.equilibria.corners import MOST, game_corners
from saizen.games.rivals.solved import RivalsSolution
from saizen.games.rivals.solving.exact_layers import Ranks, distinct_games
from saizen.games.rivals.solving.rationals import CHUNK
from saizen.games.rivals.solving.solved_games import SolvedGames, in_rationals
from saizen.kernels.compile import kernel
from saizen.kernels.policy import is_small
from saizen.matrix.integer_batches import machine_fractions
from saizen.matrix.optimal_set import vertices
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
EACH = 25e-6
"""Seconds that finding the corners of a position's game takes in rationals."""


class OptimalFace(NamedTuple):
    """Optimal choices in one layer, in a form that kernels take.

    Corners of matrix ``m`` are lines ``start[m]`` to ``start[m + 1]`` of the corner arrays.
    """

    matrix: Ints
    """For each simultaneous position the number of its matrix; equal matrices are listed once."""
    row_start: Ints
    row_corners: Floats
    column_start: Ints
    column_corners: Floats
    lead_mask: Ints
    """For each position in which I show first, the optimal cards (bit j: the j-th card of my hand)."""
    reply_mask: Ints
    """For each such position and card shown, the optimal replies."""


def supports(face: OptimalFace) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return for each matrix which cards some optimal strategy plays: rows, then columns."""
    each = (face.row_corners, face.row_start), (face.column_corners, face.column_start)
    if len(face.row_start) == 1:  # no matrix
        return each[0][0] > 0, each[1][0] > 0
    rows, columns = (np.logical_or.reduceat(corners > 0, start[:-1]) for corners, start in each)
    return rows, columns


@kernel
def optimal_masks(children: Ranks, leads: int, ranks: Ranks) -> tuple[Ints, Ints]:
    """Return the optimal cards to show, and for every card shown the optimal replies."""
    cards = children.shape[1]
    lead, reply = np.zeros(leads, np.int64), np.zeros((leads, cards), np.int64)
    for i in range(leads):
        best = -1
        for j in range(cards):
            lowest = 1 << 30
            for k in range(cards):
                rank = ranks[children[i, j, k]]
                if rank < lowest:
                    lowest = rank
                    reply[i, j] = 0
                if rank == lowest:
                    reply[i, j] |= 1 << k
            if lowest > best:
                best = lowest
                lead[i] = 0
            if lowest == best:
                lead[i] |= 1 << j
    return lead, reply


_kept: Cache[list[OptimalFace]] = Cache(most=2)
"""A game and the one that it is compared with are often asked about again."""


def find_faces(
    solved: RivalsSolution, progress: Progress = SILENT, games: SolvedGames | None = None
) -> list[OptimalFace]:
    """Find the corners of all optimal strategies; needs exact values and takes several seconds.

    Those of the last solutions are stored in this process; ``known`` has games that other solutions, or
    this one, needed before.
    """

    def found() -> list[OptimalFace]:
        positions = sum(map(len, solved.layers))
        progress.stage("finding all equilibria", positions)
        corners, compiled = games or SolvedGames(), not is_small(EACH * positions)
        return [_face(solved, depth, corners, progress, compiled) for depth in range(len(solved.layers))]

    return _kept.get(solved, found, progress)


def _find_corners(
    matrices: Ranks, numbers: list[Any], keys: list[bytes], games: SolvedGames, tell: Callable[[], None]
) -> None:
    """Note the corners of games of ranks; ``tell`` is called after every `CHUNK` of them."""
    left = [place for place, key in enumerate(keys) if key not in games.corners]
    solutions = zip(left, games.solve(matrices[left], numbers), strict=True)
    for done, (place, solution) in enumerate(solutions):
        players = []
        for player, unique in enumerate((solution.row_unique, solution.column_unique)):
            own = solution.column_strategy if player else solution.row_strategy
            game = [] if unique else in_rationals(matrices[place].tolist(), numbers)
            corners = [own] if unique else vertices(game, solution, player)
            players.append(np.array([list(map(float, corner)) for corner in corners]))
        games.corners[keys[place]] = players[0], players[1]
        if done % CHUNK == CHUNK - 1:
            tell()


def _note_short_games(
    matrices: Ranks, numbers: list[Any], keys: list[bytes], games: SolvedGames, tell: Callable[[], None]
) -> None:
    """Note the corners of the games whose numbers stay short enough for machine integers."""
    fractions = machine_fractions(numbers)
    for begin in range(0, len(matrices), CHUNK):
        some = matrices[begin : begin + CHUNK]
        counts = np.zeros((len(some), 2), np.int64)
        corners = np.zeros((len(some), 2, MOST, some.shape[1]))
        game_corners(some, *fractions, counts, corners)
        for key, (rows, columns), pair in zip(keys[begin:], counts.tolist(), corners, strict=False):
            if rows and columns:
                games.corners[key] = pair[0, :rows].copy(), pair[1, :columns].copy()
        tell()


def _face(
    solved: RivalsSolution, depth: int, solved_games: SolvedGames, progress: Progress, compiled: bool
) -> OptimalFace:
    layer, following = solved.layers[depth], solved.exact_pool(depth)
    cards, numbers = layer.cards, following.numbers
    flat = following.ranks[layer.children[layer.leads :]].reshape(len(layer) - layer.leads, cards**2)
    matrices, matrix = distinct_games(flat, len(numbers))
    keys = solved_games.keys(matrices, numbers)
    new = [place for place, key in enumerate(keys) if key not in solved_games.corners]
    share = int(CHUNK * len(layer) / max(1, len(matrices)))
    games = matrices[new].reshape(-1, cards, cards), numbers, [keys[place] for place in new], solved_games

    def tell() -> None:
        progress.advance(share)

    if compiled:
        _note_short_games(*games, tell)
    _find_corners(*games, tell)
    starts, corners = [], []
    for player in range(2):
        sets = [solved_games.corners[key][player] for key in keys]
        starts.append(np.cumsum([0, *map(len, sets)]))
        corners.append(np.concatenate([np.empty((0, cards)), *sets]))
    return OptimalFace(
        matrix,
        starts[0],
        corners[0],
        starts[1],
        corners[1],
        *optimal_masks(layer.children, layer.leads, following.ranks),
    )
