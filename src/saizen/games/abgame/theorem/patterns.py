"""Sets of codes, written as patterns: what guesses there are and what answers they get.

A pattern has a label 0, 1, 2, ... at each place or a star, which is some unused symbol; two stars are two
different ones. A set of patterns and a number u of unused symbols are a set of codes. Patterns of a set never
share a code, since a star is never a label.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product

import numpy as np

from saizen.games.abgame.theorem.tail import Ints

STAR, DUMMY = -1, -2
Pattern = tuple[int, ...]
Patterns = tuple[Pattern, ...]
NAMES = "123456789abcdefghijklmnopqrstuvwxyz"


def read_pattern(text: str) -> Pattern:
    """Read a pattern.

    >>> read_pattern("1*a")
    (0, -1, 9)
    """
    return tuple(STAR if letter == "*" else NAMES.index(letter) for letter in text)


def write_pattern(pattern: Pattern) -> str:
    """Write a pattern as `read_pattern` reads it."""
    return "".join("*" if label == STAR else NAMES[label] for label in pattern)


def winning_answer(places: int) -> int:
    """Return the number of the answer that ends the game; `answers` numbers them.

    >>> winning_answer(3)
    15
    """
    return places * (places + 2)


def labels(patterns: Iterable[Pattern]) -> int:
    """Return how many labels there are, the largest one being used.

    >>> labels([(0, 2, STAR)])
    3
    """
    return 1 + max((label for pattern in patterns for label in pattern), default=-1) if patterns else 0


def stars(pattern: Pattern) -> int:
    """Count the stars of a pattern."""
    return pattern.count(STAR)


def expand_patterns(patterns: Iterable[Pattern], first: int, new: int) -> list[Pattern]:
    """Write each pattern out: each star is one of ``new`` new labels from ``first`` on, or stays a star.

    >>> expand_patterns([(0, STAR, STAR)], 1, 1)
    [(0, -1, -1), (0, -1, 1), (0, 1, -1)]
    """
    result = []
    for pattern in patterns:
        choices = [(x,) if x != STAR else (STAR, *range(first, first + new)) for x in pattern]
        for choice in product(*choices):
            symbols = [x for x in choice if x != STAR]
            if len(set(symbols)) == len(symbols):
                result.append(choice)
    return result


def written_out(patterns: Iterable[Pattern], first: int, unused: int) -> list[Pattern]:
    """Write out all codes: the unused symbols become labels from ``first`` on."""
    return [code for code in expand_patterns(patterns, first, unused) if STAR not in code]


def answers(patterns: Sequence[Pattern], guesses: Sequence[Pattern]) -> Ints:
    """Return the answer of each pattern (row) to each guess (column): (places + 1) A + (A + B).

    >>> answers([(0, 1, 2), (1, 0, STAR)], [(0, 1, 2), (1, 2, DUMMY)]).tolist()
    [[15, 2], [2, 5]]
    """
    places = len(guesses[0])
    rows = np.array(patterns, np.int8).reshape(-1, places)
    columns = np.array(guesses, np.int8).reshape(-1, places)
    result = np.zeros((len(rows), len(columns)), np.int64)
    for i in range(places):
        for j in range(places):
            common = (rows[:, i, None] == columns[None, :, j]) & (rows[:, i, None] >= 0)
            result += common * (places + 2 if i == j else 1)
    return result


def parts(patterns: Sequence[Pattern], replies: Ints) -> dict[int, Patterns]:
    """Divide patterns by their answers to one guess."""
    result: dict[int, list[Pattern]] = {}
    for pattern, reply in zip(patterns, replies.tolist(), strict=True):
        result.setdefault(reply, []).append(pattern)
    return {reply: tuple(part) for reply, part in result.items()}


def exchangeable(patterns: frozenset[Pattern], label: int, other: int) -> bool:
    """Return whether exchanging two labels leaves the set as it is."""
    swap = {label: other, other: label}
    return all(
        tuple(swap.get(x, x) for x in pattern) in patterns
        for pattern in patterns
        if label in pattern or other in pattern
    )


def guesses(patterns: Patterns, first: int, new: int, dummies: int | None = None) -> list[Pattern]:
    """List the guesses that show ``new`` unused symbols, one at least of each kind.

    Unused symbols are alike: they are called ``first``, ``first + 1``, ... from left to right. Dummies are
    alike, and there are any number of them by default. Labels that can be exchanged are alike: the smaller
    one is used first, from left to right.
    """
    places = len(patterns[0])
    blanks = [DUMMY] * (places if dummies is None else min(dummies, places))
    held = frozenset(patterns)
    alike = [[y for y in range(x) if exchangeable(held, y, x)] for x in range(first)]
    result = []
    for where in combinations(range(places), new):
        for filling in permutations([*range(first), *blanks], places - new):
            used = [x for x in filling if x != DUMMY]
            if not (new or used):
                continue
            if any(y not in used[:i] for i, x in enumerate(used) for y in alike[x]):
                continue
            rest, shown = iter(filling), iter(range(first, first + new))
            result.append(tuple(next(shown if i in where else rest) for i in range(places)))
    return list(dict.fromkeys(result))


@lru_cache(maxsize=400_000)
def normal_form(patterns: Patterns) -> Patterns:
    """Rename labels and reorder places, so that sets that differ in these only become equal.

    Whatever this returns is the same set up to names, since the last step only renames; a tie that
    is broken badly can keep two sets apart that are the same, which could only make a proof fail.

    >>> normal_form(((4, STAR, 2), (4, 1, STAR))) == normal_form(((STAR, 0, 1), (3, 0, STAR)))
    True
    """
    names = sorted({x for pattern in patterns for x in pattern if x >= 0})
    rename = {x: i for i, x in enumerate(names)} | {STAR: STAR}
    held = [tuple(rename[x] for x in pattern) for pattern in patterns]
    return min(_leaves(held, frozenset(held), len(names), [0] * len(names), [0] * len(held[0])))


def _leaves(
    patterns: list[Pattern], held: frozenset[Pattern], many: int, label_colours: list[int], places: list[int]
) -> Iterable[Patterns]:
    """Refine the colours; while labels or places are alike single each of them out in turn."""
    label_colours, places = _refined(patterns, many, label_colours, places)
    for colours, of_labels in ((label_colours, True), (places, False)):
        times = Counter(colours)
        shared = min((colour for colour in times if times[colour] > 1), default=None)
        if shared is None:
            continue
        tried: list[int] = []
        for i, colour in enumerate(colours):
            if colour != shared or (of_labels and any(exchangeable(held, i, j) for j in tried)):
                continue
            tried.append(i)
            singled = [2 * c for c in colours]
            singled[i] -= 1
            if of_labels:
                yield from _leaves(patterns, held, many, singled, places)
            else:
                yield from _leaves(patterns, held, many, label_colours, singled)
        return
    order = sorted(range(len(places)), key=places.__getitem__)
    named = [*label_colours, STAR]  # index -1, the star, stays a star
    yield tuple(sorted(tuple(named[pattern[i]] for i in order) for pattern in patterns))


def _refined(
    patterns: list[Pattern], many: int, label_colours: list[int], places: list[int]
) -> tuple[list[int], list[int]]:
    """Colour labels and places by the patterns they occur in, until nothing changes."""
    different = -1
    while True:
        of_labels: list[list[int]] = [[] for _ in range(many)]
        of_places: list[list[int]] = [[] for _ in places]
        colours = [*label_colours, STAR]
        for pattern in patterns:
            cells = [(places[i], colours[x]) for i, x in enumerate(pattern)]
            whole = hash(tuple(sorted(cells)))
            for i, x in enumerate(pattern):
                seen = hash((whole, cells[i]))
                of_places[i].append(seen)
                if x >= 0:
                    of_labels[x].append(seen)
        label_colours = _ranked(
            [(c, tuple(sorted(s))) for c, s in zip(label_colours, of_labels, strict=True)]
        )
        places = _ranked([(c, tuple(sorted(s))) for c, s in zip(places, of_places, strict=True)])
        now = len(set(label_colours)) + len(set(places))
        if now == different:
            return label_colours, places
        different = now


def _ranked(keys: list[tuple[int, tuple[int, ...]]]) -> list[int]:
    """Return the rank of each key among the different ones."""
    rank = {key: i for i, key in enumerate(sorted(set(keys)))}
    return [rank[key] for key in keys]
