"""The games, by name. A game's package is imported when it is first used, never by listing it.

A game package has ``commands.py`` with one function a command (``advise``, ``solve``, ``play`` and the
game's own). The function's signature is the command's option list, on the command line as in Python:
positional parameters are arguments, keyword-only parameters are ``--options``, and
``Annotated[type, "help text"]`` documents each.
"""

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from saizen.errors import SaizenError


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What the list of games shows, and which commands the game has."""

    name: str
    title: str
    summary: str
    commands: tuple[str, ...]
    example: str
    """A position text to start from."""


GAMES: dict[str, GameInfo] = {
    game.name: game
    for game in (
        GameInfo(
            "abgame",
            "AB game (Bulls and Cows) and Mastermind",
            "guess a code from answers: fewest guesses on average and in the worst case, every position",
            ("solve", "advise", "play", "tree", "verify", "compare", "build"),
            "3x7 123:0A1B 345:0A2B",
        ),
        GameInfo(
            "calculation",
            "Calculation (カルキュレーション)",
            "the solitaire: a strong player with its reasons; its stack game: every position solved",
            ("solve", "advise", "play", "watch", "simulate", "limit", "build"),
            "A6 B6 / B6 B5A3B3 A5 / B1",
        ),
        GameInfo(
            "memory",
            "Memory (concentration, 神経衰弱)",
            "turn two cards, take them when they match: exact value and best plan of every board",
            ("solve", "advise", "play", "plot", "simulate"),
            "(4,1,2,1)",
        ),
        GameInfo(
            "rivals",
            "R-Rivals (Brave Rats)",
            "eight cards each, simultaneous tricks: Nash equilibrium of every position",
            ("solve", "advise", "play", "balance"),
            "01234567/01234567 0-0 1-1",
        ),
        GameInfo(
            "tricks",
            "Trick taking with score cards",
            "two open hands of one suit: what every hand takes, matrices, claims and counterexamples",
            ("solve", "advise", "play", "matrix", "explore"),
            "AABBbaba lead=L",
        ),
    )
}


def info(name: str) -> GameInfo:
    """Return the entry of a game; an unknown name is an error that lists the known ones."""
    try:
        return GAMES[name]
    except KeyError:
        raise SaizenError(f"{name!r} is not a game here; the games are: {', '.join(sorted(GAMES))}") from None


def commands(name: str) -> ModuleType:
    """Import the module with a game's commands."""
    return import_module(f"saizen.games.{info(name).name}.commands")
