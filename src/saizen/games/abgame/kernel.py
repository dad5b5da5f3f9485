"""The search: least total (or least worst case) of a set of patterns, by branch and bound.

A position is a set of patterns (see `saizen.games.abgame.packing`), the number of symbols not used
so far (what a star may be) and the number of dead symbols, those no candidate has. Symbols not used
are interchangeable, so a guess that uses k of them is tried once, on the list in which the first k
unused symbols have become labels. More dead symbols than places are as good as many. Hence one
table serves every number of symbols.

The table is keyed by whole normal forms, not by hashes of them: what it says is proved, not likely.
"""

from typing import Any

from saizen.games.abgame.bounds import NEVER, UNLIMITED
from saizen.games.abgame.canon import find_alike
from saizen.games.abgame.heap import make_heap
from saizen.games.abgame.listing import list_guesses
from saizen.games.abgame.memo import store
from saizen.games.abgame.packing import zero
from saizen.games.abgame.partition import show_lists
from saizen.games.abgame.settling import count_codes, normalize, recall
from saizen.games.abgame.short import MOST_SHORT, settle_at_once
from saizen.games.abgame.trying import next_part, take
from saizen.games.abgame.workspace import (
    BASE,
    BEST,
    BUDGET,
    BUDGET_SPENT,
    COUNT,
    DEAD,
    DEEPEST,
    ENTER,
    ENTRIES,
    FIRST,
    FULL,
    GUESS_TOP,
    HEAD,
    INTERRUPTED,
    KEYS,
    LABELS,
    LEFT,
    LEVEL,
    LEVELS,
    LIMIT,
    LISTED,
    LOW,
    MOST_WORDS,
    NODES,
    ONLY,
    OPEN,
    OWN,
    REJECTED,
    STACK_FULL,
    TABLE_FULL,
    TOP,
    TOTAL,
    TRYING,
    UNUSED,
    WORD,
    WORK,
    Work,
)  # fmt: skip
from saizen.kernels.hashing import hash_words
from saizen.kernels.jit import lean, part

SEARCH, LIST, NORMAL = range(3)
"""What can be `asked`."""


@part
def enter(w: Work, level: int, mean: bool) -> int:
    """Settle the position of a frame at once if that can be done; else list its guesses: `OPEN`."""
    frame = w.frames[level]
    only = frame[ONLY]
    if only < 0:
        value = settle_at_once(w, level, mean)
        if value != OPEN:
            return value
    first, count, top = frame[FIRST], frame[COUNT], frame[TOP]
    size, starred = count_codes(w, first, count, frame[UNUSED])
    if frame[LIMIT] > size:  # the guess demanded may rule out nothing
        frame[LIMIT] = UNLIMITED
        if not mean:
            w.depth[level] = size + 1
            return 0
    limit = frame[LIMIT]
    w.counters[NODES] += 1
    w.counters[WORK] += count
    frame[OWN] = top
    if only < 0:
        starred = normalize(w, frame, starred)
        value = recall(w, frame, level, limit, mean)
        if value != OPEN:
            return value
        find_alike(w.scratch, w.pat, top, count, frame[LABELS], w.places, w.bits)
    else:
        for i in range(count):
            w.pat[top + i] = w.pat[first + i]
            w.hot[top + i] = w.hot[first + i]
            w.sym[top + i] = w.sym[first + i]
            w.star[top + i] = w.star[first + i]
    labels, unused = frame[LABELS], frame[UNUSED]
    frame[TOP] = show_lists(w, level, count, top, labels, unused, starred)
    frame[BASE] = size if mean else 0
    if only < 0:
        frame[LISTED] = list_guesses(
            w, level, labels, unused, frame[DEAD], starred, limit, mean,
            frame[BASE], min(frame[BEST], NEVER), frame[GUESS_TOP], only >= 0,
        )  # fmt: skip
        frame[LOW] = w.counters[REJECTED]
    else:
        frame[LISTED] = 1
        frame[LOW] = NEVER
        w.guesses[frame[GUESS_TOP]] = only
    make_heap(w.guesses, frame[GUESS_TOP], frame[LISTED])
    frame[LEFT] = frame[LISTED]
    frame[TRYING] = 0
    frame[TOTAL] = NEVER
    frame[DEEPEST] = 0
    return OPEN


@part
def leave(w: Work, level: int) -> int:
    """Write down what a finished frame has proved, and return it."""
    frame = w.frames[level]
    deepest = frame[DEEPEST]
    value = int(frame[BEST] if deepest else frame[LOW])
    if frame[ONLY] < 0:
        store(w, frame[OWN], frame[COUNT], frame[HEAD], frame[WORD], value, deepest)
    w.depth[level] = deepest
    return value


def begin(w: Work, count: int, labels: int, unused: int, dead: int, limit: int, best: int, only: int) -> None:
    """Set the first frame, before something is `asked`; there is so little to do that it is not compiled.

    Parameters
    ----------
    count, labels : int
        The patterns lie at the bottom of the stack, with masks, over labels 1..``labels``.
    unused, dead : int
        What a star may be; symbols that no candidate has.
    limit : int
        Guesses allowed (`UNLIMITED`: any number); a position that needs more is worth `NEVER`.
    best : int
        Totals of this and more are of no interest.
    only : int
        A packed guess to which the search is restricted here; -1 for none.
    """
    frame = w.frames[0]
    frame[FIRST] = 0
    frame[COUNT] = frame[TOP] = count
    frame[LABELS] = labels
    frame[UNUSED] = unused
    frame[DEAD] = dead
    frame[LIMIT] = limit
    frame[BEST] = best
    frame[ONLY] = only
    frame[GUESS_TOP] = 0
    w.counters[LEVEL] = 0


@part
def has_room(w: Work, level: int) -> int:
    """Tell what is used up: 0 nothing, else `BUDGET_SPENT`, `TABLE_FULL` or `STACK_FULL`."""
    frame = w.frames[level]
    if w.counters[WORK] >= w.counters[BUDGET]:
        return BUDGET_SPENT
    if w.counters[ENTRIES] + LEVELS >= len(w.table.lows) or w.counters[KEYS] + len(w.pat) >= len(
        w.table.keys
    ):
        return TABLE_FULL
    longest, together = 0, 0
    for i in range(frame[FIRST], frame[FIRST] + frame[COUNT]):
        longest += w.growth[0, w.star[i]]
        together += w.growth[1, w.star[i]]
    if (
        longest > MOST_WORDS * 64
        or frame[TOP] + together + longest + MOST_SHORT * w.places > len(w.pat)
        or frame[GUESS_TOP] + (frame[LABELS] + w.places + 2) ** w.places > len(w.guesses)
        or level + 2 > LEVELS
        or frame[LABELS] + min(w.places, frame[UNUSED]) > 64 // w.places
    ):
        return STACK_FULL
    return 0


@part
def search(w: Work, mean: bool) -> int:
    """Go on with a search; return the value of its first frame, or `INTERRUPTED`: call again to go on.

    The value is the least total if that is below the frame's ``best``, else some proved bound that is
    not. Without ``mean`` it is 0 when the limit on guesses can be kept, else `NEVER`.
    """
    level = w.counters[LEVEL]
    value = ENTER
    while True:
        if value == ENTER:
            w.counters[FULL] = has_room(w, level)
            if w.counters[FULL]:
                w.counters[LEVEL] = level
                return INTERRUPTED
            value = enter(w, level, mean)
        elif value == OPEN:
            if next_part(w, level, mean):
                level += 1
                value = ENTER
            else:
                value = leave(w, level)
        elif level == 0:
            return value
        else:
            level -= 1
            take(w, level, value)
            value = OPEN


@part
def list_all(w: Work, mean: bool) -> int:
    """List the guesses of the first frame, no two labels being taken for alike; return how many."""
    frame, ground = w.frames[0], zero()
    count, labels, unused = frame[COUNT], frame[LABELS], frame[UNUSED]
    for label in range(labels + 1):
        w.scratch.alike[label] = 0
    size, starred = count_codes(w, ground, count, unused)
    show_lists(w, ground, count, ground, labels, unused, starred)
    base = size if mean else ground
    return list_guesses(
        w, ground, labels, unused, frame[DEAD], starred, frame[LIMIT], mean,
        base, frame[BEST], ground, base >= 0,
    )  # fmt: skip


@part
def normal(w: Work) -> None:
    """Put the position of the first frame into normal form, above its patterns; the frame has the rest."""
    frame = w.frames[0]
    _, starred = count_codes(w, frame[FIRST], frame[COUNT], frame[UNUSED])
    normalize(w, frame, starred)


@lean
def asked(w: Work, task: int, mean: bool) -> int:
    """Do something with the position that has begun. The tasks are one kernel, since they share their code.

    `SEARCH` goes on with a search (see `search`); `LIST` lists all guesses and returns how many (see
    `list_all`); `NORMAL` puts the position into normal form (see `normal`).
    """
    if task == LIST:
        return list_all(w, mean)
    if task == NORMAL:
        normal(w)
        return 0
    return search(w, mean)


@lean
def learn(w: Work, heads: Any, lengths: Any, keys: Any, lows: Any, depths: Any) -> None:
    """Write what is known about many normal forms, one after the other in ``keys``, into the table."""
    first, ground = 0, zero()
    for entry in range(len(heads)):
        count = lengths[entry]
        for i in range(count):
            w.pat[i] = keys[first + i]
        first += count
        word = hash_words(w.pat, ground, count, heads[entry])
        store(w, ground, count, heads[entry], word, lows[entry], depths[entry])
