"""What an engine has proved, kept on disk, and the opening books, which are part of the package.

The table of an engine holds every position it has solved or bounded, so a stored table makes every one
of them an immediate answer. Work of more than `WORTH_KEEPING` seconds is kept.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from saizen.cache import Cache
from saizen.errors import MissingTable
from saizen.games.abgame import opening
from saizen.games.abgame.engine import Engine, engine_for
from saizen.games.abgame.size import Size
from saizen.store import Store, TableName

VERSION = 1
WORTH_KEEPING = 2.0
"""Seconds of work that are not to be done twice."""
_opened: Cache[Engine] = Cache(most=1000)
"""Engines by the path of the table that they have taken over."""
_keeping = threading.Lock()


def table_name(size: Size) -> TableName:
    """Return the name of the table of a size.

    >>> str(table_name(Size(4, 10)))
    'abgame.4x10.v1'
    """
    word = f"{size.places}x{size.symbols}{'r' if size.repeat else ''}"
    options = f"--places {size.places} --symbols {size.symbols}{' --repeat' if size.repeat else ''}"
    return TableName("abgame", word, VERSION, f"saizen solve abgame {options}")


def opened(size: Size, store: Store) -> Engine:
    """Return the engine for a size, with what the store and its opening book have about it."""

    def take_over() -> Engine:
        engine = engine_for(size)
        with suppress(MissingTable):
            engine.from_arrays(store.load(table_name(size))[0])
        for known in opening.SIZES:
            if (size.places, size.symbols, size.repeat) == (known.places, known.symbols, known.repeat):
                engine.learn(*opening.shipped(known))
        return engine

    return _opened.get(str(store.path(table_name(size))), take_over)


@contextmanager
def kept(size: Size, store: Store) -> Iterator[Engine]:
    """Work with the engine of a size; keep what took long and is not kept yet, also when it was stopped."""
    engine = opened(size, store)
    begun = time.monotonic()
    try:
        yield engine
    finally:  # what was proved until then is worth as much, and the next time goes on from there
        if time.monotonic() - begun > WORTH_KEEPING:
            with _keeping:
                _keep(engine, store, table_name(size))


def _keep(engine: Engine, store: Store, name: TableName) -> None:
    try:
        kept_already = int(store.load(name)[1].get("positions", 0))
    except MissingTable:
        kept_already = 0
    if engine.positions > kept_already:
        if kept_already:
            store.remove(name)
        store.save(name, engine.to_arrays(), {"positions": engine.positions})
