"""About what a position is worth, compiled: which card the search tries first, and where it begins to ask.

A sum over the cards, by least squares from 30,000 random deals of 8 cards a hand in which half of the cards
count. When players take, a score card that lies the share u of the way from the strongest to the weakest is
taken by its owner with a chance of about 1 - u, and other cards hardly matter. When players avoid, weak cards
are worth having whether they count or not, the more the more cards there are. An estimate decides nothing:
it changes how long an answer takes, not the answer.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.kernels.compile import merged

UNIT = 64
"""Estimates are whole numbers: so many make one score card."""
FITTED = 8
"""Cards a hand of the deals that the weights are from."""
# What the leader gets for a score card of the leader's, for one of the replier's, and for owning a card.
_TAKING = (
    (0.99, 0.89, 0.83, 0.75, 0.70, 0.61, 0.54, 0.48, 0.41, 0.36, 0.29, 0.24, 0.18, 0.11, 0.06, 0.00),
    (0.00, 0.12, 0.17, 0.22, 0.29, 0.33, 0.40, 0.47, 0.53, 0.59, 0.66, 0.73, 0.81, 0.87, 0.93, 0.99),
    (0.16, 0.07, 0.05, 0.02, 0.02, 0.03, 0.02, 0.03, 0.02, 0.01, 0.01, -0.02, -0.03, -0.04, -0.03, 0.03),
)
_AVOIDING = (
    (-0.02, 0.01, 0.05, 0.10, 0.24, 0.27, 0.32, 0.40, 0.42, 0.48, 0.52, 0.58, 0.63, 0.70, 0.78, 1.00),
    (1.00, 0.93, 0.86, 0.73, 0.62, 0.52, 0.45, 0.40, 0.35, 0.31, 0.25, 0.20, 0.15, 0.09, 0.04, -0.03),
    (-1.14, -1.09, -0.99, -0.84, -0.72, -0.46, -0.26, -0.04, 0.12, 0.31, 0.42, 0.61, 0.75, 0.95, 1.13, 1.41),
)
LEADING = -0.2
"""What having to lead costs players who take; of those who avoid the fit says nothing of the kind."""


def weights(largest: int, avoid: bool, weakest_first: bool) -> NDArray[np.int16]:
    """Return what the card at each place adds: by the size, the place, and the kind of the card.

    The kinds are the replier's and the leader's cards that do not count, then those that count.

    >>> weights(2, False, False)[1, :2].tolist()
    [[-12, -2, -12, 60], [0, 1, 63, 1]]
    """
    table = np.zeros((largest + 1, 2 * largest, 4), np.int16)
    fitted = np.linspace(0, 1, 2 * FITTED)
    for n in range(1, largest + 1):
        places = np.linspace(0, 1, 2 * n)
        mine, theirs, owning = (
            np.interp(places, fitted, shares) for shares in (_AVOIDING if avoid else _TAKING)
        )
        if avoid:
            owning *= n / FITTED
        rows = np.stack([0 * owning, owning, theirs, mine + owning], axis=1)
        rows[0] += 0 if avoid else LEADING
        table[n, : 2 * n] = (rows[::-1] if weakest_first else rows) * UNIT
    return table


@merged
def estimate(hand: Any, score: Any, n: Any, weights: Any) -> Any:
    """Return about what the leader gets, in units."""
    bit = np.uint64(1)
    worth = np.int64(0)
    for place in range(2 * n):
        kind = (hand & bit) + ((score & bit) << bit)
        worth += np.int64(weights[n, place, np.int64(kind)])
        hand >>= bit
        score >>= bit
    return worth
