"""Positions are solved when they are asked for where the table is not there: the answers are the same."""

import random
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from saizen.errors import PositionError
from saizen.games.rivals import entry, solved
from saizen.games.rivals.keys import decode
from saizen.games.rivals.rules import Rivals
from saizen.games.rivals.solved import solve_on_demand
from saizen.games.rivals.solving import on_demand
from saizen.games.rivals.solving.batch_numpy import solve_with_numpy
from saizen.games.rivals.solving.exact_layers import ExactLayer
from saizen.games.rivals.solving.layers import find_layers
from saizen.games.rivals.solving.on_demand import ValuesOnDemand, recognize_fractions
from saizen.games.rivals.solving.rationals import solve_rationals
from saizen.games.rivals.text import read
from saizen.games.rivals.variants import PAPER
from saizen.store import Store

EXAMPLE = "34567/12346 0-3 1-1 spy+ seen=3"


@pytest.fixture
def empty(tmp_path):
    return Store(tmp_path)


def test_values_and_moves_are_those_of_the_whole_game(exact, empty):
    dice = random.Random(5)
    some = [decode(dice.choice(layer.keys.tolist())) for layer in exact.layers[1:] for _ in range(20)]
    texts = [EXAMPLE, "12346/34567 3-0 1-1 spy- seen=3"]
    for position in [*some, *(one.flipped() for one in some), *(read(text, PAPER) for text in texts)]:
        asked = solve_on_demand(store=empty)
        assert asked.exact
        assert asked.value(position) == exact.value(position)
        assert asked.matrix(position) == exact.matrix(position)
        assert asked.moves(position) == exact.moves(position)
        assert asked.unique(position) == exact.unique(position)
    assert not empty.tables()


def test_the_opening_is_that_of_the_whole_game(exact, empty):
    start = Rivals(PAPER).start()
    assert solve_on_demand(store=empty).moves(start) == exact.moves(start)


def every_value(layers):
    values = ValuesOnDemand(layers)
    return [[values.number(depth, i) for i in range(len(layer))] for depth, layer in enumerate(layers)]


def whole(layers):
    return [[layer.numbers[rank] for rank in layer.ranks] for layer in solve_rationals(layers)]


@pytest.mark.parametrize("name", list(entry.SMALL))
def test_every_position_of_small_games(name):
    layers = find_layers(entry.small()[name].rules)
    assert every_value(layers) == whole(layers)


@pytest.mark.parametrize("name", list(entry.SMALL)[:2])
def test_where_floats_name_no_fraction_and_no_basis(name, monkeypatch):
    """What is left is the way through exact numbers alone."""
    layers = find_layers(entry.small()[name].rules)

    def broken(games):
        found = solve_with_numpy(games)
        return found._replace(rows=~found.rows, columns=~found.columns)

    monkeypatch.setattr(on_demand, "recognize_fractions", lambda *_: None)
    assert every_value(layers) == whole(layers)
    monkeypatch.setattr(on_demand, "solve_with_numpy", broken)
    assert every_value(layers) == whole(layers)
    monkeypatch.setattr(on_demand, "GAP", -1.0)
    assert every_value(layers) == whole(layers)


def test_fractions_are_recognized_as_long_as_there_is_only_one():
    """Two values of 3 by 3 games with payoffs in sixths are far enough apart, with payoffs in 60ths not."""
    assert isinstance(recognize_fractions(np.array([0.25]), 6, 3), ExactLayer)
    assert recognize_fractions(np.array([0.25]), 60, 3) is None
    dice = np.random.default_rng(3)
    games = dice.integers(-6, 7, (300, 3, 3)) / 6
    values = np.array([float(solve_with_numpy(game[None]).values[0]) for game in games])
    from saizen.matrix import solve_matrix

    found = recognize_fractions(values, 6, 3)
    for game, rank in zip(games, found.ranks, strict=True):
        number = found.numbers[rank]
        rows = [[Fraction(round(6 * x), 6) for x in row] for row in game.tolist()]
        assert solve_matrix(rows).value == Fraction(int(number.p), int(number.q))


def test_what_cannot_arise_is_refused_as_by_the_whole_game(exact, empty):
    position = read("34567/12346 3-3 1-1 spy+", PAPER)
    with pytest.raises(PositionError) as by_whole:
        exact.find(position)
    with pytest.raises(PositionError) as asked:
        solve_on_demand(store=empty).find(position)
    assert str(asked.value) == str(by_whole.value)


def test_the_table_is_used_where_it_is_stored(monkeypatch, empty):
    monkeypatch.setattr(solved, "get_solved", lambda *_, **__: "whole")
    assert solve_on_demand(PAPER, store=empty) != "whole"
    monkeypatch.setattr(Store, "get_table", lambda *_: "a table")
    assert solve_on_demand(PAPER, store=empty) == "whole"


def test_the_first_answer_needs_no_numba(tmp_path):
    asks = (
        "import sys, saizen; from saizen.store import Store;"
        f"saizen.advise('rivals', store=Store({str(tmp_path)!r})); print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_common_denominator_beyond_all_floats_names_no_fraction():
    assert recognize_fractions(np.array([0.25]), 10**400, 3) is None
