"""From rules to a graph: every reachable position, its moves as lotteries over positions, checked.

A mistake in the rules (probabilities that do not sum to 1, a move to an impossible position, a
position that cannot be hashed) is reported here, in words that name the position.
"""

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, Generic

from saizen.errors import Cancelled, GameError, SaizenError
from saizen.exact import to_flint
from saizen.game import MAX, MIN, Chance, Decision, Game, Move, P, Simultaneous, Step, Terminal
from saizen.work import SILENT, Progress, memory_left

Lottery = tuple[Any, tuple[tuple[Any, int], ...], bool]
"""What a move leads to: the reward expected on the way, pairs (probability, position number), and
whether the game can end at once."""

FLOAT_TOLERANCE = 1e-9
CHUNK = 4096
"""Positions between two reports of progress."""
BYTES_EACH = 1000
"""About how much memory a position with its moves takes."""
RESERVE = 300_000_000
"""Bytes that must be left while positions are found."""


@dataclass(slots=True)
class Place:
    """One position, flattened. ``player`` is None where nobody chooses (terminal or chance)."""

    player: int | None
    moves: tuple[Move, ...]
    lotteries: list[Lottery]
    column_moves: tuple[Move, ...] | None = None
    """Only for simultaneous positions, whose ``lotteries`` are a matrix, row after row."""


@dataclass
class Graph(Generic[P]):
    """All reachable positions, numbered in the order of discovery."""

    game: Game[P]
    exact: bool
    positions: list[P] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    number: dict[P, int] = field(default_factory=dict)

    def successors(self, at: int) -> list[int]:
        """Return the numbers of the positions that can follow, each once."""
        return list({child: None for _, branches, _ in self.places[at].lotteries for _, child in branches})

    def fingerprint(self) -> bytes:
        """Return a digest of positions, players, moves and lotteries: another game has another one."""
        digest = hashlib.sha256(type(self.game).__name__.encode())
        plain = type(self.game).text is Game.text  # so that files of the first version stay readable
        for position, place in zip(self.positions, self.places, strict=True):
            line = (
                repr(position) if plain else name_of(self.game, position),
                place.player,
                place.moves,
                place.column_moves,
                place.lotteries,
            )
            digest.update(repr(line).encode())
        return digest.digest()


def name_of(game: Game[Any], position: Any) -> str:
    """Write a position for an error message, even when the game's own text fails on it."""
    try:
        return game.text(position)
    except Exception:
        return repr(position)


def explore(
    game: Game[P], *, exact: bool, progress: Progress = SILENT, max_positions: int | None = None
) -> Graph[P]:
    """Find every position reachable from the start. Cost grows with the number of moves in the graph."""
    graph: Graph[P] = Graph(game, exact)
    reader = _Reader(graph, to_flint if exact else float)
    progress.stage("finding positions")
    try:
        start = game.start()
    except Exception as error:
        raise GameError(f"start() fails: {type(error).__name__}: {error}") from error
    reader.number_of(start, None)
    while len(graph.places) < len(graph.positions):
        at = len(graph.places)
        graph.places.append(reader.read(at))
        if at % CHUNK == CHUNK - 1:
            progress.advance(CHUNK)
            progress.tell(_told(len(graph.positions)))
            _check_memory(len(graph.positions))
        if max_positions is not None and len(graph.positions) > max_positions:
            raise GameError(
                f"more than {max_positions} positions are reachable; raise max_positions to go on "
                f"(--max-positions; {_told(max_positions)} so far)"
            )
    return graph


def _told(count: int) -> str:
    """Say how many positions there are and about how much memory they take."""
    return f"{count:,} positions, about {count * BYTES_EACH / 1e6:,.0f} MB"


def _check_memory(count: int) -> None:
    """Stop while there is memory left to say so."""
    left = memory_left()
    if left is not None and left < RESERVE:
        raise GameError(
            f"the memory is nearly full: {_told(count)}, and {left / 1e6:,.0f} MB are left; "
            "solve a smaller game, in floats (--float), or on a larger machine"
        )


class _Reader(Generic[P]):
    """Reads one position after the other into the graph."""

    def __init__(self, graph: Graph[P], number: Callable[[Any], Any]) -> None:
        self.graph = graph
        self.convert = number
        self.known_numbers: dict[Any, Any] = {}

    def number_of(self, position: P, parent: int | None) -> int:
        graph = self.graph
        try:
            at = graph.number.setdefault(position, len(graph.positions))
        except TypeError:
            origin = "the start" if parent is None else f"a move from {self.at(parent)}"
            raise GameError(
                f"position {position!r} ({origin}) is not hashable: use tuples, strings or frozen dataclasses"
            ) from None
        if at == len(graph.positions):
            graph.positions.append(position)
        return at

    def at(self, number: int) -> str:
        return name_of(self.graph.game, self.graph.positions[number])

    def value(self, given: Any, where: int) -> Any:
        if type(given) is int and given in self.known_numbers:
            return self.known_numbers[given]
        if not isinstance(given, Real):
            raise GameError(f"position {self.at(where)}: {given!r} is not a number")
        try:
            number = self.convert(given)
        except (SaizenError, OverflowError) as error:
            raise GameError(f"position {self.at(where)}: {error}") from None
        if isinstance(number, float) and not math.isfinite(number):
            raise GameError(f"position {self.at(where)}: {given!r} is not a finite number")
        if isinstance(given, int):
            self.known_numbers[given] = number
        return number

    def read(self, at: int) -> Place:
        """Look at a position; whatever goes wrong in the game's code is told with the position's name."""
        try:
            return self.place(self.graph.game.look(self.graph.positions[at]), at)
        except (GameError, Cancelled):
            raise
        except Exception as error:
            raise GameError(
                f"look() fails at position {self.at(at)}: {type(error).__name__}: {error}"
            ) from error

    def place(self, node: Any, at: int) -> Place:
        match node:
            case Terminal() | Chance():
                return Place(None, (), [self.lottery(node, at)])
            case Decision(player, options):
                if player not in (MAX, MIN):
                    raise GameError(
                        f"position {self.at(at)}: player {player!r} is neither MAX ({MAX}) nor MIN ({MIN})"
                    )
                if not options:
                    raise GameError(
                        f"position {self.at(at)}: a decision without options; an end is a Terminal"
                    )
                return Place(player, tuple(options), [self.lottery(o, at) for o in options.values()])
            case Simultaneous(row_moves, column_moves, outcome):
                rows, columns = tuple(row_moves), tuple(column_moves)
                if not rows or not columns:
                    raise GameError(f"position {self.at(at)}: a player without moves; an end is a Terminal")
                if len(set(rows)) < len(rows) or len(set(columns)) < len(columns):
                    raise GameError(f"position {self.at(at)}: a move is listed twice")
                lotteries = [self.lottery(outcome(row, column), at) for row in rows for column in columns]
                return Place(MAX, rows, lotteries, columns)
        raise GameError(
            f"look() at position {self.at(at)} returned {node!r}: it must be a Terminal, Chance, Decision "
            "or Simultaneous"
        )

    def lottery(self, outcome: Any, at: int) -> Lottery:
        """Flatten an outcome: nested steps and lotteries become one reward and one list of branches."""
        zero, one = self.value(0, at), self.value(1, at)
        reward, ends = zero, False
        branches: dict[int, Any] = {}
        pending: list[tuple[Any, Any]] = [(one, outcome)]
        while pending:
            weight, outcome = pending.pop()
            match outcome:
                case Step(gain, following):
                    reward = reward + weight * self.value(gain, at)
                    pending.append((weight, following))
                case Terminal(gain):
                    reward, ends = reward + weight * self.value(gain, at), True
                case Chance(outcomes):
                    pending += [(weight * p, o) for p, o in self.checked(outcomes, at)]
                case Decision() | Simultaneous():
                    kind = type(outcome).__name__
                    raise GameError(f"position {self.at(at)}: a {kind} as outcome; give its position instead")
                case _:
                    child = self.number_of(outcome, at)
                    branches[child] = branches.get(child, zero) + weight
        return reward, tuple((p, child) for child, p in branches.items()), ends

    def checked(self, outcomes: Any, at: int) -> list[tuple[Any, Any]]:
        """Convert a lottery's probabilities; drop impossible outcomes; the rest must sum to 1."""
        branches = [(self.value(p, at), o) for p, o in outcomes]
        chances = [p for p, _ in branches]
        total = sum(chances, self.value(0, at)) if self.graph.exact else math.fsum(chances)
        if any(p < 0 for p, _ in branches):
            raise GameError(f"position {self.at(at)}: a negative probability")
        if abs(total - 1) > (0 if self.graph.exact else FLOAT_TOLERANCE):
            raise GameError(f"position {self.at(at)}: the probabilities sum to {total}, not to 1")
        return [(p, o) for p, o in branches if p != 0]


def components(graph: Graph[Any], progress: Progress = SILENT) -> list[list[int]]:
    """Split the graph into strongly connected parts, each after all it leads to (Tarjan, no recursion)."""
    count = len(graph.positions)
    order = [-1] * count
    low = [0] * count
    open_stack: list[int] = []
    is_open = bytearray(count)
    found: list[list[int]] = []
    clock = 0
    for root in range(count):
        if order[root] >= 0:
            continue
        path: list[tuple[int, list[int]]] = [(root, graph.successors(root))]
        order[root] = low[root] = clock
        clock += 1
        open_stack.append(root)
        is_open[root] = 1
        while path:
            at, waiting = path[-1]
            if waiting:
                child = waiting.pop()
                if order[child] < 0:
                    order[child] = low[child] = clock
                    clock += 1
                    open_stack.append(child)
                    is_open[child] = 1
                    path.append((child, graph.successors(child)))
                elif is_open[child]:
                    low[at] = min(low[at], order[child])
                continue
            path.pop()
            if path:
                low[path[-1][0]] = min(low[path[-1][0]], low[at])
            if low[at] == order[at]:
                component = []
                while is_open[at]:
                    member = open_stack.pop()
                    is_open[member] = 0
                    component.append(member)
                found.append(component)
                if len(found) % CHUNK == 0:
                    progress.advance(0)
    return found
