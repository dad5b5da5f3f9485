"""The values of policies against each other, and best responses.

Everything here and in `saizen.games.rivals.equilibria.ranges` is one backward pass over the layers with a
*tally*: for each kept position and each seat (0: the player in question is the position's "me", 1: its
opponent) a number to be averaged. The pool of a tally is addressed by the same places as the value pool.
"""

import numpy as np
from numpy.typing import NDArray

from saizen.games.rivals.equilibria.policies import PolicyLike, Roles, make_policy
from saizen.games.rivals.solved import RivalsSolution
from saizen.kernels.compile import kernel

Floats = NDArray[np.float64]
WIN_DRAW_LOSS = (-1.0, 0.0, 1.0)


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
    own: Roles,
    other: Roles,
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
                        weight = other.reply[i, j, k] if i < leads else other.column[i - leads, k]
                        part += weight * gain
                    elif i < leads:
                        gain = pools[1, children[i, j, k], 0]
                        part += own.reply[i, j, k] * gain
                        inner = max(inner, gain)
                    else:
                        part += other.row[i - leads, k] * pools[1, children[i, k, j], 0]
                if seat == 0:
                    weight = own.lead[i, j] if i < leads else own.row[i - leads, j]
                elif i < leads:
                    weight = other.lead[i, j]
                    if best:
                        part = inner
                else:
                    weight = own.column[i - leads, j]
                total += weight * part
                top = max(top, part)
            replying = seat == 1 and i < leads
            tally[i, seat, 0] = top if best and not replying else total
    return tally


def payoff(solved: RivalsSolution, policy: PolicyLike, opponent: PolicyLike) -> float:
    """Return what a policy gets from the start against another: wins minus losses."""
    return payoff_of(solved, make_policy(solved, policy), make_policy(solved, opponent))


def payoff_of(solved: RivalsSolution, policy: list[Roles], opponent: list[Roles]) -> float:
    """Return the same for policies that are arrays already."""
    return _pair(solved, policy, opponent, best=False)


def best_response(solved: RivalsSolution, policy: PolicyLike) -> float:
    """Return the most that anybody can get from the start against a policy."""
    arrays = make_policy(solved, policy)
    return _pair(solved, arrays, arrays, best=True)


def exploitability(solved: RivalsSolution, policy: PolicyLike) -> float:
    """Return how much more than the value of the game a best response gets; 0 means unexploitable."""
    return best_response(solved, policy) - float(solved.values[0][0])


def _pair(solved: RivalsSolution, policy: list[Roles], opponent: list[Roles], *, best: bool) -> float:
    tally = np.empty((0, 2, 1))
    for layer, own, other in reversed(list(zip(solved.layers, policy, opponent, strict=True))):
        pools = seat_pools(tally, WIN_DRAW_LOSS)
        tally = pair_tally(layer.children, layer.leads, pools, own, other, best)
    return float(tally[0, 0, 0])
