"""Room for the next layer: memory and disk, compared with what it needs before it begins."""

import os
import shutil
from pathlib import Path
from typing import Final

from saizen.errors import GameError, TableError

KEY: Final = 8
"""Bytes of a position."""
SHARE: Final = 0.9
"""How much of the memory a solver may take."""


def memory_size() -> int:
    """Return how many bytes of memory this machine has; 0 where the system does not say."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # no such question on this system
        return 0


def check_memory(positions: int, layer: int, extra: int) -> None:
    """Refuse what would not fit: positions with ``extra`` bytes each, and a layer twice, as it is united."""
    needed, there = positions * (KEY + extra) + 2 * KEY * layer, memory_size()
    if there and needed > SHARE * there:
        raise GameError(
            f"{positions:,} positions so far need {needed / 1e9:.1f} GB, and this machine has "
            f"{there / 1e9:.1f} GB of memory: work through files (--files), or merge symmetric positions "
            "(canonical)"
        )


def check_disk(directory: Path, positions: int, layer: int, extra: int) -> None:
    """Refuse what the disk has no room for: a layer of positions, and ``extra`` bytes for each so far."""
    needed, there = layer * KEY + positions * extra, shutil.disk_usage(directory).free
    if needed > there:
        raise TableError(
            f"{directory}: {positions:,} positions so far need {needed / 1e9:.3f} GB more, and the disk has "
            f"{there / 1e9:.3f} GB: make room and run the same command again, what is finished stays"
        )
