"""Memory (concentration, 神経衰弱): turn two cards, take them when they match.

>>> from saizen.games import memory
>>> memory.advise("(2,0,1,0)").data["value"]
Fraction(2, 3)
"""

from saizen.games import lazily

__all__ = [
    "Board",
    "Boards",
    "Kind",
    "Memory",
    "MemoryPosition",
    "MemoryTable",
    "TablePosition",
    "advise",
    "best_value",
    "game",
    "read",
    "simulate",
    "solution",
    "solve",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "Board": "board",
        "Boards": "boards",
        "Kind": "board",
        "Memory": "rules",
        "MemoryPosition": "position",
        "MemoryTable": "table",
        "TablePosition": "table_position",
        "advise": "commands",
        "best_value": "boards",
        "game": "entry",
        "read": "entry",
        "simulate": "commands",
        "solution": "entry",
        "solve": "commands",
    },
)
