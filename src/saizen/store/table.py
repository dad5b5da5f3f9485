"""One table open for reading: everything is compared with its checksum before it is used."""

import hashlib
import json
import mmap
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import DTypeLike, NDArray

from saizen.errors import MissingTable, TableError
from saizen.store.files import (
    FileId,
    explain_error,
    open_regular,
)
from saizen.store.manifest import (
    JSON,
    LONGEST,
    RAW,
    Manifest,
    Part,
    TableName,
    dtype_text,
    number_type,
)
from saizen.store.memory import Checked
from saizen.work import SILENT, Progress

MANIFEST = "table.json"
CHUNK = 1 << 22
WRONG = "the contents do not match the checksum"
IN_MEMORY = 1 << 25
"""Bytes of a table up to which it is read into memory when it is opened; a larger one is mapped."""


class StoredTable:
    """A table open for reading; a context manager.

    No byte of a part is handed out before the whole part was compared with its checksum. That is done
    once for every file: what was found right is remembered beside the table, in the directory ``.checked``,
    until the file changes. `verify` compares everything again.

    A table of up to `IN_MEMORY` bytes is held in memory, so that nothing that happens to its files later can
    matter. The parts of a larger one are mapped: whoever asks it calls `steady` before each question, which
    refuses files that were changed in place. What remains is a file that another program cuts off *while* a
    question is computed: the system then ends the process (SIGBUS), with no answer rather than a wrong one.
    """

    def __init__(self, directory: Path, name: TableName) -> None:
        self.directory = directory
        self.name = name
        self._seen: tuple[FileId, str] | None = None
        self._manifest = self._read_manifest()
        self._known: dict[str, FileId] = {}
        self._maps: dict[str, NDArray[Any]] = {}
        self._mapped: dict[str, tuple[mmap.mmap, FileId]] = {}

    def __enter__(self) -> "StoredTable":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the memory maps; an array somebody still holds stays readable."""
        self._maps.clear()
        self._mapped.clear()

    @property
    def complete(self) -> bool:
        """Whether the build came to its end."""
        return self._manifest.complete

    @property
    def meta(self) -> Mapping[str, Any]:
        """The builder's facts about the table."""
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
        value = self.meta.get(key)
        if type(value) is not int or value < 0:
            raise self.unfit(f"its {key!r} is {value!r}, not a number")
        return value

    def array(
        self, part: str, dtype: DTypeLike | None = None, shape: Sequence[int | None] | None = None
    ) -> NDArray[Any]:
        """Return a part as a read-only array; of a large table mapped: only what is looked at is in memory.

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
        self._mapped.pop(part, None)

    def relax(self) -> None:
        """Give back the memory of maps: what is looked at again comes from the file again."""
        if hasattr(mmap, "MADV_DONTNEED"):
            for mapped, _ in self._mapped.values():
                mapped.madvise(mmap.MADV_DONTNEED)

    def steady(self) -> None:
        """Raise `TableError` if a file that is mapped was changed in place; a replaced file does not matter.

        This asks the system for each mapped part, some microseconds a part.
        """
        for part, (mapped, opened) in self._mapped.items():
            if mapped.size() < opened.size:
                raise self._damage(self._path(part), "it was cut off while it was open")
            try:
                now = FileId.of(os.lstat(self._path(part)))
            except OSError:  # removed: what is mapped stays
                continue
            same_file = (now.inode, now.device) == (opened.inode, opened.device)
            if same_file and (now.size, now.modified) != (opened.size, opened.modified):
                raise self._damage(self._path(part), "it was changed while it was open")

    def read(self, part: str) -> Any:
        """Return a part in memory, its checksum verified: an array, ``bytes``, or what JSON held."""
        record = self._record(part)
        if part in self._maps:  # what was opened stays, even if the table was replaced since then
            self.steady()
            data = np.array(self._maps[part].reshape(-1).view(np.uint8))
            if hashlib.sha256(data.data).hexdigest() != record.sha256:
                raise self._damage(self._path(part), WRONG)
        else:
            data = self._bytes(part)
        if record.dtype == RAW:
            return data.tobytes()
        if record.dtype == JSON:
            try:
                return json.loads(data.tobytes())
            except (ValueError, RecursionError):
                raise self.unfit(f"part {part} is not JSON") from None
        return data.view(number_type(record.dtype)).reshape(record.shape)

    def unfit(self, reason: str) -> TableError:
        """Return the error for contents that no builder writes, whatever their checksums say."""
        return self._damage(self.directory, reason)

    def check_sizes(self) -> None:
        """Look at every part without reading it; raise `TableError` for one that is missing or too short."""
        for part in self.parts:
            with explain_error(self._path(part)), self._open(part) as file:
                self._right_size(part, file)

    def check(self, memory: Path, progress: Progress = SILENT) -> None:
        """Compare every part with its checksum unless that is remembered in a file, and map it.

        From then on the table stays as it is now, even if it is removed or rebuilt.
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
        """Return whether the manifest is another one than when this table was opened."""
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
                with explain_error(self._path(part)), self._open(part) as file:
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
        file_id = FileId.of(os.fstat(file.fileno()))
        if self._known.get(part) == file_id:
            return True
        digest, buffer = hashlib.sha256(), bytearray(min(CHUNK, max(file_id.size, 1)))
        while got := file.readinto(buffer):  # type: ignore[attr-defined]
            digest.update(memoryview(buffer)[:got])
            progress.advance(got)
        right = (
            digest.hexdigest() == self.parts[part].sha256 and FileId.of(os.fstat(file.fileno())) == file_id
        )
        if right:
            self._known[part] = file_id
        return right

    def _map(self, part: str) -> NDArray[Any]:
        """Map a part, the very file that was found right."""
        record, path = self._record(part), self._path(part)
        with explain_error(path), self._open(part) as file:
            self._right_size(part, file)
            if not self._is_right(part, file):
                raise self._damage(path, WRONG)
            if record.size and self.size > IN_MEMORY:
                mapped = np.memmap(file, number_type(record.dtype), mode="r", shape=record.shape)
                self._mapped[part] = mapped._mmap, self._known[part]  # type: ignore[attr-defined]
                return mapped.view(np.ndarray)
        held: NDArray[Any] = np.frombuffer(self._bytes(part), number_type(record.dtype)).reshape(record.shape)
        held.flags.writeable = False
        return held

    def _bytes(self, part: str) -> NDArray[np.uint8]:
        """Read a part into memory and compare these very bytes with its checksum."""
        record, path = self._record(part), self._path(part)
        data = np.empty(record.size, np.uint8)
        with explain_error(path), self._open(part) as file:
            self._right_size(part, file)
            filled = 0
            while got := file.readinto(data[filled : filled + CHUNK].data):  # type: ignore[attr-defined]
                filled += got
        if hashlib.sha256(data.data).hexdigest() != record.sha256:
            raise self._damage(path, WRONG)
        return data

    def _open(self, part: str) -> BinaryIO:
        try:
            return open_regular(self._path(part))
        except FileNotFoundError:
            raise self._damage(self._path(part), "the file is missing") from None

    def _identity(self, part: str) -> FileId:
        with explain_error(self._path(part)):
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
            with explain_error(path), open_regular(path) as file:
                file_id = FileId.of(os.fstat(file.fileno()))
                data = b"".join(iter(lambda: file.read(min(CHUNK, LONGEST + 1)), b""))
        except TableError as error:
            if isinstance(error.__cause__, FileNotFoundError | NotADirectoryError):
                return Manifest(self.name)
            raise
        self._seen = file_id, hashlib.sha256(data).hexdigest()
        try:
            return Manifest.from_bytes(self.name, data)
        except ValueError as error:
            raise self._damage(path, str(error)) from None
