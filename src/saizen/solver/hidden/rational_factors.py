"""A sparse factorisation in fractions: singletons first, then the fewest entries (Markowitz 1957).

Columns that are exchanged later are kept beside it (Dantzig and Orchard-Hays 1954, "The product form for the
inverse").
"""

import heapq
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flint import fmpq

ZERO = fmpq(0)


class Pivot(NamedTuple):
    """One step of the elimination."""

    row: int
    column: int
    entry: Any
    below: list[tuple[int, Any]]
    """The rest of the column, by row."""
    right: list[tuple[int, Any]]
    """The rest of the row divided by the pivot, by column."""


class RationalFactors:
    """The factors of a square matrix that is given by its columns, from row to entry.

    ``missing`` pairs each column that depends on the others with a row that has no pivot; ``exchanges`` has
    the place and the entries, in terms of the columns before, of each column that was exchanged.
    """

    def __init__(self, columns: Sequence[Mapping[int, Any]]) -> None:
        self.size = len(columns)
        self._columns = [dict(column) for column in columns]
        self._rows: list[set[int]] = [set() for _ in range(self.size)]
        for place, column in enumerate(self._columns):
            for row in column:
                self._rows[row].add(place)
        self.pivots: list[Pivot] = []
        self.exchanges: list[tuple[int, Any, list[tuple[int, Any]]]] = []
        self._live = set(range(self.size))
        self._heap = [(len(column), place) for place, column in enumerate(self._columns)]
        heapq.heapify(self._heap)
        self._single = [row for row in range(self.size) if len(self._rows[row]) == 1]
        dependent: list[int] = []
        while (pair := self._next()) is not None:
            at, row = pair
            if row < 0:
                self._live.discard(at)
                dependent.append(at)
            else:
                self._eliminate(row, at)
        used = {pivot.row for pivot in self.pivots}
        self.missing = list(zip(dependent, (r for r in range(self.size) if r not in used), strict=True))

    def _next(self) -> tuple[int, int] | None:
        """Choose a column and a row of it; row -1 where the column has nothing left, None at the end."""
        while self._single:
            row = self._single.pop()
            if len(self._rows[row]) == 1:
                return next(iter(self._rows[row])), row
        while self._heap:
            count, column = heapq.heappop(self._heap)
            if column not in self._live:
                continue
            entries = self._columns[column]
            if len(entries) != count:
                heapq.heappush(self._heap, (len(entries), column))
                continue
            return column, min(entries, key=lambda row: (len(self._rows[row]), row), default=-1)
        return None

    def _eliminate(self, row: int, column: int) -> None:
        columns, rows = self._columns, self._rows
        entry = columns[column].pop(row)
        self._live.discard(column)
        below = list(columns[column].items())
        for other, _ in below:
            rows[other].discard(column)
        rows[row].discard(column)
        right = []
        for place in rows[row]:
            entries = columns[place]
            share = entries.pop(row) / entry
            right.append((place, share))
            for other, weight in below:
                before = entries.get(other)
                after = -weight * share if before is None else before - weight * share
                if before is None:
                    rows[other].add(place)
                if after:
                    entries[other] = after
                else:
                    del entries[other]
                    rows[other].discard(place)
            heapq.heappush(self._heap, (len(entries), place))
        self._single += [other for other, _ in below if len(rows[other]) == 1]
        rows[row] = set()
        self.pivots.append(Pivot(row, column, entry, below, right))

    def exchange(self, place: int, weights: Sequence[Any]) -> None:
        """Put another column in a place; ``weights`` are those with which the columns sum to it."""
        others = [(row, weight) for row, weight in enumerate(weights) if weight and row != place]
        self.exchanges.append((place, weights[place], others))

    def solve(self, right_side: Sequence[Any]) -> list[Any]:
        """Return the weight of every column with which they sum to a right side, which is given by row."""
        rest, weights = list(right_side), [ZERO] * self.size
        for row, column, entry, below, _ in self.pivots:
            if rest[row]:
                weight = weights[column] = rest[row] / entry
                for other, share in below:
                    rest[other] = rest[other] - share * weight
        for _, column, _, _, right in reversed(self.pivots):
            weight = weights[column]
            for place, share in right:
                if weights[place]:
                    weight = weight - share * weights[place]
            weights[column] = weight
        for place, entry, others in self.exchanges:
            if weights[place]:
                weight = weights[place] = weights[place] / entry
                for row, share in others:
                    weights[row] = weights[row] - weight * share
        return weights

    def solve_transposed(self, costs: Sequence[Any]) -> list[Any]:
        """Return a price for every row with which each column's entries sum to its cost."""
        rest, prices = list(costs), [ZERO] * self.size
        for place, entry, others in reversed(self.exchanges):
            total = rest[place]
            for row, share in others:
                if rest[row]:
                    total = total - rest[row] * share
            rest[place] = total / entry
        for _, column, _, _, right in self.pivots:
            if rest[column]:
                for place, share in right:
                    rest[place] = rest[place] - share * rest[column]
        for row, column, entry, below, _ in reversed(self.pivots):
            price = rest[column]
            for other, share in below:
                if prices[other]:
                    price = price - share * prices[other]
            prices[row] = price / entry
        return prices
