"""What policies are worth, what exploits them, and what all equilibria have in common.

Everything is one backward pass over the layers with a *tally*: for each kept position and each seat
(0: the player in question is the position's "me", 1: its opponent) a number to be averaged. The pool of
a tally is addressed by the same places as the value pool.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from saizen.games.rivals.faces import Face
from saizen.games.rivals.layers import Layer
from saizen.games.rivals.policies import PolicyLike, Roles, make_policy
from saizen.games.rivals.solved import Solved
from saizen.jit import kernel

Floats = NDArray[np.float64]
WIN_DRAW_LOSS = (-1.0, 0.0, 1.0)
DRAWS = (0.0, 1.0, 0.0)
NOTHING = (0.0, 0.0, 0.0)


def seat_pools(tally: Floats, ends: tuple[float, float, float]) -> Floats:
    """Return pools by seat: ends of the game (lost, drawn, won), positions, mirrored positions."""
    lost, drawn, won = ends
    own, other = tally[:, 0], tally[:, 1]
    pools = np.empty((2, 3 + 2 * len(tally), tally.shape[2]))
    pools[0, :3] = np.array([lost, drawn, won])[:, None]
    pools[1, :3] = np.array([won, drawn, lost])[:, None]
    pools[0, 3:] = np.concatenate([own, other])
    pools[1, 3:] = np.concatenate([other, own])
    return pools


@kernel
def pair_tally(
    children: NDArray[np.int32],
    leads: int,
    pools: Floats,
    row: Floats,
    column: Floats,
    lead: Floats,
    reply: Floats,
    other_row: Floats,
    other_column: Floats,
    other_lead: Floats,
    other_reply: Floats,
    best: bool,
) -> Floats:
    """Average over two policies; with ``best`` the first player ignores hers and maximises."""
    count, cards, _ = children.shape
    tally = np.zeros((count, 2, 1))
    for i in range(count):
        for seat in range(2):
            total, top = 0.0, -np.inf
            for j in range(cards):
                part, inner = 0.0, -np.inf
                for k in range(cards):
                    if seat == 0:
                        gain = pools[0, children[i, j, k], 0]
                        weight = other_reply[i, j, k] if i < leads else other_column[i - leads, k]
                        part += weight * gain
                    elif i < leads:
                        gain = pools[1, children[i, j, k], 0]
                        part += reply[i, j, k] * gain
                        inner = max(inner, gain)
                    else:
                        part += other_row[i - leads, k] * pools[1, children[i, k, j], 0]
                if seat == 0:
                    weight = lead[i, j] if i < leads else row[i - leads, j]
                elif i < leads:
                    weight = other_lead[i, j]
                    if best:
                        part = inner
                else:
                    weight = column[i - leads, j]
                total += weight * part
                top = max(top, part)
            replying = seat == 1 and i < leads
            tally[i, seat, 0] = top if best and not replying else total
    return tally


def payoff(solved: Solved, policy: PolicyLike, opponent: PolicyLike) -> float:
    """Return what a policy gets from the start against another: wins minus losses."""
    return _pair(solved, make_policy(solved, policy), make_policy(solved, opponent), best=False)


def best_response(solved: Solved, policy: PolicyLike) -> float:
    """Return the most that anybody can get from the start against a policy."""
    arrays = make_policy(solved, policy)
    return _pair(solved, arrays, arrays, best=True)


def exploitability(solved: Solved, policy: PolicyLike) -> float:
    """Return how much more than the value of the game a best response gets; 0 means unexploitable."""
    return best_response(solved, policy) - float(solved.values[0][0])


def _pair(solved: Solved, policy: list[Roles], opponent: list[Roles], *, best: bool) -> float:
    tally = np.empty((0, 2, 1))
    for layer, own, other in reversed(list(zip(solved.layers, policy, opponent, strict=True))):
        pools = seat_pools(tally, WIN_DRAW_LOSS)
        arrays = (own.row, own.column, own.lead, own.reply, other.row, other.column, other.lead, other.reply)
        tally = pair_tally(layer.children, layer.leads, pools, *arrays, best)
    return float(tally[0, 0, 0])


@kernel
def hand_places(keys: NDArray[np.int64], shift: int, cards: int) -> NDArray[np.int64]:
    """Return the card numbers of each hand, ascending; ``shift`` is 0 for mine, 8 for yours."""
    hands = np.empty((len(keys), cards), np.int64)
    for i in range(len(keys)):
        place = 0
        for card in range(8):
            if keys[i] >> (shift + card) & 1:
                hands[i, place] = card
                place += 1
    return hands


@kernel
def equilibrium_tally(
    children: NDArray[np.int32],
    keys: NDArray[np.int64],
    leads: int,
    pools: Floats,
    sign: float,
    count_cards: bool,
    matrix: NDArray[np.int64],
    row_start: NDArray[np.int64],
    row_corners: Floats,
    column_start: NDArray[np.int64],
    column_corners: Floats,
    lead_mask: NDArray[np.int64],
    reply_mask: NDArray[np.int64],
) -> Floats:
    """Return the largest (sign 1) or smallest (sign -1) tally when both players choose any optimal strategy.

    The tally is linear in either player's strategy, so corners suffice. With ``count_cards`` the tally
    has a place for each card number, and playing that card now counts 1.
    """
    count, cards, _ = children.shape
    width = pools.shape[2]
    mine, yours = hand_places(keys, 0, cards), hand_places(keys, 8, cards)
    tally = np.full((count, 2, width), -np.inf)
    cells, mixed = np.empty((cards, cards, width)), np.empty((cards, width))
    for i in range(count):
        for seat in range(2):
            for j in range(cards):
                for k in range(cards):
                    for m in range(width):
                        cells[j, k, m] = sign * pools[seat, children[i, j, k], m]
                    if count_cards:
                        cells[j, k, mine[i, j] if seat == 0 else yours[i, k]] += sign
            if i < leads:
                for j in range(cards):
                    for k in range(cards):
                        if lead_mask[i] >> j & 1 and reply_mask[i, j] >> k & 1:
                            for m in range(width):
                                tally[i, seat, m] = max(tally[i, seat, m], cells[j, k, m])
                continue
            game = matrix[i - leads]
            for corner in range(row_start[game], row_start[game + 1]):
                for k in range(cards):
                    for m in range(width):
                        total = 0.0
                        for j in range(cards):
                            total += row_corners[corner, j] * cells[j, k, m]
                        mixed[k, m] = total
                for other in range(column_start[game], column_start[game + 1]):
                    for m in range(width):
                        total = 0.0
                        for k in range(cards):
                            total += column_corners[other, k] * mixed[k, m]
                        tally[i, seat, m] = max(tally[i, seat, m], total)
    return sign * tally


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the largest value of a number over all subgame-perfect equilibria."""

    low: float
    high: float

    @property
    def determined(self) -> bool:
        """Whether all equilibria agree."""
        return self.high - self.low < 1e-9


def _equilibria(
    layers: list[Layer],
    faces: list[Face],
    ends: tuple[float, float, float],
    width: int,
    count_at: range,
    first: Floats | None = None,
) -> list[Range]:
    """Run both passes (least, largest) from depth ``count_at.stop - 1`` up to the start."""
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
                face.matrix,
                face.row_start,
                face.row_corners,
                face.column_start,
                face.column_corners,
                face.lead_mask,
                face.reply_mask,
            )
        bounds.append(tally[0])
    (low, high) = bounds
    return [Range(float(low[0, m]), float(high[0, m])) for m in range(width)]


def draw_range(layers: list[Layer], faces: list[Face]) -> Range:
    """Return how likely equilibrium play ends in a draw."""
    return _equilibria(layers, faces, DRAWS, 1, range(len(layers), len(layers)))[0]


def usage_ranges(layers: list[Layer], faces: list[Face], turn: int) -> list[Range]:
    """Return, for each card number, how likely a player plays it in that turn (0 is the first)."""
    return _equilibria(layers, faces, NOTHING, 8, range(turn, turn + 1))


def used_ranges(layers: list[Layer], faces: list[Face]) -> list[Range]:
    """Return, for each card number, how likely a player plays it at all."""
    return _equilibria(layers, faces, NOTHING, 8, range(len(layers)))


def reached_range(layers: list[Layer], faces: list[Face], turn: int) -> Range:
    """Return how likely the game lasts until that turn."""
    if turn == 0:
        return Range(1.0, 1.0)
    alive = np.ones((len(layers[turn]), 2, 1))
    return _equilibria(layers, faces, NOTHING, 1, range(turn, turn), alive)[0]


@kernel
def against_tally(
    children: NDArray[np.int32],
    leads: int,
    pools: Floats,
    sign: float,
    matrix: NDArray[np.int64],
    row_start: NDArray[np.int64],
    row_corners: Floats,
    column_start: NDArray[np.int64],
    column_corners: Floats,
    lead_mask: NDArray[np.int64],
    reply_mask: NDArray[np.int64],
    other_row: Floats,
    other_column: Floats,
    other_lead: Floats,
    other_reply: Floats,
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
                        part += other_reply[i, j, k] * gain
                        if reply_mask[i, j] >> k & 1:
                            inner = max(inner, gain)
                    if lead_mask[i] >> j & 1:
                        best = max(best, part)
                    total += other_lead[i, j] * inner
                tally[i, seat, 0] = best if seat == 0 else total
                continue
            for j in range(cards):
                gains[j] = 0.0
                for k in range(cards):
                    if seat == 0:
                        gains[j] += other_column[i - leads, k] * sign * pools[0, children[i, j, k], 0]
                    else:
                        gains[j] += other_row[i - leads, k] * sign * pools[1, children[i, k, j], 0]
            game = matrix[i - leads]
            start = row_start if seat == 0 else column_start
            corners = row_corners if seat == 0 else column_corners
            for corner in range(start[game], start[game + 1]):
                total = 0.0
                for j in range(cards):
                    total += corners[corner, j] * gains[j]
                best = max(best, total)
            tally[i, seat, 0] = best
    return sign * tally


def payoff_range(solved: Solved, faces: list[Face], opponent: PolicyLike) -> Range:
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
                face.matrix,
                face.row_start,
                face.row_corners,
                face.column_start,
                face.column_corners,
                face.lead_mask,
                face.reply_mask,
                other.row,
                other.column,
                other.lead,
                other.reply,
            )
        ends.append(float(tally[0, 0, 0]))
    return Range(*ends)
