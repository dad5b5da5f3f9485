"""Which games read a text as a position."""

from collections.abc import Mapping
from typing import Any

from saizen.errors import SaizenError, rules_at_work
from saizen.web.catalogue import Shown


def readers(games: Mapping[str, Shown], text: str) -> list[dict[str, Any]]:
    """Return the games in which a text is a position, with the position as each of them writes it.

    >>> from saizen.web.catalogue import catalogue
    >>> readers(catalogue(), "34567/12346 0-3 1-1 spy+ seen=3")
    [{'game': 'rivals', 'position': '34567/12346 0-3 1-1 spy+ seen=3'}]
    """
    found = []
    for name, game in games.items():
        try:
            with rules_at_work(name):
                rules, position = game.entry.read(text)
                first = rules.start()
                if isinstance(first, str) and position != first:  # any word is read there
                    continue
                found.append({"game": name, "position": rules.text(position)})
        except SaizenError:  # not a position of this game
            continue
    return found
