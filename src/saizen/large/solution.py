"""`LargeSolution`: the answers of a game that was solved in sorted arrays."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

from saizen.errors import PositionError, SaizenError
from saizen.game import MAX, Decision, Move, name_of
from saizen.large.game import PLAYING, CompiledGame
from saizen.large.kernels import NEVER
from saizen.large.layers import Plan
from saizen.large.shelf import part_name
from saizen.outcomes import paid
from saizen.solution import MoveValue, Solution, as_position, best_first, select


class LargeSolution(Solution[int]):
    """Answers for every position that can be reached from the start. Values are whole numbers, exact.

    ``parts.array(name)`` has the positions, values and lengths of each layer, in memory or in the store.
    """

    def __init__(self, game: CompiledGame, plan: Plan, parts: Any, remoteness: bool) -> None:
        self._game, self.plan, self.parts, self.timed = game, plan, parts, remoteness
        self._places = {counter: place for place, counter in enumerate(plan.counters)}

    def __len__(self) -> int:
        return sum(self.plan.sizes)

    def __contains__(self, position: object) -> bool:
        return isinstance(position, int) and self._find(position) is not None

    def __repr__(self) -> str:
        return f"<exact solution of {type(self.game).__name__}: {len(self)} positions>"

    @property
    def game(self) -> CompiledGame:
        """The rules that were solved."""
        return self._game

    @property
    def exact(self) -> bool:
        """Whole numbers are exact."""
        return True

    @property
    def positions(self) -> Iterator[int]:
        """Every solved position, layer by layer."""
        for place, size in enumerate(self.plan.sizes):
            keys = self.parts.array(part_name("keys", place))
            for at in range(size):
                yield int(keys[at])

    def value(self, position: int | str) -> int:
        """Return what a position is worth to MAX under best play."""
        place, at = self._at(position)
        return int(self.parts.array(part_name("values", place))[at])

    def remoteness(self, position: int | str) -> int | None:
        """Return how many moves best play takes; None where it never ends, or where it was not asked for."""
        place, at = self._at(position)
        length = int(self.parts.array(part_name("lengths", place))[at]) if self.timed else NEVER
        return None if length == NEVER else length

    def moves(
        self, position: int | str, player: int | None = None, *, among: Iterable[Move] | None = None
    ) -> list[MoveValue]:
        """Return every legal move with its value, best first; equal ones as `saizen.solve` orders them."""
        self._at(position)
        node = self.game.look(as_position(self.game, position))
        if not isinstance(node, Decision):
            return []
        rated: list[tuple[Move, int, int | None]] = []
        for move, outcome in node.options.items():
            rewards, child = paid(outcome)
            length = self.remoteness(child)
            rated.append((move, sum(rewards) + self.value(child), None if length is None else length + 1))
        values = [value for _, value, _ in rated]
        draw: int = int(self.game.endless or 0)
        best = max(values) if node.player == MAX else min(values)
        share = Fraction(1, values.count(best))
        listed = [
            MoveValue(move, value, value == best, share if value == best else Fraction(0), remoteness=length)
            for move, value, length in rated
        ]

        def tie(move: MoveValue) -> tuple[bool, float]:
            if move.remoteness is None:
                return not move.optimal, inf
            worth = int(move.value or 0)
            loses = worth < draw if node.player == MAX else worth > draw
            return not move.optimal, -move.remoteness if loses else move.remoteness

        return select(best_first(listed, node.player, tie), among)

    def save(self, path: str | Path) -> None:
        """Refuse to write a file: a table of the store is the file of a large solution."""
        raise SaizenError(f"--out {path}: large solutions are saved in the store, use --keep")

    def _at(self, position: int | str) -> tuple[int, int]:
        """Return the layer of a position, by its place, and the place in it."""
        number = as_position(self.game, position)
        spot = self._find(number) if isinstance(number, int) else None
        if spot is None:
            raise PositionError(
                f"{name_of(self.game, number)} is not a position that can be reached from the start"
            )
        return spot

    def _find(self, position: int) -> tuple[int, int] | None:
        if not 0 <= position < 1 << 63:
            return None
        key = self.game.canonical(position)
        place = self._places.get(self.game.layer(key) if self.game.declares("layer") else 0)
        if place is None:
            return None
        keys = self.parts.array(part_name("keys", place))
        at = bisect_left(keys, key)
        return (place, at) if at < len(keys) and keys[at] == key else None


def differences(game: CompiledGame, rules: Any, positions: Iterable[int]) -> str:
    """Compare compiled rules with plain Python at some positions; return the first difference in words."""
    import numpy as np

    from saizen.large.game import ROOM
    from saizen.large.kernels import list_children
    from saizen.large.problems import new_problem, raise_problem

    buffer = np.empty(2 * ROOM, np.int64)
    for position in positions:
        plain = [] if game.ended(position) != PLAYING else game.child_list(position)
        plain = [game.canonical(child) for child in plain]
        problem = new_problem()
        filled, _ = list_children(rules, np.array([position], np.int64), 0, buffer, problem)
        raise_problem(problem)
        if (compiled := buffer[:filled].tolist()) != plain:
            return (
                f"position {position} has the children {plain[:8]} in plain Python and {compiled[:8]} "
                "compiled: keep all numbers below 2**63, divide with // only, and index no tuple from its end"
            )
    return ""
