"""``saizen play``: one loop over a `Sitting` for every game."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from saizen.cli.ahead import Ahead
from saizen.cli.faces import Face, face_for
from saizen.errors import Cancelled, MoveError, SaizenError, rules_of
from saizen.games.entry import Entry
from saizen.games.options import split_options, with_options
from saizen.sitting.vocabulary import always_a_word, word_of
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.sitting import Sitting
    from saizen.store import Store

SEAT = Annotated[str | None, "Your seat: a player's name, dealer, or all; the first player otherwise."]
OPPONENT = Annotated[str, "How strong the machines are: perfect, random, or a number from 0 to 1."]
SEED = Annotated[int | None, "Play the same cards and dice again (in Calculation, the number of the deal)."]
HINTS = Annotated[bool, "Show what is best before each of your choices."]
ASSIST = Annotated[bool, "Sit in all seats: enter what happens at a real table, and be told what is best."]
START = Annotated[str | None, "Start from this position."]
RESUME = Annotated[Path | None, "Go on with a game that was saved."]


def play_command(entry: Entry) -> Callable[..., None]:
    """Return ``saizen play`` for one game, with the options of its rules and its solution."""

    @rules_of(entry.name)
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
        ahead = Ahead(progress)
        solve = ahead.before(doors.solved_by(entry, store=store, progress=progress, solver=solver))
        if assist and seat not in (None, "all"):
            raise SaizenError(f"--assist --seat {seat}: to assist is to sit in all seats; leave --seat out")
        if resume is not None:
            if start is not None or seed is not None or seat is not None or rules:
                raise SaizenError(
                    f"--resume {resume} has its own start, seed, seat and rules; leave them out"
                )
            sitting = Sitting.from_text(_read(resume), entry, solve=solve)
            sitting.advance()
        else:
            sitting = doors.sit(
                entry,
                seat="all" if assist else seat,
                opponent=opponent,
                seed=seed,
                start=start,
                options=rules,
                solve=solve,
            )
        loop = _Loop(sitting, face_for(json, progress), hints or assist)
        try:
            loop.run(lambda: "" if solver else ahead.start(sitting, store))
        finally:
            ahead.close()

    return with_options(play, entry.make, entry.solver)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SaizenError(f"{path} cannot be read: {error}") from None


class _Loop:
    """Reads words and moves until the person leaves."""

    def __init__(self, sitting: "Sitting", face: Face, hints: bool) -> None:
        self.sitting, self.face, self.hints = sitting, face, hints
        self.told = 0

    def run(self, prepare: Callable[[], str] = str) -> None:
        """Show the board, prepare what is wanted soon, and read until the person leaves."""
        try:
            self._welcome()
            if told := prepare():
                self.face.say(told)
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
