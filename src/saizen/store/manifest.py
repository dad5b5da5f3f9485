"""The description of a table's files: the name, the parts, and the manifest with their checksums.

::

    STORE/
    ├── .locks/calculation.stacks3.v1     held while somebody builds or removes the table
    ├── .checked/calculation.stacks3.v1   which files were compared with their checksums, see `memory`
    ├── .made/calculation.stacks3.v1      which files the store made, and may delete
    └── calculation.stacks3.v1/           the table's name: game, rules, version
        ├── table.json                    the manifest, replaced (by rename) after every finished part
        ├── layer-00                      a part: the array's bytes, little-endian, C order, no header
        ├── layer-01
        └── layer-02.tmp                  a part being written; renamed once it is whole and on the disk

    table.json   {"checksum": SHA-256 of "table" written as ASCII JSON, keys sorted, no blanks,
                  "table": {"format": 1, "game": "calculation", "rules": "stacks3", "version": 1,
                            "complete": true,
                            "meta": {whatever the builder says about the table},
                            "parts": {"layer-00": {"dtype": "<u2", "shape": [12, 2], "sha256": "..."},
                                      ...}}}

A part's dtype is one of `DTYPES`, or ``bytes`` or ``json`` (then the shape is the length alone); dtype
and shape give its length in bytes. A part counts once the manifest names it, and the table once the
manifest says ``complete``: a build killed at any moment finds its finished parts again. No time, host or
library version is recorded, so a resumed build ends in the same bytes as one that was never stopped.

Nothing is ever unpickled, a manifest is not believed before every field of it is checked, and no byte of a
part is used before all of it was compared with its checksum.
"""

import hashlib
import json
import re
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from saizen.errors import TableError

FORMAT = 1
DTYPES = ("|i1", "|u1", "<i2", "<u2", "<i4", "<u4", "<i8", "<u8", "<f4", "<f8")
RAW, JSON = "bytes", "json"
LONGEST = 1 << 24
"""Bytes of a manifest that are read at most."""


def check_word(word: str, what: str) -> str:
    """Return a word that is safe in a file name on every system; refuse any other.

    >>> check_word("layer-07", "part")
    'layer-07'
    """
    if not isinstance(word, str) or not re.fullmatch("[a-z0-9][a-z0-9-]{0,79}", word):
        raise TableError(
            f"{word!r} is not a {what} name: use up to 80 of a-z, 0-9 and -, not starting with -"
        )
    return word


@dataclass(frozen=True, slots=True)
class TableName:
    """The name of a table. Raise ``version`` when the same rules shall give other bytes than before.

    ``command`` is what builds the table; the error for a missing table shows it.

    >>> str(TableName("calculation", "stacks3", 1))
    'calculation.stacks3.v1'
    >>> TableName.parse("calculation.stacks3.v1").rules
    'stacks3'
    """

    game: str
    rules: str
    version: int
    command: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        check_word(self.game, "game")
        check_word(self.rules, "rules")
        if type(self.version) is not int or not 0 <= self.version < 10**9:
            raise TableError(f"{self.version!r} is not a table version: use 0, 1, 2, ...")

    def __str__(self) -> str:
        return f"{self.game}.{self.rules}.v{self.version}"

    @classmethod
    def parse(cls, text: str) -> "TableName":
        """Read a name as ``str`` writes it."""
        match = re.fullmatch(r"([a-z0-9-]+)\.([a-z0-9-]+)\.v(0|[1-9][0-9]{0,8})", text)
        if not match:
            raise TableError(f"{text!r} is not a table name; one looks like GAME.RULES.v1")
        return cls(match[1], match[2], int(match[3]))


@dataclass(frozen=True, slots=True)
class Part:
    """The manifest's record of a part."""

    dtype: str
    shape: tuple[int, ...]
    sha256: str

    @property
    def size(self) -> int:
        """The length in bytes."""
        return prod(self.shape) * number_type(self.dtype).itemsize

    @classmethod
    def checked(cls, name: str, record: Any) -> "Part":
        """Take a record from a file; ``ValueError`` for anything that is not written here."""
        check_word(name, "part")
        dtype, shape, digest = record["dtype"], record["shape"], record["sha256"]
        if dtype not in (*DTYPES, RAW, JSON):
            raise ValueError(f"the dtype {dtype!r} of part {name} is unknown")
        if (
            not isinstance(shape, list)
            or not 1 <= len(shape) <= 32
            or not all(type(length) is int and length >= 0 for length in shape)
            or prod(max(length, 1) for length in shape) >= 2**60
        ):
            raise ValueError(f"the shape of part {name} is impossible")
        if not isinstance(digest, str) or not re.fullmatch("[0-9a-f]{64}", digest):
            raise ValueError(f"the checksum of part {name} is none")
        return cls(dtype, tuple(shape), digest)


def dtype_text(dtype: DTypeLike) -> str:
    """Write a dtype as the manifest does; refuse those whose bytes are not plain numbers.

    >>> dtype_text(np.uint16)
    '<u2'
    """
    if isinstance(dtype, str) and dtype in (RAW, JSON):
        return dtype
    text = np.dtype(dtype).newbyteorder("<").str
    if text not in DTYPES:
        raise TableError(f"dtype {np.dtype(dtype)} cannot be stored; use one of {', '.join(DTYPES)}")
    return text


def number_type(dtype: str) -> "np.dtype[Any]":
    """Return the NumPy type of a recorded dtype; bytes and JSON are single bytes."""
    return np.dtype(dtype if dtype in DTYPES else "|u1")


@dataclass
class Manifest:
    """The finished parts of a table."""

    name: TableName
    complete: bool = False
    meta: dict[str, Any] = field(default_factory=dict)
    parts: dict[str, Part] = field(default_factory=dict)

    def to_text(self) -> str:
        """Write the file ``table.json``."""
        table = {
            "format": FORMAT,
            "game": self.name.game,
            "rules": self.name.rules,
            "version": self.name.version,
            "complete": self.complete,
            "meta": self.meta,
            "parts": {
                name: {"dtype": part.dtype, "shape": list(part.shape), "sha256": part.sha256}
                for name, part in self.parts.items()
            },
        }
        outer = {"checksum": hashlib.sha256(canonical_json(table)).hexdigest(), "table": table}
        indent = 1 if self.complete else None  # until then it is often written, and without lines much faster
        return json.dumps(outer, indent=indent, sort_keys=True, allow_nan=False) + "\n"

    @classmethod
    def from_bytes(cls, name: TableName, data: bytes) -> "Manifest":
        """Read the file ``table.json``, believing nothing; ``ValueError`` says what is wrong with it."""
        if len(data) > LONGEST:
            raise ValueError(f"it is longer than {LONGEST} bytes")
        try:
            outer = json.loads(data)
            table = outer["table"]
            if table["format"] != FORMAT:
                raise ValueError(f"its format is {table['format']!r} and this saizen reads format {FORMAT}")
            if outer["checksum"] != hashlib.sha256(canonical_json(table)).hexdigest():
                raise ValueError("its checksum does not match")
            if (table["game"], table["rules"], table["version"]) != (name.game, name.rules, name.version):
                raise ValueError("it belongs to another table")
            complete, meta = table["complete"], table["meta"]
            if type(complete) is not bool or not isinstance(meta, dict):
                raise ValueError("complete is not a truth value or meta is not a mapping")
            parts = {part: Part.checked(part, record) for part, record in table["parts"].items()}
        except KeyError as error:
            raise ValueError(f"the field {error} is missing") from None
        except (TypeError, AttributeError, RecursionError):
            raise ValueError("it is not built like a manifest") from None
        return cls(name, complete, meta, parts)


def canonical_json(value: Any) -> bytes:
    """Write JSON in the one form that has a checksum.

    >>> canonical_json({"b": 1, "a": [True]})
    b'{"a":[true],"b":1}'
    """
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        raise TableError(f"only numbers, texts, lists and mappings can be stored: {error}") from None
