"""Trick taking with score cards: two players, one suit, open hands; who takes how many score cards."""

from saizen.games import lazily

__all__ = [
    "Objective",
    "Tricks",
    "TricksOptions",
    "TricksPosition",
    "TricksSolution",
    "best_replies",
    "card_values",
    "game",
    "matrices",
    "random_deal",
    "read",
    "solution",
    "solve",
    "value",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "Objective": "rules",
        "Tricks": "rules",
        "TricksOptions": "entry",
        "TricksPosition": "rules",
        "TricksSolution": "solved",
        "best_replies": "values",
        "card_values": "values",
        "game": "entry",
        "matrices": "matrix",
        "random_deal": "rules",
        "read": "entry",
        "solution": "entry",
        "solve": "commands",
        "value": "values",
    },
)
