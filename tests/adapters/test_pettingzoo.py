"""Any game of two in PettingZoo, any game of one in Gymnasium, by the tests of these libraries."""

import warnings

import numpy as np
import pytest

from ab_duel import AbDuel
from goofspiel import Goofspiel
from hidden_goofspiel import HiddenGoofspiel
from hidden_tricks import HiddenTricks
from kuhn import Kuhn
from nim import Nim
from pig import Pig
from rock_paper_scissors import RockPaperScissors
from saizen import MAX, MIN, SaizenError, load, solve
from saizen.errors import MoveError
from saizen.game import Simultaneous
from saizen.games import GAMES

pytest.importorskip("pettingzoo", reason="the extra 'pettingzoo' is not installed")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test

from saizen.adapters.game_index import index_game
from saizen.adapters.gymnasium import SaizenEnv
from saizen.adapters.pettingzoo import SaizenAEC, SaizenParallel

SMALL = {f"{name}, {key}": game for name in GAMES for key, game in load(name).small().items()}
SEATS = {name: index_game(game).seats for name, game in SMALL.items()}
TWO = {
    "nim": Nim((3, 2, 1)),
    "goofspiel": Goofspiel(3),
    "pig": Pig(10),
    "rock paper scissors": RockPaperScissors(),
    "kuhn": Kuhn(),
    "hidden goofspiel": HiddenGoofspiel(3),
    "hidden tricks": HiddenTricks(5, 2, 2),
    "AB duel": AbDuel(),
    **{name: game for name, game in SMALL.items() if SEATS[name] == (MAX, MIN)},
}
ONE = {name: game for name, game in SMALL.items() if len(SEATS[name]) == 1}


def test_all_five_games_are_among_them():
    names = {name.split(",")[0] for name in [*TWO, *ONE]}
    assert set(GAMES) <= names
    assert len(TWO) > 6
    assert len(ONE) > 6


@pytest.mark.parametrize("name", TWO)
def test_one_after_the_other(name, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about masks of agents who do not move, and missing pictures
        api_test(SaizenAEC(TWO[name]), num_cycles=50)
        seed_test(lambda: SaizenAEC(TWO[name]), num_cycles=20)


@pytest.mark.parametrize("name", [n for n, game in TWO.items() if index_game(game).simultaneous])
def test_at_once(name, capsys):
    parallel_api_test(SaizenParallel(TWO[name]), num_cycles=50)
    parallel_seed_test(lambda: SaizenParallel(TWO[name]), num_cycles=20)


@pytest.mark.parametrize("name", ONE)
def test_alone(name):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*Box observation space.*")
        warnings.filterwarnings("ignore", message=".*not within the.*")
        check_env(SaizenEnv(ONE[name]), skip_render_check=True)


@pytest.mark.parametrize("game", [Nim((3, 2)), Goofspiel(3), Pig(10)], ids=lambda game: type(game).__name__)
def test_rewards_are_what_the_game_pays(game):
    """Perfect play in the environment gets the value, on the average of games with dice."""
    solution, env = solve(game), SaizenAEC(game)
    dice = np.random.default_rng(5)
    totals = []
    for seed in range(400):
        env.reset(seed=seed)
        total = env.rewards["player_0"]
        while not env.moment.ended:
            player = env.possible_agents.index(env.agent_selection)
            mix = solution.strategy(env.moment.position, player)
            move = list(mix)[dice.choice(len(mix), p=[float(p) for p in mix.values()])]
            env.step(env.index.numbers[move])
            total += env.rewards["player_0"]
            assert env.rewards["player_0"] == -env.rewards["player_1"]
        totals.append(total)
    assert np.mean(totals) == pytest.approx(
        float(solution.value(game.start())), abs=4 * np.std(totals) / 20 + 1e-9
    )


def test_an_observation_is_the_text():
    env = SaizenAEC(Nim((3, 2)))
    env.reset()
    text = "".join(map(chr, env.observe("player_0")["observation"])).rstrip("\0")
    assert text == env.game.text(env.game.start())
    assert env.observe("player_0")["action_mask"].dtype == np.int8
    assert env.observe("player_0")["action_mask"].sum() == 5
    assert not env.observe("player_1")["action_mask"].any()


@pytest.mark.parametrize("name", TWO)
def test_an_observation_has_nothing_that_an_agent_does_not_see(name):
    """Where two moments look the same to an agent, its observations are equal, whatever is hidden."""
    env, told = SaizenAEC(TWO[name]), {}
    dice = np.random.default_rng(3)
    for seed in range(40):
        env.reset(seed=seed)
        while not env.moment.ended:
            for player, agent in enumerate(env.possible_agents):
                view = env.game.sees(env.moment.position, player)
                seen = env.observe(agent)["observation"].tobytes()
                assert told.setdefault((player, view), seen) == seen
                assert not env.infos[agent]
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(dice.choice(np.flatnonzero(mask)))


def test_the_second_does_not_see_what_the_first_chose():
    env = SaizenAEC(RockPaperScissors())
    env.reset()
    before = env.observe("player_1")["observation"]
    env.step(0)
    assert env.agent_selection == "player_1"
    assert (env.observe("player_1")["observation"] == before).all()
    assert isinstance(env.moment.node, Simultaneous)


def test_what_is_not_possible_is_told():
    env = SaizenAEC(Nim((2, 1)))
    env.reset()
    with pytest.raises(MoveError, match="'7' is not a legal action here; possible: 0, 1, 2"):
        env.step(7)
    with pytest.raises(SaizenError, match=r"use saizen\.adapters.gymnasium"):
        SaizenAEC(next(iter(ONE.values())))
    with pytest.raises(SaizenError, match=r"use saizen\.adapters.pettingzoo"):
        SaizenEnv(Nim((2, 1)))
    with pytest.raises(SaizenError, match="use SaizenAEC"):
        SaizenParallel(Nim((2, 1)))
