"""Values of stack games of two chains, for kernels: from a table on the disk, or computed on demand.

The table stays where it is, mapped into memory; kernels get the addresses of its parts, so that workers share
one copy. A position that the table lacks cannot arise in a game of two foundations alone, but it does
arise in Calculation, where cards of the other foundations add to the order. It is solved by going on until
the table knows: `solve_pair`. That can take long, so the search has a limit; what lies beyond it counts as
lost.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from saizen.games.calculation.stackgame.kernel import MOST_CARDS, canonical, uncanonical
from saizen.games.calculation.stackgame.lattice import binomials
from saizen.games.calculation.stackgame.laying import is_repeated, lay, turn_over
from saizen.games.calculation.stackgame.packed_keys import place_in
from saizen.games.calculation.stackgame.stored import IMPOSSIBLE, KEPT, SCALE, BigTable
from saizen.kernels.hashing import Floats, Ints, mixed, slot_of
from saizen.kernels.jit import inlined, merged, part

ABSENT = -1.0
RECENT = 1 << 16
SOLVED = 1 << 16
ALL = 12
"""Cards of a foundation that can matter: the first can be played as soon as it is drawn."""
PROBES = 16
"""How many slots a solved position may be away from its own."""


class Shelf(NamedTuple):
    """A table as kernels see it: for each number of cards left, where its four parts begin."""

    stacks: int
    cards: int
    most: int
    """How many last cards of a foundation count; a small table lacks most positions of all its cards."""
    binom: Ints
    address: Ints
    orders: Ints
    logs: Floats


class Memory(NamedTuple):
    """What one thread remembers: the pairs it looked up last, those it solved, and room to work in."""

    recent: Ints
    recent_values: Floats
    solved: Ints
    solved_values: Floats
    work: Ints
    more: Ints
    state: Ints
    sums: Floats
    left: Ints


def shelf_of(table: BigTable) -> Shelf:
    """Return a table for kernels; the table must stay open as long as they use it."""
    cards = table.start.cards
    address, orders = np.zeros((cards + 1, len(KEPT)), np.int64), np.zeros(cards + 1, np.int64)
    for k in range(1, cards + 1):
        layer = table.layer(k)
        parts = (layer.orders, layer.offsets, layer.bits, layer.values)
        address[k] = [part.ctypes.data for part in parts]
        orders[k] = len(layer.orders)
    logs = np.exp(np.arange(IMPOSSIBLE + 1) / -SCALE)
    logs[IMPOSSIBLE] = 0
    most = cards // 2 if cards // 2 >= ALL else cards // 2 - 2
    return Shelf(table.start.stacks, cards, most, binomials(), address, orders, logs)


def new_memory() -> Memory:
    """Return empty memory for one thread."""
    return Memory(
        np.full((RECENT, 2), -1, np.int64),
        np.zeros(RECENT),
        np.full((SOLVED, 2), -1, np.int64),
        np.zeros(SOLVED),
        np.zeros((MOST_CARDS, 16, MOST_CARDS + 4), np.int64),
        np.zeros((MOST_CARDS, 4, MOST_CARDS + 4), np.int64),
        np.zeros((MOST_CARDS, 3), np.int64),
        np.zeros((MOST_CARDS, 2)),
        np.zeros(1, np.int64),
    )


def _array_at(dtype: Any, columns: int = 0) -> Any:
    """Return the kernel function that makes an array, of one or some columns, of the memory at an address.

    It does not know its length: kernels check no bounds.
    """
    kind = types.Array(dtype, 2 if columns else 1, "C")
    width = dtype.bitwidth // 8
    shape = (0, columns) if columns else (0,)
    strides = (width * columns, width) if columns else (width,)

    @intrinsic  # type: ignore[untyped-decorator]
    def array_at(typing: Any, address: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = make_array(kind)(context, builder)
            words = [[context.get_constant(types.intp, n) for n in tuple] for tuple in (shape, strides)]
            data = builder.inttoptr(arguments[0], context.get_data_type(dtype).as_pointer())
            size = context.get_constant(types.intp, width)
            populate_array(array, data=data, shape=words[0], strides=words[1], itemsize=size, meminfo=None)
            return array._getvalue()

        return kind(address), code

    return array_at


_orders_at = _array_at(types.int64)
_offsets_at = _array_at(types.uint32, columns=2)
_bits_at = _array_at(types.uint64)
_values_at = _array_at(types.uint16)


@inlined
def stored(shelf: Shelf, k: int, hi: Ints, lo: Ints, pa: Ints, pb: Ints, work: Ints) -> float:
    """Return the value that the table has for paths and points, or `ABSENT`."""
    stacks, taken = shelf.stacks, 0
    for m in range(stacks):
        if pa[m] + pb[m] < k:
            taken += 1
    used = min(stacks, shelf.cards - k)
    if taken > used:
        return ABSENT
    paths, rank = canonical(k, stacks, used, shelf.binom, hi, lo, pa, pb, work)
    part = shelf.address[k]
    place = place_in(
        paths,
        rank,
        k,
        used,
        shelf.binom,
        shelf.orders[k],
        _orders_at(part[0]),
        _offsets_at(part[1]),
        _bits_at(part[2]),
    )
    if place < 0:
        return ABSENT
    return shelf.logs[_values_at(part[3])[place]]  # type: ignore[no-any-return]


@inlined
def _slot(tag: int, rank: int, size: int) -> int:
    return slot_of(mixed(tag, rank), size)


@part
def _recall(memory: Memory, tag: int, rank: int) -> float:
    at = _slot(tag, rank, SOLVED - PROBES)
    for i in range(at, at + PROBES):
        if memory.solved[i, 0] == tag and memory.solved[i, 1] == rank:
            return memory.solved_values[i]  # type: ignore[no-any-return]
    return ABSENT


@part
def _remember(memory: Memory, tag: int, rank: int, value: float) -> None:
    at = _slot(tag, rank, SOLVED - PROBES)
    for i in range(at, at + PROBES):
        if memory.solved[i, 0] == -1 or i == at + PROBES - 1:
            memory.solved[i, 0], memory.solved[i, 1], memory.solved_values[i] = tag, rank, value
            return


@part
def _begin(shelf: Shelf, memory: Memory, depth: int, k: int, paths: int, rank: int) -> None:
    """Lay a position out at a depth, with no card looked at."""
    work, state = memory.work[depth], memory.state[depth]
    uncanonical(
        paths, rank, k, shelf.stacks, shelf.stacks, shelf.binom, work[6], work[7], work[8], work[9], work
    )
    turn_over(k, shelf.stacks, work)
    state[0], state[1], state[2] = paths | (k << 48), rank, 0
    memory.sums[depth, 0] = memory.sums[depth, 1] = 0.0
    memory.left[0] -= 1


@part
def solve_pair(shelf: Shelf, memory: Memory, k: int, paths: int, rank: int) -> float:
    """Return the value of a position that the table lacks, exact unless the search has to stop.

    It may look at ``memory.left`` positions. It goes down only to positions that the table lacks, too. It
    keeps its own stack: step s of a position is to lay card s // stacks onto stack s % stacks.
    """
    stacks, binom, depth = shelf.stacks, shelf.binom, 0
    value = _recall(memory, paths | (k << 48), rank)
    if value != ABSENT:
        return value
    _begin(shelf, memory, 0, k, paths, rank)
    while True:
        work, more, state, sums = (
            memory.work[depth],
            memory.more[depth],
            memory.state[depth],
            memory.sums[depth],
        )
        step = state[2]
        if step == k * stacks:
            value = float(sums[0] / k)
            _remember(memory, state[0], state[1], value)
            if depth == 0:
                return value
            depth, k = depth - 1, k + 1
            memory.sums[depth, 1] = max(memory.sums[depth, 1], value)
        else:
            number, stack = step // stacks, step % stacks
            side = 0 if number < work[6, k] else 1
            card = number + 1 - side * work[6, k]
            row = 6 + 4 * side
            hi, lo, pa, pb = work[row], work[row + 1], work[row + 2], work[row + 3]
            if pa[stack] >= card and not is_repeated(pa, pb, stack):
                first = last = 0
                while hi[first] < card:
                    first += 1
                while lo[last] < card:
                    last += 1
                if lay(
                    k, stacks, hi, lo, pa, pb, card, stack, first, last, more[0], more[1], more[2], more[3]
                ):
                    value = 1.0 if k == 1 else stored(shelf, k - 1, more[0], more[1], more[2], more[3], work)
                    if value == ABSENT:
                        paths, rank = canonical(
                            k - 1, stacks, stacks, binom, more[0], more[1], more[2], more[3], work
                        )
                        value = _recall(memory, paths | ((k - 1) << 48), rank)
                    if value == ABSENT and memory.left[0] <= 0:
                        value = 0.0
                    if value == ABSENT:
                        depth, k = depth + 1, k - 1
                        _begin(shelf, memory, depth, k, paths, rank)
                        continue
                    sums[1] = max(sums[1], value)
        state = memory.state[depth]
        state[2] += 1
        if state[2] % stacks == 0:
            memory.sums[depth, 0] += memory.sums[depth, 1]
            memory.sums[depth, 1] = 0.0


@part
def looked_up(shelf: Shelf, memory: Memory, k: int, high: int, low: int, points: int, nodes: int) -> float:
    """Return the value of a pair from the table; if it lacks it, search some positions, or say 0."""
    work, more = memory.work[0], memory.more[0]
    hi, lo, pa, pb = more[0], more[1], more[2], more[3]
    hi[0] = lo[0] = 0
    for t in range(k):
        hi[t + 1], lo[t + 1] = hi[t] + ((high >> t) & 1), lo[t] + ((low >> t) & 1)
    for m in range(shelf.stacks):
        point = points >> (8 * (shelf.stacks - 1 - m))
        pa[m], pb[m] = (point >> 4) & 15, point & 15
    value = stored(shelf, k, hi, lo, pa, pb, work)
    if value != ABSENT:
        return value
    if nodes == 0:
        return 0.0
    paths, rank = canonical(k, shelf.stacks, shelf.stacks, shelf.binom, hi, lo, pa, pb, work)
    memory.left[0] = nodes
    return solve_pair(shelf, memory, k, paths, rank)


@merged
def pair_value(shelf: Shelf, memory: Memory, k: int, high: int, low: int, points: int, nodes: int) -> float:
    """Return the value of a pair: two paths, given by their steps, a bit each, and the stacks' points.

    A point is two halves of a byte. What was asked before is remembered under this plain description, since
    most questions come again.
    """
    tag = high | (low << 24) | (k << 48)
    at = _slot(tag, points, RECENT)
    if memory.recent[at, 0] != tag or memory.recent[at, 1] != points:
        memory.recent_values[at] = looked_up(shelf, memory, k, high, low, points, nodes)
        memory.recent[at, 0], memory.recent[at, 1] = tag, points
    return memory.recent_values[at]  # type: ignore[no-any-return]


@part
def forget_pairs(memory: Memory) -> None:
    """Forget all pairs, so that a deal is played the same whatever was played before it."""
    for i in range(RECENT):
        memory.recent[i, 0] = -1
    for i in range(SOLVED):
        memory.solved[i, 0] = -1
