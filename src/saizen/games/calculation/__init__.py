"""Calculation (カルキュレーション): the solitaire, its stack game, and the machine that plays it.

>>> from saizen.games import calculation
>>> str(calculation.advise("A6 B6 / B6 B5A3B3 A5 / B1").data["value"])
'49/60'
"""

from typing import TYPE_CHECKING

from saizen.games import lazily

if TYPE_CHECKING:
    from saizen.games.calculation.commands import advise, build, limit, simulate, solve
    from saizen.games.calculation.deals import deal
    from saizen.games.calculation.entry import game, read, solution
    from saizen.games.calculation.rules import Calculation, CalculationPosition, Lay, Move, Put, Variant
    from saizen.games.calculation.solved import MachineSolution
    from saizen.games.calculation.stackgame.named import NamedStackGame
    from saizen.games.calculation.stackgame.rules import Arrangement, StackGame
    from saizen.games.calculation.stackgame.solved import StackSolution

__all__ = [
    "Arrangement",
    "Calculation",
    "CalculationPosition",
    "Lay",
    "MachineSolution",
    "Move",
    "NamedStackGame",
    "Put",
    "StackGame",
    "StackSolution",
    "Variant",
    "advise",
    "build",
    "deal",
    "game",
    "limit",
    "read",
    "simulate",
    "solution",
    "solve",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        **dict.fromkeys(("advise", "build", "limit", "simulate", "solve"), "commands"),
        **dict.fromkeys(("game", "read", "solution"), "entry"),
        **dict.fromkeys(("Calculation", "CalculationPosition", "Lay", "Move", "Put", "Variant"), "rules"),
        "Arrangement": "stackgame.rules",
        "MachineSolution": "solved",
        "NamedStackGame": "stackgame.named",
        "StackGame": "stackgame.rules",
        "StackSolution": "stackgame.solved",
        "deal": "deals",
    },
)
