"""Policies for any game: the value of a policy, its best response, the cost of each of its decisions.

A *policy* gives the probabilities of moves at a position: a mapping from positions (or their texts) to mixes,
a function ``policy(position, player)``, or a `Solution`. A mix maps moves to probabilities. Where a mapping
has no entry, every move is equally likely. One policy serves both players; a pair of them is one each.

What beats a policy is itself a game: that player's choices become lotteries, and the generic solver does the
rest. So everything here is exact if the probabilities are, and positions may recur as in any game.
"""

import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from saizen.errors import SaizenError
from saizen.game import MAX, MIN, Chance, Decision, Game, Move, Node, Simultaneous, legal_moves, names_of
from saizen.notation import short
from saizen.solution import Solution
from saizen.solver import solve

Mix = Mapping[Move, Any]
Policy = Mapping[Any, Mix] | Callable[[Any, int], Mix] | Solution[Any]
TOLERANCE = 1e-9
"""Probabilities in floats may sum to 1 up to this."""


def mix_at(game: Game[Any], policy: Policy, position: Any, player: int) -> dict[Move, Any]:
    """Return the moves that a policy plays at a position with their probabilities, or refuse them in words.

    >>> from nim import Nim
    >>> mix_at(Nim((2,)), {}, ((2,), 0), 0)
    {'2 to 0': Fraction(1, 2), '2 to 1': Fraction(1, 2)}
    """
    legal = list(legal_moves(game.look(position), player))
    if isinstance(policy, Mapping):
        mix = policy.get(position)
        if mix is None:
            mix = policy.get(game.text(position))
        if mix is None:
            return dict.fromkeys(legal, Fraction(1, len(legal)))
    elif isinstance(policy, Solution):
        mix = policy.strategy(position, player)
    else:
        mix = policy(position, player)
    where = f"the policy at {short(game.text(position))}"
    for move in mix:
        if move not in legal:
            raise SaizenError(f"{where} plays {move!r}, which {names_of(game)[player]} cannot")
    total = sum(mix.values())
    inexact = any(isinstance(p, float) for p in mix.values())
    if any(p < 0 for p in mix.values()) or not math.isclose(total, 1, rel_tol=0, abs_tol=TOLERANCE * inexact):
        raise SaizenError(f"{where}: the probabilities {list(mix.values())} are not a distribution")
    return {move: mix[move] for move in legal if mix.get(move)}


def by_position(game: Game[Any], policy: Policy) -> Policy:
    """Return a policy whose texts are read, too: positions that are equal may be written in several ways.

    >>> from nim import Nim
    >>> by_position(Nim((2,)), {"((2,), 0)": {"2 to 0": 1}})[(2,), 0]
    {'2 to 0': 1}
    """
    if not isinstance(policy, Mapping):
        return policy
    read: dict[Any, Mix] = {}
    for key, mix in policy.items():
        if isinstance(key, str):
            with suppress(Exception):  # a text of no position is never asked for
                read[game.parse(key)] = mix
    return {**read, **policy}


class Against(Game[Any]):
    """The game that is left when ``fixed`` players follow policies: their choices have become lotteries."""

    def __init__(self, game: Game[Any], fixed: Mapping[int, Policy]) -> None:
        self.game = game
        self.fixed = {player: by_position(game, policy) for player, policy in fixed.items()}
        self.players = game.players

    def start(self) -> Any:
        """Return the start of the game itself."""
        return self.game.start()

    def text(self, position: Any) -> str:
        """Write a position as the game does."""
        return self.game.text(position)

    def parse(self, text: str) -> Any:
        """Read a position as the game does."""
        return self.game.parse(text)

    def move_text(self, position: Any, move: Move) -> str:
        """Write a move as the game does."""
        return self.game.move_text(position, move)

    def look(self, position: Any) -> Node:
        """Return what is left to choose."""
        node = self.game.look(position)
        mixes = {
            player: mix_at(self.game, policy, position, player)
            for player, policy in self.fixed.items()
            if legal_moves(node, player)
        }
        match node:
            case Decision(player, options) if player in mixes:
                return Chance([(p, options[move]) for move, p in mixes[player].items()])
            case Simultaneous(rows, columns, outcome) if mixes:
                lotteries = {
                    (row, column): Chance(
                        [
                            (p * q, outcome(a, b))
                            for a, p in mixes.get(MAX, {row: 1}).items()
                            for b, q in mixes.get(MIN, {column: 1}).items()
                        ]
                    )
                    for row in ([None] if MAX in mixes else rows)
                    for column in ([None] if MIN in mixes else columns)
                }
                if len(mixes) == 2:
                    return lotteries[None, None]
                free = MIN if MAX in mixes else MAX
                return Decision(free, {moves[free]: lottery for moves, lottery in lotteries.items()})
        return node


def best_response(game: Game[Any], policy: Policy, player: int, *, exact: bool = True) -> Solution[Any]:
    """Solve the game against a player who follows a policy: the value is what the policy guarantees.

    >>> from rock_paper_scissors import RockPaperScissors
    >>> answer = best_response(RockPaperScissors(), {"start": {"rock": 1}}, MAX)
    >>> answer.value("start"), answer.moves("start")[0].move
    (-1, 'paper')
    """
    answer: Solution[Any] = solve(Against(game, {player: policy}), exact=exact)
    return answer


def payoff(game: Game[Any], first: Policy, second: Policy, *, exact: bool = True) -> Any:
    """Return what MAX gets from the start if both follow their policies.

    >>> from rock_paper_scissors import RockPaperScissors
    >>> payoff(RockPaperScissors(), {"start": {"rock": 1}}, {})
    0
    """
    return solve(Against(game, {MAX: first, MIN: second}), exact=exact).value(game.start())


@dataclass(frozen=True, slots=True)
class Exploitability:
    """The distance of policies from optimal play, by player."""

    value: Any
    """Of the game, to MAX."""
    guaranteed: Mapping[int, Any]
    """The value to MAX of the best response to each player's policy."""

    @property
    def costs(self) -> dict[int, Any]:
        """The loss of each player's policy against a best response; a policy with 0 cannot be exploited."""
        return {player: abs(self.value - worth) for player, worth in self.guaranteed.items()}

    @property
    def mean(self) -> Any:
        """The mean of the costs, which is what OpenSpiel calls the exploitability of a policy."""
        return sum(self.costs.values()) / Fraction(len(self.costs))


def exploitability(
    game: Game[Any], policy: Policy, *, solution: Solution[Any] | None = None, exact: bool = True
) -> Exploitability:
    """Return what best responses get against a policy, compared with the value of the game.

    >>> from nim import Nim
    >>> found = exploitability(Nim((2, 1)), {})
    >>> found.value, found.costs, found.mean
    (1, {0: Fraction(4, 3), 1: 0}, Fraction(2, 3))
    """
    solution = solution or solve(game, exact=exact)
    value = solution.value(game.start())
    seats = [player for player in (MAX, MIN) if player in names_of(game)]
    guaranteed = {
        player: best_response(game, policy, player, exact=exact).value(game.start()) for player in seats
    }
    return Exploitability(value, guaranteed)


def regret(solution: Solution[Any], policy: Policy, position: Any, player: int) -> Any:
    """Return what a policy's decision at a position gives away, all that follows being best play.

    >>> from nim import Nim
    >>> regret(solve(Nim((2, 1))), {}, ((2, 1), 0), 0)
    Fraction(4, 3)
    """
    mix = mix_at(solution.game, policy, position, player)
    value = solution.value(position)
    sign = 1 if player == MAX else -1
    values = {choice.move: choice.value for choice in solution.moves(position, player, among=list(mix))}
    if value is None or any(values.get(move) is None for move in mix):
        raise SaizenError(f"{short(solution.game.text(position))}: the value of a move is not known")
    return sum(p * max(0 * value, sign * (value - values[move])) for move, p in mix.items())


def regrets(solution: Solution[Any], policy: Policy) -> dict[tuple[Any, int], Any]:
    """Return what a policy gives away at each position where a player chooses, by (position, player).

    The solution must know its positions, as those of the generic solver do.

    >>> from nim import Nim
    >>> found = regrets(solve(Nim((2, 1))), {})
    >>> len(found), max(found.values())
    (5, Fraction(4, 3))
    """
    positions = solution.positions
    if positions is None:
        raise SaizenError(f"{solution!r} does not list its positions: ask about one with regret(...)")
    policy = by_position(solution.game, policy)
    return {
        (position, player): regret(solution, policy, position, player)
        for position in positions
        for player in (MAX, MIN)
        if legal_moves(solution.game.look(position), player)
    }
