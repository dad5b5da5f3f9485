"""The papers on the page: what `saizen reproduce` compares, computed once in a server's life."""

import time
from dataclasses import asdict
from typing import Any

from saizen.advice import Answer
from saizen.cache import Cache
from saizen.notation import not_among
from saizen.papers import PAPERS
from saizen.papers.summary import summary
from saizen.store import Store
from saizen.web.catalogue import Unknown
from saizen.web.jobs import RELAY

_compared: Cache[Answer] = Cache(most=len(PAPERS))


def names() -> list[str]:
    """Return the papers' names: a server needs no more of them to start."""
    return list(PAPERS)


def listed() -> list[dict[str, Any]]:
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


def compared(name: str, store: Store) -> Answer:
    """Compare a paper's quick sizes, as ``saizen reproduce NAME --json`` does."""
    paper = PAPERS[known(name)]

    def compare() -> Answer:
        began = time.perf_counter()
        checks = list(paper.compare(False, RELAY, store))
        return summary(paper, checks, time.perf_counter() - began, show_all=True)

    return _compared.get((name, str(store.directory)), compare, RELAY)


def known(name: str) -> str:
    """Return the name of a paper, or say which there are."""
    if name not in PAPERS:
        raise Unknown(not_among(name, list(PAPERS), "a paper here"))
    return name
