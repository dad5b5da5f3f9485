"""R-Rivals (アールライバルズ), also sold as Brave Rats."""

from saizen.games import lazily

__all__ = [
    "PAPER",
    "PRESETS",
    "Ability",
    "Card",
    "Rivals",
    "RivalsPosition",
    "RivalsSolution",
    "Rules",
    "advise",
    "balance",
    "best_response",
    "exploitability",
    "game",
    "payoff",
    "read",
    "solution",
    "solve",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "PAPER": "variants",
        "PRESETS": "variants",
        "Ability": "variants",
        "Card": "variants",
        "Rivals": "rules",
        "RivalsPosition": "rules",
        "RivalsSolution": "solved",
        "Rules": "variants",
        "advise": "commands",
        "balance": "commands",
        "best_response": "analysis",
        "exploitability": "analysis",
        "game": "entry",
        "payoff": "analysis",
        "read": "entry",
        "solution": "entry",
        "solve": "commands",
    },
)
