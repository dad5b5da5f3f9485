"""Solved games in files: a line of JSON that says what follows, then the values, compressed.

The values are a list of distinct numbers as text, an empty line, and the place in that list of the value of
each position in the order of discovery, four bytes each, the lowest first. Where values are known as
intervals, their lower and upper ends follow in the same form. The checksum covers the rules as well.
"""

import hashlib
import json
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from saizen.errors import TableError
from saizen.exact import read_number
from saizen.game import Game
from saizen.solver.explore import explore
from saizen.solver.graph import Graph, little
from saizen.solver.values import Values

FORMAT = "saizen solution 3"
FORMER = ("saizen solution 1", "saizen solution 2")
"""One line of text a position; the first without a checksum of the compressed text. Still read."""
LONGEST_HEAD = 1 << 16
PIECE = 1 << 20


def write(graph: Graph[Any], parts: Sequence[Values], path: Path) -> None:
    """Write the values of all positions, and what else is known of each, to a file."""
    from saizen.store import atomic_write

    text = b"".join(map(_packed, parts))
    body = zlib.compress(text)
    header = _header(graph, FORMAT, _digest(graph.fingerprint(), [text]), body)
    atomic_write(path, json.dumps(header).encode() + b"\n" + body)


def read(game: Game[Any], path: Path) -> tuple[Graph[Any], list[Values]]:
    """Read a saved solution of this very game; refuse a damaged file or another game's."""
    from saizen.store.files import explained, open_regular

    with explained(path), open_regular(path.resolve()) as file:
        head, newline, body = file.read(LONGEST_HEAD).partition(b"\n")
        try:
            header = json.loads(head)
            kind = header["format"]
            known = kind == FORMAT or kind in FORMER
            exact, checksum = header["exact"] is True, header["sha256"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise TableError(f"{path}: not a saved solution, or damaged") from None
        if not known:
            raise TableError(f"{path}: format {kind!r}, this version reads {FORMAT!r}")
        body += b"".join(iter(lambda: file.read(PIECE), b""))
    former = kind in FORMER
    graph = explore(game, exact=exact, merge=not former)
    foreign = TableError(f"{path}: damaged, or not a solution of {type(game).__name__} with these rules")
    if head + newline != json.dumps(_header(graph, kind, checksum, body)).encode() + b"\n":
        raise foreign
    try:
        rules = graph.former_fingerprint() if former else graph.fingerprint()
        if _digest(rules, _inflate(body)) != checksum:  # before it takes memory
            rules = graph.fingerprint(sets_as_they_are=True)
            if former or _digest(rules, _inflate(body)) != checksum:
                raise foreign
        text = b"".join(_inflate(body))
        parts = [_lines(text, exact)] if former else list(_unpacked(text, exact, len(graph)))
    except (ValueError, ZeroDivisionError, zlib.error) as error:
        if isinstance(error, TableError):
            raise
        raise TableError(f"{path}: not a saved solution, or damaged") from None
    if len(parts) not in (1, 3) or any(len(part) != len(graph) for part in parts):
        raise TableError(f"{path}: its values do not fit {type(game).__name__} with these rules")
    return graph, parts


def _packed(values: Values) -> bytes:
    numbers, places = values.table()
    return "\n".join(map(str, numbers)).encode() + b"\n\n" + little(places)


def _unpacked(text: bytes, exact: bool, count: int) -> Iterator[Values]:
    while text:
        table, gap, rest = text.partition(b"\n\n")
        places = array("i", rest[: 4 * count])
        places = array("i", little(places))
        text = rest[4 * count :]
        numbers = [number_of(line, exact) for line in table.decode("ascii").split("\n")]
        if not gap or len(places) != count or not 0 <= min(places) <= max(places) < len(numbers):
            raise ValueError("the values are not whole")
        yield Values(places, numbers) if exact else Values.of([numbers[at] for at in places], exact=False)


def _lines(text: bytes, exact: bool) -> Values:
    return Values.of([number_of(line, exact) for line in text.decode("ascii").split("\n")], exact=exact)


def number_of(written: str, exact: bool) -> Any:
    """Read a number as it was written; ``ValueError`` for anything else."""
    number = read_number(written) if exact else float(written)
    if not exact and not isfinite(number):
        raise ValueError(f"{written} is not finite")
    return number


def _header(graph: Graph[Any], kind: str, checksum: Any, body: bytes) -> dict[str, Any]:
    """Return the first line of a file, which says what the rest is."""
    header = {
        "format": kind,
        "game": type(graph.game).__name__,
        "exact": graph.exact,
        "positions": len(graph),
        "sha256": checksum,
    }
    return header if kind == FORMER[0] else header | {"file": hashlib.sha256(body).hexdigest()}


def _digest(rules: bytes, pieces: Iterable[bytes]) -> str:
    """Return the checksum of values, bound to the rules they are of."""
    digest = hashlib.sha256(rules)
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()


def _inflate(packed: bytes) -> Iterator[bytes]:
    """Unpack what `zlib.compress` made, piece by piece; ``zlib.error`` if it is cut off or goes on."""
    unpacking = zlib.decompressobj()
    for begin in range(0, len(packed), PIECE):
        rest = packed[begin : begin + PIECE]
        while rest and not unpacking.eof:
            yield unpacking.decompress(rest, PIECE)
            rest = unpacking.unconsumed_tail
        if unpacking.eof and (unpacking.unused_data or begin + PIECE < len(packed)):
            raise zlib.error("something follows the end")
    while not unpacking.eof:
        piece = unpacking.decompress(b"", PIECE)
        if not piece and not unpacking.eof:
            raise zlib.error("the end is missing")
        yield piece
