"""The commands of Memory; each signature is the command's option list."""

from pathlib import Path
from typing import Annotated, Any, Literal

from saizen.advice import Advice, Answer, Table
from saizen.errors import SaizenError
from saizen.exact import decimal
from saizen.games.memory import entry
from saizen.games.memory.advisor import advise_position
from saizen.games.memory.board import Board
from saizen.games.memory.entry import (
    DECK,
    FORGET,
    LEAD,
    MEMORY,
    OBJECTIVE,
    PASSES,
    PLAYERS,
    TAKE,
    WHOLE,
    read_memory,
)
from saizen.games.memory.rules import Memory
from saizen.games.memory.text import board_text, parse_board, parse_deck
from saizen.work import SILENT, Progress

POSITION = Annotated[
    str, "A board: (na,nf,ka,kf), (na,nf,m), or cards x letters : known, as 4x2+2x1:4x1@2; or a table."
]


def advise(
    position: POSITION,
    *,
    deck: DECK = WHOLE,
    take: TAKE = "forced",
    objective: OBJECTIVE = None,
    lead: LEAD = 0,
    players: PLAYERS = 2,
    memory: MEMORY = None,
    forget: FORGET = None,
    passes: PASSES = None,
    progress: Progress = SILENT,
) -> Advice:
    """Tell what a board is worth, every move with its value, and the best answer to each first card.

    >>> advise("(2,0,1,0)").to_json()[:90]
    '{"game": "memory", "position": "(2,0,1,0)", "take": "forced", "objective": "difference", "'
    """
    game, here = entry.read(
        position,
        deck=deck,
        take=take,
        objective=objective,
        lead=lead,
        players=players,
        memory=memory,
        forget=forget,
        passes=passes,
    )
    solution = entry.solution(game, progress=progress)
    assert solution is not None
    return advise_position(position, game, here, solution)


def solve(
    *,
    letters: Annotated[int, "Largest number of letters (na)."] = 10,
    fours: Annotated[int, "Letters of four cards, all of them known once (nf = kf)."] = 0,
    take: TAKE = "forced",
    players: PLAYERS = 2,
    memory: MEMORY = None,
    deck: Annotated[str | None, "Solve every board of a whole deck instead, such as 4x13."] = None,
    progress: Progress = SILENT,
) -> Answer:
    """Solve all boards (na, fours, ka, fours), a whole deck, or one player's boards (na, nf, m)."""
    from saizen.games.memory.boards import Boards

    cards = read_memory(memory, players) if deck is None else None
    if cards not in (None, 1) or (cards == 1 and players == 2):
        raise SaizenError(f"memory = {cards}: whole tables are for memory 'all', and 1 for one player")
    if deck is not None:
        if memory is not None:
            raise SaizenError(
                f"--deck {deck} --memory {memory}: a whole deck is solved for unlimited memory only"
            )
        rules = Memory(parse_deck(deck), players=players, take=take)
        boards = Boards(rules, progress=progress)
        value = boards.value(rules.board)
        data = {"deck": board_text(rules.board), "take": take, "boards": boards.boards, "value": value}
        return Answer(
            data, notes=[f"{boards.boards} boards; the whole deck is worth {value} (≈ {decimal(value, 6)})."]
        )
    if not 1 <= letters <= 60 or not 0 <= fours <= letters:
        raise SaizenError(
            f"letters = {letters}, fours = {fours}: need 1 <= letters <= 60 and 0 <= fours <= letters"
        )
    if cards == 1:
        if take == "free":
            raise SaizenError(
                "--players 1 --take free: the table is for take forced; ask saizen advise memory"
            )
        return _saves(letters, progress)
    cells = grid(letters, fours, take, players, progress)
    data = {"letters": letters, "fours": fours, "take": take, "boards": cells}
    by_place = {(cell["na"], cell["ka"]): cell for cell in cells}
    columns = ["na", *(f"ka={ka}" for ka in range(fours, letters + 1))]

    def table(title: str, key: str) -> Table:
        rows = [
            [na, *(by_place.get((na, ka), {}).get(key, "") for ka in range(fours, letters + 1))]
            for na in range(max(1, fours), letters + 1)
        ]
        return Table(title, columns, rows)

    kind = f"(na, {fours}, ka, {fours}), take {take}"
    return Answer(data, [table(f"best moves {kind}", "text"), table(f"values {kind}", "decimal")])


def _saves(letters: int, progress: Progress) -> Answer:
    """Tabulate the best save and the expected turns of one player who remembers one card."""
    from saizen.games.memory.solitaire import Solitaire

    solved = Solitaire(letters, progress=progress)
    boards = [(na, nf) for na in range(1, letters + 1) for nf in range(na + 1)]
    saves = {(na, nf): ",".join(map(str, solved.saves(na, nf))) for na, nf in boards}
    turns = {
        (na, nf, m): solved.turns(na, nf, m)
        for na, nf in boards
        for m in (0, 2, 4)
        if solved.board(na, nf).turns[m // 2] is not None
    }
    columns = ["na", *(f"nf={nf}" for nf in range(letters + 1))]
    tables = [
        Table(
            "which letter to remember (na, nf)",
            columns,
            [[na, *(saves.get((na, nf), "") for nf in range(letters + 1))] for na in range(1, letters + 1)],
        )
    ]
    for m in (0, 2, 4):
        rows = [
            [na, *(decimal(turns[na, nf, m], 2) if (na, nf, m) in turns else "" for nf in range(letters + 1))]
            for na in range(1, letters + 1)
        ]
        tables.append(Table(f"expected turns at (na, nf, {m})", columns, rows))
    values = [{"position": f"({na},{nf},{m})", "value": turns[na, nf, m]} for na, nf, m in turns]
    listed = [{"na": na, "nf": nf, "saves": solved.saves(na, nf)} for na, nf in boards]
    return Answer({"letters": letters, "memory": 1, "saves": listed, "boards": values}, tables)


def grid(
    letters: int, fours: int, take: str, players: int = 2, progress: Progress = SILENT
) -> list[dict[str, Any]]:
    """Solve the boards (na, fours, ka, fours): value and best moves of each.

    >>> grid(2, 0, "forced")[-1]["moves"]
    ['1-move', '2-move']
    """
    from saizen.games.memory.boards import Boards
    from saizen.games.memory.plans import Plans

    chosen: Any = take
    deck = Board.deck({4: fours, 2: letters - fours})
    boards = Boards(Memory(deck, take=chosen, players=players), progress=progress)
    cells = []
    for na in range(max(1, fours), letters + 1):
        for ka in range(fours, na + 1):
            board = Board.paper(na, fours, ka, fours)
            plans = Plans(Memory(board, take=chosen, players=players), boards)
            best = sorted(str(choice.move) for choice in plans.moves() if choice.optimal)
            value = boards.value(board)
            text = ",".join(move.removesuffix("-move") for move in best)
            cells.append(
                {
                    "na": na,
                    "ka": ka,
                    "value": value,
                    "decimal": decimal(value, 2),
                    "moves": best,
                    "text": text,
                }
            )
    return cells


def simulate(
    position: POSITION,
    *,
    games: Annotated[int, "Number of games."] = 1000,
    seed: Annotated[int, "Seed of the shuffles."] = 1,
    take: TAKE = "forced",
    objective: OBJECTIVE = None,
    players: PLAYERS = 2,
    memory: MEMORY = None,
    progress: Progress = SILENT,
) -> Answer:
    """Play perfectly on shuffled tables and hold the mean against the exact value."""
    from saizen.games.memory import tabletop

    cards = read_memory(memory, players)
    exact = advise(
        position, take=take, objective=objective, players=players, memory=memory, progress=progress
    ).data["value"]
    if cards not in (None, 1) or (cards == 1 and (players == 2 or take == "free")):
        raise SaizenError(
            f"memory = {cards}: simulated are unlimited memory, and one player with memory 1, forced"
        )
    limit: Literal[1] | None = 1 if cards == 1 else None
    estimate = tabletop.simulate(
        parse_board(position),
        games,
        seed,
        players=players,
        take=take,
        objective=objective,
        memory=limit,
        progress=progress,
    )
    distance = (estimate.mean - float(exact)) / estimate.error if estimate.error else 0.0
    data = {
        "position": position,
        "games": games,
        "seed": seed,
        "mean": estimate.mean,
        "error": estimate.error,
    }
    data |= {"exact": exact, "errors_away": distance}
    mean = f"mean {estimate.mean:.4f} ± {estimate.error:.4f}"
    note = f"{mean}, exact {decimal(exact, 4)}: {distance:+.2f} standard errors away"
    return Answer(data, notes=[note])


def plot(
    *,
    table: Annotated[Literal["moves", "values"], "Best moves, or values."] = "moves",
    out: Annotated[Path, "File to write; its ending chooses the format."] = Path("memory.svg"),
    letters: Annotated[int, "Largest number of letters."] = 20,
    fours: Annotated[int, "Letters of four cards, known once (nf = kf)."] = 1,
) -> Answer:
    """Draw the map of best moves, or of values, over (na, ka): forced beside free."""
    from saizen.games.memory.plot import draw

    if not 2 <= letters <= 40 or not 0 <= fours <= min(3, letters):
        raise SaizenError(
            f"letters = {letters}, fours = {fours}: need 2 <= letters <= 40 and 0 <= fours <= 3"
        )
    draw(table, out, {take: grid(letters, fours, take) for take in ("forced", "free")}, fours)
    return Answer(
        {"out": str(out), "table": table, "letters": letters, "fours": fours}, notes=[f"wrote {out}"]
    )
