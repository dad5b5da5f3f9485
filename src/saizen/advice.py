"""What a question gets back: data for programs, tables and sentences for people.

Every command of every game returns an `Answer`; `advise` returns the special case `Advice`. The
command line, the web page, the batch mode and notebooks differ only in how they show it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from saizen.errors import SaizenError
from saizen.exact import decimal, text
from saizen.game import MAX, MIN, Chance, Decision, Game, Move, Simultaneous, names_of, outcome_names
from saizen.solution import MoveValue, Solution

if TYPE_CHECKING:
    from saizen.pictures import Picture

LONGEST_CELL = 24
"""Characters of a fraction in a table; a longer one is rounded, since the data has it in full."""
SHORT_CELL = 6
"""Signs of a number that is written as it is into a matrix."""
MOST_BITS = 14_000
"""Bits of a whole number that is written as one: some 4,200 digits, which Python still reads."""
FILES = (".csv", ".parquet", ".tex", ".svg", ".png", ".pdf")
"""What an answer can be saved as: its tables, or its picture."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table for people: cells are shown with `cell_text`.

    ``heat`` marks a matrix, whose numbers are coloured by size where there are colours.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    heat: bool = False

    def __repr__(self) -> str:
        return f"<table {self.title!r}: {len(self.rows)} rows>"

    def _repr_html_(self) -> str:
        from saizen.html import table_html

        return table_html(self)

    def save(self, path: str | Path) -> Path:
        """Write the table to FILE.csv, FILE.parquet or FILE.tex (booktabs), with the version that made it."""
        return Answer({}, [self]).save(path)[0]

    def plot(self) -> "Picture":
        """Draw the table: a matrix as a heat map, moves as bars, rates with their intervals."""
        from saizen.pictures import table_picture

        return table_picture(self)


@dataclass(frozen=True, repr=False)
class Answer:
    """``data`` is what ``--json`` prints; ``tables`` and ``notes`` are what a person reads."""

    data: Mapping[str, Any]
    tables: Sequence[Table] = ()
    notes: Sequence[str] = ()

    def to_json(self) -> str:
        """Write the data as one line of JSON; fractions become text such as ``"-1/2"``.

        >>> Answer({"value": Fraction(-1, 2), "wins": 3}).to_json()
        '{"value": "-1/2", "wins": 3}'
        """
        return json.dumps(plain(self.data), ensure_ascii=False, allow_nan=False)

    def save(self, path: str | Path, command: str | None = None) -> list[Path]:
        """Write the tables to a file, with the version, the ``command`` and the facts; return the files.

        FILE.csv and FILE.parquet have one table each: a second goes to FILE-2.csv; FILE.tex (booktabs) has
        all. FILE.svg, .png and .pdf get the picture that `plot` draws.
        """
        from saizen import pictures, saving

        path = Path(path)
        saving.check_path(path, FILES)
        if path.suffix.lower() in pictures.ENDINGS:
            return [self.plot().save(path)]
        return saving.save_tables(path, self.tables, saving.provenance(self.data, command))

    def plot(self) -> "Picture":
        """Draw the first table that a picture says more of: a matrix, rates, what moves are worth."""
        from saizen.pictures import has_picture

        drawn = sorted((t for t in self.tables if has_picture(t)), key=lambda table: not table.heat)
        if not drawn:
            raise SaizenError("this answer has no picture: no matrix, no rates, no values of moves")
        return drawn[0].plot()

    def __repr__(self) -> str:
        told = self.data.get("position") or self.data.get("game") or ", ".join(map(str, self.data))
        return f"<{type(self).__name__.lower()} {str(told)[:60]!r}>"

    def _repr_html_(self) -> str:
        from saizen.html import answer_html

        return answer_html(self)


@dataclass(frozen=True, repr=False)
class Advice(Answer):
    """The answer to "what is best here?": facts about the position, then every legal move, best first.

    ``moves`` are mappings with the same keys; ``optimal`` is true for every optimal move, ties kept.
    Build it with `advice`.
    """

    moves: Sequence[Mapping[str, Any]] = field(default=())


def advice(
    game: str,
    position: str,
    facts: Mapping[str, Any],
    moves: Sequence[Mapping[str, Any]],
    notes: Sequence[str] = (),
) -> Advice:
    """Put an `Advice` together: JSON keys in this order are game, position, the facts, moves.

    >>> advice("nim", "1 2", {"value": 1}, [{"move": "2 to 1", "optimal": True}]).to_json()
    '{"game": "nim", "position": "1 2", "value": 1, "moves": [{"move": "2 to 1", "optimal": true}]}'
    """
    data = {"game": game, "position": position, **facts, "moves": list(moves)}
    columns = list(moves[0]) if moves else []
    tables = [Table(f"{game}  {position}", columns, [[move[c] for c in columns] for move in moves])]
    summary = [f"{key}: {'no' if value is False else cell_text(value)}" for key, value in facts.items()]
    return Advice(data, tables, [*summary, *notes], moves)


def position_advice(
    solution: Solution[Any],
    position: Any,
    player: int | None = None,
    *,
    name: str | None = None,
    lengths: bool = False,
) -> Advice:
    """Answer what is best at a position, from any solution: the same shape for every game.

    ``lengths`` adds how many moves best play takes, after each move and from the position.

    >>> from nim import Nim
    >>> from saizen import solve
    >>> position_advice(solve(Nim((1,))), ((1,), 0)).data["moves"]
    [{'move': '1 to 0', 'value': 1, 'optimal': True, 'probability': Fraction(1, 1), 'cost': 0}]
    """
    game = solution.game
    value = solution.value(position)  # what is no position of the game is refused here
    node = game.look(position)
    mover = node.player if isinstance(node, Decision) else player if player in (MAX, MIN) else MAX
    found = solution.moves(position, mover)
    facts: dict[str, Any] = {"value": value, "exact": solution.exact}
    names = names_of(game)
    notes = []
    if value is not None and not solution.estimates:
        notes.append(worth_words(game, cell_text(value)))
    if isinstance(node, Decision | Simultaneous):
        facts["player"] = names[mover]
        facts["unique"] = _unique(solution, position, mover)
        if facts["unique"] is False:
            notes.append("The best strategy is not unique: this is one of several.")
    if solution.estimates:
        worth = "" if value is None else f" of {cell_text(value)}"
        notes.append(f"An estimate{worth}: a cost is a share of the best, not a proof.")
    moves = [_shown(game, position, one, found, mover, solution.estimates) for one in found]
    if lengths:
        _add_lengths(solution, position, found, facts, moves, notes)
    if not any(one.line for one in found):
        moves = [{key: entry[key] for key in entry if key != "line"} for entry in moves]
    made = advice(name or type(game).__name__, game.text(position), facts, moves)
    extra: dict[str, Any] = {}
    hidden = {"line"} if any(one.remoteness is not None for one in found) else {"line", "remoteness"}
    columns = [column for column in made.tables[0].columns if column not in hidden]
    if "remoteness" in columns:
        columns.insert(2, columns.pop(columns.index("remoteness")))
    tables = [Table(made.tables[0].title, columns, [[move[c] for c in columns] for move in moves])]
    if plans := solution.turns(position):
        extra["turns"] = [_shown(game, position, one, plans, mover, solution.estimates) for one in plans]
        rows = [[e["move"], " ".join(e["line"]), e["value"], e["optimal"]] for e in extra["turns"]]
        tables.append(Table("whole turns", ("plan", "moves", "value", "optimal"), rows))
    if isinstance(node, Chance):
        extra["outcomes"], tables = _lottery(game, node, made.tables[0].title)
    matrix = getattr(solution, "matrix", None)
    if isinstance(node, Simultaneous) and matrix is not None:
        payoffs = matrix(position)
        texts = [
            [game.move_text(position, move) for move in side] for side in (node.row_moves, node.column_moves)
        ]
        extra["matrix"] = {"rows": texts[0], "columns": texts[1], "values": payoffs}
        title = f"what {names[MAX]} gets, by the choices of {names[MAX]} (rows) and {names[MIN]} (columns)"
        rows = [[row, *line] for row, line in zip(texts[0], payoffs, strict=True)]
        tables.append(Table(title, ("", *texts[1]), rows, heat=True))
    return Advice({**made.data, **extra}, tables, notes, made.moves)


def _add_lengths(
    solution: Solution[Any],
    position: Any,
    found: Sequence[MoveValue],
    facts: dict[str, Any],
    moves: Sequence[dict[str, Any]],
    notes: list[str],
) -> None:
    """Add how long best play takes, and between which numbers a value lies that is not known exactly."""
    facts["remoteness"] = solution.remoteness(position)
    for entry, one in zip(moves, found, strict=True):
        entry["remoteness"] = one.remoteness
    if facts["remoteness"] is not None and found:
        many = facts["remoteness"]
        notes.append(f"Best play ends after {many} move{'s' * (many != 1)}.")
    elif any(one.remoteness is not None for one in found):
        notes.append("Best play never ends.")
    interval = getattr(solution, "interval", None)
    bounds = None if interval is None or solution.exact else interval(position)
    if bounds is not None:
        facts["interval"] = list(bounds)
        low, high = bounds
        notes.append(f"A float in a proven interval: the value lies between {low!r} and {high!r}.")


def worth_words(game: Game[Any], worth: str) -> str:
    """Say what a value means: what the first player gets, or what one who plays alone pays.

    >>> from nim import Nim
    >>> worth_words(Nim((1,)), "1")
    'Worth 1 to max under best play.'
    """
    names = names_of(game)
    if MAX in names:
        return f"Worth {worth} to {names[MAX]} under best play."
    return f"{names[MIN].capitalize()} pays {worth} under best play."


def chance_advice(game: Game[Any], position: Any, chance: Chance, *, name: str | None = None) -> Advice:
    """Answer what can come where a move at a position has led to a lottery."""
    called = name or type(game).__name__
    made = advice(called, game.text(position), {}, [])
    outcomes, tables = _lottery(game, chance, made.tables[0].title)
    return Advice({**made.data, "outcomes": outcomes}, tables, ["Nothing to choose: this is what can come."])


def _lottery(game: Game[Any], chance: Chance, title: str) -> tuple[list[dict[str, Any]], list[Table]]:
    """List what can come of a lottery, each name once."""
    chances: dict[str, Any] = {}
    for one, (p, _) in zip(outcome_names(game, chance), chance.outcomes, strict=True):
        if p:
            chances[one] = chances.get(one, 0) + p
    outcomes = [{"name": one, "probability": p} for one, p in chances.items()]
    return outcomes, [Table(title, ("what can come", "probability"), [tuple(o.values()) for o in outcomes])]


def _unique(solution: Solution[Any], position: Any, player: int) -> bool | None:
    try:
        return solution.unique(position, player)
    except SaizenError:  # floats cannot tell
        return None


def _shown(
    game: Game[Any], position: Any, one: MoveValue, found: Sequence[MoveValue], player: int, estimates: bool
) -> dict[str, Any]:
    """Write a move with what it costs its chooser."""
    known = [other.value for other in found if other.value is not None]
    cost: Any = None
    if one.value is not None and not estimates:
        cost = max(known) - one.value if player == MAX else one.value - min(known)
    elif one.value is not None:
        cost = 1 - one.value / max(known) if max(known) > 0 else 0.0
    return {
        "move": move_shown(game, position, one.move),
        "value": one.value,
        "optimal": one.optimal,
        "probability": one.probability,
        "cost": cost,
        "line": [str(move_shown(game, position, move)) for move in one.line],
    }


def move_shown(game: Game[Any], position: Any, move: Move) -> str | int:
    """Write a move for an answer: a number where the text is just that number, else the text."""
    written = game.move_text(position, move)
    return move if type(move) is int and written == str(move) else written


def plain(value: Any) -> Any:
    """Turn a value into what JSON knows: fractions as text, mappings and sequences all the way down.

    Whole numbers that are too long for Python's own reader are texts, too.
    """
    if isinstance(value, Fraction) or (isinstance(value, int) and value.bit_length() > MOST_BITS):
        return text(value)
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return value


def is_number(cell: Any) -> bool:
    """Tell whether a table cell is a number; flags are none."""
    return isinstance(cell, int | float | Fraction) and not isinstance(cell, bool)


def cell_text(value: Any) -> str:
    """Write one table cell: yes or nothing for a flag, six decimals for a long number, else its text.

    >>> [cell_text(x) for x in (True, False, None, 0.25, Fraction(1, 3), "a")]
    ['yes', '', '', '0.250000', '1/3', 'a']
    >>> cell_text(Fraction(10**20, 3**50))
    '0.000139'
    """
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, float):
        return f"{value:.6f}"
    if not isinstance(value, Fraction):
        return text(value) if isinstance(value, int) else str(value)
    written = text(value)
    return written if len(written) <= LONGEST_CELL else decimal(value, 6)


def short_text(value: Any) -> str:
    """Write a cell of a matrix in few signs, since matrices are wide.

    >>> [short_text(x) for x in (Fraction(1977388, 7050833), Fraction(-1, 2), 0.011765, "2*")]
    ['0.280', '-1/2', '0.012', '2*']
    """
    written = cell_text(value)
    return written if not is_number(value) or len(written) <= SHORT_CELL else f"{float(value):.3f}"
