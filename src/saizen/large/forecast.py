"""Forecasts of how large a game will be, from the growth of its layers, and of the room and time it takes."""

import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

KNOWN: Final = 8
"""Layers whose sizes say how it goes on."""
WORTH: Final = 100_000
"""Positions of a layer from which a forecast is worth the words."""
MOST_LAYERS: Final = 10_000
STEEPEST: Final = 60.0


def expected_positions(sizes: Sequence[int]) -> int | None:
    """Return about how many positions all layers will have; None while their growth does not slow down.

    A parabola is laid through the logarithms of the last sizes, which rise and fall like a bell.

    >>> expected_positions([1, 10, 45, 120, 210, 252, 210, 120])
    1015
    >>> expected_positions([1, 2, 4, 8, 16, 32, 64, 128]) is None
    True
    """
    if len(sizes) < KNOWN:
        return None
    bend, slope, _ = np.polyfit(np.arange(1 - KNOWN, 1), np.log(sizes[-KNOWN:]), 2)
    if bend > -1e-9:
        return None
    steps = np.arange(1, MOST_LAYERS)
    later = sizes[-1] * np.exp(np.clip(bend * steps**2 + slope * steps, -STEEPEST, STEEPEST))
    return round(sum(sizes) + float(later[later >= 1].sum()))


def gigabytes(size: int) -> str:
    """Write a number of bytes.

    >>> gigabytes(123_000_000), gigabytes(12_345_000_000)
    ('0.12 GB', '12 GB')
    """
    return f"{size / 1e9:.{2 if size < 1e10 else 0}f} GB"


class Forecast:
    """What listing took so far, and what is to come."""

    def __init__(self) -> None:
        self._seconds, self._listed, self._since = 0.0, 0, 0.0

    def begin(self) -> None:
        """Begin to list positions."""
        self._since = time.monotonic()

    def add(self, positions: int) -> None:
        """Note that positions have been listed."""
        self._listed += positions
        self._seconds += time.monotonic() - self._since

    def words(self, sizes: Sequence[int], size: int, directory: Path | None) -> str:
        """Say how many positions there will be, and the room and time that they take; "" if unknown.

        Settling takes about as long as listing.
        """
        total = expected_positions(sizes) if sizes[-1] >= WORTH else None
        if total is None:
            return ""
        words = f", perhaps {float(f'{total:.1g}'):,.0f} in all: {gigabytes(total * size)}"
        words += " of memory" if directory is None else " of disk"
        if directory is not None:
            words += f" ({gigabytes(shutil.disk_usage(directory).free)} are free)"
        if self._listed:
            left = self._seconds / self._listed * (2 * total - sum(sizes))
            words += f", {left:.0f} s more" if left < 100 else f", {left / 60:.0f} min more"
        return words
