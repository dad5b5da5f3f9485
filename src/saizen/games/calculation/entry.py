"""The door to Calculation: the solitaire and its stack game, their positions and their solutions."""

import re
from collections.abc import Mapping
from typing import Annotated, Any

from saizen.errors import PositionError, SaizenError
from saizen.game import Game
from saizen.games.calculation.machine.style import EVERY, PlayerName, style_of
from saizen.games.calculation.rules import Calculation, CalculationPosition, Variant
from saizen.games.calculation.stackgame.named import NamedStackGame
from saizen.games.calculation.stackgame.partial_order import MOST_STACKS
from saizen.games.calculation.stackgame.rules import (
    Arrangement,
    StackGame,
    order_of,
    parse_arrangement,
)
from saizen.solution import Solution
from saizen.store import Store
from saizen.work import SILENT, Progress

STACKS = Annotated[int | None, "Number of stacks, 1 to 13 (stack game: 1 to 6); 4 unless given."]
CARDS = Annotated[int | None, "Play the stack game with this many cards on each foundation."]
FOUNDATIONS = Annotated[int | None, "Foundations of the stack game, 1 to 6; 2 unless given."]
SHUFFLED = Annotated[int | None, "Deal uniformly shuffled decks of this seed, not the paper's deals."]
PLAYER = Annotated[PlayerName | None, "Who plays: best, deep, swift, paper, or literal."]
LABELLINGS = Annotated[int | None, "Labellings kept from turn to turn."]
FULL = Annotated[bool, "Use the full table, built in minutes to an hour, instead of the small one."]
AT_THE_TABLE = 100
"""Labellings found anew at every question of a sitting; ``swift`` would need those of earlier turns."""
MEASURED = {"stacks": 2, "cards": 3}
"""A size at which every position can be visited, for `saizen balance`."""
SMALL_VARIANT = 8
"""Cards of a variant of the solitaire that the generic solver takes."""


def game(
    *,
    stacks: STACKS = None,
    cards: CARDS = None,
    foundations: FOUNDATIONS = None,
    shuffled: SHUFFLED = None,
) -> Calculation | NamedStackGame:
    """Return the rules of the solitaire or, if ``cards`` is given, of a stack game.

    >>> game(stacks=3), game(stacks=2, cards=3)
    (<Calculation with 3 stacks>, <NamedStackGame A3 B3 / - ->)
    """
    number = 4 if stacks is None else stacks
    if cards is None:
        if foundations is not None:
            raise SaizenError(
                f"foundations = {foundations}: the solitaire has 4; give cards for a stack game"
            )
        return Calculation(Variant(stacks=number), shuffled=shuffled)
    _refuse_shuffling(shuffled)
    sizes = 2 if foundations is None else foundations
    if not 1 <= number <= MOST_STACKS:
        raise SaizenError(f"stacks = {number}: use 1 to {MOST_STACKS}")
    if not 1 <= cards <= 13:
        raise SaizenError(f"cards = {cards}: use 1 to 13")
    if not 1 <= sizes <= 6:
        raise SaizenError(f"foundations = {sizes}: use 1 to 6")
    if sizes * cards > 52:
        raise SaizenError(f"{sizes} foundations of {cards} cards: use at most 52 cards in all")
    return NamedStackGame(Arrangement((cards,) * sizes, ((),) * number))


def _refuse_shuffling(shuffled: int | None) -> None:
    if shuffled is not None:
        raise SaizenError(f"shuffled = {shuffled}: the solitaire has numbered decks, a stack game has none")


def read(
    text: str,
    *,
    stacks: STACKS = None,
    cards: CARDS = None,
    foundations: FOUNDATIONS = None,
    shuffled: SHUFFLED = None,
) -> tuple[Calculation | NamedStackGame, Any]:
    """Read a position of the solitaire or of a stack game; the text says which, and how many stacks.

    The drawn card of the solitaire is a rank, that of the stack game has its foundation. Where nothing is
    drawn, stacks of named cards are a stack game. A text that could be either is a stack game if that can be
    solved.

    >>> read("A6 B6 / B6 B5A3B3 A5 / B1")[0], read("A0 B1 C0 D0 / - K -")[0]
    (<NamedStackGame A6 B6 / B6 B5A3B3 A5 / B1>, <Calculation with 3 stacks>)
    """
    found, position = _read(text)
    many = len(position.stacks)
    if stacks is not None and many != stacks:
        raise SaizenError(f"{text!r}: {many} stacks where --stacks is {stacks}")
    sizes = position.sizes if isinstance(position, Arrangement) else None
    if cards is not None and (sizes is None or set(sizes) != {cards}):
        raise SaizenError(f"{text!r}: not a stack game with --cards {cards} on each foundation")
    if foundations is not None and (sizes is None or len(sizes) != foundations):
        raise SaizenError(f"{text!r}: not a stack game with --foundations {foundations}")
    if isinstance(found, Calculation):
        return Calculation(found.variant, shuffled=shuffled), position
    _refuse_shuffling(shuffled)
    return found, position


def _read(text: str) -> tuple[Calculation | NamedStackGame, Any]:
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


def _read_solitaire(text: str) -> tuple[Calculation, CalculationPosition]:
    parts = text.split("/")
    found = Calculation(Variant(stacks=len(parts[1].split()) or 1 if len(parts) > 1 else 1))
    return found, found.parse(text)


def _solvable(arrangement: Arrangement) -> bool:
    from saizen.games.calculation.stackgame.solved import largest

    order = order_of(arrangement)
    return order is None or 0 < order.cards <= largest(order) or len(arrangement.sizes) != 4


def solution(
    game: Game[Any],
    *,
    player: PLAYER = None,
    labellings: LABELLINGS = None,
    full: FULL = False,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> Solution[Any] | None:
    """Return exact answers for a stack game, estimates for the solitaire, nothing for more than four stacks.

    Without ``full`` the machine uses a small table, built in seconds, and is ``paper``, which answers
    soon; with it, the large one, and is ``best``. Small variants of the solitaire are solved exactly.

    >>> solution(Calculation(Variant(stacks=5))) is None
    True
    """
    if isinstance(game, NamedStackGame | StackGame):
        from saizen.games.calculation.stackgame.solved import StackSolution

        return StackSolution(game, progress)
    if not isinstance(game, Calculation):
        raise SaizenError(f"{game!r} is not a game of Calculation")
    if game.variant != Variant(stacks=game.variant.stacks):
        if game.variant.cards > SMALL_VARIANT:
            return None
        from saizen.solver import solve

        return solve(game, progress=progress)
    if not (full or player):
        player, labellings = "paper", labellings or AT_THE_TABLE
    return machine_solution(
        game,
        player or "best",
        labellings,
        quick=not full,
        store=store,
        progress=progress,
    )


def machine_solution(
    game: Calculation,
    player: PlayerName,
    labellings: int | None,
    *,
    quick: bool,
    store: Store | None,
    progress: Progress,
) -> Solution[Any] | None:
    """Return the machine's estimates; none with more stacks than it plays with."""
    from saizen.games.calculation.machine.machine import MOST_STACKS as MOST_MACHINE
    from saizen.games.calculation.machine.machine import prepared
    from saizen.games.calculation.solved import MachineSolution

    style, stacks, place = style_of(player, labellings), game.variant.stacks, store or Store()
    if stacks > MOST_MACHINE:
        return None
    if style.look:
        style = style._replace(look=EVERY)
    prepared(stacks, style, quick, progress, store=place)  # what is missing is built here, not at a question
    return MachineSolution(game, lambda: prepared(stacks, style, quick, progress, store=place))


def small() -> Mapping[str, Game[Any]]:
    """Return small instances that cover every kind of position.

    >>> list(small())[0]
    'solitaire with one stack'
    """
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
