"""saizen's games in OpenSpiel: its own simulations, exploitability and values of our solutions."""

import random

import pytest

from goofspiel import Goofspiel
from hidden_goofspiel import HiddenGoofspiel
from hidden_tricks import HiddenTricks
from kuhn import Kuhn
from liars_dice import LiarsDice
from nim import Nim
from pig import Pig
from random_hidden import RandomGame
from rock_paper_scissors import RockPaperScissors
from saizen import MAX, MIN, Decision, Game, SaizenError, Step, Terminal, load, solve
from saizen.games import GAMES
from saizen.policies import exploitability as ours
from saizen.solver.hidden.stories import view_text

pyspiel = pytest.importorskip("pyspiel", reason="the extra 'openspiel' is not installed")

from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import expected_game_score, exploitability

from saizen.adapters.openspiel_game import SolutionPolicy, as_openspiel


class Coins(Game[int]):
    """Take one or two of five coins in turn; a coin taken is a point."""

    def start(self):
        return 5, MAX

    def look(self, position):
        left, player = position
        if not left:
            return Terminal(0)
        sign = 1 if player == MAX else -1
        return Decision(player, {n: Step(sign * n * n, (left - n, 1 - player)) for n in (1, 2) if n <= left})


EXAMPLES = {
    "nim": Nim((3, 2, 1)),
    "goofspiel": Goofspiel(3),
    "pig": Pig(6),
    "rock paper scissors": RockPaperScissors(),
    "own": Coins(),
}
GAMES_HERE = {**EXAMPLES, **{f"{name}, {key}": g for name in GAMES for key, g in load(name).small().items()}}
TREES = ("nim", "goofspiel", "rock paper scissors", "own")
"""Trees small enough for OpenSpiel's exploitability, which visits every history."""


@pytest.mark.parametrize("name", GAMES_HERE)
def test_openspiels_own_simulations(name, capfd):
    game = as_openspiel(GAMES_HERE[name])
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    assert pyspiel.load_game(game.get_type().short_name).num_distinct_actions() == game.num_distinct_actions()


@pytest.mark.parametrize("name", TREES)
def test_a_solution_cannot_be_exploited(name):
    game = GAMES_HERE[name]
    solution, there = solve(game), as_openspiel(game)
    played = pyspiel.convert_to_turn_based(there) if there.index.simultaneous else there
    policy = SolutionPolicy(solution, there, played)
    assert exploitability.exploitability(played, policy) == pytest.approx(0, abs=1e-9)
    values = expected_game_score.policy_value(played.new_initial_state(), [policy, policy])
    assert values == pytest.approx(
        [float(solution.value(game.start())), -float(solution.value(game.start()))]
    )


@pytest.mark.parametrize("name", TREES)
def test_exploitability_is_openspiels(name):
    """Of the policy that plays every move equally often, and of one that plays the first."""
    game = GAMES_HERE[name]
    there = as_openspiel(game)
    played = pyspiel.convert_to_turn_based(there) if there.index.simultaneous else there
    uniform = exploitability.exploitability(played, spiel_policy.UniformRandomPolicy(played))
    assert float(ours(game, {}).mean) == pytest.approx(uniform)
    first = spiel_policy.FirstActionPolicy(played)
    numbers = there.index.numbers
    mine = ours(game, lambda position, player: {min(moves(game, position, player), key=numbers.get): 1})
    assert float(mine.mean) == pytest.approx(exploitability.exploitability(played, first))


def moves(game, position, player):
    from saizen.game import legal_moves

    return legal_moves(game.look(position), player)


HIDDEN = [Kuhn(), HiddenGoofspiel(3), LiarsDice(3), HiddenTricks(5, 2, 2), RandomGame(3, depth=4)]


@pytest.mark.parametrize("game", HIDDEN, ids=lambda game: type(game).__name__)
def test_a_hidden_game_has_our_information_sets_there(game, capfd):
    """A player is told the same exactly in one information set of ours; nothing can be exploited."""
    solution, there = solve(game), as_openspiel(game)
    assert there.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    pyspiel.random_sim_test(there, num_sims=3, serialize=True, verbose=False)
    played = pyspiel.convert_to_turn_based(there) if there.index.simultaneous else there
    policy = SolutionPolicy(solution, there, played)
    assert exploitability.exploitability(played, policy) == pytest.approx(0, abs=1e-9)
    told, waiting = {}, [there.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            for player in range(2) if state.is_simultaneous_node() else [state.current_player()]:
                at = solution.place(player, state.place.stories[player])
                text = state.information_state_string(player)
                assert told.setdefault((player, text), at) == at
                seen = "".join(map(chr, map(int, state.observation_tensor(player)))).rstrip("\0")
                assert seen == view_text(game.sees(state.moment.position, player))
        if state.is_simultaneous_node():
            for row in state.legal_actions(0):
                for column in state.legal_actions(1):
                    waiting.append(state.clone())
                    waiting[-1].apply_actions([row, column])
        else:
            waiting += [state.child(action) for action in state.legal_actions()]
    assert len(set(told.values())) == len(told) == sum(solution.information_sets)


def test_names_are_not_given_twice():
    as_openspiel(Nim((2, 1)), "saizen_nim_of_this_test")
    with pytest.raises(SaizenError, match="already"):
        as_openspiel(Nim((2, 1)), "saizen_nim_of_this_test")


def test_a_game_of_min_alone_has_one_player_who_pays():
    game = load("abgame").game(places=1, symbols=3)
    there = as_openspiel(game)
    assert there.num_players() == 1
    state, dice = there.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
    assert state.returns()[0] <= -1
    assert there.seats == (MIN,)
