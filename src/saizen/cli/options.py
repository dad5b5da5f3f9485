"""Options and settings that all commands share."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from saizen.errors import SaizenError

if TYPE_CHECKING:
    from saizen.store import Store

JSON = Annotated[bool, typer.Option("--json", help="Print the answer as one line of JSON.")]
STORE = Annotated[Path | None, typer.Option("--store", help="Directory of solved tables.")]


def plain_typer(**settings: Any) -> typer.Typer:
    """Make a typer app whose texts come out as they went in: a bracket is a bracket."""
    settings = {"add_completion": False, **settings}
    return typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None, **settings)


def open_store(directory: Path | None) -> "Store":
    """Return the store that was asked for: ``--store``, else ``SAIZEN_STORE``, else the user's own."""
    from saizen.store import Store

    if directory == Path():
        raise SaizenError("--store '': name a directory")
    try:
        store = Store(directory)
    except RuntimeError:  # ~name of somebody who has no home here
        named = directory or os.environ.get("SAIZEN_STORE")
        raise SaizenError(
            f"the store {named}: there is no such home directory (--store or SAIZEN_STORE)"
        ) from None
    if store.directory.exists() and not store.directory.is_dir():
        raise SaizenError(f"the store {store.directory} is not a directory (--store or SAIZEN_STORE)")
    return store
