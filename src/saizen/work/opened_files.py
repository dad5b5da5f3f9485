"""The files that a piece of work reads: what a user's rules open belongs to the rules.

Python reports every file that is opened (an audit hook); what the work's own thread opens is noted. Left out
are files of Python, of saizen and of installed packages, code, which is known otherwise, what is only
written, and what is no ordinary file.
"""

import os
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from saizen.work.user_modules import is_installed

CODE = {".py", ".pyc", ".pyd", ".so", ".pth", ".nbi", ".nbc"}
"""Endings of files that hold code."""
MISSING = "missing"
"""Stands for the digest of a file that is not there."""
_local = threading.local()
_turn = threading.Lock()
_hooks: list[Any] = []


@contextmanager
def noted_files(files: dict[str, str]) -> Iterator[None]:
    """Add to ``files`` the path and the digest of every file that this thread reads meanwhile.

    >>> files = {}
    >>> with noted_files(files):
    ...     _ = Path("pyproject.toml").read_text()
    >>> list(map(os.path.basename, files)), changed_file(files)
    (['pyproject.toml'], None)
    """
    with _turn:
        if not _hooks:  # a hook stays as long as Python runs
            _hooks.append(_note)
            sys.addaudithook(_note)
    before, _local.paths = getattr(_local, "paths", None), {}
    try:
        yield
    finally:
        paths, _local.paths = _local.paths, before
        for path in paths:
            if _belongs_to_rules(path):
                files.setdefault(path, digest_of(path))
        if before is not None:
            before.update(paths)


def _note(event: str, details: tuple[Any, ...]) -> None:
    """Note a file that is opened for reading, where this thread's files are noted."""
    if event not in ("open", "sqlite3.connect"):
        return
    paths = getattr(_local, "paths", None)
    if paths is None or not isinstance(details[0], str | bytes | os.PathLike):
        return
    if event == "open" and isinstance(details[1], str) and not {"r", "+"} & set(details[1]):
        return
    paths[os.path.abspath(os.fsdecode(details[0]))] = None


def _belongs_to_rules(path: str) -> bool:
    place = Path(path)
    return place.suffix not in CODE and not is_installed(place) and (place.is_file() or not place.exists())


def digest_of(path: str) -> str:
    """Return the digest of a file's content; `MISSING` where it cannot be read."""
    try:
        return sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return MISSING


def changed_file(files: Mapping[str, str]) -> str | None:
    """Return the first file whose content is not what it was; None where all are the same."""
    return next((path for path, digest in files.items() if digest_of(path) != digest), None)
