"""The exact values of a layer: its distinct numbers, and for each position the rank of its own."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

Ranks = NDArray[np.int32]


@dataclass(frozen=True)
class ExactLayer:
    """The values of a layer: position ``i`` is worth ``numbers[ranks[i]]``."""

    numbers: list[Any]
    """Distinct values as ``fmpq``, ascending."""
    ranks: Ranks

    def pool(self) -> "ExactLayer":
        """Return the exact twin of `saizen.games.rivals.solving.layers.pool`."""
        used = [fmpq(-1), fmpq(0), fmpq(1), *self.numbers, *[-number for number in self.numbers]]
        numbers, rank_of = rank_numbers(used)
        own = rank_of[3 : 3 + len(self.numbers)]
        negated = rank_of[3 + len(self.numbers) :]
        return ExactLayer(numbers, np.concatenate([rank_of[:3], own[self.ranks], negated[self.ranks]]))


def rank_numbers(used: list[Any]) -> tuple[list[Any], Ranks]:
    """Sort numbers and drop repetitions; return them and the rank of each number given.

    >>> rank_numbers([fmpq(1, 2), fmpq(0), fmpq(1, 2)])[1].tolist()
    [1, 0, 1]
    """
    distinct = {(number.p, number.q): number for number in used}
    numbers = sorted(distinct.values())
    rank = {(number.p, number.q): i for i, number in enumerate(numbers)}
    return numbers, np.array([rank[number.p, number.q] for number in used], dtype=np.int32)


def distinct_games(ranks: Ranks, numbers: int) -> tuple[Ranks, NDArray[np.int64]]:
    """Return the different games of ranks, each a line, in rising order, and which of them each game is.

    What ``np.unique`` finds among lines, sooner: ranks are below ``numbers``, so a word holds many of them.

    >>> games, which = distinct_games(np.array([[2, 0], [1, 2], [2, 0]], np.int32), 3)
    >>> games.tolist(), which.tolist()
    ([[1, 2], [2, 0]], [1, 0, 1])
    """
    bits = max(1, numbers.bit_length())
    words = []
    for begin in range(0, ranks.shape[1], 63 // bits):
        word = np.zeros(len(ranks), np.int64)
        for column in ranks[:, begin : begin + 63 // bits].T:
            word = word << bits | column
        words.append(word)
    order = np.lexsort(words[::-1])
    first = np.zeros(len(ranks), np.bool_)
    first[:1] = True
    for word in words:
        first[1:] |= word[order][1:] != word[order][:-1]
    which = np.empty(len(ranks), np.int64)
    which[order] = np.cumsum(first) - 1
    return ranks[order[first]], which
