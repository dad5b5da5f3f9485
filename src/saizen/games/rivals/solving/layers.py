"""Every reachable position, layer by layer, with the places of all children: the graph both solvers use.

What a trick does depends on two cards and on the *score* (points, stakes, general, spy), of which there are
about a hundred: the rules are asked about these, and the rest is looked up, for a whole layer at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.game import Terminal
from saizen.games.rivals.keys import HANDS, MIRRORED, SPY_SHIFT, canonical, decode, encode, mirror
from saizen.games.rivals.rules import RivalsPosition, after
from saizen.games.rivals.variants import PAPER, Rules
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache

Ints = NDArray[np.int64]
Places = NDArray[np.int32]
Trick = Callable[[RivalsPosition, int, int], RivalsPosition | Terminal]
"""What follows a position when I play one card and you play another."""
CARDS, ENDS = 8, 3
CHUNK = 4096
"""Positions that are looked at together: what is computed about them stays in the processor's cache."""


@dataclass(frozen=True)
class RivalsLayer:
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
    children: Places

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def mirrored(self) -> NDArray[np.bool_]:
        """Return which simultaneous positions stand for two: themselves and another mirror image."""
        keys = self.keys[self.leads :]
        is_mirrored: NDArray[np.bool_] = mirror(keys) != keys
        return is_mirrored

    def counts(self) -> tuple[int, int, int]:
        """Count positions as the paper does: simultaneous, to show first, to reply."""
        simultaneous = len(self) - self.leads + int(self.mirrored.sum())
        return simultaneous, self.leads, self.leads * self.cards


def pool(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the value pool of a layer: the ends of the game, the values, the values negated."""
    return np.concatenate([np.array([-1.0, 0.0, 1.0]), values, -values])


_layers: Cache[list[RivalsLayer]] = Cache(most=4)


def find_layers(rules: Rules = PAPER, progress: Progress = SILENT) -> list[RivalsLayer]:
    """Find every position that can follow the full hands; the last layer has one card left.

    Cost grows with the number of (position, pair of cards): about 2.2 million for the paper's rules. Those of
    the last few rules are cached: a position is looked up among them before it is solved.
    """
    start = RivalsPosition(frozenset(rules.hand), frozenset(rules.hand))

    def trick(position: RivalsPosition, mine: int, yours: int) -> RivalsPosition | Terminal:
        return after(rules, position, mine, yours)

    return _layers.get(rules, lambda: layers_by(trick, start, progress), progress)


def layers_by(trick: Trick, start: RivalsPosition, progress: Progress = SILENT) -> list[RivalsLayer]:
    """Find every position that follows ``start``; ``trick`` is asked with hands of eight cards."""
    keys = np.array([canonical(encode(start)) & ~MIRRORED], dtype=np.int64)
    layers = []
    tricks_of: dict[int, list[int]] = {}
    progress.stage("finding positions", len(start.mine))
    for cards in range(len(start.mine), 0, -1):
        scores, which = np.unique(keys >> HANDS, return_inverse=True)
        for score in scores.tolist():
            if score not in tricks_of:
                tricks_of[score] = _tricks(trick, score)
        children, following = _children(
            keys, cards, which, np.array([tricks_of[score] for score in scores.tolist()])
        )
        leads = int(np.count_nonzero(keys >> SPY_SHIFT & 3 == 0))
        layers.append(RivalsLayer(cards, keys, leads, children))
        keys = following
        progress.advance()
    return layers


def _tricks(trick: Trick, score: int) -> list[int]:
    """Return the score after every pair of cards, -1 - (0, 1, 2) where the game is lost, drawn, won."""
    position = decode(score << HANDS | 0xFFFF)
    codes = []
    for pair in range(CARDS * CARDS):
        then = trick(position, *divmod(pair, CARDS))
        codes.append(-2 - int(then.value) if isinstance(then, Terminal) else encode(then) >> HANDS)
    return codes


def _children(keys: Ints, cards: int, which: Ints, tricks: Ints) -> tuple[Places, Ints]:
    """Return the places of all children of a layer, and the keys of the next one.

    ``tricks`` has the score after every pair of cards, a line for each score; ``which`` is the line of a key.
    A child gets a *code*, which rises with its key: its score's number among all scores of the next layer,
    then your hand's, then mine. An end of the game counts as a score too. Codes of children whose mirror
    image is stored lie above all others.
    """
    if cards == 1:
        tricks = np.where(tricks < 0, tricks, -2)
    hands = np.array([hand for hand in range(1 << CARDS) if hand.bit_count() == cards - 1])
    number = np.zeros(1 << CARDS, np.int32)
    number[hands] = np.arange(len(hands))
    scores, base, bound = _kept_scores(tricks, len(hands))
    size = (len(scores) + ENDS) * len(hands) ** 2
    codes = np.empty((len(keys), cards, cards), np.int32)
    for begin in range(0, len(keys), CHUNK):
        some = slice(begin, begin + CHUNK)
        mine, own = _hands_after(keys[some] & 0xFF, cards, number)
        yours, other = _hands_after(keys[some] >> CARDS & 0xFF, cards, number)
        pair = (which[some, None] * CARDS + mine)[:, :, None] * CARDS + yours[:, None, :]
        own, other = own[:, :, None], other[:, None, :]
        turned = own - other < bound[pair]
        codes[some] = base[pair] + np.where(turned, own * len(hands) + other + size, other * len(hands) + own)
    met = np.zeros(2 * size, np.bool_)
    met[codes.reshape(-1)] = True
    places = np.flatnonzero((met[:size] | met[size:])[: len(scores) * len(hands) ** 2])
    place = np.empty((2, len(scores) + ENDS, len(hands) ** 2), np.int32)
    place[:, len(scores) :] = np.arange(ENDS)[:, None]
    for mirrored in range(2):
        place[mirrored].reshape(-1)[places] = np.arange(len(places)) + ENDS + mirrored * len(places)
    score, pair = np.divmod(places, len(hands) ** 2)
    following = scores[score] << HANDS | hands[pair // len(hands)] << CARDS | hands[pair % len(hands)]
    return place.reshape(-1)[codes], following


def _kept_scores(tricks: Ints, hands: int) -> tuple[Ints, Places, Places]:
    """Return the scores of the next layer, and for every trick the least code and when to take the image.

    The mirror image is stored if my hand's number minus yours is less than the third: it never is, always
    is, or (where the score is its own image) the hands decide.
    """
    images = np.where(tricks < 0, tricks, mirror(tricks << HANDS) >> HANDS)
    spy = np.where(tricks < 0, 0, (tricks >> SPY_SHIFT - HANDS & 3) - 1)
    turned = (tricks >= 0) & ((spy > 0) | ((spy == 0) & (images < tricks)))
    tied = (tricks >= 0) & (spy == 0) & (images == tricks)
    images_chosen = np.where(turned, images, tricks)
    scores = np.unique(images_chosen[images_chosen >= 0])
    rank = np.where(
        images_chosen < 0, len(scores) - 1 - images_chosen, np.searchsorted(scores, images_chosen)
    )
    bound = np.where(turned, hands, np.where(tied, 0, -hands))
    return scores, (rank * hands**2).astype(np.int32).reshape(-1), bound.astype(np.int32).reshape(-1)


def _hands_after(hands: Ints, cards: int, number: Places) -> tuple[Any, Any]:
    """Return the cards of each hand, and the number of what each leaves behind."""
    held = np.nonzero(hands[:, None] >> np.arange(CARDS) & 1)[1].reshape(-1, cards).astype(np.int32)
    return held, number[hands[:, None] ^ (1 << held)]
