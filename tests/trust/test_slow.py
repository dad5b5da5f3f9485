"""Games whose turns are rarely the last: floats are right or refused, intervals contain the value."""

from array import array
from fractions import Fraction

import pytest

from saizen import MAX, MIN, Chance, Decision, Game, Simultaneous, Step, Terminal, solve
from saizen.errors import GameError, TableError
from saizen.solver import intervals, recurring
from saizen.solver.solution import GraphSolution
from saizen.solver.values import Values

E, D = Fraction(1, 2 * 10**9), Fraction(1, 10**7)


class Alternating(Game):
    """Two positions between which policies in floats go back and forth."""

    def __init__(self, number=Fraction):
        self.rare, self.seldom = number(E), number(D)

    def start(self):
        return "b"

    def look(self, position):
        e, d = self.rare, self.seldom
        if position == "b":
            ends = Chance(((e, Terminal(2)), (1 - e, "c")))
            return Decision(MIN, {"x": ends, "y": Step(2, Chance(((d, Terminal(3)), (1 - d, "c"))))})
        return Decision(MAX, {"z": Step(-2, Chance(((d, "b"), (1 - d, "c"))))})


class Paid(Game):
    """Whoever stays pays 1/2 a turn, and a turn is the last with a tiny chance; ``places`` in a circle."""

    def __init__(self, stop, places=1, unseen=False):
        self.stop, self.places, self.unseen = stop, places, unseen

    def start(self):
        return 0

    def look(self, place):
        on = (place + 1) % self.places
        turn = Step(Fraction(-1, 2), Chance(((self.stop, Terminal(0)), (1 - self.stop, on))))
        other = Step(Fraction(-1, 4), Chance(((self.stop, Terminal(0)), (1 - self.stop, on))))
        if self.unseen:
            return Simultaneous("ab", "ab", lambda row, column: turn if row == column else other)
        return Decision(MAX, {"on": turn})


def test_policies_in_floats_come_to_an_end():
    exact = solve(Alternating())
    exact.check()
    floats = solve(Alternating(), exact=False)
    for position in "bc":
        assert floats.value(position) == pytest.approx(float(exact.value(position)), rel=1e-12)


def test_floats_in_the_rules_are_read_as_they_are():
    floats = solve(Alternating(float), exact=False)
    assert floats.value("c") == pytest.approx(float(solve(Alternating()).value("c")), rel=1e-6)


def test_too_large_a_part_is_refused_where_floats_do_not_tell(monkeypatch):
    monkeypatch.setattr(recurring, "MOST_RATIONAL", 1)
    with pytest.raises(GameError, match="recurs too often for floats"):
        solve(Alternating(), exact=False)


@pytest.mark.parametrize("power", [4, 9, 14, 19])
def test_float_values_are_right_where_turns_are_rarely_the_last(power):
    game = Paid(Fraction(1, 10**power), places=2)
    assert solve(game, exact=False).value(0) == pytest.approx(-(10**power) / 2, rel=1e-9)
    assert solve(game).value(0) == Fraction(-(10**power), 2)


@pytest.mark.parametrize("large", [False, True], ids=["solved", "proved"])
@pytest.mark.parametrize("power", [1, 4, 8])
def test_intervals_where_turns_are_rarely_the_last(power, large, monkeypatch):
    if large:
        monkeypatch.setattr(intervals, "LARGE", 2)
    game = Paid(Fraction(1, 10**power), places=3, unseen=True)
    low, high = map(Fraction, solve(game, exact=False).interval(0))
    value = Fraction(-3 * 10**power, 8)
    assert low <= value <= high
    assert high - low <= abs(value) / 10**12


def test_bounds_that_contradict_each_other_are_refused():
    game = Paid(Fraction(1, 2), unseen=True)
    solution = solve(game, exact=False)
    values, low, _ = solution.parts
    turned = GraphSolution(solution.graph, values, (Values(array("d", [1.0]), None), low))
    with pytest.raises(TableError, match="not between"):
        turned.interval(0)
    with pytest.raises(TableError, match="should be"):
        turned.check()
    narrow = Values(array("d", [-0.5]), None)
    with pytest.raises(TableError, match="should be"):
        GraphSolution(solution.graph, narrow, (narrow, narrow)).check()
