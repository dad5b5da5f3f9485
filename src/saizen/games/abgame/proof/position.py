"""Positions of a proof: sets of codes as patterns, what guesses there are, and what an answer leaves.

A pattern has a label 0, 1, 2, ... at each place or a star, which is some unused symbol; different stars are
different symbols. Where symbols may repeat there are no stars.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import perm
from typing import Any, NamedTuple

import numpy as np

STAR, DEAD = -1, -2
MOST_GUESSES = 3_000_000
Array = np.ndarray[Any, np.dtype[Any]]


class ProofGame(NamedTuple):
    """The rules that matter to a proof."""

    places: int
    repeat: bool

    @property
    def most_dead(self) -> int:
        """So many dead symbols are as good as any number: one for each place, or one that may repeat."""
        return 1 if self.repeat else self.places

    @property
    def answers(self) -> int:
        """Answers there are; one A less than places comes with no B."""
        return (self.places + 1) * (self.places + 2) // 2 - 1

    @property
    def found(self) -> int:
        """The answer that ends the game, numbered as ``Shown.answers`` does."""
        return (self.places + 1) ** 2 - 1


@dataclass(frozen=True, eq=False)
class ProofPosition:
    """A set of codes, how many symbols are unused, and how many are dead: in no code of the set."""

    game: ProofGame
    patterns: Array
    """One row for each pattern, in order, int8; the labels are 0, 1, ... without a gap."""
    unused: int
    dead: int

    @classmethod
    def of(cls, game: ProofGame, rows: Array, unused: int, symbols: int) -> "tuple[ProofPosition, list[int]]":
        """Give labels without a gap to rows over ``symbols`` symbols besides the unused ones.

        What is not in the rows is dead. Without a star unused symbols are dead; a single one that may occur
        becomes a label. Returns the position and the old label of each new one.
        """
        starred = bool((rows == STAR).any())
        if starred and unused == 1:
            rows = np.where(rows == STAR, symbols, rows)
            symbols, unused, starred = symbols + 1, 0, False
        labels = sorted(set(rows.ravel().tolist()) - {STAR})
        names = np.full(symbols + 1, STAR, np.int8)  # the last entry is the star's
        names[labels] = np.arange(len(labels))
        dead = symbols - len(labels) + (0 if starred else unused)
        position = cls(game, in_order(names[rows]), unused if starred else 0, min(dead, game.most_dead))
        return position, labels

    @cached_property
    def labels(self) -> int:
        """How many labels there are."""
        return int(self.patterns.max(initial=STAR)) + 1

    @cached_property
    def weights(self) -> Array:
        """How many codes each pattern is."""
        return codes_of(self.patterns, self.unused)

    @cached_property
    def size(self) -> int:
        """How many codes there are."""
        return int(self.weights.sum())

    @cached_property
    def exchangeable(self) -> list[tuple[int, int]]:
        """Pairs of labels that can be swapped: a guess need only use the second after the first."""
        pairs, held = [], self.patterns.tobytes()
        for y, x in combinations(range(self.labels), 2):
            names = np.arange(-1, self.labels)
            names[[y + 1, x + 1]] = x, y
            if in_order(names.astype(np.int8)[self.patterns + 1]).tobytes() == held:
                pairs.append((y, x))
        return pairs

    def shown(self, new: int) -> Array:
        """Return the patterns when ``new`` unused symbols have become labels, in no order."""
        if not new:
            return self.patterns
        rows = [
            row for pattern in self.patterns.tolist() for row in _filled(tuple(pattern), self.labels, new)
        ]
        shown: Array = np.array([row for row in rows if row.count(STAR) <= self.unused - new], np.int8)
        return shown


@lru_cache(maxsize=100_000)
def _filled(pattern: tuple[int, ...], first: int, new: int) -> list[tuple[int, ...]]:
    """Return a pattern with each star one of ``new`` labels from ``first`` on or left as it is."""
    choices = [(x,) if x != STAR else (STAR, *range(first, first + new)) for x in pattern]
    filled = []
    for row in product(*choices):
        symbols = [x for x in row if x != STAR]
        if len(set(symbols)) == len(symbols):
            filled.append(row)
    return filled


def in_order(rows: Array) -> Array:
    """Sort rows, so that equal sets become equal arrays."""
    return np.ascontiguousarray(rows[np.lexsort(rows.T[::-1])], np.int8)


def codes_of(rows: Array, unused: int) -> Array:
    """Count the codes of each pattern."""
    many = np.array([perm(unused, stars) for stars in range(rows.shape[1] + 1)], np.int64)
    codes: Array = many[(rows == STAR).sum(axis=1)]
    return codes


@dataclass(frozen=True, eq=False)
class ProofGuesses:
    """All guesses with some labels, ``new`` unused symbols and dead ones, sorted by their symbols."""

    rows: Array
    first_use: Array
    """[guess, label]: the place where a label is first used; the number of places where it is not."""
    groups: Array
    """[guess]: guesses with the same symbols in another order have the same number."""
    at: Array
    """[guess, place and symbol]: 1 where the symbol stands there."""
    holds: Array
    """[guess, symbol and times]: 1 where the symbol is there at least so often."""


def indicators(rows: Array, symbols: int, repeat: bool) -> tuple[Array, Array]:
    """Return ``at`` and ``holds`` of `ProofGuesses` for any rows."""
    equal = rows[:, :, None] == np.arange(symbols)
    times = equal.sum(axis=1)
    levels = [times >= often for often in range(1, (rows.shape[1] if repeat else 1) + 1)]
    return equal.reshape(len(rows), rows.shape[1] * symbols).astype(np.float32), np.hstack(levels).astype(
        np.float32
    )


@lru_cache(maxsize=400)
def every_guess(game: ProofGame, labels: int, new: int, dead: int) -> ProofGuesses:
    """List the guesses; new symbols are used in order, dead ones are alike."""
    shown = list(range(labels, labels + new))
    rows = []
    for row in product([*range(labels), *shown, *([DEAD] if dead else [])], repeat=game.places):
        symbols = [x for x in row if x != DEAD]
        first = [x for x in dict.fromkeys(symbols) if x >= labels]
        if not symbols or first != shown:
            continue
        if not game.repeat and (len(set(symbols)) < len(symbols) or len(row) - len(symbols) > dead):
            continue
        rows.append(row)
    rows.sort(key=lambda row: (sorted(row), row))
    array = np.array(rows, np.int8).reshape(-1, game.places)
    used = array[:, :, None] == np.arange(labels + new)
    first_use = np.where(used.any(axis=1), used.argmax(axis=1), game.places)
    numbers: dict[tuple[int, ...], int] = {}
    groups = np.array([numbers.setdefault(tuple(sorted(row)), len(numbers)) for row in rows], np.int64)
    return ProofGuesses(array, first_use, groups, *indicators(array, labels + new, game.repeat))


def classes(position: ProofPosition, new: int) -> tuple[ProofGuesses, Array]:
    """Return the guesses with ``new`` unused symbols, and which of them are left up to exchanges."""
    if (position.labels + new + 1) ** position.game.places > MOST_GUESSES:
        raise ValueError(f"{position.labels + new} symbols make too many guesses")
    guesses = every_guess(position.game, position.labels, new, position.dead)
    keep = np.ones(len(guesses.rows), np.bool_)
    places = position.game.places
    for y, x in position.exchangeable:
        first, second = guesses.first_use[:, y], guesses.first_use[:, x]
        keep &= (first < second) | (second == places)
    return guesses, np.flatnonzero(keep)
