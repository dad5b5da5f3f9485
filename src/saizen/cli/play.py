"""``saizen play``: one loop over a `Sitting` for every game."""

import json as json_module
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.console import Console

from saizen.cli.board import course, drawn, number
from saizen.cli.group import split_options, with_options
from saizen.cli.terminal import show
from saizen.errors import Cancelled, MoveError, SaizenError
from saizen.game import DEALER, MAX, Game, legal_moves, names_of
from saizen.games.entry import Entry
from saizen.sitting.vocabulary import WORDS, always_a_word, word_of
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.sitting import Cost, Sitting
    from saizen.sitting.replay import Turn
    from saizen.store import Store

SEAT = Annotated[str | None, "Your seat: a player's name, dealer, or all; the first player otherwise."]
OPPONENT = Annotated[str, "How strong the machines are: perfect, random, or a number from 0 to 1."]
SEED = Annotated[int | None, "Play the same cards and dice again (in Calculation, the number of the deal)."]
HINTS = Annotated[bool, "Show what is best before each of your choices."]
ASSIST = Annotated[bool, "Sit in all seats: enter what happens at a real table, and be told what is best."]
START = Annotated[str | None, "Start from this position."]
SHORT = 48
"""Characters of a list of moves that fits into a question."""
FEW = 4
"""Moves that are named where several are best."""
RESUME = Annotated[Path | None, "Go on with a game that was saved."]


def play_command(entry: Entry) -> Callable[..., None]:
    """Return ``saizen play`` for one game, with the options of its rules and its solution."""

    def play(
        *,
        seat: SEAT = None,
        opponent: OPPONENT = "perfect",
        seed: SEED = None,
        hints: HINTS = False,
        assist: ASSIST = False,
        start: START = None,
        resume: RESUME = None,
        json: bool = False,
        store: "Store | None" = None,
        progress: Progress = SILENT,
        **options: Any,
    ) -> None:
        """Play; ? tells the rules and what can be typed."""
        from saizen import doors
        from saizen.sitting import Sitting

        rules, solver = split_options(options, entry)
        settings: dict[str, Any] = {"store": store, "progress": progress, "solver": solver}
        if assist and seat not in (None, "all"):
            raise SaizenError(f"--assist --seat {seat}: to assist is to sit in all seats; leave --seat out")
        if resume is not None:
            if start is not None or seed is not None or seat is not None or rules:
                raise SaizenError(
                    f"--resume {resume} has its own start, seed, seat and rules; leave them out"
                )
            sitting = Sitting.from_text(_read(resume), entry, solve=doors.solved_by(entry, **settings))
            sitting.advance()
        else:
            sitting = doors.sit(
                entry,
                seat="all" if assist else seat,
                opponent=opponent,
                seed=seed,
                start=start,
                options=rules,
                **settings,
            )
        _Loop(sitting, face_for(json, progress), hints or assist).run()

    return with_options(play, entry.make, entry.solver)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SaizenError(f"{path} cannot be read: {error}") from None


class _Loop:
    """Reads words and moves until the person leaves."""

    def __init__(self, sitting: "Sitting", face: "_Face", hints: bool) -> None:
        self.sitting, self.face, self.hints = sitting, face, hints
        self.told = 0

    def run(self) -> None:
        try:
            self._welcome()
            while self._turn():
                pass
        except (EOFError, KeyboardInterrupt, Cancelled):
            self.face.say("You left the game.")

    def _welcome(self) -> None:
        self.told = 0
        self.face.welcome(self.sitting)
        self._tell()

    def _tell(self) -> None:
        """Show what happened since the last look, then the board."""
        turns = self.sitting.turns
        self.face.tell(self.sitting, self.told)
        self.told = len(turns)
        if self.sitting.ended:
            self.face.over(self.sitting)
        elif self.hints:
            self._hint()

    def _turn(self) -> bool:
        """Read one line and do what it says; tell whether to go on."""
        text = self.face.ask(self.sitting)
        if not text.strip():
            return True
        word = word_of(text)
        if word is not None and (always_a_word(text) or not self.sitting.allows(text)):
            return self._word(*word)
        try:
            self.sitting.play(text)
        except SaizenError as error:
            self.face.wrong(self.sitting, f"{error} (? helps)")
            return True
        self._tell()
        return True

    def _word(self, word: str, rest: str) -> bool:
        try:
            match word:
                case "q":
                    self.face.say("You left the game.")
                    return False
                case "?":
                    self.face.help(self.sitting)
                case "h":
                    self._hint()
                case "u":
                    self.sitting.undo()
                    self.told = min(self.told, len(self.sitting.turns))
                    self.face.say("Taken back.")
                    self._tell()
                case "n":
                    self.sitting = self.sitting.again()
                    self._welcome()
                case "s":
                    file = save(self.sitting, rest)
                    self.face.say(f"Saved: saizen play {self.sitting.entry.name} --resume {file}", whole=True)
        except SaizenError as error:
            self.face.wrong(self.sitting, str(error))
        return True

    def _hint(self) -> None:
        try:
            self.face.hint(self.sitting)
        except MoveError as error:
            self.face.wrong(self.sitting, str(error))


def save(sitting: "Sitting", name: str) -> Path:
    """Write a sitting to a file, and return where; a file that is no sitting is not written over."""
    from saizen.store import atomic_write

    game = sitting.entry.name.rpartition(":")[2]
    path = Path(name or f"saizen-{game}-{sitting.seed}.txt").expanduser()
    if path.exists() and not (path.is_file() and path.read_bytes()[:10] == b'{"saizen":'):
        raise SaizenError(f"{path} is there and is no saved game; choose another name: s FILE")
    try:
        atomic_write(path, sitting.to_text().encode() + b"\n")
    except OSError as error:
        raise SaizenError(f"{path}: {error.strerror}") from None
    return path


class _Face:
    """The terminal."""

    def __init__(self, progress: Progress = SILENT) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.progress = progress

    def say(self, text: str, *, whole: bool = False) -> None:
        """Say something; ``whole`` keeps it on one line, so that it can be copied."""
        self._rest()
        self.console.print(text, soft_wrap=whole)

    def _rest(self) -> None:
        """Take the progress bar away before something is shown or asked."""
        getattr(self.progress, "rest", lambda: None)()

    def wrong(self, sitting: "Sitting", text: str) -> None:
        self.say(text)

    def welcome(self, sitting: "Sitting") -> None:
        names = names_of(sitting.game)
        people = [names.get(seat, "dealer") for seat, who in sitting.seats.items() if who == "person"]
        machines = [
            f"{names.get(seat, 'dealer')} ({who:g})"
            for seat, who in sitting.seats.items()
            if who != "person" and seat != DEALER
        ]
        against = f", machines: {', '.join(machines)}" if machines else ""
        self.say(
            f"{sitting.entry.title}. You are {' and '.join(people)}{against}. Game {sitting.seed}. ? helps."
        )

    def tell(self, sitting: "Sitting", since: int) -> None:
        for ply, turn in enumerate(sitting.view()["happened"][since:], since):
            words = f": {turn['words']}" if turn["words"] else ""
            self.say(f"  {turn['player']} {turn['move']}{words}{self._verdict(sitting, ply)}")
        self._rest()
        self.console.print()
        self.console.print(drawn(sitting.board()), end="")

    def ask(self, sitting: "Sitting") -> str:
        self._rest()
        awaits = sitting.view()["awaits"]
        if awaits is None:
            question = "n new game, u undo, s save, q quit"
        else:
            listed = ", ".join(awaits["moves"] or ())
            short = listed if 0 < len(listed) <= SHORT else awaits["form"] or "? lists the moves"
            what = (
                "what comes" if awaits["kind"] == "entry" else "your move" if self._alone(sitting) else "move"
            )
            who = "" if what == "your move" else f"{awaits['player']}, "
            question = f"{who}{what} ({short})"
        return read_line(self.console, f"{question}> ")

    def _alone(self, sitting: "Sitting") -> bool:
        return sum(who == "person" for who in sitting.seats.values()) == 1

    def _verdict(self, sitting: "Sitting", ply: int) -> str:
        """Say what a person's choice cost, where that is known."""
        turn = sitting.turns[ply]
        if turn.seat == DEALER or sitting.seats[turn.seat] != "person":
            return ""
        try:
            found = sitting.cost(ply)
        except SaizenError:  # too many positions, or a start that the solution does not know
            return ""
        words = verdict(sitting.game, turn, found)
        return f"  ({words})" if words else ""

    def hint(self, sitting: "Sitting") -> None:
        found = sitting.hint()
        self._rest()
        show(found, self.console)

    def help(self, sitting: "Sitting") -> None:
        self.say(sitting.rules_text)
        awaits = sitting.view()["awaits"]
        if sitting.game.move_form:
            self.say(f"A move: {sitting.game.move_form}")
        if awaits is not None and awaits["moves"]:
            self.say(f"Possible now: {', '.join(awaits['moves'])}")
        for word in WORDS:
            self.say(f"  {word.short} or {word.long:<5} {word.does}")
        self.say("A move wins over a word of the same name; with a colon, as :h, it is always the word.")

    def over(self, sitting: "Sitting") -> None:
        try:
            record = sitting.record()
        except SaizenError:
            record = {"entries": (), "values": (), "costs": {}}
        for line in course(record):
            self.say(line)
        costs = ", ".join(f"{who} {number(cost)}" for who, cost in record["costs"].items())
        told = f" Cost of choices: {costs}." if costs else ""
        back = f" Taken back: {sitting.taken_back}." if sitting.taken_back else ""
        who = names_of(sitting.game).get(MAX, "max")
        self.say(f"The game is over: {number(sitting.gained)} for {who}.{told}{back}")


class _JsonFace(_Face):
    """The same conversation as lines of JSON, each of them a view."""

    def _line(self, sitting: "Sitting", **more: Any) -> None:
        from saizen.advice import plain

        print(json_module.dumps(plain({**sitting.view(), **more}), ensure_ascii=False), flush=True)

    def say(self, text: str, *, whole: bool = False) -> None:
        pass

    def wrong(self, sitting: "Sitting", text: str) -> None:
        self._line(sitting, error=text)

    def welcome(self, sitting: "Sitting") -> None:
        pass

    def tell(self, sitting: "Sitting", since: int) -> None:
        if not sitting.ended:
            self._line(sitting)

    def ask(self, sitting: "Sitting") -> str:
        return read_line(None, "")

    def hint(self, sitting: "Sitting") -> None:
        self._line(sitting, hint=sitting.hint().data)

    def help(self, sitting: "Sitting") -> None:
        words = {word.short: word.does for word in WORDS}
        self._line(sitting, rules=sitting.rules_text, form=sitting.game.move_form, words=words)

    def over(self, sitting: "Sitting") -> None:
        self._line(sitting, record=sitting.record())


def verdict(game: Game[Any], turn: "Turn[Any]", found: "Cost") -> str:
    """Judge a choice: the best, one of several, or what it cost; nothing where there was no choice."""
    legal = len(legal_moves(turn.before.node, turn.seat))
    if found.cost is None or legal < 2:
        return ""
    if len(found.best) == legal:
        return "all moves are equally good"
    others = [game.move_text(turn.before.position, move) for move in found.best if move != turn.move]
    if found.cost:
        return f"costs {number(found.cost)}" + (f"; best: {several(others)}" if others else "")
    return "best" if not others else f"best, like {several(others)}"


def several(names: Sequence[str]) -> str:
    """List a few names, and count the rest.

    >>> several(["a", "b"]), several(list("abcdefg"))
    ('a or b', 'a or b or 5 others')
    """
    if len(names) <= FEW:
        return " or ".join(names)
    return f"{names[0]} or {names[1]} or {len(names) - 2} others"


def face_for(json: bool, progress: Progress = SILENT) -> _Face:
    """Return the face that a sitting is shown with."""
    return _JsonFace(progress) if json else _Face(progress)


def read_line(console: Console | None, question: str) -> str:
    """Ask at a terminal, or read the next line of a script; the end of input raises ``EOFError``."""
    if sys.stdin is None:
        raise EOFError
    if console is not None and sys.stdin.isatty():
        return console.input(question, markup=False)
    if console is not None:
        console.print(question, end="")
    line = sys.stdin.readline()
    if console is not None:
        console.print(line.rstrip("\n") if line else "")
    if not line:
        raise EOFError
    return line.rstrip("\n")
