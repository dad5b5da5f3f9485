"""The choice between plain Python and compiled code, made from the question alone."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

SMALL_LOOP = 1.0
"""Seconds to import Numba and compile one small loop. Plain Python may take about as long."""
MODE = os.environ.get("SAIZEN_KERNELS", "auto")
"""``auto``; ``plain`` or ``compiled`` force one of the two, for tests and for looking into a fault."""


def is_small(seconds: float) -> bool:
    """Return whether plain Python should answer a question that takes it about so many seconds.

    >>> is_small(0.2), is_small(20)
    (True, False)
    """
    return seconds <= SMALL_LOOP if MODE == "auto" else MODE == "plain"


@contextmanager
def forced(mode: str) -> Iterator[None]:
    """Answer every question plainly, or every question with compiled code.

    >>> with forced("compiled"):
    ...     is_small(0.2)
    False
    """
    global MODE  # noqa: PLW0603 - one mode for the whole process, as the environment sets it
    before, MODE = MODE, mode
    try:
        yield
    finally:
        MODE = before
