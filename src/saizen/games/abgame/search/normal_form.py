"""A normal form of pattern sets under renaming of labels and reordering of places.

Labels and places are coloured, colours are refined by how they occur together until nothing changes, and
while two are alike one of them is singled out: individualisation and refinement (McKay, Practical graph
isomorphism, Congressus Numerantium 30, 1981, pages 45-87). McKay searches all choices of what to single out
and takes the least result, which makes equal positions equal. Here one choice is followed: two sets with the
same normal form are the same position up to names, whatever the colours, so a table keyed by normal forms is
always right. That equal positions get equal forms is not guaranteed; it only saves work, and here it nearly
always does.
"""

from dataclasses import dataclass

from saizen.games.abgame.position import STAR, AbPosition
from saizen.games.abgame.search.packing import contains, sort, zero
from saizen.games.abgame.search.partition import write_masks
from saizen.games.abgame.search.workspace import Frame, Workspace
from saizen.games.abgame.size import Code
from saizen.kernels.compile import merged, part
from saizen.kernels.hash_table import MULTIPLIER, scramble

STAR_COLOUR = 0x51A2
FRESH = -2
"""In a guess written by labels: the next unused symbol."""
DEAD = -1
"""In a guess given by labels: any symbol that no candidate has."""


@dataclass(frozen=True)
class Labelled:
    """A position as the kernel sees it: labels 1, 2, ... for the symbols that patterns name."""

    patterns: tuple[Code, ...]
    symbols: tuple[int, ...]
    """The symbol of label 1, 2, ..."""
    unused: int
    dead: int


def label_symbols(position: AbPosition) -> Labelled:
    """Give the symbols of a position labels."""
    symbols = position.live
    label = {symbol: i for i, symbol in enumerate(symbols, 1)} | {STAR: STAR}
    unused = len(position.unused) if position.starred else 0
    patterns = tuple(tuple(label[symbol] for symbol in pattern) for pattern in position.patterns)
    return Labelled(patterns, symbols, unused, position.size.all_symbols - len(symbols) - unused)


@dataclass(frozen=True)
class Normal:
    """A position up to names: the normal form, and how symbols and places were renamed."""

    patterns: tuple[int, ...]
    unused: int
    dead: int
    labels: tuple[int, ...]
    """The symbol of label 1, 2, ... of the normal form."""
    order: tuple[int, ...]
    """The place that place 0, 1, ... of the normal form was."""

    @property
    def key(self) -> tuple[int, int, tuple[int, ...]]:
        """The data shared by positions with the same normal form."""
        return self.unused, self.dead, self.patterns

    def renamed(self, guess: Code) -> Code:
        """Write a guess of ``Engine.guesses`` in labels of the normal form: `FRESH` is a new symbol."""
        return tuple(
            DEAD
            if guess[place] == DEAD
            else self.labels.index(guess[place]) + 1
            if guess[place] in self.labels
            else FRESH
            for place in self.order
        )

    def named(self, guess: Code, unused: tuple[int, ...]) -> Code:
        """Undo `renamed`: new symbols are the first of ``unused``, from left to right."""
        fresh = iter(unused)
        labels = [label for _, label in sorted(zip(self.order, guess, strict=True))]
        return tuple(
            DEAD if label == DEAD else next(fresh) if label == FRESH else self.labels[label - 1]
            for label in labels
        )


@dataclass(frozen=True)
class SolvedForm:
    """A normal form with its totals, its worst cases and its optimal guesses."""

    unused: int
    dead: int
    patterns: tuple[int, ...]
    total: int
    depth: int
    """The worst case of a strategy that attains the total."""
    worst: int
    both: int
    """The least total when nobody may need more guesses than ``worst``."""
    guesses: tuple[Code, ...]
    """Every guess that attains the total, as `Normal.renamed` writes it."""


@part
def refine(w: Workspace, first: int, count: int) -> None:
    """Recolour each label and place once by its neighbours' colours."""
    s, places, bits = w.colours, w.places, w.bits
    field = (1 << bits) - 1
    for i in range(s.label_count):
        s.gather[s.listed[i]] = 0
    for place in range(places):
        s.place_gather[place] = 0
    for i in range(first, first + count):
        pattern = w.pat[i]
        whole = zero()
        for place in range(places):
            whole += scramble(s.colour[pattern >> bits * place & field] * 5 + s.place_colour[place])
        whole = scramble(whole)
        for place in range(places):
            label = pattern >> bits * place & field
            seen = (whole ^ scramble(s.colour[label] * 3 + s.place_colour[place])) * MULTIPLIER
            seen ^= seen >> 32
            s.gather[label] += seen
            s.place_gather[place] += seen
    for i in range(s.label_count):
        label = s.listed[i]
        s.colour[label] = scramble(s.colour[label] * 7 + s.gather[label])
    for place in range(places):
        s.place_colour[place] = scramble(s.place_colour[place] * 7 + s.place_gather[place])


@part
def count_colours(w: Workspace) -> int:
    """Count different colours of labels plus different colours of places."""
    s = w.colours
    different = 0
    for i in range(s.label_count):
        fresh = 1
        for j in range(i):
            if s.colour[s.listed[j]] == s.colour[s.listed[i]]:
                fresh = 0
                break
        different += fresh
    for i in range(w.places):
        fresh = 1
        for j in range(i):
            if s.place_colour[j] == s.place_colour[i]:
                fresh = 0
                break
        different += fresh
    return different


@part
def single_out(w: Workspace) -> None:
    """Give one of the labels (else places) with the least shared colour a colour of its own."""
    s = w.colours
    chosen = -1
    for i in range(s.label_count):
        label = s.listed[i]
        if chosen >= 0 and s.colour[label] >= s.colour[chosen]:
            continue
        for j in range(s.label_count):
            if j != i and s.colour[s.listed[j]] == s.colour[label]:
                chosen = label
                break
    if chosen >= 0:
        s.colour[chosen] = scramble(s.colour[chosen] + 977)
        return
    for i in range(w.places):
        if chosen >= 0 and s.place_colour[i] >= s.place_colour[chosen]:
            continue
        for j in range(w.places):
            if j != i and s.place_colour[j] == s.place_colour[i]:
                chosen = i
                break
    s.place_colour[chosen] = scramble(s.place_colour[chosen] + 977)


@part
def sort_by_colour(w: Workspace) -> None:
    """Sort labels by stable colour, so that alike ones stay together, then by colour; places by colour."""
    s = w.colours
    for i in range(1, s.label_count):
        label = s.listed[i]
        j = i - 1
        while j >= 0 and (
            s.stable[s.listed[j]] > s.stable[label]
            or (s.stable[s.listed[j]] == s.stable[label] and s.colour[s.listed[j]] > s.colour[label])
        ):
            s.listed[j + 1] = s.listed[j]
            j -= 1
        s.listed[j + 1] = label
    for i in range(w.places):
        s.place_order[i] = i
        j = i - 1
        while j >= 0 and s.place_colour[s.place_order[j]] > s.place_colour[i]:
            s.place_order[j + 1] = s.place_order[j]
            j -= 1
        s.place_order[j + 1] = i


@part
def begin_colours(w: Workspace, first: int, count: int, star_is_symbol: bool) -> None:
    """Give all labels that occur one colour, the star another, and all places one."""
    s, bits = w.colours, w.bits
    field = (1 << bits) - 1
    present = 0
    for i in range(first, first + count):
        for place in range(w.places):
            present |= 1 << (w.pat[i] >> bits * place & field)
    s.label_count = 0
    s.colour[0] = STAR_COLOUR
    for label in range(63):
        if present >> label & 1 and (label > 0 or star_is_symbol):
            s.listed[s.label_count] = label
            s.colour[label] = 1
            s.label_count += 1
    for place in range(w.places):
        s.place_colour[place] = 1


@merged
def write_normal_form(w: Workspace, frame: Frame, star_is_symbol: bool) -> int:
    """Write the normal form of a frame's patterns at its top, with masks; return the number of labels.

    With one unused symbol left the star is that symbol, and becomes a label like the others.
    ``colours.stable`` then has the colours of the labels in their new order.
    """
    s, first, count, dest, places, bits = w.colours, frame.first, frame.count, frame.top, w.places, w.bits
    field = (1 << bits) - 1
    begin_colours(w, first, count, star_is_symbol)
    before, stable = 0, False
    while True:
        refine(w, first, count)
        different = count_colours(w)
        if different == s.label_count + places or different == before:
            if not stable:
                stable = True
                for i in range(s.label_count):
                    s.stable[s.listed[i]] = s.colour[s.listed[i]]
            if different == s.label_count + places:
                break
            single_out(w)
        before = different
    sort_by_colour(w)
    s.renamed[0] = 0
    for i in range(s.label_count):
        s.renamed[s.listed[i]] = i + 1
    for i in range(count):
        pattern, renamed = w.pat[first + i], 0
        for j in range(places):
            renamed |= s.renamed[pattern >> bits * s.place_order[j] & field] << bits * j
        w.pat[dest + i] = renamed
    sort(w.pat, dest, count)
    write_masks(w, dest, count, s.label_count)
    return int(s.label_count)


@part
def normalize(w: Workspace, frame: Frame) -> None:
    """Put the position of a frame into normal form, at its top (step 4).

    Answers count places and symbols alike, so renaming symbols and reordering places in all codes and guesses
    changes no answer and no total. A symbol that no candidate has is dead. More dead symbols than a guess has
    places are as good as many; with repetition one can stand at every place.
    """
    star_is_symbol = frame.starred and frame.unused == 1
    labels = write_normal_form(w, frame, star_is_symbol)
    dead = frame.dead + frame.labels - labels
    if star_is_symbol:
        frame.starred = False
        dead += 1
    elif not frame.starred:
        dead += frame.unused
    if not frame.starred:
        frame.unused = 0
    frame.labels = labels
    frame.dead = min(dead, 1 if w.repeats else w.places)


@part
def swaps(w: Workspace, first: int, count: int, label: int, other: int) -> bool:
    """Return whether exchanging two labels maps the sorted list onto itself."""
    bits = w.bits
    field = (1 << bits) - 1
    for i in range(first, first + count):
        pattern, swapped = w.pat[i], zero()
        for place in range(w.places):
            name = pattern >> bits * place & field
            if name == label:
                name = other
            elif name == other:
                name = label
            swapped |= name << bits * place
        if swapped != pattern and not contains(w.pat, first, count, swapped):
            return False
    return True


@part
def find_alike(w: Workspace, frame: Frame) -> None:
    """Fill ``colours.alike``: of labels that can be swapped a guess need only use the earliest, in order."""
    s = w.colours
    for label in range(1, frame.labels + 1):
        s.alike[label] = 0
        for earlier in range(label - 1, 0, -1):
            if s.stable[s.listed[earlier - 1]] != s.stable[s.listed[label - 1]]:
                break
            if swaps(w, frame.own, frame.count, earlier, label):
                s.alike[label] = earlier
                break
