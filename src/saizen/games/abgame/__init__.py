"""AB game (Bulls and Cows, MOO) and Mastermind: guess a code from answers, exactly."""

from saizen.games import lazily

__all__ = [
    "AbGame",
    "AbPosition",
    "AbSolution",
    "AbgameOptions",
    "AbgameSolver",
    "Engine",
    "Reply",
    "Size",
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
        "AbgameOptions": "entry",
        "AbgameSolver": "entry",
        "Engine": "search.engine",
        "Reply": "size",
        "Size": "size",
        "game": "entry",
        "read": "entry",
        "respond": "size",
        "solution": "entry",
        "solve": "commands",
    },
)
