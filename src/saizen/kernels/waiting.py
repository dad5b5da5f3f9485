"""Whoever waits for the compiler is told so, after a second."""

import threading
from collections.abc import Callable

PATIENCE = 1.0
"""Seconds of compiling before something is said."""
SECONDS = {
    "saizen.games.abgame": 15,
    "saizen.games.calculation.machine": 20,
    "saizen.games.calculation.thoughtful": 8,
    "saizen.games.calculation": 8,
    "saizen.sat": 8,
    "saizen.games.memory": 3,
    "saizen.games.rivals": 4,
    "saizen.games.tricks": 5,
}
"""About how long the kernels of a package take to compile; the first name that fits counts."""
REPORTS = ("saizen.games.rivals",)
"""Packages whose kernels are for reports: a hint needs none of them."""


def seconds_for_hint(package: str) -> int | None:
    """Return about how long the slowest part of a package takes to compile; None if a hint needs nothing.

    >>> seconds_for_hint("saizen.games.calculation"), seconds_for_hint("saizen.games.rivals")
    (20, None)
    """
    needed = {name: seconds for name, seconds in SECONDS.items() if name not in REPORTS}
    return max((seconds for name, seconds in needed.items() if name.startswith(package)), default=None)


class Waiting:
    """How long the compiler has been at work, and who wants to know.

    Nobody does unless `tell_with` was called: it is what the command line does.
    """

    def __init__(self) -> None:
        self._tell: Callable[[str], None] | None = None
        self._told: set[str] = set()
        self._depth = 0
        self._timer: threading.Timer | None = None

    def tell_with(self, tell: Callable[[str], None] | None) -> None:
        """Say from now on with this function that something is compiled; None: say nothing."""
        self._tell = tell

    def begin(self, module: str) -> None:
        """Hear that a function of a module is being compiled, perhaps inside another one."""
        self._depth += 1
        if self._depth == 1 and self._tell is not None:
            self._timer = threading.Timer(PATIENCE, self._say, [module])
            self._timer.daemon = True
            self._timer.start()

    def end(self) -> None:
        """Hear that it is compiled."""
        self._depth -= 1
        if self._depth == 0 and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _say(self, module: str) -> None:
        package = next((name for name in SECONDS if module.startswith(name)), "")
        if self._tell is not None and package not in self._told:
            self._told.add(package)
            about = f", about {SECONDS[package]} s" if package else ""
            self._tell(f"compiling, first use only{about}")


WAITING = Waiting()
"""The compiler of this process."""
