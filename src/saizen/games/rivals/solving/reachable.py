"""The test whether a position can arise, and a refusal that lists the nearest possible ones."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from saizen.errors import PositionError
from saizen.games.rivals.keys import HANDS, MIRRORED, canonical, decode, encode
from saizen.games.rivals.rules import RivalsPosition
from saizen.games.rivals.solving.layers import RivalsLayer, find_layers
from saizen.games.rivals.text import write
from saizen.games.rivals.variants import PRESETS, Rules

LISTED = 6
"""Positions that a refusal names."""


def check_reachable(rules: Rules, position: RivalsPosition) -> None:
    """Refuse a position that no play from the full hands leads to.

    All positions of the rules are found for it, which takes a fifth of a second once.

    >>> from saizen.games.rivals.text import read
    >>> from saizen.games.rivals.variants import PAPER
    >>> check_reachable(PAPER, read("0123567/0123567 1-0 1-1", PAPER))
    Traceback (most recent call last):
    saizen.errors.PositionError: '0123567/0123567 1-0 1-1' cannot arise under the rules paper; \
possible with these hands: 0-0 3-3
    """
    find_place(rules, find_layers(rules), position)


def find_place(rules: Rules, layers: Sequence[RivalsLayer], position: RivalsPosition) -> tuple[int, int, int]:
    """Return the layer of a position, its place there, and -1 when its mirror image is stored (else 1)."""
    cards = len(position.mine)
    depth = len(layers) - cards
    before = position if position.seen is None else replace(position, seen=None)
    if 0 <= depth < len(layers) and len(position.yours) == cards:
        key = canonical(encode(before))
        wanted_key = key & ~MIRRORED
        keys = layers[depth].keys
        i = int(np.searchsorted(keys, wanted_key))
        if i < len(keys) and keys[i] == wanted_key:
            return depth, i, -1 if key & MIRRORED else 1
    name = f"the rules {rules.id}" if rules in PRESETS.values() else "these rules"
    raise PositionError(f"{write(position)!r} cannot arise under {name}; {_alternatives(layers, before)}")


def _alternatives(layers: Sequence[RivalsLayer], position: RivalsPosition) -> str:
    """Say which points, stakes and effects are possible with these hands, the most similar ones first."""
    depth = len(layers) - len(position.mine)
    if not 0 <= depth < len(layers):
        return f"hands have 1 to {len(layers)} cards"
    keys = layers[depth].keys
    hands = (1 << HANDS) - 1
    own, mirrored = (encode(side) & hands for side in (position, position.flipped()))
    possible = {decode(key) for key in keys[keys & hands == own].tolist()}
    possible |= {decode(key).flipped() for key in keys[keys & hands == mirrored].tolist()}
    if not possible:
        return "no play leads to these hands"
    nearest = sorted(possible, key=lambda other: (_distance(position, other), write(other)))
    scores = [write(other).split(" ", 1)[1] for other in nearest]
    more = f" and {len(scores) - LISTED} more" if len(scores) > LISTED else ""
    return f"possible with these hands: {'; '.join(scores[:LISTED])}{more}"


def _distance(position: RivalsPosition, other: RivalsPosition) -> int:
    """Return how much two positions with the same hands differ."""
    numbers = ("my_points", "your_points", "my_stake", "your_stake", "spy", "general")
    return sum(abs(getattr(position, name) - getattr(other, name)) for name in numbers)
