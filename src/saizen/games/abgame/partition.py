"""What becomes of a list of patterns: new symbols shown, candidates divided by their answers."""

from saizen.games.abgame.bounds import bound_of_patterns, bound_of_size
from saizen.games.abgame.packing import zero
from saizen.games.abgame.workspace import Work
from saizen.kernels.bits import popcount
from saizen.kernels.jit import part


@part
def show_one(w: Work, first: int, count: int, dest: int, label: int, unused: int) -> int:
    """Make one unused symbol a label: write the list at ``dest``; ``unused`` are left after it."""
    written, field, lowest = dest, (1 << w.bits) - 1, (label - 1) * w.places
    for i in range(first, first + count):
        pattern, stars = w.pat[i], w.star[i]
        if stars <= unused:
            w.pat[written] = pattern
            w.hot[written] = w.hot[i]
            w.sym[written] = w.sym[i]
            w.star[written] = stars
            written += 1
        if stars:
            for place in range(w.places):
                if pattern >> w.bits * place & field == 0:
                    w.pat[written] = pattern | label << w.bits * place
                    w.hot[written] = w.hot[i] | 1 << lowest + place
                    w.sym[written] = w.sym[i] | 1 << lowest
                    w.star[written] = stars - 1
                    written += 1
    return written - dest


@part
def show_lists(w: Work, level: int, count: int, first: int, labels: int, unused: int, starred: bool) -> int:
    """Write, after a list, what it becomes when 1, 2, ... new symbols are shown; return the new top."""
    w.list_first[level, 0] = first
    w.list_count[level, 0] = count
    top = first + count
    if starred:
        for new in range(1, min(w.places, unused) + 1):
            w.list_first[level, new] = top
            w.list_count[level, new] = show_one(
                w, w.list_first[level, new - 1], w.list_count[level, new - 1], top, labels + new, unused - new
            )
            top += w.list_count[level, new]
    return top


@part
def split(
    w: Work,
    first: int,
    count: int,
    hot: int,
    sym: int,
    unused: int,
    limit: int,
    mean: bool,
    dest: int,
    level: int,
) -> None:
    """Sort a list by the answer to a guess, to ``dest``; fill in the parts of this level."""
    wide = w.places + 1
    for a in range(len(w.answers)):
        w.part_count[level, w.answers[a]] = 0
    for i in range(first, first + count):
        w.part_count[level, popcount(w.hot[i] & hot) * wide + popcount(w.sym[i] & sym)] += 1
    start = dest
    for a in range(len(w.answers)):
        answer = w.answers[a]
        w.part_first[level, answer] = start
        start += w.part_count[level, answer]
    for i in range(first, first + count):
        answer = popcount(w.hot[i] & hot) * wide + popcount(w.sym[i] & sym)
        to = w.part_first[level, answer]
        w.part_first[level, answer] += 1
        w.pat[to] = w.pat[i]
        w.hot[to] = w.hot[i]
        w.sym[to] = w.sym[i]
        w.star[to] = w.star[i]
    for a in range(len(w.answers)):
        answer = w.answers[a]
        w.part_first[level, answer] -= w.part_count[level, answer]
        for stars in range(wide):
            w.tally[stars] = 0
        for i in range(
            w.part_first[level, answer], w.part_first[level, answer] + w.part_count[level, answer]
        ):
            w.tally[w.star[i]] += 1
        if w.part_count[level, answer] == w.tally[0]:
            w.part_bound[level, answer] = bound_of_size(w.bounds, w.tally[0], limit, mean)
        else:
            w.part_bound[level, answer] = bound_of_patterns(
                w.bounds, w.tally, zero(), w.places, unused, limit, mean
            )
        for stars in range(wide):
            w.tally[stars] = 0
