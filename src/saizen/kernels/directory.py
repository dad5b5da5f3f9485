"""Where compiled code is kept, and for which games it is all there; Numba is not imported here."""

import os
from contextlib import suppress
from pathlib import Path

import platformdirs

from saizen.version import VERSION


def wanted_directory() -> Path:
    """Return where compiled code is to be kept."""
    given = os.environ.get("SAIZEN_CODE") or os.environ.get("NUMBA_CACHE_DIR")
    return Path(given) if given else platformdirs.user_cache_path("saizen", appauthor=False) / "code"


def is_compiled(game: str) -> bool:
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
