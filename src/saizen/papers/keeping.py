"""Files of a reproduction: every cell of every paper, and the closing total."""

import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path

from saizen.answer.table import Table
from saizen.papers.page import as_html
from saizen.papers.report import Check
from saizen.papers.summary import Comparison, total, total_words
from saizen.version import VERSION

ENDINGS = (".html", ".csv", ".json", ".parquet", ".tex")


def check_ending(path: Path) -> None:
    """Refuse a file whose ending names no format, before anything is computed."""
    from saizen.answer.files import check_path

    check_path(path, ENDINGS, "--out")


def keep(path: Path, comparisons: Sequence[Comparison], command: str) -> None:
    """Write the report; its ending chooses the format. The file appears whole or not at all."""
    from saizen.answer import files
    from saizen.store import atomic_write

    ending = path.suffix.lower()
    if ending in (".html", ".json"):
        atomic_write(path, {".html": as_html, ".json": as_json}[ending](comparisons, command))
    else:
        facts = {"total": total_words(total(comparisons))}
        files.save_tables(path, [as_table(comparisons)], files.provenance(facts, command))


def as_json(comparisons: Sequence[Comparison], command: str) -> str:
    """Write every cell as JSON, with what made it."""
    papers = [
        {
            "game": comparison.paper.game,
            "paper": comparison.paper.citation,
            "checks": [asdict(check) for check in comparison.checks],
        }
        for comparison in comparisons
    ]
    header = {"saizen": VERSION, "command": command}
    return json.dumps({**header, "total": total(comparisons), "papers": papers}, ensure_ascii=False) + "\n"


def as_table(comparisons: Sequence[Comparison]) -> Table:
    """Return a row for each cell."""
    rows = [
        (comparison.paper.game, *asdict(check).values())
        for comparison in comparisons
        for check in comparison.checks
    ]
    return Table("The papers again, cell by cell", ("game", *(field.name for field in fields(Check))), rows)
