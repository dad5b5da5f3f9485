"""The positions that some equilibrium reaches: chances and times of equilibrium play depend on no others."""

import numpy as np
from numpy.typing import NDArray

from saizen.games.rivals.equilibria.optimal_strategies import OptimalFace, supports
from saizen.games.rivals.solving.layers import ENDS, RivalsLayer

DRAWN = 1
"""The place of an end: where nobody gets, anything will do."""


def on_equilibrium_path(
    layers: list[RivalsLayer], faces: list[OptimalFace]
) -> tuple[list[RivalsLayer], list[OptimalFace]]:
    """Leave out the positions that no equilibrium reaches; the answers are layers and faces like those given.

    >>> from saizen.games.rivals.equilibria.optimal_strategies import find_faces
    >>> from saizen.games.rivals.solved import solve_rivals
    >>> from saizen.games.rivals.variants import PAPER
    >>> solved = solve_rivals(PAPER.changed("remove=clown").changed("remove=princess"), exact=True)
    >>> few, _ = on_equilibrium_path(solved.layers, find_faces(solved))
    >>> [len(layer) for layer in solved.layers][:4], [len(layer) for layer in few][:4]
    ([1, 21, 382, 2400], [1, 15, 101, 478])
    """
    reached = np.zeros(1, np.int64)
    few_layers, few_faces = [], []
    for layer, face, following in zip(layers, faces, [*layers[1:], None], strict=True):
        leads = int(np.searchsorted(reached, layer.leads))
        in_turn, at_once = reached[:leads], reached[leads:] - layer.leads
        chosen = face._replace(
            matrix=face.matrix[at_once],
            lead_mask=face.lead_mask[in_turn],
            reply_mask=face.reply_mask[in_turn],
        )
        places = np.where(_cells(chosen, layer.cards), layer.children[reached], DRAWN)
        keys = layer.keys[reached]
        reached, places = _renumbered(places, 0 if following is None else len(following))
        few_layers.append(RivalsLayer(layer.cards, keys, leads, places))
        few_faces.append(chosen)
    return few_layers, few_faces


def _cells(face: OptimalFace, cards: int) -> NDArray[np.bool_]:
    """Return which pairs of cards some equilibrium plays at each position."""
    bits = 1 << np.arange(cards)
    lead, reply = face.lead_mask[:, None] & bits > 0, face.reply_mask[:, :, None] & bits > 0
    rows, columns = (support[face.matrix] for support in supports(face))
    return np.concatenate([lead[:, :, None] & reply, rows[:, :, None] & columns[:, None, :]])


def _renumbered(places: NDArray[np.int32], count: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return which of the ``count`` positions of the next layer are met, and the places among these alone."""
    goes_on, mirrored = places >= ENDS, places >= ENDS + count
    child = np.where(goes_on, places - ENDS - count * mirrored, 0)
    met = np.zeros(count + 1, np.bool_)
    met[child[goes_on]] = True
    number = np.cumsum(met) - 1
    numbers = np.where(goes_on, ENDS + number[child] + met.sum() * mirrored, places)
    return np.flatnonzero(met), numbers.astype(np.int32)
