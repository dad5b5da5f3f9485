"""Files that are complete or absent: a temporary name, a rename, a lock, and errors in words."""

import errno
import itertools
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from saizen.errors import SaizenError, TableError
from saizen.work import SILENT, Progress

FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}

Content = bytes | str | Callable[[BinaryIO], object]
"""The content of a file: its bytes, its text (UTF-8), or a function that writes to an open file."""


CAREFUL = sum(getattr(os, flag, 0) for flag in ("O_NONBLOCK", "O_NOFOLLOW", "O_CLOEXEC", "O_BINARY"))
"""How a file is opened that may be anything: a pipe does not make us wait, a link is not followed."""
WINDOWS = sys.platform == "win32"
"""There a file that somebody has open can be neither replaced nor deleted."""
PATIENCE = 2.0
"""Seconds in which a reader on Windows must let go of a file that is to be replaced."""


class FileId(NamedTuple):
    """The identity of a file: any change, copy or replacement differs here."""

    size: int
    modified: int
    changed: int
    inode: int
    device: int

    @classmethod
    def of(cls, status: os.stat_result) -> "FileId":
        """Take it from what the system says of a file."""
        return cls(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev)

    @property
    def latest(self) -> int:
        """The time, in nanoseconds, of the last change."""
        return max(self.modified, self.changed)


def open_regular(path: Path) -> BinaryIO:
    """Open a file for reading if it is one: no link, pipe, device or directory."""
    mode = os.lstat(path).st_mode  # before opening: to open a device may do something
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, f"it is {_kind(mode)}, not a regular file")
    file = os.fdopen(os.open(path, os.O_RDONLY | CAREFUL), "rb", buffering=0)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "it is not a regular file")
    return file


def _kind(mode: int) -> str:
    kinds = {stat.S_IFLNK: "a symbolic link", stat.S_IFDIR: "a directory", stat.S_IFIFO: "a pipe"}
    return kinds.get(stat.S_IFMT(mode), "a device or socket")


def is_regular(path: Path) -> bool:
    """Return whether there is a regular file itself, not a link to one."""
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


@contextmanager
def explain_error(path: Path, kind: type[SaizenError] = TableError) -> Iterator[None]:
    """Turn an operating-system error into one line that names the file."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            reason = "the disk is full; make room and run the same command again, finished parts stay"
        else:
            reason = error.strerror or str(error)
        raise kind(f"{path}: {reason}") from error


def atomic_write(path: str | Path, content: Content) -> None:
    r"""Write a file so that at any moment it is the old one or the new one, never half of it.

    A path that is not a regular file, such as a pipe or ``/dev/stdout``, is written to directly.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp()) / "table.csv"
    >>> atomic_write(out, "cards,value\n")
    >>> out.read_text()
    'cards,value\n'
    """
    path = Path(path)
    with explain_error(path, SaizenError):
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                _fill(file, content)
        else:
            replace_file(path.resolve(), content)


_COUNT = itertools.count()


def replace_file(path: Path, content: Content) -> None:
    """Write under a temporary name, force it to the disk, rename; what killed writers left is removed."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{next(_COUNT)}.tmp")
    remove_leftovers(path)
    try:
        with temporary.open("xb") as file:
            with suppress(OSError):  # tells others that this file has a living writer
                _lock(file.fileno())
            _fill(file, content)
            file.flush()
            os.fsync(file.fileno())
            if not WINDOWS:  # renamed before the lock ends
                os.replace(temporary, path)
        if WINDOWS:
            _replace_when_closed(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_directory(path.parent)


def _replace_when_closed(temporary: Path, path: Path) -> None:
    """Rename over a file that others may be reading just now: wait a moment until they are done."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return os.replace(temporary, path)
        except PermissionError:
            if time.monotonic() > until:
                raise
        time.sleep(0.01)


def is_leftover(name: str, of: str) -> bool:
    """Return whether a name is one that `replace_file` gives to a file being written.

    >>> is_leftover(".table.json.17-0.tmp", "table.json"), is_leftover("table.json.tmp", "table.json")
    (True, False)
    """
    return bool(re.fullmatch(rf"\.{re.escape(of)}\.[0-9]+(-[0-9]+)?\.tmp", name))


def remove_leftovers(path: Path) -> None:
    """Remove temporary files for ``path`` whose writer was killed; those of living writers are locked."""
    with suppress(OSError):
        for name in os.listdir(path.parent):
            if is_leftover(name, path.name) and not name.startswith(f".{path.name}.{os.getpid()}-"):
                _remove_unlocked(path.with_name(name))


def _remove_unlocked(path: Path) -> None:
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDWR | CAREFUL)
        try:
            dead = stat.S_ISREG(os.fstat(descriptor).st_mode)
            if dead:
                _lock(descriptor)
                if not WINDOWS:
                    os.unlink(path)
        finally:
            os.close(descriptor)
        if dead and WINDOWS:
            os.unlink(path)


def _fill(file: BinaryIO, content: Content) -> None:
    if isinstance(content, str):
        content = content.encode()
    if isinstance(content, bytes):
        file.write(content)
    else:
        content(file)


def sync_directory(directory: Path) -> None:
    """Force renames in a directory to the disk; Windows does that by itself."""
    if not WINDOWS:
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _lock_far(descriptor: int, lock: Callable[[int], None]) -> None:
    """Lock a byte that no file has, since on Windows nobody else can read what is locked."""
    os.lseek(descriptor, 1 << 30, os.SEEK_SET)
    try:
        lock(descriptor)
    finally:
        os.lseek(descriptor, 0, os.SEEK_SET)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        _lock_far(descriptor, lambda file: msvcrt.locking(file, msvcrt.LK_NBLCK, 1))

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_HELD: dict[tuple[int, Path], object] = {}
"""The locks of this process: the system's lock keeps other processes out, not our own threads."""


def open_locked(path: Path) -> int | None:
    """Open a file, made if need be, and lock it until it is closed; ``None`` while another process has it."""
    plain = sum(getattr(os, flag, 0) for flag in ("O_BINARY", "O_CLOEXEC"))  # no line ends are translated
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | plain, 0o666)
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
def hold_lock(path: Path, what: str, wait: bool = True, progress: Progress = SILENT) -> Iterator[None]:
    """Hold the lock file ``path`` while the block runs; a lock ends with its process, however that dies.

    While another process or thread holds it: wait, or with ``wait=False`` raise `TableError`.
    The file stays behind, empty: deleting it would let two processes lock two files of one name.
    """
    with explain_error(path):
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
        with explain_error(path):
            descriptor = _take(path, holder)
    try:
        yield
    finally:
        os.close(descriptor)
        _HELD.pop((os.getpid(), path), None)
