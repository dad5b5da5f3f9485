"""Partition of patterns by a guess: masks, new symbols shown, candidates divided by their answers."""

from saizen.games.abgame.search.bounds import NEVER, bound_of_patterns, bound_of_size, limit_after
from saizen.games.abgame.search.packing import hot_mask, star_count, sym_mask, zero
from saizen.games.abgame.search.workspace import Frame, Workspace
from saizen.kernels.bits import popcount
from saizen.kernels.compile import kernel, part


@kernel
def write_masks(w: Workspace, first: int, count: int, labels: int) -> None:
    """Fill in the masks and stars of patterns on the stack."""
    for i in range(first, first + count):
        w.hot[i] = hot_mask(w.pat[i], w.places, w.bits, labels)
        w.sym[i] = sym_mask(w.pat[i], w.places, w.bits, labels)
        w.star[i] = star_count(w.pat[i], w.places, w.bits)


@part
def count_codes(w: Workspace, first: int, count: int, unused: int) -> tuple[int, bool]:
    """Count the codes of a list of patterns, and return whether some have stars."""
    size, stars = 0, 0
    for i in range(first, first + count):
        stars += w.star[i]
        size += w.bounds.ways[unused, w.star[i]]
    return size, stars > 0


@part
def copy_pattern(w: Workspace, source: int, dest: int) -> None:
    """Copy a pattern on the stack with its masks."""
    w.pat[dest] = w.pat[source]
    w.hot[dest] = w.hot[source]
    w.sym[dest] = w.sym[source]
    w.star[dest] = w.star[source]


@part
def show_symbol(w: Workspace, first: int, count: int, dest: int, label: int, unused: int) -> int:
    """Make one unused symbol a label: write the list at ``dest``; ``unused`` are left after it."""
    places, bits = w.places, w.bits
    written, field, lowest = dest, (1 << bits) - 1, (label - 1) * places
    for i in range(first, first + count):
        pattern, stars = w.pat[i], w.star[i]
        if stars <= unused:
            copy_pattern(w, i, written)
            written += 1
        if stars:
            for place in range(places):
                if pattern >> bits * place & field == 0:
                    w.pat[written] = pattern | label << bits * place
                    w.hot[written] = w.hot[i] | 1 << lowest + place
                    w.sym[written] = w.sym[i] | 1 << lowest
                    w.star[written] = stars - 1
                    written += 1
    return written - dest


@part
def show_lists(w: Workspace, frame: Frame) -> None:
    """Write, after the patterns at ``own``, what they become when 1, 2, ... new symbols are shown."""
    frame.shown_first[0] = frame.own
    frame.shown_count[0] = frame.count
    frame.top = frame.own + frame.count
    if frame.starred:
        for new in range(1, min(w.places, frame.unused) + 1):
            frame.shown_first[new] = frame.top
            frame.shown_count[new] = show_symbol(
                w, frame.shown_first[new - 1], frame.shown_count[new - 1], frame.top,
                frame.labels + new, frame.unused - new,
            )  # fmt: skip
            frame.top += frame.shown_count[new]


@part
def split(w: Workspace, frame: Frame, hot: int, sym: int, mean: bool) -> None:
    """Sort the patterns of a frame, its new symbols shown, by the answer to a guess; bound each part.

    The guess is given by its masks; the parts are written at the frame's top.
    """
    wide, new = w.places + 1, frame.new
    first, end = frame.shown_first[new], frame.shown_first[new] + frame.shown_count[new]
    for a in range(w.answer_count):
        frame.part_count[w.answers[a]] = 0
    for i in range(first, end):
        frame.part_count[popcount(w.hot[i] & hot) * wide + popcount(w.sym[i] & sym)] += 1
    start = frame.top
    for a in range(w.answer_count):
        answer = w.answers[a]
        frame.part_first[answer] = start
        start += frame.part_count[answer]
    for i in range(first, end):
        answer = popcount(w.hot[i] & hot) * wide + popcount(w.sym[i] & sym)
        copy_pattern(w, i, frame.part_first[answer])
        frame.part_first[answer] += 1
    for a in range(w.answer_count):
        frame.part_first[w.answers[a]] -= frame.part_count[w.answers[a]]
        bound_part(w, frame, w.answers[a], mean)


@part
def bound_part(w: Workspace, frame: Frame, answer: int, mean: bool) -> None:
    """Bound the total of a part; without ``mean`` only whether it can keep the limit."""
    wide, limit = w.places + 1, limit_after(frame.limit)
    first, count = frame.part_first[answer], frame.part_count[answer]
    for stars in range(wide):
        w.tally[stars] = 0
    for i in range(first, first + count):
        w.tally[w.star[i]] += 1
    if count == w.tally[0]:
        bound = bound_of_size(w.bounds, count, limit)
    else:
        bound = bound_of_patterns(w.bounds, w.tally, zero(), w.places, frame.unused - frame.new, limit)
    frame.part_bound[answer] = bound if mean or bound >= NEVER else 0
    for stars in range(wide):
        w.tally[stars] = 0
