"""saizen (最善, "the best move"): exact best play for small games."""

from typing import TYPE_CHECKING, Any

from saizen.errors import SaizenError
from saizen.game import DEALER, MAX, MIN, Chance, Decision, Game, Lazy, Simultaneous, Step, Terminal
from saizen.solution import MoveValue, Solution
from saizen.version import VERSION

if TYPE_CHECKING:
    from saizen.games import advise, load
    from saizen.large.game import PLAYING, CompiledGame
    from saizen.sitting import sit
    from saizen.solver import solve

__version__ = VERSION

_DOORS = {
    "CompiledGame": "saizen.large.game",
    "PLAYING": "saizen.large.game",
    "advise": "saizen.games",
    "load": "saizen.games",
    "sit": "saizen.sitting",
    "solve": "saizen.solver",
}

__all__ = [
    "DEALER",
    "MAX",
    "MIN",
    "PLAYING",
    "Chance",
    "CompiledGame",
    "Decision",
    "Game",
    "Lazy",
    "MoveValue",
    "SaizenError",
    "Simultaneous",
    "Solution",
    "Step",
    "Terminal",
    "__version__",
    "advise",
    "load",
    "sit",
    "solve",
]


def __getattr__(name: str) -> Any:
    """Import a door when it is first used, so that ``import saizen`` is quick."""
    if name not in _DOORS:
        raise AttributeError(f"module 'saizen' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_DOORS[name]), name)
