"""What is compiled for the trick-taking game: tables of small hands, and one search."""

import numpy as np

from saizen.games.tricks import kernel, search, tables
from saizen.games.tricks.rules import TricksPosition
from saizen.games.tricks.values import value


def chains() -> None:
    """Compile the tables of hands whose score cards are the strongest or the weakest, and the search."""
    value(TricksPosition("ABABABABABAbabababababab", "L"))
    hand, score = np.uint64(0b0110), np.uint64(0b0011)
    search.child(hand, score, 2, 1, 0, (False, False), True)
    kernel.open_score(hand, score, 4, False)


def sets() -> None:
    """Compile the tables for any score cards."""
    for n in range(3):
        tables.entries(n)
        tables.masks(n)


JOBS = {"chains": chains, "sets": sets}
