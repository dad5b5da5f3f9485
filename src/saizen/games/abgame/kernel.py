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
from saizen.games.abgame.canon import find_alike, sort
from saizen.games.abgame.listing import list_guesses
from saizen.games.abgame.memo import store
from saizen.games.abgame.packing import hot_mask, sym_mask, zero
from saizen.games.abgame.partition import show_lists, split
from saizen.games.abgame.settling import count_codes, normalize, recall, settle
from saizen.games.abgame.workspace import (
    AT,
    BASE,
    BEST,
    BUDGET,
    BUDGET_SPENT,
    COUNT,
    DEAD,
    DEEP,
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
    LEVEL,
    LEVELS,
    LIMIT,
    LISTED,
    LOW,
    MOST_WORDS,
    NEW,
    NODES,
    ONLY,
    OPEN,
    OWN,
    REJECTED,
    STACK_FULL,
    TABLE_FULL,
    TOP,
    TOTAL,
    UNUSED,
    WORD,
    WORK,
    Work,
)  # fmt: skip
from saizen.kernels.hashing import hash_words
from saizen.kernels.jit import lean, part

PICKED = 12
"""Guesses picked one by one before the rest is sorted."""


@part
def enter(w: Work, level: int, mean: bool) -> int:
    """Settle the position of a frame at once if that can be done; else list its guesses: `OPEN`."""
    frame = w.frames[level]
    first, count, limit, only, top = frame[FIRST], frame[COUNT], frame[LIMIT], frame[ONLY], frame[TOP]
    size, starred = count_codes(w, first, count, frame[UNUSED])
    enough = size + (only >= 0)  # a guess worth making rules out a code; the one demanded may not
    if limit >= enough:
        limit = UNLIMITED
        if not mean:
            w.depth[level] = enough
            return 0
    if only < 0:
        value = settle(w, level, size, starred, limit, mean)
        if value != OPEN:
            return value
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
    frame[LIMIT] = limit
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
    frame[AT] = -1
    frame[TOTAL] = NEVER
    frame[DEEPEST] = 0
    return OPEN


@part
def next_guess(guesses: Any, first: int, listed: int, at: int) -> int:
    """Bring the guess with the ``at``-th least bound to its place; few are needed, so sorting waits."""
    if at < PICKED:
        least = first + at
        for i in range(first + at + 1, first + listed):
            if guesses[i] < guesses[least]:
                least = i
        word = guesses[least]
        guesses[least] = guesses[first + at]
        guesses[first + at] = word
    elif at == PICKED:
        sort(guesses, first + at, listed - at)
    return int(guesses[first + at])


@part
def next_part(w: Work, level: int, mean: bool) -> bool:
    """Set the next frame to the next part to be searched; False when no guess can be better any more."""
    frame = w.frames[level]
    while True:
        part = -1
        if frame[TOTAL] < frame[BEST]:
            # for the mean the smallest part first: cheap ones settle many guesses; for a limit the hardest
            for a in range(len(w.answers) - 1):
                answer = w.answers[a]
                length = w.part_count[level, answer]
                if length and (part < 0 or (length < w.part_count[level, part]) == mean):
                    part = answer
        limit = frame[LIMIT] - 1 if frame[LIMIT] < UNLIMITED else UNLIMITED
        if part >= 0:
            child = w.frames[level + 1]
            child[FIRST] = w.part_first[level, part]
            child[COUNT] = w.part_count[level, part]
            child[LABELS] = frame[LABELS] + frame[NEW]
            child[UNUSED] = frame[UNUSED] - frame[NEW]
            child[DEAD] = frame[DEAD]
            child[LIMIT] = limit
            child[BEST] = frame[BEST] - frame[TOTAL] + w.part_bound[level, part]
            child[ONLY] = -1
            child[TOP] = frame[TOP] + w.list_count[level, frame[NEW]]
            child[GUESS_TOP] = frame[GUESS_TOP] + frame[LISTED]
            w.part_count[level, part] = 0
            frame[TOTAL] -= w.part_bound[level, part]
            return True
        if frame[AT] >= 0:  # the guess is done
            frame[LOW] = min(frame[LOW], frame[TOTAL])
            if frame[TOTAL] < frame[BEST]:
                frame[BEST] = frame[TOTAL]
                frame[DEEPEST] = frame[DEEP] + 1
        frame[AT] += 1
        if frame[AT] == frame[LISTED]:
            return False
        word = next_guess(w.guesses, frame[GUESS_TOP], frame[LISTED], frame[AT])
        if mean and word >> 32 >= frame[BEST]:
            frame[LOW] = min(frame[LOW], word >> 32)
            return False
        guess = word & 0xFFFFFFFF
        field = (1 << w.bits) - 1
        new = 0
        for place in range(w.places):
            label = guess >> w.bits * place & field
            if label > frame[LABELS] and label != field:
                new += 1
        frame[NEW] = new
        split(
            w, w.list_first[level, new], w.list_count[level, new],
            hot_mask(guess, w.places, w.bits, frame[LABELS] + new),
            sym_mask(guess, w.places, w.bits, frame[LABELS] + new),
            frame[UNUSED] - new, limit, mean, frame[TOP], level,
        )  # fmt: skip
        total = frame[BASE]
        for a in range(len(w.answers) - 1):
            if w.part_count[level, w.answers[a]]:
                total += w.part_bound[level, w.answers[a]]
        frame[TOTAL] = total
        frame[DEEP] = 0


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


@lean
def begin(w: Work, count: int, labels: int, unused: int, dead: int, limit: int, best: int, only: int) -> None:
    """Set the first frame of a search.

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
        or frame[TOP] + together + longest > len(w.pat)
        or frame[GUESS_TOP] + (frame[LABELS] + 2) ** w.places > len(w.guesses)
        or level + 2 > LEVELS
        or frame[LABELS] + min(w.places, frame[UNUSED]) > 64 // w.places
    ):
        return STACK_FULL
    return 0


@lean
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
            w.frames[level, TOTAL] += value
            w.frames[level, DEEP] = max(w.frames[level, DEEP], w.depth[level + 1])
            value = OPEN


@lean
def list_all(
    w: Work, count: int, labels: int, unused: int, dead: int, limit: int, mean: bool, best: int
) -> int:
    """List the guesses of the patterns at the bottom of the stack, no two labels being taken for alike."""
    for label in range(labels + 1):
        w.scratch.alike[label] = 0
    ground = zero()
    size, starred = count_codes(w, ground, count, unused)
    show_lists(w, ground, count, ground, labels, unused, starred)
    base = size if mean else ground
    return list_guesses(w, ground, labels, unused, dead, starred, limit, mean, base, best, ground, base >= 0)


@lean
def normal(w: Work) -> None:
    """Put the position that has begun into normal form, above its patterns; frame 0 has the rest."""
    frame = w.frames[0]
    _, starred = count_codes(w, frame[FIRST], frame[COUNT], frame[UNUSED])
    normalize(w, frame, starred)


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
