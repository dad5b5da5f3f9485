"""The part of a site that a game brings: its rules in JavaScript, or all its positions in one file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from saizen.errors import GameError, SaizenError, name_rules
from saizen.game import hides
from saizen.games import Entry
from saizen.packing.graph import MOST, pack_graph
from saizen.packing.walk import walk
from saizen.site.scripts import STATIC
from saizen.store import Store
from saizen.web.catalogue import Shown
from saizen.work import Progress

RULES = "rules.js"
HIDDEN = "hides positions, and what is best there depends on what a player has seen"
GRAPH_RULES = STATIC / "play" / "js" / "graph_rules.js"


@dataclass(frozen=True)
class SitePart:
    """A game's rules as a module of the page, and its data files by their short names."""

    rules: Path
    data: Mapping[str, bytes] = field(default_factory=dict)


def site_package(entry: Entry) -> str | None:
    """Return the package with a packaged game's part of the site; None where it has none."""
    name = f"{entry.package}.site"
    return name if entry.package and find_spec(name) else None


def obstacle(shown: Shown) -> str:
    """Return why a game cannot be on a site; nothing where it can."""
    if shown.entry.package:
        return "" if site_package(shown.entry) else "has no part for the static site"
    with name_rules(shown.name), shown.entry.at_work():
        return HIDDEN if hides(shown.entry.game()) else ""


def part_of(shown: Shown, store: Store, progress: Progress, most: int = MOST) -> SitePart:
    """Return what a game brings to the site; rules of the user's own are solved."""
    entry = shown.entry
    package = site_package(entry)
    if package is None:
        with name_rules(shown.name):
            return SitePart(GRAPH_RULES, {"graph": _graph(entry, store, progress, most)})
    module: Any = import_module(package)
    return SitePart(Path(module.__file__).parent / RULES, module.data(store, progress))


def _graph(entry: Entry, store: Store, progress: Progress, most: int) -> bytes:
    with entry.at_work():
        game = entry.game()
        graph = walk(game, most, progress)
        try:
            solution = entry.solution(game, store, progress)
        except GameError:  # what has no exact solution may have one in floats
            solution = entry.solution(game, store, progress, float_=True)
        if solution is None:
            raise SaizenError(f"{entry.name} has no solution")
        return pack_graph(game, solution, graph=graph, progress=progress)
