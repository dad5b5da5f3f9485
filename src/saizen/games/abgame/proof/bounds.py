"""Lower bounds on the cost of every guess: the cheap reasons of a proof, and the guesses that need more.

The reasons, in the order in which they are tried:

``y``  the symbols of the guess. A + B depends on them only, so codes with A + B = s get at most s + 1 answers
       (for s = places: places, "found" among them). All orders of the symbols are settled at once.
``s``  the sizes of what the answers leave: n codes cost at least b(n), by the number of answers.
``p``  the sum of parts: a set costs at least what its patterns cost alone, with any number of dead symbols.
``x``  the relaxed game of `saizen.games.abgame.proof.relaxed`: codes and patterns with one star together.
``r``  recursion: parts whose totals the proof has shown before.
"""

from dataclasses import dataclass, field
from math import perm
from typing import NamedTuple

import numpy as np

from saizen.games.abgame.proof.position import (
    STAR,
    Array,
    ProofGame,
    ProofGuesses,
    ProofPosition,
    classes,
    codes_of,
    indicators,
)
from saizen.games.abgame.proof.relaxed import Relaxed

SYMBOLS, SIZES, PARTS, RELAXED, RECURSION = "yspxr"


def least_totals(game: ProofGame, most: int) -> Array:
    """Return b(0), b(1), ..., b(most): with r answers besides "found" guess d finds at most r^(d-1) codes.

    >>> least_totals(ProofGame(3, False), 11).tolist()
    [0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 20, 23]
    """
    others, depth = game.answers - 1, 1
    depths: list[int] = []
    while len(depths) < most:
        depths += [depth] * min(others ** (depth - 1), most - len(depths))
        depth += 1
    return np.concatenate(([0], np.cumsum(depths, dtype=np.int64)))


@dataclass
class Known:
    """Bounds that hold for all positions of a game: by size, and of single patterns once they are proved."""

    game: ProofGame
    by_size: Array
    relaxed: Relaxed
    alone: dict[tuple[int, int], int] = field(default_factory=dict)
    """By unused symbols and stars, with as many dead symbols as one likes."""

    @classmethod
    def of(cls, game: ProofGame, codes: int) -> "Known":
        """Begin with nothing proved, for sets of up to so many codes."""
        by_size = least_totals(game, codes + 1)
        return cls(game, by_size, Relaxed(game, by_size))

    def spread(self, sizes: Array, parts: int) -> Array:
        """Bound sets that are divided among some parts: b is convex, so even parts cost least."""
        each, more = np.divmod(sizes, parts)
        spread: Array = (parts - more) * self.by_size[each] + more * self.by_size[each + 1]
        return spread

    def apart(self, rows: Array, unused: int) -> Array:
        """Return what each pattern costs alone; 0 for codes, which are counted together."""
        table = [0]
        for stars in range(1, self.game.places + 1):
            least = int(self.by_size[min(perm(unused, stars), len(self.by_size) - 1)])
            table.append(max(least, self.alone.get((unused, stars), 0)))
        apart: Array = np.array(table)[(rows == STAR).sum(axis=1)]
        return apart


class Looked(NamedTuple):
    """All guesses with a number of new symbols, looked at."""

    new: int
    rows: Array
    """The patterns when the new symbols are shown."""
    guesses: ProofGuesses
    reasons: str
    """For each set of symbols ``y``, or the reason of each order of it that is a class of its own."""
    open: Array
    """The guesses that need recursion, by number."""
    answers: Array
    """[pattern, open guess]: answers, numbered."""
    bounds: Array
    """[open guess, answer]: what each part costs at least."""


def look(position: ProofPosition, new: int, claim: int, known_bounds: Known) -> Looked:
    """Look at all guesses with ``new`` unused symbols: why they cost ``claim`` at least, if cheap."""
    game = position.game
    guesses, chosen = classes(position, new)
    rows = position.shown(new)
    unused = position.unused - new
    weights = codes_of(rows, unused)
    at, holds = indicators(rows, position.labels + new, game.repeat)
    # symbols: the first order of each set stands for all
    groups, firsts = np.unique(guesses.groups[chosen], return_index=True)
    common = (holds @ guesses.holds[chosen[firsts]].T).astype(np.int64)
    least = np.full(len(groups), position.size)
    for s in range(game.places + 1):
        sizes = weights @ (common == s)
        if s < game.places:
            least += known_bounds.spread(sizes, s + 1)
        else:  # one code may be found at once
            least += known_bounds.spread(np.maximum(sizes - 1, 0), max(game.places - 1, 1))
    by_symbols = least >= claim
    left = chosen[np.isin(guesses.groups[chosen], groups[~by_symbols])]
    answers = ((at @ guesses.at[left].T) * (game.places + 1) + holds @ guesses.holds[left].T).astype(
        np.int64
    )  # A, then A + B
    many, width = len(left), game.found + 1
    cells = (answers + np.arange(many) * width).ravel()
    starred = (rows == STAR).any(axis=1)

    def summed(values: Array) -> Array:
        totals = np.bincount(cells, np.repeat(values, many), many * width).astype(np.int64)
        return totals.reshape(many, width)[:, : game.found]

    by_size = known_bounds.by_size[summed(weights)] if many else np.zeros((0, game.found), np.int64)
    sizes_enough = position.size + by_size.sum(axis=1) >= claim
    bounds, parts_enough = by_size, sizes_enough
    relaxed_enough = parts_enough
    if many and starred.any():
        stars, apart = (rows == STAR).sum(axis=1), known_bounds.apart(rows, unused)
        codes, ones = summed(stars == 0), summed(stars == 1)
        bounds = np.maximum(bounds, known_bounds.by_size[codes] + summed(apart))
        parts_enough = position.size + bounds.sum(axis=1) >= claim
        more = summed(np.where(stars > 1, apart, 0))
        bounds = np.maximum(bounds, known_bounds.relaxed.bound(codes, ones, unused) + more)
        relaxed_enough = position.size + bounds.sum(axis=1) >= claim
    reason = np.where(
        sizes_enough,
        SIZES,
        np.where(parts_enough, PARTS, np.where(relaxed_enough, RELAXED, RECURSION)),
    )
    by_group: dict[int, list[str]] = {int(g): [] for g in groups}
    for group in groups[by_symbols].tolist():
        by_group[group].append(SYMBOLS)
    for group, letter in zip(guesses.groups[left].tolist(), reason.tolist(), strict=True):
        by_group[group].append(letter)
    still = np.flatnonzero(~relaxed_enough)
    text = "".join(letter for letters in by_group.values() for letter in letters)
    return Looked(new, rows, guesses, text, left[still], answers[:, still], bounds[still])
