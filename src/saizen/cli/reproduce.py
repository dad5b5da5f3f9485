"""``saizen reproduce``: the papers' tables again, cell by cell."""

import time
from collections import Counter
from dataclasses import asdict
from typing import Annotated

import typer

from saizen.advice import Answer, Table
from saizen.cli.group import JSON, STORE, open_store
from saizen.cli.terminal import Progressbar, show
from saizen.errors import SaizenError
from saizen.papers import PAPERS, Paper
from saizen.papers.report import Check, Verdict

EXPECTED = (Verdict.EQUAL, Verdict.INSIDE)
FAILURES = (Verdict.DIFFERENT, Verdict.OUTSIDE)
GAME = Annotated[
    list[str] | None, typer.Argument(help=f"Games ({', '.join(PAPERS)}); all when none is named.")
]
FULL = Annotated[bool, typer.Option("--full", help="All sizes, however long they take.")]
ALL = Annotated[
    bool, typer.Option("--all", help="Show every cell, not only a line a table and the differences.")
]


def reproduce(
    game: GAME = None, full: FULL = False, show_all: ALL = False, json: JSON = False, store: STORE = None
) -> None:
    """Recompute the papers' tables and compare every cell; exit code 1 when a difference is unexplained."""
    chosen = open_store(store)
    unknown = [name for name in game or () if name not in PAPERS]
    if unknown:
        raise SaizenError(f"{unknown[0]!r} has no paper here; the papers are about: {', '.join(PAPERS)}")
    failed = False
    for name in game or PAPERS:
        began = time.perf_counter()
        with Progressbar(enabled=not json) as progress:
            checks = list(PAPERS[name].compare(full, progress, chosen))
        answer = summary(PAPERS[name], checks, time.perf_counter() - began, show_all)
        print(answer.to_json()) if json else show(answer)
        failed |= any(check.verdict in FAILURES for check in checks)
    if failed:
        raise typer.Exit(1)


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
