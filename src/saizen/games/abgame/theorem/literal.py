"""The least total of small sets of codes, by looking at every guess."""

import numpy as np

from saizen.games.abgame.theorem.patterns import (
    FOUND,
    PLACES,
    Ints,
    Patterns,
    answers,
    guesses,
    labels,
    normal_form,
    parts,
)

LARGEST = 2000


def least_totals(most: int = LARGEST) -> Ints:
    """Return b(0), b(1), ...: no strategy finds n codes with less than b(n) guesses.

    Besides 3A0B there are eight answers (2A1B is none), so at most 8^(d-1) codes are found with d guesses.

    >>> least_totals(12).tolist()
    [0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 20, 23, 26]
    """
    depths: list[int] = []
    while len(depths) < most:
        depth = depths[-1] + 1 if depths else 1
        depths += [depth] * 8 ** (depth - 1)
    return np.concatenate(([0], np.cumsum(depths[:most])))


LEAST = least_totals()
_totals: dict[tuple[Patterns, int], int] = {}


def total(codes: Patterns, dummies: int = PLACES) -> int:
    """Return the least total of a set of codes when so many symbols are known not to occur.

    Three dummies are as good as any number, since a guess has three places.

    >>> total(((0, 1, 2), (0, 1, 3), (0, 1, 4), (0, 1, 5)))
    9
    """
    dummies = min(dummies, PLACES)
    if len(codes) <= 2:
        return int(LEAST[len(codes)])
    form = normal_form(codes)
    if (form, dummies) not in _totals:
        _totals[form, dummies] = _search(form, dummies)
    return _totals[form, dummies]


def _search(codes: Patterns, dummies: int) -> int:
    """Try every guess in the order of what it costs at least."""
    many = labels(codes)
    tried = guesses(codes, many, 0, dummies)
    replies = answers(codes, tried)
    sizes = np.zeros((len(tried), FOUND + 1), np.int64)
    for row in replies:
        sizes[np.arange(len(tried)), row] += 1
    bounds = len(codes) + LEAST[sizes[:, :FOUND]].sum(axis=1)
    best = int(LEAST[-1])
    seen = set()
    for i in np.argsort(bounds, kind="stable").tolist():
        if bounds[i] >= best:
            break
        if sizes[i].max() == len(codes):  # the guess tells nothing
            continue
        divided = parts(codes, replies[:, i])
        divided.pop(FOUND, None)
        key = frozenset(divided.values())
        if key in seen:
            continue
        seen.add(key)
        cost = int(bounds[i])
        for part in sorted(divided.values(), key=len, reverse=True):
            if len(part) > 2:
                live = len({x for code in part for x in code})
                cost += total(part, dummies + many - live) - int(LEAST[len(part)])
            if cost >= best:
                break
        best = min(best, cost)
    return best
