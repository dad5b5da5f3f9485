"""The least total of small sets of codes, by looking at every guess."""

from functools import lru_cache

import numpy as np

from saizen.games.abgame.theorem.patterns import (
    Patterns,
    answers,
    guesses,
    labels,
    normal_form,
    parts,
    winning_answer,
)
from saizen.games.abgame.theorem.tail import Ints

LARGEST = 2000


@lru_cache
def least_totals(places: int, most: int = LARGEST) -> Ints:
    """Return b(0), b(1), ...: no strategy finds n codes with less than b(n) guesses.

    With three places there are eight answers besides 3A0B (2A1B is none), so at most 8^(d-1) codes are found
    with guess d.

    >>> least_totals(3, 12).tolist()
    [0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 20, 23, 26]
    """
    others = (places + 1) * (places + 2) // 2 - 2
    depths: list[int] = []
    while len(depths) < most:
        depth = depths[-1] + 1 if depths else 1
        depths += [depth] * others ** (depth - 1)
    return np.concatenate(([0], np.cumsum(depths[:most])))


_totals: dict[tuple[Patterns, int], int] = {}


def total(codes: Patterns, dummies: int | None = None) -> int:
    """Return the least total of a set of codes when so many symbols, or any number, are known not to occur.

    As many dummies as a guess has places are as good as any number.

    >>> total(((0, 1, 2), (0, 1, 3), (0, 1, 4), (0, 1, 5)))
    9
    """
    if len(codes) <= 2:
        return (0, 1, 3)[len(codes)]
    dummies = len(codes[0]) if dummies is None else min(dummies, len(codes[0]))
    form = normal_form(codes)
    if (form, dummies) not in _totals:
        _totals[form, dummies] = _search(form, dummies)
    return _totals[form, dummies]


def _search(codes: Patterns, dummies: int) -> int:
    """Try every guess in the order of what it costs at least."""
    many, last = labels(codes), winning_answer(len(codes[0]))
    least = least_totals(len(codes[0]))
    tried = guesses(codes, many, 0, dummies)
    replies = answers(codes, tried)
    sizes = np.zeros((len(tried), last + 1), np.int64)
    for row in replies:
        sizes[np.arange(len(tried)), row] += 1
    bounds = len(codes) + least[sizes[:, :last]].sum(axis=1)
    best = int(least[-1])
    seen = set()
    for i in np.argsort(bounds, kind="stable").tolist():
        if bounds[i] >= best:
            break
        if sizes[i].max() == len(codes):  # the guess tells nothing
            continue
        divided = parts(codes, replies[:, i])
        divided.pop(last, None)
        key = frozenset(divided.values())
        if key in seen:
            continue
        seen.add(key)
        cost = int(bounds[i])
        for part in sorted(divided.values(), key=len, reverse=True):
            if len(part) > 2:
                live = len({x for code in part for x in code})
                cost += total(part, dummies + many - live) - int(least[len(part)])
            if cost >= best:
                break
        best = min(best, cost)
    return best
