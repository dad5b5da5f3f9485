"""The door to the AB game: rules, positions, solution."""

from typing import Annotated

from saizen.errors import SaizenError
from saizen.game import Game
from saizen.games.abgame.codes import MOST_LISTED
from saizen.games.abgame.position import AbPosition
from saizen.games.abgame.rules import AbGame
from saizen.games.abgame.size import Objective, Size
from saizen.games.abgame.text import read_position
from saizen.notation import short
from saizen.solution import Solution
from saizen.store import Store
from saizen.work import SILENT, Progress

PATIENCE = 5.0
"""Seconds that a hint or a machine's guess may take before a rule of thumb is used."""
PLACES = Annotated[int, "Places of a code."]
SYMBOLS = Annotated[int, "Symbols."]
REPEAT = Annotated[bool, "Symbols may repeat (Mastermind)."]
DUMMIES = Annotated[int, "Symbols only guesses may use."]
USUAL = Size(3, 10)
MEASURED = {"symbols": 4}
"""A size at which every position can be visited, for `saizen balance`."""


def game(
    *,
    places: PLACES = USUAL.places,
    symbols: SYMBOLS = USUAL.symbols,
    repeat: REPEAT = USUAL.repeat,
    dummies: DUMMIES = USUAL.dummies,
) -> AbGame:
    """Return the rules for a size.

    >>> game(places=4, symbols=6, repeat=True)
    <AbGame 4x6r>
    """
    size = Size(places, symbols, repeat, dummies)
    if size.codes > MOST_LISTED and (repeat or places > 4):
        raise SaizenError(f"{size} has {size.codes:,} codes, too many to play; up to {MOST_LISTED:,} can be")
    return AbGame(size)


def read(
    text: str,
    *,
    places: PLACES = USUAL.places,
    symbols: SYMBOLS = USUAL.symbols,
    repeat: REPEAT = USUAL.repeat,
    dummies: DUMMIES = USUAL.dummies,
) -> tuple[AbGame, AbPosition]:
    """Read a position; the size stands in the text, and options may not say another.

    >>> read("3x7 123:0A1B 345:0A2B")
    (<AbGame 3x7>, <position of 3x7, 10 candidates>)
    """
    position = read_position(text)
    given = {"places": places, "symbols": symbols, "repeat": repeat, "dummies": dummies}
    for name, value in given.items():
        if value not in (getattr(USUAL, name), getattr(position.size, name)):
            raise SaizenError(f"--{name} {value}: {short(text)!r} has a size of its own, {position.size}")
    return AbGame(position.size), position


def solution(
    game: Game[AbPosition],
    *,
    objective: Annotated[
        Objective, "Fewest guesses on average, in the worst case, or both in this order: worst, mean."
    ] = "mean",
    seconds: Annotated[
        float | None, "Seconds for an exact answer; after them a rule of thumb has to do."
    ] = PATIENCE,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Solution[AbPosition]:
    """Return the solution of a size; nothing is searched before it is asked for.

    >>> solution(game(symbols=5)).value("3x5")
    Fraction(49, 15)
    """
    if not isinstance(game, AbGame):
        raise SaizenError(f"{game!r} is not a size of the AB game")
    from saizen.games.abgame.solved import AbSolution

    return AbSolution(game, store or Store(), objective=objective, seconds=seconds, progress=progress)


def small() -> dict[str, Game[AbPosition]]:
    """Return small sizes of every kind: one place or more, repetition, dummies."""
    sizes = [
        Size(1, 4),
        Size(2, 3),
        Size(2, 5),
        Size(3, 3),
        Size(2, 4, dummies=1),
        Size(2, 3, repeat=True),
        Size(3, 2, repeat=True),
        Size(2, 2, repeat=True, dummies=2),
    ]
    return {str(size): AbGame(size) for size in sizes}
