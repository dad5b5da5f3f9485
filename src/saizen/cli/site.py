"""``saizen site``: games, lessons and papers as files that need no server."""

import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from saizen.cli.options import JSON, STORE, open_store
from saizen.cli.terminal import Progressbar, show
from saizen.errors import MissingExtra, SaizenError

Folder = Annotated[
    Path, typer.Argument(metavar="DIR", help="The folder to write; an earlier site is replaced.")
]
Games = Annotated[
    list[str] | None,
    typer.Option("--games", help="Only these games, with commas between them; may be repeated."),
]
Own = Annotated[
    list[str] | None,
    typer.Option("--game", help="Your own game for the site, FILE.py:Class; may be repeated."),
]
MaxPositions = Annotated[
    int | None, typer.Option("--max-positions", help="Positions of the largest game (500,000).")
]
NoPapers = Annotated[
    bool, typer.Option("--no-papers", help="List the errata of the papers, but compare no tables.")
]


def site(
    folder: Folder,
    games: Games = None,
    game: Own = None,
    max_positions: MaxPositions = None,
    no_papers: NoPapers = False,
    json: JSON = False,
    store: STORE = None,
) -> None:
    """Write a page to play on, with lessons and papers, that any web server or file:// shows."""
    if importlib.util.find_spec("pydantic") is None:
        raise MissingExtra("the site needs the page's files: pip install '.[web]'")
    if max_positions is not None and max_positions < 1:
        raise SaizenError(f"--max-positions {max_positions}: use at least 1")
    from saizen.answer import Answer
    from saizen.answer.table import Table
    from saizen.cli.tables import size_text
    from saizen.packing.graph import MOST
    from saizen.site.build import chosen_games, left_out, site_files
    from saizen.site.files import check_folder, write_folder

    chosen = open_store(store)
    check_folder(folder)
    names = [name.strip() for text in games or () for name in text.split(",") if name.strip()]
    listed = chosen_games(names, game or [])
    with Progressbar(enabled=not json) as progress:
        files = site_files(
            listed, chosen, most=max_positions or MOST, compare=not no_papers, progress=progress
        )
    size = write_folder(folder, files)
    sizes = {
        name: sum(len(content) for file, content in files.items() if _is_of(file, name)) for name in listed
    }
    absent = [] if names else left_out()
    notes = [f"{folder}: {len(files) + 1} files, {size_text(size)}; open {folder / 'index.html'}"]
    if absent:
        notes.insert(0, f"not on the site, since they need the server: {', '.join(absent)}")
    rows = [(shown.title, size_text(sizes[name])) for name, shown in listed.items()]
    data = {"folder": str(folder), "files": len(files) + 1, "bytes": size, "games": sizes, "absent": absent}
    answer = Answer(data, [Table("Games", ("game", "size"), rows)], notes)
    print(answer.to_json()) if json else show(answer)


def _is_of(file: str, game: str) -> bool:
    return file.startswith((f"data/{game}-", f"games/{game}."))
