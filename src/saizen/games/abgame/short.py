"""Short lists of codes: patterns written out.

Where no more symbols are unused than a guess can show, stars hold nothing up. Then a short list of literal
codes is easier than the patterns: guesses are bounded by their first symbols, unused symbols are labels
that are alike, and sets that differ by name only become one.
"""

from typing import Any

from saizen.games.abgame.bounds import UNLIMITED
from saizen.games.abgame.partition import show_one
from saizen.games.abgame.settling import count_codes, settle
from saizen.games.abgame.workspace import COUNT, FIRST, LABELS, LIMIT, OPEN, TOP, UNUSED, Work
from saizen.kernels.jit import part

MOST_SHORT = 64
"""Codes of a list that is written out: those of one machine word."""


@part
def is_short(w: Work, frame: Any, size: int) -> bool:
    """Tell whether the patterns of a frame, ``size`` codes, are to be written out."""
    unused = frame[UNUSED]
    return bool(
        size <= MOST_SHORT and unused <= w.places and (frame[LABELS] + unused) * w.places <= MOST_SHORT
    )


@part
def write_out(w: Work, frame: Any) -> None:
    """Put the codes of a frame's patterns at its top: every unused symbol becomes a label."""
    while frame[UNUSED]:
        frame[LABELS] += 1
        frame[UNUSED] -= 1
        count = show_one(w, frame[FIRST], frame[COUNT], frame[TOP], frame[LABELS], frame[UNUSED])
        frame[FIRST] = frame[TOP]
        frame[COUNT] = count
        frame[TOP] += count


@part
def settle_at_once(w: Work, level: int, mean: bool) -> int:
    """Tell the value of a frame's position if no search is needed; else `OPEN`, a short one written out."""
    frame = w.frames[level]
    size, starred = count_codes(w, frame[FIRST], frame[COUNT], frame[UNUSED])
    if frame[LIMIT] >= size:  # a guess worth making rules out a code
        frame[LIMIT] = UNLIMITED
        if not mean:
            w.depth[level] = size
            return 0
    value = settle(w, level, size, starred, frame[LIMIT], mean)
    if value == OPEN and starred and is_short(w, frame, size):
        write_out(w, frame)
        value = settle(w, level, size, False, frame[LIMIT], mean)
    return value
