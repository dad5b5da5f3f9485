"""Facts about a game that other libraries need before it starts: numbered moves, bounds, lengths.

saizen's rules say what is possible at a position and nothing more. Here every reachable position is visited
once, to number the moves and to bound payoffs, lotteries and the length of a game: so this is for
games that are
small enough to be solved.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saizen.errors import SaizenError, rules_at_work
from saizen.game import (
    DEALER,
    MAX,
    MIN,
    Chance,
    Decision,
    Game,
    Move,
    Node,
    Real,
    Simultaneous,
    hides,
    legal_moves,
)
from saizen.outcomes import END, branches, outcomes_of
from saizen.sitting.replay import Moment, lead
from saizen.solver.hidden.stories import view_text

MOST_POSITIONS = 500_000
LONGEST_PLAY = 10_000
"""The stated maximum length of a game whose positions can recur."""

Edge = tuple[Real, int, int]
"""A branch: its reward, its target (-1: the end), and its numbers of choices and random events."""


@dataclass(frozen=True)
class GameIndex:
    """A game seen as a whole; make one with `index_game`. Moves are numbered as they are found."""

    game: Game[Any]
    moves: tuple[Move, ...]
    seats: tuple[int, ...]
    """The players who choose anywhere."""
    positions: int
    most_outcomes: int
    """Of a lottery; 0 if there is none."""
    simultaneous: bool
    """Whether both choose at once anywhere."""
    least: Real
    most: Real
    """Bounds of what MAX can get from the start, however both play."""
    longest: int
    """Choices and lotteries of the longest game; `LONGEST_PLAY` if positions can recur."""
    recurs: bool
    longest_text: int
    """Characters of the longest text of what a player sees."""
    numbers: dict[Move, int] = field(repr=False)
    """Of the moves."""
    texts: dict[Any, str] = field(repr=False)
    """Of the positions; of equal ones the first that was found, since a text may tell what came before."""

    def seen(self, position: Any, player: int) -> str:
        """Write what a player sees: the text of a position, or where cards are hidden his view of it."""
        if not hides(self.game):
            return self.texts[position]
        return view_text(self.game.sees(position, player))

    def observation(self, position: Any, player: int) -> NDArray[np.int32]:
        """Return what a player sees as an array: the characters of its text, zeros behind."""
        written = [ord(sign) for sign in self.seen(position, player)]
        seen = np.zeros(max(1, self.longest_text), np.int32)
        seen[: len(written)] = written
        return seen

    def mask(self, node: Node, player: int) -> NDArray[np.int8]:
        """Return 1 for each move that a player can make at a node, by number."""
        legal = np.zeros(max(1, len(self.moves)), np.int8)
        legal[[self.numbers[move] for move in legal_moves(node, player)]] = 1
        return legal


def index_game(game: Game[Any], *, max_positions: int = MOST_POSITIONS) -> GameIndex:
    """Visit every position of a game.

    >>> from nim import Nim
    >>> index = index_game(Nim((2, 1)))
    >>> index.moves, index.positions, index.longest, (index.least, index.most)
    (('2 to 0', '2 to 1', '1 to 0'), 7, 3, (-1, 1))
    """
    start, hidden, longest_text = game.start(), hides(game), 0
    order, number_of, texts = [start], {start: 0}, {}
    numbers: dict[Move, int] = {}
    edges: list[list[Edge]] = []
    seats: set[int] = set()
    most_outcomes, simultaneous = 0, False
    for position in order:
        with rules_at_work(f"look() at {position!r}"):
            node = game.look(position)
            texts[position] = game.text(position)
            seen = [texts[position]]
            if hidden:
                seen = [view_text(game.sees(position, player)) for player in (MAX, MIN)]
            longest_text = max(longest_text, *map(len, seen))
        for player in (MAX, MIN):
            for move in legal_moves(node, player):
                seats.add(player)
                numbers.setdefault(move, len(numbers))
        simultaneous |= isinstance(node, Simultaneous)
        branches: list[Edge] = []
        for reward, following, steps, width in _branches(node):
            most_outcomes = max(most_outcomes, width)
            if following is None:
                branches.append((reward, -1, steps))
                continue
            if following not in number_of:
                number_of[following] = len(order)
                order.append(following)
            branches.append((reward, number_of[following], steps))
        edges.append(branches)
        if len(order) > max_positions:
            raise SaizenError(
                f"{game!r} has more than {max_positions:,} positions: too large to number its moves; "
                "use a smaller game, or raise max_positions"
            )
    bounds = _bounds(edges)
    least, most, longest = bounds or _loose(edges)
    return GameIndex(
        game,
        tuple(numbers),
        tuple(sorted(seats)),
        len(order),
        most_outcomes,
        simultaneous,
        least,
        most,
        longest,
        bounds is None,
        longest_text,
        numbers,
        texts,
    )


def _branches(node: Node) -> Iterator[tuple[Real, Any, int, int]]:
    """Yield (reward, next position or None, choices and lotteries, outcomes of the widest lottery)."""
    choices = int(isinstance(node, Decision | Simultaneous))
    for outcome in outcomes_of(node):
        for _, reward, after, lotteries in branches(outcome):
            steps = choices + len(lotteries)
            yield reward, None if after is END else after, steps, max(lotteries, default=0)


def _bounds(edges: Sequence[Sequence[Edge]]) -> tuple[Real, Real, int] | None:
    """Return the least, the most and the longest from the start; None if positions can recur."""
    before: list[list[int]] = [[] for _ in edges]
    waiting = [sum(child >= 0 for _, child, _ in leaving) for leaving in edges]
    for at, leaving in enumerate(edges):
        for _, child, _ in leaving:
            if child >= 0:
                before[child].append(at)
    bounds: list[tuple[Real, Real, int]] = [(0, 0, 0)] * len(edges)
    ready = [at for at, count in enumerate(waiting) if not count]
    for at in ready:
        after = [
            (gain, steps, bounds[child] if child >= 0 else (0, 0, 0)) for gain, child, steps in edges[at]
        ]
        bounds[at] = (
            min(gain + ends[0] for gain, _, ends in after),
            max(gain + ends[1] for gain, _, ends in after),
            max(steps + ends[2] for _, steps, ends in after),
        )
        for parent in before[at]:
            waiting[parent] -= 1
            if not waiting[parent]:
                ready.append(parent)
    return bounds[0] if len(ready) == len(edges) else None


def _loose(edges: Sequence[Sequence[Edge]]) -> tuple[Real, Real, int]:
    """Bound a game whose positions recur: by its ends, and by what `LONGEST_PLAY` steps could pay."""
    ends = [gain for branches in edges for gain, child, _ in branches if child < 0]
    gains = [gain for branches in edges for gain, child, _ in branches if child >= 0]
    low, high = LONGEST_PLAY * min(0, *gains), LONGEST_PLAY * max(0, *gains)
    return min(ends) + low, max(ends) + high, LONGEST_PLAY


def outcome_of(moment: Moment[Any], moves: dict[int, Any]) -> Any:
    """Return what moves lead to at a moment; the dealer's move is a place in the list of outcomes."""
    match moment.node:
        case Decision(player, options):
            return options[moves[player]]
        case Simultaneous(_, _, outcome):
            return outcome(moves[MAX], moves[MIN])
        case Chance(outcomes):
            return outcomes[moves[DEALER]][1]
    raise SaizenError(f"{moment.position!r}: the game is over")


def step(game: Game[Any], moment: Moment[Any], moves: dict[int, Any]) -> Moment[Any]:
    """Carry out moves of all seats that are awaited; the dealer's is a place in the list of outcomes."""
    return lead(game, moment, {**moment.moves, **moves}, outcome_of(moment, moves))


def draw_chance(game: Game[Any], moment: Moment[Any], dice: random.Random) -> Moment[Any]:
    """Draw lotteries until somebody has to choose or the game is over."""
    while isinstance(moment.node, Chance):
        weights = [float(p) for p, _ in moment.node.outcomes]
        moment = step(game, moment, {DEALER: dice.choices(range(len(weights)), weights)[0]})
    return moment
