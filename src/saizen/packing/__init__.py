"""Data files that browsers read without a server: a JSON header and columns of bytes.

A body has the length of its header (4 bytes, little endian), the header, padded with spaces so that what
follows begins at a multiple of 8, and the columns without gaps. The header lists the columns with their
lengths. ``packed.js`` of the page reads it, and refuses another format.
"""

import base64
import gzip
import json
from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from saizen.version import VERSION

FORMAT = 1
"""The format of every data file; ``packed.js`` reads one format alone."""


class ItemTable:
    """Different things in the order in which they came, each with its number.

    >>> moves = ItemTable()
    >>> moves.number("hold"), moves.number("roll"), moves.number("hold"), moves.items
    (0, 1, 0, ['hold', 'roll'])
    """

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self.items: list[Any] = []

    def number(self, key: Hashable, item: Any = None) -> int:
        """Return the number of a thing; ``item`` is what is listed, the key itself by default."""
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.items)
            self.items.append(key if item is None else item)
        return number


def varints(numbers: Iterable[int]) -> bytes:
    """Write whole numbers as unsigned LEB128: seven bits a byte, the lowest first.

    >>> list(varints([5, 300]))
    [5, 172, 2]
    """
    out = bytearray()
    for number in numbers:
        rest = number
        while rest > 127:
            out.append(rest & 127 | 128)
            rest >>= 7
        out.append(rest)
    return bytes(out)


def body(header: Mapping[str, Any], columns: Mapping[str, bytes] | None = None) -> bytes:
    r"""Return a header and columns as the bytes of a data file, before they are compressed.

    >>> body({"kind": "moves"}, {"form": varints([1, 2])})[-2:]
    b'\x01\x02'
    """
    parts = columns or {}
    listed = [[name, len(column)] for name, column in parts.items()]
    full = {"format": FORMAT, "version": VERSION, **header, "columns": listed}
    text = json.dumps(full, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    text += b" " * (-(4 + len(text)) % 8)
    return len(text).to_bytes(4, "little") + text + b"".join(parts.values())


def data_script(name: str, packed: bytes) -> bytes:
    """Return a body as a script, which browsers load from a folder too: a call with gzip in base64.

    >>> data_script("nim-graph", body({}))[:24]
    b'saizenData("nim-graph","'
    """
    text = base64.b64encode(gzip.compress(packed, 9, mtime=0)).decode()
    return f'saizenData({json.dumps(name)},"{text}")\n'.encode()
