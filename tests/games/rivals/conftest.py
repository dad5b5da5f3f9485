"""One exact solution for all tests of the game, in a store of its own."""

import pytest

from saizen.games.rivals.optimal_strategies import find_faces
from saizen.games.rivals.solved import RivalsSolution, solve_rivals
from saizen.games.rivals.variants import PAPER


@pytest.fixture(scope="session")
def exact() -> RivalsSolution:
    return solve_rivals(PAPER, exact=True)


@pytest.fixture(scope="session")
def faces(exact):
    return find_faces(exact)
