"""Positions that need no search: few codes, single patterns, and short lists, whose stars are written out.

If one guess can show all unused symbols, stars do not delay anything. Then a short list of codes is easier
than patterns: guesses are bounded by their first symbols, unused symbols become interchangeable labels, and
sets that differ only in names become one set.
"""

from saizen.games.abgame.search.bounds import NEVER, UNLIMITED
from saizen.games.abgame.search.partition import count_codes, show_symbol
from saizen.games.abgame.search.workspace import OPEN, Frame, Workspace
from saizen.kernels.bits import popcount
from saizen.kernels.compile import part

MOST_SHORT = 64
"""Codes of a list that is written out: those of one machine word."""


@part
def least_twins(w: Workspace, first: int, count: int) -> int:
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
def settle_few_codes(w: Workspace, frame: Frame, mean: bool) -> int:
    """Settle at most as many literal codes as there are answers, when a guess among them does; else `OPEN`.

    If some code separates all others, the total is 2n - 1, which is least: one code costs one guess, all
    others at least two (proposition 2.1 of the paper). If the best of them leaves one pair the total is 2n:
    one more for a code of the pair. A guess outside finds nothing at once, so it also needs at least 2n.
    """
    count = frame.count
    twins = least_twins(w, frame.first, count)
    if twins == 0:
        frame.depth = 2
        return 2 * count - 1 if mean else 0
    if twins == 1 and frame.limit > 2:
        frame.depth = 3
        return 2 * count if mean else 0
    if mean and 2 * count >= frame.best:
        return 2 * count
    return OPEN


@part
def settle(w: Workspace, frame: Frame, size: int, starred: bool, mean: bool) -> int:
    """Return the value of a position of ``size`` codes that needs no search; else `OPEN`."""
    unused, limit = frame.unused, frame.limit
    if size == 1:
        frame.depth = 1
        return 1
    if limit < 2:
        return NEVER
    if size == 2:
        frame.depth = 2
        return 3 if mean else 0
    if not starred and size <= w.answer_count:
        return settle_few_codes(w, frame, mean)
    if starred and frame.count == 1 and mean and limit == UNLIMITED:
        stars = w.star[frame.first]
        if w.bounds.alone[unused, stars] and frame.dead + frame.labels - w.places + stars >= w.places:
            frame.depth = w.bounds.alone_depth[unused, stars]
            return int(w.bounds.alone[unused, stars])
    return OPEN


@part
def is_short(w: Workspace, frame: Frame, size: int) -> bool:
    """Return whether the patterns of a frame, ``size`` codes, are to be written out."""
    unused = frame.unused
    return bool(
        size <= MOST_SHORT and unused <= w.places and (frame.labels + unused) * w.places <= MOST_SHORT
    )


@part
def write_out(w: Workspace, frame: Frame) -> None:
    """Put the codes of a frame's patterns at its top: every unused symbol becomes a label.

    The codes are the same, and symbols still unused can be guessed as labels; so no value changes.
    """
    while frame.unused:
        frame.labels += 1
        frame.unused -= 1
        count = show_symbol(w, frame.first, frame.count, frame.top, frame.labels, frame.unused)
        frame.first = frame.top
        frame.count = count
        frame.top += count


@part
def settle_at_once(w: Workspace, frame: Frame, mean: bool) -> int:
    """Return the value of a position if no search is needed (steps 2 and 3); else `OPEN`.

    One code costs 1, two cost 1 + 2, and n codes at least 2n - 1 (proposition 2.1 of the paper); what
    `settle_few_codes` settles is a lower bound that is attained. A pattern alone has been searched with as
    many dead symbols as there are places (``Bounds.alone``), and more are of no use to a guess. A limit of as
    many guesses as codes limits nothing, since every guess worth making rules out a code.
    """
    size, starred = count_codes(w, frame.first, frame.count, frame.unused)
    if frame.limit >= size:
        frame.limit = UNLIMITED
        if not mean:
            frame.depth = size
            return 0
    value = settle(w, frame, size, starred, mean)
    if value == OPEN and starred and is_short(w, frame, size):
        write_out(w, frame)
        starred = frame.unused > 0
        value = settle(w, frame, size, starred, mean)
    return value
