"""One exact solution for all tests of the game: the one that the commands get, too."""

import pytest

from saizen.games.rivals.equilibria.optimal_strategies import find_faces
from saizen.games.rivals.solved import RivalsSolution, get_solved
from saizen.games.rivals.variants import PAPER


@pytest.fixture(scope="session")
def exact() -> RivalsSolution:
    return get_solved(PAPER, exact=True)


@pytest.fixture(scope="session")
def faces(exact):
    return find_faces(exact)
