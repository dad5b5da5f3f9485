"""The sequence form: sequences of own moves, who follows whom, and what a pair of sequences pays.

A *plan* gives every sequence a weight: 1 to the empty one, and the moves of an information set share the
weight of the sequence that leads there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from saizen.game import MAX
from saizen.solver.hidden.exploration import Payments
from saizen.solver.hidden.memories import Memories

MACHINE = 1 << 40
"""Payoffs below it are summed in machine integers."""


@dataclass(frozen=True, slots=True)
class PlayerSide:
    """The sequences of one player, 0 the empty one; an information set comes after the one before it."""

    parents: Any
    """By information set: the sequence that leads there."""
    first: Any
    """By information set: its first sequence; the others follow. The last entry: how many there are."""
    owners: Any
    """By sequence: its information set; -1 for the empty one."""

    @classmethod
    def of(cls, parents: Any, first: Any) -> "PlayerSide":
        """Return a side of which every information set has the sequences ``first[i]`` to ``first[i + 1]``."""
        owners = np.repeat(np.arange(-1, len(parents)), np.diff(first, prepend=0))
        return cls(parents, first, owners)

    @property
    def sequences(self) -> int:
        """How many sequences there are."""
        return int(self.first[-1])

    @property
    def sets(self) -> int:
        """How many information sets have a choice."""
        return len(self.parents)


@dataclass(frozen=True, slots=True)
class SequenceForm:
    """A game: ``payoffs[i] / scale`` is paid to MAX for ``rows[i]`` (MAX) with ``columns[i]`` (MIN)."""

    sides: tuple[PlayerSide, PlayerSide]
    rows: Any
    columns: Any
    payoffs: Any
    """Whole numbers; entries are in the order of columns, then rows."""
    scale: int

    @property
    def size(self) -> int:
        """How many rows the linear program has."""
        return self.sides[0].sets + self.sides[1].sequences


def sequence_form(memories: Sequence[Memories], payments: Payments) -> SequenceForm:
    """Put what was explored into the sequence form."""
    sides = tuple(side_of(player) for player in memories)
    rows, columns, chances, amounts = (np.array(entries, np.int64) for entries in payments[:4])
    count = max(1, len(payments.payoffs))
    pairs, places = np.unique(chances * count + amounts, return_inverse=True)
    worth = [payments.probabilities[p // count] * payments.payoffs[p % count] for p in pairs.tolist()]
    scale = lcm(*(value.denominator for value in worth)) if worth else 1
    whole = [int(value * scale) for value in worth]
    small = max(map(abs, whole), default=0) < MACHINE
    table = np.array(whole, np.int64 if small else object)
    key = columns * sides[0].sequences + rows
    order = np.argsort(key, kind="stable")
    key, places = key[order], places[order]
    begins = np.flatnonzero(np.diff(key, prepend=-1))
    sums = np.add.reduceat(table[places], begins) if len(begins) else table[:0]
    nonzero = np.flatnonzero(sums != 0)
    key = key[begins][nonzero]
    return SequenceForm(
        (sides[0], sides[1]), key % sides[0].sequences, key // sides[0].sequences, sums[nonzero], scale
    )


def side_of(memories: Memories) -> PlayerSide:
    """Return the sequences of one player; information sets with one move make none."""
    real = [information_set for information_set in memories.sets if len(information_set.moves) > 1]
    parents = np.array([information_set.parent for information_set in real], np.int64)
    first = np.array([*(information_set.first for information_set in real), memories.sequences], np.int64)
    return PlayerSide.of(parents, first)


def best_reply(side: PlayerSide, gains: Sequence[Any], player: int) -> list[Any]:
    """Return what each sequence brings under a player's best play; ``gains`` is what it pays itself."""
    best, pick = list(gains), max if player == MAX else min
    first, parents = side.first.tolist(), side.parents.tolist()
    for place in range(side.sets - 1, -1, -1):
        best[parents[place]] += pick(best[first[place] : first[place + 1]])
    return best


def value_of(form: SequenceForm, total: Any) -> Fraction:
    """Return a sum of payoffs as the fraction that it is."""
    return Fraction(int(total.p), int(total.q) * form.scale)
