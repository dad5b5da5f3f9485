"""The folder of compiled code, and notes about how long compiling took; Numba is not imported here.

Numba looks at the file of a kernel alone, and would continue with old code when a part of it in another file
has changed. So every package has a folder of its own, named by a digest of all files that its kernels call.

Numba finds code by the path of its source file, so a copy of saizen elsewhere cannot use it. The name of a
folder therefore has a digest of the place as well: each copy cleans up its own folders and no other's.
"""

import hashlib
import json
import os
import shutil
import tempfile
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import platformdirs

SOURCE = Path(__file__).parents[1]
SHARED = ("balance", "kernels", "matrix")
"""Packages whose parts kernels of every package may call."""
NEWEST = 2
"""Folders of a package that stay: of this version of saizen and Numba, and of the one used before."""


def code_root() -> Path:
    """Return where compiled code is to be cached."""
    directory = os.environ.get("SAIZEN_CODE") or os.environ.get("NUMBA_CACHE_DIR")
    return Path(directory) if directory else platformdirs.user_cache_path("saizen", appauthor=False) / "code"


def is_writable() -> bool:
    """Return whether compiled code can be cached; where it cannot, it is compiled once in each process."""
    return _writable(code_root())


def code_directory(file: str | Path) -> Path | None:
    """Return the folder for compiled code of a source file, made if need be; None if it cannot be written."""
    path, root = Path(file).resolve(), code_root()
    if not path.is_relative_to(SOURCE):
        return _folder(root, "others", path.parent, (*SHARED, str(path)))
    package = package_of(path)
    return _folder(root, package.replace("/", "-"), SOURCE, tuple(sorted({*SHARED, package})))


def package_of(path: Path) -> str:
    """Return the package that a module of saizen belongs to; each game is one.

    >>> package_of(SOURCE / "games" / "rivals" / "rules.py"), package_of(SOURCE / "solver" / "loops.py")
    ('games/rivals', 'solver')
    """
    words = path.relative_to(SOURCE).parts
    return "/".join(words[:2]) if words[0] == "games" else words[0]


def read_note(name: str) -> dict[str, Any]:
    """Return what was noted under a name; empty where nothing was, or nothing that can be read."""
    with suppress(OSError, ValueError):
        note = json.loads((code_root() / f"{name}.json").read_text(encoding="utf-8"))
        return note if isinstance(note, dict) else {}
    return {}


def write_note(name: str, note: dict[str, Any]) -> None:
    """Write a note beside the compiled code; where nothing can be written nothing is noted."""
    with suppress(OSError):
        code_root().mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=code_root(), delete=False, encoding="utf-8") as file:
            json.dump(note, file)
        os.replace(file.name, code_root() / f"{name}.json")


@cache
def _writable(directory: Path) -> bool:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return True
    except OSError:
        return False


@cache
def _folder(root: Path, name: str, place: Path, sources: tuple[str, ...]) -> Path | None:
    """Make the folder of a package, named by its place and by a digest of its sources and Numba's version."""
    family = f"{name}-{hashlib.sha256(str(place).encode()).hexdigest()[:8]}"
    folder = root / f"{family}-{_digest(sources)}"
    is_new = not folder.exists()
    if not _writable(folder):
        return None
    with suppress(OSError):
        os.utime(folder)  # it is used now: the newest folders are those that were used last
    if is_new:
        _remove_old(root, family)
    return folder.absolute()


def _digest(sources: tuple[str, ...]) -> str:
    digest = hashlib.sha256(version("numba").encode())
    for source in sources:
        start = SOURCE / source
        for path in sorted(start.rglob("*.py")) if start.is_dir() else [start]:
            name = path.relative_to(SOURCE) if path.is_relative_to(SOURCE) else path
            digest.update(f"\0{name.as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _remove_old(root: Path, family: str) -> None:
    """Remove the folders that were used longest ago; a process that uses one of them still compiles again."""
    with suppress(OSError):
        folders = sorted(root.glob(f"{family}-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
        for folder in folders[NEWEST:]:
            shutil.rmtree(folder, ignore_errors=True)
