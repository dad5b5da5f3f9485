"""The code to compile for the trick-taking game: tables of small hands, and one search."""

from typing import Any

from saizen.kernels.prewarm import CompileJob


def chains() -> None:
    """Compile the tables of hands whose score cards are the strongest or the weakest, and the search."""
    from saizen.games.tricks.rules import TricksPosition
    from saizen.games.tricks.values import card_values

    card_values(TricksPosition("ABABABABABAbabababababab", "L"))


def sets() -> None:
    """Compile the tables for any score cards."""
    from saizen.games.tricks.search import hand_tables

    for n in range(3):
        hand_tables.entries(n)
        hand_tables.masks(n)


def is_large(game: Any) -> bool:
    """Return whether hands are too large for plain Python."""
    from saizen.games.tricks.search.searcher import is_plain

    return not is_plain(game.start().hand_size)


JOBS = {
    "chains": CompileJob(chains, small_loops=6, serves_hints=is_large),
    "sets": CompileJob(sets, small_loops=3),
}
