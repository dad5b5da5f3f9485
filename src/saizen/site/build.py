"""All files of a site: one page, one style, one script, and the data of each game."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from saizen.errors import SaizenError, rules_at_work
from saizen.game import rules_of
from saizen.notation import not_among
from saizen.packing import body, data_script
from saizen.packing.graph import MOST
from saizen.site.pages import lesson_pages, paper_pages
from saizen.site.parts import SitePart, obstacle, part_of
from saizen.site.scripts import STATIC, imported_later, joined, modules, name_of_module, trimmed
from saizen.store import Store
from saizen.web.catalogue import Catalogue, Shown, catalogue
from saizen.web.states import unit
from saizen.work import SILENT, Progress

PLAY = STATIC / "play"
STYLES = ("tokens", "page", "more")
QUESTIONS = ("puzzles", "first")
"""Files of positions with questions that a game brings to the page."""
HEAD = re.compile(r'    <link rel="icon".*?(?=  </head>)', re.S)
URL = re.compile(r'url\("(?:\.\./)*([\w.]+)"\)')
NO_SCRIPT = re.compile(r"<noscript>.*?</noscript>", re.S)
WORDS = "ja.json"


def chosen_games(names: Sequence[str], own: Sequence[str]) -> Catalogue:
    """Return the games for a site: all that can be on one, or those named, and the user's own.

    >>> list(chosen_games(["nim"], []))
    ['nim']
    """
    games = catalogue(own)
    obstacles = {name: obstacle(shown) for name, shown in games.items()}
    possible = [name for name, reason in obstacles.items() if not reason]
    for name in names:
        if name not in obstacles:
            raise SaizenError(not_among(name, possible, "a game for the site"))
    chosen = [n for n in games if n in names or games[n].kind == "own" or (not names and n in possible)]
    for name in chosen:
        if obstacles[name]:
            raise SaizenError(f"{name}: it {obstacles[name]}; it needs the server (saizen serve)")
    return Catalogue(games[name] for name in chosen)


def left_out() -> list[str]:
    """Return which of the page's games are not on a site.

    >>> "nim" in left_out()
    False
    """
    return [name for name, shown in catalogue().items() if obstacle(shown)]


def site_files(
    games: Catalogue, store: Store, *, most: int = MOST, compare: bool = True, progress: Progress = SILENT
) -> dict[str, bytes]:
    """Return the files of a site by their names, the same bytes each time."""
    parts = {}
    for name, shown in games.items():
        progress.stage(name, None)
        parts[name] = part_of(shown, store, progress, most)
    shared = modules([PLAY / "js" / "files.js", *_boards(games), *_shared_rules(parts)])
    later = modules(imported_later(shared.values()), shared)
    files = {
        "index.html": _index(),
        "style.css": _style(),
        "theme.js": trimmed((PLAY / "js" / "theme.js").read_text(encoding="utf-8")).encode(),
        **{name: (STATIC / name).read_bytes() for name in ("icon.svg", *URL.findall(_styles()))},
        **{path.name: path.read_bytes() for path in STATIC.glob("*.license.txt")},
        "app.js": _script(shared),
        "pages.js": f'"use strict";\n{joined(later)}'.encode(),
        "data/ja.js": _data("ja", {"data": _words(games)}),
        "data/catalogue.js": _data("catalogue", {"games": [_brief(s, parts[n]) for n, s in games.items()]}),
    }
    for name, shown in games.items():
        part = parts[name]
        for short, packed in part.data.items():
            files[f"data/{name}-{short}.js"] = data_script(f"{name}-{short}", packed)
        files[f"data/{name}-rules.js"] = _data(f"{name}-rules", _rules(shown))
        for short in QUESTIONS:
            if questions := _page_file(shown, f"{short}.json"):
                files[f"data/{name}-{short}.js"] = _data(f"{name}-{short}", {"data": json.loads(questions)})
        if own := modules([part.rules], {**shared, **later}):
            files[f"games/{name}.js"] = f'"use strict";\n{joined(own)}'.encode()
    return files | lesson_pages(games) | paper_pages(games, store, progress, compare)


def _boards(games: Catalogue) -> list[Any]:
    folders = [shown.folder for shown in games.values() if shown.folder]
    return [folder / "player.js" for folder in folders if (folder / "player.js").is_file()]


def _shared_rules(parts: Mapping[str, SitePart]) -> list[Any]:
    """Return the rules that are of no game alone."""
    return sorted({part.rules for part in parts.values() if part.rules.is_relative_to(STATIC)})


def _page_file(shown: Shown, name: str) -> str | None:
    file = shown.folder / name if shown.folder else None
    return file.read_text(encoding="utf-8") if file and file.is_file() else None


def _words(games: Catalogue) -> dict[str, str]:
    """Return the Japanese words of the page and of its games, by the English ones."""
    tables = [(PLAY / WORDS).read_text(encoding="utf-8")]
    tables += filter(None, (_page_file(shown, WORDS) for shown in games.values()))
    return {english: japanese for table in tables for english, japanese in json.loads(table).items()}


def _data(name: str, header: Mapping[str, Any]) -> bytes:
    return data_script(name, body(header))


def _brief(shown: Shown, part: SitePart) -> dict[str, Any]:
    """Return what the start page needs of a game, and where its rules are."""
    brief = shown.brief()
    board = shown.folder / "player.js" if shown.folder else None
    with rules_at_work(shown.name):
        counted = unit(shown.entry.game(), shown)
    return {
        **{key: brief[key] for key in ("name", "kind", "title", "titles", "summary", "player_data")},
        **{key: brief[key] for key in ("sentence",) if key in brief},
        "player": name_of_module(board) if board and board.is_file() else None,
        **{
            short: f"{shown.name}-{short}" if _page_file(shown, f"{short}.json") else None
            for short in QUESTIONS
        },
        "rules": name_of_module(part.rules),
        "unit": counted,
    }


def _rules(shown: Shown) -> dict[str, Any]:
    """Return the rules of a game in words: in short, and as the game tells them itself."""
    with rules_at_work(shown.name):
        complete = rules_of(shown.entry.game())
    learn = shown.learn or {}
    return {"rules": complete, "learn": {key: learn[key] for key in ("rules", "complete") if key in learn}}


def _script(shared: Mapping[str, Any]) -> bytes:
    first = trimmed((PLAY / "js" / "joined.js").read_text(encoding="utf-8"))
    return f'"use strict";\n{first}{joined(shared)}saizen.use("play/js/files.js");\n'.encode()


def _styles() -> str:
    return "".join((PLAY / "css" / f"{name}.css").read_text(encoding="utf-8") for name in STYLES)


def _style() -> bytes:
    """Return the style; a file that it needs lies beside it."""
    return tight(URL.sub(r'url("\1")', _styles())).encode()


def tight(style: str) -> str:
    r"""Return a style without comments and without the spaces that say nothing.

    >>> tight("/* a card */ .card > b, i {\n  margin: 0 2px;\n}\n")
    '.card > b,i{margin:0 2px}'
    """
    text = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", style, flags=re.S))
    return re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r": ", ":", text)).replace(";}", "}").strip()


def _index() -> bytes:
    """Return the page: the server's own with the addresses of the site."""
    head = (
        '    <link rel="icon" href="icon.svg" type="image/svg+xml">\n'
        '    <link rel="stylesheet" href="style.css">\n'
        '    <script src="theme.js"></script>\n'
        '    <script src="app.js" defer></script>\n'
    )
    page = (PLAY / "index.html").read_text(encoding="utf-8")
    page, count = HEAD.subn(lambda _: head, page)
    assert count == 1
    page = NO_SCRIPT.sub("<noscript><p>The games need JavaScript; please allow it.</p></noscript>", page)
    return "".join(f"{line.strip()}\n" for line in page.splitlines()).encode()
