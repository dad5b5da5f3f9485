"""A paper's comparison summed up: what ``saizen reproduce`` prints and the page shows; the closing total."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from saizen.answer import Answer
from saizen.answer.table import Table
from saizen.papers import Paper
from saizen.papers.report import Check, Verdict

EXPECTED = (Verdict.EQUAL, Verdict.INSIDE, Verdict.CONSISTENT, Verdict.BEYOND)


def summary(paper: Paper, checks: list[Check], seconds: float, show_all: bool = False) -> Answer:
    """Sum a paper's checks up: a row for each table, and every cell that is not simply equal."""
    counts = Counter(check.verdict for check in checks)
    places = dict.fromkeys(check.where for check in checks)
    by_place = [
        (where, *[sum(c.where == where and c.verdict == v for c in checks) or None for v in Verdict])
        for where in places
    ]
    used = [i for i, verdict in enumerate(Verdict) if counts[verdict]]
    overview = Table(
        paper.citation,
        ("where", *[list(Verdict)[i].value for i in used]),
        [(row[0], *[row[1 + i] for i in used]) for row in by_place],
    )
    listed = [check for check in checks if show_all or check.verdict not in EXPECTED]
    cells = Table(
        "Every cell" if show_all else "Cells that differ from print",
        ("where", "what", "printed", "computed", "verdict"),
        [(c.where, c.what, c.printed, c.computed, c.verdict.value) for c in listed],
    )
    proofs = dict.fromkeys((c.where, c.note) for c in checks if c.verdict == Verdict.ERRATUM)
    errata = [f"Erratum, {where}: {proof}" for where, proof in proofs]
    said = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict if counts[verdict])
    data = {
        "game": paper.game,
        "paper": paper.citation,
        "counts": {verdict.value: counts[verdict] for verdict in Verdict if counts[verdict]},
        "checks": [asdict(check) for check in checks],
    }
    note = f"{paper.game}: {len(checks)} cells compared in {seconds:.1f} s: {said}"
    return Answer(data, [overview, cells] if listed else [overview], [*errata, note])


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
    counts = Counter(check.verdict for comparison in comparisons for check in comparison.checks)
    return {
        "papers": len(comparisons),
        "cells": counts.total(),
        "counts": {verdict.value: counts[verdict] for verdict in Verdict},
    }


def total_words(summary: Mapping[str, Any]) -> str:
    """Write the closing total on one line.

    >>> total_words({"papers": 2, "cells": 3, "counts": {"equal": 3, "erratum": 0}})
    'All 2 papers: 3 cells compared: 3 equal, 0 erratum'
    """
    said = ", ".join(f"{number} {verdict}" for verdict, number in summary["counts"].items())
    return f"All {summary['papers']} papers: {summary['cells']} cells compared: {said}"
