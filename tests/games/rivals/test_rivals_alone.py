"""A position is solved by itself where the table of the whole game is not there: the answers are the same."""

import random

import pytest

from saizen.errors import PositionError
from saizen.games.rivals import solved
from saizen.games.rivals.layers import decode
from saizen.games.rivals.rationals import FEW
from saizen.games.rivals.rules import Rivals
from saizen.games.rivals.solved import solved_at
from saizen.games.rivals.text import read
from saizen.games.rivals.variants import PAPER
from saizen.kernels.allowance import Allowance
from saizen.store import Store

EXAMPLE = "34567/12346 0-3 1-1 spy+ seen=3"


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """Nothing was asked before."""
    monkeypatch.setattr(solved, "_alone", Allowance(FEW))


@pytest.fixture
def empty(tmp_path):
    return Store(tmp_path)


def test_values_and_moves_are_those_of_the_whole_game(exact, empty, monkeypatch):
    monkeypatch.setattr(solved, "_alone", Allowance(10**9))
    dice = random.Random(5)
    some = [decode(dice.choice(layer.keys.tolist())) for layer in exact.layers[3:] for _ in range(3)]
    texts = [EXAMPLE, "12346/34567 3-0 1-1 spy- seen=3"]
    for position in [*some, *(one.flipped() for one in some), *(read(text, PAPER) for text in texts)]:
        alone = solved_at(position, store=empty)
        assert len(alone.layers) == len(position.mine)
        assert alone.value(position) == exact.value(position)
        assert alone.moves(position) == exact.moves(position)
    assert not empty.tables()


def test_what_cannot_arise_is_refused_as_by_the_whole_game(exact, empty):
    position = read("34567/12346 3-3 1-1 spy+", PAPER)
    with pytest.raises(PositionError) as whole:
        exact.find(position)
    with pytest.raises(PositionError) as alone:
        solved_at(position, store=empty)
    assert str(alone.value) == str(whole.value)


def test_the_whole_game_is_used_where_it_is_stored_or_worth_it(monkeypatch, empty):
    monkeypatch.setattr(solved, "get_solved", lambda *_, **__: "whole")
    assert solved_at(Rivals(PAPER).start(), store=empty) == "whole"  # half a million positions follow
    position = read(EXAMPLE, PAPER)
    found = [solved_at(position, store=empty) for _ in range(30)]
    assert found[0] != "whole"
    assert found[-1] == "whole"  # after many questions
    monkeypatch.setattr(solved, "_alone", Allowance(FEW))
    monkeypatch.setattr(Store, "get_table", lambda *_: "a table")
    assert solved_at(position, store=empty) == "whole"
