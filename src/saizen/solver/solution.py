"""A game solved on its graph: the value of every reachable position, every move, strategies."""

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any

from saizen.errors import PositionError, SaizenError, TableError
from saizen.exact import from_flint, read_number, to_flint
from saizen.game import MAX, MIN, Game, Move, P
from saizen.matrix import is_unique, optimal_moves, solve_matrix
from saizen.matrix.exact import solve_exact
from saizen.solution import MoveValue, Solution
from saizen.solver.explore import Graph, Lottery, explore, name_of

FORMAT = "saizen solution 2"
FORMER = "saizen solution 1"
"""Without a checksum of the compressed text; still read."""
LONGEST_HEAD = 1 << 16
PIECE = 1 << 20
TOLERANCE = 1e-9
"""Floats closer than this, relative to their size, count as equal."""


def lottery_value(lottery: Lottery, values: Sequence[Any]) -> Any:
    """Return what an outcome is worth: its reward and the mean of what follows."""
    reward, branches, _ = lottery
    for probability, child in branches:
        reward = reward + probability * values[child]
    return reward


def place_value(graph: Graph[Any], at: int, values: Sequence[Any]) -> Any:
    """Return the value of one position from the values of all that can follow it."""
    place = graph.places[at]
    worth = [lottery_value(lottery, values) for lottery in place.lotteries]
    if place.column_moves is not None:
        width = len(place.column_moves)
        rows = [worth[i : i + width] for i in range(0, len(worth), width)]
        return solve_exact(rows).value if graph.exact else solve_matrix(rows, exact=False).value
    if place.player is None:
        return worth[0]
    return max(worth) if place.player == MAX else min(worth)


class GraphSolution(Solution[P]):
    """Answers for every position that was reachable from the start; safe in threads, since nothing changes.

    Values are ``int`` or ``Fraction`` (``float`` when the game was solved with ``exact=False``), as
    MAX counts them.
    """

    def __init__(self, graph: Graph[P], values: list[Any]) -> None:
        self._graph = graph
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, position: object) -> bool:
        return position in self._graph.number

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
        return iter(self._graph.positions)

    def value(self, position: P | str) -> Any:
        """Return what a position is worth under best play of all that follows."""
        return self._public(self._values[self._at(position)])

    def moves(
        self, position: P | str, player: int | None = None, *, among: Iterable[Move] | None = None
    ) -> list[MoveValue]:
        """Return every legal move with its value, best first, ties kept in the order of the rules.

        At a simultaneous position the moves are those of ``player`` and a move's value is what it gets
        against the other player's equilibrium strategy; it is optimal if some optimal strategy uses it
        (floats cannot tell: there, if its value is the best). A terminal or chance position has no moves.
        """
        place = self._graph.places[self._at(position)]
        worth = [lottery_value(lottery, self._values) for lottery in place.lotteries]
        player = player or MAX
        if place.player is None:
            return []
        if place.column_moves is None:
            player, moves, values = place.player, place.moves, worth
            best = max(worth) if player == MAX else min(worth)
            used = {i for i, value in enumerate(worth) if self._equal(value, best)}
            share = Fraction(1, len(used)) if self.exact else 1 / len(used)
            chances = [share if i in used else 0 * share for i in range(len(worth))]
        else:
            rows = self._rows(worth, len(place.column_moves))
            equilibrium = solve_matrix(rows, exact=self.exact)
            mixes = (equilibrium.row_strategy, equilibrium.column_strategy)
            lines = rows if player == MAX else [list(column) for column in zip(*rows, strict=True)]
            moves = place.moves if player == MAX else place.column_moves
            values = [_dot(line, self._inner(mixes[1 - player])) for line in lines]
            best, chances = self._inner([equilibrium.value])[0], list(mixes[player])
            used = (
                set(optimal_moves(rows, player))
                if self.exact
                else {i for i, value in enumerate(values) if self._equal(value, best)}
            )
        sign = -1 if player == MAX else 1
        wanted = None if among is None else set(among)
        order = sorted(range(len(values)), key=lambda i: (sign * values[i], i not in used))
        return [
            MoveValue(moves[i], self._public(values[i]), i in used, self._public_chance(chances[i]))
            for i in order
            if wanted is None or moves[i] in wanted
        ]

    def strategy(self, position: P | str, player: int | None = None) -> dict[Move, Any]:
        """Return optimal probabilities by move, in the order of the rules; moves never played are left out.

        Where one player decides, all optimal moves are equally likely. At a simultaneous position it is
        one equilibrium strategy of ``player``; `unique` tells whether there are others.
        """
        place = self._graph.places[self._at(position)]
        chances = {answer.move: answer.probability for answer in self.moves(position, player)}
        moves = place.column_moves if place.column_moves is not None and player == MIN else place.moves
        return {move: chances[move] for move in moves if chances[move] != 0}

    def unique(self, position: P | str, player: int | None = None) -> bool:
        """Tell whether the optimal strategy at a position is the only one."""
        if not self.exact:
            raise SaizenError("whether a strategy is unique cannot be told in floats: solve with exact=True")
        place = self._graph.places[self._at(position)]
        if place.column_moves is None:
            return sum(bool(answer.optimal) for answer in self.moves(position)) <= 1
        worth = [lottery_value(lottery, self._values) for lottery in place.lotteries]
        return is_unique(self._rows(worth, len(place.column_moves)), player or MAX)

    def matrix(self, position: P | str) -> list[list[Any]]:
        """Return what MAX gets for each row move against each column move of a simultaneous position."""
        place = self._graph.places[self._at(position)]
        if place.column_moves is None:
            raise PositionError(
                f"{name_of(self.game, position)}: only one player chooses here, there is no matrix"
            )
        worth = [self._public(lottery_value(lottery, self._values)) for lottery in place.lotteries]
        return self._rows(worth, len(place.column_moves))

    def check(self) -> None:
        """Recompute every position from those that follow it; raise `TableError` where a value is wrong.

        For a game without recurring positions this proves the whole solution.
        """
        for at, value in enumerate(self._values):
            right = place_value(self._graph, at, self._values)
            if not self._equal(right, value):
                name = name_of(self.game, self._graph.positions[at])
                raise TableError(f"position {name}: value {value}, should be {right}")

    def save(self, path: str | Path) -> None:
        """Write the values to a file: a line of JSON (format, game, checksum), then compressed text."""
        from saizen.store import atomic_write

        text = "\n".join(str(value) for value in self._values).encode()
        body = zlib.compress(text)
        header = self._header(FORMAT, _digest(self._graph.fingerprint(), [text]), body)
        atomic_write(Path(path), json.dumps(header).encode() + b"\n" + body)

    @classmethod
    def load(cls, game: Game[P], path: str | Path) -> "GraphSolution[P]":
        """Read a saved solution of this very game; refuse a damaged file or another game's."""
        from saizen.store.files import explained, open_regular

        with explained(Path(path)), open_regular(Path(path).resolve()) as file:
            head, newline, body = file.read(LONGEST_HEAD).partition(b"\n")
            try:
                header = json.loads(head)
                known = header["format"] in (FORMAT, FORMER)
                exact, checksum = header["exact"] is True, header["sha256"]
            except (ValueError, KeyError, TypeError, RecursionError):
                raise TableError(f"{path}: not a saved solution, or damaged") from None
            if not known:
                raise TableError(f"{path}: format {header['format']!r}, this version reads {FORMAT!r}")
            body += b"".join(iter(lambda: file.read(PIECE), b""))
        solution = cls(explore(game, exact=exact), [])
        if head + newline != json.dumps(solution._header(header["format"], checksum, body)).encode() + b"\n":
            raise TableError(f"{path}: damaged, or not a solution of {type(game).__name__} with these rules")
        try:
            if _digest(solution._graph.fingerprint(), _inflate(body)) != checksum:  # before it takes memory
                raise TableError(
                    f"{path}: damaged, or not a solution of {type(game).__name__} with these rules"
                )
            lines = b"".join(_inflate(body)).decode("ascii").split("\n")
            solution._values = [read_number(line) if exact else float(line) for line in lines]
        except (ValueError, ZeroDivisionError, zlib.error) as error:
            if isinstance(error, TableError):
                raise
            raise TableError(f"{path}: not a saved solution, or damaged") from None
        if len(lines) != len(solution._graph.places) or not (exact or all(map(isfinite, solution._values))):
            raise TableError(f"{path}: its values do not fit {type(game).__name__} with these rules")
        return solution

    def _header(self, kind: str, checksum: Any, body: bytes) -> dict[str, Any]:
        """Return the first line of a file, which says what the rest is."""
        header = {
            "format": kind,
            "game": type(self.game).__name__,
            "exact": self.exact,
            "positions": len(self._graph.places),
            "sha256": checksum,
        }
        return header if kind == FORMER else header | {"file": hashlib.sha256(body).hexdigest()}

    def _at(self, position: P | str) -> int:
        """Return the number of a position, given as itself or as its text."""
        number = self._find(position)
        if number is None and isinstance(position, str):
            number = self._find(self.game.parse(position))
        if number is None:
            raise PositionError(
                f"{name_of(self.game, position)} is not a position that can be reached from the start"
            )
        return number

    def _find(self, position: Any) -> int | None:
        try:
            return self._graph.number.get(position)
        except TypeError:  # not hashable
            return None

    def _equal(self, value: Any, other: Any) -> bool:
        return bool(value == other if self.exact else abs(value - other) <= TOLERANCE * (1 + abs(other)))

    @staticmethod
    def _rows(worth: list[Any], width: int) -> list[list[Any]]:
        return [worth[i : i + width] for i in range(0, len(worth), width)]

    def _public(self, value: Any) -> Any:
        return from_flint(value) if self.exact else float(value)

    def _public_chance(self, chance: Any) -> Any:
        return Fraction(chance) if self.exact else float(chance)

    def _inner(self, values: Sequence[Any]) -> list[Any]:
        return [to_flint(value) for value in values] if self.exact else list(values)


def _dot(left: Sequence[Any], right: Sequence[Any]) -> Any:
    total = left[0] * right[0]
    for a, b in zip(left[1:], right[1:], strict=True):
        total = total + a * b
    return total


def _digest(rules: bytes, pieces: Iterable[bytes]) -> str:
    """Return the checksum of values, bound to the rules they are of."""
    digest = hashlib.sha256(rules)
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()


def _inflate(packed: bytes) -> Iterator[bytes]:
    """Unpack what `zlib.compress` made, piece by piece; ``zlib.error`` if it is cut off or goes on."""
    unpacking = zlib.decompressobj()
    for begin in range(0, len(packed), PIECE):
        rest = packed[begin : begin + PIECE]
        while rest and not unpacking.eof:
            yield unpacking.decompress(rest, PIECE)
            rest = unpacking.unconsumed_tail
        if unpacking.eof and (unpacking.unused_data or begin + PIECE < len(packed)):
            raise zlib.error("something follows the end")
    while not unpacking.eof:
        piece = unpacking.decompress(b"", PIECE)
        if not piece and not unpacking.eof:
            raise zlib.error("the end is missing")
        yield piece
