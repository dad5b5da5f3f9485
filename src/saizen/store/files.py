"""Files that are whole or absent: a temporary name, a rename, a lock, and errors in words."""

import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from saizen.errors import SaizenError, TableError
from saizen.work import SILENT, Progress

FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}

Content = bytes | str | Callable[[BinaryIO], object]
"""What a file shall hold: its bytes, its text (UTF-8), or a function that writes to an open file."""


@contextmanager
def explained(path: Path, kind: type[SaizenError] = TableError) -> Iterator[None]:
    """Turn an operating-system error into one line that names the file."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            reason = "the disk is full; make room and run the same command again, finished parts are kept"
        else:
            reason = error.strerror or str(error)
        raise kind(f"{path}: {reason}") from error


def atomic_write(path: str | Path, content: Content) -> None:
    r"""Write a file so that at any moment it is the old one or the new one, never half of it.

    A path that is no regular file, such as a pipe or ``/dev/stdout``, is written to directly.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp()) / "table.csv"
    >>> atomic_write(out, "cards,value\n")
    >>> out.read_text()
    'cards,value\n'
    """
    path = Path(path)
    with explained(path, SaizenError):
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                _fill(file, content)
        else:
            replace_file(path.resolve(), content)


def replace_file(path: Path, content: Content) -> None:
    """Write under a temporary name, force it to the disk, rename."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            _fill(file, content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_directory(path.parent)


def _fill(file: BinaryIO, content: Content) -> None:
    if isinstance(content, str):
        content = content.encode()
    if isinstance(content, bytes):
        file.write(content)
    else:
        content(file)


def sync_directory(directory: Path) -> None:
    """Force renames in a directory to the disk; Windows does that by itself."""
    if sys.platform != "win32":
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_HELD: dict[tuple[int, Path], object] = {}
"""The locks of this process: the system's lock keeps other processes out, not our own threads."""


def open_locked(path: Path) -> int | None:
    """Open a file, made if need be, and lock it until it is closed; ``None`` while another process has it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _lock(descriptor)
    except OSError as error:
        os.close(descriptor)
        if isinstance(error, BlockingIOError | PermissionError):
            return None
        raise
    return descriptor


def _take(path: Path, holder: object) -> int | None:
    """Take the lock from other processes and other threads; ``None`` while one of them has it."""
    key = os.getpid(), path
    if _HELD.setdefault(key, holder) is not holder:
        return None
    descriptor = None
    try:
        descriptor = open_locked(path)
    finally:
        if descriptor is None:
            del _HELD[key]
    return descriptor


@contextmanager
def locked(path: Path, what: str, wait: bool = True, progress: Progress = SILENT) -> Iterator[None]:
    """Hold the lock file ``path`` while the block runs; a lock ends with its process, however that dies.

    While another process or thread holds it: wait, or with ``wait=False`` raise `TableError`.
    The file stays behind, empty: deleting it would let two processes lock two files of one name.
    """
    with explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path = path.resolve()
        holder = object()
        descriptor = _take(path, holder)
    if descriptor is None and not wait:
        raise TableError(f"{what}: another process is working on it; try again when it has finished")
    if descriptor is None:
        progress.stage(f"waiting for another process that works on {what}")
    while descriptor is None:
        progress.advance(0)
        time.sleep(0.05)
        with explained(path):
            descriptor = _take(path, holder)
    try:
        yield
    finally:
        os.close(descriptor)
        _HELD.pop((os.getpid(), path), None)
