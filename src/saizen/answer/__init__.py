"""Answers to questions: data for programs, tables and sentences for people.

Every command returns an `Answer`. `ask` puts the answer to "what is best here?" together, from any solution:
the command line, Python, the hints of a sitting and the page all call it, so all of them say the same.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from saizen.answer.table import Table, cell_text, plain, short_numbers
from saizen.errors import SaizenError
from saizen.game import MAX, MIN, Chance, Decision, Game, Move, Simultaneous, names_of, outcome_names
from saizen.solution import MoveValue, Solution, cost

if TYPE_CHECKING:
    from saizen.answer.pictures import Picture

FILES = (".csv", ".parquet", ".tex", ".svg", ".png", ".pdf")
"""The file formats of an answer: its tables, or its picture."""
NUMBER = re.compile(r"0|-?[1-9][0-9]{0,18}")
"""A whole number as it is usually written."""


@dataclass(frozen=True, repr=False)
class Answer:
    """``data`` is what programs read, in exact numbers; ``tables`` and ``notes`` are what a person reads.

    ``short`` says that fractions of more than 40 characters are floats in JSON.
    """

    data: Mapping[str, Any]
    tables: Sequence[Table] = ()
    notes: Sequence[str] = ()
    short: bool = False

    @property
    def moves(self) -> Sequence[Mapping[str, Any]]:
        """Every move with what it is worth, best first, where the question was what is best."""
        moves: Sequence[Mapping[str, Any]] = self.data.get("moves", ())
        return moves

    def json_data(self) -> dict[str, Any]:
        """Return the data as JSON knows it: a whole number is a number, a fraction a text such as ``"-1/2"``.

        Where a fraction was too long and is a float, the data has ``"rounded": true``.

        >>> from fractions import Fraction
        >>> Answer({"value": Fraction(10**30, 3**60)}, short=True).json_data()
        {'value': 23.58982487592573, 'rounded': True}
        """
        if not self.short:
            data: dict[str, Any] = plain(self.data)
            return data
        data, rounded = short_numbers(self.data)
        return {**data, "rounded": True} if rounded else data

    def to_json(self) -> str:
        """Write the data as one line of JSON.

        >>> from fractions import Fraction
        >>> Answer({"value": Fraction(-1, 2), "wins": 3}).to_json()
        '{"value": "-1/2", "wins": 3}'
        """
        return json.dumps(self.json_data(), ensure_ascii=False, allow_nan=False)

    def save(self, path: str | Path, command: str | None = None) -> list[Path]:
        """Write the tables to a file, with the version, the ``command`` and the facts; return the files.

        FILE.csv and FILE.parquet have one table each: a second goes to FILE-2.csv; FILE.tex (booktabs) has
        all. FILE.svg, .png and .pdf get the picture that `plot` draws.
        """
        from saizen.answer import files, pictures

        path = Path(path)
        files.check_path(path, FILES)
        if path.suffix.lower() in pictures.ENDINGS:
            return [self.plot().save(path)]
        return files.save_tables(path, self.tables, files.provenance(self.data, command))

    def plot(self) -> "Picture":
        """Draw the first table that a picture says more of: a matrix, rates, what moves are worth."""
        from saizen.answer.pictures import has_picture

        drawn = sorted((t for t in self.tables if has_picture(t)), key=lambda table: not table.heat)
        if not drawn:
            raise SaizenError("this answer has no picture: no matrix, no rates, no values of moves")
        return drawn[0].plot()

    def __repr__(self) -> str:
        subject = self.data.get("position") or self.data.get("game") or ", ".join(map(str, self.data))
        return f"<answer {str(subject)[:60]!r}>"

    def _repr_html_(self) -> str:
        from saizen.answer.html import answer_html

        return answer_html(self)


def ask(
    solution: Solution[Any],
    position: Any,
    player: int | None = None,
    *,
    name: str | None = None,
    among: Iterable[Move] = (),
    exact: bool = False,
) -> Answer:
    """Answer what is best at a position: its value, every move with what it costs, why.

    ``player`` matters where both choose at once. ``among`` are moves to rate even where not all are listed.
    ``exact`` writes all digits of long fractions into JSON. What `Solution.notes` adds comes last.

    >>> from nim import Nim
    >>> from saizen import solve
    >>> ask(solve(Nim((1,))), ((1,), 0)).moves[0]["cost"]
    0
    """
    game = solution.game
    value = solution.value(position)  # what is no position of the game is refused here
    node = game.look(position)
    mover = node.player if isinstance(node, Decision) else player if player in (MAX, MIN) else MAX
    moves = solution.moves(position, mover)
    listed = {move.move for move in moves}
    if more := [move for move in dict.fromkeys(among) if move not in listed]:
        moves = [*moves, *solution.moves(position, mover, among=more)]
    turns = solution.turns(position)
    notes = solution.notes(position, moves, turns)
    title = f"{name or type(game).__name__}  {game.text(position)}"

    data: dict[str, Any] = {"game": name or type(game).__name__, "position": game.text(position)}
    data |= {"value": value, "exact": solution.exact and value is not None}
    if isinstance(node, Decision | Simultaneous):
        data |= {"player": names_of(game)[mover], "unique": _unique(solution, position, mover)}
    if (length := solution.remoteness(position)) is not None:
        data["remoteness"] = length
    elif solution.never_ends(position):
        data["endless"] = True
    if not solution.exact and (bounds := solution.interval(position)) is not None:
        data["interval"] = list(bounds)
    data["moves"] = _move_list(solution, position, mover, value, moves, notes.moves)
    tables = [_moves_table(title, data["moves"], isinstance(node, Simultaneous))]
    if turns:
        data["turns"] = _move_list(solution, position, mover, value, turns, notes.turns)
        tables.append(_turns_table(data["turns"]))
    if isinstance(node, Chance):
        data["outcomes"], tables = outcomes(game, node, title)
    if isinstance(node, Simultaneous) and (payoffs := solution.matrix(position)) is not None:
        data["matrix"], table = _matrix(game, position, node, payoffs)
        tables.append(table)
    data = _extended(data, notes.data)
    sentences = [*_sentences(solution, data), *notes.sentences]
    return Answer(data, [*tables, *notes.tables], sentences, short=not exact)


def _extended(data: Mapping[str, Any], notes: Mapping[str, Any]) -> dict[str, Any]:
    """Add what a solution notes; a key that the answer has itself is refused, or one would hide the other."""
    if twice := data.keys() & notes.keys():
        raise SaizenError(
            f"notes of a solution: {min(twice)!r} is a key of every answer; choose another name"
        )
    return {**data, **notes}


def _unique(solution: Solution[Any], position: Any, player: int) -> bool | None:
    try:
        return solution.unique(position, player)
    except SaizenError:  # floats cannot tell
        return None


def _move_list(
    solution: Solution[Any],
    position: Any,
    player: int,
    value: Any | None,
    moves: Sequence[MoveValue],
    notes: Sequence[Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """Write moves or turns as data: what each is worth, what it costs, and what the solution notes."""
    game, rows = solution.game, []
    for rated, note in zip(moves, notes or [{}] * len(moves), strict=True):
        row = {"move": move_shown(game, position, rated.move), "value": rated.value, "optimal": rated.optimal}
        if rated.probability is not None:
            row["probability"] = rated.probability
        row["cost"] = cost(rated, moves, player, value, solution.estimates)
        if rated.remoteness is not None:
            row["remoteness"] = rated.remoteness
        if rated.line:
            row["line"] = [str(move_shown(game, position, move)) for move in rated.line]
        rows.append(_extended(row, note))
    return rows


def _moves_table(title: str, moves: Sequence[Mapping[str, Any]], mixes: bool) -> Table:
    """List the moves. How often each is played is a column where both choose at once: one mixes there."""
    hidden = ("line",) if mixes else ("line", "probability")
    names = dict.fromkeys(key for move in moves for key in move if key not in hidden)
    return Table(title, list(names), [[move.get(name) for name in names] for move in moves])


def _turns_table(turns: Sequence[Mapping[str, Any]]) -> Table:
    usual = ("move", "value", "optimal", "probability", "cost", "line")
    more = [key for key in turns[0] if key not in usual]
    rows = [
        [turn["move"], " ".join(turn.get("line", ())), turn["value"], turn["optimal"], *map(turn.get, more)]
        for turn in turns
    ]
    return Table("whole turns", ("plan", "moves", "value", "optimal", *more), rows)


def _matrix(
    game: Game[Any], position: Any, node: Simultaneous, payoffs: Sequence[Sequence[Any]]
) -> tuple[dict[str, Any], Table]:
    names = names_of(game)
    rows, columns = (
        [game.move_text(position, move) for move in side] for side in (node.row_moves, node.column_moves)
    )
    title = f"what {names[MAX]} gets, by the choices of {names[MAX]} (rows) and {names[MIN]} (columns)"
    lines = [[row, *line] for row, line in zip(rows, payoffs, strict=True)]
    data = {"rows": rows, "columns": columns, "values": payoffs}
    return data, Table(title, ("", *columns), lines, heat=True)


def outcomes(game: Game[Any], chance: Chance, title: str) -> tuple[list[dict[str, Any]], list[Table]]:
    """List what can come of a lottery, each name once."""
    chances: dict[str, Any] = {}
    for name, (p, _) in zip(outcome_names(game, chance), chance.outcomes, strict=True):
        if p:
            chances[name] = chances.get(name, 0) + p
    listed = [{"name": name, "probability": p} for name, p in chances.items()]
    return listed, [Table(title, ("what can come", "probability"), [tuple(o.values()) for o in listed])]


def outcomes_answer(game: Game[Any], position: Any, chance: Chance, name: str) -> Answer:
    """Answer what can come where a move at a position has led to a lottery."""
    text = game.text(position)
    listed, tables = outcomes(game, chance, f"{name}  {text}")
    data = {"game": name, "position": text, "moves": [], "outcomes": listed}
    return Answer(data, tables, ["Nothing to choose: this is what can come."], short=True)


def _sentences(solution: Solution[Any], data: Mapping[str, Any]) -> list[str]:
    """Say in words what the numbers mean."""
    value, said = data["value"], []
    if data.get("estimate", solution.estimates):  # where few cards are left an estimate may be exact
        worth = "" if value is None else f" of {cell_text(value)}"
        said.append(f"An estimate{worth}: a cost is a share of the best, not a proof.")
    elif value is not None:
        said.append(worth_words(solution.game, cell_text(value)))
    if data.get("unique") is False:
        said.append("The best strategy is not unique: this is one of several.")
    if (many := data.get("remoteness")) is not None and data["moves"]:
        said.append(f"Best play ends after {many} move{'s' * (many != 1)}.")
    elif data.get("endless"):
        said.append("Best play never ends.")
    if "interval" in data:
        low, high = data["interval"]
        said.append(f"A float in a proven interval: the value lies between {low!r} and {high!r}.")
    return said


def worth_words(game: Game[Any], worth: str) -> str:
    """Explain a value: the result of the first player, or the cost of a single player.

    >>> from nim import Nim
    >>> worth_words(Nim((1,)), "1")
    'Worth 1 to max under best play.'
    """
    names = names_of(game)
    if MAX in names:
        return f"Worth {worth} to {names[MAX]} under best play."
    return f"{names[MIN].capitalize()} pays {worth} under best play."


def move_shown(game: Game[Any], position: Any, move: Move) -> str | int:
    """Write a move for an answer: a number where the move is one and is written as one, else the text.

    The number is the one that is written: a card may be called otherwise than by its rank.
    """
    written = game.move_text(position, move)
    return int(written) if type(move) is int and NUMBER.fullmatch(written) else written
