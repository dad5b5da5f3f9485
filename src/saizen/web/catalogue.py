"""The games on the page: saizen's own, the examples, and the user's games that the server was given."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import saizen
from saizen.answer.table import plain
from saizen.errors import SaizenError, rules_at_work
from saizen.game import hides, names_of, rules_of
from saizen.games import GAMES, Entry, load
from saizen.games.options import options_of
from saizen.games.own import own_game
from saizen.notation import not_among
from saizen.web.questions import commands, offered
from saizen.web.requests import Unknown

PARTS = {
    "board": "board.js",
    "style": "board.css",
    "texts": "texts.json",
    "player": "player.js",
    "puzzles": "puzzles.json",
    "first": "first.json",
    "words": "ja.json",
}
"""The files that the page loads for a game, if its folder has them."""
LESSON = "lesson.json"
PLAYER = "player.json"


@dataclass(frozen=True)
class Shown:
    """A game on the page: its name in addresses, its entry, what kind of game it is, where its lesson is."""

    name: str
    entry: Entry
    kind: Literal["game", "example", "own"]
    lesson: Path | None = None

    @property
    def title(self) -> str:
        """The name of the game, without its other names."""
        return self.titles["en"]

    @property
    def titles(self) -> dict[str, str]:
        """The name of the game in each language of the page."""
        title = self.entry.title.partition(" (")[0]
        names = {"en": title if self.kind == "game" else spaced(title), "ja": self.entry.title_ja}
        titles: dict[str, str] = (self.learn or {}).get("title", {})
        return {language: name for language, name in {**names, **titles}.items() if name}

    @property
    def learn(self) -> dict[str, Any] | None:
        """The lesson of the game, where it has one."""
        return read_lesson(self.lesson) if self.lesson else None

    @property
    def folder(self) -> Path | None:
        """The folder with the game's part of the page: board, style, texts; None where it has none."""
        return page_folder(self.entry)

    @property
    def player_data(self) -> dict[str, Any] | None:
        """What the page for players tells of the game, its unit and its tile; None where there is nothing."""
        file = self.folder / PLAYER if self.folder else None
        return read_player(file) if file and file.is_file() else None

    def parts(self) -> dict[str, str | None]:
        """Return the addresses of the files that the page loads for this game."""
        folder = self.folder
        return {
            part: f"/games/{self.name}/{file}" if folder and (folder / file).is_file() else None
            for part, file in PARTS.items()
        }

    def brief(self) -> dict[str, Any]:
        """Return the data of the start page."""
        learn = self.learn or {}
        summary = {
            "name": self.name,
            "entry": self.entry.name,
            "title": self.entry.title,
            "title_ja": self.titles.get("ja", ""),
            "titles": self.titles,
            "kind": self.kind,
            "summary": self.entry.summary,
            "example": self._example(),
            "commands": commands(self.entry),
            "seed": self.entry.seed,
            **self.parts(),
            "player_data": self.player_data,
        }
        return {**summary, **{key: learn[key] for key in ("sentence", "headline", "picture") if key in learn}}

    def whole(self) -> dict[str, Any]:
        """Return what the page of the game needs: names, rules, options, lesson."""
        entry = self.entry
        options = {
            "rules": [option.data() for option in offered(options_of(entry.options))],
            "solver": [option.data() for option in offered(options_of(entry.solver))],
        }
        for command in commands(entry):
            options[command] = [option.data() for option in offered(entry.command(command).options)]
        rules_data: dict[str, Any] = {"players": {}, "rules": "", "form": "", "hidden": False}
        try:
            with rules_at_work(entry.name):
                game = entry.game()
                names = {str(seat): name for seat, name in names_of(game).items()}
                rules_data = {"players": names, "rules": rules_of(game), "form": game.move_form}
                rules_data["hidden"] = hides(game)
        except SaizenError as error:  # a game of one's own that needs settings
            rules_data["rules"] = str(error)
        whole: dict[str, Any] = plain({**self.brief(), **rules_data, "options": options, "learn": self.learn})
        return whole

    def _example(self) -> str:
        try:
            with rules_at_work(self.entry.name):
                return self.entry.example
        except SaizenError:
            return ""


def spaced(name: str) -> str:
    """Write the name of a class as words; what has several words already stays.

    >>> spaced("KingAndRook"), spaced("Nim"), spaced("My game")
    ('King and Rook', 'Nim', 'My game')
    """
    if " " in name:
        return name
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return re.sub(r"(?<= )(And|Of|The|Or)(?= )", lambda word: word.group().lower(), words)


class Catalogue(Mapping[str, Shown]):
    """The games by their names in addresses."""

    def __init__(self, games: Iterable[Shown]) -> None:
        self._games = {game.name: game for game in games}

    def __getitem__(self, name: str) -> Shown:
        try:
            return self._games[name]
        except KeyError:
            raise Unknown(not_among(name, list(self._games), "a game here")) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


def catalogue(own: Iterable[str] = ()) -> Catalogue:
    """Return saizen's games, the examples that have a lesson, and games of one's own.

    >>> [game.kind for game in catalogue().values()].count("game") == len(GAMES)
    True
    """
    games = [Shown(name, entry, "game", packaged_lesson(entry)) for name, entry in GAMES.items()]
    games += examples()
    taken = {game.name for game in games}
    for file in own:
        entry_found = load(file)
        if file in GAMES:
            continue
        name = base = entry_found.title
        number = 1
        while name in taken:
            number += 1
            name = f"{base}-{number}"
        taken.add(name)
        games.append(Shown(name, entry_found, "own"))
    return Catalogue(games)


def page_folder(entry: Entry) -> Path | None:
    """Return the folder with a packaged game's part of the page; None where it has none."""
    if not entry.package:
        return None
    folder = Path(str(resources.files(entry.package).joinpath("page")))
    return folder if folder.is_dir() else None


def packaged_lesson(entry: Entry) -> Path | None:
    """Return the file with the lesson of a packaged game; None where it has none."""
    folder = page_folder(entry)
    return folder / LESSON if folder and (folder / LESSON).is_file() else None


def examples() -> list[Shown]:
    """Return the examples that have a lesson beside them, in the order that their lessons give.

    They are in this package where it is installed, else in the repository.
    """
    package = Path(saizen.__file__).parent
    for folder in (package, package.parent.parent):
        if files := sorted(folder.glob(f"examples/*.{LESSON}"), key=lambda file: read_lesson(file)["order"]):
            return [
                Shown(
                    file.name.removesuffix(f".{LESSON}"),
                    own_game(f"examples/{read_lesson(file)['game']}", folder),
                    "example",
                    file,
                )
                for file in files
            ]
    return []


def readers(games: Mapping[str, Shown], text: str) -> list[dict[str, Any]]:
    """Return the games in which a text is a position, with the position as each of them writes it.

    >>> from saizen.web.catalogue import catalogue
    >>> readers(catalogue(), "34567/12346 0-3 1-1 spy+ seen=3")
    [{'game': 'rivals', 'position': '34567/12346 0-3 1-1 spy+ seen=3'}]
    """
    games_that_read = []
    for name, game in games.items():
        try:
            with rules_at_work(name):
                rules, position = game.entry.read(text)
                first = rules.start()
                if isinstance(first, str) and position != first:  # any word is read there
                    continue
                games_that_read.append({"game": name, "position": rules.text(position)})
        except SaizenError:  # not a position of this game
            continue
    return games_that_read


@lru_cache(maxsize=64)
def read_player(file: Path) -> dict[str, Any]:
    """Return what the page for players tells of a game."""
    told: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return told


@lru_cache(maxsize=64)
def read_lesson(file: Path) -> dict[str, Any]:
    """Return a lesson: title, sentences, rules, what was found, positions."""
    lesson: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if shown := lesson.get("demonstration"):
        package, name = shown.pop("log")  # a game that a paper prints is kept with the paper
        shown["log"] = resources.files(package).joinpath(name).read_text(encoding="utf-8")
    return lesson
