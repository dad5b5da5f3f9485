"""The solver against the textbook: games that end, of every kind, solved in both ways."""

import random
from fractions import Fraction

import pytest

from breakthrough import Breakthrough
from clobber import Clobber
from connect_four import ConnectFour
from dots_and_boxes import DotsAndBoxes
from goofspiel import Goofspiel
from hex_board import Hex
from nim import Nim
from pig import Pig
from rock_paper_scissors import RockPaperScissors
from saizen import MAX, MIN, Chance, Decision, Game, Simultaneous, Step, Terminal, solve
from saizen.errors import GameError
from saizen.kernels import policy
from saizen.outcomes import END, branches, expectation
from saizen.solver import reference
from tic_tac_toe import TicTacToe

EXAMPLES = [
    Breakthrough(3, 4),
    Clobber(),
    ConnectFour(3, 3),
    DotsAndBoxes(),
    Goofspiel(3),
    Hex(),
    Nim((3, 2, 2)),
    RockPaperScissors(),
    TicTacToe(),
]


def compare(game):
    right = reference.solve(game)
    solution = solve(game, merge=False)
    assert len(solution) == len(right)
    assert {position: solution.value(position) for position in solution.positions} == right


@pytest.mark.parametrize("game", EXAMPLES, ids=lambda game: type(game).__name__)
def test_examples_that_end(game):
    compare(game)


def test_what_recurs_is_refused():
    with pytest.raises(GameError, match="recurs"):
        reference.solve(Pig(3))


class Thicket(Game[int]):
    """Random positions, each leading to later ones: steps, lotteries and ends, one inside the other."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.size = self.rng.randint(1, 12)
        self.nodes = [self.node(at) for at in range(self.size)]

    def number(self):
        return Fraction(self.rng.randint(-6, 6), self.rng.randint(1, 4))

    def outcome(self, at, depth=0):
        kind = self.rng.choice(["end", "position", "position", "step", "chance"][: 5 if depth < 3 else 3])
        if kind == "end" or at + 1 >= self.size:
            return Terminal(self.number())
        if kind == "position":
            return self.rng.randrange(at + 1, self.size)
        if kind == "step":
            return Step(self.number(), self.outcome(at, depth + 1))
        p = Fraction(self.rng.randint(0, 4), 4)
        return Chance([(p, self.outcome(at, depth + 1)), (1 - p, self.outcome(at, depth + 1))])

    def node(self, at):
        rows, columns = range(self.rng.randint(1, 3)), range(self.rng.randint(1, 3))
        cells = {(row, column): self.outcome(at) for row in rows for column in columns}
        kind = self.rng.choice(["terminal", "chance", "decision", "decision", "simultaneous"])
        if kind == "terminal":
            return Terminal(self.number())
        if kind == "chance":
            return Chance.uniform(cells.values())
        if kind == "decision":
            return Decision(self.rng.choice([MAX, MIN]), cells)
        return Simultaneous(rows, columns, lambda row, column: cells[row, column])

    def start(self):
        return 0

    def look(self, position):
        return self.nodes[position]


@pytest.mark.parametrize("mode", ["plain", "compiled"])
def test_random_games(mode, monkeypatch):
    monkeypatch.setattr(policy, "MODE", mode)
    for seed in range(120):
        game = Thicket(seed)
        right = reference.solve(game)
        solution = solve(game)
        for position in solution.positions:  # the reference has impossible ones as well
            assert solution.value(position) == right[position]


def test_branches_and_the_mean_of_an_outcome_agree():
    for seed in range(60):
        game = Thicket(seed)
        for node in game.nodes:
            for outcome in reference.outcomes_of(node):
                listed = list(branches(outcome))
                assert sum(branch.probability for branch in listed) == 1
                worth = sum(
                    branch.probability * (branch.reward + (0 if branch.after is END else branch.after**2))
                    for branch in listed
                )
                assert worth == expectation(outcome, lambda position: position**2)
