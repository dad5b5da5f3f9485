"""The games, by name. A game's package is imported when it is first used, never by listing it.

A game package has ``entry.py`` (rules, positions, solution: the door that everything goes through) and
``commands.py`` with one function a command (``advise``, ``solve`` and the game's own). The function's
signature is the command's option list, on the command line as in Python: positional parameters are arguments,
keyword-only parameters are ``--options``, and ``Annotated[type, "help text"]`` documents each.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from saizen.errors import SaizenError
from saizen.games.entry import Entry
from saizen.games.packaged import PackagedGame

GAMES: dict[str, PackagedGame] = {
    game.name: game
    for game in (
        PackagedGame(
            "abgame",
            "AB game (Bulls and Cows) and Mastermind",
            "guess a code from answers: fewest guesses on average and in the worst case, every position",
            (
                "solve",
                "advise",
                "play",
                "tree",
                "verify",
                "compare",
                "build",
                "watch",
                "check",
                "balance",
                "export",
            ),
            "3x7 123:0A1B 345:0A2B",
        ),
        PackagedGame(
            "calculation",
            "Calculation (カルキュレーション)",
            "the solitaire: a strong player with its reasons; its stack game: every position solved",
            ("solve", "advise", "play", "watch", "simulate", "limit", "build", "check", "balance", "export"),
            "A6 B6 / B6 B5A3B3 A5 / B1",
        ),
        PackagedGame(
            "memory",
            "Memory (concentration, 神経衰弱)",
            "turn two cards, take them when they match: exact value and best plan of every board",
            ("solve", "advise", "play", "plot", "simulate", "watch", "check", "balance", "export"),
            "(4,1,2,1)",
        ),
        PackagedGame(
            "rivals",
            "R-Rivals (Brave Rats)",
            "eight cards each, simultaneous tricks: Nash equilibrium of every position",
            ("solve", "advise", "play", "watch", "check", "balance", "export"),
            "01234567/01234567 0-0 1-1",
        ),
        PackagedGame(
            "tricks",
            "Trick taking with score cards",
            "two open hands of one suit: what every hand takes, matrices, claims and counterexamples",
            ("solve", "advise", "play", "matrix", "explore", "watch", "check", "balance", "export"),
            "AABBbaba lead=L",
        ),
    )
}


OWN_COMMANDS = ("solve", "advise", "play", "watch", "check", "balance", "export")
"""What can be done with a game of one's own."""
ELSEWHERE = {"openspiel": "saizen.adapters.openspiel"}
"""Collections of games outside, by what stands before the colon; each module has ``door(name)``."""


def known(name: str) -> PackagedGame:
    """Return one of the five games; an unknown name is an error that lists them. Imports no user's file."""
    try:
        return GAMES[name]
    except KeyError:
        raise SaizenError(
            f"{name!r} is not a game here; the games are: {', '.join(sorted(GAMES))}, "
            "or FILE.py:Class for one of your own"
        ) from None


def load(name: str) -> Entry:
    """Return the entry of a game: one of the five, a class by ``FILE.py:Class``, or ``openspiel:NAME``.

    >>> load("rivals")
    <saizen entry rivals>
    >>> load("examples/nim.py:Nim").game(heaps=(2, 1)).start()
    ((2, 1), 0)
    """
    if name.endswith(".py"):
        raise SaizenError(f"{name!r}: name the class, too, as {name}:Class")
    if name in GAMES or ":" not in name:
        return known(name)
    if (collection := name.partition(":")[0]) in ELSEWHERE:
        return import_module(ELSEWHERE[collection]).door(name)  # type: ignore[no-any-return]
    from saizen.games.own import OwnGame

    return OwnGame(name)


def lazily(package: str, names: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` for a game package whose public names are imported on first use.

    ``names`` maps each public name to the module of the package that has it.
    """

    def get(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{names[name]}"), name)

    return get, lambda: sorted(names)
