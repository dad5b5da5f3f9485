"""Calculation (カルキュレーション): the solitaire, its stack game, and the machine that plays it.

>>> import saizen
>>> str(saizen.advise("calculation", "A6 B6 / B6 B5A3B3 A5 / B1").data["value"])
'49/60'
"""

from saizen.games import lazily

__all__ = [
    "Arrangement",
    "Calculation",
    "CalculationOptions",
    "CalculationPosition",
    "Lay",
    "MachineOptions",
    "MachineSolution",
    "Move",
    "NamedStackGame",
    "Put",
    "StackGame",
    "StackSolution",
    "Variant",
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
        **dict.fromkeys(("build", "limit", "simulate", "solve"), "commands"),
        **dict.fromkeys(("CalculationOptions", "MachineOptions", "game", "read", "solution"), "entry"),
        **dict.fromkeys(("Calculation", "CalculationPosition", "Lay", "Move", "Put", "Variant"), "rules"),
        "Arrangement": "stackgame.rules",
        "MachineSolution": "solved",
        "NamedStackGame": "stackgame.named",
        "StackGame": "stackgame.rules",
        "StackSolution": "stackgame.solved",
        "deal": "deals",
    },
)
