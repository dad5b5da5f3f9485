"""A game solved on its graph: the value of every reachable position, every move, strategies."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Any

from saizen.errors import NEW_MOVES, GameError, PositionError, SaizenError, TableError
from saizen.exact import from_flint, to_flint
from saizen.game import MAX, MIN, Game, Move, P, name_of
from saizen.matrix import is_unique, optimal_moves, solve_matrix
from saizen.solution import MoveValue, Solution, best_first, select
from saizen.solver.graph import Graph, lottery_value, place_value
from saizen.solver.positions import Lottery, NumberedPositions, PositionMoves
from saizen.solver.values import Values

TOLERANCE = 1e-9
"""Floats closer than this, relative to their size, count as equal."""


class GraphSolution(Solution[P]):
    """Answers for every position that was reachable from the start; safe in threads, since no answer changes.

    Values are ``int`` or ``Fraction`` (``float`` when the game was solved with ``exact=False``), as
    MAX counts them.
    """

    _last: tuple[Any, PositionMoves, dict[int, list[MoveValue]]] | None = None
    """The last position, what the rules say of it, each player's moves: one question seldom comes alone."""

    def __init__(
        self, graph: NumberedPositions[P], values: Values, bounds: tuple[Values, Values] | None = None
    ) -> None:
        self._graph = graph
        self._values = values
        self._bounds = bounds

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, position: object) -> bool:
        return self._graph.find(position) is not None

    def __repr__(self) -> str:
        kind = "exact" if self.exact else "float"
        return f"<{kind} solution of {type(self.game).__name__}: {len(self)} positions>"

    @property
    def game(self) -> Game[P]:
        """The rules that were solved."""
        return self._graph.game

    @property
    def exact(self) -> bool:
        """Whether values are exact."""
        return self._graph.exact

    @property
    def positions(self) -> Iterator[P]:
        """Every solved position, the start first."""
        return iter(self.graph.positions)

    @property
    def parts(self) -> tuple[Values, ...]:
        """The values of all positions; where they are known as intervals, also the lower and upper ends."""
        return self._values, *(self._bounds or ())

    @property
    def whole(self) -> "GraphSolution[P]":
        """The solution on a graph of all positions: this one."""
        return self

    @property
    def graph(self) -> Graph[P]:
        """The positions and moves that were solved; a `whole` solution has them."""
        assert isinstance(self._graph, Graph)
        return self._graph

    def value(self, position: P | str) -> Any:
        """Return what a position is worth under best play of all that follows."""
        return self._public(self._values[self._at(position)])

    def interval(self, position: P | str) -> tuple[Any, Any] | None:
        """Return between which numbers a value is proved to lie; None for floats that nothing was proved of.

        An exact value is both. Where both players choose at once and play can recur, floats have an
        interval.
        """
        at = self._at(position)
        if self._bounds is not None:
            low, value, high = (part[at] for part in (self._bounds[0], self._values, self._bounds[1]))
            if not low <= value <= high:
                name = name_of(self.game, position)
                raise TableError(f"position {name}: {value} is not between {low} and {high}: solve again")
            return low, high
        return (self.value(position),) * 2 if self.exact else None

    def remoteness(self, position: P | str) -> int | None:
        """Return how many moves the game takes from a position under best play; None where that is no number.

        Among equally good moves whoever gains (from the value of endless play, else from 0) hurries, whoever
        loses delays; a draw is as short as it can be. There is no such number where best play goes on for
        ever, nor in a game with chance or unseen choices.

        >>> from nim import Nim
        >>> from saizen import solve
        >>> solve(Nim((2, 2))).remoteness(((2, 2), 0))
        4
        """
        return self._length(self._at(position))

    def never_ends(self, position: P | str) -> bool:
        """Return whether best play from a position goes on for ever, where nothing is left to chance."""
        return self.lengths is not None and self._length(self._at(position)) is None

    @cached_property
    def lengths(self) -> "array[int] | None":
        """How many moves best play takes from each position, below 0 if it never ends; None with chance."""
        from saizen.solver.remoteness import lengths_of

        return lengths_of(self.graph, self._values, TOLERANCE) if self.graph.certain else None

    def _length(self, at: int) -> int | None:
        lengths = self.lengths
        return None if lengths is None or lengths[at] < 0 else int(lengths[at])

    def _length_after(self, lottery: Lottery) -> int | None:
        """Return the remoteness of a position from which this move is made."""
        length = self._length(lottery[1][0][1]) if lottery[1] else 0
        return None if self.lengths is None or length is None else length + 1

    def _pace(self, move: MoveValue, player: int) -> float:
        """Return which of two equal moves comes first: the shorter for whoever gains, else the longer."""
        if move.remoteness is None:
            return inf
        draw = self._public(self._graph.draw)
        loses = bool(move.value < draw if player == MAX else move.value > draw)
        return -move.remoteness if loses else move.remoteness

    def moves(
        self, position: P | str, player: int | None = None, *, among: Iterable[Move] | None = None
    ) -> list[MoveValue]:
        """Return every legal move with its value, best first, ties kept.

        Among equally good moves whoever gains has the quickest first, whoever loses the slowest (see
        `remoteness`); beyond that they stand in the order of the rules.

        At a simultaneous position the moves are those of ``player`` and a move's value is what it gets
        against the other player's equilibrium strategy; it is optimal if some optimal strategy uses it
        (floats cannot decide: there, if its value is the best). A terminal or chance position has no moves.
        """
        place, rated = self._asked(position)
        if place.player is None:
            return []
        chooser = place.player if place.column_moves is None else player or MAX
        if chooser not in rated:
            rated[chooser] = self._rated(position, place, chooser)
        return select(rated[chooser], among)

    def _compare(self, position: P | str, best: Any) -> None:
        """Compare the value of a position with what its best move is worth now, when the rules were asked."""
        at = self._at(position)
        value = self._values[at]
        width = self._bounds[1][at] - self._bounds[0][at] if self._bounds is not None else 0
        if not (self._equal(value, best) or (width and abs(value - best) <= width + TOLERANCE * abs(value))):
            raise GameError(
                f"position {name_of(self.game, position)}: its value was {self._public(value)} when the "
                f"game was solved, and its best move is worth {self._public(best)} now; the rules have "
                "changed, or do not answer the same each time (saizen check says more). If the solution is "
                "stored, remove it (saizen tables remove) and solve the game again"
            )

    def _rated(self, position: P | str, place: PositionMoves, player: int) -> list[MoveValue]:
        """Rate all moves of a player, best first."""
        worth = [lottery_value(lottery, self._values) for lottery in place.lotteries]
        lengths: list[int | None] = [None] * len(worth)
        if place.column_moves is None:
            moves, values = place.moves, worth
            best = max(worth) if player == MAX else min(worth)
            self._compare(position, best)
            used = {i for i, value in enumerate(worth) if self._equal(value, best)}
            share = Fraction(1, len(used)) if self.exact else 1 / len(used)
            chances = [share if i in used else 0 * share for i in range(len(worth))]
            lengths = [self._length_after(lottery) for lottery in place.lotteries]
        else:
            rows = self._rows(worth, len(place.column_moves))
            equilibrium = solve_matrix(rows, exact=self.exact)
            mixes = (equilibrium.row_strategy, equilibrium.column_strategy)
            lines = rows if player == MAX else [list(column) for column in zip(*rows, strict=True)]
            moves = place.moves if player == MAX else place.column_moves
            values = [_dot(line, self._inner(mixes[1 - player])) for line in lines]
            best, chances = self._inner([equilibrium.value])[0], list(mixes[player])
            self._compare(position, best)
            used = (
                set(optimal_moves(rows, player))
                if self.exact
                else {i for i, value in enumerate(values) if self._equal(value, best)}
            )
        listed = []
        for i, move in enumerate(moves):
            chance = self._public_chance(chances[i])
            listed.append(MoveValue(move, self._public(values[i]), i in used, chance, remoteness=lengths[i]))
        return best_first(listed, player, lambda move: (not move.optimal, self._pace(move, player)))

    def strategy(self, position: P | str, player: int | None = None) -> dict[Move, Any]:
        """Return optimal probabilities by move, in the order of the rules; moves never played are left out.

        Where one player decides, all optimal moves are equally likely. At a simultaneous position it is
        one equilibrium strategy of ``player``; `unique` shows whether there are others.
        """
        place = self._place(position)
        chances = {answer.move: answer.probability for answer in self.moves(position, player)}
        moves = place.column_moves if place.column_moves is not None and player == MIN else place.moves
        if not all(move in chances for move in moves):
            raise GameError(f"position {name_of(self.game, position)}: {NEW_MOVES}")
        return {move: chances[move] for move in moves if chances[move] != 0}

    def unique(self, position: P | str, player: int | None = None) -> bool:
        """Return whether the optimal strategy at a position is the only one."""
        if not self.exact:
            raise SaizenError("floats do not show whether a strategy is unique: solve with exact=True")
        place = self._place(position)
        if place.column_moves is None:
            return sum(bool(answer.optimal) for answer in self.moves(position)) <= 1
        worth = [lottery_value(lottery, self._values) for lottery in place.lotteries]
        return is_unique(self._rows(worth, len(place.column_moves)), player or MAX)

    def matrix(self, position: P | str) -> list[list[Any]]:
        """Return what MAX gets for each row move against each column move of a simultaneous position."""
        place = self._place(position)
        if place.column_moves is None:
            raise PositionError(
                f"{name_of(self.game, position)}: only one player chooses here, there is no matrix"
            )
        worth = [self._public(lottery_value(lottery, self._values)) for lottery in place.lotteries]
        return self._rows(worth, len(place.column_moves))

    def check(self) -> None:
        """Recompute every position from those that follow it; raise `TableError` where a value is wrong.

        For a game without recurring positions this proves the whole solution. Of intervals it sees that each
        contains its value and is what the bounds of the positions that follow allow.
        """
        whole = self.whole
        graph, (values, *bounds) = whole.graph, whole.parts
        for at, value in enumerate(values):
            if not bounds:
                right = place_value(graph, at, values)
                if not self._equal(right, value):
                    name = name_of(self.game, graph.positions[at])
                    raise TableError(f"position {name}: value {value}, should be {right}")
                continue
            low, high = bounds[0][at], bounds[1][at]
            least, most = (place_value(graph, at, part) for part in bounds)
            small = TOLERANCE * (1 + max(abs(low), abs(high)))
            if not (low <= value <= high and low <= least + small and most - small <= high):
                name = name_of(self.game, graph.positions[at])
                written = f"value {value} between {low} and {high}"
                raise TableError(f"position {name}: {written}, should be between {least} and {most}")

    def save(self, path: str | Path) -> None:
        """Write the solution to a file, which needs a game whose texts are read back: see `solution_file`."""
        from saizen.solver import solution_file

        solution_file.write(self, Path(path))

    @classmethod
    def load(cls, game: Game[P], path: str | Path) -> "GraphSolution[P]":
        """Read a saved solution of this very game; refuse a damaged file or another game's."""
        from saizen.solver import solution_file

        return solution_file.read(game, Path(path))

    def _at(self, position: P | str) -> int:
        """Return the number of a position, given as itself or as its text."""
        number = self._graph.find(position)
        if number is None and isinstance(position, str):
            number = self._graph.find(self.game.parse(position))
        if number is None:
            raise PositionError(
                f"{name_of(self.game, position)} is not a position that can be reached from the start"
            )
        return number

    def _place(self, position: P | str) -> PositionMoves:
        """Ask the rules what can be done at a position, given as itself or as its text."""
        return self._asked(position)[0]

    def _asked(self, position: P | str) -> tuple[PositionMoves, dict[int, list[MoveValue]]]:
        """Return what can be done at a position, and the moves that were rated there already, by player."""
        last = self._last
        if last is None or last[0] is not position:
            self._at(position)
            is_reachable = not isinstance(position, str) or self._graph.find(position) is not None
            place = self._graph.place(position if is_reachable else self.game.parse(str(position)))
            self._last = last = position, place, {}
        return last[1:]

    def _equal(self, value: Any, other: Any) -> bool:
        return bool(value == other if self.exact else abs(value - other) <= TOLERANCE * (1 + abs(other)))

    @staticmethod
    def _rows(worth: list[Any], width: int) -> list[list[Any]]:
        return [worth[i : i + width] for i in range(0, len(worth), width)]

    def _public(self, value: Any) -> Any:
        return from_flint(value) if self.exact else float(value)

    def _public_chance(self, chance: Any) -> Any:
        if type(chance) is Fraction and self.exact:
            return chance
        return Fraction(chance) if self.exact else float(chance)

    def _inner(self, values: Sequence[Any]) -> list[Any]:
        return [to_flint(value) for value in values] if self.exact else list(values)


def _dot(left: Sequence[Any], right: Sequence[Any]) -> Any:
    total = left[0] * right[0]
    for a, b in zip(left[1:], right[1:], strict=True):
        total = total + a * b
    return total
