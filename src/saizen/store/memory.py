"""The store's notes beside a table: checked files, and the names of the files it made.

::

    STORE/
    ├── .checked/calculation.stacks3.v1   the files whose contents were compared with their checksums
    └── .made/calculation.stacks3.v1      the directory, then a line for each file ever begun in it

Both files only save work or allow a deletion. Without them everything is checked again, and nothing is
deleted but what the manifest names.
"""

import hashlib
import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from saizen.errors import TableError
from saizen.store.files import FileId, explain_error, open_regular, replace_file
from saizen.store.manifest import canonical_json, check_word

LONGEST = 1 << 24
UNSURE = 10**10
"""Nanoseconds by which a file must be older than the clock when the file system cannot be asked its time."""


class Checked:
    """Remembers which files were found right, as long as nothing about them changes.

    A file is known again by `FileId`, and the whole memory by the manifest's checksum, so that a copy, a
    change or another table is checked again. What changed in the same tick of the file system's clock in
    which the check began is not remembered: a change after the check would look the same.
    """

    _here: dict[tuple[Path, str], dict[str, FileId]] = {}  # noqa: RUF012 - one for the process, on purpose

    def __init__(self, path: Path, manifest: str) -> None:
        self._path, self._manifest = path, manifest
        self._temporary = path.with_name(f".{path.name}.tmp")
        self._begun = 0

    def recall(self) -> dict[str, FileId]:
        """Return the files that were found right."""
        remembered = self._here.get((self._path, self._manifest))
        return remembered if remembered is not None else self._read()

    def begin(self) -> None:
        """Note the file system's time; call it before the first byte is read."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._temporary.unlink(missing_ok=True)
            with self._temporary.open("xb") as file:
                self._begun = os.fstat(file.fileno()).st_mtime_ns
        except OSError:
            self._begun = time.time_ns() - UNSURE

    def keep(self, files: Mapping[str, FileId]) -> None:
        """Remember the files found right since `begin`; on the disk if that can be written."""
        sure = {part: file for part, file in files.items() if file.latest < self._begun}
        self._here[self._path, self._manifest] = sure
        with suppress(OSError):
            self._temporary.write_bytes(self._text(sure))
            os.replace(self._temporary, self._path)

    def drop(self) -> None:
        """Forget what began."""
        with suppress(OSError):
            self._temporary.unlink(missing_ok=True)

    def _text(self, files: Mapping[str, FileId]) -> bytes:
        checked = {"manifest": self._manifest, "files": {part: list(file) for part, file in files.items()}}
        return canonical_json({"checked": checked, "checksum": _digest(checked)})

    def _read(self) -> dict[str, FileId]:
        try:
            with open_regular(self._path) as file:
                record: Any = json.loads(file.read(LONGEST))
            checked = record["checked"]
            if record["checksum"] != _digest(checked) or checked["manifest"] != self._manifest:
                return {}
            return {part: FileId(*map(int, numbers)) for part, numbers in checked["files"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return {}


def _digest(value: Any) -> str:
    return hashlib.sha256(canonical_json(value)).hexdigest()


class Made:
    """The names of the parts that the store began in one directory: only these may be deleted."""

    def __init__(self, path: Path, directory: Path) -> None:
        self._path, self._directory = path, directory
        self._names: set[str] | None = None

    def names(self) -> set[str]:
        """Return them; none if the directory is another one than when they were written."""
        if self._names is None:
            self._names = set()
            with suppress(OSError, UnicodeDecodeError), open_regular(self._path) as file:
                first, *words = file.read(LONGEST).decode("ascii").split("\n")
                if first == self._first():
                    self._names = {word for word in words[:-1] if _is_word(word)}
        return self._names

    def add(self, name: str) -> None:
        """Note a name, on the disk, before the file is made."""
        if name not in self.names():
            self.names().add(name)
            text = "".join(f"{line}\n" for line in (self._first(), *sorted(self.names())))
            with explain_error(self._path):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                replace_file(self._path, text)

    def forget(self) -> None:
        """Forget the directory, which is gone."""
        self._names = None
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _first(self) -> str:
        return f"directory {os.stat(self._directory).st_ino}"  # a device may get another number any day


def _is_word(word: str) -> bool:
    try:
        return bool(check_word(word, "part"))
    except TableError:
        return False
