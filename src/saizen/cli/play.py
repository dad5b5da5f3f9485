"""``saizen play``: one loop over a `Sitting` for every game."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from saizen.cli.face import Face, always_a_word, face_for, read_line, word_of
from saizen.errors import Cancelled, MoveError, SaizenError
from saizen.game import DEALER, hides
from saizen.games import Entry
from saizen.games.options import Options
from saizen.kernels.prewarm import Prewarm, expected_seconds, is_ready
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.sitting import Sitting
    from saizen.store import Store

SEAT = Annotated[str | None, "Your seat: a player's name, dealer, or all. Default: the first player."]
OPPONENT = Annotated[str, "How strong the computer is: perfect, random, or a number from 0 to 1."]
SEED = Annotated[int | None, "Number that decides the cards and dice; the same number gives the same game."]
HINTS = Annotated[bool, "Show the best moves before each of your choices."]
ASSIST = Annotated[bool, "Help at a real table: enter what happens there, and see the best moves."]
START = Annotated[str | None, "Start from this position."]
RESUME = Annotated[Path | None, "Continue a saved game."]


def play(
    entry: Entry,
    options: Options,
    solver: Options,
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
) -> None:
    """Play against the computer. Type ? for the rules and the words you can type."""
    from saizen.sitting import Sitting, sit, solved_by

    ahead = _HintsAhead(entry, progress)
    solve = ahead.before(solved_by(entry, store=store, progress=progress, solver=solver.changed()))
    if assist and hides(game := entry.game(**options.changed())):
        return _assist_one_seat(entry, game, solve, seat, (start, resume), json, progress)
    if assist and seat not in (None, "all"):
        raise SaizenError(f"--assist --seat {seat}: to assist is to sit in all seats; leave --seat out")
    if resume is not None:
        if start is not None or seed is not None or seat is not None or options.changed():
            raise SaizenError(f"--resume {resume} has its own start, seed, seat and rules; leave them out")
        sitting = Sitting.from_text(_read(resume), entry, solve=solve)
        sitting.advance()
    else:
        sitting = sit(
            entry,
            seat="all" if assist else seat,
            opponent=opponent,
            seed=seed,
            start=start,
            options=options.changed(),
            solve=solve,
        )
    loop = _Loop(sitting, face_for(json, progress), hints or assist)
    try:
        loop.run(lambda: "" if solver.changed() else ahead.start(sitting))
    finally:
        ahead.close()


def _assist_one_seat(
    entry: Entry,
    game: Any,
    solve: Callable[[Any], Any],
    seat: str | None,
    begun: tuple[object, object],
    json: bool,
    progress: Progress,
) -> None:
    """Help one seat of a game with hidden cards, who enters what it sees."""
    from saizen.cli.real_table import assist
    from saizen.sitting import seat_list
    from saizen.sitting.real_table import RealTable

    if begun != (None, None):
        raise SaizenError("--assist: where cards are hidden a hand begins with the deal; leave the start out")
    seats = seat_list(game, seat)
    if len(seats) != 1 or seats[0] == DEALER:
        raise SaizenError(f"--assist --seat {seat}: cards are hidden in this game; choose one player's seat")
    assist(RealTable(solve(game), seats[0]), entry.name, face_for(json, progress), json=json)


class _HintsAhead:
    """Compiles what the first hint needs while a person looks at the board; solving waits for it."""

    def __init__(self, entry: Entry, progress: Progress) -> None:
        self._entry, self._progress = entry, progress
        self._prewarm = Prewarm()
        self._solved = False

    def before(self, solve: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Return the function that makes a solution; it first waits for the compiler."""

        def wait_and_solve(rules: Any) -> Any:
            self._solved = True
            self._prewarm.wait(self._entry.name, self._progress, "preparing hints, first use only")
            return solve(rules)

        return wait_and_solve

    def start(self, sitting: "Sitting") -> str:
        """Start compiling, unless the code is there or not needed; return the message for the person."""
        jobs = {name: job for name, job in self._entry.jobs.items() if job.serves_hints(sitting.game)}
        if self._solved or not jobs or is_ready(self._entry.name, jobs) or not sys.stdin.isatty():
            return ""
        if not self._prewarm.start(self._entry.name, jobs):
            return ""
        seconds = max(1, round(expected_seconds(self._entry.name, jobs)))
        return f"Hints are being prepared, first use only, about {seconds} s; play on meanwhile."

    def close(self) -> None:
        """End what is under way; what it has compiled so far is cached."""
        self._prewarm.close()


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SaizenError(f"{path} cannot be read: {error}") from None


class _Loop:
    """Reads words and moves until the person leaves."""

    def __init__(self, sitting: "Sitting", face: Face, hints: bool) -> None:
        self.sitting, self.face, self.hints = sitting, face, hints
        self.turns_shown = 0

    def run(self, prepare: Callable[[], str] = str) -> None:
        """Show the board, prepare what is wanted soon, and read until the person leaves."""
        try:
            self._welcome()
            if notice := prepare():
                self.face.say(notice)
            while self._turn():
                pass
        except (EOFError, KeyboardInterrupt, Cancelled):
            self.face.say("You left the game.")

    def _welcome(self) -> None:
        self.turns_shown = 0
        self.face.welcome(self.sitting)
        self._tell()

    def _tell(self) -> None:
        """Show what happened since the last look, then the board."""
        turns = self.sitting.turns
        self.face.tell(self.sitting, self.turns_shown)
        self.turns_shown = len(turns)
        if self.sitting.ended:
            self.face.over(self.sitting)
        elif self.hints:
            self._hint()

    def _turn(self) -> bool:
        """Read one line and do what it says; return whether to continue."""
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
                    self.turns_shown = min(self.turns_shown, len(self.sitting.turns))
                    self.face.say("Undone.")
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
    """Write a sitting to a file, and return where; another file is not overwritten."""
    from saizen.store import atomic_write

    game = sitting.entry.name.rpartition(":")[2]
    path = Path(name or f"saizen-{game}-{sitting.seed}.txt").expanduser()
    if path.exists() and not (path.is_file() and path.read_bytes()[:10] == b'{"saizen":'):
        raise SaizenError(f"{path} exists and is not a saved game; choose another name: s FILE")
    try:
        atomic_write(path, sitting.to_text().encode() + b"\n")
    except OSError as error:
        raise SaizenError(f"{path}: {error.strerror}") from None
    return path


SPEED = Annotated[float, "Moves per second in a terminal; 0 does not wait."]
PAUSE = Annotated[bool, "Wait for the Enter key after each move; q quits."]


def watch(
    entry: Entry,
    options: Options,
    solver: Options,
    *,
    opponent: OPPONENT = "perfect",
    seed: SEED = None,
    start: START = None,
    speed: SPEED = 1.0,
    pause: PAUSE = False,
    json: bool = False,
    store: "Store | None" = None,
    progress: Progress = SILENT,
) -> None:
    """Watch the computer play against itself. The board and the cost are shown after each move."""
    from saizen.sitting import sit

    if not 0 <= speed < 1e6:
        raise SaizenError(f"--speed {speed:g}: use a number of moves a second, 0 for no waiting")
    settings: dict[str, Any] = {"store": store, "progress": progress, "solver": solver.changed()}
    sitting = sit(
        entry, seat="none", opponent=opponent, seed=seed, start=start, options=options.changed(), **settings
    )
    face = face_for(json, progress)
    face.welcome(sitting)
    face.tell(sitting, 0)
    at_terminal = not json and sys.stdout.isatty()
    waits = at_terminal and speed > 0
    try:
        while sitting.step():
            if pause and read_line(None if json else face.console, "Enter continues, q quits> ") == "q":
                break
            if waits and not pause:
                time.sleep(1 / speed)
            if at_terminal:
                face.console.clear()  # the board stays in its place
            face.tell(sitting, len(sitting.turns) - 1)
        if sitting.ended:
            face.over(sitting)
    except EOFError:
        face.say("You left the game.")
