"""The workspace of the search: its rules, its tables and its bounds, as kernels take them."""

from typing import Any, NamedTuple

import numpy as np

MOST = 20
"""Cards a hand: two bits a card and the size are one word."""
LARGEST_LEAF = 12
"""Cards a hand up to which the search may look hands up."""
REPLIES, KEYS = 5, 45
"""Rows of the lists: from here on, for each lead, its open replies and what orders them."""
BETTER, ROWS = 85, 86
STOP = (0, 0, 0)
"""The lists of hands without cards are free: a 1 here asks the search to end, whatever it returns then."""


class SearchRules(NamedTuple):
    """The game: the hands that the search meets, and the objective."""

    chain: bool
    """Whether the score cards are the first cards, so that their number tells which they are."""
    avoid: bool
    weakest_first: bool
    """Whether cards are counted from the weakest."""


class TricksWorkspace(NamedTuple):
    """The part of fixed size in every search; kernels take it as one record.

    ``start``, ``ranks``, ``upper`` and ``lower`` tell by the size of a hand where its table has it.
    """

    rules: SearchRules
    leaf: int
    """Hands of so many cards are looked up."""
    start: Any
    ranks: Any
    upper: Any
    lower: Any
    weights: Any
    """Those of `saizen.games.tricks.search.estimate.estimate`."""
    led: Any
    """How often a lead decided, by the size of the hand and the lead."""
    replied: Any
    """How often a reply decided, by the size of the hand, the lead and the reply."""
    lists: Any
    """Room for lists of cards, by the size of the hand."""


class Lookup(NamedTuple):
    """The proved bounds of hands: the tables of small ones, and the memo of those that were searched."""

    masks: Any
    starts: Any
    values: Any
    memo: Any


def empty_workspace(rules: SearchRules, leaf: int, weights: Any) -> TricksWorkspace:
    """Return a workspace that has learnt nothing and knows no table."""
    sizes, words = LARGEST_LEAF + 1, 2 << LARGEST_LEAF
    return TricksWorkspace(
        rules,
        leaf,
        start=np.zeros(sizes, np.int64),
        ranks=np.array([(1 << n) - 1 for n in range(sizes)]),
        upper=np.zeros(words, np.uint32),
        lower=np.zeros(words, np.uint32),
        weights=weights,
        led=np.zeros((MOST + 1, 2 * MOST), np.int64),
        replied=np.zeros((MOST + 1, 2 * MOST, 2 * MOST), np.int64),
        lists=np.zeros((MOST + 1, ROWS, 2 * MOST), np.int16),
    )
