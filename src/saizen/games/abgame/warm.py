"""What is compiled for the AB game: the engine is asked about a small size."""

from saizen.games.abgame import opening
from saizen.games.abgame.engine import Engine
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.size import Size


def search() -> None:
    """Compile the search; one version serves every number of places, with repetition and without."""
    engine, start = Engine(3, repeat=False), AbPosition.start(Size(3, 4))
    engine.optimal(start, engine.total(start) or 0)
    engine.worst(start)
    engine.normal(start)
    Engine(4, repeat=False).learn(*opening.shipped(opening.SIZES[0]))
    Engine(3, repeat=False).from_arrays(engine.to_arrays())


JOBS = {"search": search}
