"""``saizen export``: a game as a file for other programs."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from saizen.advice import Answer
from saizen.errors import SaizenError, rules_at_work
from saizen.games.entry import Entry
from saizen.games.options import split_options, with_options

OUT = Annotated[Path, "The file: NAME.efg for the tree, NAME.nfg for the table of strategies (Gambit)."]
MOST = Annotated[int | None, "Give up beyond this many nodes or cells."]


def export_command(entry: Entry) -> Callable[..., Answer]:
    """Return ``saizen export`` for one game."""

    def export_game(*, out: OUT, most: MOST = None, **options: Any) -> Answer:
        """Write a game for Gambit: its tree or its table, with exact numbers."""
        from saizen.adapters.gambit import export

        if most is not None and most < 1:
            raise SaizenError(f"--most {most}: use at least 1")
        rules, _ = split_options(options, entry)
        game = entry.game(**rules)
        with rules_at_work(entry.name):
            count = export(game, out, most=most)
        what = "nodes" if out.suffix == ".efg" else "cells"
        data = {"game": entry.name, "out": str(out), what: count}
        return Answer(data, (), [f"{count} {what} written to {out}"])

    return with_options(export_game, entry.make)
