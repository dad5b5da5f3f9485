"""The search: least total (or least worst case) of a set of patterns, by branch and bound.

A position is a set of patterns (see `saizen.games.abgame.search.packing`), the number of symbols not used so
far (what a star may be) and the number of dead symbols, those no candidate has. Symbols not used are
interchangeable, so a guess that uses k of them is tried once, on the list in which the first k unused symbols
have become labels. Hence one table serves every number of symbols.

`search` is the loop. What it does stands below it, in the order of its steps.
"""

from saizen.games.abgame.search.bounds import NEVER, UNLIMITED, limit_after
from saizen.games.abgame.search.guesses import BOUND, GUESS, ROUGH, list_guesses, make_heap, sink
from saizen.games.abgame.search.leaves import MOST_SHORT, settle_at_once
from saizen.games.abgame.search.normal_form import find_alike, normalize
from saizen.games.abgame.search.packing import hot_mask, sym_mask, zero
from saizen.games.abgame.search.partition import copy_pattern, count_codes, show_lists, split
from saizen.games.abgame.search.table import recall, store
from saizen.games.abgame.search.workspace import (
    BUDGET_SPENT,
    ENTER,
    INTERRUPTED,
    LEVELS,
    MOST_WORDS,
    OPEN,
    STACK,
    STACK_FULL,
    TABLE_FULL,
    Frame,
    TableArrays,
    Workspace,
)
from saizen.kernels.compile import kernel, merged, part

SEARCH, LIST, NORMAL = range(3)
"""The tasks of `ask`."""


@merged
def search(w: Workspace, t: TableArrays, mean: bool) -> int:
    """Continue a search; return the value of its first frame, or `INTERRUPTED`: call again to go on.

    The value is the least total if that is below the frame's ``best``, else some proved bound that is not.
    Without ``mean`` it is 0 when the limit on guesses can be kept, else `NEVER`. One pass of the loop is one
    step down, sideways or up.

     1. Room. Stop if the budget, the table or a stack is used up; the caller goes on later.
     2. Leaf. One code, two codes; n codes that one of them distinguishes cost 2n - 1, all but one pair 2n; a
        single pattern whose total is in the tables.
     3. Write out. At most 64 codes with stars become literal codes: bounds are better there.
     4. Normal form. Names and places do not matter: individualisation and refinement (McKay 1981). The table
        is keyed by whole normal forms, not by hashes of them.
     5. Look up. An exact value settles the position. So does a bound at or above ``best``. What holds without
        a limit bounds what holds with one.
     6. List. Every set of symbols, then its orders; sets and orders whose bound reaches ``best`` are left
        out, and so are symmetric ones.
     7. Choose. Take the least bound from the heap. If it reaches ``best`` no guess is better: go to 12.
     8. Divide. Split by answer; the total so far is the sum of the parts' bounds (proposition 2.2).
     9. Leaves first. Settle the parts that need no search. If the bound rose, put the guess back and choose
        again.
    10. Probe. Search each part with the window (bound, bound + 1): can it cost so little? (The test of SCOUT:
        Pearl, SCOUT: a simple game-searching algorithm with proven optimal properties, AAAI-80, pages
        143-145.)
    11. Search. Search the parts to the end: fewest patterns first for the mean, the hardest first for a
        limit. Give up at ``best``. A guess that is done and better becomes ``best``; go to 7.
    12. Remember. Store value or bound; return it to the frame above, at its step 10 or 11.
    """
    level = w.level
    value = ENTER
    while True:
        frame = w.frames[level]
        if value == ENTER:
            w.full = find_shortage(w, t, level)  # 1
            if w.full:
                w.level = level
                return INTERRUPTED
            value = enter(w, t, frame, mean)  # 2 to 6
        elif value == OPEN:
            if next_part(w, t, level, mean):  # 7 to 11
                level += 1
                value = ENTER
            else:
                value = leave(w, t, frame)  # 12
        elif level == 0:
            return value
        else:
            level -= 1
            take(w, level, value)
            value = OPEN


@merged
def find_shortage(w: Workspace, t: TableArrays, level: int) -> int:
    """Return what is used up (step 1): 0 nothing, else `BUDGET_SPENT`, `TABLE_FULL` or `STACK_FULL`."""
    frame = w.frames[level]
    shortage = 0
    if w.work >= w.budget:
        shortage = BUDGET_SPENT
    elif w.entries + LEVELS >= len(t.lows) or w.keys + STACK >= len(t.keys):
        shortage = TABLE_FULL
    else:
        longest, together = 0, 0
        for i in range(frame.first, frame.first + frame.count):
            longest += w.growth[0, w.star[i]]
            together += w.growth[1, w.star[i]]
        if (
            longest > MOST_WORDS * 64
            or frame.top + together + longest + MOST_SHORT * w.places > STACK
            or frame.guess_top + (frame.labels + w.places + 2) ** w.places > len(t.guesses)
            or level + 2 > LEVELS
            or frame.labels + min(w.places, frame.unused) > 64 // w.places
        ):
            shortage = STACK_FULL
    return shortage


@merged
def enter(w: Workspace, t: TableArrays, frame: Frame, mean: bool) -> int:
    """Settle the position of a frame at once, else list its guesses and return `OPEN` (steps 2 to 6).

    A frame with ``only`` one guess is not settled: it is the guess that is asked about, not the position.
    """
    value = OPEN
    if frame.only < 0:
        value = settle_at_once(w, frame, mean)  # 2 and 3
    if value == OPEN:
        size, frame.starred = count_codes(w, frame.first, frame.count, frame.unused)
        if frame.limit > size:  # the guess demanded may rule out nothing
            frame.limit = UNLIMITED
            if not mean:
                frame.depth = size + 1
                value = 0
    if value == OPEN:
        w.nodes += 1
        w.work += frame.count
        frame.own = frame.top
        frame.own_cost = size if mean else 0
        if frame.only < 0:
            normalize(w, frame)  # 4
            value = recall(w, t, frame, mean)  # 5
        else:
            for i in range(frame.count):
                copy_pattern(w, frame.first + i, frame.own + i)
    if value == OPEN:
        if frame.only < 0:  # 6
            find_alike(w, frame)
            show_lists(w, frame)
            w.listing.by_mean, w.listing.every = mean, False
            list_guesses(w, frame, t.guesses)
        else:
            show_lists(w, frame)
            frame.listed = 1
            frame.low = NEVER
            t.guesses[frame.guess_top] = frame.only
        make_heap(t.guesses, frame.guess_top, frame.listed)
        frame.left = frame.listed
        frame.trying = False
        frame.total = NEVER
        frame.deepest = 0
    return value


@merged
def next_part(w: Workspace, t: TableArrays, level: int, mean: bool) -> bool:
    """Set the next frame to the next part to search; False if no guess is better any more (steps 7 to 11)."""
    frame = w.frames[level]
    first = frame.guess_top
    while True:
        if frame.total < frame.best and choose_part(w, level, mean):  # 10 and 11
            return True
        if frame.trying:  # the guess is done, or given up
            frame.low = min(frame.low, frame.total)
            if frame.total < frame.best:
                frame.best = frame.total
                frame.deepest = frame.deep + 1
        frame.trying = False
        if frame.left == 0:
            return False
        word = t.guesses[first]  # 7
        if mean and word >> BOUND >= frame.best:
            frame.low = min(frame.low, word >> BOUND)
            return False
        divide(w, frame, word & GUESS, mean)  # 8
        settle_parts(w, level, mean)  # 9
        if mean and word & ROUGH and word >> BOUND < frame.total < frame.best:
            t.guesses[first] = frame.total << BOUND | (word & GUESS)  # others may be better now
            sink(t.guesses, first, zero(), frame.left)
            frame.total = NEVER
            continue
        frame.left -= 1
        t.guesses[first] = t.guesses[first + frame.left]
        sink(t.guesses, first, zero(), frame.left)
        frame.trying = True


@part
def divide(w: Workspace, frame: Frame, guess: int, mean: bool) -> None:
    """Divide the position of a frame by a guess: its total becomes the sum of the parts' bounds (step 8).

    This is formula (1) of the paper (proposition 2.2): a guess counts once for each code, and what follows it
    costs the sum of the parts' totals, since each part is played by itself. Hence a sum of lower bounds is a
    lower bound. The last answer, "found", costs nothing more.
    """
    field = (1 << w.bits) - 1
    frame.new = 0
    for place in range(w.places):
        label = guess >> w.bits * place & field
        if label > frame.labels and label != field:
            frame.new += 1
    labels = frame.labels + frame.new
    hot, sym = hot_mask(guess, w.places, w.bits, labels), sym_mask(guess, w.places, w.bits, labels)
    split(w, frame, hot, sym, mean)
    frame.total = frame.own_cost
    frame.deep = 0
    frame.probe = 0 if mean and frame.best < NEVER else w.answer_count
    for a in range(w.answer_count - 1):
        if frame.part_count[w.answers[a]]:
            frame.total += frame.part_bound[w.answers[a]]


@part
def set_child(w: Workspace, level: int, answer: int) -> None:
    """Set the next frame to a part of the guess that is being tried."""
    frame, child = w.frames[level], w.frames[level + 1]
    child.first = frame.part_first[answer]
    child.count = frame.part_count[answer]
    child.labels = frame.labels + frame.new
    child.unused = frame.unused - frame.new
    child.dead = frame.dead
    child.limit = limit_after(frame.limit)
    child.best = frame.best - frame.total + frame.part_bound[answer]
    child.only = -1
    child.top = frame.top + frame.shown_count[frame.new]
    child.guess_top = frame.guess_top + frame.listed


@part
def settle_parts(w: Workspace, level: int, mean: bool) -> None:
    """Settle the parts of a guess that need no search, and bound the others better (step 9)."""
    frame, child = w.frames[level], w.frames[level + 1]
    for a in range(w.answer_count - 1):
        answer = w.answers[a]
        if frame.total >= frame.best:
            return
        if frame.part_count[answer]:
            set_child(w, level, answer)
            value = settle_at_once(w, child, mean)
            bound = frame.part_bound[answer]
            if value != OPEN:
                frame.part_count[answer] = 0
                frame.deep = max(frame.deep, child.depth)
                bound = value
            elif mean and child.unused == 0 and child.count <= w.answer_count:
                bound = max(bound, 2 * child.count)  # as `settle_few_codes` says
            frame.total += bound - frame.part_bound[answer]
            frame.part_bound[answer] = bound


@part
def choose_part(w: Workspace, level: int, mean: bool) -> bool:
    """Set the next frame to a part to probe, else to one to search; False if all are settled (steps 10, 11).

    A probe asks whether a part can cost as little as its bound says. It hardly ever does, which is soon
    proved: a search with such a window gives up wherever more is needed. Then the bound rises by at least 1,
    and most guesses reach ``best`` before any part has been searched to the end. Nothing is lost by it: a
    value below a frame's ``best`` is exact, any other is a proved bound, and the table distinguishes them.
    """
    frame, child = w.frames[level], w.frames[level + 1]
    answer = next_probe(w, frame)
    probing = answer >= 0
    if not probing:
        answer = next_whole(w, frame, mean)
    if answer < 0:
        return False
    set_child(w, level, answer)
    if probing:
        child.best = min(child.best, frame.part_bound[answer] + 1)
    frame.part = answer
    frame.allowed = child.best
    frame.total -= frame.part_bound[answer]
    return True


@part
def next_probe(w: Workspace, frame: Frame) -> int:
    """Return the next part that is to be probed; -1 when all have been."""
    while frame.probe < w.answer_count - 1:
        answer = w.answers[frame.probe]
        frame.probe += 1
        if frame.part_count[answer]:
            return int(answer)
    return -1


@part
def next_whole(w: Workspace, frame: Frame, mean: bool) -> int:
    """Return the next part that is to be searched to the end; -1 when all are settled.

    For the mean it is the one with the fewest patterns: cheap ones settle many guesses. While no total has
    been attained all parts have to be searched, and the one with the fewest codes comes first: what is
    learned from it helps with the others. For a limit it is the hardest.
    """
    chosen, shortest = -1, 0
    for a in range(w.answer_count - 1):
        answer = w.answers[a]
        length = frame.part_count[answer]
        if length and mean and frame.best >= NEVER:
            length, _ = count_codes(w, frame.part_first[answer], length, frame.unused - frame.new)
        if length and (chosen < 0 or (length < shortest) == mean):
            chosen, shortest = answer, length
    return int(chosen)


@merged
def take(w: Workspace, level: int, value: int) -> None:
    """Take over the value of a part: its total if that is less than was allowed, else a bound."""
    frame, child = w.frames[level], w.frames[level + 1]
    frame.total += value
    frame.part_bound[frame.part] = value
    if value < frame.allowed:
        frame.part_count[frame.part] = 0
        frame.deep = max(frame.deep, child.depth)


@merged
def leave(w: Workspace, t: TableArrays, frame: Frame) -> int:
    """Store what a finished frame has proved, and return it (step 12)."""
    value = frame.best if frame.deepest else frame.low
    if frame.only < 0:
        store(w, t, frame.own, frame.count, frame.head, frame.word, value, frame.deepest)
    frame.depth = frame.deepest
    return value


@merged
def list_all(w: Workspace, t: TableArrays, frame: Frame, mean: bool) -> int:
    """List the guesses of the first frame, no two labels being taken for alike; return how many."""
    for label in range(frame.labels + 1):
        w.colours.alike[label] = 0
    size, frame.starred = count_codes(w, frame.first, frame.count, frame.unused)
    frame.own, frame.own_cost = frame.first, size if mean else 0
    show_lists(w, frame)
    w.listing.by_mean, w.listing.every = mean, True
    list_guesses(w, frame, t.guesses)
    return frame.listed


@kernel
def ask(w: Workspace, t: TableArrays, task: int, mean: bool) -> int:
    """Do something with the position that has begun. The tasks are one kernel, since they share their code.

    `SEARCH` continues a search (see `search`); `LIST` lists all guesses and returns how many (see
    `list_all`); `NORMAL` puts the position into normal form, above its patterns, and the frame has the rest.
    """
    frame = w.frames[0]
    if task == LIST:
        return list_all(w, t, frame, mean)
    if task == NORMAL:
        _, frame.starred = count_codes(w, frame.first, frame.count, frame.unused)
        normalize(w, frame)
        return 0
    return search(w, t, mean)
