"""All reachable positions of a game in flat arrays: what the solver works on.

Positions have numbers. What a position leads to stands in arrays of machine integers, a few bytes a
move; numbers that are not small stand once in a table of distinct numbers. Moves are not kept: the
rules can be asked again (`Graph.place`).
"""

import hashlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from saizen.exact import hashable
from saizen.game import MAX, MIN, Game, P, name_of
from saizen.matrix import solve_matrix
from saizen.matrix.exact import solve_exact
from saizen.solver.loops import CHUNK, GraphArrays, compiled_twin, is_large
from saizen.solver.packing import next_target, pack, unpack
from saizen.solver.positions import Lottery, NumberedPositions
from saizen.solver.reading import RulesReader

NOBODY, BY_MAX, BY_MIN, BOTH = 0, 1, 2, 2
"""The player who chooses; above ``BOTH`` both do, and the excess is the number of columns."""
KINDS = {MAX: BY_MAX, MIN: BY_MIN}
MOST_NARROW = 1 << 16
"""Distinct chances up to which two bytes are the place of one."""


class Numbering(dict[Any, int]):
    """Positions and their numbers, in the order of discovery: asking for a new one gives it a number.

    What is of a type that is not known to be a position's is passed on to ``other``.
    """

    __slots__ = ("other", "plain", "positions")

    def __init__(self) -> None:
        super().__init__()
        self.positions: list[Any] = []
        self.plain: set[type] = set()
        self.other: Callable[[Any], int] | None = None

    def __missing__(self, position: Any) -> int:
        if self.other is not None and type(position) not in self.plain:
            return self.other(position)
        at = self[position] = len(self)
        self.positions.append(position)
        return at


class Distinct:
    """Distinct numbers, each with its place in a list."""

    __slots__ = ("former", "numbers", "places")

    def __init__(self) -> None:
        self.numbers: list[Any] = []
        self.places: dict[Any, int] = {}
        self.former: tuple[Any, int] = (object(), 0)
        """The number that was asked for last, and its place."""

    def place(self, number: Any) -> int:
        """Return the place of a number, a new one at the end of the list."""
        if number is self.former[0]:
            return self.former[1]
        at = self.places.setdefault(hashable(number), len(self.numbers))
        if at == len(self.numbers):
            self.numbers.append(number)
        self.former = number, at
        return at


class Graph(NumberedPositions[P]):
    """All reachable positions, numbered in the order of discovery (breadth first).

    Position ``i`` has the moves ``first[i]`` to ``first[i + 1]``. A target of 0 or more is the position
    that follows at no reward; below 0 it is lottery ``-1 - target``: a reward (a place in ``amounts``) and
    branches, each a position and its probability (a place in ``chances``).
    """

    def __init__(self, rules: RulesReader[P]) -> None:
        super().__init__(rules)
        self.number = Numbering()
        self.kinds = array("i")
        self.first = array("q", [0])
        self.targets = array("i")
        self.rewards = array("i")
        self.ending = array("b")
        self.spans = array("q", [0])
        self.branches = array("i")
        self.weights = array("H")
        self.amounts, self.chances = Distinct(), Distinct()
        self.amounts.place(rules.zero)
        self.chances.place(rules.one)
        self._unseen = False

    def __len__(self) -> int:
        return len(self.kinds)

    def number_of(self, position: Any) -> int | None:
        """Return the number of a position."""
        return self.number.get(position)

    @property
    def positions(self) -> list[P]:
        """Every position in the order of its number."""
        return self.number.positions

    @property
    def certain(self) -> bool:
        """Whether nothing is left to chance: no lottery has two outcomes, nobody chooses unseen."""
        return len(self.chances.numbers) == 1 and not self._unseen

    @property
    def arrays(self) -> GraphArrays:
        """The arrays that loops read."""
        parts = (self.kinds, self.first, self.targets, self.rewards, self.ending, self.spans)
        return GraphArrays(*parts, self.branches, self.weights)

    @property
    def packed(self) -> bool:
        """Whether targets are packed; see `saizen.solver.packing`. Then ``first`` counts bytes."""
        return self.targets.itemsize == 1

    def make_room(self) -> None:
        """Take more bytes a weight where there are more distinct chances than two bytes can number."""
        if self.weights.itemsize == 2 and len(self.chances.numbers) > MOST_NARROW:
            self.weights = array("i", self.weights)

    def add(self, kinds: "array[int]", ends: "array[int]", targets: "array[int]") -> None:
        """Add what the next positions lead to; ``ends`` is where the moves of each end among ``targets``.

        Large graphs without chance are packed: their moves would take more room than their positions.
        """
        begin = len(self)
        self.kinds.extend(kinds)
        self._unseen = self._unseen or max(kinds, default=0) > BOTH
        if self.packed and not self.certain:
            self.widen()
        if not self.packed:
            base = len(self.targets)
            self.targets.extend(targets)
            self.first.extend(array("q", [base + end for end in ends]))
            if self.certain and is_large(len(self)):
                first, targets = self.first, self.targets
                self.first, self.targets = array("q", [0]), array("B")
                for own in range(0, len(self), CHUNK):
                    self._pack(first[own : own + CHUNK + 1], targets, own)
        else:
            self._pack(array("q", [0, *ends]), targets, begin)

    def _pack(self, first: "array[int]", targets: "array[int]", own: int) -> None:
        import numpy as np

        into, ends = np.empty(5 * (first[-1] - first[0]), np.uint8), np.empty(len(first) - 1, np.int64)
        views = np.frombuffer(first, "q"), np.frombuffer(targets or array("i", [0]), "i")
        count = compiled_twin(pack)(*views, own, len(self.targets), into, ends)
        self.targets.frombytes(into[:count].tobytes())
        self.first.frombytes(ends.tobytes())

    def widen(self) -> None:
        """Undo the packing, for what works on machine integers."""
        if self.packed:
            self.first, self.targets = self._wide()

    def _wide(self) -> "tuple[array[int], array[int]]":
        """Return where the moves of each position begin, and the targets, as machine integers."""
        if not self.packed:
            return self.first, self.targets
        import numpy as np

        ends = np.empty(len(self.first) - 1, np.int64)
        into = np.empty(len(self.targets), np.int32)
        views = np.frombuffer(self.first, "q"), np.frombuffer(self.targets, "B")
        count = compiled_twin(unpack)(*views, into, ends)
        first, targets = array("q", [0]), array("i")
        first.frombytes(ends.tobytes())
        targets.frombytes(into[:count].tobytes())
        return first, targets

    def moves(self, at: int) -> Sequence[int]:
        """Return the targets of a position's moves."""
        move, end = self.first[at], self.first[at + 1]
        if not self.packed:
            return self.targets[move:end]
        listed, target = [], at
        while move < end:
            target, move = next_target(self.targets, move, target)
            listed.append(target)
        return listed

    def lotteries(self, at: int) -> Iterator[Lottery]:
        """Return what each move of a position leads to."""
        return map(self.lottery, self.moves(at))

    def lottery(self, target: int) -> Lottery:
        """Return what a target stands for."""
        if target >= 0:
            return self.rules.zero, ((self.rules.one, target),), False
        chances, inside = self.chances.numbers, range(self.spans[-1 - target], self.spans[-target])
        branches = tuple((chances[self.weights[b]], self.branches[b]) for b in inside)
        return self.amounts.numbers[self.rewards[-1 - target]], branches, bool(self.ending[-1 - target])

    def successors(self, at: int) -> set[int]:
        """Return the numbers of the positions that can follow."""
        return {child for _, branches, _ in self.lotteries(at) for _, child in branches}

    def player(self, at: int) -> int | None:
        """Return who chooses at a position, MAX where both do; None where nobody does."""
        kind = self.kinds[at]
        return None if kind == NOBODY else MIN if kind == BY_MIN else MAX

    def columns(self, at: int) -> int:
        """Return how many column moves a simultaneous position has; 0 where it is none."""
        return max(self.kinds[at] - BOTH, 0)

    def fingerprint(self) -> bytes:
        """Return a digest of the positions and of all that can follow each: another game has another one.

        Sets are written in a fixed order, since equal ones may differ.
        """
        digest = hashlib.sha256(f"{type(self.game).__name__} {self.endless}".encode())
        plain = type(self.game).text is Game.text
        for position in self.positions:
            written = repr(position) if plain else name_of(self.game, position)
            if plain and "frozenset(" in written:
                written = name_of(self.game, position)
            digest.update(written.encode() + b"\n")
        for numbers in (self.amounts, self.chances):
            digest.update(" ".join(map(str, numbers.numbers)).encode() + b"\n")
        parts = (self.kinds, *self._wide(), self.rewards, self.ending, self.spans)
        for part in (*parts, self.branches, array("i", self.weights)):
            digest.update(little(part) + b"\n")
        return digest.digest()


def lottery_value(lottery: Lottery, values: Sequence[Any]) -> Any:
    """Return what an outcome is worth: its reward and the mean of what follows."""
    reward, branches, _ = lottery
    for probability, child in branches:
        reward = reward + probability * values[child]
    return reward


def place_value(graph: Graph[Any], at: int, values: Sequence[Any]) -> Any:
    """Return the value of one position from the values of all that can follow it."""
    worth = [lottery_value(lottery, values) for lottery in graph.lotteries(at)]
    return best_value(graph.player(at), graph.columns(at), worth, exact=graph.exact)


def best_value(player: int | None, width: int, worth: list[Any], *, exact: bool) -> Any:
    """Return what is best among what moves are worth; ``width`` columns a row where both choose, else 0."""
    if width:
        rows = [worth[i : i + width] for i in range(0, len(worth), width)]
        return solve_exact(rows).value if exact else solve_matrix(rows, exact=False).value
    if player is None:
        return worth[0]
    return max(worth) if player == MAX else min(worth)


def little(numbers: "array[int]") -> bytes:
    """Return an array's bytes, the same on every machine."""
    import sys

    if sys.byteorder == "big":  # pragma: no cover
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return numbers.tobytes()
