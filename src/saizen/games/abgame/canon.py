"""A normal form of pattern sets under renaming of labels and reordering of places.

Labels and places are coloured, colours are refined by how they occur together until nothing changes,
and while two are alike one of them is singled out. Two sets with the same normal form are the same
position up to names, whatever the colours: so a table keyed by normal forms is always right. That
equal positions get equal forms is not guaranteed (refinement can fail to see a difference); it
only saves work, and here it nearly always does.
"""

from typing import Any, NamedTuple

import numpy as np

from saizen.games.abgame.packing import hot_mask, star_count, sym_mask, zero
from saizen.kernels.hashing import MULTIPLIER, scramble
from saizen.kernels.jit import lean, part

STAR_COLOUR = 0x51A2


class Scratch(NamedTuple):
    """Room for the colours; one set serves the whole search, as no two refinements overlap."""

    colour: Any
    """Colour of each label."""
    stable: Any
    """Colour of each label before any was singled out: equal colours may be interchangeable."""
    place_colour: Any
    gather: Any
    place_gather: Any
    listed: Any
    """Labels in the order of the normal form."""
    place_order: Any
    renamed: Any
    alike: Any
    """For each label of the normal form, the previous label it can be swapped with (0: none)."""


def scratch() -> Scratch:
    """Allocate the room."""
    return Scratch(*(np.zeros(256, np.int64) for _ in range(9)))


@part
def refine(s: Scratch, pat: Any, first: int, count: int, count_labels: int, places: int, bits: int) -> None:
    """Recolour each label and place by the company it keeps, once."""
    field = (1 << bits) - 1
    for i in range(count_labels):
        s.gather[s.listed[i]] = 0
    for place in range(places):
        s.place_gather[place] = 0
    for i in range(first, first + count):
        pattern = pat[i]
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
    for i in range(count_labels):
        label = s.listed[i]
        s.colour[label] = scramble(s.colour[label] * 7 + s.gather[label])
    for place in range(places):
        s.place_colour[place] = scramble(s.place_colour[place] * 7 + s.place_gather[place])


@part
def count_colours(s: Scratch, count_labels: int, places: int) -> int:
    """Count different colours of labels plus different colours of places."""
    different = 0
    for i in range(count_labels):
        fresh = 1
        for j in range(i):
            if s.colour[s.listed[j]] == s.colour[s.listed[i]]:
                fresh = 0
                break
        different += fresh
    for i in range(places):
        fresh = 1
        for j in range(i):
            if s.place_colour[j] == s.place_colour[i]:
                fresh = 0
                break
        different += fresh
    return different


@part
def single_out(s: Scratch, count_labels: int, places: int) -> None:
    """Give one of the labels (else places) with the least shared colour a colour of its own."""
    chosen = -1
    for i in range(count_labels):
        label = s.listed[i]
        if chosen >= 0 and s.colour[label] >= s.colour[chosen]:
            continue
        for j in range(count_labels):
            if j != i and s.colour[s.listed[j]] == s.colour[label]:
                chosen = label
                break
    if chosen >= 0:
        s.colour[chosen] = scramble(s.colour[chosen] + 977)
        return
    for i in range(places):
        if chosen >= 0 and s.place_colour[i] >= s.place_colour[chosen]:
            continue
        for j in range(places):
            if j != i and s.place_colour[j] == s.place_colour[i]:
                chosen = i
                break
    s.place_colour[chosen] = scramble(s.place_colour[chosen] + 977)


@part
def order(s: Scratch, count_labels: int, places: int) -> None:
    """Order labels by stable colour, so that alike ones stay together, then by colour; places by colour."""
    for i in range(1, count_labels):
        label = s.listed[i]
        j = i - 1
        while j >= 0 and (
            s.stable[s.listed[j]] > s.stable[label]
            or (s.stable[s.listed[j]] == s.stable[label] and s.colour[s.listed[j]] > s.colour[label])
        ):
            s.listed[j + 1] = s.listed[j]
            j -= 1
        s.listed[j + 1] = label
    for i in range(places):
        s.place_order[i] = i
        j = i - 1
        while j >= 0 and s.place_colour[s.place_order[j]] > s.place_colour[i]:
            s.place_order[j + 1] = s.place_order[j]
            j -= 1
        s.place_order[j + 1] = i


@lean
def normal_form(
    s: Scratch, pat: Any, hot: Any, sym: Any, star: Any,
    first: int, count: int, dest: int, places: int, bits: int, one_unused: bool,
) -> int:  # fmt: skip
    """Write the normal form of patterns [first, first+count) at ``dest`` with its masks.

    With one unused symbol left the star is that symbol, and becomes a label like the others. Returns
    the number of labels; ``s.stable`` then has their colours in the order of the new labels.
    """
    field = (1 << bits) - 1
    present = 0
    for i in range(first, first + count):
        for place in range(places):
            present |= 1 << (pat[i] >> bits * place & field)
    count_labels = zero()
    s.colour[0] = STAR_COLOUR
    for label in range(63):
        if present >> label & 1 and (label > 0 or one_unused):
            s.listed[count_labels] = label
            s.colour[label] = 1
            count_labels += 1
    for place in range(places):
        s.place_colour[place] = 1
    known, stable = 0, False
    while True:
        refine(s, pat, first, count, count_labels, places, bits)
        different = count_colours(s, count_labels, places)
        if different == count_labels + places or different == known:
            if not stable:
                stable = True
                for i in range(count_labels):
                    s.stable[s.listed[i]] = s.colour[s.listed[i]]
            if different == count_labels + places:
                break
            single_out(s, count_labels, places)
        known = different
    order(s, count_labels, places)
    s.renamed[0] = 0
    for i in range(count_labels):
        s.renamed[s.listed[i]] = i + 1
    for i in range(count):
        pattern, renamed = pat[first + i], 0
        for j in range(places):
            renamed |= s.renamed[pattern >> bits * s.place_order[j] & field] << bits * j
        pat[dest + i] = renamed
    sort(pat, dest, count)
    mask(pat, hot, sym, star, dest, count, places, bits, count_labels)
    return count_labels


@lean
def mask(
    pat: Any, hot: Any, sym: Any, star: Any, first: int, count: int, places: int, bits: int, labels: int
) -> None:
    """Fill in the masks of patterns."""
    for i in range(first, first + count):
        hot[i] = hot_mask(pat[i], places, bits, labels)
        sym[i] = sym_mask(pat[i], places, bits, labels)
        star[i] = star_count(pat[i], places, bits)


@part
def sort(words: Any, first: int, count: int) -> None:
    """Sort a stretch of integers in place (Shell's method: short lists are the rule)."""
    gap = 1
    while gap < count // 4:
        gap = gap * 3 + 1
    while gap > 0:
        for i in range(first + gap, first + count):
            word = words[i]
            j = i - gap
            while j >= first and words[j] > word:
                words[j + gap] = words[j]
                j -= gap
            words[j + gap] = word
        gap //= 3


@part
def contains(pat: Any, first: int, count: int, pattern: int) -> bool:
    """Tell whether a sorted list has a pattern."""
    low, high = first, first + count
    while low < high:
        middle = (low + high) >> 1
        if pat[middle] < pattern:
            low = middle + 1
        else:
            high = middle
    return low < first + count and pat[low] == pattern


@part
def swaps(pat: Any, first: int, count: int, places: int, bits: int, one: int, other: int) -> bool:
    """Tell whether exchanging two labels maps the sorted list onto itself."""
    field = (1 << bits) - 1
    for i in range(first, first + count):
        pattern, swapped = pat[i], zero()
        for place in range(places):
            label = pattern >> bits * place & field
            if label == one:
                label = other
            elif label == other:
                label = one
            swapped |= label << bits * place
        if swapped != pattern and not contains(pat, first, count, swapped):
            return False
    return True


@part
def find_alike(
    s: Scratch, pat: Any, first: int, count: int, count_labels: int, places: int, bits: int
) -> None:
    """Fill ``s.alike``: of labels that can be swapped a guess need only use the earliest, in order."""
    for label in range(1, count_labels + 1):
        s.alike[label] = 0
        for earlier in range(label - 1, 0, -1):
            if s.stable[s.listed[earlier - 1]] != s.stable[s.listed[label - 1]]:
                break
            if swaps(pat, first, count, places, bits, earlier, label):
                s.alike[label] = earlier
                break
