"""R-Rivals (アールライバルズ), also sold as Brave Rats."""

from saizen.games import lazily

__all__ = [
    "PAPER",
    "PRESETS",
    "Ability",
    "Card",
    "Rivals",
    "RivalsOptions",
    "RivalsPosition",
    "RivalsSolution",
    "Rules",
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
        "RivalsOptions": "entry",
        "RivalsPosition": "rules",
        "RivalsSolution": "solved",
        "Rules": "variants",
        "best_response": "equilibria.analysis",
        "exploitability": "equilibria.analysis",
        "game": "entry",
        "payoff": "equilibria.analysis",
        "read": "entry",
        "solution": "entry",
        "solve": "commands",
    },
)
