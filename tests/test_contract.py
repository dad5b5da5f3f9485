"""One contract for every game and every example: texts, moves, values, and eight threads."""

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest

from saizen import MAX, MIN, load, solve
from saizen.check import check_game
from saizen.game import Decision, Simultaneous, legal_moves
from saizen.games import GAMES
from saizen.papers import PAPERS
from saizen.sitting import Sitting

EXAMPLES = {
    "examples/breakthrough.py:Breakthrough": {"rows": 3},
    "examples/clobber.py:Clobber": {"rows": 2},
    "examples/connect_four.py:ConnectFour": {"columns": 3, "rows": 4},
    "examples/dots_and_boxes.py:DotsAndBoxes": {"rows": 1},
    "examples/goofspiel.py:Goofspiel": {"cards": 4},
    "examples/hex_board.py:Hex": {},
    "examples/hidden_goofspiel.py:HiddenGoofspiel": {},
    "examples/king_and_rook.py:KingAndRook": {"size": 3},
    "examples/kuhn.py:Kuhn": {},
    "examples/leduc.py:Leduc": {},
    "examples/liars_dice.py:LiarsDice": {"faces": 2},
    "examples/nim.py:Nim": {"heaps": (5, 4, 3)},
    "examples/pig.py:Pig": {"goal": 10},
    "examples/rock_paper_scissors.py:RockPaperScissors": {},
    "examples/soccer.py:Soccer": {"rows": 1},
    "examples/sowing.py:Sowing": {"pits": 2, "seeds": 2},
    "examples/tic_tac_toe.py:TicTacToe": {},
}
WHOLE = {**{name: {} for name in GAMES}, **EXAMPLES}
"""Games as they are played, with their options."""
WANTED = 10_000
ENOUGH = 800
"""Positions of one game; then the others go on."""
MOVES = 12
"""Moves of a position that are written and read back."""
LONGEST = 150
"""Turns of a random game; guessing at random goes on for thousands."""


MOST_COMPARED = 400
"""Positions of an instance whose values are compared here; a game's own tests compare all of them."""


def sampled(positions, most):
    """Return the start and an even sample of what follows."""
    listed = list(positions)
    return listed[:: -(-len(listed) // most)]


@cache
def entry_of(name):
    return load(name)


def small():
    """Yield the name of a game and one of its small instances."""
    for name in GAMES:
        yield from (pytest.param(name, key, id=f"{name}, {key}") for key in entry_of(name).small())


@cache
def instance(name, key):
    return entry_of(name).small()[key]


@cache
def solved(name, key):
    return entry_of(name).solution(instance(name, key))


@cache
def generic(name, key):
    return solve(instance(name, key))


@pytest.mark.parametrize(("name", "key"), list(small()))
def test_small_games_have_no_problem(name, key):
    report = check_game(instance(name, key))
    assert report.problems == ()
    assert report.positions > 1


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_have_no_problem(name):
    assert check_game(entry_of(name).game(**EXAMPLES[name])).problems == ()


# ---------------------------------------------------------------------- texts over whole games


def round_trips(game, moment, rng):
    """Write and read a position and its moves; return what is not the same again, and how many moves."""
    position = moment.position
    text = game.text(position)
    read = game.parse(text)
    wrong = [] if read == position and game.text(read) == text else [text]
    node = game.look(position)
    tried = 0
    for player in (MAX, MIN):
        moves = list(legal_moves(node, player))
        for move in moves if len(moves) <= MOVES else rng.sample(moves, MOVES):
            tried += 1
            written = game.move_text(position, move)
            if game.parse_move(position, written) != move:
                wrong.append(f"{text}: {written}")
    return wrong, tried


def random_game(name, options, seed):
    """Play a whole game at random, dice and hidden cards included; yield every moment."""
    game = entry_of(name).game(**options)
    sitting = Sitting(entry_of(name), options=options, seats=dict.fromkeys(game.players, 0.0), seed=seed)
    yield sitting, sitting.moment
    while len(sitting.turns) < LONGEST and sitting.step():
        yield sitting, sitting.moment


def test_positions_and_moves_of_whole_random_games_are_read_back():
    positions, moves, wrong = Counter(), Counter(), []
    seed = 0
    while positions.total() < WANTED or min(positions[name] for name in WHOLE) <= 100:
        seed += 1
        for name, options in WHOLE.items():
            if positions[name] > ENOUGH:
                continue
            rng = random.Random(seed)
            for sitting, moment in random_game(name, options, seed):
                failed, tried = round_trips(sitting.game, moment, rng)
                positions[name] += 1
                moves[name] += tried
                wrong += [f"{name}: {one}" for one in failed]
            again = Sitting.from_text(sitting.to_text(), entry_of(name))
            assert again.position == sitting.position
            assert again.gained == sitting.gained
    for name in WHOLE:
        print(f"{name}: {positions[name]} positions, {moves[name]} moves")
    assert not wrong, wrong[:5]
    assert positions.total() >= WANTED
    assert all(positions[name] > 100 for name in WHOLE)


# ---------------------------------------------------------------------- values


def close(one, other, exact):
    return one == other if exact else one == pytest.approx(float(other), abs=1e-9)


@pytest.mark.parametrize(("name", "key"), list(small()))
def test_a_games_own_solution_is_the_generic_solvers(name, key):
    game, own = instance(name, key), solved(name, key)
    if own is None or own.estimates:
        return  # there is nothing to compare with
    solution = generic(name, key)
    compared = 0
    for position in sampled(solution.positions, MOST_COMPARED):
        value = own.value(position)
        if value is None:
            continue
        compared += 1
        assert close(value, solution.value(position), own.exact), game.text(position)
        node = game.look(position)
        players = (MAX, MIN) if isinstance(node, Simultaneous) else (getattr(node, "player", None),)
        for player in players if isinstance(node, Decision | Simultaneous) else ():
            right = {found.move: found for found in solution.moves(position, player)}
            legal = list(legal_moves(node, player))
            for found in own.moves(position, player, among=legal):
                where = f"{game.text(position)}: {game.move_text(position, found.move)}"
                assert found.optimal is None or found.optimal == right[found.move].optimal, where
                if isinstance(node, Decision) and found.value is not None:
                    assert close(found.value, right[found.move].value, own.exact), where
            best = own.moves(position, player)
            assert best, game.text(position)
            assert best[0].optimal is not False
    assert compared


@pytest.mark.parametrize(("name", "key"), list(small()))
def test_values_are_consistent(name, key):
    """The generic solver in fractions and in floats: the same values, and the best move has the value."""
    game = instance(name, key)
    exact, floats = generic(name, key), solve(game, exact=False)
    assert len(exact) == len(floats) > 1
    exact.check()
    for position in sampled(exact.positions, MOST_COMPARED):
        assert floats.value(position) == pytest.approx(float(exact.value(position)), abs=1e-9)
        moves = exact.moves(position)
        if moves:
            assert moves[0].value == exact.value(position)
            assert moves[0].optimal
            assert sum(move.probability for move in moves) == 1


# ---------------------------------------------------------------------- threads


def answers(solution, positions, order):
    """Ask about positions in an order; return what was answered, by position."""
    found = {}
    for i in order:
        position = positions[i]
        found[i] = (solution.value(position), solution.moves(position), solution.turns(position))
    return found


@pytest.mark.parametrize("name", list(GAMES))
def test_eight_threads_are_answered_as_one_is(name):
    rng = random.Random(7)
    for key in entry_of(name).small():
        solution = solved(name, key)
        if solution is None:
            continue
        reachable = [p for p in generic(name, key).positions if not legal_moves_missing(solution, p)]
        positions = rng.sample(reachable, min(len(reachable), 4 if solution.estimates else 40))
        orders = [rng.sample(range(len(positions)), len(positions)) for _ in range(8)]
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda order, s=solution, p=positions: answers(s, p, order), orders))
        alone = answers(entry_of(name).solution(instance(name, key)), positions, range(len(positions)))
        assert all(one == alone for one in found), key


def legal_moves_missing(solution, position):
    """Tell whether nothing can be chosen at a position."""
    return not legal_moves(solution.game.look(position))


# ---------------------------------------------------------------------- what an entry says


@pytest.mark.parametrize("name", list(GAMES))
def test_a_games_package_has_what_its_entry_says(name):
    from saizen.cli.app import command_of

    for command in GAMES[name].names:
        asked = command_of(GAMES[name], command)
        assert callable(asked.function)
        assert asked.help
    assert name in PAPERS
    game, position = GAMES[name].read(GAMES[name].example)
    assert game.parse(game.text(position)) == position
