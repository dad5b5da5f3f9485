"""The large tables: every position of a stack game of one or two foundations, on disk, in about 4 bytes.

Building goes forward from the full deck, finding the keys of each layer, and back from the last card,
computing values with only the next layer in memory. Each layer is a part of the table as soon as it is
finished; a build that was killed goes on there and ends with the same bytes.

A value v is stored as its logarithm in 16 bits: the code is -1024 ln v, rounded, so 0 is certain success
and a value is right to within 0.05 percent; `IMPOSSIBLE` is a value of 0. Linear 16-bit values would be
useless: half of all values are below 0.0002.
"""

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.errors import PositionError, SaizenError
from saizen.games.calculation.stackgame.partial_order import Order
from saizen.games.calculation.stackgame.two_chains import packed_keys
from saizen.games.calculation.stackgame.two_chains.lattice import Start, binomials
from saizen.games.calculation.stackgame.two_chains.layer_bits import Members
from saizen.games.calculation.stackgame.two_chains.layers import layer_values, next_members, threads
from saizen.games.calculation.stackgame.two_chains.packed_keys import PackedKeys
from saizen.kernels.hash_table import Ints
from saizen.store import Building, Store, StoredTable, TableInfo, TableName
from saizen.work import SILENT, Progress

VERSION = 1
SCALE = 1024
IMPOSSIBLE = 65535
CODED = 1 << 20
"""Values that are turned into codes at a time: their logarithms take more room than they do."""
KEPT = ("orders", "offsets", "bits", "values")


def table_name(stacks: int, cards: int, foundations: int = 2) -> TableName:
    """Name a table in the store.

    >>> str(table_name(3, 12))
    'calculation.stacks3-cards12.v1'
    """
    rules = f"stacks{stacks}-cards{cards}" + (f"-foundations{foundations}" if foundations != 2 else "")
    command = f"saizen build calculation --stacks {stacks} --cards {cards}"
    return TableName("calculation", rules, VERSION, command)


def to_codes(values: NDArray[Any]) -> NDArray[np.uint16]:
    """Turn probabilities into 16-bit logarithms.

    >>> to_codes(np.array([1, 0.5, 1e-17, 0])).tolist()
    [0, 710, 40083, 65535]
    """
    with np.errstate(divide="ignore"):
        logs = np.rint(-SCALE * np.log(np.asarray(values, np.float64)))
    codes = np.minimum(logs, IMPOSSIBLE - 1)
    return np.where(np.isinf(logs), IMPOSSIBLE, codes).astype(np.uint16)


def from_codes(codes: NDArray[np.uint16]) -> NDArray[np.float64]:
    """Turn 16-bit logarithms into probabilities.

    >>> from_codes(np.array([0, 710, 65535], np.uint16)).round(4).tolist()
    [1.0, 0.4999, 0.0]
    """
    return np.where(codes == IMPOSSIBLE, 0.0, np.exp(codes.astype(np.float64) / -SCALE))


@dataclass(frozen=True, slots=True)
class Layer:
    """One compressed layer, in memory or mapped from the disk."""

    start: Start
    cards: int
    packed: PackedKeys
    values: NDArray[np.uint16]

    @classmethod
    def of(cls, start: Start, cards: int, keys: Ints, values: NDArray[Any]) -> "Layer":
        """Compress sorted keys with their probabilities.

        >>> keys = np.array([0, 1, 3])
        >>> layer = Layer.of(Start.fresh(2, 3), 1, keys, np.ones(3))
        >>> layer.places(np.array([0, 3, 2])).tolist(), layer.keys().tolist()
        ([0, 2, -1], [0, 1, 3])
        """
        used = start.used_at(cards)
        count, length = packed_keys.measure(keys, cards, used, binomials())
        if length >= 1 << 32:
            raise SaizenError(f"a layer of {len(keys)} positions is too long for this table format")
        offsets, bits = np.empty((count + 1, 2), np.uint32), np.zeros(length // 64 + 3, np.uint64)
        packed = PackedKeys(np.empty(count, np.int64), offsets, bits)
        packed_keys.compress(keys, cards, used, binomials(), packed)
        codes = np.empty(len(values), np.uint16)
        for at in range(0, len(values), CODED):
            codes[at : at + CODED] = to_codes(values[at : at + CODED])
        return cls(start, cards, packed, codes)

    def places(self, keys: Ints) -> Ints:
        """Return the places of keys, -1 for those that are absent."""
        out = np.empty(len(keys), np.int64)
        used = self.start.used_at(self.cards)
        packed_keys.places_of(keys, self.cards, used, binomials(), self.packed, out)
        return out

    def keys(self) -> Ints:
        """Return all keys, sorted."""
        out = np.empty(len(self.values), np.int64)
        used = self.start.used_at(self.cards)
        packed_keys.decompress(self.cards, used, binomials(), self.packed, out)
        return out


class BigTable:
    """A built table, open for questions; a context manager."""

    def __init__(self, table: StoredTable, start: Start) -> None:
        self.table = table
        self.start = start
        self._layers: dict[int, Layer] = {}

    def __enter__(self) -> "BigTable":
        return self

    def __exit__(self, *_: object) -> None:
        self.table.close()

    @property
    def states(self) -> int:
        """How many positions the table has."""
        return self.table.number("states")

    def layer(self, cards: int) -> Layer:
        """Return the positions with some cards left, mapped from the disk."""
        if cards not in self._layers:
            self._layers[cards] = self._opened(cards)
        return self._layers[cards]

    def _opened(self, cards: int) -> Layer:
        """Map a layer; one that kernels could not read safely is a `saizen.errors.TableError`."""
        if _part("orders", cards) not in self.table:
            raise self.table.unfit(f"it has no layer of {cards} cards")
        many = self.table.parts[_part("orders", cards)].shape[0]
        kinds = ((np.int64, (many,)), (np.uint32, (many + 1, 2)), (np.uint64, (None,)), (np.uint16, (None,)))
        parts: list[Any] = [
            self.table.array(_part(kind, cards), dtype, shape)
            for kind, (dtype, shape) in zip(KEPT, kinds, strict=True)
        ]
        *keys, values = parts
        packed = PackedKeys(*keys)
        used = self.start.used_at(cards)
        if not packed_keys.is_layer(cards, used, binomials(), packed, len(values)):
            raise self.table.unfit(f"its layer of {cards} cards is none")
        return Layer(self.start, cards, packed, values)

    def value(self, order: Order) -> float:
        """Return the probability of success to within 0.05 percent; 0 for a lost order.

        An order that cannot follow from the full deck is not in the table: `PositionError`.
        """
        if order.lost() or not order.cards:
            return float(not order.cards)
        if order.cards <= self.start.cards:
            self.table.steady()
            layer = self.layer(order.cards)
            place = int(layer.places(np.array([self.start.key_of(order)]))[0])
            if place >= 0:
                return float(from_codes(layer.values[place : place + 1])[0])
        raise PositionError("the order cannot follow from the start of this table")


def build_table(
    stacks: int,
    cards: int,
    foundations: int = 2,
    *,
    store: Store | None = None,
    progress: Progress = SILENT,
    workers: int | None = None,
) -> TableInfo:
    """Build a table, or continue an interrupted build.

    >>> import tempfile
    >>> store = Store(tempfile.mkdtemp())
    >>> build_table(3, 4, store=store).state.value
    'complete'
    >>> with open_table(3, 4, store=store) as table:
    ...     table.states, round(table.value(table.start.first), 3)
    (339, 0.919)
    """
    start = Start.fresh(cards, stacks, foundations)

    def builder(building: Building) -> Mapping[str, Any]:
        with threads(workers) as pool:
            if not _is_evaluated(building, start):
                _find(building, start, pool, progress)
                _evaluate(building, start, pool, progress)
        counts = {str(k): building.parts[_part("values", k)].shape[0] for k in range(1, start.cards + 1)}
        return {
            "stacks": stacks,
            "cards": cards,
            "foundations": foundations,
            "states": sum(counts.values()),
            "states by cards left": counts,
        }

    name = table_name(stacks, cards, foundations)
    return (store or Store()).build(name, builder, progress=progress)


def open_table(
    stacks: int,
    cards: int,
    foundations: int = 2,
    *,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> BigTable:
    """Open a finished table; `saizen.errors.MissingTable` names the command that builds it."""
    table = (store or Store()).open_table(table_name(stacks, cards, foundations), progress)
    return BigTable(table, Start.fresh(cards, stacks, foundations))


def _part(kind: str, cards: int) -> str:
    return f"{kind}-{cards:02}"


def _began_back(building: Building) -> bool:
    return any(part.startswith("floats-") for part in building.parts)


def _is_evaluated(building: Building, start: Start) -> bool:
    """Return whether only the manifest's last word is missing."""
    return _part("values", start.cards) in building and not _began_back(building)


def _find(building: Building, start: Start, pool: Executor, progress: Progress) -> None:
    """Go forward: write the sorted keys of every layer that is not there yet."""
    if _began_back(building):
        return
    if _part("keys", start.cards) not in building:
        building.put(_part("keys", start.cards), start.first_layer())
    for cards in range(start.cards, 1, -1):
        if _part("keys", cards - 1) not in building:
            _find_layer(building, start, cards, pool, progress)


def _find_layer(building: Building, start: Start, cards: int, pool: Executor, progress: Progress) -> None:
    """Write the sorted keys that follow a layer; its own keys are not in memory while those are listed."""
    members, _ = next_members(start, cards, building.array(_part("keys", cards)), pool, progress)
    building.release(_part("keys", cards))
    with building.part(_part("keys", cards - 1), np.int64) as part:
        for keys in members.listed(pool, progress):
            part.append(keys)


def _evaluate(building: Building, start: Start, pool: Executor, progress: Progress) -> None:
    """Go back: compress each layer with its values, then drop what only the build needed.

    The exact floats of a layer are its last part, so they show that it is finished; they are stored until
    the next layer is, so that a resumed build computes from the same numbers.
    """
    done = max((int(part[-2:]) for part in building.parts if part.startswith("floats-")), default=0)
    _drop(building, done)  # a build that was killed may have left something
    for cards in range(done + 1, start.cards + 1):
        keys = building.array(_part("keys", cards))
        if cards == 1:
            values = np.ones(len(keys), np.float32)
        else:
            following = Members.of(start, cards - 1, building.array(_part("keys", cards - 1)), pool, progress)
            building.release(_part("keys", cards - 1))
            before = building.array(_part("floats", cards - 1))
            values = layer_values(keys, following, before, pool, progress, mean=True)
            del following, before
            building.release(_part("floats", cards - 1))
        layer = Layer.of(start, cards, keys, values)
        for kind, part in zip(KEPT, (*layer.packed, layer.values), strict=True):
            if _part(kind, cards) not in building:
                building.put(_part(kind, cards), part)
        building.put(_part("floats", cards), values)
        del keys, values, layer  # the next layer needs the room
        _drop(building, cards)
    _drop(building, start.cards + 1)


def _drop(building: Building, before: int) -> None:
    """Drop keys and floats of the layers with fewer cards; the last floats go last."""
    for cards in range(1, before):
        for part in (_part("keys", cards), _part("floats", cards)):
            if part in building:
                building.discard(part)
