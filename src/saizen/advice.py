"""What a question gets back: data for programs, tables and sentences for people.

Every command of every game returns an `Answer`; `advise` returns the special case `Advice`. The
command line, the web page, the batch mode and notebooks differ only in how they show it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from saizen.exact import text


@dataclass(frozen=True, slots=True)
class Table:
    """One table for people: cells are shown with `cell_text`."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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
    summary = [f"{key}: {cell_text(value)}" for key, value in facts.items()]
    return Advice(data, tables, [*summary, *notes], moves)


def plain(value: Any) -> Any:
    """Turn a value into what JSON knows: fractions as text, mappings and sequences all the way down."""
    if isinstance(value, Fraction):
        return text(value)
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return value


def cell_text(value: Any) -> str:
    """Write one table cell: yes or nothing for a flag, six decimals for a float, else its text.

    >>> [cell_text(x) for x in (True, False, None, 0.25, Fraction(1, 3), "a")]
    ['yes', '', '', '0.250000', '1/3', 'a']
    """
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, float):
        return f"{value:.6f}"
    return text(value) if isinstance(value, Fraction) else str(value)
