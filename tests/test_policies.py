"""Policies of any game: payoffs, best responses, regret."""

from dataclasses import replace
from fractions import Fraction

import pytest

from goofspiel import Goofspiel
from nim import Nim
from pig import Pig
from rock_paper_scissors import RockPaperScissors
from saizen import MAX, MIN, SaizenError, load, solve
from saizen.games import GAMES
from saizen.games.tricks.rules import Tricks
from saizen.policies import best_response, exploitability, mix_at, payoff, regret, regrets

KEYS = {"abgame": "2x3", "calculation": "stack game", "memory": "board, forced"}
SMALL = {f"{n}, {key}": g for n in GAMES for key, g in load(n).small().items() if key == KEYS.get(n, key)}
CHOSEN = {
    "nim": Nim((3, 2, 1)),
    "goofspiel": Goofspiel(3),
    "pig": Pig(6),
    "rps": RockPaperScissors(),
    **SMALL,
}


@pytest.mark.parametrize("name", CHOSEN)
def test_a_solution_is_not_exploitable(name):
    game = CHOSEN[name]
    solution = solve(game)
    found = exploitability(game, solution, solution=solution)
    assert set(found.costs.values()) == {0}
    assert payoff(game, solution, solution) == solution.value(game.start())


def test_rivals_own_exploitability_agrees():
    from saizen.games.rivals.equilibria.analysis import exploitability as own

    entry = load("rivals")
    for key, game in entry.small().items():
        solved = entry.solution(game)
        found = exploitability(game, {}, exact=False)
        assert found.costs[MAX] == pytest.approx(own(solved, "uniform"), abs=1e-9), key


def test_an_exploiter_finds_the_fault():
    always = {"start": {"rock": 1}}
    game = RockPaperScissors()
    assert exploitability(game, always).costs == {MAX: 1, MIN: 1}
    assert best_response(game, always, MIN).moves("start")[0].move == "paper"
    assert payoff(game, always, best_response(game, always, MAX)) == -1
    half = {"start": {"rock": Fraction(1, 2), "paper": Fraction(1, 2)}}
    assert exploitability(game, half).mean == Fraction(1, 2)
    assert regret(solve(game), always, "start", MAX) == 0  # against the equilibrium every move is as good


def test_regrets_of_a_policy_that_takes_all():
    game = Nim((3, 2, 1))
    solution = solve(game)

    def greedy(position, player):
        return {next(iter(game.look(position).options)): 1}

    found = regrets(solution, greedy)
    assert set(found.values()) == {0, 2}
    assert not any(regrets(solution, solution).values())
    assert all(cost >= 0 for cost in regrets(solve(Pig(6)), {}).values())


@pytest.mark.parametrize(
    ("mix", "why"),
    [
        ({"lizard": 1}, "plays 'lizard', which max cannot"),
        ({"rock": 0.5}, "are not a distribution"),
        ({"rock": Fraction(3, 2), "paper": Fraction(-1, 2)}, "are not a distribution"),
    ],
)
def test_what_is_no_policy_is_refused(mix, why):
    with pytest.raises(SaizenError, match=why):
        mix_at(RockPaperScissors(), {"start": mix}, "start", MAX)


def test_floats_may_be_a_little_off():
    third = {"start": dict.fromkeys(("rock", "paper", "scissors"), 0.1 + 0.7 / 3)}
    assert exploitability(RockPaperScissors(), third, exact=False).mean == pytest.approx(0, abs=1e-12)


def test_a_text_stands_for_the_position_however_it_is_written():
    """In trick taking, cards keep the numbers they were dealt with; positions are equal without them."""
    game = Tricks("AbBaab")
    decided = [position for position in solve(game).positions if position.cards]
    weakest = {position: {position.hand(position.turn)[-1]: 1} for position in decided}
    written = {game.text(replace(position, dealt=None)): mix for position, mix in weakest.items()}
    assert any(position.dealt for position in decided)
    assert payoff(game, written, weakest) == payoff(game, weakest, weakest) != payoff(game, {}, weakest)
    assert regrets(solve(game), written) == regrets(solve(game), weakest)
