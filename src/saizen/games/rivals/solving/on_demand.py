"""Exact values of the positions that are asked for, and of those that these depend on; nothing is compiled.

Floats know the value of every position to many digits, and a basis of every game. The value of a game is that
of the square between the cards of its basis, so only the positions there are solved exactly; that no other
card is better the floats show, by a margin that is far beyond their error, or else exact values do. Near the
end of the game values are such short fractions that the floats name them.
"""

from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from saizen.exact import to_flint
from saizen.games.rivals.solving.batch_numpy import solve_with_numpy
from saizen.games.rivals.solving.exact_layers import ExactLayer
from saizen.games.rivals.solving.layers import RivalsLayer, pool
from saizen.matrix.exact import prove_basis, solve_by_simplex
from saizen.work import SILENT, Progress

Floats = NDArray[np.float64]
GAP = 1e-12
"""A float value is at most half of this away from what the floats after it make it."""
ERROR = 1e-11
"""All floats are nearer than this to the exact values, eight layers and rounding to `DIGITS` included."""
DIGITS = 12
MARGIN = 1e-8
"""Floats that differ by more leave no doubt about the order of exact values, nor of mixtures of eight."""
ENDS = (fmpq(-1), fmpq(0), fmpq(1))


class ValuesOnDemand:
    """The exact values of positions, each found when it is first asked for.

    Several threads may ask: at worst two find the same number.
    """

    def __init__(self, layers: list[RivalsLayer], progress: Progress = SILENT) -> None:
        self._layers = layers
        self._values = [np.empty(0)] * len(layers)
        self._pools = [pool(np.empty(0))] * len(layers)
        self._bases: dict[int, tuple[Any, Any]] = {}
        self._whole: dict[int, ExactLayer] = {}
        self._found: list[dict[int, Any]] = [{} for _ in layers]
        progress.stage("solving positions", sum(map(len, layers)))
        common = 1
        for depth in reversed(range(len(layers))):
            values = self._values[depth] = self._in_floats(depth)
            if common and (whole := recognize_fractions(values, common, layers[depth].cards)):
                self._whole[depth] = whole
                common = lcm(*(int(number.q) for number in whole.numbers))
            else:
                common = 0
            if depth:
                self._pools[depth - 1] = pool(values)
            progress.advance(len(layers[depth]))

    def _in_floats(self, depth: int) -> Floats:
        """Return the values of a layer in floats, and note the bases."""
        layer = self._layers[depth]
        matrices = self._pools[depth][layer.children]
        shown_first = matrices[: layer.leads].min(axis=2).max(axis=1)
        games = solve_with_numpy(matrices[layer.leads :])
        self._bases[depth] = games.rows, games.columns
        for at in np.flatnonzero(~(games.gaps <= GAP)).tolist():
            games.values[at] = float(self._by_simplex(depth, layer.leads + at))
        return np.concatenate([shown_first, games.values])

    def number(self, depth: int, i: int) -> Any:
        """Return the exact value of a position, as ``fmpq``."""
        if depth in self._whole:
            whole = self._whole[depth]
            return whole.numbers[whole.ranks[i]]
        numbers = self._found[depth]
        if i not in numbers:
            shown_first = i < self._layers[depth].leads
            numbers[i] = self._shown_first(depth, i) if shown_first else self._at_once(depth, i)
        return numbers[i]

    def payoff(self, depth: int, place: int) -> Any:
        """Return the exact value at a place of the pool that the children of a layer point into."""
        if place < len(ENDS):
            return ENDS[place]
        mirrored, i = divmod(place - len(ENDS), len(self._layers[depth + 1]))
        number = self.number(depth + 1, i)
        return -number if mirrored else number

    def _shown_first(self, depth: int, i: int) -> Any:
        """Return the value of a position in which I show a card: the best of the worst replies."""
        places = self._layers[depth].children[i]
        floats = self._pools[depth][places]
        worst = floats.min(axis=1)
        good = np.flatnonzero(worst >= worst.max() - MARGIN).tolist()
        replies = [set(places[j][floats[j] <= worst[j] + MARGIN].tolist()) for j in good]
        return max(min(self.payoff(depth, place) for place in some) for some in replies)

    def _at_once(self, depth: int, i: int) -> Any:
        """Return the value of a simultaneous position."""
        layer = self._layers[depth]
        places = layer.children[i].tolist()
        rows, columns = (flags[i - layer.leads].nonzero()[0].tolist() for flags in self._bases[depth])
        floats = self._pools[depth][layer.children[i]].tolist()
        guess = float(self._values[depth][i])
        solution = prove_basis(
            lambda j, k: self.payoff(depth, places[j][k]), floats, guess, rows, columns, margin=MARGIN
        )
        return self._by_simplex(depth, i) if solution is None else solution.value

    def _by_simplex(self, depth: int, i: int) -> Any:
        """Return the same where the floats did not find a basis."""
        places = self._layers[depth].children[i].tolist()
        return solve_by_simplex([[self.payoff(depth, place) for place in line] for line in places]).value


def recognize_fractions(values: Floats, common: int, cards: int) -> ExactLayer | None:
    """Return the exact values of a layer if floats so exact can only mean one fraction each.

    ``common`` is a common denominator ``d`` of all payoffs, none of which exceeds 1. Times ``d`` they are
    whole numbers up to ``d``; the value of a game of ``k`` by ``k`` such numbers is a determinant over a sum
    of at most ``k * k`` minors with ``k - 1`` rows (Shapley and Snow), and no minor exceeds Hadamard's
    ``(d * sqrt(k - 1)) ** (k - 1)``. Fractions with denominators up to ``n`` are at least ``1 / n**2`` apart.

    >>> found = recognize_fractions(np.array([0.5, -1 / 3, 0.5]), 1, 2)
    >>> found.numbers, found.ranks.tolist()
    ([-1/3, 1/2], [1, 0, 1])
    """
    farthest = (2 * ERROR) ** -0.5
    if common >= farthest:  # a longer one may be beyond all floats
        return None
    largest = common * cards**2 * max(1.0, common**2 * (cards - 1)) ** ((cards - 1) / 2)
    if largest >= farthest:
        return None
    floats, ranks = np.unique(values.round(DIGITS), return_inverse=True)
    fractions = [Fraction(number).limit_denominator(int(largest)) for number in floats.tolist()]
    return ExactLayer([to_flint(fraction) for fraction in fractions], ranks.astype(np.int32))
