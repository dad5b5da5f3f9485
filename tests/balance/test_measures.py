"""The measures of games whose answers are known from elsewhere."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from scipy.sparse import eye_array
from scipy.sparse.linalg import spsolve

from goofspiel import Goofspiel
from nim import Nim
from pig import Pig
from rock_paper_scissors import RockPaperScissors
from saizen import MAX, MIN, Chance, Decision, Game, Simultaneous, Terminal, load, solve
from saizen.balance.measures import Careless
from saizen.balance.measuring import measure
from saizen.balance.report import report
from saizen.errors import GameError
from saizen.policies import payoff


class Unfair(Game[str]):
    """MAX names a prize and gets it; naming nothing is never right."""

    def start(self):
        return "start"

    def look(self, position):
        return Decision(MAX, {"nothing": Terminal(-1), "one": Terminal(1), "two": Terminal(2)})


class Tied(Game[int]):
    """Two equal roads, one longer and through a coin."""

    def start(self):
        return 0

    def look(self, position):
        if position == 0:
            return Decision(MAX, {"end": Terminal(0), "on": 1})
        return Decision(MIN, {"coin": Chance.uniform([Terminal(1), Terminal(-1)])})


class Stake(Game[str]):
    """Matching pennies where one match counts double: value 1/5 to nobody's surprise but MIN's."""

    def start(self):
        return "start"

    def look(self, position):
        pay = {("h", "h"): 2, ("t", "t"): 1}
        return Simultaneous("ht", "ht", lambda a, b: Terminal(pay.get((a, b), -1)))


def determined(number):
    assert number.determined
    return number.low


def test_rock_paper_scissors():
    found = measure(RockPaperScissors())
    assert (found.value, found.ahead, found.par, found.several, found.choices) == (0, "even", 0, 0, 2)
    for side in found.sides.values():
        assert determined(side.win) == pytest.approx(1 / 3)
        assert [determined(side.used[move]) for move in ("rock", "paper", "scissors")] == pytest.approx(
            [1 / 3] * 3
        )
        assert side.never_right == []
        assert side.careless["random"] == pytest.approx((0, 0), abs=1e-12)
    assert determined(found.draw) == pytest.approx(1 / 3)
    assert determined(found.length) == 1


@pytest.mark.parametrize(("heaps", "winner"), [((3, 2), "max"), ((2, 2), "min"), ((3, 2, 1), "min")])
def test_nim(heaps, winner):
    found = measure(Nim(heaps))
    assert found.ahead == winner
    assert {name: determined(side.win) for name, side in found.sides.items()} == {
        "max": float(winner == "max"),
        "min": float(winner == "min"),
    }
    assert determined(found.draw) == 0
    assert any("No chance" in note for note in found.notes)


def test_an_unfair_game_of_three_lines():
    found = measure(Unfair())
    side = found.sides["max"]
    assert (found.value, found.ahead) == (2, "max")
    assert side.never_right == ["nothing", "one"]
    assert side.careless["random"] == pytest.approx((2 / 3, 4 / 3))
    assert side.careless["strength 0.5"] == pytest.approx((4 / 3, 2 / 3))
    assert side.careless["cost at most 0.1"] == (2, 0)
    loose = measure(Unfair(), careless=[Careless(slack=1)]).sides["max"].careless["cost at most 1"]
    assert loose == pytest.approx((1.5, 0.5))


def test_ranges_are_over_all_equilibria():
    found = measure(Tied())
    assert (found.several, found.choices, found.unique_opening) == (1, 1, False)
    assert (found.draw.low, found.draw.high) == (0, 1)
    assert (found.length.low, found.length.high) == (1, 2)
    assert (found.sides["max"].win.low, found.sides["max"].win.high) == (0, 0.5)


def test_a_mixture_with_unequal_stakes():
    found = measure(Stake())
    assert found.value == Fraction(1, 5)
    assert determined(found.sides["max"].used["h"]) == pytest.approx(2 / 5)
    assert determined(found.sides["max"].win) == pytest.approx((2 / 5) ** 2 + (3 / 5) ** 2)


@pytest.mark.parametrize("goal", [6, 13])
def test_pig_as_a_markov_chain(goal):
    """Length and chances from the linear system of the whole chain, written apart."""
    game, solution = Pig(goal), solve(Pig(goal))
    positions = list(solution.positions)
    number = {position: i for i, position in enumerate(positions)}
    matrix, wins, moves = (
        eye_array(len(positions)).tolil(),
        np.zeros(len(positions)),
        np.zeros(len(positions)),
    )
    for i, position in enumerate(positions):
        node = game.look(position)
        if isinstance(node, Terminal):
            wins[i] = node.value
            continue
        if isinstance(node, Decision):
            moves[i] = 1
            weights = [(p, node.options[move]) for move, p in solution.strategy(position).items()]
        else:
            weights = [(1, node)]
        for p, outcome in weights:
            for q, after in outcome.outcomes if isinstance(outcome, Chance) else [(1, outcome)]:
                matrix[i, number[after]] -= float(p * q)
    found = measure(game)
    length, win = spsolve(matrix.tocsc(), np.column_stack([moves, wins]))[0]
    assert determined(found.length) == pytest.approx(length, rel=1e-10)
    assert determined(found.sides["max"].win) == pytest.approx(win, rel=1e-10)
    assert determined(found.sides["max"].win) == pytest.approx(float(found.value))
    total = sum(determined(used) for side in found.sides.values() for used in side.used.values())
    assert total == pytest.approx(determined(found.length))
    assert found.par == Fraction(1, 2)


def test_results_are_sums_of_rewards():
    """Goofspiel pays on the way: who wins is the sign of all that was paid."""
    game, solution = Goofspiel(4), solve(Goofspiel(4))

    def chances(position, points):
        node = game.look(position)
        if isinstance(node, Terminal):
            return np.array([points > 0, points == 0, points < 0], float)
        mine, yours = solution.strategy(position, MAX), solution.strategy(position, MIN)
        total = np.zeros(3)
        for a, p in mine.items():
            for b, q in yours.items():
                step = node.outcome(a, b)
                total += float(p * q) * chances(step.next, points + step.reward)
        return total

    win, draw, loss = chances(game.start(), 0)
    found = measure(game)
    first, second = found.sides.values()
    assert determined(found.length) == pytest.approx(4)
    for number, right in ((first.win, win), (found.draw, draw), (second.win, loss)):
        assert number.low - 1e-9 <= right <= number.high + 1e-9
    assert first.win.low == pytest.approx(second.win.low)
    assert draw > 0


@pytest.mark.parametrize("game", [Nim((3, 2, 1)), Goofspiel(3), Pig(6), Stake()], ids=repr)
def test_careless_players_by_another_way(game):
    """What a careless player gets is what the exact solver gives where choices became lotteries."""
    solution = solve(game)
    start = solution.value(game.start())

    def half(position, player):
        best = solution.strategy(position, player)
        moves = [found.move for found in solution.moves(position, player)]
        return {move: best.get(move, 0) / Fraction(2) + Fraction(1, 2 * len(moves)) for move in moves}

    found = measure(game)
    for name, policy in (("random", {}), ("strength 0.5", half)):
        worth = {"max": payoff(game, policy, solution), "min": payoff(game, solution, policy)}
        for side, gets in worth.items():
            assert found.sides[side].careless[name] == pytest.approx((float(gets), abs(float(gets - start))))


def test_points_have_no_winner_unless_told():
    game = load("tricks").game(left="6,4,1", right="5,3,2", score="3")
    game.par = None
    found = measure(game)
    assert (found.par, found.ahead, found.draw) == (None, None, None)
    told = measure(game, par=Fraction(3, 2))
    assert told.ahead in ("left", "right")
    assert sum(determined(side.win) for side in told.sides.values()) == 1


def test_one_player_and_costs():
    found = measure(load("abgame").game(places=2, symbols=3))
    assert found.value == Fraction(13, 6)
    assert determined(found.length) == pytest.approx(13 / 6)
    assert found.sides["guesser"].careless["random"][1] > 0


def test_floats_do_not_tell_of_ties():
    found = measure(Tied(), exact=False)
    assert found.several is None
    assert any("floats" in note for note in found.notes)


def test_too_many_positions():
    with pytest.raises(GameError, match="more than 10 positions"):
        measure(Pig(10), max_positions=10)


@dataclass(frozen=True)
class Rewarded(Game[int]):
    """A coin that pays until it stops: sums without a bound."""

    def start(self):
        return 0

    def look(self, position):
        from saizen import Step

        return Chance.uniform([Step(1, 0), Terminal(-1)])


def test_sums_without_a_bound():
    found = measure(Rewarded(), max_positions=10)
    assert (found.value, found.draw) == (0, None)
    assert any("add up" in note for note in found.notes)


@pytest.mark.parametrize("name", load("rivals").small())
def test_rivals_by_layers_and_by_the_walk(name):
    """The fast way of R-Rivals finds what the walk over every position finds."""
    from saizen.games.rivals.equilibria.measures import measure_balance

    game = load("rivals").small()[name]
    slow, fast = measure(game), measure_balance(game.rules)
    for number in ("draw", "length"):
        a, b = getattr(slow, number), getattr(fast, number)
        assert (a.low, a.high) == pytest.approx((b.low, b.high), abs=1e-9)
    assert (slow.choices, slow.several) == (fast.choices, fast.several)
    for a, b in zip(slow.sides.values(), fast.sides.values(), strict=True):
        assert (a.win.low, a.win.high) == pytest.approx((b.win.low, b.win.high), abs=1e-9)
        right = {move: counts for move, counts in b.right.items() if any(counts)}
        assert a.right == right
        for move, used in a.used.items():
            assert (used.low, used.high) == pytest.approx((b.used[move].low, b.used[move].high), abs=1e-9), (
                move
            )


@pytest.mark.parametrize(("par", "ahead"), [(0, "max"), (1, "even"), (Fraction(3, 2), "min")])
def test_the_rules_may_say_which_result_is_even(monkeypatch, par, ahead):
    monkeypatch.setattr(Nim, "par", par)
    found = measure(Nim((2, 1)))
    assert (found.value, found.par, found.ahead) == (1, par, ahead)
    assert measure(Nim((2, 1)), par=-5).ahead == "max"


@pytest.mark.parametrize("par", ["even", True, lambda game: 0])
def test_what_is_even_is_a_number(monkeypatch, par):
    monkeypatch.setattr(Nim, "par", par)
    with pytest.raises(GameError, match="it must be the result that is even"):
        measure(Nim((2, 1)))


@pytest.mark.parametrize("objective", ["take", "avoid"])
def test_half_of_the_score_cards_is_even(objective):
    found = measure(load("tricks").game(left="4,2", right="3,1", score="4,3", objective=objective))
    assert found.par == 1
    most = {"take": "left", "avoid": "right"}[objective]  # who wants Left to take many
    assert found.ahead == {2: most, 1: "even", 0: ({"left", "right"} - {most}).pop()}[found.value]


class Chase(Game[str]):
    """MAX hunts and MIN runs, in a circle: nobody is caught unless ``caught`` says so."""

    endless = 0

    def __init__(self, caught=False):
        self.caught = caught

    def start(self):
        return "hunt"

    def look(self, position):
        if position == "hunt":
            return Decision(MAX, {"follow": "run", "wait": "run"})
        return Decision(MIN, {"stand": Terminal(1)} if self.caught else {"run": "hunt", "stand": Terminal(1)})


def test_endless_play_is_a_draw_and_has_no_length(monkeypatch):
    found = measure(Chase())
    assert (found.value, found.ahead, found.par) == (0, "even", 0)
    assert {name: side.win.low for name, side in found.sides.items()} == {"max": 0, "min": 0}
    assert (found.draw.low, found.length, found.endless) == (1, None, 1)
    rows = dict(report("chase", {}, found).tables[0].rows)
    assert (rows["moves in a game"], rows["draw"]) == ("endless", "1.0000")
    caught = measure(Chase(caught=True))
    compared = report("chase", {}, found, caught).tables[0]
    assert ["moves in a game", "2.0000", "endless", None] in [list(row) for row in compared.rows]
    monkeypatch.setattr(Chase, "par", 0.5)
    found = measure(Chase())
    assert (found.ahead, found.draw.low, found.sides["min"].win.low) == ("min", 0, 1)
    assert any("counts as a win of min" in note for note in found.notes)
