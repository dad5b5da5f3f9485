"""Few candidates by plain Python: every answer is the engine's."""

import random

import pytest

from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.question import spelled_out
from saizen.games.abgame.search.engine import engine_for
from saizen.games.abgame.size import Size, respond
from saizen.games.abgame.small import MOST_CODES, FewCodes, is_few

SIZES = [
    Size(3, 7),
    Size(3, 6, dummies=2),
    Size(2, 5, repeat=True),
    Size(3, 4, repeat=True, dummies=1),
    Size(4, 6),
]


def positions(size, many):
    """Play random guesses until few candidates are left."""
    dice = random.Random(str(size))
    codes, guesses = list(size.secrets()), list(size.guesses())
    found = []
    while len(found) < many:
        secret, here = dice.choice(codes), AbPosition.start(size)
        while len(here) > MOST_CODES or not is_few(here):
            guess = dice.choice(guesses)
            here = here.answered(guess, respond(secret, guess))
        found.append(here)
    return found


def test_a_guess_that_tells_nothing_costs_one_more():
    alone = FewCodes(AbPosition.listed(Size(2, 5, repeat=True), [(4, 4)]))
    assert (alone.worst((4, 4)), alone.worst((1, 5)), alone.total((1, 5))) == (1, 2, 2)
    both = FewCodes(AbPosition.listed(Size(3, 7), [(1, 3, 5), (6, 5, 4)]))
    assert (both.worst((1, 3, 5)), both.worst((7, 6, 1)), both.total((7, 6, 1))) == (2, 3, 5)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_answers_are_those_of_the_engine(size):
    engine, starred = engine_for(size), 0
    for here in positions(size, 12):
        few = FewCodes(here)
        starred += here.starred
        total, worst = engine.total(here), engine.worst(here)
        assert (few.total(), few.worst()) == (total, worst)
        within = engine.total(here, within=worst)
        assert few.total(within=worst) == within
        assert few.total(within=worst - 1) is None
        for asked in ((total, None, True), (within, worst, True), (0, worst, False)):
            least, limit, mean = asked
            mine = few.optimal(least, limit, mean)
            theirs = engine.optimal(here, least, within=limit, mean=mean)
            assert sorted(mine) == sorted(theirs)
            assert spelled_out(here, mine) == spelled_out(here, theirs)
        for guess in random.Random(1).sample(list(size.guesses()), 5):
            assert few.total(guess) == engine.total(here, guess)
            if len(here) > 2:
                assert few.worst(guess) == engine.worst(here, guess)
    assert starred or size.repeat
