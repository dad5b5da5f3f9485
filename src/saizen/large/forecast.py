"""How large a game will be, from the growth of its layers so far; what it takes, in words."""

import shutil
import time
from collections.abc import Sequence
from itertools import pairwise
from math import exp, log
from pathlib import Path
from typing import Final

KNOWN: Final = 5
"""Layers whose growth says how it goes on."""
TOLD: Final = 100_000
"""Positions of a layer from which it is worth a forecast."""
MOST_LAYERS: Final = 10_000


def expected_positions(sizes: Sequence[int]) -> int | None:
    """Return about how many positions all layers will have; None while their growth does not slow down.

    The logarithm of a layer's growth falls about as fast as over the last layers: sizes that rise and fall
    like a bell are forecast well.

    >>> expected_positions([1, 10, 45, 120, 210])
    1190
    >>> expected_positions([1, 2, 4, 8, 16, 32]) is None
    True
    """
    last = sizes[-KNOWN:]
    growth = [log(after / before) for before, after in pairwise(last)]
    if len(growth) < KNOWN - 1 or growth[-1] >= growth[0]:
        return None
    bend, grown = (growth[-1] - growth[0]) / (len(growth) - 1), growth[-1]
    total, size = float(sum(sizes)), float(sizes[-1])
    for _ in range(MOST_LAYERS):
        grown += bend
        size *= exp(min(grown, 50.0))
        if size < 1:
            break
        total += size
    return round(total)


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
        total = expected_positions(sizes) if sizes[-1] >= TOLD else None
        if total is None:
            return ""
        words = f", about {total:.2g} in all: {total * size / 1e9:.2g} GB of "
        words += "memory" if directory is None else "disk"
        if directory is not None:
            words += f" ({shutil.disk_usage(directory).free / 1e9:.2g} GB are free)"
        if self._listed:
            left = self._seconds / self._listed * (2 * total - sum(sizes))
            words += f", {left:.0f} s more" if left < 100 else f", {left / 60:.0f} min more"
        return words
