"""The memory of a search: a record of everything of fixed size, and arrays whose length differs.

Kernels get the record by its address, which is most of why they compile quickly. Every shape is that of the
largest game, so that one compiled version serves all of them. Hence the length of an array in the record
means nothing: counts beside it (``places``, ``answer_count``, ``order_count``) say how much of it is in use.

The classes below list the fields: ``int`` and ``bool`` are one number, ``Annotated[Array, n, m]`` is an array
of integers, `Frame` a record inside the record. NumPy fills the memory when it is first written, so what is
not used costs nothing.
"""

from itertools import permutations
from typing import Annotated, Any, NamedTuple, get_origin

import numpy as np

from saizen.games.abgame.position import shown_patterns
from saizen.games.abgame.search.bounds import LARGEST_SET, MOST_UNUSED, Array, Bounds, bounds
from saizen.games.abgame.search.packing import bits_per_place
from saizen.games.abgame.size import MOST_PLACES, Size

INTERRUPTED = -1
"""The result of `search` when the budget or a table is used up."""
OPEN = -2
"""The result of a step that does not settle the position."""
ENTER = -3
"""The next action of the search for a new frame."""
STACK = 1 << 20
"""Patterns on the stack of a search, and guesses where there are few places."""
LEVELS = 128
WIDE = MOST_PLACES + 1
RESPONSES = WIDE * WIDE
MOST_WORDS = 1024
"""Words of a plane: lists of up to 65,536 patterns."""
MOST_PLANES = 136
"""Planes of labels: 64 of a label at a place, as many of a label so many times, a few of a dead symbol."""
COUNTER = 3
"""Planes of a counter."""
MOST_NAMES = 256
"""Labels, with the star and the label with all bits set."""
BUDGET_SPENT, TABLE_FULL, STACK_FULL = 1, 2, 3


class TableArrays(NamedTuple):
    """Arrays that kernels get beside the record: the table of solved positions, which grows, and the guesses.

    The table has open addressing over entries, and the keys in one long array.
    """

    slots: Any
    hashes: Any
    offsets: Any
    lengths: Any
    heads: Any
    """Unused symbols, dead symbols, limit and objective in one integer."""
    lows: Any
    """Proved lower bound; the exact value where ``depths`` is positive."""
    depths: Any
    """Worst case of the strategy that attains the exact value, 0 while only a bound is proved."""
    keys: Any
    guesses: Any
    """Stack of guess lists: words of a heap, see `saizen.games.abgame.search.guesses`."""


class Frame:
    """One level of the search: a position, the guesses to try, and how far the present guess has come."""

    # the position
    first: int
    count: int
    """Its patterns on the stack."""
    labels: int
    unused: int
    dead: int
    limit: int
    """Guesses allowed; ``UNLIMITED``: any number."""
    best: int
    """Totals of this and more are of no interest."""
    only: int
    """A packed guess to which the search is restricted here; -1 for none."""
    top: int
    guess_top: int
    """The first free places on the stacks of patterns and guesses."""
    # its normal form
    own: int
    """The first place of the normal form on the stack."""
    starred: bool
    head: int
    word: int
    """Head and hash under which the table has it."""
    shown_first: Annotated[Array, WIDE]
    shown_count: Annotated[Array, WIDE]
    """[k]: the patterns after k new symbols have been shown."""
    # its guesses
    own_cost: int
    """The guess itself, counted once for each code."""
    low: int
    """Least bound of the guesses that were given up or not listed."""
    listed: int
    left: int
    depth: int
    """Worst case of the strategy last found."""
    # the guess that is being tried
    trying: bool
    new: int
    total: int
    """The total of its settled parts, and bounds of the rest."""
    deep: int
    deepest: int
    """Worst case of its parts so far; worst case of the best guess so far."""
    part: int
    probe: int
    allowed: int
    """The part that is being searched, the next one to be probed, and what a part may cost."""
    part_first: Annotated[Array, RESPONSES]
    part_count: Annotated[Array, RESPONSES]
    part_bound: Annotated[Array, RESPONSES]
    """[answer]: the patterns with this answer (none left when it is settled), and a bound on their total."""


class Colours:
    """Room for the normal form; one set serves the whole search, as no two refinements overlap."""

    label_count: int
    colour: Annotated[Array, MOST_NAMES]
    """Colour of each label."""
    stable: Annotated[Array, MOST_NAMES]
    """Colour of each label before any was singled out: equal colours may be interchangeable."""
    place_colour: Annotated[Array, MOST_NAMES]
    gather: Annotated[Array, MOST_NAMES]
    place_gather: Annotated[Array, MOST_NAMES]
    listed: Annotated[Array, MOST_NAMES]
    """Labels in the order of the normal form."""
    place_order: Annotated[Array, MOST_NAMES]
    renamed: Annotated[Array, MOST_NAMES]
    alike: Annotated[Array, MOST_NAMES]
    """For each label of the normal form, the previous label it can be swapped with (0: none)."""


class Listing:
    """The list of guesses that is being written."""

    by_mean: bool
    """Whether totals count, or only whether the limit can be kept."""
    every: bool
    """Whether all guesses are listed, including those with the same answers as a smaller one."""
    own_cost: int
    limit: int
    """Guesses allowed after this one."""
    labels: int
    dead: int
    starred: bool
    count: int
    words: int
    unused: int
    """The patterns with the new symbols shown: how many, the words of a plane, the symbols left unused."""
    bar: int
    """Bounds of this and more are left out."""
    rejected: int
    """Least bound that was left out."""
    written: int
    largest: int
    """Codes of the largest part of the guess last bounded."""
    members: Annotated[Array, 8]
    after: Annotated[Array, 8]
    """The set of symbols; for each member, one that must stand before it (-1: none)."""
    first_plane: Annotated[Array, 8]
    choice: Annotated[Array, 8]
    """The guess: a label for each place."""
    never: Annotated[Array, MOST_NAMES]
    """[label]: bits of the places where no pattern has it."""
    planes: Annotated[Array, MOST_WORDS * MOST_PLANES]
    star_planes: Annotated[Array, MOST_WORDS * WIDE]
    counts: Annotated[Array, MOST_WORDS * COUNTER * (MOST_PLACES + 1)]
    sums: Annotated[Array, MOST_WORDS * WIDE]
    """Planes of labels, of stars, counters of symbols, and patterns by symbols in common with the set."""


class Workspace:
    """Everything `search` needs besides `TableArrays`."""

    places: int
    bits: int
    repeats: bool
    answer_count: int
    answers: Annotated[Array, RESPONSES]
    """Codes of the possible answers: A * (places + 1) + (A + B); the last is "found"."""
    order_count: int
    orders: Annotated[Array, 720, MOST_PLACES]
    """Every order: the place of each member of a set."""
    growth: Annotated[Array, 2, WIDE]
    """[0, stars]: patterns one becomes in the longest list with new symbols shown; [1, stars]: in all."""
    entries: int
    keys: int
    """The used part of the table."""
    nodes: int
    work: int
    budget: int
    full: int
    """Positions searched or looked up; guesses looked at, and how many may be; what is used up."""
    level: int
    frames: Annotated[Any, Frame, LEVELS]
    bounds: Bounds
    colours: Colours
    listing: Listing
    tally: Annotated[Array, WIDE * WIDE * WIDE]
    """Patterns by answer and number of stars."""
    pat: Annotated[Array, STACK]
    hot: Annotated[Array, STACK]
    sym: Annotated[Array, STACK]
    star: Annotated[Array, STACK]
    """The stack: patterns, their two masks, their stars."""


def layout(fields: Any) -> Any:
    """Return the type of a record from a class that lists its fields.

    >>> layout(Colours)["listed"]
    dtype(('<i8', (256,)))
    """
    return np.dtype([(name, _kind(hint)) for name, hint in fields.__annotations__.items()], align=True)


def _kind(hint: Any) -> Any:
    if get_origin(hint) is Annotated:
        shape = list(hint.__metadata__)
        element = layout(shape.pop(0)) if isinstance(shape[0], type) else np.int64
        return np.dtype((element, tuple(shape)))
    return {int: np.dtype(np.int64), bool: np.dtype(np.bool_)}.get(hint) or layout(hint)


RECORD = layout(Workspace)


class SearchMemory(NamedTuple):
    """The Python side of a search."""

    fields: Any
    """A `Workspace`, to be read and written by name."""
    record: Any
    """The same as kernels take it."""
    table: TableArrays

    @classmethod
    def of(cls, places: int, repeat: bool, entries: int, keys: int) -> "SearchMemory":
        """Allocate what a search needs; ``entries`` and ``keys`` say how large a table begins."""
        block = np.zeros(1, RECORD)
        w = block.view(np.recarray)[0]
        answers = [
            answer.a * (places + 1) + answer.a + answer.b for answer in Size(places, places, repeat).answers()
        ]
        w.places, w.bits, w.repeats = places, bits_per_place(places), repeat
        w.answer_count, w.answers[: len(answers)] = len(answers), answers
        orders = list(permutations(range(places)))
        w.order_count, w.orders[: len(orders), :places] = len(orders), orders
        new = range(places + 1)
        for stars in new:
            shown = [shown_patterns(stars, symbols) for symbols in new]
            w.growth[:, stars] = shown[-1], sum(shown)
        for name, array in bounds(places, len(answers), MOST_UNUSED, LARGEST_SET)._asdict().items():
            getattr(w.bounds, name)[tuple(map(slice, array.shape))] = array
        guesses = STACK if places < 5 else 1 << (13 + 2 * (places - 1))  # each place multiplies them
        return cls(w, block[0], new_table(entries, keys, np.zeros(guesses, np.int64)))


def new_table(entries: int, keys: int, guesses: Array) -> TableArrays:
    """Allocate an empty table beside a stack of guesses."""
    slots = 1 << (2 * entries - 1).bit_length()
    return TableArrays(
        np.zeros(slots, np.int32),
        np.zeros(entries, np.int64),
        np.zeros(entries, np.int64),
        np.zeros(entries, np.int32),
        np.zeros(entries, np.int32),
        np.zeros(entries, np.int64),
        np.zeros(entries, np.int8),
        np.zeros(keys, np.uint32),
        guesses,
    )
