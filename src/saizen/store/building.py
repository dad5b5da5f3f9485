"""`Building`, a table while it is written: each part complete or absent; and the owners of files."""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import DTypeLike, NDArray

from saizen.errors import TableError
from saizen.store.files import (
    explain_error,
    is_leftover,
    is_regular,
    replace_file,
    sync_directory,
)
from saizen.store.manifest import (
    JSON,
    RAW,
    Part,
    TableName,
    canonical_json,
    check_word,
    dtype_text,
    number_type,
)
from saizen.store.memory import Made
from saizen.store.table import MANIFEST, StoredTable
from saizen.work import SILENT, Progress


class PartWriter:
    """Takes the rows of one part, chunk by chunk."""

    def __init__(self, file: BinaryIO, path: Path, dtype: str, row: tuple[int, ...]) -> None:
        self._file, self._path, self._dtype, self._row = file, path, dtype, row
        self._digest = hashlib.sha256()
        self.rows = 0

    def append(self, rows: NDArray[Any] | bytes) -> None:
        """Add rows: an array of the part's dtype and row shape, or ``bytes`` to a part of bytes."""
        array = np.frombuffer(rows, np.uint8) if isinstance(rows, bytes) else np.asarray(rows)
        dtype = number_type(self._dtype)
        if array.dtype.newbyteorder("<") != dtype or array.ndim == 0 or array.shape[1:] != self._row:
            raise TableError(
                f"{self._path}: takes {dtype} arrays of shape (n, {str(self._row)[1:]}, "
                f"not {array.dtype} of shape {array.shape}"
            )
        data = np.ascontiguousarray(array, dtype).reshape(-1).view(np.uint8)
        with explain_error(self._path):
            self._file.write(data.data)
        self._digest.update(data.data)
        self.rows += len(array)

    def record(self) -> Part:
        """Return what the manifest shall say of the rows so far."""
        return Part(self._dtype, (self.rows, *self._row), self._digest.hexdigest())


class Building(StoredTable):
    """An unfinished table: finished parts can be read, further ones written. See ``Store.build``.

    Parts may come in any order, from one thread.
    """

    def __init__(self, directory: Path, name: TableName, created: Made) -> None:
        super().__init__(directory, name)
        self._made = created

    @contextmanager
    def part(self, name: str, dtype: DTypeLike = RAW, row: tuple[int, ...] = ()) -> Iterator[PartWriter]:
        """Write a part of unknown length; it counts when the block ends without an error.

        ``dtype`` is a NumPy number type or ``"bytes"``; ``row`` is the shape of one row, ``()`` for a flat
        array.
        """
        if check_word(name, "part") in self.parts:
            raise TableError(f"{self._path(name)}: the part is already finished")
        path, temporary = self._path(name), self.directory / f"{name}.tmp"
        text = dtype_text(dtype)
        self._made.add(name)
        with explain_error(temporary):
            file = temporary.open("xb")
        try:
            writer = PartWriter(file, temporary, text, row)
            yield writer
            with explain_error(temporary):
                file.flush()
                os.fsync(file.fileno())
                file.close()
                os.replace(temporary, path)
                sync_directory(self.directory)
                self._known[name] = self._identity(name)  # what is in it was just written by us
        except BaseException:
            with suppress(OSError):
                file.close()
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
        self._manifest.parts[name] = writer.record()
        self._write_manifest()

    def put(self, name: str, value: Any) -> None:
        """Write a part that is in memory: an array, ``bytes``, or anything JSON knows."""
        if isinstance(value, np.ndarray):
            with self.part(name, value.dtype, value.shape[1:]) as part:
                part.append(value)
        else:
            data = value if isinstance(value, bytes) else canonical_json(value)
            with self.part(name, RAW if isinstance(value, bytes) else JSON) as part:
                part.append(data)

    def discard(self, name: str) -> None:
        """Drop a finished part that only the build itself needed."""
        self._record(name)
        del self._manifest.parts[name]
        self.release(name)
        self._write_manifest()
        with explain_error(self._path(name)):
            self._path(name).unlink()

    def recover(self, progress: Progress = SILENT) -> None:
        """Delete what a killed build left unfinished, and verify what it finished.

        Nothing else is deleted: with files in the directory that the store did not make, `TableError`.
        """
        leftover, strange = sort_files(self.directory, set(self.parts), self._made.names())
        if strange:
            raise TableError(in_the_way(self.directory, strange))
        with explain_error(self.directory):
            for path in leftover:
                path.unlink()
        if self.parts:
            self.verify(progress)

    def clear(self) -> None:
        """Take back a table that has no parts; other files stay."""
        with suppress(OSError):
            if is_regular(self.directory / MANIFEST):
                (self.directory / MANIFEST).unlink()
            self.directory.rmdir()
            self._made.forget()

    def finish(self, meta: Mapping[str, Any] | None = None) -> None:
        """Declare the table complete."""
        self._manifest.meta = json.loads(canonical_json(dict(meta or {})))
        self._manifest.complete = True
        self._write_manifest()

    def _write_manifest(self) -> None:
        path = self.directory / MANIFEST
        with explain_error(path):
            replace_file(path, self._manifest.to_text())


def sort_files(directory: Path, parts: set[str], created: set[str]) -> tuple[list[Path], list[str]]:
    """Return the files in a table's directory that the store left there, and the names of others' files.

    Finished parts and the manifest are in neither list, nor are others' hidden files: no part is hidden.
    """
    leftover, strange = [], []
    with explain_error(directory):
        names = sorted(os.listdir(directory))
    for name in names:
        path = directory / name
        is_part = name == MANIFEST or name in parts
        ours = name in created or name.removesuffix(".tmp") in created | parts or is_leftover(name, MANIFEST)
        if is_regular(path) and (is_part or ours):
            if not is_part:
                leftover.append(path)
        elif not name.startswith("."):
            strange.append(name)
    return leftover, strange


def in_the_way(directory: Path, names: Sequence[str]) -> str:
    """Say which files are not the store's."""
    shown = ", ".join(repr(name) for name in names[:3])
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"{directory}: {shown}{more} is in the way, saizen did not make it; move it elsewhere"


def refuse_link(directory: Path) -> None:
    """Raise `TableError` for a table's directory that is a link: what it leads to is not the store's."""
    junction = getattr(os.path, "isjunction", lambda path: False)  # Windows, Python 3.12
    if directory.is_symlink() or junction(directory):
        raise TableError(f"{directory}: is a symbolic link, which is not followed; remove it yourself")
