"""What the page teaches about a game: ``learn/GAME.json`` beside this module."""

import json
from functools import lru_cache
from importlib import resources
from typing import Any


@lru_cache(maxsize=64)
def lesson(game: str) -> dict[str, Any] | None:
    """Return the lesson of a game: sentences, rules, what was found, positions; None where there is none.

    >>> lesson("no such game") is None
    True
    """
    file = resources.files("saizen.web").joinpath("learn", f"{game}.json")
    if not file.is_file():
        return None
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if shown := found.get("demonstration"):
        package, name = shown.pop("log")  # a game that a paper prints is kept with the paper
        shown["log"] = resources.files(package).joinpath(name).read_text(encoding="utf-8")
    return found
