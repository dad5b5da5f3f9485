"""Solved games in files: a line of JSON that says what follows, then the parts of a solution, compressed.

The parts are those of `saizen.solver.stored_solution`, one after the other, numbers with the lowest byte
first. The line has their sizes, a checksum, and a digest of the rules: reading a file explores the game
again, and refuses the file if that is another one. Files of formats 3 and 4, which came before, are still
read, unless there are intervals in them: those were not proved as they should be.
"""

import hashlib
import json
import zlib
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from saizen.errors import TableError
from saizen.game import Game, P
from saizen.solver.explore import explore
from saizen.solver.graph import Graph, little
from saizen.solver.solution import GraphSolution
from saizen.solver.stored_solution import BOUNDS, StoredSolution, number_of, parts_of
from saizen.solver.values import Values
from saizen.store import atomic_write
from saizen.store.files import explain_error, open_regular

FORMAT, FORMER, OLDEST = "saizen solution 5", "saizen solution 4", "saizen solution 3"
LONGEST_HEAD = 1 << 16
PIECE = 1 << 20
DTYPES = {"digests": "<u8", "lengths": "<i4"}
"""The types of the parts, by default ``<u4``; lists of numbers are text."""


def write(solution: GraphSolution[Any], path: Path) -> None:
    """Write a solution to a file."""
    whole = solution.whole
    written = {name: _written(name, part) for name, part in parts_of(whole).items()}
    body = zlib.compress(b"".join(written.values()))
    header = _header(whole.graph, {name: len(part) for name, part in written.items()}, body)
    atomic_write(path, header + body)


def read(game: Game[P], path: Path) -> GraphSolution[P]:
    """Read a solution of this very game from a file; refuse a damaged file or another game's."""
    header, head, body = _read(path)
    graph = explore(game, exact=header["exact"] is True)
    foreign = TableError(f"{path}: damaged, or not a solution of {type(game).__name__} with these rules")
    try:
        if header["format"] == OLDEST:
            values = _read_oldest(graph, header, head, body)
            if len(values) > 1:
                raise _unproved(path)
            return GraphSolution(graph, values[0])
        sizes = header["parts"]
        if head != _header(graph, sizes, body, header["format"]):
            raise foreign
        if header["format"] == FORMER and set(BOUNDS) <= set(sizes):
            raise _unproved(path)
        parts = _parts(sizes, body)
        return StoredSolution(graph.rules, parts, len(graph)).on(graph)
    except (LookupError, TypeError, AttributeError, ValueError, ZeroDivisionError, zlib.error) as error:
        if isinstance(error, TableError):
            raise
        raise foreign from None


def _read(path: Path) -> tuple[dict[str, Any], bytes, bytes]:
    """Return what the first line says, the line itself, and what follows."""
    with explain_error(path), open_regular(path.resolve()) as file:
        head, newline, body = file.read(LONGEST_HEAD).partition(b"\n")
        try:
            header = json.loads(head)
            kind, _ = header["format"], header["exact"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise TableError(f"{path}: not a saved solution, or damaged") from None
        if kind not in (FORMAT, FORMER, OLDEST):
            raise TableError(f"{path}: format {kind!r}, this version reads {FORMAT!r}")
        return header, head + newline, body + b"".join(iter(lambda: file.read(PIECE), b""))


def _unproved(path: Path) -> TableError:
    """Return the error for a file of intervals that a former version made."""
    return TableError(f"{path}: its intervals are of a version whose proofs had a gap; solve the game again")


def _header(graph: Graph[Any], sizes: dict[str, int], body: bytes, form: str = FORMAT) -> bytes:
    """Return the first line of a file."""
    header = {
        "format": form,
        "game": type(graph.game).__name__,
        "exact": graph.exact,
        "positions": len(graph),
        "rules": graph.fingerprint().hex(),
        "parts": sizes,
        "file": checksum(sizes, body),
    }
    return json.dumps(header).encode() + b"\n"


def checksum(sizes: dict[str, int], body: bytes) -> str:
    """Return the checksum of the compressed parts, with their names and sizes."""
    return hashlib.sha256(json.dumps(sizes).encode() + body).hexdigest()


def _written(name: str, part: Any) -> bytes:
    return part if isinstance(part, bytes) else bytes(part.astype(DTYPES.get(name, "<u4")).tobytes())


def _parts(sizes: dict[str, int], body: bytes) -> dict[str, Any]:
    """Unpack the parts; no more is unpacked than the sizes say."""
    whole, size = bytearray(), sum(sizes.values())
    for piece in _inflate(body):
        whole += piece
        if len(whole) > size:
            raise ValueError("there is more than the parts")
    parts: dict[str, Any] = {}
    for name, length in sizes.items():
        part, whole = whole[:length], whole[length:]
        if length < 0 or len(part) != length:
            raise ValueError("a part is not whole")
        parts[name] = bytes(part)
        if not name.endswith("-numbers"):
            dtype = np.dtype(DTYPES.get(name, "<u4"))
            parts[name] = np.frombuffer(parts[name], dtype).astype(dtype.newbyteorder("="))
    if "digests" in parts:
        parts["digests"] = parts["digests"].reshape(-1, 2)
    return parts


def _read_oldest(graph: Graph[Any], header: dict[str, Any], head: bytes, body: bytes) -> list[Values]:
    """Return the values in a file of format 3, and their lower and upper ends where it has them.

    Each is a list of distinct numbers as text, an empty line, and the place there of the value of each
    position in the order of discovery, four bytes each. The checksum covers the rules as well.
    """
    facts = {"game": type(graph.game).__name__, "exact": graph.exact, "positions": len(graph)}
    digest = hashlib.sha256(graph.fingerprint())
    for piece in _inflate(body):  # before it takes memory
        digest.update(piece)
    sums = {"sha256": digest.hexdigest(), "file": hashlib.sha256(body).hexdigest()}
    if head != json.dumps({"format": OLDEST, **facts, **sums}).encode() + b"\n":
        raise ValueError("another game, or damaged")
    text, parts = b"".join(_inflate(body)), []
    while text:
        lines, _, rest = text.partition(b"\n\n")
        places, text = array("i", rest[: 4 * len(graph)]), rest[4 * len(graph) :]
        places = array("i", little(places))
        numbers = [number_of(line, graph.exact) for line in lines.decode("ascii").split("\n")]
        if len(places) != len(graph) or not 0 <= min(places) <= max(places) < len(numbers):
            raise ValueError("the values are not whole")
        parts.append(Values.of([numbers[at] for at in places], exact=graph.exact))
    if len(parts) not in (1, 3):
        raise ValueError("bounds are missing")
    return parts


def _inflate(packed: bytes) -> Iterator[bytes]:
    """Unpack what `zlib.compress` made, piece by piece; ``zlib.error`` if it is cut off or continues."""
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
