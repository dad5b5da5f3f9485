"""Guesses tried one after the other: a position is divided, and its parts are settled or searched.

The guess with the least bound is tried first. Parts that need no search are settled first, which mostly
raises the bound; then the guess goes back among the others, and the least is taken again. Next each part is
probed: can it cost as little as its bound says? It hardly ever does, which is soon proved; so most guesses
are given up before any part has been searched to the end.
"""

from saizen.games.abgame.bounds import NEVER, UNLIMITED
from saizen.games.abgame.heap import BOUND, GUESS, ROUGH, sink
from saizen.games.abgame.packing import hot_mask, sym_mask
from saizen.games.abgame.partition import split
from saizen.games.abgame.settling import count_codes
from saizen.games.abgame.short import settle_at_once
from saizen.games.abgame.workspace import (
    ALLOWED,
    BASE,
    BEST,
    COUNT,
    DEAD,
    DEEP,
    DEEPEST,
    FIRST,
    GUESS_TOP,
    LABELS,
    LEFT,
    LIMIT,
    LISTED,
    LOW,
    NEW,
    ONLY,
    OPEN,
    PART,
    PROBE,
    TOP,
    TOTAL,
    TRYING,
    UNUSED,
    Work,
)  # fmt: skip
from saizen.kernels.jit import part


@part
def set_child(w: Work, level: int, part: int) -> None:
    """Set the next frame to a part of the guess that is being tried."""
    frame, child = w.frames[level], w.frames[level + 1]
    child[FIRST] = w.part_first[level, part]
    child[COUNT] = w.part_count[level, part]
    child[LABELS] = frame[LABELS] + frame[NEW]
    child[UNUSED] = frame[UNUSED] - frame[NEW]
    child[DEAD] = frame[DEAD]
    child[LIMIT] = frame[LIMIT] - 1 if frame[LIMIT] < UNLIMITED else UNLIMITED
    child[BEST] = frame[BEST] - frame[TOTAL] + w.part_bound[level, part]
    child[ONLY] = -1
    child[TOP] = frame[TOP] + w.list_count[level, frame[NEW]]
    child[GUESS_TOP] = frame[GUESS_TOP] + frame[LISTED]


@part
def divide(w: Work, level: int, guess: int, mean: bool) -> None:
    """Divide the position of a frame by a guess; the frame's total becomes the sum of the parts' bounds."""
    frame = w.frames[level]
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
        frame[UNUSED] - new, frame[LIMIT] - 1 if frame[LIMIT] < UNLIMITED else UNLIMITED,
        mean, frame[TOP], level,
    )  # fmt: skip
    frame[TOTAL] = frame[BASE]
    frame[DEEP] = 0
    frame[PROBE] = 0 if mean and frame[BEST] < NEVER else len(w.answers)
    for a in range(len(w.answers) - 1):
        if w.part_count[level, w.answers[a]]:
            frame[TOTAL] += w.part_bound[level, w.answers[a]]


@part
def settle_parts(w: Work, level: int, mean: bool) -> None:
    """Settle the parts of a guess that need no search, before any is searched; bound the others better."""
    frame, child = w.frames[level], w.frames[level + 1]
    for a in range(len(w.answers) - 1):
        part = w.answers[a]
        if frame[TOTAL] >= frame[BEST]:
            return
        if w.part_count[level, part]:
            set_child(w, level, part)
            value = settle_at_once(w, level + 1, mean)
            known = w.part_bound[level, part]
            if value != OPEN:
                w.part_count[level, part] = 0
                frame[DEEP] = max(frame[DEEP], w.depth[level + 1])
                known = value
            elif mean and child[UNUSED] == 0 and child[COUNT] <= len(w.answers):
                known = max(known, 2 * child[COUNT])  # as `few_codes` says
            frame[TOTAL] += known - w.part_bound[level, part]
            w.part_bound[level, part] = known


@part
def next_probe(w: Work, level: int) -> int:
    """Return the next part that is to be probed; -1 when all have been."""
    frame = w.frames[level]
    while frame[PROBE] < len(w.answers) - 1:
        part = w.answers[frame[PROBE]]
        frame[PROBE] += 1
        if w.part_count[level, part]:
            return int(part)
    return -1


@part
def next_whole(w: Work, level: int, mean: bool) -> int:
    """Return the next part that is to be searched to the end; -1 when all are settled.

    For the mean it is the one with the fewest patterns: cheap ones settle many guesses. While no total is
    known all parts have to be searched, and the one with the fewest codes comes first: what is learned from
    it helps with the others. For a limit it is the hardest.
    """
    frame = w.frames[level]
    part, chosen = -1, 0
    for a in range(len(w.answers) - 1):
        answer = w.answers[a]
        length = w.part_count[level, answer]
        if length and mean and frame[BEST] >= NEVER:
            length, _ = count_codes(w, w.part_first[level, answer], length, frame[UNUSED] - frame[NEW])
        if length and (part < 0 or (length < chosen) == mean):
            part, chosen = answer, length
    return int(part)


@part
def take(w: Work, level: int, value: int) -> None:
    """Take over what was found out about a part: its total if that is less than was allowed, else a bound."""
    frame = w.frames[level]
    part = frame[PART]
    frame[TOTAL] += value
    w.part_bound[level, part] = value
    if value < frame[ALLOWED]:
        w.part_count[level, part] = 0
        frame[DEEP] = max(frame[DEEP], w.depth[level + 1])


@part
def next_part(w: Work, level: int, mean: bool) -> bool:
    """Set the next frame to the next part to be searched; False when no guess can be better any more."""
    frame, child = w.frames[level], w.frames[level + 1]
    first = frame[GUESS_TOP]
    while True:
        if frame[TOTAL] < frame[BEST]:
            part = next_probe(w, level)
            probing = part >= 0
            if not probing:
                part = next_whole(w, level, mean)
            if part >= 0:
                set_child(w, level, part)
                if probing:
                    child[BEST] = min(child[BEST], w.part_bound[level, part] + 1)
                frame[PART] = part
                frame[ALLOWED] = child[BEST]
                frame[TOTAL] -= w.part_bound[level, part]
                return True
        if frame[TRYING]:  # the guess is done
            frame[LOW] = min(frame[LOW], frame[TOTAL])
            if frame[TOTAL] < frame[BEST]:
                frame[BEST] = frame[TOTAL]
                frame[DEEPEST] = frame[DEEP] + 1
        frame[TRYING] = 0
        if frame[LEFT] == 0:
            return False
        word = w.guesses[first]
        if mean and word >> BOUND >= frame[BEST]:
            frame[LOW] = min(frame[LOW], word >> BOUND)
            return False
        divide(w, level, word & GUESS, mean)
        settle_parts(w, level, mean)
        if mean and word & ROUGH and word >> BOUND < frame[TOTAL] < frame[BEST]:
            w.guesses[first] = frame[TOTAL] << BOUND | (word & GUESS)  # others may be better now
            sink(w.guesses, first, 0, frame[LEFT])
            frame[TOTAL] = NEVER
            continue
        frame[LEFT] -= 1
        w.guesses[first] = w.guesses[first + frame[LEFT]]
        sink(w.guesses, first, 0, frame[LEFT])
        frame[TRYING] = 1
