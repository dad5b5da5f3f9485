"""One table: `StoredTable` reads it, `Building` writes it part by part, each part whole or absent."""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import DTypeLike, NDArray

from saizen.errors import MissingTable, TableError
from saizen.store.files import (
    FileId,
    explained,
    is_leftover,
    is_regular,
    open_regular,
    replace_file,
    sync_directory,
)
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
from saizen.store.memory import Checked, Made
from saizen.work import SILENT, Progress

MANIFEST = "table.json"
CHUNK = 1 << 22
WRONG = "the contents do not match the checksum"


class StoredTable:
    """A table open for reading; a context manager.

    No byte of a part is handed out before the whole part was compared with its checksum. That is done
    once for every file: what was found right is remembered beside the table, in the directory ``.checked``,
    until the file changes. `verify` compares everything again.
    """

    def __init__(self, directory: Path, name: TableName) -> None:
        self.directory = directory
        self.name = name
        self._seen: tuple[FileId, str] | None = None
        self._manifest = self._read_manifest()
        self._known: dict[str, FileId] = {}
        self._maps: dict[str, NDArray[Any]] = {}

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

    def number(self, key: str) -> int:
        """Return a number, 0 or more, that the builder said about the table; `TableError` if it did not."""
        found = self.meta.get(key)
        if type(found) is not int or found < 0:
            raise self.unfit(f"its {key!r} is {found!r}, not a number")
        return found

    def array(
        self, part: str, dtype: DTypeLike | None = None, shape: Sequence[int | None] | None = None
    ) -> NDArray[Any]:
        """Return a part as a read-only array, memory-mapped: only what is looked at is kept in memory.

        With a dtype or a shape (``None`` is any length), a part that has another one is a `TableError`.
        """
        record = self._record(part)
        if dtype is not None and record.dtype != dtype_text(dtype):
            raise self.unfit(f"part {part} has numbers of type {record.dtype}, not {dtype_text(dtype)}")
        if shape is not None and (
            len(shape) != len(record.shape)
            or any(a not in (None, b) for a, b in zip(shape, record.shape, strict=True))
        ):
            raise self.unfit(f"part {part} has the shape {record.shape}, not {tuple(shape)}")
        if part not in self._maps:
            self._maps[part] = self._map(part)
        return self._maps[part]

    def release(self, part: str) -> None:
        """Forget the map of a part: its pages are given back once no array looks at them."""
        self._maps.pop(part, None)

    def read(self, part: str) -> Any:
        """Return a part in memory, its checksum verified: an array, ``bytes``, or what JSON held."""
        record, path = self._record(part), self._path(part)
        data = np.empty(record.size, np.uint8)
        if part in self._maps:  # what was opened stays, even if the table was replaced since then
            data[:] = self._maps[part].reshape(-1).view(np.uint8)
        else:
            with explained(path), self._open(part) as file:
                self._right_size(part, file)
                filled = 0
                while got := file.readinto(data[filled : filled + CHUNK].data):  # type: ignore[attr-defined]
                    filled += got
        if hashlib.sha256(data.data).hexdigest() != record.sha256:
            raise self._damage(path, WRONG)
        if record.dtype == RAW:
            return data.tobytes()
        if record.dtype == JSON:
            try:
                return json.loads(data.tobytes())
            except (ValueError, RecursionError):
                raise self.unfit(f"part {part} is no JSON") from None
        return data.view(number_type(record.dtype)).reshape(record.shape)

    def unfit(self, reason: str) -> TableError:
        """Return the error for contents that no builder writes, whatever their checksums say."""
        return self._damage(self.directory, reason)

    def check_sizes(self) -> None:
        """Look at every part without reading it; raise `TableError` for one that is missing or too short."""
        for part in self.parts:
            with explained(self._path(part)), self._open(part) as file:
                self._right_size(part, file)

    def check(self, memory: Path, progress: Progress = SILENT) -> None:
        """Compare every part with its checksum unless that is remembered in a file, and map it.

        From then on the table stays as it is now, even if it is removed or built anew.
        """
        checked = self._checked(memory)
        self._known = checked.recall()
        self._inspect(checked, progress)
        for part in self.parts:
            self.array(part)

    def verify(self, progress: Progress = SILENT, memory: Path | None = None) -> None:
        """Read every byte; raise `TableError` naming each damaged file."""
        self._known = {}
        self._inspect(self._checked(memory) if memory and self.complete else None, progress)

    def replaced(self) -> bool:
        """Tell whether the manifest is another one than when this table was opened."""
        try:
            return FileId.of(os.lstat(self.directory / MANIFEST)) != (self._seen and self._seen[0])
        except OSError:
            return self._seen is not None

    def _checked(self, memory: Path) -> Checked:
        return Checked(memory, self._seen[1] if self._seen else "")

    def _inspect(self, checked: Checked | None, progress: Progress) -> None:
        """Compare with their checksums all parts that are not known to be right, and remember them."""
        self.check_sizes()
        unknown = [part for part in self.parts if self._identity(part) != self._known.get(part)]
        if not unknown:
            return
        progress.stage(f"checking {self.name}", sum(self.parts[part].size for part in unknown))
        if checked:
            checked.begin()
        try:
            damaged = []
            for part in unknown:
                with explained(self._path(part)), self._open(part) as file:
                    if not self._is_right(part, file, progress):
                        damaged.append(part)
            if damaged:
                raise self._damage(f"{self.directory}{os.sep}{', '.join(sorted(damaged))}", WRONG)
        except BaseException:
            if checked:
                checked.drop()
            raise
        if checked:
            checked.keep({part: self._known[part] for part in self.parts})

    def _is_right(self, part: str, file: BinaryIO, progress: Progress = SILENT) -> bool:
        """Compare an open part with its checksum, unless it is known; know it if it is right."""
        found = FileId.of(os.fstat(file.fileno()))
        if self._known.get(part) == found:
            return True
        digest, buffer = hashlib.sha256(), bytearray(min(CHUNK, max(found.size, 1)))
        while got := file.readinto(buffer):  # type: ignore[attr-defined]
            digest.update(memoryview(buffer)[:got])
            progress.advance(got)
        right = digest.hexdigest() == self.parts[part].sha256 and FileId.of(os.fstat(file.fileno())) == found
        if right:
            self._known[part] = found
        return right

    def _map(self, part: str) -> NDArray[Any]:
        """Map a part, the very file that was found right."""
        record, path = self._record(part), self._path(part)
        with explained(path), self._open(part) as file:
            self._right_size(part, file)
            if not self._is_right(part, file):
                raise self._damage(path, WRONG)
            if record.size:
                mapped = np.memmap(file, number_type(record.dtype), mode="r", shape=record.shape)
                return mapped.view(np.ndarray)
        empty = np.empty(record.shape, number_type(record.dtype))  # an empty file cannot be mapped
        empty.flags.writeable = False
        return empty

    def _open(self, part: str) -> BinaryIO:
        try:
            return open_regular(self._path(part))
        except FileNotFoundError:
            raise self._damage(self._path(part), "the file is missing") from None

    def _identity(self, part: str) -> FileId:
        with explained(self._path(part)):
            return FileId.of(os.lstat(self._path(part)))

    def _right_size(self, part: str, file: BinaryIO) -> None:
        size, expected = os.fstat(file.fileno()).st_size, self.parts[part].size
        if size != expected:
            raise self._damage(self._path(part), f"it has {size} bytes where {expected} are recorded")

    def _path(self, part: str) -> Path:
        return self.directory / part

    def _record(self, part: str) -> Part:
        if part not in self.parts:
            raise MissingTable(f"{self.name} has no part {part!r}; it has: {', '.join(sorted(self.parts))}")
        return self.parts[part]

    def _damage(self, files: Path | str, reason: str) -> TableError:
        cure = f"remove the table with `saizen tables remove {self.name}` and build it again"
        return TableError(f"{files}: damaged, {reason}; {cure}")

    def _read_manifest(self) -> Manifest:
        path = self.directory / MANIFEST
        try:
            with explained(path), open_regular(path) as file:
                found = FileId.of(os.fstat(file.fileno()))
                data = b"".join(iter(lambda: file.read(min(CHUNK, LONGEST + 1)), b""))
        except TableError as error:
            if isinstance(error.__cause__, FileNotFoundError | NotADirectoryError):
                return Manifest(self.name)
            raise
        self._seen = found, hashlib.sha256(data).hexdigest()
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

    def __init__(self, directory: Path, name: TableName, made: Made) -> None:
        super().__init__(directory, name)
        self._made = made

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
        with explained(temporary):
            file = temporary.open("xb")
        try:
            writer = PartWriter(file, temporary, text, row)
            yield writer
            with explained(temporary):
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
        self._maps.pop(name, None)
        self._write_manifest()
        with explained(self._path(name)):
            self._path(name).unlink()

    def recover(self, progress: Progress = SILENT) -> None:
        """Delete what a killed build left unfinished, and verify what it finished.

        Nothing else is deleted: with files in the directory that the store did not make, `TableError`.
        """
        leftover, strange = sort_files(self.directory, set(self.parts), self._made.names())
        if strange:
            raise TableError(in_the_way(self.directory, strange))
        with explained(self.directory):
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
        with explained(path):
            replace_file(path, self._manifest.to_text())


def sort_files(directory: Path, parts: set[str], made: set[str]) -> tuple[list[Path], list[str]]:
    """Return the files in a table's directory that the store left there, and the names of others' files.

    Finished parts and the manifest are in neither list, nor are others' hidden files: no part is hidden.
    """
    leftover, strange = [], []
    with explained(directory):
        names = sorted(os.listdir(directory))
    for name in names:
        path = directory / name
        kept = name == MANIFEST or name in parts
        ours = name in made or name.removesuffix(".tmp") in made | parts or is_leftover(name, MANIFEST)
        if is_regular(path) and (kept or ours):
            if not kept:
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
    if directory.is_symlink():
        raise TableError(f"{directory}: is a symbolic link, which is not followed; remove it yourself")
