"""A reproduction as a file that a reader can keep: every cell of every paper, and the closing total."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from html import escape
from pathlib import Path
from typing import Any

from saizen.advice import Table
from saizen.papers import Paper
from saizen.papers.report import Check, Verdict
from saizen.version import VERSION

ENDINGS = (".html", ".csv", ".json", ".parquet", ".tex")
MARKS = {
    Verdict.EQUAL: "=",
    Verdict.INSIDE: "∈",
    Verdict.OUTSIDE: "∉",
    Verdict.ERRATUM: "≠",
    Verdict.BEYOND: "+",
    Verdict.DIFFERENT: "?",
}
"""A sign beside each colour, so that no verdict is told by colour alone."""
STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0;width:100%}
caption{text-align:left;font-weight:600;padding:.5rem 0}
td,th{border:1px solid #ccc;padding:.2rem .5rem;text-align:left;vertical-align:top}
td{overflow-wrap:anywhere}
.equal{background:#e8f1fa}.inside{background:#f3f7e4}.erratum{background:#fdebd7}.beyond{background:#f2f2f2}
.outside,.different{background:#f8c9a0;font-weight:600}"""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A paper and what became of each of its cells."""

    paper: Paper
    checks: Sequence[Check]


def total(comparisons: Sequence[Comparison]) -> dict[str, Any]:
    """Count all cells of all papers by verdict, every verdict named.

    >>> total([])["cells"]
    0
    """
    counts = Counter(check.verdict for one in comparisons for check in one.checks)
    return {
        "papers": len(comparisons),
        "cells": counts.total(),
        "counts": {verdict.value: counts[verdict] for verdict in Verdict},
    }


def total_words(told: Mapping[str, Any]) -> str:
    """Write the closing total on one line.

    >>> total_words({"papers": 2, "cells": 3, "counts": {"equal": 3, "erratum": 0}})
    'All 2 papers: 3 cells compared: 3 equal, 0 erratum'
    """
    said = ", ".join(f"{number} {verdict}" for verdict, number in told["counts"].items())
    return f"All {told['papers']} papers: {told['cells']} cells compared: {said}"


def check_ending(path: Path) -> None:
    """Refuse a file whose ending names no format, before anything is computed."""
    from saizen.saving import check_path

    check_path(path, ENDINGS, "--out")


def keep(path: Path, comparisons: Sequence[Comparison], command: str) -> None:
    """Write the report; its ending chooses the format. The file appears whole or not at all."""
    from saizen import saving
    from saizen.store import atomic_write

    ending = path.suffix.lower()
    if ending in (".html", ".json"):
        atomic_write(path, {".html": as_html, ".json": as_json}[ending](comparisons, command))
    else:
        saving.save_tables(path, [as_table(comparisons)], saving.provenance({}, command))


def as_json(comparisons: Sequence[Comparison], command: str) -> str:
    """Write every cell as JSON, with what made it."""
    papers = [
        {
            "game": one.paper.game,
            "paper": one.paper.citation,
            "checks": [asdict(check) for check in one.checks],
        }
        for one in comparisons
    ]
    made = {"saizen": VERSION, "command": command}
    return json.dumps({**made, "total": total(comparisons), "papers": papers}, ensure_ascii=False) + "\n"


def as_table(comparisons: Sequence[Comparison]) -> Table:
    """Return a row for each cell."""
    rows = [(one.paper.game, *asdict(check).values()) for one in comparisons for check in one.checks]
    return Table("The papers again, cell by cell", ("game", *(field.name for field in fields(Check))), rows)


def as_html(comparisons: Sequence[Comparison], command: str) -> str:
    """Write one page that needs no other file: a table for each table of each paper, then the total."""
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        "<title>saizen reproduce</title>",
        f"<style>{STYLE}</style><h1>The papers again, cell by cell</h1>",
        f"<p>saizen {escape(VERSION)}, <code>{escape(command)}</code></p>",
        f"<p>{escape(total_words(total(comparisons)))}</p>",
    ]
    for one in comparisons:
        parts.append(f"<h2>{escape(one.paper.citation)}</h2>")
        places = dict.fromkeys(check.where for check in one.checks)
        parts += [_section(where, [c for c in one.checks if c.where == where]) for where in places]
    return "\n".join([*parts, "</html>", ""])


def _section(where: str, checks: Sequence[Check]) -> str:
    rows = "".join(
        f'<tr class="{c.verdict.name.lower()}"><td>{escape(c.what)}</td><td>{escape(c.printed)}</td>'
        f"<td>{escape(c.computed)}</td><td>{MARKS[c.verdict]} {escape(c.verdict.value)}</td>"
        f"<td>{escape(c.note)}</td></tr>"
        for c in checks
    )
    head = "<tr><th>what</th><th>printed</th><th>computed</th><th>verdict</th><th>note</th></tr>"
    return f"<table><caption>{escape(where)}</caption>{head}{rows}</table>"
