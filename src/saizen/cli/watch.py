"""``saizen watch``: machines play, step by step on the board."""

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from saizen.cli.faces import face_for, read_line
from saizen.cli.play import OPPONENT, SEED, START
from saizen.errors import SaizenError, rules_of
from saizen.games.entry import Entry
from saizen.games.options import split_options, with_options
from saizen.work import SILENT, Progress

if TYPE_CHECKING:
    from saizen.store import Store

SPEED = Annotated[float, "Moves a second at a terminal; 0 does not wait."]
PAUSE = Annotated[bool, "Wait for the Enter key after each move; q leaves."]


def watch_command(entry: Entry) -> Callable[..., None]:
    """Return ``saizen watch`` for one game, with the options of its rules and its solution."""

    @rules_of(entry.name)
    def watch(
        *,
        opponent: OPPONENT = "perfect",
        seed: SEED = None,
        start: START = None,
        speed: SPEED = 1.0,
        pause: PAUSE = False,
        json: bool = False,
        store: "Store | None" = None,
        progress: Progress = SILENT,
        **options: Any,
    ) -> None:
        """Watch machines play against each other, the board after each move and what it cost."""
        from saizen import doors

        if not 0 <= speed < 1e6:
            raise SaizenError(f"--speed {speed:g}: use a number of moves a second, 0 for no waiting")
        rules, solver = split_options(options, entry)
        settings: dict[str, Any] = {"store": store, "progress": progress, "solver": solver}
        sitting = doors.sit(
            entry, seat="none", opponent=opponent, seed=seed, start=start, options=rules, **settings
        )
        face = face_for(json, progress)
        face.welcome(sitting)
        face.tell(sitting, 0)
        waits = not json and sys.stdout.isatty() and speed > 0
        try:
            while sitting.step():
                if pause and read_line(None if json else face.console, "Enter goes on, q leaves> ") == "q":
                    break
                if waits and not pause:
                    time.sleep(1 / speed)
                face.tell(sitting, len(sitting.turns) - 1)
            if sitting.ended:
                face.over(sitting)
        except EOFError:
            face.say("You left the game.")

    return with_options(watch, entry.make, entry.solver)
