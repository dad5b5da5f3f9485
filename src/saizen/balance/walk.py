"""Every position of a solved game with its best play: the input of all measures."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import Any

from saizen import outcomes
from saizen.errors import GameError
from saizen.game import MAX, MIN, Decision, Game, Move, Simultaneous, listed_moves
from saizen.matrix import optimal_strategies
from saizen.notation import short
from saizen.outcomes import branches
from saizen.solution import Solution
from saizen.solver.explore import too_many
from saizen.work import SILENT, Progress

CHUNK = 256
"""Positions between two reports of progress."""
END = -1
Branch = tuple[float, Any, int]
"""One outcome of a pair of moves: its chance, the reward on the way, the next position or `END`."""
Mix = tuple[float, ...]


@dataclass(slots=True)
class PlayerMoves:
    """One player's moves at a position; ``(None,)`` for one who does not choose."""

    moves: tuple[Move, ...] = (None,)
    labels: tuple[str, ...] = ()
    """The texts of the moves; empty for a player who does not choose."""
    played: Mix = (1.0,)
    """One optimal strategy: the solution's own."""
    corners: Sequence[Mix] = ((1.0,),)
    """All optimal strategies are mixtures of these."""
    costs: Mix = (0.0,)
    values: Mix = (0.0,)

    @property
    def support(self) -> list[bool]:
        """Return for each move whether some optimal strategy plays it."""
        return [any(corner[i] for corner in self.corners) for i in range(len(self.moves))]


@dataclass(slots=True)
class Spot:
    """A position: the choices of MAX and MIN, and what follows each pair of moves, row after row."""

    sides: tuple[PlayerMoves, PlayerMoves]
    cells: list[list[Branch]]

    @property
    def choosers(self) -> list[int]:
        """The player who chooses at this position."""
        return [player for player in (MAX, MIN) if self.sides[player].labels]


@dataclass
class Walk:
    """All positions that can be reached, each with its spot; the start is the first."""

    solution: Solution[Any]
    positions: list[Any] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    """Positions after what they lead to, as far as they do not recur."""
    recurs: bool = False

    @property
    def players(self) -> list[int]:
        """The players who choose anywhere."""
        return sorted({player for spot in self.spots for player in spot.choosers})


def walk(
    solution: Solution[Any], *, all_optimal: bool = True, most: int | None = None, progress: Progress = SILENT
) -> Walk:
    """Visit every position of a solved game.

    With ``all_optimal`` the corners of all optimal strategies are found, which needs exact values; without
    it the solution's own strategy is the only one.

    >>> from nim import Nim
    >>> from saizen import solve
    >>> found = walk(solve(Nim((2, 1))))
    >>> len(found.positions), found.recurs, found.spots[0].sides[0].support
    (7, False, [False, True, False])
    """
    game = solution.game
    walked = Walk(solution)
    numbers: dict[Any, int] = {}

    def number(position: Any) -> int:
        at = numbers.setdefault(position, len(walked.positions))
        if at == len(walked.positions):
            walked.positions.append(position)
        return at

    number(game.start())
    progress.stage("measuring positions")
    while len(walked.spots) < len(walked.positions):
        position = walked.positions[len(walked.spots)]
        walked.spots.append(_spot(solution, position, number, all_optimal))
        if len(walked.spots) % CHUNK == 0:
            progress.advance(CHUNK)
        if most is not None and len(walked.positions) > most:
            raise GameError(too_many(most))
    following = [
        [child for cell in spot.cells for *_, child in cell if child != END] for spot in walked.spots
    ]
    walked.order, walked.recurs = after_all_it_leads_to(following)
    return walked


def _spot(solution: Solution[Any], position: Any, number: Any, all_optimal: bool) -> Spot:
    game = solution.game
    node = game.look(position)
    nobody = PlayerMoves()
    match node:
        case Decision(player, options):
            moves = tuple(options)
            mine = _choice(solution, position, player, moves)
            if all_optimal and sum(map(bool, mine.played)) > 1:
                mine.corners = [_pure(i, len(moves)) for i, p in enumerate(mine.played) if p]
            cells = [_branches(options[move], number) for move in moves]
            return Spot((mine, nobody) if player == MAX else (nobody, mine), cells)
        case Simultaneous(row_moves, column_moves, outcome):
            row_moves, column_moves = listed_moves(row_moves), listed_moves(column_moves)
            sides = (
                _choice(solution, position, MAX, tuple(row_moves)),
                _choice(solution, position, MIN, tuple(column_moves)),
            )
            payoffs = solution.matrix(position) if all_optimal else None
            if payoffs is not None:
                for player in (MAX, MIN):
                    corners = optimal_strategies(payoffs, player)
                    sides[player].corners = [tuple(map(float, corner)) for corner in corners]
            return Spot(sides, [_branches(outcome(a, b), number) for a in row_moves for b in column_moves])
    return Spot((nobody, nobody), [_branches(node, number)])


def _pure(at: int, count: int) -> Mix:
    return tuple(float(i == at) for i in range(count))


def _choice(solution: Solution[Any], position: Any, player: int, moves: tuple[Move, ...]) -> PlayerMoves:
    """Ask the solution about the moves of a player."""
    rated = {choice.move: choice for choice in solution.moves(position, player)}
    values = tuple(_number(rated[move].value) for move in moves)
    best = max(values) if player == MAX else min(values)
    costs = tuple(abs(best - value) for value in values)
    played = tuple(_number(rated[move].probability) for move in moves)
    labels = tuple(solution.game.move_text(position, move) for move in moves)
    return PlayerMoves(moves, labels, played, [played], costs, values)


def _number(value: Any) -> float:
    if value is None:
        raise GameError("the balance of a game can be measured only where every move has a value")
    return float(value)


def _branches(outcome: Any, number: Any) -> list[Branch]:
    """Flatten an outcome; unlike in the solver's graph, every end keeps its own result."""
    weights: dict[tuple[Any, int], float] = {}
    for branch in reversed(list(branches(outcome, float))):  # the last first, as positions are numbered
        if branch.probability:
            key = branch.reward, END if branch.after is outcomes.END else number(branch.after)
            weights[key] = weights.get(key, 0.0) + branch.probability
    return [(weight, reward, child) for (reward, child), weight in weights.items()]


def after_all_it_leads_to(following: Sequence[Iterable[int]]) -> tuple[list[int], bool]:
    """Return numbers so that each comes after all it leads to, and whether that failed: something recurs.

    >>> after_all_it_leads_to([[1, 2], [2], []])
    ([2, 1, 0], False)
    >>> after_all_it_leads_to([[1], [0]])
    ([1, 0], True)
    """
    state = bytearray(len(following))  # 0 not seen, 1 on the path, 2 done
    order: list[int] = []
    recurs = False
    for root in range(len(following)):
        path = [] if state[root] else [(root, iter(following[root]))]
        state[root] = state[root] or 1
        while path:
            at, waiting = path[-1]
            child = next(waiting, None)
            if child is None:
                path.pop()
                state[at] = 2
                order.append(at)
            elif not state[child]:
                state[child] = 1
                path.append((child, iter(following[child])))
            elif state[child] == 1:
                recurs = True
    return order, recurs


def possible_results(walked: Walk, most: int = 3, rounds: int = 50) -> tuple[Any, Any, set[Any] | None]:
    """Return the least and the largest sum of rewards that any play can bring, and all of them if few.

    Where positions recur with rewards the sums have no bound; after some rounds it is left at that.
    """
    # Many pairs of moves lead to the same.
    leads = [{branch[1:] for cell in spot.cells for branch in cell} for spot in walked.spots]
    few: list[set[Any] | None] = [set() for _ in walked.spots]
    ends: list[tuple[Any, Any] | None] = [None] * len(walked.spots)
    for _ in range(rounds if walked.recurs else 1):
        changed = False
        for at in walked.order:
            sums: set[Any] | None = set()
            low: Any = None
            high: Any = None
            for reward, child in leads[at]:
                child_bounds = (0, 0) if child == END else ends[child]
                if child_bounds is None:
                    continue
                low = reward + child_bounds[0] if low is None else min(low, reward + child_bounds[0])
                high = reward + child_bounds[1] if high is None else max(high, reward + child_bounds[1])
                more = {0} if child == END else few[child]
                sums = None if sums is None or more is None else sums | {reward + x for x in more}
                if sums is not None and len(sums) > most:
                    sums = None
            now = None if low is None else (low, high)
            changed = changed or now != ends[at] or sums != few[at]
            ends[at], few[at] = now, sums
        if not changed:
            break
    low, high = ends[0] or (0, 0)
    return low, high, few[0]


def par_of(walked: Walk, game: Game[Any]) -> Any | None:
    """Return the result at which neither player is ahead, as far as the results show it.

    The rules may say it (`Game.par`). Where somebody can lose points it is 0. Where play can go on for ever,
    that is a draw. Where all results are 0, 1/2 or 1, shares of a win, it is 1/2; otherwise only the rules
    can say how many points suffice.
    """
    if game.par is not None:
        if not isinstance(game.par, Real) or isinstance(game.par, bool):
            raise GameError(f"par is {short(repr(game.par))}: it must be the result that is even, such as 0")
        return game.par
    low, high, few = possible_results(walked)
    if low < 0 or (low == high == 0):
        return 0
    endless = getattr(game, "endless", None)
    if endless is not None and walked.recurs:
        return endless
    if few is not None and few <= {0, 0.5, 1}:
        from fractions import Fraction

        return Fraction(1, 2)
    return None
