"""The AB game as an entry of the catalogue: its names, its options, its rules, its solution."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from saizen.errors import SaizenError
from saizen.games import Entry
from saizen.games.abgame.size import MOST_LISTED, Objective, Size
from saizen.games.options import Options, options_of
from saizen.notation import short
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.games.abgame.position import AbPosition
    from saizen.games.abgame.rules import AbGame
    from saizen.games.abgame.solved import AbSolution
    from saizen.store import Store

PATIENCE = 60.0
"""Seconds after which a rule of thumb answers: the best first guess of a large size would take hours."""


@dataclass(frozen=True, slots=True)
class AbgameOptions(Options):
    """The size of the game."""

    places: Annotated[int, "Number of places in a code."] = 3
    symbols: Annotated[int, "Number of symbols."] = 10
    repeat: Annotated[bool, "Symbols may repeat (Mastermind)."] = False
    dummies: Annotated[int, "Number of extra symbols that only guesses may use."] = 0

    @property
    def size(self) -> Size:
        """The size; what is impossible is refused in words.

        >>> str(AbgameOptions(places=4, symbols=6, repeat=True).size)
        '4x6r'
        """
        return Size(self.places, self.symbols, self.repeat, self.dummies)


@dataclass(frozen=True, slots=True)
class AbgameSolver(Options):
    """The objective, the time limit, and the list of guesses to rate."""

    objective: Annotated[
        Objective, "Fewest guesses on average, in the worst case, or both in this order: worst, mean."
    ] = "mean"
    seconds: Annotated[float | None, "Time limit in seconds; after it a rule of thumb answers."] = PATIENCE
    all_: Annotated[bool, "Rate every guess, not only the optimal ones."] = False


USUAL, PATIENT = AbgameOptions(), AbgameSolver()


def game(options: AbgameOptions = USUAL) -> "AbGame":
    """Return the rules for a size.

    >>> game(AbgameOptions(places=4, symbols=6, repeat=True))
    <AbGame 4x6r>
    """
    from saizen.games.abgame.rules import AbGame

    size = options.size
    if size.codes > MOST_LISTED and (size.repeat or size.places > 4):
        raise SaizenError(f"{size} has {size.codes:,} codes, too many to play; up to {MOST_LISTED:,} can be")
    return AbGame(size)


def read(text: str, options: AbgameOptions = USUAL) -> "tuple[AbGame, AbPosition]":
    """Read a position; the size is part of the text, and options may not name another.

    >>> read("3x7 123:0A1B 345:0A2B")
    (<AbGame 3x7>, <position of 3x7, 10 candidates>)
    """
    from saizen.games.abgame.rules import AbGame
    from saizen.games.abgame.text import read_position

    if not text.strip():
        rules = game(options)
        return rules, rules.start()
    position = read_position(text)
    for option in options_of(AbgameOptions):
        value = getattr(options, option.name)
        if value not in (option.default, getattr(position.size, option.name)):
            raise SaizenError(
                f"--{option.name} {value}: {short(text)!r} has a size of its own, {position.size}"
            )
    return AbGame(position.size), position


def solution(
    game: "AbGame",
    options: AbgameSolver = PATIENT,
    *,
    store: "Store | None" = None,
    progress: Progress = SILENT,
) -> "AbSolution":
    """Return the solution of a size; nothing is searched before it is asked for.

    >>> solution(game(AbgameOptions(symbols=5))).value("3x5")
    Fraction(49, 15)
    """
    from saizen.games.abgame.solved import AbSolution
    from saizen.store import Store

    return AbSolution(
        game,
        store or Store(),
        objective=options.objective,
        seconds=options.seconds,
        every_guess=options.all_,
        progress=progress,
    )


SMALL = (
    Size(1, 4),
    Size(2, 3),
    Size(2, 5),
    Size(3, 3),
    Size(2, 4, dummies=1),
    Size(2, 3, repeat=True),
    Size(3, 2, repeat=True),
    Size(2, 2, repeat=True, dummies=2),
)


def small() -> "dict[str, AbGame]":
    """Return small sizes of every kind: one place or more, repetition, dummies."""
    from saizen.games.abgame.rules import AbGame

    return {str(size): AbGame(size) for size in SMALL}


ENTRY = Entry(
    name="abgame",
    title="AB game (Bulls and Cows) and Mastermind",
    title_ja="ABゲーム",
    summary="find a hidden code with the fewest guesses, on average and in the worst case",
    form="SIZE [GUESS:ANSWER ...] [{CODE;CODE;...}], as 3x7 123:0A1B 345:0A2B.",
    sample="3x7 123:0A1B 345:0A2B",
    package="saizen.games.abgame",
    options=AbgameOptions,
    solver=AbgameSolver,
    make=game,
    parse=read,
    solve=solution,
    small=small,
    measured={"symbols": 4},
    commands={
        "solve": "Solve a whole game and show its value.",
        "tree": "Write or draw an optimal strategy, move by move.",
        "verify": "Check a strategy file without the solver.",
        "compare": "Compare rules of thumb with the optimum.",
        "build": "Build the large table of a game, or continue a build.",
    },
)
