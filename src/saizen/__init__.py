"""saizen (最善, "the best move"): exact best play for small games."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from saizen.errors import SaizenError
    from saizen.game import MAX, MIN, Chance, Decision, Game, Simultaneous, Step, Terminal
    from saizen.solution import MoveValue, Solution
    from saizen.solve import solve

__version__ = "0.1.0"

_HOME = {
    "SaizenError": "errors",
    **dict.fromkeys(("MAX", "MIN", "Chance", "Decision", "Game", "Simultaneous", "Step", "Terminal"), "game"),
    **dict.fromkeys(("MoveValue", "Solution"), "solution"),
    "solve": "solve",
}

__all__ = [
    "MAX",
    "MIN",
    "Chance",
    "Decision",
    "Game",
    "MoveValue",
    "SaizenError",
    "Simultaneous",
    "Solution",
    "Step",
    "Terminal",
    "__version__",
    "solve",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that the command line starts at once."""
    if name not in _HOME:
        raise AttributeError(f"module 'saizen' has no attribute {name!r}")
    # The function `solve` and the module `saizen.solve` share a name; the function is the public one.
    value = getattr(import_module(f"saizen.{_HOME[name]}"), name)
    globals()[name] = value
    return value
