"""Calculation as an entry of the catalogue: the solitaire and its stack game, their options and solutions."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from saizen.errors import PositionError, SaizenError
from saizen.games import Entry
from saizen.games.calculation.machine.style import StyleName
from saizen.games.options import Options
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from collections.abc import Mapping

    from saizen.game import Game
    from saizen.games.calculation.rules import Calculation, CalculationPosition
    from saizen.games.calculation.stackgame.named import NamedStackGame
    from saizen.games.calculation.stackgame.rules import Arrangement
    from saizen.solution import Solution
    from saizen.store import Store

SMALL_VARIANT = 8
"""Cards of a variant of the solitaire that the generic solver takes."""


@dataclass(frozen=True, slots=True)
class CalculationOptions(Options):
    """The game: the solitaire or, if ``cards`` is given, a stack game."""

    stacks: Annotated[
        int | None,
        "Number of stacks: 1 to 13 (hints for 1 to 4); 1 to 6 in the stack game. Default: 4 for play and "
        "watch, 3 for the other commands.",
    ] = None
    cards: Annotated[int | None, "Play the stack game with this many cards on each foundation."] = None
    foundations: Annotated[int | None, "Number of foundations in the stack game, 1 to 6; default 2."] = None
    shuffled: Annotated[int | None, "Deal uniformly shuffled decks of this seed, not the paper's."] = None


@dataclass(frozen=True, slots=True)
class MachineOptions(Options):
    """How the machine thinks about the solitaire; a stack game is solved and takes none of this."""

    player: Annotated[StyleName, "The computer player: best, deep, swift, paper, or literal."] = "best"
    labellings: Annotated[int | None, "Number of labellings to remember from turn to turn."] = None
    quick: Annotated[bool, "Use a small table that is built in seconds; the full one plays better."] = False
    full: Annotated[bool, "Always use the full table; building it takes minutes to an hour."] = False


USUAL, MACHINE = CalculationOptions(), MachineOptions()


def game(options: CalculationOptions = USUAL) -> "Calculation | NamedStackGame":
    """Return the rules of the solitaire or, if ``cards`` is given, of a stack game.

    >>> game(CalculationOptions(stacks=3)), game(CalculationOptions(stacks=2, cards=3))
    (<Calculation with 3 stacks>, <NamedStackGame A3 B3 / - ->)
    """
    from saizen.games.calculation.rules import Calculation, Variant
    from saizen.games.calculation.stackgame.named import NamedStackGame
    from saizen.games.calculation.stackgame.partial_order import MOST_STACKS
    from saizen.games.calculation.stackgame.rules import Arrangement

    stacks, cards = 4 if options.stacks is None else options.stacks, options.cards
    if cards is None:
        if options.foundations is not None:
            raise SaizenError(
                f"foundations = {options.foundations}: the solitaire has 4; give cards for a stack game"
            )
        return Calculation(Variant(stacks=stacks), shuffled=options.shuffled)
    refuse_shuffling(options)
    foundations = 2 if options.foundations is None else options.foundations
    if not 1 <= stacks <= MOST_STACKS:
        raise SaizenError(f"stacks = {stacks}: use 1 to {MOST_STACKS}")
    if not 1 <= cards <= 13:
        raise SaizenError(f"cards = {cards}: use 1 to 13")
    if not 1 <= foundations <= 6:
        raise SaizenError(f"foundations = {foundations}: use 1 to 6")
    if foundations * cards > 52:
        raise SaizenError(f"{foundations} foundations of {cards} cards: use at most 52 cards in all")
    return NamedStackGame(Arrangement((cards,) * foundations, ((),) * stacks))


def refuse_shuffling(options: CalculationOptions) -> None:
    """Refuse a seed of shuffled decks where a stack game is meant."""
    if options.shuffled is not None:
        raise SaizenError(
            f"shuffled = {options.shuffled}: the solitaire has numbered decks, a stack game has none"
        )


def refuse_stack_game(options: CalculationOptions) -> None:
    """Refuse the size of a stack game where the solitaire is meant."""
    if options.cards is not None or options.foundations is not None:
        raise SaizenError("cards, foundations: these deals are of the solitaire; both are of the stack game")


def read(text: str, options: CalculationOptions = USUAL) -> "tuple[Calculation | NamedStackGame, Any]":
    """Read a position of the solitaire or of a stack game; the text says which, and how many stacks.

    The drawn card of the solitaire is a rank, that of the stack game has its foundation. Where nothing is
    drawn, stacks of named cards are a stack game. A text that could be either is a stack game if that can be
    solved. An empty text is the start of the game that the options say.

    >>> read("A6 B6 / B6 B5A3B3 A5 / B1")[0], read("A0 B1 C0 D0 / - K -")[0]
    (<NamedStackGame A6 B6 / B6 B5A3B3 A5 / B1>, <Calculation with 3 stacks>)
    """
    from saizen.games.calculation.rules import Calculation
    from saizen.games.calculation.stackgame.rules import Arrangement

    if not text.strip():
        rules = game(options)
        return rules, rules.start()
    read_game, position = _read(text)
    many = len(position.stacks)
    if options.stacks is not None and many != options.stacks:
        raise SaizenError(f"{text!r}: {many} stacks where --stacks is {options.stacks}")
    sizes = position.sizes if isinstance(position, Arrangement) else None
    if options.cards is not None and (sizes is None or set(sizes) != {options.cards}):
        raise SaizenError(f"{text!r}: not a stack game with --cards {options.cards} on each foundation")
    if options.foundations is not None and (sizes is None or len(sizes) != options.foundations):
        raise SaizenError(f"{text!r}: not a stack game with --foundations {options.foundations}")
    if isinstance(read_game, Calculation):
        return Calculation(read_game.variant, shuffled=options.shuffled), position
    refuse_shuffling(options)
    return read_game, position


def _read(text: str) -> "tuple[Calculation | NamedStackGame, Any]":
    from saizen.games.calculation.stackgame.named import NamedStackGame
    from saizen.games.calculation.stackgame.rules import parse_arrangement

    if re.fullmatch(r"[^/]*/[^/]*/\s*\S\s*", text):
        return _read_solitaire(text)
    try:
        arrangement = parse_arrangement(text)
    except PositionError as error:
        try:
            return _read_solitaire(text)
        except SaizenError:
            raise error from None
    if not _solvable(arrangement):
        try:
            return _read_solitaire(text)
        except SaizenError:
            pass
    return NamedStackGame(arrangement), arrangement


def _read_solitaire(text: str) -> "tuple[Calculation, CalculationPosition]":
    from saizen.games.calculation.rules import Calculation, Variant

    parts = text.split("/")
    game = Calculation(Variant(stacks=len(parts[1].split()) or 1 if len(parts) > 1 else 1))
    return game, game.parse(text)


def _solvable(arrangement: "Arrangement") -> bool:
    from saizen.games.calculation.stackgame.rules import order_of
    from saizen.games.calculation.stackgame.solved import largest

    order = order_of(arrangement)
    return order is None or 0 < order.cards <= largest(order) or len(arrangement.sizes) != 4


def solution(
    game: "Game[Any]",
    options: MachineOptions = MACHINE,
    *,
    store: "Store | None" = None,
    progress: Progress = SILENT,
) -> "Solution[Any] | None":
    """Return exact answers for a stack game, estimates for the solitaire, nothing for more than four stacks.

    The machine uses the full table if the store has it or somebody agrees to build it, else a small one that
    is built in seconds. Small variants of the solitaire are solved exactly.

    >>> from saizen.games.calculation.rules import Calculation, Variant
    >>> solution(Calculation(Variant(stacks=5))) is None
    True
    """
    from saizen.games.calculation.rules import Calculation, Variant
    from saizen.games.calculation.stackgame.named import NamedStackGame
    from saizen.games.calculation.stackgame.rules import StackGame

    if isinstance(game, NamedStackGame | StackGame):
        from saizen.games.calculation.stackgame.solved import StackSolution

        if options != MACHINE:
            raise SaizenError("a stack game is solved; --player, --labellings, --quick, --full do not fit")
        return StackSolution(game, progress)
    if not isinstance(game, Calculation):
        raise SaizenError(f"{game!r} is not a game of Calculation")
    if game.variant != Variant(stacks=game.variant.stacks):
        if game.variant.cards > SMALL_VARIANT:
            return None
        from saizen.solver import solve

        whole: Solution[Any] = solve(game, progress=progress)
        return whole
    from saizen.games.calculation.solved import machine_solution

    return machine_solution(game, options, store=store, progress=progress)


def small() -> "Mapping[str, Game[Any]]":
    """Return small instances that cover every kind of position.

    >>> list(small())[0]
    'solitaire with one stack'
    """
    from saizen.games.calculation.rules import Calculation, Variant
    from saizen.games.calculation.stackgame.named import NamedStackGame
    from saizen.games.calculation.stackgame.rules import StackGame

    end = Calculation(Variant(stacks=2))
    return {
        "solitaire with one stack": Calculation(Variant(stacks=1, ranks=3, steps=(1, 2))),
        "solitaire with two stacks": Calculation(Variant(stacks=2, ranks=3, steps=(1, 2))),
        "end of the whole solitaire": Calculation(end.variant, end.parse("A11 B12 C10 D12 / KQ K7")),
        "stack game": StackGame("A3 B3 / - -"),
        "stack game of three foundations": StackGame("A2 B2 C1 / A2 -"),
        "stack game with named cards": NamedStackGame("A2 B2 / - -"),
        "stack game with cards laid": NamedStackGame("A3 B3 C1 / B3A2 A3 / A1"),
    }


ENTRY = Entry(
    name="calculation",
    title="Calculation (カルキュレーション)",
    title_ja="カルキュレーション",
    summary="a strong player of the solitaire, with its reasons; its stack game, solved exactly",
    form="Solitaire: A2 B4 C0 D3 / 85QA 9AQJ6 KK95J / 3; stack game: A6 B6 / B6 B5A3B3 A5 / A1.",
    sample="A6 B6 / B6 B5A3B3 A5 / B1",
    package="saizen.games.calculation",
    options=CalculationOptions,
    solver=MachineOptions,
    make=game,
    parse=read,
    solve=solution,
    small=small,
    measured={"stacks": 2, "cards": 3},
    seed="deal",
    commands={
        "solve": "Solve a whole game and show its value.",
        "simulate": "Let the computer play many games and show the results.",
        "limit": "Find out which deals can be won with a known deck.",
        "build": "Build the large table of a game, or continue a build.",
    },
)
