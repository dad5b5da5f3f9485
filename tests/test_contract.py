"""One contract for every game: moves lead to positions, values are consistent, texts can be read back."""

import pytest

from saizen import solve
from saizen.games import GAMES, commands
from saizen.papers import PAPERS


def small_rivals():
    from saizen.games.rivals.rules import PAPER, Rivals, RivalsPosition
    from saizen.games.rivals.text import read

    yield Rivals(PAPER, read("3456/1246 1-3 1-1", PAPER))
    rules = PAPER.changed("remove=clown").changed("remove=princess").changed("remove=spy")
    yield Rivals(rules, RivalsPosition(frozenset({3, 4, 5, 6}), frozenset({4, 5, 6, 7})))


def small_memory():
    from saizen.games.memory.rules import Memory

    yield Memory("(3,1,1,1)")
    yield Memory("(3,1,0,0)", take="free")
    yield Memory("(3,0,0,0)", objective="win")
    yield Memory("(2,1,0)", players=1, memory=1)


def small_abgame():
    from saizen.games.abgame.rules import AbGame, Size

    yield AbGame(Size(2, 3))
    yield AbGame(Size(2, 3, dummies=1))
    yield AbGame(Size(2, 2, repeat=True))


def small_tricks():
    from saizen.games.tricks.rules import Tricks

    yield Tricks("ABABba", "L")
    yield Tricks("aBbAaB", "R", "avoid")


def small_calculation():
    from saizen.games.calculation.rules import Calculation, Variant
    from saizen.games.calculation.stackgame.rules import StackGame

    yield Calculation(Variant(stacks=1, ranks=3, steps=(1, 2)))
    yield StackGame("A3 B3 / - -")
    yield StackGame("A2 B2 C1 / A2 -")


SMALL = {
    "calculation": small_calculation,
    "abgame": small_abgame,
    "tricks": small_tricks,
    "rivals": small_rivals,
    "memory": small_memory,
}


@pytest.mark.parametrize("name", list(GAMES))
def test_small_games_keep_the_contract(name):
    for game in SMALL[name]():
        exact, floats = solve(game), solve(game, exact=False)
        assert len(exact) == len(floats) > 1
        exact.check()
        texts = set()
        for position in exact.positions:
            assert floats.value(position) == pytest.approx(float(exact.value(position)), abs=1e-9)
            moves = exact.moves(position)
            if moves:
                assert moves[0].value == exact.value(position)
                assert moves[0].optimal
                assert sum(move.probability for move in moves) == 1
            texts.add(game.text(position))
        assert len(texts) == len(exact), "two positions with one text"


@pytest.mark.parametrize("name", list(GAMES))
def test_a_games_package_has_what_its_entry_says(name):
    module = commands(name)
    for command in GAMES[name].commands:
        assert callable(getattr(module, command))
        assert getattr(module, command).__doc__
    assert name in PAPERS
