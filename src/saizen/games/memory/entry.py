"""Memory as an entry of the catalogue: its names, its options, its rules, its solution."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from saizen.errors import SaizenError
from saizen.games import Entry
from saizen.games.options import Options
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from saizen.balance.measures import Balance, Careless
    from saizen.game import Game
    from saizen.games.memory.board import Board
    from saizen.games.memory.places.game import MemoryTable
    from saizen.games.memory.rules import Memory
    from saizen.solution import Solution
    from saizen.store import Store

DECK = "4x2+2x4"
"""The default deck of a table."""


@dataclass(frozen=True, slots=True)
class MemoryOptions(Options):
    """The options of the rules: the cards, the memory, forced or free taking, and the objective."""

    deck: Annotated[
        str | None,
        "The deck, as cards x letters, unless the position names one. Default: 4x2+2x4.",
    ] = None
    take: Annotated[
        Literal["forced", "free"],
        "forced: a known pair must be taken at once, as in the paper. free: every action is allowed.",
    ] = "forced"
    objective: Annotated[
        Literal["difference", "win"] | None,
        "Two players: difference of pairs (default), or chance to win.",
    ] = None
    lead: Annotated[int, "How many pairs the player to move is ahead (for --objective win)."] = 0
    players: Annotated[int, "Number of players: 2, or 1 who wants to need few turns."] = 2
    memory: Annotated[
        str | None,
        "Number of cards remembered, or 'all'. Default: 1 for one player, all for two.",
    ] = None
    forget: Annotated[
        Literal["choice", "fewer", "random", "oldest"] | None,
        "Which cards are forgotten with limited memory: by choice of the player (fewer: even more than "
        "necessary), at random, or the oldest.",
    ] = None
    passes: Annotated[
        int | None,
        "Number of 0-moves in a row that end the game. Default: 1; 2 for --objective win.",
    ] = None
    seen: Annotated[bool, "Show the cards that were turned; otherwise you have to remember them."] = False


USUAL, NONE = MemoryOptions(), Options()


def read_memory(text: str | None, players: int) -> int | None:
    """Read how many cards are remembered: ``all``, or a number; the paper's settings when it is not given.

    >>> read_memory(None, 1), read_memory(None, 2), read_memory("all", 1), read_memory("3", 2)
    (1, None, None, 3)
    """
    if text is None:
        return 1 if players == 1 else None
    if text == "all":
        return None
    try:
        return int(text)
    except ValueError:
        raise SaizenError(f"memory = {text!r}: must be a number of cards, or 'all'") from None


def board_rules(board: "Board", options: MemoryOptions = USUAL) -> "Memory":
    """Return the rules of a board with these options.

    >>> from saizen.games.memory.board import Board
    >>> board_rules(Board.paper(3, 1, 2, 1), MemoryOptions(objective="win"))
    <Memory 4x1+2x2:4x1+2x1, forced, win>
    """
    from saizen.games.memory.rules import Memory

    return Memory(
        board,
        players=options.players,
        take=options.take,
        objective=options.objective,
        lead=options.lead,
        memory=read_memory(options.memory, options.players),
        forget=options.forget,
        passes=options.passes,
    )


def game(options: MemoryOptions = USUAL) -> "MemoryTable":
    """Return a table with a deck.

    >>> game(MemoryOptions(deck="2x4", take="free"))
    <MemoryTable 2x4, free, difference>
    """
    return _table(options.deck or DECK, options)


def _table(deck: str, options: MemoryOptions) -> "MemoryTable":
    from saizen.games.memory.places.game import MemoryTable
    from saizen.games.memory.text import parse_deck

    return MemoryTable(board_rules(parse_deck(deck), options), seen=options.seen)


def read(text: str, options: MemoryOptions = USUAL) -> "tuple[Game[Any], Any]":
    """Read a table, a deck (a table with nothing seen), or a board or its position (the abstract game).

    >>> read("2x2 | A ? ? ? | second")[0], read("2x2:2x1 min")[0]
    (<MemoryTable 2x2, forced, difference>, <Memory 2x2:2x1, forced, difference>)
    """
    from saizen.games.memory.places.game import MemoryTable, no_table
    from saizen.games.memory.position import split_position
    from saizen.games.memory.text import parse_board

    if not text.strip():
        table = game(options)
        return table, table.start()
    if "|" in text:
        table = _table(text.partition("|")[0].strip() or options.deck or DECK, options)
        return table, table.parse(text)
    part, words = split_position(text)
    if options.players == 2 and part.startswith("(") and part.count(",") == 2:
        raise SaizenError(
            f"{text!r}: three numbers are a one-player board; add players=1, or give (na,nf,ka,kf)"
        )
    board = parse_board(part)
    if words:  # in the middle of a turn more may be known than is remembered, so the rules get the bare deck
        rules = board_rules(board.unseen(), options)
        position = rules.parse(text)
        return rules.at(position), position
    rules = board_rules(board, options)
    if part.startswith("(") or ":" in part or no_table(rules):
        return rules, rules.start()
    table = MemoryTable(rules, seen=options.seen)
    return table, table.start()


def solution(
    game: "Game[Any]",
    options: Options = NONE,
    *,
    store: "Store | None" = None,
    progress: Progress = SILENT,
) -> "Solution[Any]":
    """Return the solution of a table or of a board's game; nothing of Memory is stored on disk.

    >>> from saizen.games.memory.rules import Memory
    >>> solution(Memory("(3,2,1,1)")).value("(3,2,1,1)")
    Fraction(13, 126)
    """
    from saizen.games.memory.places.game import MemoryTable
    from saizen.games.memory.places.solved import PlacesSolution
    from saizen.games.memory.rules import Memory
    from saizen.games.memory.solved import board_solution

    if isinstance(game, MemoryTable):
        return PlacesSolution(game, board_solution(game.rules, progress))
    if isinstance(game, Memory):
        return board_solution(game, progress)
    raise SaizenError(f"{game!r} is not a game of Memory")


def measure(
    game: "MemoryTable",
    *,
    careless: "Sequence[Careless]",
    par: Any | None = None,
    max_positions: int,
    store: "Store | None" = None,
    progress: Progress = SILENT,
) -> "Balance":
    """Measure the balance of the board: a table has as many positions as there are ways to lay the cards.

    >>> from saizen.balance.measures import USUAL
    >>> balance = measure(game(), careless=USUAL, max_positions=10_000)
    >>> balance.positions, balance.value
    (916, Fraction(218, 7875))
    """
    from dataclasses import replace

    from saizen.balance import measuring

    balance = measuring.measure(
        game.rules, careless=careless, par=par, max_positions=max_positions, progress=progress
    )
    note = (
        "Cards that cannot be told apart are one move, and so is taking a known pair: "
        "careless players choose among kinds of moves."
    )
    return replace(balance, notes=[*balance.notes, note])


def small() -> "dict[str, Game[Any]]":
    """Return small games: boards and tables, both ways to take, every objective, every kind of memory."""
    from saizen.games.memory.places.game import MemoryTable
    from saizen.games.memory.rules import Memory

    return {
        "board, forced": Memory("(3,1,1,1)"),
        "board, free": Memory("(3,1,0,0)", take="free"),
        "board, win": Memory("(3,0,0,0)", objective="win"),
        "board, win, one pair ahead": Memory("(3,0,0,0)", objective="win", lead=1),
        "board, two passes": Memory("4x1+2x1:4x1@2", take="free", passes=2),
        "board, one player": Memory("(2,1,0,0)", players=1),
        "board, one player, 1 remembered": Memory("(2,1,0)", players=1, memory=1),
        "board, one player, 2 remembered": Memory("4x1+2x1", players=1, memory=2, take="free"),
        "board, oldest forgotten": Memory("2x3", memory=2),
        "board, one player, 1 remembered at random": Memory("(2,1,0)", players=1, memory=1, forget="random"),
        "board, one player, up to 2 remembered": Memory("4x1+2x1", players=1, memory=2, forget="fewer"),
        "table, forced": MemoryTable("2x2"),
        "table, free": MemoryTable(Memory("2x2", take="free")),
        "table, win": MemoryTable(Memory("2x2", take="free", objective="win")),
        "table, a letter of four": MemoryTable("4x1", seen=True),
        "table, one player": MemoryTable(Memory("2x2", players=1)),
        "table, one player, 1 remembered": MemoryTable(Memory("2x2", players=1, memory=1)),
    }


ENTRY = Entry(
    name="memory",
    title="Memory (concentration, 神経衰弱)",
    title_ja="神経衰弱",
    summary="turn two cards and take them if they match; the best plan on every board",
    form="A board: (na,nf,ka,kf), (na,nf,m), or cards x letters : known, as 4x2+2x1:4x1@2; or a table.",
    sample="(4,1,2,1)",
    package="saizen.games.memory",
    options=MemoryOptions,
    make=game,
    parse=read,
    solve=solution,
    small=small,
    measure=measure,
    commands={
        "solve": "Solve a whole game and show its value.",
        "plot": "Draw maps of the best moves or of values.",
        "simulate": "Let the computer play many games and show the results.",
    },
)
