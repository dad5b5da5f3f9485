"""AB game (Bulls and Cows, MOO) and Mastermind: guess a code from answers, exactly."""

from saizen.games import lazily

__all__ = [
    "AbGame",
    "AbPosition",
    "AbSolution",
    "Engine",
    "Reply",
    "Size",
    "advise",
    "game",
    "read",
    "respond",
    "solution",
    "solve",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "AbGame": "rules",
        "AbPosition": "position",
        "AbSolution": "solved",
        "Engine": "engine",
        "Reply": "size",
        "Size": "size",
        "advise": "commands",
        "game": "entry",
        "read": "entry",
        "respond": "size",
        "solution": "entry",
        "solve": "commands",
    },
)
