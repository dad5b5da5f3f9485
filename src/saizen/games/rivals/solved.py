"""R-Rivals solved: look up any position that can arise, in floats or exactly."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.errors import PositionError, SaizenError, TableError
from saizen.exact import from_flint, read_number
from saizen.games.rivals.floats import solve_floats
from saizen.games.rivals.kernel import MIRRORED, canonical
from saizen.games.rivals.layers import Layer, decode, encode, find_layers, pool
from saizen.games.rivals.rationals import ExactLayer, solve_rationals
from saizen.games.rivals.rules import PAPER, RivalsPosition, Rules
from saizen.games.rivals.text import write
from saizen.matrix import is_unique, optimal_moves, solve_matrix
from saizen.store import Store, TableName
from saizen.work import SILENT, Progress

TABLE_VERSION = 1
MOST_KEPT = 4
TOLERANCE = 1e-9
"""Floats closer than this count as equal when moves are called optimal."""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card I may play: how often the equilibrium plays it, what it is worth, and whether it is optimal."""

    card: int
    probability: Any
    value: Any
    optimal: bool


class Solved:
    """The values of all positions of some rules; all answers are from the side of "me".

    Floats take well under a second once compiled, rationals a few seconds; both a few hundred megabytes.
    """

    def __init__(
        self,
        rules: Rules,
        layers: list[Layer],
        values: list[NDArray[np.float64]],
        exact_layers: list[ExactLayer] | None = None,
    ) -> None:
        self.rules = rules
        self.layers = layers
        self.values = values
        self.exact_layers = exact_layers
        self._pools = [pool(layer_values) for layer_values in [*values[1:], np.empty(0)]]
        self._exact_pools: dict[int, ExactLayer] = {}

    @property
    def exact(self) -> bool:
        """Whether answers are rationals."""
        return self.exact_layers is not None

    def value(self, position: RivalsPosition) -> Any:
        """Return what I can expect from a position: 1 for a win, -1 for a loss."""
        if position.seen is not None:
            return max(choice.value for choice in self.choices(position))
        depth, i, sign = self.find(position)
        if self.exact_layers is None:
            return sign * float(self.values[depth][i])
        layer = self.exact_layers[depth]
        return from_flint(sign * layer.numbers[layer.ranks[i]])

    def matrix(self, position: RivalsPosition) -> list[list[Any]]:
        """Return the payoffs to me for each of my cards (rows) against each of the opponent's (columns)."""
        depth, i, sign = self.find(position)
        places = self.layers[depth].children[i]
        if self.exact_layers is None:
            own = sign * self._pools[depth][places]
            return (own if sign > 0 else own.T).tolist()  # type: ignore[no-any-return]
        following = self.exact_pool(depth)
        ranks = following.ranks[places]
        ranks = ranks if sign > 0 else ranks.T
        return [[from_flint(sign * following.numbers[rank]) for rank in row] for row in ranks.tolist()]

    def choices(self, position: RivalsPosition) -> list[CardChoice]:
        """Return every card I may play, best first.

        When both choose at once, a card's value is what it gets against the opponent's equilibrium
        strategy, and it is optimal if some optimal strategy plays it (in floats: if its value is the
        best). When I show first a card is worth what the best reply leaves; when I reply, what follows.
        With my spy acting and nothing shown yet I have nothing to choose: the list is empty.
        """
        matrix = self.matrix(position)
        if position.spy > 0 and position.seen is None:
            return []
        if position.spy == 0:
            game = solve_matrix(matrix, exact=self.exact)
            values = [
                sum(p * entry for p, entry in zip(game.column_strategy, row, strict=True)) for row in matrix
            ]
            chances = list(game.row_strategy)
            optimal = set(optimal_moves(matrix, 0)) if self.exact else _near_best(values)
        else:
            column = None if position.seen is None else sorted(position.yours).index(position.seen)
            values = [min(row) if column is None else row[column] for row in matrix]
            optimal = _near_best(values, 0 if self.exact else TOLERANCE)
            share = Fraction(1, len(optimal)) if self.exact else 1 / len(optimal)
            chances = [share if i in optimal else 0 * share for i in range(len(values))]
        found = [
            CardChoice(card, chances[i], values[i], i in optimal)
            for i, card in enumerate(sorted(position.mine))
        ]
        return sorted(found, key=lambda choice: (not choice.optimal, -choice.value, -choice.probability))

    def strategy(self, position: RivalsPosition) -> dict[int, Any]:
        """Return an equilibrium strategy: card numbers with their probabilities."""
        return {c.card: c.probability for c in self.choices(position) if c.probability}

    def unique(self, position: RivalsPosition) -> bool:
        """Tell whether mine is the only optimal strategy here; needs exact values."""
        if not self.exact:
            raise SaizenError("whether a strategy is unique cannot be told in floats: solve with exact=True")
        if position.spy == 0:
            return is_unique(self.matrix(position), 0)
        return sum(choice.optimal for choice in self.choices(position)) <= 1

    def exact_pool(self, depth: int) -> ExactLayer:
        """Return the exact value pool that the children of a layer point into."""
        assert self.exact_layers is not None
        if depth not in self._exact_pools:
            last = depth + 1 == len(self.layers)
            layer = ExactLayer([], np.empty(0, np.int32)) if last else self.exact_layers[depth + 1]
            self._exact_pools[depth] = layer.pool()
        return self._exact_pools[depth]

    def find(self, position: RivalsPosition) -> tuple[int, int, int]:
        """Return the layer, the place in it, and -1 when it holds the mirror image (else 1)."""
        cards = len(position.mine)
        depth = len(self.rules.hand) - cards
        plain = replace(position, seen=None)
        if 0 <= depth < len(self.layers) and len(position.yours) == cards:
            key = int(canonical(encode(plain)))
            kept = key & ~MIRRORED
            keys = self.layers[depth].keys
            i = int(np.searchsorted(keys, kept))
            if i < len(keys) and keys[i] == kept:
                return depth, i, -1 if key & MIRRORED else 1
        raise PositionError(
            f"{write(position)!r} cannot arise under the rules {self.rules.id}; {self._alternatives(plain)}"
        )

    def _alternatives(self, position: RivalsPosition) -> str:
        """Say which points, stakes and effects are possible with these hands."""
        depth = len(self.rules.hand) - len(position.mine)
        if not 0 <= depth < len(self.layers):
            return f"hands have 1 to {len(self.rules.hand)} cards"
        keys = self.layers[depth].keys
        own, mirrored = (encode(p) & 0xFFFF for p in (position, position.flipped()))
        found = {decode(key) for key in keys[keys & 0xFFFF == own].tolist()}
        found |= {decode(key).flipped() for key in keys[keys & 0xFFFF == mirrored].tolist()}
        nearest = sorted(found, key=lambda other: (_distance(position, other), write(other)))
        endings = [write(other).split(" ", 1)[1] for other in nearest]
        if not endings:
            return "no play leads to these hands"
        more = f" and {len(endings) - 6} more" if len(endings) > 6 else ""
        return f"with these hands possible are: {'; '.join(endings[:6])}{more}"


def _distance(one: RivalsPosition, other: RivalsPosition) -> int:
    """Tell how much two positions with the same hands differ."""
    numbers = ("my_points", "your_points", "my_stake", "your_stake", "spy", "general")
    return sum(abs(getattr(one, name) - getattr(other, name)) for name in numbers)


def _near_best(values: list[Any], tolerance: float = TOLERANCE) -> set[int]:
    best = max(values)
    return {i for i, value in enumerate(values) if best - value <= tolerance}


_KEPT: dict[tuple[Rules, bool], Solved] = {}


def solve_rivals(rules: Rules = PAPER, *, exact: bool = False, progress: Progress = SILENT) -> Solved:
    """Find and solve every position; no table on disk is read or written.

    >>> solved = solve_rivals()
    >>> sum(sum(layer.counts()) for layer in solved.layers)
    537103
    """
    layers = find_layers(rules, progress)
    exact_layers = solve_rationals(layers, progress) if exact else None
    return Solved(rules, layers, solve_floats(layers, progress), exact_layers)


def get_solved(rules: Rules = PAPER, *, exact: bool = False, progress: Progress = SILENT) -> Solved:
    """Return solved rules: the last few are kept in this process, exact values also in the store."""
    if (rules, exact) not in _KEPT:
        while len(_KEPT) >= MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]
        _KEPT[rules, exact] = _stored(rules, progress) if exact else solve_rivals(rules, progress=progress)
    return _KEPT[rules, exact]


def _stored(rules: Rules, progress: Progress) -> Solved:
    """Load the exact values, or solve and store them."""
    layers = find_layers(rules, progress)
    store, name = Store(), table_name(rules)
    if store.get_table(name, None) is None:
        store.save(name, *_to_parts(rules, solve_rationals(layers, progress)))
    return Solved(rules, layers, solve_floats(layers), _from_parts(rules, layers, *store.load(name)))


def table_name(rules: Rules) -> TableName:
    """Name the exact table of some rules in the store."""
    from saizen.games.rivals.rules import PRESETS

    short = (
        rules.id
        if rules in PRESETS.values()
        else f"custom-{hashlib.sha256(rules.id.encode()).hexdigest()[:16]}"
    )
    return TableName("rivals", short, TABLE_VERSION, command="saizen solve rivals --exact")


def _to_parts(rules: Rules, layers: Iterable[ExactLayer]) -> tuple[dict[str, Any], dict[str, Any]]:
    parts: dict[str, Any] = {}
    for depth, layer in enumerate(layers):
        parts[f"ranks-{depth}"] = layer.ranks
        parts[f"numbers-{depth}"] = "\n".join(map(str, layer.numbers)).encode()
    return parts, {"rules": rules.id}


def _from_parts(rules: Rules, layers: list[Layer], parts: Any, meta: Any) -> list[ExactLayer]:
    """Rebuild exact layers, trusting nothing: sizes, ranges and order are checked."""
    if meta.get("rules") != rules.id:
        raise TableError(f"table {table_name(rules)} holds other rules: {meta.get('rules')!r}")
    found = []
    for depth, layer in enumerate(layers):
        try:
            ranks = parts[f"ranks-{depth}"]
            numbers = [
                read_number(line) for line in bytes(parts[f"numbers-{depth}"]).decode("ascii").split("\n")
            ]
        except (KeyError, ValueError, ZeroDivisionError) as error:
            raise TableError(f"table {table_name(rules)}: layer {depth} cannot be read: {error}") from None
        right = ranks.dtype == np.int32 and ranks.shape == (len(layer),)
        if not right or ranks.min() < 0 or ranks.max() >= len(numbers):
            raise TableError(f"table {table_name(rules)}: layer {depth} does not fit the rules")
        found.append(ExactLayer(numbers, ranks))
    return found
