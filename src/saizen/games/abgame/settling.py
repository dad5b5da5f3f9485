"""Positions that need no search: few codes, single patterns, and what the table knows."""

from typing import Any

from saizen.games.abgame.bounds import NEVER, UNLIMITED
from saizen.games.abgame.canon import normal_form
from saizen.games.abgame.memo import look_up
from saizen.games.abgame.workspace import (
    BEST,
    COUNT,
    DEAD,
    FIRST,
    HEAD,
    LABELS,
    OPEN,
    OWN,
    TOP,
    UNUSED,
    WORD,
    Work,
)
from saizen.kernels.bits import popcount
from saizen.kernels.hashing import hash_words
from saizen.kernels.jit import part


@part
def least_twins(w: Work, first: int, count: int) -> int:
    """Return how many codes too many a guess among a few literal ones leaves at best: 0, 1 or 2 (and more).

    That is codes less different answers.
    """
    wide = w.places + 1
    least = 2
    for g in range(first, first + count):
        seen, twins = 0, 0
        for i in range(first, first + count):
            answer = 1 << (popcount(w.hot[i] & w.hot[g]) * wide + popcount(w.sym[i] & w.sym[g]))
            if seen & answer:
                twins += 1
                if twins == least:
                    break
            seen |= answer
        least = min(least, twins)
        if least == 0:
            break
    return least


@part
def few_codes(w: Work, first: int, count: int, limit: int, mean: bool, best: int, level: int) -> int:
    """Settle at most as many literal codes as there are answers, when a guess among them does; else `OPEN`.

    If some code tells all others apart the total is 2n - 1, the least there is. If the best of them
    leaves one pair it is 2n: every guess outside finds nothing at once and needs at least 2n, too.
    """
    twins = least_twins(w, first, count)
    if twins == 0:
        w.depth[level] = 2
        return 2 * count - 1 if mean else 0
    if twins == 1 and limit > 2:
        w.depth[level] = 3
        return 2 * count if mean else 0
    if mean and 2 * count >= best:
        return 2 * count
    return OPEN


@part
def recall(w: Work, frame: Any, level: int, limit: int, mean: bool) -> int:
    """Look the normal form of a frame up; `OPEN` when the table does not settle it."""
    t, own, count, best = w.table, frame[OWN], frame[COUNT], frame[BEST]
    head = frame[UNUSED] | frame[DEAD] << 12 | limit << 16 | mean << 24
    if limit < UNLIMITED:  # what holds without a limit bounds what holds with one
        free = head | UNLIMITED << 16 | 1 << 24
        entry = look_up(t, w.pat, own, count, free, hash_words(w.pat, own, count, free))
        if entry >= 0:
            if mean and t.lows[entry] >= best:
                return int(t.lows[entry])
            if 0 < t.depths[entry] <= limit:  # the best strategy without a limit keeps it
                w.depth[level] = t.depths[entry]
                return int(t.lows[entry]) if mean else 0
    frame[HEAD] = head
    frame[WORD] = hash_words(w.pat, own, count, head)
    entry = look_up(t, w.pat, own, count, head, frame[WORD])
    if entry >= 0:
        if t.depths[entry] > 0:
            w.depth[level] = t.depths[entry]
            return int(t.lows[entry])
        if t.lows[entry] >= best:
            return int(t.lows[entry])
    return OPEN


@part
def count_codes(w: Work, first: int, count: int, unused: int) -> tuple[int, bool]:
    """Count the codes of a list of patterns, and tell whether some have stars."""
    size, stars = 0, 0
    for i in range(first, first + count):
        stars += w.star[i]
        size += w.bounds.ways[unused, w.star[i]]
    return size, stars > 0


@part
def settle(w: Work, level: int, size: int, starred: bool, limit: int, mean: bool) -> int:
    """Tell the value of a position that needs no search; else `OPEN`."""
    frame = w.frames[level]
    first, unused = frame[FIRST], frame[UNUSED]
    if size == 1:
        w.depth[level] = 1
        return 1
    if limit < 2:
        return NEVER
    if size == 2:
        w.depth[level] = 2
        return 3 if mean else 0
    if not starred and size <= len(w.answers):
        return few_codes(w, first, frame[COUNT], limit, mean, frame[BEST], level)
    if starred and frame[COUNT] == 1 and mean and limit == UNLIMITED:
        stars = w.star[first]
        if w.bounds.alone[unused, stars] and frame[DEAD] + frame[LABELS] - w.places + stars >= w.places:
            w.depth[level] = w.bounds.alone_depth[unused, stars]
            return int(w.bounds.alone[unused, stars])
    return OPEN


@part
def normalize(w: Work, frame: Any, starred: bool) -> bool:
    """Put a position into normal form, at the frame's top; tell whether there are stars left."""
    unused = frame[UNUSED]
    whole = starred and unused == 1  # then the star is a symbol like the others
    found = normal_form(
        w.scratch, w.pat, w.hot, w.sym, w.star,
        frame[FIRST], frame[COUNT], frame[TOP], w.places, w.bits, whole,
    )  # fmt: skip
    dead = frame[DEAD] + frame[LABELS] - found
    if whole:
        starred = False
        dead += 1
    elif not starred:
        dead += unused
    if not starred:
        frame[UNUSED] = 0
    frame[LABELS] = found
    frame[DEAD] = min(dead, 1 if w.repeat else w.places)
    return starred
