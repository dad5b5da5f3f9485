"""Ranges of numbers over all subgame-perfect equilibria.

Both players choose any optimal strategy, independently at every position. A number that is linear in
either player's strategy (a probability, an expectation) takes its extremes at corners, so one backward
pass for the least and one for the largest value settle it.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.balance.measures import Range
from saizen.balance.tally import best_at_once
from saizen.games.rivals.equilibria.analysis import WIN_DRAW_LOSS, Floats, seat_pools
from saizen.games.rivals.equilibria.optimal_strategies import OptimalFace
from saizen.games.rivals.equilibria.policies import PolicyLike, Roles, make_policy
from saizen.games.rivals.solved import RivalsSolution
from saizen.games.rivals.solving.layers import RivalsLayer
from saizen.kernels.compile import kernel, part

DRAWS = (0.0, 1.0, 0.0)
NOTHING = (0.0, 0.0, 0.0)


@part
def cards_of(mask: int, out: NDArray[np.int64]) -> None:
    """Write the card numbers of a hand to ``out``."""
    count = 0
    for card in range(8):
        if mask >> card & 1:
            out[count] = card
            count += 1


@part
def best_in_turn(cells: Floats, lead_mask: int, reply_mask: NDArray[np.int64], best: Floats) -> None:
    """Write the largest cell that optimal cards, shown one after the other, can lead to."""
    cards, _, width = cells.shape
    best[:] = -np.inf
    for j in range(cards):
        for k in range(cards):
            if lead_mask >> j & 1 and reply_mask[j] >> k & 1:
                for m in range(width):
                    best[m] = max(best[m], cells[j, k, m])


@kernel
def equilibrium_tally(
    children: NDArray[np.int32],
    keys: NDArray[np.int64],
    leads: int,
    pools: Floats,
    sign: float,
    count_cards: bool,
    face: OptimalFace,
) -> Floats:
    """Return the largest (sign 1) or smallest (sign -1) tally when both players choose any optimal strategy.

    With ``count_cards`` the tally has a place for each card number, and playing that card now counts 1.
    """
    count, cards, _ = children.shape
    width = pools.shape[2]
    mine, yours = np.empty(8, np.int64), np.empty(8, np.int64)
    tally = np.empty((count, 2, width))
    cells, mixed = np.empty((cards, cards, width)), np.empty((cards, width))
    for i in range(count):
        cards_of(keys[i] & 0xFF, mine)
        cards_of(keys[i] >> 8 & 0xFF, yours)
        for seat in range(2):
            for j in range(cards):
                for k in range(cards):
                    for m in range(width):
                        cells[j, k, m] = sign * pools[seat, children[i, j, k], m]
                    if count_cards:
                        cells[j, k, mine[j] if seat == 0 else yours[k]] += sign
            if i < leads:
                best_in_turn(cells, face.lead_mask[i], face.reply_mask[i], tally[i, seat])
            else:
                game = face.matrix[i - leads]
                rows = face.row_corners[face.row_start[game] : face.row_start[game + 1]]
                columns = face.column_corners[face.column_start[game] : face.column_start[game + 1]]
                best_at_once(cells, rows, columns, mixed, tally[i, seat])
    return sign * tally


def _equilibria(
    layers: list[RivalsLayer],
    faces: list[OptimalFace],
    ends: tuple[float, float, float],
    width: int,
    count_at: range,
    first: Floats | None = None,
) -> list[list[Range]]:
    """Run both passes (least, largest) from depth ``count_at.stop - 1`` up; answers for both players."""
    bounds = []
    for sign in (-1.0, 1.0):
        tally = np.zeros((0, 2, width)) if first is None else first
        for depth in reversed(range(count_at.stop)):
            layer, face = layers[depth], faces[depth]
            if len(tally) == 0 and depth + 1 < len(layers):
                tally = np.zeros((len(layers[depth + 1]), 2, width))
            tally = equilibrium_tally(
                layer.children,
                layer.keys,
                layer.leads,
                seat_pools(tally, ends),
                sign,
                depth in count_at,
                face,
            )
        bounds.append(tally[0])
    (low, high) = bounds
    return [[Range(float(low[seat, m]), float(high[seat, m])) for m in range(width)] for seat in (0, 1)]


def draw_range(layers: list[RivalsLayer], faces: list[OptimalFace]) -> Range:
    """Return how likely equilibrium play ends in a draw."""
    return _equilibria(layers, faces, DRAWS, 1, range(len(layers), len(layers)))[0][0]


def usage_ranges(layers: list[RivalsLayer], faces: list[OptimalFace], turn: int) -> list[list[Range]]:
    """Return, for each player and card number, how likely it is played in that turn (0 is the first)."""
    return _equilibria(layers, faces, NOTHING, 8, range(turn, turn + 1))


def used_ranges(layers: list[RivalsLayer], faces: list[OptimalFace]) -> list[list[Range]]:
    """Return, for each player and card number, how likely it is played at all."""
    return _equilibria(layers, faces, NOTHING, 8, range(len(layers)))


def length_range(layers: list[RivalsLayer], faces: list[OptimalFace]) -> Range:
    """Return how many moves a game has: one for two cards played at once, two for cards shown in turn."""
    ends = []
    for sign in (-1.0, 1.0):
        tally = np.zeros((0, 2, 1))
        for layer, face in reversed(list(zip(layers, faces, strict=True))):
            pools = seat_pools(tally, NOTHING)
            tally = equilibrium_tally(layer.children, layer.keys, layer.leads, pools, sign, False, face)
            tally += 1.0
            tally[: layer.leads] += 1.0
        ends.append(float(tally[0, 0, 0]))
    return Range(*ends)


def reached_range(layers: list[RivalsLayer], faces: list[OptimalFace], turn: int) -> Range:
    """Return how likely the game lasts until that turn."""
    if turn == 0:
        return Range(1.0, 1.0)
    alive = np.ones((len(layers[turn]), 2, 1))
    return _equilibria(layers, faces, NOTHING, 1, range(turn, turn), alive)[0][0]


@kernel
def against_tally(
    children: NDArray[np.int32],
    leads: int,
    pools: Floats,
    sign: float,
    face: OptimalFace,
    other: Roles,
) -> Floats:
    """Return the largest (sign 1) or smallest (sign -1) tally of any optimal strategy against one policy."""
    count, cards, _ = children.shape
    tally = np.zeros((count, 2, 1))
    gains = np.empty(cards)
    for i in range(count):
        for seat in range(2):
            best = -np.inf
            if i < leads:
                total = 0.0
                for j in range(cards):
                    part, inner = 0.0, -np.inf
                    for k in range(cards):
                        gain = sign * pools[seat, children[i, j, k], 0]
                        part += other.reply[i, j, k] * gain
                        if face.reply_mask[i, j] >> k & 1:
                            inner = max(inner, gain)
                    if face.lead_mask[i] >> j & 1:
                        best = max(best, part)
                    total += other.lead[i, j] * inner
                tally[i, seat, 0] = best if seat == 0 else total
                continue
            for j in range(cards):
                gains[j] = 0.0
                for k in range(cards):
                    if seat == 0:
                        gains[j] += other.column[i - leads, k] * sign * pools[0, children[i, j, k], 0]
                    else:
                        gains[j] += other.row[i - leads, k] * sign * pools[1, children[i, k, j], 0]
            game = face.matrix[i - leads]
            start = face.row_start if seat == 0 else face.column_start
            corners = face.row_corners if seat == 0 else face.column_corners
            for corner in range(start[game], start[game + 1]):
                total = 0.0
                for j in range(cards):
                    total += corners[corner, j] * gains[j]
                best = max(best, total)
            tally[i, seat, 0] = best
    return sign * tally


def payoff_range(solved: RivalsSolution, faces: list[OptimalFace], opponent: PolicyLike) -> Range:
    """Return what an equilibrium strategy gets against a policy, least and most over all equilibria."""
    policy = make_policy(solved, opponent)
    ends = []
    for sign in (-1.0, 1.0):
        tally = np.empty((0, 2, 1))
        for layer, face, other in reversed(list(zip(solved.layers, faces, policy, strict=True))):
            tally = against_tally(
                layer.children,
                layer.leads,
                seat_pools(tally, WIN_DRAW_LOSS),
                sign,
                face,
                other,
            )
        ends.append(float(tally[0, 0, 0]))
    return Range(*ends)


def support_sizes(layer: RivalsLayer, face: OptimalFace) -> list[Range]:
    """Count simultaneous positions by how many cards a basic optimal strategy mixes (index 0: one card).

    The range is over basic strategies (corners): positions in which all have that size, and in which
    some have it. Linear programming returns corners.
    """
    low, high = np.zeros(layer.cards), np.zeros(layer.cards)
    for sizes, start, weight in _corner_numbers(layer, face, lambda corners: (corners > 0).sum(1)):
        least, most = np.minimum.reduceat(sizes, start[:-1]), np.maximum.reduceat(sizes, start[:-1])
        for size in range(1, layer.cards + 1):
            has = np.add.reduceat((sizes == size).astype(np.int64), start[:-1]) > 0
            low[size - 1] += weight[(least == size) & (most == size)].sum()
            high[size - 1] += weight[has].sum()
    return [Range(float(a), float(b)) for a, b in zip(low, high, strict=True)]


def entropy_range(layers: list[RivalsLayer], faces: list[OptimalFace]) -> Range:
    """Return the mean entropy in bits over all positions of every kind, for basic optimal strategies.

    Where a card is shown first, a basic strategy is a single card and has no entropy.
    """
    low = high = 0.0
    for layer, face in zip(layers, faces, strict=True):
        for entropy, start, weight in _corner_numbers(layer, face, _entropy):
            low += float((np.minimum.reduceat(entropy, start[:-1]) * weight).sum())
            high += float((np.maximum.reduceat(entropy, start[:-1]) * weight).sum())
    positions = sum(sum(layer.counts()) for layer in layers)
    return Range(low / positions, high / positions)


def _entropy(corners: Floats) -> Floats:
    logarithms = np.log2(np.where(corners > 0, corners, 1.0))
    return np.asarray(-(corners * logarithms).sum(1))


def _corner_numbers(
    layer: RivalsLayer, face: OptimalFace, number: Callable[[Floats], NDArray[Any]]
) -> Iterator[tuple[NDArray[Any], NDArray[np.int64], Floats]]:
    """Yield a number for every corner, where each matrix's corners start, and its count of positions.

    First the kept positions' own strategies, then those of their mirror images.
    """
    matrices = len(face.row_start) - 1
    if matrices:
        own = np.bincount(face.matrix, minlength=matrices).astype(float)
        other = np.bincount(face.matrix, weights=layer.mirrored, minlength=matrices).astype(float)
        yield number(face.row_corners), face.row_start, own
        yield number(face.column_corners), face.column_start, other
