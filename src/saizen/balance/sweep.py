"""A sweep over the values of one setting: a table, and a picture."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from saizen.answer import Answer
from saizen.answer.table import Table
from saizen.balance.measures import Balance, Range
from saizen.balance.report import LOSES, RANGES, TURN, cell, percent, rows_of
from saizen.errors import MissingExtra, SaizenError
from saizen.notation import short

MOST_VALUES = 100
SIZES = ("positions", "moves in a game", "share not unique")
FORM = "such as goal=4..9, goal=4..20..4 or take=forced,free"


def read_sweep(text: str) -> tuple[str, list[str]]:
    """Read NAME=FIRST..LAST, NAME=FIRST..LAST..STEP or NAME=VALUE,VALUE,...; return name and values as texts.

    >>> read_sweep("goal=4..6"), read_sweep("heaps=(1,2),(3,4)"), read_sweep("goal=4..10..3")
    (('goal', ['4', '5', '6']), ('heaps', ['(1,2)', '(3,4)']), ('goal', ['4', '7', '10']))
    """
    name, equals, values = (part.strip() for part in text.partition("="))
    if not equals or not name or not values:
        raise SaizenError(f"--sweep {short(text)!r} is not of the form NAME=VALUES, {FORM}")
    if ".." in values:
        try:
            first, last, step = [*map(int, values.split("..")), 1][:3]
            valid = len(values.split("..")) <= 3 and first <= last and step > 0
        except ValueError:
            valid = False
        if not valid:
            raise SaizenError(
                f"--sweep {short(text)!r}: a range is FIRST..LAST or FIRST..LAST..STEP, whole numbers, {FORM}"
            )
        many = (last - first) // step + 1
        if many > MOST_VALUES:
            raise SaizenError(f"--sweep {short(text)!r} has {many:,} values: use at most {MOST_VALUES}")
        return name, [str(value) for value in range(first, last + 1, step)]
    parts = _parts(values)
    if not all(parts):
        raise SaizenError(f"--sweep {short(text)!r}: a value is missing, {FORM}")
    if len(parts) > MOST_VALUES:
        raise SaizenError(f"--sweep {name} has {len(parts):,} values: use at most {MOST_VALUES}")
    return name, parts


def _parts(values: str) -> list[str]:
    """Split at the commas outside of brackets."""
    parts, depth = [""], 0
    for letter in values:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def sweep_report(
    game: str, settings: Mapping[str, Any], name: str, balances: Mapping[str, Balance]
) -> Answer:
    """Put the measures of many games into tables, a line each: several, so that lines fit into a terminal."""
    columns: dict[str, dict[str, dict[str, Any]]] = {f"Balance by {name}": {}}
    for value, balance in balances.items():
        for measure, number in {**rows_of(balance), "ahead": balance.ahead}.items():
            title, heading = _place(measure, name)
            columns.setdefault(title, {}).setdefault(heading, {})[value] = _narrow(measure, number)
    short_name = name.rpartition(".")[2]
    tables = [
        Table(
            title, (short_name, *part), [[value, *(part[h].get(value) for h in part)] for value in balances]
        )
        for title, part in columns.items()
    ]
    notes = list(dict.fromkeys(note for balance in balances.values() for note in balance.notes))
    ranges = any(isinstance(x, Range) for balance in balances.values() for x in rows_of(balance).values())
    listed = [{"set": f"{name}={value}", **balance.data()} for value, balance in balances.items()]
    data = {"game": game, **settings, "before": None, "after": None, "sweep": listed}
    return Answer(data, tables, [*notes, *([RANGES] if ranges else [])])


def _place(measure: str, name: str) -> tuple[str, str]:
    """Return in which table a measure stands, under which heading.

    >>> _place("max loses: random", "goal"), _place("turn 3 is played", "goal")
    (('What careless play of max loses, by goal', 'random'), ('Turns played, in per cent, by goal', '3'))
    """
    if LOSES in measure:
        player, careless = measure.split(LOSES)
        return f"What careless play of {player} loses, by {name}", careless
    if measure.startswith(TURN):
        return f"Turns played, in per cent, by {name}", measure.split()[1]
    return f"Size by {name}" if measure in SIZES else f"Balance by {name}", measure


def _narrow(measure: str, number: Any) -> Any:
    """Write a measure for a narrow column: the data has the fraction."""
    if measure.startswith(TURN):
        return percent(number)
    return cell(float(number) if isinstance(number, Fraction) else number)


def check_plot(out: Path) -> None:
    """Refuse a picture that could not be written, before anything is solved."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise MissingExtra("plotting needs matplotlib: pip install '.[plot]'") from None
    from matplotlib.figure import Figure

    if out.suffix.lower().lstrip(".") not in Figure().canvas.get_supported_filetypes():
        raise SaizenError(f"{str(out)!r}: cannot write this format; use .svg, .png or .pdf")
    if not out.absolute().parent.is_dir():
        raise SaizenError(f"{str(out)!r}: there is no directory {out.parent}")


def plot_sweep(out: Path, name: str, balances: Mapping[str, Balance]) -> None:
    """Draw value, chances, length and what random play loses against the setting; a band is a range."""
    check_plot(out)
    import matplotlib
    from matplotlib.figure import Figure

    from saizen.store import atomic_write

    rows = [rows_of(balance) for balance in balances.values()]
    measures = list(dict.fromkeys(measure for row in rows for measure in row))
    panels = {
        "value": ["value"],
        "chances": [m for m in measures if m.endswith(" wins") or m == "draw"],
        "moves in a game": ["moves in a game"],
        "what random play loses": [m for m in measures if m.endswith(": random")],
    }
    drawn = {title: names for title, names in panels.items() if any(n in row for n in names for row in rows)}
    # The same picture gives the same file, byte for byte.
    with matplotlib.rc_context({"svg.hashsalt": "saizen"}):
        figure = Figure(figsize=(4.4 * len(drawn), 3.6), layout="constrained")
        for axes, (title, names) in zip(
            figure.subplots(1, len(drawn), squeeze=False)[0], drawn.items(), strict=True
        ):
            for row_name in names:
                _line(axes, row_name, list(balances), [row.get(row_name) for row in rows])
            axes.set_title(title)
            axes.set_xlabel(name)
            if len(names) > 1:
                axes.legend()
        suffix = out.suffix.lower().lstrip(".")
        metadata = {"Date": None} if suffix == "svg" else None
        atomic_write(out, lambda file: figure.savefig(file, format=suffix, metadata=metadata))


def _line(axes: Any, label: str, values: Sequence[str], numbers: Sequence[Any]) -> None:
    """Draw one measure; what is not known leaves a gap."""
    gap = float("nan")
    ends = [
        (n.low, n.high)
        if isinstance(n, Range)
        else (gap, gap)
        if n is None or n == "endless"
        else (float(n),) * 2
        for n in numbers
    ]
    low, high = [a for a, _ in ends], [b for _, b in ends]
    line = axes.plot(values, [(a + b) / 2 for a, b in ends], "o-", label=label)[0]
    axes.fill_between(values, low, high, alpha=0.2, color=line.get_color())
