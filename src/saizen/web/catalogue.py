"""The games on the page: the five, the examples, and those of one's own that the server was given."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import saizen
from saizen.advice import plain
from saizen.errors import SaizenError, rules_at_work
from saizen.game import names_of, rules_of
from saizen.games import GAMES, load
from saizen.games.entry import Entry
from saizen.games.options import function_of, options_of
from saizen.games.own import OwnGame
from saizen.notation import not_among
from saizen.web.learn import lesson
from saizen.web.questions import commands, offered

JAPANESE = {
    "abgame": "ABゲーム",
    "calculation": "カルキュレーション",
    "memory": "神経衰弱",
    "rivals": "アールライバルズ",
    "tricks": "トリックテイキング",
}
EXAMPLES = {
    "nim": ("Nim", "ニム"),
    "tic_tac_toe": ("TicTacToe", "三目並べ"),
    "goofspiel": ("Goofspiel", "グーフスピール"),
    "pig": ("Pig", "ピッグ"),
    "rock_paper_scissors": ("RockPaperScissors", "じゃんけん"),
}


class Unknown(SaizenError):  # noqa: N818 - the name reads as the condition it is
    """There is no such thing here: the answer is 404."""


@dataclass(frozen=True)
class Shown:
    """A game on the page: its name in addresses, its door, and what kind of game it is."""

    name: str
    entry: Entry
    kind: Literal["game", "example", "own"]
    japanese: str

    @property
    def title(self) -> str:
        """What the game is called, without what it is also called."""
        return self.entry.title.partition(" (")[0]

    def brief(self) -> dict[str, Any]:
        """Return what the start page tells."""
        learn = lesson(self.name) if self.kind != "own" else None
        told = {
            "name": self.name,
            "entry": self.entry.name,
            "title": self.entry.title,
            "title_ja": self.japanese,
            "kind": self.kind,
            "summary": self.entry.summary,
            "example": self._example(),
            "commands": commands(self.entry),
        }
        return {**told, **{key: learn[key] for key in ("sentence", "headline") if learn and key in learn}}

    def whole(self) -> dict[str, Any]:
        """Return what the page of the game needs: names, rules, options, lesson."""
        entry = self.entry
        options = {
            "rules": [option.data() for option in offered(options_of(entry.make))],
            "solver": [option.data() for option in offered(options_of(entry.solver)) if not option.argument],
        }
        for command in commands(entry):
            options[command] = [option.data() for option in offered(options_of(function_of(entry, command)))]
        told: dict[str, Any] = {"players": {}, "rules": "", "form": ""}
        try:
            with rules_at_work(entry.name):
                game = entry.game()
                names = {str(seat): name for seat, name in names_of(game).items()}
                told = {"players": names, "rules": rules_of(game), "form": game.move_form}
        except SaizenError as error:  # a game of one's own that needs settings
            told["rules"] = str(error)
        learn = lesson(self.name) if self.kind != "own" else None
        found: dict[str, Any] = plain({**self.brief(), **told, "options": options, "learn": learn})
        return found

    def _example(self) -> str:
        try:
            with rules_at_work(self.entry.name):
                return self.entry.example
        except SaizenError:
            return ""


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
    """Return the five games, the examples as far as they are installed, and games of one's own.

    >>> list(catalogue())[:6]
    ['abgame', 'calculation', 'memory', 'rivals', 'tricks', 'nim']
    """
    games = [Shown(name, entry, "game", JAPANESE[name]) for name, entry in GAMES.items()]
    if folder := examples_folder():
        for name, (kind, japanese) in EXAMPLES.items():
            entry = OwnGame(f"examples/{name}.py:{kind}", folder)
            games.append(Shown(name, entry, "example", japanese))
    taken = {game.name for game in games}
    for wanted in own:
        entry_found = load(wanted)
        if wanted in GAMES:
            continue
        name = base = entry_found.title
        number = 1
        while name in taken:
            number += 1
            name = f"{base}-{number}"
        taken.add(name)
        games.append(Shown(name, entry_found, "own", ""))
    return Catalogue(games)


def examples_folder() -> Path | None:
    """Return the folder that has ``examples``: this package where it is installed, else the repository."""
    package = Path(saizen.__file__).parent
    for folder in (package, package.parent.parent):
        if (folder / "examples" / "nim.py").is_file():
            return folder
    return None
