"""``saizen export``: a game written for Gambit."""

from pathlib import Path
from typing import Annotated

from saizen.answer import Answer
from saizen.errors import SaizenError, rules_at_work
from saizen.games import Entry
from saizen.games.options import Options


def export(
    entry: Entry,
    options: Options,
    *,
    out: Annotated[Path, "The file: NAME.efg for the tree, NAME.nfg for the table of strategies."],
    most: Annotated[int | None, "Stop with an error beyond this many nodes or cells."] = None,
) -> Answer:
    """Write a game for Gambit. The file has its tree or its table of strategies, with exact numbers."""
    from saizen.adapters.gambit import export as written

    if most is not None and most < 1:
        raise SaizenError(f"--most {most}: use at least 1")
    game = entry.make(options)
    with rules_at_work(entry.name):
        count = written(game, out, most=most)
    what = "nodes" if out.suffix == ".efg" else "cells"
    return Answer(
        {"game": entry.name, "out": str(out), what: count}, (), [f"{count} {what} written to {out}"]
    )
