"""Random small games against enumeration; ``--games 20000`` tries so many a kind."""

import random
from fractions import Fraction

import pytest
from brute_games import (
    BOTH,
    by_bisection,
    by_induction,
    by_iteration,
    by_policies,
    costly,
    endless,
    endless_chance,
    slow_endless,
    slow_stopping,
    slow_unseen_cycle,
    stationary_bounds,
    stopping,
    tree,
    unseen_cycles,
    unseen_endless,
    unseen_tree,
)
from brute_games import (
    MAX as BY_MAX,
)

from saizen import MAX, MIN, Chance, Decision, Game, Simultaneous, Step, Terminal, solve


class Written(Game):
    """A small game as rules."""

    def __init__(self, small):
        self.small = small
        self.endless = small.endless

    def start(self):
        return 0

    def look(self, position):
        actions = self.small.actions[position]
        owner = self.small.owners[position]
        if owner == BOTH:
            return Simultaneous(
                range(len(actions)), range(len(actions[0])), lambda row, column: outcome(actions[row][column])
            )
        options = {k: outcome(action) for k, action in enumerate(actions)}
        return Decision(MAX if owner == BY_MAX else MIN, options)


def outcome(action):
    """Write an action as an outcome."""
    parts = [
        (p, Terminal(points) if target is None else Step(points, target) if points else target)
        for p, points, target in action
    ]
    return parts[0][1] if len(parts) == 1 else Chance(parts)


def games(kind, request):
    """Yield so many games of a kind as the flag says, each with its number."""
    for seed in range(request.config.getoption("--games")):
        yield seed, kind(random.Random(f"{kind.__name__} {seed}"))


VALUES = {
    tree: by_induction,
    unseen_tree: by_induction,
    stopping: by_policies,
    slow_stopping: by_policies,
    costly: by_policies,
    endless: by_policies,
    endless_chance: by_policies,
    slow_endless: by_policies,
}


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_values_are_those_of_enumeration(kind, request):
    for seed, small in games(kind, request):
        game, values = Written(small), VALUES[kind](small)
        solution, floats = solve(game), solve(game, exact=False)
        largest = max(1, *map(abs, values))
        for position in solution.positions:
            assert solution.value(position) == values[position], seed
            assert abs(floats.value(position) - values[position]) <= 2e-9 * largest, seed
        solution.check()


def test_intervals_contain_the_values(request):
    for seed, small in games(unseen_cycles, request):
        values = by_iteration(small)
        solution = solve(Written(small), exact=False)
        for position in solution.positions:
            low, high = map(Fraction, solution.interval(position))
            assert low - Fraction(1, 10**28) <= values[position] <= high + Fraction(1, 10**28), seed
            assert high - low <= Fraction(1, 10**14) * (1 + abs(values[position])), seed
        solution.check()


def test_intervals_contain_the_values_where_turns_are_rarely_the_last(request):
    wide = 0
    for seed, small in games(slow_unseen_cycle, request):
        bounds = by_bisection(small)
        solution = solve(Written(small), exact=False)
        for position in solution.positions:
            low, high = map(Fraction, solution.interval(position))
            assert low <= bounds[1][position], seed
            assert bounds[0][position] <= high, seed
            wide += high - low > Fraction(1, 10**14) * (1 + abs(bounds[0][position]))
    assert wide <= request.config.getoption("--games") / 50


def test_intervals_hold_where_play_may_be_endless(request):
    wide = 0
    for seed, small in games(unseen_endless, request):
        solution = solve(Written(small), exact=False)
        low, high = map(Fraction, solution.interval(0) or 2 * (solution.value(0),))
        least, most = stationary_bounds(small)
        assert least <= high, seed
        assert low <= most, seed
        wide += high - low > Fraction(1, 10**3)
    assert wide <= request.config.getoption("--games") / 20
