"""The code to compile for the AB game: the engine is asked about a small size."""

from typing import Any

from saizen.kernels.prewarm import CompileJob


def search() -> None:
    """Compile the search; one version serves every number of places, with repetition and without."""
    from saizen.games.abgame import opening_book
    from saizen.games.abgame.position import AbPosition
    from saizen.games.abgame.search.engine import Engine
    from saizen.games.abgame.size import Size

    engine, start = Engine(3, repeat=False), AbPosition.start(Size(3, 4))
    engine.optimal(start, engine.total(start) or 0)
    engine.worst(start)
    engine.normal(start)
    Engine(4, repeat=False).learn(*opening_book.packaged_book(opening_book.SIZES[0]))
    Engine(3, repeat=False).from_arrays(engine.to_arrays())


def needs_search(game: Any) -> bool:
    """Return whether a game is too large for plain Python."""
    from saizen.games.abgame.small import is_few

    return not is_few(game.start())


JOBS = {"search": CompileJob(search, small_loops=23, serves_hints=needs_search)}
