"""Where compiled code is kept, when it is out of date, and for which games it is all there.

Numba is not imported here.
"""

import os
from contextlib import suppress
from functools import cache
from pathlib import Path

import platformdirs

from saizen.version import VERSION


def wanted_directory() -> Path:
    """Return where compiled code is to be kept."""
    given = os.environ.get("SAIZEN_CODE") or os.environ.get("NUMBA_CACHE_DIR")
    return Path(given) if given else platformdirs.user_cache_path("saizen", appauthor=False) / "code"


SOURCE = Path(__file__).parents[1]
SHARED = ("balance", "kernels", "matrix", "sat")
"""What kernels of every game may call."""

Stamp = tuple[tuple[str, int, int], ...]


def source_stamp(file: str) -> Stamp:
    """Return what compiled code of a file depends on: name, time and size of every file that it may call.

    Numba itself looks at the file of a kernel alone, and would go on with old code when a part of it in
    another file has changed. Kernels call what is in their own package and in ``SHARED``.

    >>> sorted({name.split("/")[0] for name, _, _ in source_stamp(str(SOURCE / "solver" / "passes.py"))})
    ['balance', 'kernels', 'matrix', 'sat', 'solver']
    """
    path = Path(file).resolve()
    if not path.is_relative_to(SOURCE):
        return (_facts(path, path.parent), *_stamp_of(SHARED))
    words = path.relative_to(SOURCE).parts
    own = "/".join(words[:2]) if words[0] == "games" else words[0]
    return _stamp_of(tuple(sorted({*SHARED, own})))


@cache
def _stamp_of(packages: tuple[str, ...]) -> Stamp:
    files = (path for package in packages for path in sorted((SOURCE / package).rglob("*.py")))
    return tuple(_facts(path, SOURCE) for path in files)


def _facts(path: Path, base: Path) -> tuple[str, int, int]:
    found = path.stat()
    return path.relative_to(base).as_posix(), found.st_mtime_ns, found.st_size


def is_ready(game: str) -> bool:
    """Tell whether `note_compiled` was called for a game, with these versions of saizen and Numba."""
    with suppress(OSError):
        return _note(game).read_text(encoding="utf-8") == _versions()
    return False


def note_compiled(game: str) -> None:
    """Note that what a game needs first is compiled; where nothing can be written nothing is noted."""
    with suppress(OSError):
        _note(game).write_text(_versions(), encoding="utf-8")


def _note(game: str) -> Path:
    return wanted_directory() / f"{game}.ready"


def _versions() -> str:
    from importlib.metadata import version

    return f"saizen {VERSION}, numba {version('numba')}\n"
