"""Tables as files for other programs and for papers: CSV, Parquet, LaTeX, each with its origin.

A file says which version of saizen made it, with which command, of what: in CSV lines that begin with ``#``
(``pandas.read_csv(file, comment="#")`` passes over them), in Parquet the metadata of the schema, in
LaTeX comments.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

from saizen.answer.table import Table, cell_text, is_number, plain
from saizen.errors import MissingExtra, SaizenError
from saizen.exact import text
from saizen.store.files import atomic_write
from saizen.version import VERSION

ENDINGS = (".csv", ".parquet", ".tex")
LONGEST_FACT = 200
"""The largest number of characters of a fact about a table."""
LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


def check_path(path: Path, endings: Sequence[str] = ENDINGS, option: str = "") -> None:
    """Refuse a file that could not be written, before any work is done for it."""
    called = f"{option} {path}".strip()
    if path.suffix.lower() not in endings:
        raise SaizenError(f"{called}: the name must end in {', '.join(endings[:-1])} or {endings[-1]}")
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise SaizenError(f"{called}: name a file in a directory that exists")
    if path.suffix.lower() == ".parquet":
        parquet()


def parquet() -> Any:
    """Return pyarrow with its Parquet, or say what is missing."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra.of("Parquet", "pyarrow", "tables") from None
    return pyarrow


def provenance(data: Mapping[str, Any], command: str | None = None) -> dict[str, str]:
    """Return what a file says about itself: the version, the command, and the facts of an answer.

    >>> provenance({"game": "nim", "value": Fraction(1, 2), "moves": []}, "saizen solve nim")["value"]
    '1/2'
    """
    facts = {"saizen": VERSION, **({"command": one_line(command)} if command else {})}
    for key, value in data.items():
        listed = isinstance(value, list | tuple) and all(isinstance(word, str) for word in value)
        written = one_line(" ".join(value) if listed else str(plain(value)))
        is_fact = listed or not isinstance(value, Mapping | list | tuple | None)
        if is_fact and written and len(written) <= LONGEST_FACT:
            facts.setdefault(one_line(str(key)), written)
    return facts


def one_line(written: str) -> str:
    """Write a text on one line, so that a comment stays one."""
    return " ".join(written.split())


def save_tables(path: Path, tables: Sequence[Table], facts: Mapping[str, str]) -> list[Path]:
    """Write tables; return the files. LaTeX takes all in one, else a second goes to ``NAME-2.csv``."""
    check_path(path)
    if not tables:
        raise SaizenError(f"{path}: this answer has no table that could be written")
    if path.suffix.lower() == ".tex":
        head = comments("%", {**facts, "needs": r"\usepackage{booktabs}"})
        atomic_write(path, head + "\n".join(map(latex, tables)))
        return [path]
    files = []
    for number, table in enumerate(tables, start=1):
        file = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        columns = columns_of(table)
        about = {**facts, "table": one_line(table.title)}
        if path.suffix.lower() == ".csv":
            atomic_write(file, csv_text(list(columns), zip(*columns.values(), strict=True), about))
        else:
            write_parquet(file, columns, about)
        files.append(file)
    return files


def columns_of(table: Table) -> dict[str, list[Any]]:
    """Return a table's columns for programs, each of one kind; beside exact fractions stand their floats.

    >>> columns_of(Table("", ("move", "value"), [("a", Fraction(1, 3)), ("b", 0)]))
    {'move': ['a', 'b'], 'value': ['1/3', '0'], 'value as float': [0.3333333333333333, 0.0]}
    """
    columns: dict[str, list[Any]] = {}
    for name, cells in zip(_names(table.columns), _by_column(table), strict=True):
        columns[name] = _of_one_kind(cells)
        if any(isinstance(cell, Fraction) for cell in cells) and all(
            c is None or is_number(c) for c in cells
        ):
            columns[f"{name} as float"] = [None if cell is None else float(cell) for cell in cells]
    return columns


def _by_column(table: Table) -> list[list[Any]]:
    return [[row[i] for row in table.rows] for i in range(len(table.columns))]


def _names(columns: Sequence[str]) -> list[str]:
    """Return names of columns that are different and not empty; the first of a matrix has none of its own."""
    names: list[str] = []
    for column in columns:
        own = name = str(column) or "row"
        number = 2
        while name in names:
            name, number = f"{own} {number}", number + 1
        names.append(name)
    return names


def _of_one_kind(cells: Sequence[Any]) -> list[Any]:
    """Return truth values, integers or floats as they are; of anything else, the texts."""
    values = [cell for cell in cells if cell is not None]
    if all(isinstance(cell, bool) for cell in values):
        return list(cells)
    if all(type(cell) is int and abs(cell) < 2**63 for cell in values):
        return list(cells)
    if all(type(cell) is float or (type(cell) is int and abs(cell) < 2**53) for cell in values):
        return [None if cell is None else float(cell) for cell in cells]
    return [None if cell is None else _cell(cell) for cell in cells]


def _cell(cell: Any) -> str:
    if isinstance(cell, Fraction):
        return text(cell)
    return (
        json.dumps(plain(cell), ensure_ascii=False) if isinstance(cell, Mapping | list | tuple) else str(cell)
    )


def csv_text(names: Sequence[str], rows: Iterable[Sequence[Any]], facts: Mapping[str, str]) -> str:
    r"""Write a CSV file: what it is in comments, the names, the rows; a ``#`` in a cell stands in quotes.

    >>> csv_text(["card"], [("#1",)], {"saizen": "1"})
    '# saizen: 1\ncard\n"#1"\n'
    """
    buffer = io.StringIO()
    buffer.write(comments("#", facts))
    as_needed = csv.writer(buffer, lineterminator="\n")
    quoted = csv.writer(buffer, lineterminator="\n", quoting=csv.QUOTE_ALL)
    for row in chain([names], rows):
        (quoted if any("#" in cell for cell in row if isinstance(cell, str)) else as_needed).writerow(row)
    return buffer.getvalue()


def write_parquet(path: Path, columns: Mapping[str, list[Any]], facts: Mapping[str, str]) -> None:
    """Write a Parquet file; pandas, polars and DuckDB read it, ``schema.metadata`` has what it is."""
    pyarrow = parquet()
    table = pyarrow.table(dict(columns)).replace_schema_metadata(dict(facts))
    atomic_write(path, lambda file: pyarrow.parquet.write_table(table, file))


def comments(sign: str, facts: Mapping[str, str]) -> str:
    """Write what a file is as lines that begin with a sign."""
    return "".join(f"{sign} {key}: {value}\n" for key, value in facts.items())


def latex(table: Table) -> str:
    r"""Write a table for LaTeX with the rules of booktabs, numbers to the right.

    >>> print(latex(Table("50 %", ("move", "value"), [("a_b", Fraction(-1, 2))])))
    \begin{table}
    \centering
    \caption{50 \%}
    \begin{tabular}{lr}
    \toprule
    move & value \\
    \midrule
    a\_b & $-1/2$ \\
    \bottomrule
    \end{tabular}
    \end{table}
    <BLANKLINE>
    """
    sides = "".join(
        "r" if cells and all(c is None or is_number(c) for c in cells) else "l" for cells in _by_column(table)
    )
    lines = [" & ".join(map(_latex_cell, row)) + r" \\" for row in table.rows]
    head = " & ".join(_latex_text(str(column)) for column in table.columns) + r" \\"
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{_latex_text(table.title)}}}",
            rf"\begin{{tabular}}{{{sides}}}",
            r"\toprule",
            head,
            r"\midrule",
            *lines,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _latex_cell(cell: Any) -> str:
    return f"${cell_text(cell)}$" if is_number(cell) else _latex_text(cell_text(cell))


def _latex_text(written: str) -> str:
    return re.sub(r"[\\~^&%$#_{}]", lambda sign: LATEX[sign[0]], one_line(written))
