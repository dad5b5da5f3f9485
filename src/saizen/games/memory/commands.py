"""The commands of Memory; a signature is the command's option list, the game's options come as one."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from saizen.answer import Answer
from saizen.answer.table import Table
from saizen.errors import SaizenError
from saizen.exact import decimal
from saizen.games.memory.board import Board
from saizen.games.memory.entry import ENTRY, USUAL, MemoryOptions, board_rules, read_memory
from saizen.games.memory.text import board_text, parse_deck
from saizen.work import SILENT, Progress


def solve(
    options: MemoryOptions = USUAL,
    *,
    letters: Annotated[int, "Largest number of letters (na)."] = 10,
    fours: Annotated[int, "Number of letters of four cards, with one known card each (nf = kf)."] = 0,
    progress: Progress = SILENT,
) -> Answer:
    """Solve many boards: (na, fours, ka, fours), a whole deck, or one player's boards (na, nf, m)."""
    if options.deck is not None:
        return _whole_deck(options.deck, options, progress)
    cards = read_memory(options.memory, options.players)
    if cards not in (None, 1) or (cards == 1 and options.players == 2):
        raise SaizenError(f"memory = {cards}: whole tables are for memory 'all', and 1 for one player")
    if not 1 <= letters <= 60 or not 0 <= fours <= letters:
        raise SaizenError(
            f"letters = {letters}, fours = {fours}: need 1 <= letters <= 60 and 0 <= fours <= letters"
        )
    if cards == 1:
        rules = board_rules(Board.deck({2: letters}), options)
        if (rules.take, rules.forget) != ("forced", "choice"):
            raise SaizenError(
                f"--players 1 --take {rules.take} --forget {rules.forget}: the table is for take forced and "
                "forget choice; ask saizen advise memory"
            )
        return _saves(letters, progress)
    cells = grid(letters, fours, options, progress)
    data = {"letters": letters, "fours": fours, "take": options.take, "boards": cells}
    by_place = {(cell["na"], cell["ka"]): cell for cell in cells}
    columns = ["na", *(f"ka={ka}" for ka in range(fours, letters + 1))]

    def table(title: str, key: str) -> Table:
        rows = [
            [na, *(by_place.get((na, ka), {}).get(key, "") for ka in range(fours, letters + 1))]
            for na in range(max(1, fours), letters + 1)
        ]
        return Table(title, columns, rows)

    kind = f"(na, {fours}, ka, {fours}), take {options.take}"
    return Answer(data, [table(f"best moves {kind}", "text"), table(f"values {kind}", "decimal")])


def _whole_deck(deck: str, options: MemoryOptions, progress: Progress) -> Answer:
    """Solve every board of a deck."""
    from saizen.games.memory.board_table import Boards

    if options.memory not in (None, "all"):
        raise SaizenError(
            f"--deck {deck} --memory {options.memory}: a whole deck is solved for unlimited memory only"
        )
    rules = board_rules(parse_deck(deck), replace(options, memory="all"))
    boards = Boards(rules, progress=progress)
    value = boards.value(rules.board, rules.lead)
    data = {
        "deck": board_text(rules.board),
        "take": rules.take,
        "objective": rules.objective,
        "boards": boards.boards,
        "value": value,
    }
    note = f"{boards.boards} boards; the whole deck is worth {value} (≈ {decimal(value, 6)})."
    return Answer(data, notes=[note])


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
    letters: int, fours: int, options: MemoryOptions = USUAL, progress: Progress = SILENT
) -> list[dict[str, Any]]:
    """Solve the boards (na, fours, ka, fours): value and best moves of each.

    >>> grid(2, 0)[-1]["moves"]
    ['1-move', '2-move']
    """
    from saizen.games.memory.board_table import Boards
    from saizen.games.memory.plans import Plans

    unlimited = replace(options, memory="all")
    boards = Boards(board_rules(Board.deck({4: fours, 2: letters - fours}), unlimited), progress=progress)
    cells = []
    for na in range(max(1, fours), letters + 1):
        for ka in range(fours, na + 1):
            board = Board.paper(na, fours, ka, fours)
            plans = Plans(board_rules(board, unlimited), boards)
            best = sorted(str(choice.move) for choice in plans.moves() if choice.optimal)
            value = boards.value(board, options.lead)
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
    position: Annotated[
        str, "A board, a deck or a table at the start of a turn; the deck of the options if empty."
    ] = "",
    options: MemoryOptions = USUAL,
    *,
    games: Annotated[int, "Number of games."] = 1000,
    seed: Annotated[int, "Seed of the shuffles."] = 1,
    progress: Progress = SILENT,
) -> Answer:
    """Play perfectly on shuffled tables. Compare the mean result with the exact value."""
    from saizen.games.memory.places.game import board_behind
    from saizen.games.memory.places.position import TablePosition
    from saizen.games.memory.places.simulate import simulate as play_many
    from saizen.games.memory.solved import board_solution

    game, start = ENTRY.read(position, options)
    opened = start.turned if isinstance(start, TablePosition) else start.first
    if opened is not None or start.choosing:
        raise SaizenError(f"{position!r}: games are simulated from where a turn begins")
    rules = board_behind(game, start)
    exact = board_solution(rules, progress).value(rules.start())
    estimate = play_many(rules, games, seed, progress=progress)
    distance = (estimate.mean - float(exact)) / estimate.error if estimate.error else 0.0
    data = {
        "position": game.text(start),
        "games": games,
        "seed": seed,
        "mean": estimate.mean,
        "error": estimate.error,
    }
    data |= {"exact": exact, "errors_away": distance}
    mean = f"mean {estimate.mean:.4f} ± {estimate.error:.4f}"
    note = f"{mean}, exact {decimal(exact, 4)}: {distance:+.2f} standard errors away"
    return Answer(data, notes=[note])


TAKES: tuple[Literal["forced", "free"], ...] = ("forced", "free")


def plot(
    *,
    table: Annotated[Literal["moves", "values"], "What the map shows: best moves or values."] = "moves",
    out: Annotated[Path, "The picture's file; its ending chooses the format."] = Path("memory.svg"),
    letters: Annotated[int, "Largest number of letters."] = 20,
    fours: Annotated[int, "Number of letters of four cards, with one known card each (nf = kf)."] = 1,
) -> Answer:
    """Draw maps of best moves or of values. The axes are na and ka; forced stands beside free."""
    from saizen.games.memory.plot import draw

    if not 2 <= letters <= 40 or not 0 <= fours <= min(3, letters):
        raise SaizenError(
            f"letters = {letters}, fours = {fours}: need 2 <= letters <= 40 and 0 <= fours <= 3"
        )
    draw(table, out, {take: grid(letters, fours, MemoryOptions(take=take)) for take in TAKES}, fours)
    return Answer(
        {"out": str(out), "table": table, "letters": letters, "fours": fours}, notes=[f"wrote {out}"]
    )
