"""Proved results on disk: opening books in the package, and the table of an engine in the store.

The table of an engine holds every position it has solved or bounded, so a stored table makes every one of
them an immediate answer. Work of more than `WORTH_KEEPING` seconds is stored.

A book has every position up to the second answer, solved.
All first guesses of 4xN are alike, and up to names of symbols and order of places there are a few
hundred positions after any second guess, good or bad. For each a book has the normal form, the least total,
the worst case, the least total within it and every optimal guess. With these in its table an engine answers
every position after the first and the second answer at once.

The file: a line ``saizen code-breaking book 1 CHECKSUM`` (SHA-256 of all that follows), then
zlib-compressed a line of JSON (size, version of the normal form, number of entries, totals of single
patterns) and the columns of the entries as little-endian integers. ``saizen build abgame --symbols N
--out FILE`` writes a new one.
"""

import hashlib
import json
import threading
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from saizen.errors import MissingTable, TableError
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.search.engine import Engine, engine_for
from saizen.games.abgame.search.normal_form import SolvedForm
from saizen.games.abgame.search.packing import pack, unpack
from saizen.games.abgame.size import Size
from saizen.games.abgame.strategy_tree import concrete
from saizen.store import Store, TableName, atomic_write
from saizen.store.files import open_regular
from saizen.work import SILENT, Progress
from saizen.work.cache import Cache

FORMAT = b"saizen code-breaking book 1"
VERSION = 1
"""Of the normal form: a book of another version would be of no use."""
PLACES = 4
SIZES = (Size(PLACES, 9), Size(PLACES, 10))
"""Sizes with an opening book: their questions take more than a second otherwise."""
LONGEST = 1 << 24
"""Bytes of a book, unpacked, at most."""
SMALL = 14
"""Positions with no more candidates are solved at once anyway."""
TABLE_VERSION = 1
WORTH_KEEPING = 2.0
"""Seconds of work that are not to be done twice."""
_opened: Cache[Engine] = Cache(most=1000)
"""Engines by the path of the table that they have taken over."""
_saving = threading.Lock()
COLUMNS = (
    ("unused", "u1"),
    ("dead", "u1"),
    ("total", "<u2"),
    ("depth", "u1"),
    ("worst", "u1"),
    ("both", "<u2"),
)


def positions(size: Size, engine: Engine) -> Iterator[AbPosition]:
    """List the start, what follows the first answer, then what follows any second guess and its answer."""
    start = AbPosition.start(size)
    yield start
    parts = start.parts(next(start.candidates())).values()
    answered = [part for part in parts if len(part) > SMALL]
    yield from answered
    deeper = [
        part
        for position in answered
        for guess in engine.guesses(position, 1 << 40)
        for part in position.parts(concrete(position, guess)).values()
        if len(part) > SMALL
    ]
    yield from sorted(deeper, key=len)  # what is learned from small ones helps with large ones


def build(size: Size, progress: Progress = SILENT) -> tuple[list[SolvedForm], Engine]:
    """Solve every position of a book, each once up to names (takes some minutes)."""
    engine = Engine(size.places, size.repeat)
    forms: dict[Any, AbPosition] = {}
    for position in positions(size, engine):
        forms.setdefault(engine.normal(position).key, position)
    progress.stage(f"the opening book of {size}", len(forms))
    book = []
    for position in forms.values():
        book.append(engine.solved_form(position))
        progress.advance(1)
    return sorted(book, key=lambda entry: (entry.unused, entry.dead, entry.patterns)), engine


def save(path: Path, size: Size, book: Sequence[SolvedForm], alone: tuple[Any, Any]) -> None:
    """Write a book; the same book is the same file."""
    head = {"size": str(size), "version": VERSION, "entries": len(book)}
    head |= {"alone": alone[0].tolist(), "alone_depth": alone[1].tolist()}
    words = [json.dumps(head, separators=(",", ":")).encode() + b"\n"]
    words += [np.array([getattr(entry, name) for entry in book], kind).tobytes() for name, kind in COLUMNS]
    for lists in (
        [list(entry.patterns) for entry in book],
        [sorted(_word(guess) for guess in entry.guesses) for entry in book],
    ):
        words.append(np.array([len(row) for row in lists], "<u2").tobytes())
        steps = np.concatenate([np.diff(np.array(row, np.int64), prepend=0) for row in lists])
        words.append(
            steps.astype("<u4").view(np.uint8).reshape(-1, 4).T.tobytes()
        )  # byte by byte: packs better
    packed = zlib.compress(b"".join(words), 9)
    atomic_write(path, b" ".join([FORMAT, hashlib.sha256(packed).hexdigest().encode()]) + b"\n" + packed)


def load(path: Path, size: Size) -> tuple[list[SolvedForm], Any, Any]:
    """Read the book of a size; what is damaged or of another version is a `TableError` that names it."""
    try:
        with open_regular(path.resolve()) as file:
            first, _, packed = file.read(LONGEST).partition(b"\n")
    except OSError as error:
        raise TableError(f"the opening book {path} cannot be read: {error.strerror}") from error
    if first.rpartition(b" ")[0] != FORMAT:
        raise TableError(f"{path} is not an opening book, or is damaged: install saizen again")
    if first.rpartition(b" ")[2] != hashlib.sha256(packed).hexdigest().encode():
        raise TableError(f"the opening book {path} is damaged (its checksum is wrong): install saizen again")
    try:
        return _read(path, size, packed)
    except TableError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, zlib.error):
        raise TableError(f"the opening book {path} is damaged: install saizen again") from None


def _read(path: Path, size: Size, packed: bytes) -> tuple[list[SolvedForm], Any, Any]:
    """Unpack the entries; anything that `save` does not write is some error."""
    unpacking = zlib.decompressobj()
    line, _, raw = unpacking.decompress(packed, LONGEST).partition(b"\n")
    if not unpacking.eof or unpacking.unused_data:
        raise ValueError("it is too long, or cut off")
    head = json.loads(line)
    if head["size"] != str(size) or head["version"] != VERSION:
        raise TableError(
            f"the opening book {path} is for {head['size']}, version {head['version']}, but {size}, version "
            f"{VERSION} is needed: saizen build abgame --symbols {size.symbols} --out {path}"
        )
    at, count = 0, int(head["entries"])

    def column(kind: str, length: int) -> Any:
        nonlocal at
        begin, at = at, at + length * np.dtype(kind).itemsize
        if not 0 <= length <= len(raw):
            raise ValueError("a column is too long")
        return np.frombuffer(raw[begin:at], kind, length)

    columns = [column(kind, count).tolist() for _, kind in COLUMNS]
    lists = []
    for _ in range(2):
        lengths = column("<u2", count)
        many = int(lengths.sum())
        steps = np.ascontiguousarray(column("u1", 4 * many).reshape(4, many).T).view("<u4").ravel()
        parts = np.split(steps.astype(np.int64), np.cumsum(lengths)[:-1])
        lists.append([np.cumsum(part).tolist() for part in parts])
    book = [
        SolvedForm(
            unused, dead, tuple(patterns), total, depth, worst, both, tuple(sorted(map(_guess, guesses)))
        )
        for unused, dead, total, depth, worst, both, patterns, guesses in zip(*columns, *lists, strict=True)
    ]
    alone, alone_depth = (np.array(head[name], np.int64) for name in ("alone", "alone_depth"))
    if at != len(raw) or alone.shape != alone_depth.shape or alone.shape[1:] != (size.places + 1,):
        raise ValueError("its columns do not fit")
    if not all(entry.patterns and max(entry.patterns) < 1 << 32 and entry.worst >= 1 for entry in book):
        raise ValueError("an entry is not a position")
    return book, alone, alone_depth


def position_of(entry: SolvedForm, size: Size) -> AbPosition:
    """Return a position with the normal form of an entry.

    >>> len(position_of(packaged_book(SIZES[-1])[0][-1], SIZES[-1])) > SMALL
    True
    """
    patterns = tuple(unpack(pattern, size.places) for pattern in entry.patterns)
    live = max(label for pattern in patterns for label in pattern)
    return AbPosition(size, patterns, tuple(range(live + 1, live + entry.unused + 1)))


def file_of(size: Size) -> Path:
    """Return where the book of a size lies in the package.

    >>> file_of(Size(4, 10)).name
    '4x10.book'
    """
    return Path(__file__).with_name(f"{size}.book")


@cache
def packaged_book(size: Size) -> tuple[list[SolvedForm], Any, Any]:
    """Return the book of a size that is part of the package."""
    return load(file_of(size), size)


def _word(guess: tuple[int, ...]) -> int:
    """Pack a guess by labels; symbols without a label get the highest numbers."""
    return pack(tuple(label & 0xFF for label in guess))


def _guess(word: int) -> tuple[int, ...]:
    return tuple(label - 256 if label > 200 else label for label in unpack(word, PLACES))


def table_name(size: Size) -> TableName:
    """Return the name of the table of a size.

    >>> str(table_name(Size(4, 10)))
    'abgame.4x10.v1'
    """
    word = f"{size.places}x{size.symbols}{'r' if size.repeat else ''}"
    options = f"--places {size.places} --symbols {size.symbols}{' --repeat' if size.repeat else ''}"
    return TableName("abgame", word, TABLE_VERSION, f"saizen solve abgame {options}")


def open_engine(size: Size, store: Store) -> Engine:
    """Return the engine for a size, with what the store and its opening book have about it."""

    def take_over() -> Engine:
        engine = engine_for(size)
        with suppress(MissingTable):
            engine.from_arrays(store.load(table_name(size))[0])
        for booked in SIZES:
            if (size.places, size.symbols, size.repeat) == (booked.places, booked.symbols, booked.repeat):
                engine.learn(*packaged_book(booked))
        return engine

    return _opened.get(str(store.path(table_name(size))), take_over)


@contextmanager
def stored_engine(size: Size, store: Store) -> Iterator[Engine]:
    """Work with the engine of a size, and save long work, even if it was stopped."""
    engine = open_engine(size, store)
    begun = time.monotonic()
    try:
        yield engine
    finally:  # what was proved until then is worth as much, and the next time goes on from there
        if time.monotonic() - begun > WORTH_KEEPING:
            with _saving:
                _save_proved(engine, store, table_name(size))


def _save_proved(engine: Engine, store: Store, name: TableName) -> None:
    try:
        stored = int(store.load(name)[1].get("positions", 0))
    except MissingTable:
        stored = 0
    if engine.positions > stored:
        if stored:
            store.remove(name)
        store.save(name, engine.to_arrays(), {"positions": engine.positions})
