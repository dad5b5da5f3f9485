"""``saizen reproduce``: computes the papers' tables again, cell by cell."""

import time
from pathlib import Path
from typing import Annotated

import typer

from saizen.cli.options import JSON, STORE, open_store
from saizen.cli.terminal import Progressbar, show
from saizen.errors import SaizenError
from saizen.papers import PAPERS

GAME = Annotated[
    list[str] | None,
    typer.Argument(metavar="GAME", help=f"Names of games ({', '.join(PAPERS)}); all games without a name."),
]
FULL = Annotated[bool, typer.Option("--full", help="Compute all sizes, even if they take long.")]
ALL = Annotated[
    bool, typer.Option("--all", help="Show every cell, not only one line per table and the differences.")
]
OUT = Annotated[
    Path | None,
    typer.Option("--out", help="Write every cell to this file: .html, .csv, .json, .parquet or .tex."),
]
TABLES = Annotated[
    str | None,
    typer.Option(
        "--tables",
        help="Play deals for tables of a paper that has such: 3,4 (3.1 is a row) or preliminary.",
    ),
]
DEALS = Annotated[str | None, typer.Option("--deals", help="The deals to play for --tables; default 1-1000.")]
QUICK = Annotated[
    bool,
    typer.Option("--quick", help="With --tables: use the small table; its rates differ."),
]


def reproduce(
    game: GAME = None,
    full: FULL = False,
    show_all: ALL = False,
    tables: TABLES = None,
    deals: DEALS = None,
    quick: QUICK = False,
    out: OUT = None,
    json: JSON = False,
    store: STORE = None,
) -> None:
    """Recompute the papers' tables and compare every cell; exit code 1 when a difference is unexplained."""
    from saizen.answer import Answer
    from saizen.papers.keeping import check_ending, keep
    from saizen.papers.report import Verdict
    from saizen.papers.summary import Comparison, summary, total, total_words

    chosen = open_store(store)
    unknown = [name for name in game or () if name not in PAPERS]
    if unknown:
        raise SaizenError(f"{unknown[0]!r} has no paper here; the papers are about: {', '.join(PAPERS)}")
    played = played_tables(game or [], tables, deals, quick)
    if out is not None:
        check_ending(out)
    comparisons: list[Comparison] = []
    for name in dict.fromkeys(game or PAPERS):
        began = time.perf_counter()
        with Progressbar(enabled=not json) as progress:
            # What is kept deal by deal comes first: a run that is stopped again and again still gets on.
            games = PAPERS[name].play(played, deals or "1-1000", progress, chosen, quick) if played else ()
            rates = list(games)
            checks = [*PAPERS[name].compare(full, progress, chosen), *rates]
        answer = summary(PAPERS[name], checks, time.perf_counter() - began, show_all)
        print(answer.to_json()) if json else show(answer)
        comparisons.append(Comparison(PAPERS[name], checks))
    if len(comparisons) > 1:
        closing = Answer({"total": total(comparisons)}, notes=[total_words(total(comparisons))])
        print(closing.to_json()) if json else show(closing)
    if out is not None:
        words = ["saizen reproduce", *(game or ()), *(["--full"] if full else [])]
        words += ["--tables", str(tables), "--deals", deals or "1-1000"] if played else []
        keep(out, comparisons, " ".join([*words, *(["--quick"] if quick else [])]))
    if any(
        check.verdict in (Verdict.DIFFERENT, Verdict.OUTSIDE)
        for comparison in comparisons
        for check in comparison.checks
    ):
        raise typer.Exit(1)


def played_tables(games: list[str], tables: str | None, deals: str | None, quick: bool) -> tuple[str, ...]:
    """Return the tables for which deals shall be played; refuse what cannot be before anything is computed.

    >>> played_tables(["calculation"], "3,4", None, False)
    ('3', '4')
    >>> played_tables(["memory"], "3", None, False)
    Traceback (most recent call last):
    saizen.errors.SaizenError: --tables 3: name one game whose paper has such tables: calculation
    """
    if tables is None:
        if deals is not None or quick:
            raise SaizenError("--deals and --quick are for --tables, such as --tables 3,4")
        return ()
    able = [name for name, paper in PAPERS.items() if paper.played]
    if len(set(games)) != 1 or games[0] not in able:
        raise SaizenError(f"--tables {tables}: name one game whose paper has such tables: {', '.join(able)}")
    row_counts = PAPERS[games[0]].played
    chosen = tuple(dict.fromkeys(word.strip() for word in tables.split(",")))
    for word in chosen:
        table, point, row = word.partition(".")
        if table not in row_counts:
            raise SaizenError(f"--tables {tables}: {word!r} is none of {', '.join(row_counts)}")
        if point and row not in map(str, range(1, row_counts[table] + 1)):
            rows = (
                f"rows {table}.1 to {table}.{row_counts[table]}" if row_counts[table] else "no rows to name"
            )
            raise SaizenError(f"--tables {tables}: {word!r}: {table} has {rows}")
    PAPERS[games[0]].check_deals(deals or "1-1000")
    return chosen
