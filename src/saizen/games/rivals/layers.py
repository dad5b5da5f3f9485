"""Every reachable position, layer by layer, with the places of all children: the graph both solvers use."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.games.rivals.kernel import (
    GENERAL_SHIFT,
    MIRRORED,
    SPY_SHIFT,
    canonical,
    encode_rules,
    expand,
    mirror,
    pool_places,
)
from saizen.games.rivals.rules import RivalsPosition
from saizen.games.rivals.variants import PAPER, Rules
from saizen.kernels.plain import plain
from saizen.work import SILENT, Progress

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Layer:
    """The kept positions with a given number of cards left.

    ``keys`` are sorted; positions in which "I" have to show a card first (spy = -1) come before the
    simultaneous ones, because their bits are smaller. ``children`` has, for each position and pair of
    cards, a place in the *pool* of the next layer: -1, 0, 1, then the next layer's values, then the
    same negated.
    """

    cards: int
    keys: Ints
    leads: int
    """How many of the keys are positions in which I show first."""
    children: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def mirrored(self) -> NDArray[np.bool_]:
        """Tell which simultaneous positions stand for two: themselves and another mirror image."""
        keys: Any = self.keys[self.leads :]
        found: NDArray[np.bool_] = plain(mirror)(keys) != keys
        return found

    def counts(self) -> tuple[int, int, int]:
        """Count positions as the paper does: simultaneous, to show first, to reply."""
        simultaneous = len(self) - self.leads + int(self.mirrored.sum())
        return simultaneous, self.leads, self.leads * self.cards


def pool(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the value pool of a layer: the ends of the game, the values, the values negated."""
    return np.concatenate([np.array([-1.0, 0.0, 1.0]), values, -values])


def encode(position: RivalsPosition) -> int:
    """Return the integer of a position (``seen`` left out)."""
    return (
        sum(1 << card for card in position.mine)
        | sum(256 << card for card in position.yours)
        | position.my_points << 16
        | position.your_points << 20
        | position.my_stake << 24
        | position.your_stake << 28
        | (position.general + 1) << GENERAL_SHIFT
        | (position.spy + 1) << SPY_SHIFT
    )


def decode(key: int) -> RivalsPosition:
    """Return the position of an integer.

    >>> decode(encode(RivalsPosition(frozenset({1, 2}), frozenset({3, 4}), 2, 1, spy=-1)))
    RivalsPosition(mine=frozenset({1, 2}), yours=frozenset({3, 4}), my_points=2, your_points=1, my_stake=1, \
your_stake=1, spy=-1, general=0, seen=None)
    """
    my_points, your_points, my_stake, your_stake = (key >> shift & 15 for shift in (16, 20, 24, 28))
    return RivalsPosition(
        frozenset(card for card in range(8) if key >> card & 1),
        frozenset(card for card in range(8) if key >> 8 + card & 1),
        my_points,
        your_points,
        my_stake,
        your_stake,
        (key >> SPY_SHIFT & 3) - 1,
        (key >> GENERAL_SHIFT & 3) - 1,
    )


def find_layers(
    rules: Rules = PAPER, progress: Progress = SILENT, start: RivalsPosition | None = None
) -> list[Layer]:
    """Find every position that can follow the full hands, or ``start``; the last layer has one card left.

    Cost grows with the number of (position, pair of cards): about 2.2 million for the paper's rules.
    """
    encoded = encode_rules(rules)
    start = start or RivalsPosition(frozenset(rules.hand), frozenset(rules.hand))
    return layers_by(lambda keys, cards: expand(encoded, keys, cards), start, progress)


def layers_by(
    play: Callable[[Ints, int], Ints], start: RivalsPosition, progress: Progress = SILENT
) -> list[Layer]:
    """Find every position that follows ``start``; ``play`` tells what each pair of cards leads to."""
    keys = np.array([plain(canonical)(encode(start)) & ~MIRRORED], dtype=np.int64)
    layers = []
    progress.stage("finding positions", len(start.mine))
    for cards in range(len(start.mine), 0, -1):
        raw = play(keys, cards)
        following = np.unique(raw[raw >= 0] & ~np.int64(MIRRORED))
        leads = int(np.count_nonzero(keys >> SPY_SHIFT & 3 == 0))
        layers.append(Layer(cards, keys, leads, pool_places(raw, following)))
        keys = following
        progress.advance()
    return layers
