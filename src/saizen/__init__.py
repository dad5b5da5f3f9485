"""saizen (最善, "the best move"): exact best play for small games."""

from saizen.errors import SaizenError
from saizen.game import MAX, MIN, Chance, Decision, Game, Simultaneous, Step, Terminal
from saizen.solver import solve
from saizen.solver.solution import MoveValue, Solution

__version__ = "0.1.0"

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
