"""What an engine has proved, kept on disk: for 4x10 this is the opening book.

The table of an engine holds every position it has solved or bounded, so a stored table makes every one
of them an immediate answer. Work of more than `WORTH_KEEPING` seconds is kept.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from saizen.errors import MissingTable
from saizen.games.abgame.engine import Engine, engine_for
from saizen.games.abgame.rules import Size
from saizen.store import Store, TableName

VERSION = 1
WORTH_KEEPING = 2.0
"""Seconds of work that are not to be done twice."""
_opened: set[str] = set()


def table_name(size: Size) -> TableName:
    """Return the name of the table of a size.

    >>> str(table_name(Size(4, 10)))
    'abgame.4x10.v1'
    """
    word = f"{size.places}x{size.symbols}{'r' if size.repeat else ''}"
    options = f"--places {size.places} --symbols {size.symbols}{' --repeat' if size.repeat else ''}"
    return TableName("abgame", word, VERSION, f"saizen solve abgame {options}")


def opened(size: Size) -> Engine:
    """Return the engine for a size, with what the store has about it."""
    engine = engine_for(size)
    store, name = Store(), table_name(size)
    key = str(store.path(name))
    if key not in _opened:
        _opened.add(key)
        try:
            arrays, _ = store.load(name)
        except MissingTable:
            return engine
        engine.from_arrays(arrays)
    return engine


@contextmanager
def kept(size: Size) -> Iterator[Engine]:
    """Work with the engine of a size; keep what took long and is not kept yet."""
    engine = opened(size)
    begun = time.monotonic()
    yield engine
    if time.monotonic() - begun > WORTH_KEEPING:
        store, name = Store(), table_name(size)
        try:
            kept_already = int(store.load(name)[1].get("positions", 0))
        except MissingTable:
            kept_already = 0
        if engine.positions > kept_already:
            if kept_already:
                store.remove(name)
            store.save(name, engine.to_arrays(), {"positions": engine.positions})
