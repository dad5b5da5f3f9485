"""OpenSpiel's games in saizen: values, keys that merge nothing they must not, refusals."""

import itertools
import random
import re

import pytest

from saizen import SaizenError, load, solve
from saizen.check import check_game
from saizen.errors import PositionError

pyspiel = pytest.importorskip("pyspiel", reason="the extra 'openspiel' is not installed")

from open_spiel.python.algorithms import minimax

from saizen.adapters import openspiel
from saizen.adapters.openspiel import SHOWN, VISITED, twins
from saizen.adapters.openspiel_hidden import _line

SEARCHED = {
    "tic_tac_toe": 0,
    "breakthrough(rows=4,columns=3)": 1,
    "clobber(rows=3,columns=4)": -1,
    "connect_four(rows=4,columns=4)": 0,
    "mnk(m=4,n=3,k=3)": 1,
    "dots_and_boxes(num_rows=2,num_cols=2)": 1,
    "dots_and_boxes(num_rows=2,num_cols=2,utility_margin=true)": 2,
    "hex(board_size=3)": 1,
    "y(board_size=4)": 1,
    "oware(num_houses_per_player=2,num_seeds_per_house=1)": 1,
}
"""Games that OpenSpiel's own search can decide."""
OTHERS = {
    "goofspiel(num_cards=4)": 0,
    "goofspiel(num_cards=5,points_order=descending)": 0,
    "catch": 1,
    "cliff_walking": -9,
    "nim": -1,
    "matrix_rps": 0,
    "go(board_size=2)": -1,
}
LARGE = ("connect_four(rows=4,columns=4)", "mnk(m=4,n=3,k=3)", "y(board_size=4)")
"""The whole game takes long; here a game from a position in its middle."""
TINY = {
    "blotto": "blotto(players=2,coins=3,fields=2)",
    "breakthrough": "breakthrough(rows=3,columns=3)",
    "capture_the_flag": "capture_the_flag(horizon=2)",
    "catch": "catch(rows=4,columns=3)",
    "cliff_walking": "cliff_walking(horizon=5)",
    "clobber": "clobber(rows=2,columns=4)",
    "connect_four": "connect_four(rows=3,columns=3,x_in_row=3)",
    "dots_and_boxes": "dots_and_boxes(num_rows=1,num_cols=2)",
    "gomoku": "gomoku(size=2,connect=2)",
    "goofspiel": "goofspiel(num_cards=3)",
    "havannah": "havannah(board_size=2)",
    "hex": "hex(board_size=2)",
    "laser_tag": "laser_tag(zero_sum=true,horizon=1,grid=S.S)",
    "markov_soccer": "markov_soccer(horizon=2)",
    "mnk": "mnk(m=3,n=2,k=2)",
    "nim": "nim(pile_sizes=1;2;3)",
    "oshi_zumo": "oshi_zumo(coins=3,size=1,horizon=4)",
    "oware": "oware(num_houses_per_player=2,num_seeds_per_house=1)",
    "pathfinding": "pathfinding(horizon=4)",
    "pig": "pig(winscore=4,horizon=5,diceoutcomes=2)",
    "y": "y(board_size=3)",
}


@pytest.mark.parametrize("name", [name for name in SEARCHED if name not in LARGE])
def test_values_are_those_of_openspiels_own_search(name):
    game = openspiel.load(name)
    assert solve(game).value("start") == SEARCHED[name] == minimax.alpha_beta_search(game.spiel)[0]


class From(openspiel.SpielGame):
    """A game that begins in the middle."""

    def __init__(self, name, history):
        super().__init__(pyspiel.load_game(name))
        self.history = history

    def start(self):
        position = super().start()
        for action in self.history:
            position = self._after(position, [action])
        return position


@pytest.mark.parametrize("name", LARGE)
def test_large_games_agree_from_the_middle(name):
    """Random positions a few moves in; the values at the start are in the documentation's table."""
    for seed in range(4):
        dice, state = random.Random(seed), pyspiel.load_game(name).new_initial_state()
        for _ in range(4 if "mnk" in name else 6):
            if not state.is_terminal():
                state.apply_action(dice.choice(state.legal_actions()))
        game = From(name, state.history())
        searched = minimax.alpha_beta_search(game.spiel, state, maximizing_player_id=0)[0]
        assert solve(game).value(game.start()) == searched


@pytest.mark.parametrize("name", OTHERS)
def test_values(name):
    game = openspiel.load(name)
    assert solve(game).value(game.start()) == OTHERS[name]


def histories(game, position):
    """Yield every position that can be reached, once for each way to reach it."""
    yield position
    state, players = position.state, game.spiel.num_players()
    if state.is_terminal():
        return
    if state.is_chance_node():
        choices = [[action] for action, p in state.chance_outcomes() if p]
    elif state.is_simultaneous_node():
        choices = itertools.product(*map(state.legal_actions, range(players)))
    else:
        choices = [[action] for action in state.legal_actions()]
    for actions in choices:
        yield from histories(game, game._after(position, list(actions)))


@pytest.mark.parametrize("name", sorted(SHOWN | VISITED))
def test_equal_keys_are_equal_games(name):
    """Bisimulation over every history of a tiny instance: equal keys, equal rules now and equal keys next."""
    game = From(name, [0, 4]) if name == "tic_tac_toe" else openspiel.load(TINY.get(name, name))
    players = game.spiel.num_players()
    seen, ways = {}, 0
    for position in histories(game, game.start()):
        ways += 1
        state = position.state
        here = openspiel._seen(state, players)
        if state.is_terminal():
            after = ()
        elif state.is_chance_node():
            after = [game._after(position, [action]).key for action, p in state.chance_outcomes() if p]
        elif state.is_simultaneous_node():
            both = itertools.product(*map(state.legal_actions, range(players)))
            after = [game._after(position, list(actions)).key for actions in both]
        else:
            after = [game._after(position, [action]).key for action in state.legal_actions()]
        assert seen.setdefault(position.key, (here, after)) == (here, after), game.text(position)
    print(f"{TINY.get(name, name)}: {ways} histories, {len(seen)} positions")
    assert ways >= len(seen) > 1


@pytest.mark.parametrize("name", sorted(SHOWN | VISITED))
def test_no_twins_in_larger_games(name):
    larger = {
        "laser_tag": "laser_tag(zero_sum=true,horizon=10)",
        "capture_the_flag": "capture_the_flag(horizon=10)",
        "markov_soccer": "markov_soccer(horizon=10)",
        "pathfinding": "pathfinding(horizon=20)",
        "oware": "oware(num_houses_per_player=2,num_seeds_per_house=2)",
        "pig": "pig(winscore=6,horizon=30)",
        "oshi_zumo": "oshi_zumo(coins=6,size=1,horizon=20)",
        "gomoku": "gomoku(size=4,connect=3)",
        "hex": "hex(board_size=4)",
        "y": "y(board_size=5)",
        "havannah": "havannah(board_size=3)",
        "goofspiel": "goofspiel(num_cards=6)",
        "blotto": "blotto(players=2)",
    }
    assert not list(twins(openspiel.load(larger.get(name, name)), plays=60))


@pytest.mark.parametrize(
    ("name", "hidden"),
    [
        ("oware(num_houses_per_player=2,num_seeds_per_house=2)", "boards that were there before"),
        ("go(board_size=2)", "a pass"),
        ("cursor_go(board_size=2)", "where the cursor is"),
    ],
)
def test_the_key_that_is_too_coarse_is_found_out(name, hidden):
    """Games that hide something in their text are told apart by the search for twins, and not in `SHOWN`."""
    assert next(twins(openspiel.load(name, key="shown"), plays=200), None), hidden
    assert openspiel.load(name).key != "shown"


@pytest.mark.parametrize(
    "name", ["pig(winscore=4,horizon=6,diceoutcomes=2)", "oshi_zumo(coins=3,size=1,horizon=4)"]
)
def test_a_hidden_end_is_in_the_clock(name):
    """The merged game has the value of the game that merges nothing."""
    merged, all_ways = openspiel.load(name), openspiel.load(name, key="history")
    one, other = solve(merged), solve(all_ways)
    assert len(one) < len(other)
    assert one.value("start") == other.value("start")


def test_a_clock_for_all_together_would_not_do():
    """In Pig two rolls and four holds are four moves and dice, but not four moves."""
    game = openspiel.load("pig(horizon=6)")
    rolled, held = game.parse("0 0 0 0"), game.parse("1 1 1 1")
    assert str(rolled.state) == str(held.state)
    assert len(rolled.state.history()) == len(held.state.history())
    assert rolled != held
    assert game.parse("0 0 0 0 1 1").state.is_terminal() != game.parse("1 1 1 1 1 1").state.is_terminal()


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "goofspiel(num_cards=3)", "catch(rows=4)", "matrix_rps", "pathfinding(horizon=6)"]
)
def test_the_contract_is_kept(name):
    assert check_game(openspiel.load(name), max_positions=300).problems == ()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("kuhn_poker(players=3)", "3 players"),
        ("tiny_bridge_2p", "constant sum"),
        ("stones_and_gems", "sampled"),
        ("matrix_pd", "constant sum"),
        ("matrix_coordination", "constant sum"),
        ("pig(players=3)", "3 players"),
        ("mfg_crowd_modelling", "mean field"),
        ("tictactoe", "not a game of OpenSpiel; possible: .*tic_tac_toe"),
        ("tic_tac_toe(size=4)", "not a parameter of openspiel:tic_tac_toe"),
        ("hex(board_size=big)", "must be of the kind int"),
        ("hex(board_size=", "cannot be read|not"),
    ],
)
def test_what_is_out_of_reach_is_refused_in_words(name, why):
    with pytest.raises(SaizenError, match=why):
        openspiel.load(name)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("0 0", "'0' is not an action after 0; possible: 1, 2"),
        ("9", "'9' is not an action at the start"),
        ("x", "action numbers such as 4 0 8"),
        ("0 3 1 4 2 5", "not an action after 0 3 1 4 2; possible: nothing"),
        ("9" * 30, "action numbers"),
    ],
)
def test_impossible_positions_are_refused(text, why):
    with pytest.raises(PositionError, match=why):
        openspiel.load("tic_tac_toe").parse(text)


def test_half_of_a_simultaneous_choice_is_no_position():
    game = openspiel.load("matrix_rps")
    assert game.parse("0 1").state.is_terminal()
    with pytest.raises(PositionError, match="made at once"):
        game.parse("0")


def test_the_door(cli):
    entry = load("openspiel:nim")
    assert entry.game(pile_sizes="1;2").spiel.get_parameters()["pile_sizes"] == "1;2"
    ran = cli("advise", "openspiel:tic_tac_toe", "0 8", "--json")
    assert ran.code == 0
    assert '"move": "x(0,2)", "value": 1, "optimal": true' in ran.out
    ran = cli("solve", "openspiel:goofspiel", "--set", "num_cards=3", "--json")
    assert '"value": 0' in ran.out
    assert '"value": "-1/18"' in cli("solve", "openspiel:kuhn_poker", "--json").out
    played = cli("play", "openspiel:tic_tac_toe", "--seed", "1", stdin="x(1,1)\nq\n")
    assert played.code == 0
    assert ".x." in played.out
    assert cli("check", "openspiel:nim", "--max-positions", "200").code == 0


@pytest.mark.parametrize(
    ("name", "sets"),
    [
        ("kuhn_poker", 12),
        ("leduc_poker", 936),
        ("liars_dice(numdice=1,dice_sides=3)", None),
        ("goofspiel(imp_info=True,num_cards=3,points_order=random)", 90),
        ("goofspiel(imp_info=True,num_cards=4,points_order=descending)", 162),
        ("dark_hex(board_size=2)", 134),
        ("dark_hex(board_size=2,gameversion=adh)", 94),
        ("battleship(board_width=2,board_height=2,ship_sizes=[1],ship_values=[1],num_shots=2)", None),
        ("coordinated_mp", None),
    ],
)
def test_nobody_can_exploit_our_solution_of_a_hidden_game_there(name, sets):
    """By OpenSpiel's own measure, on its own game: a proof that does not use ours."""
    from open_spiel.python import policy
    from open_spiel.python.algorithms import expected_game_score, exploitability

    game = openspiel.load(name)
    solution = solve(game)
    assert solution.proved
    assert sets in (None, sum(solution.information_sets))
    mixes = {}
    for place in solution.stories.places:
        chosen = solution.stories.set_at(place)
        told = chosen.position.views[place.player]
        mixes[place.player, told] = dict(zip(chosen.moves, map(float, solution.mix(place)), strict=True))

    class Ours(policy.Policy):
        def action_probabilities(self, state, player_id=None):
            player = state.current_player() if player_id is None else player_id
            told = _line(state.information_state_string(player))
            return mixes[player, re.sub(r"^Current player: \d \| ", "", told)]  # of the turn-based form

    there = pyspiel.load_game(name)
    if there.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        there = pyspiel.convert_to_turn_based(there)
    ours = Ours(there, [0, 1])
    assert exploitability.exploitability(there, ours) == pytest.approx(0, abs=1e-9)
    value = expected_game_score.policy_value(there.new_initial_state(), [ours, ours])[0]
    assert float(solution.value(game.start())) == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("name", ["dark_hex(num_rows=2,num_cols=3)", "dark_hex_ir(board_size=2)"])
def test_strings_without_perfect_recall_are_refused(name):
    game = openspiel.load(name)
    with pytest.raises(SaizenError, match="lack perfect recall: player 1 gets the same one after"):
        solve(game)


def test_what_a_seat_is_told_is_what_openspiel_tells_it():
    game = openspiel.load("kuhn_poker")
    position = game.parse("2 0 1")
    assert game.sees(position, 1) == position.state.information_state_string(1)
    assert "2" not in game.describe(position, 1)
    assert check_game(game).problems == ()
    with pytest.raises(SaizenError, match="positions are histories"):
        openspiel.load("kuhn_poker", key="shown")
