"""Values of stack games of two chains, for kernels: from a table on disk, or computed on demand.

The table stays where it is, mapped into memory; kernels get the addresses of its parts, so that workers share
one copy. A position that the table lacks cannot arise in a game of two foundations alone, but it does
arise in Calculation, where cards of the other foundations add to the order. It is solved by going on until
the table knows: `solve_pair`. That can take long, so the search has a limit; what lies beyond it counts as
lost.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import carray, types
from numba.extending import intrinsic

from saizen.games.calculation.stackgame.two_chains.keys import (
    MOST_CARDS,
    KeyScratch,
    Position,
    canonical,
    new_position,
    new_scratch,
    uncanonical,
)
from saizen.games.calculation.stackgame.two_chains.lattice import binomials
from saizen.games.calculation.stackgame.two_chains.laying import is_repeated, lay, turn_over
from saizen.games.calculation.stackgame.two_chains.packed_keys import PackedKeys, place_in
from saizen.games.calculation.stackgame.two_chains.stored_table import IMPOSSIBLE, KEPT, SCALE, BigTable
from saizen.kernels.compile import merged, part, variable
from saizen.kernels.hash_table import (
    Floats,
    Ints,
    Keys,
    empty,
    is_used,
    mix_words,
    new_keys,
    put,
    slot_for,
    slot_of,
)
from saizen.kernels.record import record_type

ABSENT = -1.0
RECENT = 1 << 16
SOLVED = (1 << 16) - 16
ALL = 12
"""Cards of a foundation that can matter: the first can be played as soon as it is drawn."""
PROBES = 16
"""How many slots a solved position may be away from its own."""


TAG, RANK, STEP = range(3)
TOTAL, BEST = range(2)


class StoredPairs(NamedTuple):
    """A table as kernels see it: for each number of cards left, where its four parts begin."""

    stacks: int
    cards: int
    most: int
    """How many last cards of a foundation count; a small table lacks most positions of all its cards."""
    binom: Ints
    address: Ints
    lengths: Ints
    """By cards left: how many orders, words of bits and values there are."""
    logs: Floats


class Level(NamedTuple):
    """A position that is being solved, and the one after the card that is tried.

    The ``state`` is its tag, its rank and the next step; step s is to lay card s // stacks onto stack
    s % stacks. The ``sums`` are that of the best values over the cards before, and the best for this card.
    """

    room: KeyScratch
    after: Position
    state: Ints
    sums: Floats


class PairCache(NamedTuple):
    """The memory of one thread: the pairs it looked up last, those it solved, and room to work in."""

    recent: Ints
    recent_values: Floats
    solved: Keys
    solved_values: Floats
    levels: Any
    left: Ints


def stored_pairs(table: BigTable) -> StoredPairs:
    """Return a table for kernels; the table must stay open as long as they use it."""
    cards = table.start.cards
    address, lengths = (
        np.zeros((MOST_CARDS + 1, len(KEPT)), np.int64),
        np.zeros((MOST_CARDS + 1, 3), np.int64),
    )
    for k in range(1, cards + 1):
        layer = table.layer(k)
        address[k] = [part.ctypes.data for part in (*layer.packed, layer.values)]
        lengths[k] = len(layer.packed.orders), len(layer.packed.bits), len(layer.values)
    logs = np.exp(np.arange(IMPOSSIBLE + 1) / -SCALE)
    logs[IMPOSSIBLE] = 0
    most = cards // 2 if cards // 2 >= ALL else cards // 2 - 2
    return StoredPairs(table.start.stacks, cards, most, binomials(), address, lengths, logs)


def new_cache() -> PairCache:
    """Return empty memory for one thread."""
    level = Level(new_scratch(), new_position(), np.zeros(3, np.int64), np.zeros(2))
    return PairCache(
        np.full((RECENT, 2), -1, np.int64),
        np.zeros(RECENT),
        new_keys(SOLVED, SOLVED),
        np.zeros(SOLVED),
        np.zeros(MOST_CARDS, record_type(level)),
        np.zeros(1, np.int64),
    )


def _pointer(dtype: Any) -> Any:
    """Return the kernel function that makes a pointer, for ``numba.carray``, of an address."""
    kind = types.CPointer(dtype)

    @intrinsic  # type: ignore[untyped-decorator]
    def pointer(_typing: Any, address: Any) -> Any:
        def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(kind))

        return kind(address), code

    return pointer


_orders_at, _offsets_at = _pointer(types.int64), _pointer(types.uint32)
_bits_at, _values_at = _pointer(types.uint64), _pointer(types.uint16)


@part
def stored_value(pairs: StoredPairs, k: int, position: Position, room: KeyScratch) -> float:
    """Return the value that the table has for a position, or `ABSENT`."""
    stacks, taken = pairs.stacks, 0
    for m in range(stacks):
        if position.a[m] + position.b[m] < k:
            taken += 1
    used = min(stacks, pairs.cards - k)
    if taken > used:
        return ABSENT
    paths, rank = canonical(k, stacks, used, pairs.binom, position, room)
    address, (orders, words, values) = pairs.address[k], pairs.lengths[k]
    packed = PackedKeys(
        carray(_orders_at(address[0]), (orders,)),
        carray(_offsets_at(address[1]), (orders + 1, 2)),
        carray(_bits_at(address[2]), (words,)),
    )
    place = place_in(paths, rank, k, used, pairs.binom, packed)
    if place < 0:
        return ABSENT
    return pairs.logs[carray(_values_at(address[3]), (values,))[place]]  # type: ignore[no-any-return]


@merged
def _slot(tag: int, rank: int, size: int) -> int:
    return slot_of(mix_words(tag, rank), size)


@part
def _recall(cache: PairCache, tag: int, rank: int) -> float:
    slot = slot_for(cache.solved, tag, rank, variable(PROBES))
    return cache.solved_values[slot] if slot >= 0 and is_used(cache.solved, slot) else ABSENT


@part
def _remember(cache: PairCache, tag: int, rank: int, value: float) -> None:
    slot = slot_for(cache.solved, tag, rank, variable(PROBES))
    if slot < 0:  # the last one that was looked at makes room
        slot = (_slot(tag, rank, SOLVED) + PROBES - 1) % SOLVED
    put(cache.solved, slot, tag, rank)
    cache.solved_values[slot] = value


@part
def _begin(pairs: StoredPairs, cache: PairCache, level: Level, k: int, paths: int, rank: int) -> None:
    """Lay a position out, with no card looked at."""
    uncanonical(paths, rank, k, pairs.stacks, pairs.stacks, pairs.binom, level.room)
    turn_over(k, pairs.stacks, level.room)
    level.state[TAG], level.state[RANK], level.state[STEP] = paths | (k << 48), rank, 0
    level.sums[TOTAL] = level.sums[BEST] = 0.0
    cache.left[0] -= 1


@part
def solve_pair(pairs: StoredPairs, cache: PairCache, k: int, paths: int, rank: int) -> float:
    """Return the value of a position that the table lacks, exact unless the search has to stop.

    It may look at ``cache.left`` positions. It goes down only to positions that the table lacks, too, and
    keeps its own stack.
    """
    stacks, depth = pairs.stacks, 0
    value = _recall(cache, paths | (k << 48), rank)
    if value != ABSENT:
        return value
    down = True
    while True:
        level = cache.levels[depth]
        if down:
            _begin(pairs, cache, level, k, paths, rank)
            down = False
        if level.state[STEP] == k * stacks:
            value = float(level.sums[TOTAL] / k)
            _remember(cache, level.state[TAG], level.state[RANK], value)
            if depth == 0:
                return value
            depth, k = depth - 1, k + 1
            level = cache.levels[depth]
            level.sums[BEST] = max(level.sums[BEST], value)
        else:
            number, stack, most = (
                level.state[STEP] // stacks,
                level.state[STEP] % stacks,
                level.room.position.hi[k],
            )
            own, card = level.room.position, number + 1
            if number >= most:
                own, card = level.room.turned, card - most
            if (
                own.a[stack] >= card
                and not is_repeated(own, stack)
                and lay(k, stacks, own, card, stack, level.after)
            ):
                value = 1.0 if k == 1 else stored_value(pairs, k - 1, level.after, level.room)
                if value == ABSENT:
                    paths, rank = canonical(k - 1, stacks, stacks, pairs.binom, level.after, level.room)
                    value = _recall(cache, paths | ((k - 1) << 48), rank)
                if value == ABSENT and cache.left[0] <= 0:
                    value = 0.0
                if value == ABSENT:
                    depth, k, down = depth + 1, k - 1, True
                    continue
                level.sums[BEST] = max(level.sums[BEST], value)
        level.state[STEP] += 1
        if level.state[STEP] % stacks == 0:
            level.sums[TOTAL] += level.sums[BEST]
            level.sums[BEST] = 0.0


@part
def look_up(
    pairs: StoredPairs, cache: PairCache, k: int, high: int, low: int, points: int, nodes: int
) -> float:
    """Return the value of a pair from the table; if it lacks it, search some positions, or say 0."""
    position, room = cache.levels[0].after, cache.levels[0].room
    position.hi[0] = position.lo[0] = 0
    for t in range(k):
        position.hi[t + 1] = position.hi[t] + ((high >> t) & 1)
        position.lo[t + 1] = position.lo[t] + ((low >> t) & 1)
    for m in range(pairs.stacks):
        point = points >> (8 * (pairs.stacks - 1 - m))
        position.a[m], position.b[m] = (point >> 4) & 15, point & 15
    value = stored_value(pairs, k, position, room)
    if value != ABSENT:
        return value
    if nodes == 0:
        return 0.0
    paths, rank = canonical(k, pairs.stacks, pairs.stacks, pairs.binom, position, room)
    cache.left[0] = nodes
    return solve_pair(pairs, cache, k, paths, rank)


@merged
def pair_value(
    pairs: StoredPairs, cache: PairCache, k: int, high: int, low: int, points: int, nodes: int
) -> float:
    """Return the value of a pair: two paths, given by their steps, a bit each, and the stacks' points.

    A point is two halves of a byte. What was asked before is remembered under this plain description, since
    most questions come again.
    """
    tag = high | (low << 24) | (k << 48)
    at = _slot(tag, points, RECENT)
    if cache.recent[at, 0] != tag or cache.recent[at, 1] != points:
        cache.recent_values[at] = look_up(pairs, cache, k, high, low, points, nodes)
        cache.recent[at, 0], cache.recent[at, 1] = tag, points
    return cache.recent_values[at]  # type: ignore[no-any-return]


@part
def forget_pairs(cache: PairCache) -> None:
    """Forget all pairs, so that a deal is played the same whatever was played before it."""
    for i in range(RECENT):
        cache.recent[i, 0] = -1
    empty(cache.solved)
