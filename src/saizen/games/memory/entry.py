"""The door to Memory: a deck makes a table, a board or its position makes the abstract game."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from saizen.errors import SaizenError
from saizen.game import MIN, Game
from saizen.games.memory.board import Board
from saizen.games.memory.position import split_position
from saizen.games.memory.rules import Forget, Memory, Objective, Take
from saizen.games.memory.table import MemoryTable, no_table
from saizen.games.memory.text import parse_board, parse_deck
from saizen.solution import Solution
from saizen.store import Store
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.balance.measures import Balance, Careless

DECK = Annotated[str, "The cards of a table, as cards x letters; a position may name its own."]
TAKE = Annotated[
    Literal["forced", "free"],
    "Must a known pair be taken at once (the paper's model), or is every action allowed?",
]
OBJECTIVE = Annotated[
    Literal["difference", "win"] | None, "Two players: difference of pairs (default), or winning."
]
LEAD = Annotated[int, "Pairs the player to move is ahead (for --objective win)."]
PLAYERS = Annotated[int, "2, or 1 who wants few turns."]
MEMORY = Annotated[
    str | None, "Cards remembered from turn to turn, or 'all'; by default 1 for one player, all for two."
]
FORGET = Annotated[
    Literal["choice", "fewer", "random", "oldest"] | None,
    "Limited memory: the player chooses what stays (fewer: or less), chance does, or the oldest card goes.",
]
PASSES = Annotated[
    int | None, "How many 0-moves in succession end the game: 1 (default), or 2 (default for win)."
]
SEEN = Annotated[bool, "Show what was turned; otherwise you have to remember it."]
WHOLE = "4x2+2x4"


def read_memory(text: str | int | None, players: int) -> int | None:
    """Read how many cards are remembered: ``all``, or a number; the paper's settings when it is not given.

    >>> read_memory(None, 1), read_memory(None, 2), read_memory("all", 1), read_memory("3", 2)
    (1, None, None, 3)
    """
    if text is None:
        return 1 if players == 1 else None
    if str(text) == "all":
        return None
    try:
        return int(text)
    except ValueError:
        raise SaizenError(f"memory = {text!r}: must be a number of cards, or 'all'") from None


def game(
    *,
    deck: DECK = WHOLE,
    take: TAKE = "forced",
    objective: OBJECTIVE = None,
    lead: LEAD = 0,
    players: PLAYERS = 2,
    memory: MEMORY = None,
    forget: FORGET = None,
    passes: PASSES = None,
    seen: SEEN = False,
) -> Game[Any]:
    """Return a table with a deck.

    >>> game(deck="2x4", take="free")
    <MemoryTable 2x4, free, difference>
    """
    board = parse_deck(deck)
    return MemoryTable(_rules(board, take, objective, lead, players, memory, forget, passes), seen=seen)


def read(
    text: str,
    *,
    deck: DECK = WHOLE,
    take: TAKE = "forced",
    objective: OBJECTIVE = None,
    lead: LEAD = 0,
    players: PLAYERS = 2,
    memory: MEMORY = None,
    forget: FORGET = None,
    passes: PASSES = None,
    seen: SEEN = False,
) -> tuple[Game[Any], Any]:
    """Read a table, a deck (a table with nothing seen), or a board or its position (the abstract game).

    >>> read("2x2 | A ? ? ? | second")[0], read("2x2:2x1 min")[0]
    (<MemoryTable 2x2, forced, difference>, <Memory 2x2:2x1, forced, difference>)
    """

    def rules(board: Board) -> Memory:
        return _rules(board, take, objective, lead, players, memory, forget, passes)

    if "|" in text:
        table = MemoryTable(rules(parse_deck(text.partition("|")[0].strip() or deck)), seen=seen)
        return table, table.parse(text)
    part, words = split_position(text)
    if players == 2 and part.startswith("(") and part.count(",") == 2:
        raise SaizenError(
            f"{text!r}: three numbers are a one-player board; add players=1, or give (na,nf,ka,kf)"
        )
    board = parse_board(part)
    if words:  # in the middle of a turn more may be known than is remembered, so the rules get the bare deck
        made = rules(_all_hidden(board))
        position = made.parse(text)
        if not any(word.startswith("lead=") for word in words):
            position = replace(position, lead=-lead if position.mover == MIN else lead)
        return made.at(position), position
    made = rules(board)
    if not no_table(made) and not part.startswith("("):
        table = MemoryTable(made, seen=seen)
        return table, table.start()
    return made, made.start()


def _rules(
    board: Board,
    take: Take,
    objective: Objective | None,
    lead: int,
    players: int,
    memory: str | int | None,
    forget: Forget | None,
    passes: int | None,
) -> Memory:
    return Memory(
        board,
        players=players,
        take=take,
        objective=objective,
        lead=lead,
        memory=read_memory(memory, players),
        forget=forget,
        passes=passes,
    )


def _all_hidden(board: Board) -> Board:
    letters: Counter[int] = Counter()
    for kind, count in board.kinds:
        letters[kind.cards] += count
    return Board.deck(letters)


def solution(
    game: Game[Any], *, store: Store | None = None, progress: Progress = SILENT
) -> Solution[Any] | None:
    """Return the solution of a table or of a board's game; nothing of Memory is kept on disk.

    >>> from saizen.games.memory.rules import Memory
    >>> solution(Memory("(3,2,1,1)")).value("(3,2,1,1)")
    Fraction(13, 126)
    """
    from saizen.games.memory.solved import board_solution
    from saizen.games.memory.table_solved import PlacesSolution

    if isinstance(game, MemoryTable):
        return PlacesSolution(game, board_solution(game.rules, progress))
    if isinstance(game, Memory):
        return board_solution(game, progress)
    raise SaizenError(f"{game!r} is not a game of Memory")


def measure(
    game: MemoryTable,
    *,
    careless: "Sequence[Careless]",
    par: Any | None = None,
    max_positions: int,
    store: Store | None = None,
    progress: Progress = SILENT,
) -> "Balance":
    """Measure the balance of the board: a table has as many positions as there are ways to lay the cards.

    >>> from saizen.balance.measures import USUAL
    >>> found = measure(MemoryTable("4x2+2x4"), careless=USUAL, max_positions=10_000)
    >>> found.positions, found.value
    (916, Fraction(218, 7875))
    """
    from saizen.balance import measuring

    found = measuring.measure(
        game.rules, careless=careless, par=par, max_positions=max_positions, progress=progress
    )
    note = (
        "Cards that cannot be told apart are one move, and so is taking a known pair: "
        "careless players choose among kinds of moves."
    )
    return replace(found, notes=[*found.notes, note])


def small() -> dict[str, Game[Any]]:
    """Return small games: boards and tables, both ways to take, every objective, every kind of memory."""
    return {
        "board, forced": Memory("(3,1,1,1)"),
        "board, free": Memory("(3,1,0,0)", take="free"),
        "board, win": Memory("(3,0,0,0)", objective="win"),
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
