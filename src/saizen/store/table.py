"""One table: `StoredTable` reads it, `Building` writes it part by part, each part whole or absent."""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import DTypeLike, NDArray

from saizen.errors import MissingTable, TableError
from saizen.store.files import explained, replace_file, sync_directory
from saizen.store.manifest import (
    JSON,
    LONGEST,
    RAW,
    Manifest,
    Part,
    TableName,
    canonical_json,
    check_word,
    dtype_text,
    number_type,
)
from saizen.work import SILENT, Progress

MANIFEST = "table.json"
CHUNK = 1 << 22


class StoredTable:
    """A table open for reading; a context manager.

    Opening checks the manifest and the length of every part. `array` maps a part into memory when it
    is first asked for; `read` and `verify` also check the contents.
    """

    def __init__(self, directory: Path, name: TableName) -> None:
        self.directory = directory
        self.name = name
        self._manifest = self._read_manifest()
        self._maps: dict[str, NDArray[Any]] = {}
        if self.complete:  # the files of an unfinished table may change under our eyes
            for part in self.parts:
                self._check_size(part)

    def __enter__(self) -> "StoredTable":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the memory maps; an array somebody still holds stays readable."""
        self._maps.clear()

    @property
    def complete(self) -> bool:
        """Whether the build came to its end."""
        return self._manifest.complete

    @property
    def meta(self) -> Mapping[str, Any]:
        """What the builder said about the table."""
        return self._manifest.meta

    @property
    def parts(self) -> Mapping[str, Part]:
        """The finished parts: their dtype, shape and checksum."""
        return self._manifest.parts

    @property
    def size(self) -> int:
        """The length of all finished parts in bytes."""
        return sum(part.size for part in self.parts.values())

    def __contains__(self, part: str) -> bool:
        return part in self.parts

    def array(self, part: str) -> NDArray[Any]:
        """Return a part as a read-only array, memory-mapped: only what is looked at is read."""
        if part not in self._maps:
            record, path = self._record(part), self._path(part)
            self._check_size(part)
            if record.size:
                with explained(path):
                    mapped = np.memmap(path, number_type(record.dtype), mode="r", shape=record.shape)
                self._maps[part] = mapped.view(np.ndarray)
            else:  # an empty file cannot be mapped
                self._maps[part] = np.empty(record.shape, number_type(record.dtype))
                self._maps[part].flags.writeable = False
        return self._maps[part]

    def release(self, part: str) -> None:
        """Forget the map of a part: its pages are given back once no array looks at them."""
        self._maps.pop(part, None)

    def read(self, part: str) -> Any:
        """Return a part in memory, its checksum verified: an array, ``bytes``, or what JSON held."""
        record, path = self._record(part), self._path(part)
        with explained(path):
            data = path.read_bytes()
        if len(data) != record.size or hashlib.sha256(data).hexdigest() != record.sha256:
            raise self._damage(path, "the contents do not match the checksum")
        if record.dtype == JSON:
            return json.loads(data)
        if record.dtype == RAW:
            return data
        return np.frombuffer(bytearray(data), number_type(record.dtype)).reshape(record.shape)

    def verify(self, progress: Progress = SILENT) -> None:
        """Read every byte; raise `TableError` naming each damaged file."""
        progress.stage(f"checking {self.name}", self.size)
        for part in self.parts:
            self._check_size(part)
        damaged = [part for part in self.parts if self._digest(part, progress) != self.parts[part].sha256]
        if damaged:
            files = ", ".join(str(self._path(part)) for part in sorted(damaged))
            raise self._damage(files, "the contents do not match the checksum")

    def _digest(self, part: str, progress: Progress) -> str:
        digest = hashlib.sha256()
        with explained(self._path(part)), self._path(part).open("rb") as file:
            while chunk := file.read(CHUNK):
                digest.update(chunk)
                progress.advance(len(chunk))
        return digest.hexdigest()

    def _path(self, part: str) -> Path:
        return self.directory / part

    def _record(self, part: str) -> Part:
        if part not in self.parts:
            raise MissingTable(f"{self.name} has no part {part!r}; it has: {', '.join(sorted(self.parts))}")
        return self.parts[part]

    def _check_size(self, part: str) -> None:
        path, expected = self._path(part), self.parts[part].size
        if not path.is_file():
            raise self._damage(path, "the file is missing")
        with explained(path):
            size = path.stat().st_size
        if size != expected:
            raise self._damage(path, f"it has {size} bytes where {expected} are recorded")

    def _damage(self, files: Path | str, reason: str) -> TableError:
        cure = f"remove the table with `saizen tables remove {self.name}` and build it again"
        return TableError(f"{files}: damaged, {reason}; {cure}")

    def _read_manifest(self) -> Manifest:
        path = self.directory / MANIFEST
        if not path.exists():
            return Manifest(self.name)
        with explained(path), path.open("rb") as file:
            data = file.read(LONGEST + 1)
        try:
            return Manifest.from_bytes(self.name, data)
        except ValueError as error:
            raise self._damage(path, str(error)) from None


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
        with explained(self._path):
            self._file.write(data.data)
        self._digest.update(data.data)
        self.rows += len(array)

    def record(self) -> Part:
        """Tell what the manifest shall say of the rows so far."""
        return Part(self._dtype, (self.rows, *self._row), self._digest.hexdigest())


class Building(StoredTable):
    """An unfinished table: finished parts can be read, further ones written. See `Store.build`.

    Parts may come in any order, from one thread.
    """

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
        with explained(temporary):
            file = temporary.open("wb")
        try:
            writer = PartWriter(file, temporary, text, row)
            yield writer
            with explained(temporary):
                file.flush()
                os.fsync(file.fileno())
                file.close()
                os.replace(temporary, path)
                sync_directory(self.directory)
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
        self._maps.pop(name, None)
        self._write_manifest()
        with explained(self._path(name)):
            self._path(name).unlink()

    def recover(self, progress: Progress = SILENT) -> None:
        """Delete what a killed build left unfinished, and verify what it finished."""
        with explained(self.directory):
            for path in self.directory.iterdir():
                if path.name != MANIFEST and path.name not in self.parts and not path.is_dir():
                    path.unlink()
        if self.parts:
            self.verify(progress)

    def finish(self, meta: Mapping[str, Any] | None = None) -> None:
        """Declare the table complete."""
        self._manifest.meta = json.loads(canonical_json(dict(meta or {})))
        self._manifest.complete = True
        self._write_manifest()

    def _write_manifest(self) -> None:
        path = self.directory / MANIFEST
        with explained(path):
            replace_file(path, self._manifest.to_text())
