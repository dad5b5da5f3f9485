"""One exact solution for all tests of the game, in a store of its own."""

import pytest

from saizen.games.rivals.optimal_strategies import find_faces
from saizen.games.rivals.rules import PAPER
from saizen.games.rivals.solved import Solved, solve_rivals


@pytest.fixture(scope="session")
def exact() -> Solved:
    return solve_rivals(PAPER, exact=True)


@pytest.fixture(scope="session")
def faces(exact):
    return find_faces(exact)
