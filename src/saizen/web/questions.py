"""Questions to games and papers: the functions of the command line, with options from JSON."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from saizen.answer import Answer
from saizen.answer.table import Table, cell_text
from saizen.errors import SaizenError
from saizen.games import Entry
from saizen.games.options import Option, checked_options
from saizen.notation import not_among
from saizen.papers import PAPERS
from saizen.papers.summary import summary
from saizen.store import Store
from saizen.web.jobs import RELAY
from saizen.web.requests import Unknown
from saizen.work import Progress
from saizen.work.cache import Cache

ELSEWHERE = ("play", "watch", "build", "verify", "plot", "export")
"""Commands that the page does not answer as questions: sittings are played, the others use files."""
FIXED = {"workers": 1, "cluster": None, "keep": False}
"""Options that the server decides: where and how widely work runs, and what stays on its disk."""
MOST = {"max_positions": 2_000_000}
"""The largest numbers that an option may have here: beyond them a question fills the memory."""


def commands(entry: Entry) -> list[str]:
    """Return what can be asked of a game.

    >>> from saizen import load
    >>> commands(load("rivals"))
    ['solve', 'advise', 'check', 'balance']
    """
    return [name for name in entry.names if name not in ELSEWHERE]


def offered(options: Iterable[Option]) -> list[Option]:
    """Leave out what names a file, and what the server decides."""
    return [option for option in options if not option.names_a_file and option.name not in FIXED]


def read_options(options: Iterable[Option], values: Mapping[str, Any], whose: str) -> dict[str, Any]:
    """Return options by their names, as this server takes them; a null is as if the option were not there."""
    listed = offered(options)
    filled = {name: value for name, value in values.items() if value is not None}
    optional = [replace(option, default=None) for option in listed]  # what is missing is told by the command
    checked_options(optional, filled, f"{whose} here")
    for name, value in filled.items():
        if name in MOST and value > MOST[name]:
            raise SaizenError(f"{name} = {value}: at most {MOST[name]} here")
    return filled


def ask(
    entry: Entry,
    command: str,
    position: str | None,
    given: Mapping[str, Any],
    store: Store,
    progress: Progress,
) -> Answer:
    """Ask a question as ``saizen COMMAND GAME POSITION --json`` does, and return its answer."""
    asked = entry.command(command)
    whose = f"saizen {command} {entry.name}"
    values = read_options(asked.options, given, whose)
    place = next((option for option in asked.options if option.position), None)
    if position is not None:
        if place is None:
            raise SaizenError(f"{whose} takes no position; leave it out")
        if place.name in values:
            raise SaizenError(f"{whose}: {place.name} is given twice")
        values[place.name] = position
    fixed = {
        name: value for name, value in FIXED.items() if name in {option.name for option in asked.options}
    }
    # what goes wrong in somebody's own game is told as such; in ours it is a bug
    with entry.at_work():
        return asked({**values, **fixed}, store=store, progress=progress)


def shown(answer: Answer) -> dict[str, Any]:
    """Return tables and sentences for people as JSON knows them; cells are texts."""
    return {"tables": [table_data(table) for table in answer.tables], "notes": list(answer.notes)}


def table_data(table: Table) -> dict[str, Any]:
    """Return a table as JSON knows it.

    >>> table_data(Table("t", ("a", "b"), [(1, None)]))["rows"]
    [['1', '']]
    """
    rows = [[cell_text(cell) for cell in row] for row in table.rows]
    return {"title": table.title, "columns": list(table.columns), "rows": rows, "heat": table.heat}


def answer_data(answer: Answer, with_tables: bool) -> dict[str, Any]:
    """Return what ``--json`` prints or, with tables, that under ``data`` beside what people read."""
    data = answer.json_data()
    return {"data": data, **shown(answer)} if with_tables else data


_compared: Cache[Answer] = Cache(most=len(PAPERS))


def paper_names() -> list[str]:
    """Return the papers' names: a server needs no more of them to start."""
    return list(PAPERS)


def listed_papers() -> list[dict[str, Any]]:
    """Return the papers with what is known to be wrong in them; nothing is computed."""
    return [
        {
            "name": paper.game,
            "title": paper.citation,
            "game": paper.game,
            "errata": [asdict(erratum) for erratum in paper.errata()],
        }
        for paper in PAPERS.values()
    ]


def compared_paper(name: str, store: Store) -> Answer:
    """Compare a paper's quick sizes, as ``saizen reproduce NAME --json`` does."""
    paper = PAPERS[known_paper(name)]

    def compare() -> Answer:
        began = time.perf_counter()
        checks = list(paper.compare(False, RELAY, store))
        return summary(paper, checks, time.perf_counter() - began, show_all=True)

    return _compared.get((name, str(store.directory)), compare, RELAY)


def known_paper(name: str) -> str:
    """Return the name of a paper, or say which there are."""
    if name not in PAPERS:
        raise Unknown(not_among(name, list(PAPERS), "a paper here"))
    return name
