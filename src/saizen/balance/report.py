"""The report on balance: measures of one game, or of two side by side, as an answer."""

from collections.abc import Mapping, Sequence
from typing import Any

from saizen.answer import Answer
from saizen.answer.table import Table, cell_text
from saizen.balance.measures import Balance, Range, Side

MOST_MOVES = 20
"""Moves in a table; the data has them all."""
LOSES = " loses: "
TURN = "turn "
RANGES = "A range is over all subgame-perfect equilibria; a single number is the same in all of them."


def range_text(number: Range | None) -> str | None:
    """Write a range with four digits, as one number where they agree.

    >>> range_text(Range(0.25, 0.25)), range_text(Range(0.1, 0.2))
    ('0.2500', '0.1000-0.2000')
    """
    if number is None:
        return None
    low, high = (f"{max(0.0, end):.4f}" for end in (number.low, number.high))
    return low if low == high else f"{low}-{high}"


def percent(number: Range) -> str:
    """Write a range in whole per cent, for narrow columns.

    >>> percent(Range(0.25, 0.25)), percent(Range(0.1, 0.2))
    ('25', '10-20')
    """
    low, high = (f"{100 * max(0.0, end):.0f}" for end in (number.low, number.high))
    return low if low == high else f"{low}-{high}"


def shift(before: Any, after: Any) -> str | None:
    """Write a difference; where ranges overlap nothing can be said about its sign.

    >>> shift(Range(0.25, 0.25), Range(0.5, 0.5)), shift(Range(0.1, 0.2), Range(0.1, 0.4)), shift(3, 2)
    ('+0.2500', '-0.1000 to +0.3000', '-1')
    >>> shift(0.1, 0.1 - 1e-17), shift(1e-9, 0.0)
    ('+0.0000', '+0.0000')
    """
    if before is None or after is None or isinstance(before, str) or isinstance(after, str):
        return None
    if isinstance(before, Range) and isinstance(after, Range):
        if before.determined and after.determined:
            return _signed(after.low - before.low)
        low, high = after.low - before.high, after.high - before.low
        return f"{_signed(low)} to {_signed(high)}"
    if isinstance(before, int) and isinstance(after, int):
        return f"{after - before:+d}"
    return _signed(float(after) - float(before))


def _signed(number: float) -> str:
    return f"{round(number, 4) + 0.0:+.4f}"  # nothing is never less than nothing


def rows_of(balance: Balance) -> dict[str, Any]:
    """Return the measures that are one number each, by what they are called in the table."""
    rows: dict[str, Any] = {"positions": balance.positions, "value": balance.value}
    for name, side in balance.sides.items():
        if side.win is not None:
            rows[f"{name} wins"] = side.win
    if balance.draw is not None:
        rows["draw"] = balance.draw
    if balance.length is not None or balance.endless:
        rows["moves in a game"] = "endless" if balance.length is None else balance.length
    for turn, chance in enumerate(balance.reached or (), 1):
        rows[f"{TURN}{turn} is played"] = chance
    for who, value in (balance.seeing or {}).items():
        rows[f"value if {who} {'see' if who == 'both' else 'sees'} all"] = value
    if balance.several is not None and balance.choices:
        rows["share not unique"] = balance.several / balance.choices
    for name, side in balance.sides.items():
        for player, (_, cost) in side.careless.items():
            rows[f"{name}{LOSES}{player}"] = cost
    return rows


def report(
    game: str,
    settings: Mapping[str, Any],
    after: Balance,
    before: Balance | None = None,
    names: tuple[str, str] = ("before", "after"),
) -> Answer:
    """Put the answer together; ``settings`` are data that say which games these are."""
    tables = [_summary(after, before, names), *_openings(after, before, names), *_moves(after, before, names)]
    notes = [_ahead(after, names[1] if before else "")]
    if before is not None:
        notes.insert(0, _ahead(before, names[0]))
    for name, side in after.sides.items():
        if side.never_right:
            moves = [after.names.get(move, move) for move in side.never_right]
            more = f" and {len(moves) - MOST_MOVES} more" if len(moves) > MOST_MOVES else ""
            notes.append(f"Never right for {name}: {', '.join(moves[:MOST_MOVES])}{more}.")
    if after.par is None and len(after.sides) > 1:
        notes.append("The results are points; --par X says which result is even.")
    if after.unique_opening is False:
        notes.append("The opening strategy is not unique: the one shown is one of several.")
    notes += after.notes
    if after.seeing is None and any(isinstance(number, Range) for number in rows_of(after).values()):
        notes.append(RANGES)
    data = {
        "game": game,
        **settings,
        "before": None if before is None else before.data(),
        "after": after.data(),
        "sweep": None,
    }
    return Answer(data, tables, [note for note in notes if note])


def _ahead(balance: Balance, which: str) -> str:
    label = f"{which}: " if which else ""
    if balance.ahead is None:
        return f"{label}worth {cell_text(balance.value)} under best play."
    if balance.ahead == "even":
        return f"{label}even under best play."
    worth, par = cell_text(balance.value), cell_text(balance.par)
    return f"{label}{balance.ahead} is ahead; worth {worth}, even is {par}."


def cell(number: Any) -> Any:
    """Write a measure for a table: ranges and floats with four digits."""
    if isinstance(number, Range):
        return range_text(number)
    return f"{number:.4f}" if isinstance(number, float) else number


def _summary(after: Balance, before: Balance | None, names: tuple[str, str]) -> Table:
    now = rows_of(after)
    if before is None:
        return Table("Balance", ("measure", "value"), [(name, cell(x)) for name, x in now.items()])
    old = rows_of(before)
    rows = [
        (name, cell(old.get(name)), cell(now.get(name)), shift(old.get(name), now.get(name)))
        for name in dict.fromkeys([*old, *now])
    ]
    return Table("Balance", ("measure", *names, "difference"), rows)


def _openings(after: Balance, before: Balance | None, names: tuple[str, str]) -> list[Table]:
    tables = []
    for name in dict.fromkeys([*(before.sides if before else ()), *after.sides]):
        now, old = ((b.sides[name].opening if b and name in b.sides else {}) for b in (after, before))
        if name not in (after.first, before.first if before else "") and not (now or old):
            continue
        moves = list(dict.fromkeys([*old, *now]))
        called = [after.names.get(move, move) for move in moves]
        if before is None:
            columns: Sequence[str] = ("move", "mix", "value")
            rows: list[Sequence[Any]] = [(c, *now[m]) for c, m in zip(called, moves, strict=True)]
        else:
            columns = ("move", f"{names[0]}: mix", "mix", f"{names[0]}: value", "value")
            none = (None, None)
            rows = [
                (c, old.get(m, none)[0], now.get(m, none)[0], old.get(m, none)[1], now.get(m, none)[1])
                for c, m in zip(called, moves, strict=True)
            ]
        if rows:
            tables.append(Table(f"Opening of {name}", columns, rows[:MOST_MOVES]))
    return tables


def _moves(after: Balance, before: Balance | None, names: tuple[str, str]) -> list[Table]:
    """Make the tables of moves: how often a game has them, turn by turn where turns are counted."""
    tables = []
    for name, side in after.sides.items():
        old = before.sides.get(name) if before else None
        rows = [_move_row(after, side, old, move, before is not None) for move in _most_used_first(side)]
        columns = ["move", "in a game", "best at"]
        if before is not None:
            columns[1:2] = [names[0], names[1], "difference"]
        cut = f" ({MOST_MOVES} of {len(rows)})" if len(rows) > MOST_MOVES else ""
        tables.append(Table(f"Moves of {name}{cut}", columns, rows[:MOST_MOVES]))
    for name, side in after.sides.items():
        if side.by_turn:
            turns = [str(turn + 1) for turn in range(len(after.reached or ()))]
            lines = [
                (after.names.get(move, move), *map(percent, ranges)) for move, ranges in side.by_turn.items()
            ]
            tables.append(Table(f"Moves of {name} by turn, in per cent", ("move", *turns), lines))
    return tables


def _most_used_first(side: Side) -> list[str]:
    """Order the moves for a table that may be cut; few moves stay as the rules have them."""
    used = side.used
    if used is None or len(side.right) <= MOST_MOVES:
        return list(side.right)
    return sorted(side.right, key=lambda move: -used[move].high)


def _move_row(after: Balance, side: Side, old: Side | None, move: str, compared: bool) -> list[Any]:
    right, chances, _ = side.right[move]
    share = f"{right} of {chances}" if chances else "forced"
    now = side.used[move] if side.used is not None else None
    row = [after.names.get(move, move), range_text(now)]
    if compared:
        was = old.used.get(move) if old is not None and old.used is not None else None
        row[1:1] = [range_text(was)]
        row.append(shift(was, now))
    return [*row, share]
