"""Memory (concentration, 神経衰弱): turn two cards, take them when they match.

>>> import saizen
>>> saizen.advise("memory", "(2,0,1,0)").data["value"]
Fraction(2, 3)
"""

from saizen.games import lazily

__all__ = [
    "Board",
    "Boards",
    "Kind",
    "Memory",
    "MemoryOptions",
    "MemoryPosition",
    "MemoryTable",
    "TablePosition",
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
        "Boards": "board_table",
        "Kind": "board",
        "Memory": "rules",
        "MemoryOptions": "entry",
        "MemoryPosition": "position",
        "MemoryTable": "places.game",
        "TablePosition": "places.position",
        "best_value": "board_table",
        "game": "entry",
        "read": "entry",
        "simulate": "commands",
        "solution": "entry",
        "solve": "commands",
    },
)
